//! What RSpec, Minitest, PHPUnit, Pest, `mix test`, hspec, tasty, busted and bats print.

use super::told::{CaseOutcome, ToldCounts, fields, number, only, pairs, without_time};

/// Reads RSpec and hspec: `3 examples, 1 failure, 1 pending` below `Finished in`.
pub(super) fn examples(lines: &[&str], told: &mut ToldCounts) {
    let mut finished = None;
    for line in lines {
        if line.starts_with("Finished in ") {
            finished = Some(line.contains("to load)"));
        }
        if let Some(name) = line.strip_prefix("rspec ") {
            let name = name.split_once(" # ").map_or(name, |(_, it)| it);
            told.case(name, CaseOutcome::Failed);
        }
        if line.starts_with("An error occurred while loading ") {
            told.broke(line);
        }
        let Some(counts) = pairs(line, ", ") else { continue };
        let words = [
            "example",
            "examples",
            "failure",
            "failures",
            "pending",
            "error occurred outside of examples",
            "errors occurred outside of examples",
        ];
        let is_first = counts.first().is_some_and(|(_, it)| it.starts_with("example"));
        let Some(is_rspec) = finished.filter(|_| is_first && only(&counts, &words)) else {
            continue;
        };
        finished = None;
        let outside = number(&counts, words.get(5..).unwrap_or_default());
        let red = number(&counts, &["failure", "failures"]);
        let skipped = number(&counts, &["pending"]);
        let total = number(&counts, &["example", "examples"]);
        let passed = total.saturating_sub(red.saturating_add(skipped));
        let runner = if is_rspec { "rspec" } else { "hspec" };
        told.counted(runner, passed, red.saturating_add(outside), skipped);
        if outside > 0 {
            told.broke(line);
        }
    }
}

/// Reads Minitest and test-unit: `3 runs, 4 assertions, 1 failures, 0 errors, 0 skips`.
pub(super) fn minitest(lines: &[&str], told: &mut ToldCounts) {
    let mut is_named = false;
    for line in lines {
        if is_named {
            let name = line.split(" [").next().unwrap_or(line);
            told.case(name.trim_end_matches(':'), CaseOutcome::Failed);
        }
        let head = line.strip_prefix("  ").and_then(|it| it.split_once(") "));
        is_named = head.is_some_and(|(n, it)| {
            n.trim().parse::<u64>().is_ok() && matches!(it, "Failure:" | "Error:")
        });
        let Some(counts) = pairs(line, ", ") else { continue };
        let words = [
            "runs",
            "tests",
            "assertions",
            "failures",
            "errors",
            "skips",
            "pendings",
            "omissions",
            "notifications",
        ];
        if counts.len() < 5 || !only(&counts, &words) {
            continue;
        }
        let failed = number(&counts, &["failures", "errors"]);
        let skipped = number(&counts, &["skips", "pendings", "omissions"]);
        let total = number(&counts, &["runs", "tests"]);
        told.counted(
            "minitest",
            total.saturating_sub(failed.saturating_add(skipped)),
            failed,
            skipped,
        );
    }
}

/// Reads PHPUnit: `OK (3 tests, 4 assertions)` or `Tests: 3, Assertions: 4, Failures: 1.`, and Pest:
/// `  Tests:    1 failed, 2 passed (3 assertions)`.
pub(super) fn php(lines: &[&str], told: &mut ToldCounts) {
    for line in lines {
        let ok = line.strip_prefix("OK (").and_then(|it| it.strip_suffix(')'));
        if let Some(counts) = ok.and_then(|it| pairs(it, ", ")).filter(|it| it.len() == 2) {
            told.counted("phpunit", number(&counts, &["test", "tests"]), 0, 0);
        }
        if *line == "No tests executed!" {
            told.counted("phpunit", 0, 0, 0);
        }
        let all = line.strip_prefix("Tests: ").and_then(|_| fields(line.strip_suffix('.')?, ':'));
        if let Some(counts) = all.filter(|it| it.iter().any(|(_, word)| *word == "Assertions")) {
            let failed = number(&counts, &["Failures", "Errors"]);
            let skipped = number(&counts, &["Skipped", "Incomplete"]);
            let total = number(&counts, &["Tests"]);
            let passed = total.saturating_sub(failed.saturating_add(skipped));
            told.counted("phpunit", passed, failed, skipped);
        }
        let pest = line.strip_prefix("  Tests:  ").and_then(|it| it.split_once(" ("));
        if let Some((counts, _)) = pest.filter(|(_, it)| it.contains("assertion")) {
            let counts = pairs(counts, ", ").unwrap_or_default();
            let skipped = number(&counts, &["skipped", "todo", "todos", "incomplete"]);
            let failed = number(&counts, &["failed"]);
            told.counted("pest", number(&counts, &["passed"]), failed, skipped);
        }
        let numbered = line.split_once(") ").filter(|(n, _)| n.parse::<u64>().is_ok());
        if let Some((_, name)) = numbered.filter(|(_, it)| it.contains("::")) {
            told.case(name, CaseOutcome::Failed);
        }
        let pest = line.strip_prefix("  ").and_then(|it| it.trim_start().strip_prefix("⨯ "));
        if let Some(name) = pest {
            told.case(without_time(name), CaseOutcome::Failed);
        }
    }
}

