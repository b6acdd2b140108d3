//! What changes in a text, line by line.
//!
//! Owns which lines are shown of the comparison. Must not know how.

use similar::{ChangeTag, TextDiff};

/// How many unchanged lines are kept around a change.
const CONTEXT: usize = 2;

/// The most lines on one side that are compared with each other; more are shown as replaced.
const LINES_MAX: usize = 10_000;

/// What happened to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineChange {
    /// Nothing; it shows where the change is.
    Same,
    Gone,
    New,
    /// Unchanged lines are left out here.
    Gap,
}

/// A line with what happened to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub change: LineChange,
    /// The line without its end.
    pub text: String,
}

#[must_use]
pub fn diff(before: &str, after: &str) -> Vec<Line> {
    let n_old = before.lines().count();
    if n_old.max(after.lines().count()) > LINES_MAX {
        let gone = before.lines().map(|it| line(LineChange::Gone, it));
        return gone.chain(after.lines().map(|it| line(LineChange::New, it))).collect();
    }
    let diff = TextDiff::from_lines(before, after);
    let groups = diff.grouped_ops(CONTEXT);
    let mut lines = Vec::new();
    let mut n_seen = 0;
    for group in &groups {
        let start = group.first().map_or(0, |it| it.old_range().start);
        lines.extend((start > n_seen).then(|| line(LineChange::Gap, "")));
        let changes = group.iter().flat_map(|it| diff.iter_changes(it));
        lines.extend(changes.map(|it| line(change_of(it.tag()), it.value())));
        n_seen = group.last().map_or(start, |it| it.old_range().end);
    }
    lines.extend((!groups.is_empty() && n_seen < n_old).then(|| line(LineChange::Gap, "")));
    lines
}

fn change_of(tag: ChangeTag) -> LineChange {
    match tag {
        ChangeTag::Equal => LineChange::Same,
        ChangeTag::Delete => LineChange::Gone,
        ChangeTag::Insert => LineChange::New,
    }
}

fn line(change: LineChange, text: &str) -> Line {
    Line { change, text: text.trim_end_matches(['\n', '\r']).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{LineChange, diff};
    use insta::assert_snapshot;

    fn check(before: &str, after: &str) -> String {
        let sign = |change| match change {
            LineChange::Same => ' ',
            LineChange::Gone => '-',
            LineChange::New => '+',
            LineChange::Gap => '~',
        };
        let lines = diff(before, after);
        lines.iter().map(|it| format!("{}{}\n", sign(it.change), it.text)).collect()
    }

    #[test]
    fn only_what_changes_is_shown_with_two_lines_around_it() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
        let after = "a\nb\nc\nd\nE\nf\ng\nh\ni\nj\nk\n";
        assert_snapshot!(check(before, after), @"
        ~
         c
         d
        -e
        +E
         f
         g
        ~
         i
         j
        +k
        ");
    }

    #[test]
    fn the_same_text_is_no_change_and_an_empty_one_is_all_new() {
        assert_eq!(check("a\nb\n", "a\nb\n"), "");
        assert_eq!(check("", "a\nb\n"), "+a\n+b\n");
        assert_eq!(check("a\nb", "b"), "-a\n b\n");
    }
}
