//! What `go test`, ctest, googletest, Catch2, swift and zig print.

use super::told::{CaseOutcome, ToldCounts, fields, number, only, pairs, without_time};

/// Reads `go test`: `--- PASS: TestX (0.00s)` under `-v`, then one line a package, `ok  pkg  0.1s`.
pub(super) fn go(lines: &[&str], told: &mut ToldCounts) {
    let mut package = Package::default();
    let mut errors: Vec<&str> = Vec::new();
    for line in lines {
        let marks = [
            ("--- PASS: ", CaseOutcome::Passed),
            ("--- FAIL: ", CaseOutcome::Failed),
            ("--- SKIP: ", CaseOutcome::Skipped),
        ];
        let text = line.trim_start();
        let marked = marks.iter().find_map(|(mark, it)| Some((text.strip_prefix(mark)?, *it)));
        if let Some((name, outcome)) = marked {
            package.tests.push((without_time(name), outcome));
        }
        package.is_empty |= line.contains("no tests to run");
        if line.starts_with("# ") {
            errors.clear();
        } else if line
            .split_once(".go:")
            .is_some_and(|(_, it)| it.starts_with(|c: char| c.is_ascii_digit()))
            && errors.len() < 40
        {
            errors.push(line);
        }
        let parts: Vec<&str> = line.splitn(3, '\t').collect();
        let name = match parts.as_slice() {
            ["ok  " | "FAIL" | "?   ", name, ..] => *name,
            _ => continue,
        };
        if name.ends_with(" failed]") {
            errors.drain(..).for_each(|it| told.broke(it));
            told.broke(line);
        }
        std::mem::take(&mut package).close(line, name, told);
    }
    for line in lines {
        let Some((counts, time)) = line.strip_prefix("DONE ").and_then(|it| it.rsplit_once(" in "))
        else {
            continue;
        };
        let words = ["test", "tests", "skipped", "failure", "failures", "error", "errors"];
        let Some(counts) = pairs(counts, ", ").filter(|it| only(it, &words)) else { continue };
        if told.counts.is_none() && time.ends_with('s') {
            let failed = number(&counts, &["failure", "failures", "error", "errors"]);
            let skipped = number(&counts, &["skipped"]);
            let total = number(&counts, &["test", "tests"]);
            let passed = total.saturating_sub(failed.saturating_add(skipped));
            told.counted("gotestsum", passed, failed, skipped);
        }
    }
}

#[derive(Default)]
struct Package<'a> {
    tests: Vec<(&'a str, CaseOutcome)>,
    /// Whether it said that nothing ran.
    is_empty: bool,
}

impl Package<'_> {
    fn close(self, line: &str, name: &str, told: &mut ToldCounts) {
        let count = |outcome| self.tests.iter().filter(|(_, it)| *it == outcome).count() as u64;
        let passed = count(CaseOutcome::Passed);
        let failed = count(CaseOutcome::Failed);
        let skipped = count(CaseOutcome::Skipped);
        let is_named = passed + skipped > 0;
        let is_ok = line.starts_with("ok") && !self.is_empty;
        match is_named {
            true => told.counted(
                "go test",
                passed,
                failed.max(u64::from(line.starts_with("FAIL"))),
                skipped,
            ),
            // Only what failed is named without `-v`: a package stands for its tests.
            false if line.starts_with("FAIL") => told.counted("go test", 0, failed.max(1), 0),
            false => told.counted("go test", u64::from(is_ok), 0, 0),
        }
        for (test, outcome) in self.tests {
            told.case(&format!("{name} {test}"), outcome);
        }
    }
}

/// Reads ctest: `1/2 Test #1: adds ....   Passed    0.01 sec`, and a last line that counts skipped tests
/// as passed.
pub(super) fn ctest(lines: &[&str], told: &mut ToldCounts) {
    let (mut passed, mut failed, mut skipped) = (0u64, 0u64, 0u64);
    for line in lines {
        if *line == "No tests were found!!!" {
            told.counted("ctest", 0, 0, 0);
        }
        if line.contains("% tests passed") {
            told.counted("ctest", passed, failed, skipped);
            (passed, failed, skipped) = (0, 0, 0);
        }
        let Some((name, outcome)) = ctest_line(line) else { continue };
        match outcome {
            CaseOutcome::Passed => passed += 1,
            CaseOutcome::Failed => failed += 1,
            CaseOutcome::Skipped => skipped += 1,
        }
        told.case(name, outcome);
    }
}

