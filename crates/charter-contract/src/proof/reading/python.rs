//! What pytest, unittest and behave print.

use super::told::{CaseOutcome, ToldCounts, fields, is_rule, number, only, pairs};

const PYTEST_WORDS: [&str; 14] = [
    "passed",
    "failed",
    "skipped",
    "error",
    "errors",
    "xfailed",
    "xpassed",
    "deselected",
    "warning",
    "warnings",
    "rerun",
    "reruns",
    "subtests passed",
    "subtests failed",
];

/// Tells whether a line is the bar that a session begins with.
pub(super) fn is_session_start(line: &str) -> bool {
    line.starts_with("===") && line.trim_matches('=') == " test session starts "
}

/// Reads `==== 2 passed, 1 skipped in 0.01s ====`, or the same without the bars under `-q`.
pub(super) fn session_end(line: &str) -> Option<Vec<(u64, &str)>> {
    let told = if line.starts_with("==") { line.trim_matches('=').trim() } else { line };
    let (told, time) = told.rsplit_once(" in ")?;
    let time = time.split_once(" (").map_or(time, |(time, _)| time);
    time.strip_suffix('s')?.parse::<f64>().ok()?;
    if told == "no tests ran" {
        return Some(Vec::new());
    }
    let told = pairs(told, ", ")?;
    let is_told = told.iter().any(|(_, word)| !word.starts_with("warning"));
    (is_told && only(&told, &PYTEST_WORDS)).then_some(told)
}

/// Where in pytest's output a line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PythonPart {
    Plain,
    /// Output of a test that pytest shows; it ends at the next header.
    Captured,
    /// Why a file could not be collected.
    Collecting,
    Summary,
}

/// Reads pytest.
pub(super) fn pytest(lines: &[&str], told: &mut ToldCounts) {
    let mut part = PythonPart::Plain;
    let mut held = None;
    let mut is_conftest = false;
    for line in lines {
        part = part_after(line, part);
        match session_end(line) {
            // Without a header after it, only the end tells that it was no captured output.
            Some(counts) if part == PythonPart::Captured => held = Some(counts),
            Some(counts) => {
                add_session(&counts, told);
                (part, held) = (PythonPart::Plain, None);
            }
            None => {}
        }
        is_conftest |= line.starts_with("ImportError while loading conftest ");
        let is_error = line.starts_with("E   ");
        if is_error && (part == PythonPart::Collecting || is_conftest) {
            told.broke(line.trim_start_matches('E'));
            is_conftest = false;
        }
        match part {
            PythonPart::Summary => summary_case(line, told),
            PythonPart::Plain => verbose_case(line, told),
            PythonPart::Captured | PythonPart::Collecting => {}
        }
        broken_run(line, told);
    }
    if let Some(counts) = held {
        add_session(&counts, told);
    }
}

fn part_after(line: &str, part: PythonPart) -> PythonPart {
    if line.starts_with("____") && line.contains(" ERROR collecting ") {
        return PythonPart::Collecting;
    }
    if line.starts_with("===") && line.contains(" short test summary info ") {
        return PythonPart::Summary;
    }
    if line.starts_with("---") && line.contains(" Captured ") {
        return PythonPart::Captured;
    }
    let is_header = line.starts_with("____") || line.starts_with("=====");
    if is_header { PythonPart::Plain } else { part }
}

fn add_session(counts: &[(u64, &str)], told: &mut ToldCounts) {
    let failed = number(counts, &["failed", "error", "errors", "subtests failed"]);
    let passed = number(counts, &["passed", "xpassed"]);
    told.counted("pytest", passed, failed, number(counts, &["skipped", "xfailed"]));
    told.n_reruns = told.n_reruns.saturating_add(number(counts, &["rerun", "reruns"]));
}

