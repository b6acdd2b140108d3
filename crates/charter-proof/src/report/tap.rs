//! Test results as TAP, versions 12 to 14, with subtests.
//!
//! Owns the reading of it: every test point that has no points below it, under the names of those
//! above. A test that is skipped or still to do did not pass. Must not know criteria.
//!
//! ```text
//! TAP version 14
//! 1..2                                a plan, before or behind its points
//! # Subtest: entry                    a comment
//!     ok 1 - survives a reload        a point below `entry`, four blanks in
//!       ---                           diagnostics, two more blanks in
//!       ...
//!     1..1
//! ok 1 - entry                        the point that the ones above belong to
//! not ok 2 - is fast # TODO measure   a directive: SKIP or TODO
//! Bail out! no database
//! ```

use super::case::{DEPTH_MAX, ReportCase, ReportProblem, TestOutcome};
use std::collections::BTreeSet;

/// How many blanks a subtest is in.
const INDENT: usize = 4;

/// The points at one depth since the last point above them.
#[derive(Default)]
struct Level {
    plan: Option<u64>,
    n_points: u64,
    last: u64,
    numbers: BTreeSet<u64>,
    cases: Vec<ReportCase>,
}

/// A line that says something.
enum TapLine<'a> {
    Plan(u64),
    Point(Point),
    BailOut(&'a str),
    Version,
}

struct Point {
    is_ok: bool,
    number: Option<u64>,
    name: String,
    has_directive: bool,
}

/// Reads every test of a report.
pub(super) fn read(text: &str) -> Result<Vec<ReportCase>, ReportProblem> {
    let mut levels = vec![Level::default()];
    let mut is_tap = false;
    // Where the diagnostics of the last point would begin, and where those that are open do.
    let (mut may_open, mut open) = (None, None);
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let words = line.trim();
        if let Some(at) = open {
            open = (indent != at || words != "...").then_some(at);
            continue;
        }
        if words == "---" && may_open == Some(indent) {
            open = may_open;
            continue;
        }
        may_open = None;
        let depth = indent / INDENT;
        let is_in_place = indent.is_multiple_of(INDENT) && depth <= levels.len();
        let Some(said) = parse(words).filter(|_| is_in_place) else { continue };
        is_tap |= depth == 0;
        if depth == levels.len() {
            levels.push(Level::default());
        }
        match said {
            TapLine::Version => {}
            TapLine::BailOut(why) => return Err(ReportProblem::BailedOut(why.to_owned())),
            TapLine::Plan(planned) => set_plan(&mut levels, depth, planned)?,
            TapLine::Point(point) => {
                may_open = Some(indent + 2);
                take_point(&mut levels, depth, point)?;
            }
        }
        if levels.len() > DEPTH_MAX {
            return Err(ReportProblem::TooDeep);
        }
    }
    if open.is_some() || levels.iter().skip(1).any(|it| it.plan.is_some()) {
        return Err(ReportProblem::CutOff);
    }
    let top = levels.into_iter().next().filter(|_| is_tap).ok_or(ReportProblem::NotTap)?;
    top.close()?.ok_or(ReportProblem::NoPlan)
}

fn set_plan(levels: &mut [Level], depth: usize, planned: u64) -> Result<(), ReportProblem> {
    let Some(level) = levels.get_mut(depth) else { return Ok(()) };
    match level.plan.replace(planned) {
        None => Ok(()),
        Some(_) => Err(ReportProblem::TwoPlans),
    }
}

