//! What changes in a text, line by line.
//!
//! Owns the comparison. Must not know how it is shown.

/// How many unchanged lines are kept around a change.
const CONTEXT: usize = 2;

/// The most lines on one side that are compared with each other; more are shown as replaced.
const LINES_MAX: usize = 2_000;

/// What happened to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing; it shows where the change is.
    Same,
    /// It went.
    Gone,
    /// It came.
    New,
    /// Unchanged lines are left out here.
    Gap,
}

/// A line with what happened to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What happened.
    pub change: Change,
    /// The line without its end.
    pub text: String,
}

/// Compares two texts.
#[must_use]
pub fn diff(before: &str, after: &str) -> Vec<Line> {
    let (old, new) = (lines_of(before), lines_of(after));
    let head = old.iter().zip(&new).take_while(|(left, right)| left == right).count();
    let (old_rest, new_rest) = (split(&old, head).1, split(&new, head).1);
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let tail = ends.take_while(|(left, right)| left == right).count();
    let (old_middle, end) = split(old_rest, old_rest.len() - tail);
    let (new_middle, _) = split(new_rest, new_rest.len() - tail);
    let same = |it: &&str| Line { change: Change::Same, text: (*it).to_owned() };
    let mut lines: Vec<Line> = split(&old, head).0.iter().map(same).collect();
    lines.extend(compare(old_middle, new_middle));
    lines.extend(end.iter().map(same));
    shorten(&lines)
}

/// Cuts a text into lines without their ends; a last line without an end says so.
fn lines_of(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn split<'a, 'b>(lines: &'a [&'b str], at: usize) -> (&'a [&'b str], &'a [&'b str]) {
    lines.split_at(at.min(lines.len()))
}

fn line(change: Change, text: &str) -> Line {
    Line { change, text: text.to_owned() }
}

/// Compares lines by their longest common sequence.
fn compare(old: &[&str], new: &[&str]) -> Vec<Line> {
    let gone = |it: &&str| line(Change::Gone, it);
    let came = |it: &&str| line(Change::New, it);
    if old.len() > LINES_MAX || new.len() > LINES_MAX {
        return old.iter().map(gone).chain(new.iter().map(came)).collect();
    }
    // The row for an old line holds how much is common from there on, for every new line.
    let mut rows = vec![vec![0_usize; new.len() + 1]];
    for text in old.iter().rev() {
        let below = rows.last().cloned().unwrap_or_default();
        let mut row = vec![0; new.len() + 1];
        for (idx, it) in new.iter().enumerate().rev() {
            let at = |row: &[usize], idx: usize| row.get(idx).copied().unwrap_or(0);
            let value = match it == text {
                true => at(&below, idx + 1) + 1,
                false => at(&below, idx).max(at(&row, idx + 1)),
            };
            if let Some(cell) = row.get_mut(idx) {
                *cell = value;
            }
        }
        rows.push(row);
    }
    rows.reverse();
    walk(old, new, &rows)
}

fn walk(old: &[&str], new: &[&str], rows: &[Vec<usize>]) -> Vec<Line> {
    let cell = |row: usize, column: usize| {
        rows.get(row).and_then(|it| it.get(column)).copied().unwrap_or(0)
    };
    let (mut old_idx, mut new_idx) = (0, 0);
    let mut lines = Vec::new();
    loop {
        match (old.get(old_idx), new.get(new_idx)) {
            (Some(left), Some(right)) if left == right => {
                lines.push(line(Change::Same, left));
                (old_idx, new_idx) = (old_idx + 1, new_idx + 1);
            }
            (Some(left), Some(_)) if cell(old_idx + 1, new_idx) >= cell(old_idx, new_idx + 1) => {
                lines.push(line(Change::Gone, left));
                old_idx += 1;
            }
            (_, Some(right)) => {
                lines.push(line(Change::New, right));
                new_idx += 1;
            }
            (Some(left), None) => {
                lines.push(line(Change::Gone, left));
                old_idx += 1;
            }
            (None, None) => return lines,
        }
    }
}

/// Leaves out what is far from any change.
fn shorten(lines: &[Line]) -> Vec<Line> {
    let is_near = |idx: usize| {
        let from = idx.saturating_sub(CONTEXT);
        let around = lines.iter().skip(from).take(idx - from + CONTEXT + 1);
        around.into_iter().any(|it| it.change != Change::Same)
    };
    let mut shown: Vec<Line> = Vec::new();
    for (idx, it) in lines.iter().enumerate() {
        let is_gap = shown.last().is_some_and(|it| it.change == Change::Gap);
        if is_near(idx) {
            let text = it.text.trim_end_matches(['\n', '\r']).to_owned();
            shown.push(Line { change: it.change, text });
        } else if !is_gap {
            shown.push(line(Change::Gap, ""));
        }
    }
    if shown.iter().all(|it| it.change == Change::Gap) {
        shown.clear();
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Change, diff};
    use insta::assert_snapshot;

    fn check(before: &str, after: &str) -> String {
        let sign = |change| match change {
            Change::Same => ' ',
            Change::Gone => '-',
            Change::New => '+',
            Change::Gap => '~',
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