/// `FAILED path::name - why`, `ERROR path` where a file could not be collected.
fn summary_case(line: &str, told: &mut ToldCounts) {
    let Some((word, rest)) = line.split_once(' ') else { return };
    let outcome = match word {
        "FAILED" | "ERROR" => CaseOutcome::Failed,
        "PASSED" | "XPASS" => CaseOutcome::Passed,
        "XFAIL" => CaseOutcome::Skipped,
        _ => return,
    };
    let name = node_id(rest);
    if name.contains("::") {
        told.case(name, outcome);
    } else if word == "ERROR" {
        told.broke(rest);
    }
}

/// Takes the reason from a node id; a parameter may hold the mark that divides them.
fn node_id(text: &str) -> &str {
    let reason = |it: &&str| text.find(it);
    let is_param = text.split(" - ").next().is_some_and(|it| it.contains('[') && !it.contains(']'));
    let at = if is_param { reason(&"] - ").map(|it| it + 1) } else { reason(&" - ") };
    at.and_then(|it| text.get(..it)).unwrap_or(text).trim()
}

/// `path::name PASSED   [ 14%]`, and `[gw0] [ 14%] PASSED path::name` of several workers.
fn verbose_case(line: &str, told: &mut ToldCounts) {
    if !line.contains("::") || line.starts_with(' ') {
        return;
    }
    if let Some((_, rest)) = line.strip_prefix("[gw").and_then(|it| it.split_once("%] ")) {
        if let Some((word, name)) = rest.split_once(' ') {
            told_word(word).into_iter().for_each(|it| told.case(name, it));
        }
        return;
    }
    let line = match line.rsplit_once(" [") {
        Some((line, percent)) if percent.ends_with("%]") => line.trim_end(),
        Some(_) | None => line.trim_end(),
    };
    for word in ["PASSED", "FAILED", "SKIPPED", "XFAIL", "XPASS", "ERROR"] {
        let Some((name, why)) = line.rsplit_once(word) else { continue };
        let is_end = why.is_empty() || why.starts_with(" (");
        if is_end && name.ends_with(' ') && name.contains("::") {
            told_word(word).into_iter().for_each(|it| told.case(name, it));
            return;
        }
    }
}

fn told_word(word: &str) -> Option<CaseOutcome> {
    match word {
        "PASSED" | "XPASS" => Some(CaseOutcome::Passed),
        "FAILED" | "ERROR" => Some(CaseOutcome::Failed),
        "SKIPPED" | "XFAIL" => Some(CaseOutcome::Skipped),
        _ => None,
    }
}

fn broken_run(line: &str, told: &mut ToldCounts) {
    let marks = [
        "ImportError while loading conftest ",
        "ERROR: usage: ",
        "ERROR: file or directory not found: ",
        "ERROR: not found: ",
        "INTERNALERROR> ",
    ];
    let is_bar = line.starts_with("!!!") && line.contains("during collection");
    let is_usage = line.contains("pytest: error: ");
    if is_bar || is_usage || marks.iter().any(|it| line.starts_with(it)) {
        told.broke(line.trim_matches(['!', ' ']));
    }
}

/// Reads unittest and its kin: `Ran 3 tests in 0.001s` below a rule, and two lines below
/// `OK (skipped=1)` or `FAILED (failures=1, errors=1)`.
pub(super) fn unittest(lines: &[&str], told: &mut ToldCounts) {
    let mut is_placeholder = false;
    for (idx, line) in lines.iter().enumerate() {
        let above = |n: usize| idx.checked_sub(n).and_then(|it| lines.get(it)).copied();
        let is_ruled = above(1).is_some_and(|it| is_rule(it, '='));
        if is_rule(line, '=') || line.starts_with("Ran ") {
            is_placeholder = false;
        }
        if let Some((_, name)) = failure_head(line).filter(|_| is_ruled) {
            is_placeholder = name.contains("_FailedTest");
            match is_placeholder {
                true => told.broke(line),
                false => told.case(test_of(name), CaseOutcome::Failed),
            }
        } else if is_placeholder && !line.starts_with(' ') && line.contains("Error: ") {
            told.broke(line);
        }
        if above(1).is_some_and(|it| is_rule(it, '-')) {
            ran(lines, idx, told);
        }
        verbose_unittest(line, above(1), told);
    }
}

