//! How many tests a run counted, in the runner's own words.
//!
//! Owns one small reader per runner. What no reader knows gives no count, which is not an error. Must
//! not judge: a run of no tests is a count of zero.

use serde::{Deserialize, Serialize};

/// What a runner counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub runner: String,
    pub total: u64,
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl Counts {
    fn new(runner: &str, passed: u64, failed: u64, skipped: u64) -> Self {
        let total = passed + failed + skipped;
        Self { runner: runner.to_owned(), total, passed, failed, skipped }
    }

    /// Says it in words: `3 of 4 tests passed, 1 skipped`.
    #[must_use]
    pub fn words(&self) -> String {
        let tests = if self.total == 1 { "test" } else { "tests" };
        let mut words = format!("{} of {} {tests} passed", self.passed, self.total);
        for (n, word) in [(self.failed, "failed"), (self.skipped, "skipped")] {
            if n > 0 {
                words = format!("{words}, {n} {word}");
            }
        }
        words
    }
}

/// Reads the counts out of a run's output; none where no runner is recognised.
#[must_use]
pub fn count_tests(output: &str) -> Option<Counts> {
    let output = strip_ansi(output);
    let lines: Vec<&str> = output.lines().collect();
    let readers =
        [nextest, cargo, pytest, unittest, go, jest, vitest, mocha, bun, node, ctest, prove, tap];
    readers.iter().find_map(|reader| reader(&lines))
}

/// Removes what only colours a terminal or moves its cursor.
#[must_use]
pub fn strip_ansi(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string().replace('\r', "")
}

/// Finds the number right before a word, as in `3 passed`.
fn before(line: &str, word: &str) -> Option<u64> {
    let words: Vec<&str> = line
        .split(|it: char| it.is_whitespace() || matches!(it, ',' | ';' | '|' | '(' | ')'))
        .filter(|it| !it.is_empty())
        .collect();
    let idx = words.iter().position(|it| it.trim_end_matches('.') == word)?;
    words.get(idx.checked_sub(1)?)?.parse().ok()
}

/// `test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out`, once a binary.
fn cargo(lines: &[&str]) -> Option<Counts> {
    let results = lines.iter().filter(|it| it.trim_start().starts_with("test result: "));
    let mut all: Option<Counts> = None;
    for line in results {
        let (passed, failed) = (before(line, "passed")?, before(line, "failed")?);
        let skipped = before(line, "ignored").unwrap_or(0);
        let sum = all.get_or_insert_with(|| Counts::new("cargo test", 0, 0, 0));
        *sum = Counts::new(
            "cargo test",
            sum.passed + passed,
            sum.failed + failed,
            sum.skipped + skipped,
        );
    }
    all
}

/// `Summary [   0.005s] 3 tests run: 2 passed, 1 failed, 1 skipped`; what a filter leaves out is
/// called skipped, too, and tells nothing.
fn nextest(lines: &[&str]) -> Option<Counts> {
    let is_summary = |it: &&&str| it.trim_start().starts_with("Summary [") && it.contains(" run:");
    let line = lines.iter().rev().find(is_summary)?;
    let (_, told) = line.split_once(']')?;
    let run: u64 = told.split_whitespace().next()?.split('/').next()?.parse().ok()?;
    let passed = before(told, "passed").unwrap_or(0);
    let failed = ["failed", "exec", "timed"].iter().filter_map(|it| before(told, it)).sum::<u64>();
    let failed = failed.max(run.saturating_sub(passed));
    Some(Counts::new("cargo nextest", passed, failed, 0))
}

/// `==== 2 passed, 1 skipped in 0.01s ====`, or without the bars under `-q`.
fn pytest(lines: &[&str]) -> Option<Counts> {
    let is_last = |it: &&&str| {
        let line = it.trim().trim_matches('=').trim();
        let has_time = line.contains(" in ") && line.ends_with(['s', ')']);
        let told = ["passed", "failed", "skipped", "error", "errors", "xfailed", "deselected"];
        let counted = told.iter().any(|word| before(line, word).is_some());
        has_time && (counted || line.starts_with("no tests ran"))
    };
    let line = lines.iter().rev().find(is_last)?.trim().trim_matches('=').trim();
    let (told, _) = line.rsplit_once(" in ")?;
    let get = |word: &str| before(told, word).unwrap_or(0);
    let failed = get("failed") + get("error") + get("errors");
    let skipped = get("skipped") + get("xfailed");
    Some(Counts::new("pytest", get("passed") + get("xpassed"), failed, skipped))
}