fn ctest_line(line: &str) -> Option<(&str, CaseOutcome)> {
    let (place, rest) = line.trim_start().split_once(" Test ")?;
    let (n, total) = place.split_once('/')?;
    n.trim().parse::<u64>().ok().and(total.trim().parse::<u64>().ok())?;
    let (_, rest) = rest.trim_start().strip_prefix('#')?.split_once(": ")?;
    let name = rest.split([' ', '.']).next()?;
    let name = rest.split_once(" .").map_or(name, |(name, _)| name);
    let has = |words: &[&str]| words.iter().any(|it| rest.contains(it));
    let outcome = if has(&["***Skipped", "***Not Run (Disabled)"]) {
        CaseOutcome::Skipped
    } else if rest.contains("***") {
        CaseOutcome::Failed
    } else {
        rest.contains("   Passed").then_some(CaseOutcome::Passed)?
    };
    Some((name.trim_end_matches(['.', ' ', '*']), outcome))
}

/// Reads googletest, Catch2 and doctest.
pub(super) fn cpp(lines: &[&str], told: &mut ToldCounts) {
    let mut total = None;
    for line in lines {
        let head = line.strip_prefix("[==========] ").and_then(|it| it.split_once(" ran. ("));
        if let Some((n, _)) = head {
            total = n.split(' ').next().and_then(|it| it.parse::<u64>().ok());
        }
        let count = |mark: &str| {
            let (n, word) = line.strip_prefix(mark)?.trim().split_once(" test")?;
            let n = n.parse::<u64>().ok()?;
            word.trim_start_matches('s').starts_with(['.', ',']).then_some(n)
        };
        if let Some(n) = count("[  PASSED  ] ").filter(|_| total.take().is_some()) {
            told.counted("googletest", n, 0, 0);
        } else if let Some(n) = count("[  SKIPPED ] ") {
            told.counted("googletest", 0, 0, n);
        } else if let Some(n) = count("[  FAILED  ] ") {
            told.counted("googletest", 0, n, 0);
        }
        let marks = [
            ("[       OK ] ", CaseOutcome::Passed),
            ("[  FAILED  ] ", CaseOutcome::Failed),
            ("[  SKIPPED ] ", CaseOutcome::Skipped),
        ];
        let marked = marks.iter().find_map(|(mark, it)| Some((line.strip_prefix(mark)?, *it)));
        if let Some((name, outcome)) = marked.filter(|(name, _)| !without_time(name).contains(' '))
        {
            told.case(without_time(name).trim_end_matches(','), outcome);
        }
        let cases = line.strip_prefix("[doctest] ").unwrap_or(line).strip_prefix("test cases:");
        let cases = cases.map(|it| it.split('|').skip(1).collect::<Vec<_>>().join("|"));
        if let Some(counts) = cases.as_deref().and_then(|it| pairs(it, "|")) {
            let failed = number(&counts, &["failed", "failed as expected"]);
            let passed = number(&counts, &["passed"]);
            told.counted("Catch2", passed, failed, number(&counts, &["skipped"]));
        }
        let all = line.strip_prefix("All tests passed (").and_then(|it| it.split_once(" in "));
        if let Some((_, n)) = all.filter(|(it, _)| it.contains(" assertion")) {
            let n = n.split(' ').next().and_then(|it| it.parse().ok());
            told.counted("Catch2", n.unwrap_or(0), 0, 0);
        }
    }
}