fn failure_head(line: &str) -> Option<(&str, &str)> {
    let (word, name) = line.split_once(": ")?;
    matches!(word, "FAIL" | "ERROR" | "UNEXPECTED SUCCESS").then_some((word, name))
}

/// Gives `name (module.Class.name)` without the parameters of a sub-test.
fn test_of(name: &str) -> &str {
    name.find(')').and_then(|it| name.get(..=it)).unwrap_or(name)
}

fn ran(lines: &[&str], idx: usize, told: &mut ToldCounts) {
    let n_tests = lines.get(idx).and_then(|line| {
        let (n, rest) = line.strip_prefix("Ran ")?.split_once(" test")?;
        let time = rest.trim_start_matches('s').strip_prefix(" in ")?;
        time.strip_suffix('s')?.parse::<f64>().ok()?;
        n.parse::<u64>().ok()
    });
    let Some(total) = n_tests else { return };
    let last = lines.iter().skip(idx + 1).take(4).find(|it| !it.trim().is_empty());
    let Some(last) = last.map(|it| it.trim()) else { return };
    let word = last.split(" (").next().unwrap_or_default();
    if !["OK", "FAILED", "PASSED", "NO TESTS RAN"].contains(&word) {
        return;
    }
    let inner = last.trim_end_matches(')').split_once('(').map(|(_, inner)| inner);
    let counts = inner.and_then(|it| fields(it, '=')).unwrap_or_default();
    let failed = number(&counts, &["failures", "errors", "unexpected successes"]);
    let failed = if word == "FAILED" { failed.max(1) } else { failed };
    let skipped = number(&counts, &["skipped", "skips", "expected failures"]);
    told.counted("unittest", total.saturating_sub(failed.saturating_add(skipped)), failed, skipped);
}

/// `name (module.Class.name) ... ok`; the first line of a docstring stands on a line of its own.
fn verbose_unittest(line: &str, above: Option<&str>, told: &mut ToldCounts) {
    let Some((name, word)) = line.rsplit_once(" ... ") else { return };
    let outcome = match word {
        "ok" | "unexpected success" => CaseOutcome::Passed,
        "FAIL" | "ERROR" => CaseOutcome::Failed,
        it if it.starts_with("skipped") || it == "expected failure" => CaseOutcome::Skipped,
        _ => return,
    };
    let is_named = |it: &&str| it.contains(" (") && it.contains(')') && !it.contains(" ... ");
    let name = [Some(name), above].into_iter().flatten().find(is_named);
    if let Some(name) = name.filter(|it| !it.contains("_FailedTest")) {
        told.case(test_of(name), outcome);
    }
}

/// Reads behave and cucumber: `2 scenarios passed, 1 failed, 0 skipped` and `2 scenarios (1 failed, 1 passed)`.
pub(super) fn scenarios(lines: &[&str], told: &mut ToldCounts) {
    let mut is_list = false;
    for line in lines {
        is_list = *line == "Failing scenarios:" || is_list && line.starts_with("  ");
        if let Some((_, name)) = line.trim_start().split_once("  ").filter(|_| is_list) {
            told.case(name, CaseOutcome::Failed);
        }
        let Some((n, rest)) = line.split_once(" scenario") else { continue };
        let Ok(n) = n.parse::<u64>() else { continue };
        let rest = rest.trim_start_matches('s').trim();
        if let Some(rest) = rest.strip_prefix("passed, ") {
            let Some(others) = pairs(rest, ", ") else { continue };
            let failed = number(&others, &["failed", "error", "undefined"]);
            told.counted("behave", n, failed, number(&others, &["skipped", "untested"]));
        } else if let Some(inner) = rest.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
            let Some(all) = pairs(inner, ", ") else { continue };
            let failed = number(&all, &["failed", "ambiguous", "undefined"]);
            let skipped = number(&all, &["skipped", "pending"]);
            told.counted("cucumber", number(&all, &["passed"]), failed, skipped);
        }
    }
}