/// `Ran 3 tests in 0.001s`, and two lines below `OK (skipped=1)` or `FAILED (failures=1, errors=1)`.
fn unittest(lines: &[&str]) -> Option<Counts> {
    let (idx, total) = lines.iter().enumerate().rev().find_map(|(idx, line)| {
        let (n, rest) = line.strip_prefix("Ran ")?.split_once(" test")?;
        let has_time = rest.trim_start_matches('s').starts_with(" in ");
        Some((idx, n.parse::<u64>().ok().filter(|_| has_time)?))
    })?;
    let last = lines.iter().skip(idx + 1).find(|it| !it.trim().is_empty())?.trim();
    if !["OK", "FAILED", "NO TESTS RAN"].iter().any(|it| last.starts_with(it)) {
        return None;
    }
    let (_, told) = last.trim_end_matches(')').split_once('(').unwrap_or_default();
    let get = |word: &str| {
        let pairs = told.split(", ").filter_map(|it| it.split_once('='));
        pairs.filter(|(key, _)| *key == word).find_map(|(_, n)| n.parse().ok()).unwrap_or(0u64)
    };
    let failed = get("failures") + get("errors") + get("unexpected successes");
    let skipped = get("skipped") + get("expected failures");
    Some(Counts::new("unittest", total.saturating_sub(failed + skipped), failed, skipped))
}

/// `--- PASS: TestX (0.00s)` under `-v`; else one line a package, `ok  pkg  0.1s`.
fn go(lines: &[&str]) -> Option<Counts> {
    let count =
        |mark: &str| lines.iter().filter(|it| it.trim_start().starts_with(mark)).count() as u64;
    let is_package = |it: &&&str| {
        let parts: Vec<&str> = it.split('\t').collect();
        matches!(parts.as_slice(), ["ok  " | "FAIL" | "?   ", _, ..])
    };
    let packages: Vec<&&str> = lines.iter().filter(is_package).collect();
    if packages.is_empty() {
        return None;
    }
    let named = (count("--- PASS: "), count("--- FAIL: "), count("--- SKIP: "));
    if named.0 + named.2 > 0 {
        return Some(Counts::new("go test", named.0, named.1, named.2));
    }
    // A package in which nothing ran says so before its line, or on it.
    let empty = lines.iter().filter(|it| it.contains("no tests to run")).count() as u64;
    let passed = packages.iter().filter(|it| it.starts_with("ok")).count() as u64;
    let passed = passed.saturating_sub(empty);
    let failed = packages.iter().filter(|it| it.starts_with("FAIL")).count() as u64;
    Some(Counts::new("go test", passed, named.1.max(failed), 0))
}

/// `Tests:       1 failed, 1 skipped, 2 passed, 4 total`.
fn jest(lines: &[&str]) -> Option<Counts> {
    let none = lines.iter().any(|it| it.trim_start().starts_with("No tests found, exiting"));
    let line = lines.iter().rev().find(|it| it.trim_start().starts_with("Tests:"));
    let Some(line) = line else {
        return none.then(|| Counts::new("jest", 0, 0, 0));
    };
    before(line, "total")?;
    let get = |word: &str| before(line, word).unwrap_or(0);
    Some(Counts::new("jest", get("passed"), get("failed"), get("skipped") + get("todo")))
}

/// ` Tests  2 passed | 1 skipped (3)`.
fn vitest(lines: &[&str]) -> Option<Counts> {
    let is_count = |it: &&&str| {
        let line = it.trim_start();
        line.starts_with("Tests  ") && (line.ends_with(')') || line.contains("no tests"))
    };
    let line = lines.iter().rev().find(is_count);
    let Some(line) = line else {
        let none = lines.iter().any(|it| it.trim_start().starts_with("No test files found"));
        return none.then(|| Counts::new("vitest", 0, 0, 0));
    };
    let get = |word: &str| before(line, word).unwrap_or(0);
    Some(Counts::new("vitest", get("passed"), get("failed"), get("skipped") + get("todo")))
}

/// `  2 passing (5ms)`, `  1 pending`, `  1 failing`.
fn mocha(lines: &[&str]) -> Option<Counts> {
    let told = |word: &str| {
        let line = lines.iter().rev().find(|it| {
            let mut words = it.split_whitespace();
            words.next().is_some_and(|it| it.parse::<u64>().is_ok()) && words.next() == Some(word)
        });
        line.and_then(|it| it.split_whitespace().next()?.parse().ok())
    };
    let passed = told("passing")?;
    Some(Counts::new("mocha", passed, told("failing").unwrap_or(0), told("pending").unwrap_or(0)))
}

