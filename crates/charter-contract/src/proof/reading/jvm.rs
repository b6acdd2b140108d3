//! What Maven, Gradle and JUnit's own console print.

use super::told::{CaseOutcome, ToldCounts, fields, number, only, pairs, without_time};

/// Reads Maven: `[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0`, which a module says once
/// without a time.
pub(super) fn maven(lines: &[&str], told: &mut ToldCounts) {
    let mut is_compiling = false;
    for line in lines {
        let Some((_, text)) = marked(line) else { continue };
        let counts = text.strip_prefix("Tests run:").and_then(|_| fields(text, ':'));
        let words = ["Tests run", "Failures", "Errors", "Skipped", "Flakes"];
        if let Some(counts) = counts.filter(|it| only(it, &words)) {
            let failed = number(&counts, &["Failures", "Errors"]);
            let skipped = number(&counts, &["Skipped"]);
            let total = number(&counts, &["Tests run"]);
            let passed = total.saturating_sub(failed.saturating_add(skipped));
            told.counted("maven", passed, failed, skipped);
            told.n_reruns = told.n_reruns.saturating_add(number(&counts, &["Flakes"]));
        }
        let is_failed = text.ends_with("<<< FAILURE!") || text.ends_with("<<< ERROR!");
        if is_failed && !text.starts_with("Tests run:") {
            let name = text.split(" -- Time elapsed").next().unwrap_or(text);
            let name = name.split("  Time elapsed").next().unwrap_or(name);
            told.case(name, CaseOutcome::Failed);
        }
        is_compiling =
            (is_compiling || text.starts_with("COMPILATION ERROR")) && !text.starts_with("BUILD ");
        let is_code =
            text.contains(".java:[") || text.contains(".kt:[") || text.starts_with("  symbol:");
        if text.starts_with("COMPILATION ERROR") || is_compiling && is_code {
            told.broke(text);
        }
        if text.starts_with("No tests were executed!") || text.contains("No tests matching pattern")
        {
            told.counted("maven", 0, 0, 0);
        }
    }
}

fn marked(line: &str) -> Option<(&str, &str)> {
    let (mark, text) = line.strip_prefix('[')?.split_once("] ")?;
    matches!(mark, "INFO" | "WARNING" | "ERROR").then_some((mark, text))
}

/// Reads Gradle: `SumTest > wrong() FAILED`, and `3 tests completed, 1 failed` where something failed.
pub(super) fn gradle(lines: &[&str], told: &mut ToldCounts) {
    if !lines.iter().any(|it| it.starts_with("> Task :") || it.starts_with("BUILD ")) {
        return;
    }
    let (mut passed, mut failed, mut skipped) = (0u64, 0u64, 0u64);
    let mut is_counted = false;
    for line in lines {
        if let Some(counts) = pairs(line, ", ") {
            let words = ["tests completed", "test completed", "failed", "skipped"];
            let is_first = counts.first().is_some_and(|(_, it)| it.ends_with("completed"));
            if is_first && only(&counts, &words) {
                let (red, left) = (number(&counts, &["failed"]), number(&counts, &["skipped"]));
                let total = number(&counts, &["tests completed", "test completed"]);
                told.counted("gradle", total.saturating_sub(red.saturating_add(left)), red, left);
                is_counted = true;
            }
        }
        if let Some((name, word)) = line.rsplit_once(' ').filter(|(it, _)| it.contains(" > ")) {
            let (n, outcome) = match word {
                "PASSED" => (&mut passed, CaseOutcome::Passed),
                "FAILED" => (&mut failed, CaseOutcome::Failed),
                "SKIPPED" => (&mut skipped, CaseOutcome::Skipped),
                _ => continue,
            };
            *n += 1;
            told.case(name, outcome);
        }
        let is_cause = line.starts_with("> Compilation ") || line.starts_with("e: file://");
        let is_task = line.starts_with("Execution failed for task ':") && line.contains("ompile");
        if is_cause || is_task {
            told.broke(line);
        }
        if line.starts_with("> No tests found for given includes") {
            told.counted("gradle", 0, 0, 0);
        }
    }
    if !is_counted && passed + failed + skipped > 0 {
        told.counted("gradle", passed, failed, skipped);
    }
}

/// Reads JUnit's console launcher: `[         3 tests successful      ]`.
pub(super) fn junit(lines: &[&str], told: &mut ToldCounts) {
    for line in lines {
        let inner = line.strip_prefix("[ ").and_then(|it| it.strip_suffix(']')).map(str::trim);
        let Some(counts) = inner.and_then(|it| pairs(it, ", ")) else { continue };
        match counts.as_slice() {
            [(n, "tests successful")] => told.counted("JUnit", *n, 0, 0),
            [(n, "tests failed" | "tests aborted")] => told.counted("JUnit", 0, *n, 0),
            [(n, "tests skipped")] => told.counted("JUnit", 0, 0, *n),
            _ => {}
        }
    }
    // JUnit 4: `OK (3 tests)`; `Tests run: 3,  Failures: 1`.
    for line in lines {
        let ok = line.strip_prefix("OK (").and_then(|it| it.strip_suffix(')'));
        let n = ok.and_then(|it| it.strip_suffix(" tests").or_else(|| it.strip_suffix(" test")));
        if let Some(n) = n.and_then(|it| it.parse::<u64>().ok()) {
            told.counted("JUnit", n, 0, 0);
        }
        let old = line.strip_prefix("Tests run:").and_then(|_| fields(line, ':'));
        if let Some(counts) = old.filter(|it| it.len() == 2) {
            let failed = number(&counts, &["Failures"]);
            let total = number(&counts, &["Tests run"]);
            told.counted("JUnit", total.saturating_sub(failed), failed, 0);
        }
    }
}

/// Names what sbt and ScalaTest count: `Tests: succeeded 3, failed 0, canceled 0, ignored 0, pending 0`.
pub(super) fn scalatest(lines: &[&str], told: &mut ToldCounts) {
    for line in lines {
        let text = line.strip_prefix("[info] ").unwrap_or(line);
        let Some(rest) = text.strip_prefix("Tests: succeeded ") else { continue };
        let mut numbers = rest.split(", ").map(|it| it.rsplit(' ').next()?.parse::<u64>().ok());
        let mut next = || numbers.next().flatten().unwrap_or(0);
        let (passed, failed, canceled, ignored, pending) = (next(), next(), next(), next(), next());
        let skipped = canceled.saturating_add(ignored).saturating_add(pending);
        told.counted("ScalaTest", passed, failed, skipped);
    }
    for line in lines {
        let failed =
            line.strip_prefix("[info] - ").and_then(|it| it.strip_suffix(" *** FAILED ***"));
        if let Some(name) = failed {
            told.case(without_time(name), CaseOutcome::Failed);
        }
    }
}
