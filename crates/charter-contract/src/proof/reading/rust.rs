//! What `cargo test` and `cargo nextest` print.

use super::told::{CaseOutcome, NAMES_MAX, ToldCounts, number, only, pairs};
use std::collections::BTreeMap;

/// How a run of nextest begins.
pub(super) const RUN_START: &str = "Nextest run ID ";

/// Reads `running 3 tests`.
pub(super) fn running(line: &str) -> Option<u64> {
    let rest = line.strip_prefix("running ")?;
    let n = rest.strip_suffix(" tests").or_else(|| rest.strip_suffix(" test"))?;
    n.parse().ok()
}

/// Reads `test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.00s`.
pub(super) fn result_pairs(line: &str) -> Option<Vec<(u64, &str)>> {
    let rest = line.strip_prefix("test result: ")?;
    let rest = rest.strip_prefix("ok. ").or_else(|| rest.strip_prefix("FAILED. "))?;
    let told = pairs(rest.split("; finished in ").next()?, ";")?;
    let words = ["passed", "failed", "ignored", "measured", "filtered out", "allowed fail"];
    only(&told, &words).then_some(told)
}

/// Reads `Summary [   0.005s] 3 tests run: 2 passed, 1 failed, 1 skipped` behind its time.
pub(super) fn summary_pairs(line: &str) -> Option<(u64, &str)> {
    let (time, told) = line.trim_start().strip_prefix("Summary [")?.split_once(']')?;
    time.trim().trim_start_matches(['>', ' ']).strip_suffix('s')?.parse::<f64>().ok()?;
    let (run, told) = told.split_once(" run: ")?;
    let n = run.split_whitespace().next()?.split('/').next()?;
    Some((n.parse().ok()?, told))
}

/// Reads `cargo test`. A binary's result counts where it adds up to what the binary said it would run.
pub(super) fn cargo(lines: &[&str], told: &mut ToldCounts) {
    let mut expected: Option<u64> = None;
    let mut is_list = false;
    let mut is_shown = false;
    for line in lines {
        if line.starts_with("     Running ") || line.starts_with("   Doc-tests ") {
            expected = None;
        }
        if let Some(n) = running(line).filter(|_| expected.is_none()) {
            (expected, is_shown) = (Some(n), false);
        }
        if let Some(counts) = result_pairs(line) {
            let n_run = n_run(&counts);
            if expected.is_none_or(|it| it == n_run) {
                let passed = number(&counts, &["passed", "measured"]);
                let failed = number(&counts, &["failed"]);
                told.counted("cargo test", passed, failed, number(&counts, &["ignored"]));
                (expected, is_shown) = (None, false);
            }
        }
        // Below the first `failures:` stands what the tests printed.
        is_shown |= *line == "failures:";
        if !is_shown {
            test_line(line, told);
        }
        match line.strip_prefix("    ") {
            Some(name) if is_list && !name.starts_with(' ') => told.case(name, CaseOutcome::Failed),
            Some(_) | None => is_list = *line == "failures:",
        }
        let is_crash = line.contains("process didn't exit successfully: ");
        if is_crash && line.contains("(signal: ") && expected.take().is_some() {
            told.counted("cargo test", 0, 1, 0);
            told.case(line, CaseOutcome::Failed);
        }
    }
}

/// Adds up what a binary ran, without what a filter left out.
pub(super) fn n_run(counts: &[(u64, &str)]) -> u64 {
    let run = counts.iter().filter(|(_, word)| *word != "filtered out");
    run.fold(0, |sum, (n, _)| sum.saturating_add(*n))
}

/// `test name ... ok`, with ` - should panic` behind the name of some.
fn test_line(line: &str, told: &mut ToldCounts) {
    let Some((name, word)) = line.strip_prefix("test ").and_then(|it| it.split_once(" ... "))
    else {
        return;
    };
    let outcome = match word.split([' ', ',']).next() {
        Some("ok") => CaseOutcome::Passed,
        Some("FAILED") => CaseOutcome::Failed,
        Some("ignored") => CaseOutcome::Skipped,
        Some(_) | None => return,
    };
    let name = name.strip_suffix(" - should panic").unwrap_or(name);
    told.case(name, outcome);
}

/// Reads nextest; what a filter leaves out is called skipped there, too, and tells nothing.
pub(super) fn nextest(lines: &[&str], told: &mut ToldCounts) {
    // A test that is tried again is named again, and its last line counts.
    let mut last: BTreeMap<&str, CaseOutcome> = BTreeMap::new();
    for line in lines {
        if let Some((run, counts)) = summary_pairs(line) {
            let plain: String =
                counts.split(" (").map(|it| it.rsplit(')').next().unwrap_or(it)).collect();
            let Some(all) = pairs(&plain, ",") else { continue };
            let passed = number(&all, &["passed"]);
            let failed = number(&all, &["failed", "exec failed", "timed out"]);
            told.counted("cargo nextest", passed, failed.max(run.saturating_sub(passed)), 0);
            let flaky =
                counts.split(['(', ')', ',']).filter_map(|it| it.trim().strip_suffix(" flaky"));
            let flaky = flaky.filter_map(|it| it.parse::<u64>().ok());
            told.n_reruns = flaky.fold(told.n_reruns, u64::saturating_add);
        }
        if let Some((name, outcome)) = nextest_case(line).filter(|_| last.len() < NAMES_MAX) {
            last.insert(name, outcome);
        }
    }
    last.into_iter().for_each(|(name, outcome)| told.case(name, outcome));
}

/// `        PASS [   0.006s] (1/3) demo tests::adds`.
fn nextest_case(line: &str) -> Option<(&str, CaseOutcome)> {
    let (word, rest) = line.strip_prefix(' ')?.trim_start().split_once(" [")?;
    let (time, name) = rest.split_once("] ")?;
    time.trim_start_matches(['>', ' ']).strip_suffix('s')?.parse::<f64>().ok()?;
    let word = match word.trim().split_once(' ') {
        Some(("TRY", rest)) => rest.split_once(' ').map(|(_, it)| it)?,
        Some(("FLAKY", _)) => "PASS",
        Some(_) | None => word.trim(),
    };
    let outcome = match word {
        "PASS" | "LEAK" => CaseOutcome::Passed,
        "FAIL" | "TIMEOUT" | "TMT" | "ABORT" | "LEAK-FAIL" => CaseOutcome::Failed,
        it if it.starts_with("SIG") => CaseOutcome::Failed,
        _ => return None,
    };
    let name = name.trim_start();
    let name = match name.split_once(") ") {
        Some((place, name)) if place.starts_with('(') => name,
        Some(_) | None => name,
    };
    Some((name, outcome))
}

/// Reads what keeps cargo from running a test.
pub(super) fn build(lines: &[&str], told: &mut ToldCounts) {
    let marks = [
        "error: could not compile ",
        "error: failed to run custom build command",
        "error: failed to parse manifest",
        "error: failed to load manifest",
        "error: failed to select a version",
        "error: no test target named ",
        "error: no bin target named ",
        "error: could not find `Cargo.toml`",
    ];
    let is_broken = |it: &&str| marks.iter().any(|mark| it.starts_with(mark));
    if !lines.iter().any(is_broken) {
        return;
    }
    let is_error = |it: &&&str| it.starts_with("error[") || it.starts_with("error: ");
    for line in lines.iter().filter(is_error) {
        told.broke(line);
    }
}