/// ` 2 pass`, ` 1 skip`, ` 0 fail`, `Ran 3 tests across 1 file.`
fn bun(lines: &[&str]) -> Option<Counts> {
    lines.iter().find(|it| it.starts_with("Ran ") && it.contains(" tests across "))?;
    let told = |word: &str| {
        let is_told = |it: &&&str| {
            let words: Vec<&str> = it.split_whitespace().collect();
            matches!(words.as_slice(), [n, it] if n.parse::<u64>().is_ok() && *it == word)
        };
        let line = lines.iter().rev().find(is_told);
        line.and_then(|it| it.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    Some(Counts::new("bun test", told("pass"), told("fail"), told("skip") + told("todo")))
}

/// `# tests 3`, `# pass 2` …, or the same behind `ℹ`.
fn node(lines: &[&str]) -> Option<Counts> {
    let told = |word: &str| {
        lines.iter().rev().find_map(|it| {
            let rest = it.strip_prefix("# ").or_else(|| it.strip_prefix("ℹ "))?;
            rest.strip_prefix(word)?.trim().parse::<u64>().ok()
        })
    };
    told("tests")?;
    let get = |word: &str| told(word).unwrap_or(0);
    let failed = get("fail") + get("cancelled");
    let runner = if lines.iter().any(|it| it.starts_with("TAP version")) && told("suites").is_none()
    {
        "TAP"
    } else {
        "node --test"
    };
    Some(Counts::new(runner, told("pass")?, failed, get("skipped") + get("todo")))
}

/// `1/2 Test #1: adds ....   Passed    0.01 sec`, and a last line that counts skipped tests as passed.
fn ctest(lines: &[&str]) -> Option<Counts> {
    if lines.iter().any(|it| it.trim() == "No tests were found!!!") {
        return Some(Counts::new("ctest", 0, 0, 0));
    }
    lines.iter().find(|it| it.contains("% tests passed"))?;
    let tests: Vec<&&str> =
        lines.iter().filter(|it| it.contains(" Test ") && it.contains(" #")).collect();
    let count = |words: &[&str]| {
        tests.iter().filter(|it| words.iter().any(|word| it.contains(word))).count() as u64
    };
    let skipped = count(&["***Skipped", "***Not Run (Disabled)"]);
    let failed = count(&["***Failed", "***Timeout", "***Exception", "***Not Run  "]);
    Some(Counts::new("ctest", count(&["   Passed"]), failed, skipped))
}

/// `Files=1, Tests=2, …` and `Result: PASS`.
fn prove(lines: &[&str]) -> Option<Counts> {
    lines.iter().find(|it| it.starts_with("Result: "))?;
    let line = lines.iter().rev().find(|it| it.starts_with("Files="))?;
    let (_, rest) = line.split_once("Tests=")?;
    let total: u64 = rest.split(',').next()?.trim().parse().ok()?;
    let told = |line: &&&str| {
        let (_, rest) = line.split_once(" Failed: ")?;
        rest.trim_end_matches(')').parse::<u64>().ok()
    };
    let failed: u64 = lines.iter().filter_map(|it| told(&it)).sum();
    let is_failed = lines.contains(&"Result: FAIL");
    let failed = if is_failed { failed.max(1) } else { failed };
    Some(Counts::new("prove", total.saturating_sub(failed), failed, 0))
}

/// `ok 1 - name`, `not ok 2 - name`, `ok 3 # SKIP why`, with a plan `1..3`.
fn tap(lines: &[&str]) -> Option<Counts> {
    let is_plan = |it: &&&str| {
        it.strip_prefix("1..").is_some_and(|rest| {
            rest.split_whitespace().next().is_some_and(|it| it.parse::<u64>().is_ok())
        })
    };
    lines.iter().find(is_plan)?;
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for line in lines {
        let upper = line.to_uppercase();
        let is_skipped = upper.contains("# SKIP") || upper.contains("# TODO");
        let is_test = |mark: &str| {
            line.strip_prefix(mark).is_some_and(|rest| {
                rest.trim_start().starts_with(|it: char| it.is_ascii_digit() || it == '-')
            })
        };
        if is_test("not ok ") && !is_skipped {
            failed += 1;
        } else if is_test("ok ") || is_test("not ok ") {
            *if is_skipped { &mut skipped } else { &mut passed } += 1;
        }
    }
    Some(Counts::new("TAP", passed, failed, skipped))
}