/// Reads `mix test` and bats: `2 doctests, 3 tests, 1 failure, 1 skipped`.
pub(super) fn tests_failures(lines: &[&str], told: &mut ToldCounts) {
    let mut is_mix = false;
    for line in lines {
        is_mix |= line.starts_with("Finished in ") && line.contains(" seconds");
        let words = [
            "test",
            "tests",
            "doctest",
            "doctests",
            "property",
            "properties",
            "failure",
            "failures",
            "skipped",
            "excluded",
            "invalid",
        ];
        let numbered = line.trim_start().split_once(") test ");
        if let Some((_, name)) =
            numbered.filter(|(n, _)| line.starts_with("  ") && n.parse::<u64>().is_ok())
        {
            told.case(name, CaseOutcome::Failed);
        }
        for (mark, outcome) in [(" ✓ ", CaseOutcome::Passed), (" ✗ ", CaseOutcome::Failed)] {
            // The pretty form of bats draws a line anew, so its mark is in the middle.
            if let Some((_, name)) = line.rsplit_once(mark).filter(|(it, _)| it.contains("/")) {
                told.case(name, outcome);
            }
        }
        let Some(counts) = pairs(line, ", ").filter(|it| it.len() > 1 && only(it, &words)) else {
            continue;
        };
        let is_whole = counts.iter().any(|(_, it)| it.starts_with("failure"));
        if !is_whole {
            continue;
        }
        let failed = number(&counts, &["failure", "failures", "invalid"]);
        let left = number(&counts, &["skipped"]);
        let excluded = number(&counts, &["excluded"]);
        let total = number(&counts, words.get(..6).unwrap_or_default()).saturating_sub(excluded);
        let passed = total.saturating_sub(failed.saturating_add(left));
        told.counted(if is_mix { "mix test" } else { "bats" }, passed, failed, left);
        is_mix = false;
    }
}

/// Reads tasty and busted: `All 3 tests passed (0.00s)`, `1 out of 3 tests failed (0.00s)`,
/// `3 successes / 1 failure / 0 errors / 0 pending : 0.01 seconds`.
pub(super) fn others(lines: &[&str], told: &mut ToldCounts) {
    for line in lines {
        let all = line.strip_prefix("All ").and_then(|it| it.split_once(" tests passed ("));
        if let Some(n) = all.and_then(|(n, _)| n.parse::<u64>().ok()) {
            told.counted("tasty", n, 0, 0);
        }
        let some = line.split_once(" out of ").and_then(|(failed, it)| {
            Some((failed.parse::<u64>().ok()?, it.split_once(" tests failed (")?.0))
        });
        if let Some((failed, total)) = some {
            let total = total.parse::<u64>().unwrap_or(failed);
            told.counted("tasty", total.saturating_sub(failed), failed, 0);
        }
        let busted = line.split_once(" : ").filter(|(_, it)| it.ends_with(" seconds"));
        if let Some(counts) = busted.and_then(|(it, _)| pairs(it, " / ")).filter(|it| it.len() == 4)
        {
            let failed = number(&counts, &["failure", "failures", "error", "errors"]);
            let passed = number(&counts, &["success", "successes"]);
            told.counted("busted", passed, failed, number(&counts, &["pending"]));
        }
    }
}