/// Reads `swift test`: `Executed 3 tests, with 1 failure` below the suite `All tests` or `Selected
/// tests`, and `Test run with 3 tests passed` of the newer library.
pub(super) fn swift(lines: &[&str], told: &mut ToldCounts) {
    for (idx, line) in lines.iter().enumerate() {
        let above = idx.checked_sub(1).and_then(|it| lines.get(it)).copied().unwrap_or_default();
        let is_whole = ["'All tests'", "'Selected tests'"].iter().any(|it| above.contains(it));
        let executed = line.trim_start().strip_prefix("Executed ").filter(|_| is_whole);
        if let Some((n, rest)) = executed.and_then(|it| it.split_once(" test")) {
            let number_before = |word: &str| {
                let (start, _) = rest.split_once(word)?;
                start.trim_end().rsplit(' ').next()?.parse::<u64>().ok()
            };
            let failed = number_before("failure").unwrap_or(0);
            let skipped = number_before("test skipped").or_else(|| number_before("tests skipped"));
            let (total, skipped) = (n.parse::<u64>().unwrap_or(0), skipped.unwrap_or(0));
            let passed = total.saturating_sub(failed.saturating_add(skipped));
            told.counted("swift test", passed, failed, skipped);
        }
        let run = line.split_once(" Test run with ").filter(|(mark, _)| mark.chars().count() <= 2);
        if let Some((n, rest)) = run.and_then(|(_, it)| it.split_once(" test")) {
            let n = n.parse::<u64>().unwrap_or(0);
            let is_failed = rest.contains(" failed after ");
            let failed = if is_failed { 1 } else { 0 };
            told.counted("swift test", n.saturating_sub(failed), failed, 0);
        }
        let case = line.strip_prefix("Test Case '").and_then(|it| it.split_once("' "));
        match case {
            Some((name, rest)) if rest.starts_with("passed (") => {
                told.case(name, CaseOutcome::Passed);
            }
            Some((name, rest)) if rest.starts_with("failed (") => {
                told.case(name, CaseOutcome::Failed);
            }
            Some(_) | None => {}
        }
    }
}

/// Reads zig: `All 3 tests passed.`, `2 passed; 0 skipped; 1 failed.` and the summary of a build.
pub(super) fn zig(lines: &[&str], told: &mut ToldCounts) {
    for line in lines {
        let all = line.strip_prefix("All ").and_then(|it| it.strip_suffix(" tests passed."));
        if let Some(n) = all.and_then(|it| it.parse::<u64>().ok()) {
            told.counted("zig test", n, 0, 0);
        }
        let some = line.strip_suffix('.').and_then(|it| pairs(it, "; "));
        let words = ["passed", "skipped", "failed"];
        if let Some(counts) = some.filter(|it| it.len() == 3 && only(it, &words)) {
            let failed = number(&counts, &["failed"]);
            let passed = number(&counts, &["passed"]);
            told.counted("zig test", passed, failed, number(&counts, &["skipped"]));
        }
        let built = line.strip_prefix("Build Summary: ").and_then(|it| it.rsplit_once("; "));
        let tests = built.and_then(|(_, it)| it.split_once(" tests passed"));
        if let Some((passed, total)) = tests.and_then(|(it, _)| it.split_once('/')) {
            let passed = passed.parse::<u64>().unwrap_or(0);
            let total = total.parse::<u64>().unwrap_or(0);
            told.counted("zig build test", passed, total.saturating_sub(passed), 0);
        }
    }
}

/// Reads .NET: `Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: …`.
pub(super) fn dotnet(lines: &[&str], told: &mut ToldCounts) {
    for line in lines {
        let rest = line.trim_start();
        let old = rest.strip_prefix("Passed!  - ").or_else(|| rest.strip_prefix("Failed!  - "));
        let old = old
            .or_else(|| rest.strip_prefix("Skipped! - "))
            .and_then(|it| it.split_once(", Duration:"));
        let new = rest.strip_prefix("Test summary: ").and_then(|it| it.split_once(", duration:"));
        if let Some(counts) = old.or(new).and_then(|(it, _)| fields(it, ':')) {
            let failed = number(&counts, &["Failed", "failed"]);
            let passed = number(&counts, &["Passed", "succeeded"]);
            told.counted("dotnet test", passed, failed, number(&counts, &["Skipped", "skipped"]));
        }
        let marks = [
            ("  Passed ", CaseOutcome::Passed),
            ("  Failed ", CaseOutcome::Failed),
            ("  Skipped ", CaseOutcome::Skipped),
        ];
        let marked = marks.iter().find_map(|(mark, it)| Some((line.strip_prefix(mark)?, *it)));
        if let Some((name, outcome)) =
            marked.filter(|(it, _)| it.ends_with(']') && it.contains(" ["))
        {
            told.case(without_time(name), outcome);
        }
    }
}