/// Takes a point, with those below it that came before.
fn take_point(levels: &mut Vec<Level>, depth: usize, point: Point) -> Result<(), ReportProblem> {
    let mut below = levels.split_off((depth + 1).min(levels.len())).into_iter();
    let children = below.next().unwrap_or_default();
    if below.any(|it| it.plan.is_some()) {
        return Err(ReportProblem::CutOff);
    }
    let is_empty = children.plan == Some(0);
    // What is indented and follows no plan is the output of a program.
    let children = children.close()?.unwrap_or_default();
    let Some(level) = levels.get_mut(depth) else { return Ok(()) };
    let number = point.number.unwrap_or(level.last.saturating_add(1));
    if !level.numbers.insert(number) {
        return Err(ReportProblem::NumberTwice(number));
    }
    (level.last, level.n_points) = (number, level.n_points + 1);
    let name = if point.name.is_empty() { format!("#{number}") } else { point.name };
    let outcome = match (point.has_directive, point.is_ok) {
        (true, _) => TestOutcome::Skipped,
        (false, false) => TestOutcome::Failed,
        (false, true) if is_empty => TestOutcome::Skipped,
        (false, true) => TestOutcome::Passed,
    };
    let has_failed = children.iter().any(|it| it.outcome == TestOutcome::Failed);
    // A point whose subtests all passed can still fail, by a plan or a hook.
    if children.is_empty() || (outcome == TestOutcome::Failed && !has_failed) {
        level.cases.push(ReportCase::new(&[&name], outcome));
    }
    let child = |it: ReportCase| {
        let own = if point.has_directive { TestOutcome::Skipped } else { it.outcome };
        ReportCase::new(&[&name, &it.name], own)
    };
    level.cases.extend(children.into_iter().map(child));
    Ok(())
}

impl Level {
    /// Gives the cases, if there was a plan and it was kept.
    fn close(self) -> Result<Option<Vec<ReportCase>>, ReportProblem> {
        let Some(planned) = self.plan else { return Ok(None) };
        if self.n_points != planned {
            return Err(ReportProblem::OtherThanPlanned { planned, seen: self.n_points });
        }
        match self.numbers.iter().find(|it| !(1..=planned).contains(*it)) {
            Some(number) => Err(ReportProblem::NumberTwice(*number)),
            None => Ok(Some(self.cases)),
        }
    }
}

fn parse(words: &str) -> Option<TapLine<'_>> {
    if words.starts_with("TAP version ") {
        return Some(TapLine::Version);
    }
    let bail = "Bail out!";
    if words.get(..bail.len()).is_some_and(|it| it.eq_ignore_ascii_case(bail)) {
        return words.get(bail.len()..).map(|it| TapLine::BailOut(it.trim()));
    }
    if let Some(rest) = words.strip_prefix("1..") {
        let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(end);
        let is_plan = rest.is_empty() || rest.starts_with([' ', '#']);
        return number.parse().ok().filter(|_| is_plan).map(TapLine::Plan);
    }
    let (is_ok, rest) = match words.strip_prefix("not ok") {
        Some(rest) => (false, rest),
        None => (true, words.strip_prefix("ok")?),
    };
    (rest.is_empty() || rest.starts_with(' ')).then(|| TapLine::Point(point(is_ok, rest.trim())))
}

fn point(is_ok: bool, rest: &str) -> Point {
    let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("- ").or_else(|| rest.strip_prefix('-')).unwrap_or(rest);
    let directive = directive_at(rest);
    let name = rest.get(..directive.unwrap_or(rest.len())).unwrap_or_default().trim();
    Point {
        is_ok,
        number: number.parse().ok(),
        name: name.replace("\\#", "#").replace("\\\\", "\\"),
        has_directive: directive.is_some(),
    }
}

/// Finds where a directive begins: a `#` that nothing escapes, and the word.
fn directive_at(text: &str) -> Option<usize> {
    let is_directive = |idx: usize| {
        let before = text.get(..idx).unwrap_or_default();
        let n_slashes = before.len() - before.trim_end_matches('\\').len();
        let word = text.get(idx + 1..).unwrap_or_default().trim_start().to_ascii_lowercase();
        let is_todo =
            word.strip_prefix("todo").is_some_and(|it| !it.starts_with(char::is_alphanumeric));
        n_slashes.is_multiple_of(2) && (word.starts_with("skip") || is_todo)
    };
    text.match_indices('#').map(|(idx, _)| idx).find(|idx| is_directive(*idx))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, TestOutcome)]) {
        let cases = read(text).unwrap();
        let shown: Vec<_> = cases.iter().map(|it| (it.name.as_str(), it.outcome)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_oldest_form_is_read() {
        let text = "1..5\nok\nnot ok 2 - b\nsome words\nok 3 # skip no network\nnot ok 4 d # TODO later\nok 5 - issue #12 skipped\n";
        let expected = [
            ("#1", TestOutcome::Passed),
            ("b", TestOutcome::Failed),
            ("#3", TestOutcome::Skipped),
            ("d", TestOutcome::Skipped),
            ("issue #12 skipped", TestOutcome::Passed),
        ];
        check(text, &expected);
    }

    #[test]
    fn a_directive_is_one_only_where_nothing_escapes_it() {
        let text =
            "1..4\nok 1 - a \\# skip\nok 2 - b \\\\# SKIP\nok 3 - c # todoist\nok 4 - d #TODO\n";
        let expected = [
            ("a # skip", TestOutcome::Passed),
            ("b \\", TestOutcome::Skipped),
            ("c # todoist", TestOutcome::Passed),
            ("d", TestOutcome::Skipped),
        ];
        check(text, &expected);
    }

    #[test]
    fn a_group_is_its_tests_and_fails_by_itself_too() {
        let text = "1..4\n    1..2\n    ok 1 - a\n    ok 2 - b\nnot ok 1 - hook\n    ok 1 - c\n    1..1\nok 2 - later # TODO\n    1..0\nok 3 - empty\n    ok 7 - noise\nok 4 - plain\n";
        let expected = [
            ("hook", TestOutcome::Failed),
            ("hook a", TestOutcome::Passed),
            ("hook b", TestOutcome::Passed),
            ("later c", TestOutcome::Skipped),
            ("empty", TestOutcome::Skipped),
            ("plain", TestOutcome::Passed),
        ];
        check(text, &expected);
    }

    #[test]
    fn what_stands_in_diagnostics_is_no_test() {
        let text = "TAP version 13\nnot ok 1 - a\n  ---\n  got: |\n    ok 2 - no\n  Bail out! no\n  ...\n1..1\n";
        check(text, &[("a", TestOutcome::Failed)]);
    }

    #[test]
    fn a_run_that_is_not_whole_shows_nothing() {
        let check = |text: &str, problem| assert_eq!(read(text), Err(problem), "{text}");
        check("", ReportProblem::NotTap);
        check("all good\n", ReportProblem::NotTap);
        check("ok 1 - a\n", ReportProblem::NoPlan);
        check("1..2\nok 1 - a\n", ReportProblem::OtherThanPlanned { planned: 2, seen: 1 });
        check("1..1\nok 1\nok 2\n", ReportProblem::OtherThanPlanned { planned: 1, seen: 2 });
        check("1..2\nok 1\nok 1\n", ReportProblem::NumberTwice(1));
        check("1..2\nok 1\nok 3\n", ReportProblem::NumberTwice(3));
        check("1..2\nok 18446744073709551615\nok\n", ReportProblem::NumberTwice(u64::MAX));
        check("1..1\nok 1\n1..1\n", ReportProblem::TwoPlans);
        check("1..1\nBail out! no database\n", ReportProblem::BailedOut("no database".to_owned()));
        check("1..1\n    1..1\n    ok 1\n", ReportProblem::CutOff);
        check("1..1\nok 1\n  ---\n  a: b\n", ReportProblem::CutOff);
        let short = "1..1\n    1..2\n    ok 1\nok 1\n";
        check(short, ReportProblem::OtherThanPlanned { planned: 2, seen: 1 });
        let deep: String = (0..70).map(|it| format!("{}ok\n", " ".repeat(it * 4))).collect();
        check(&deep, ReportProblem::TooDeep);
    }
}
