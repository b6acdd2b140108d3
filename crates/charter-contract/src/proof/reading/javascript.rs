//! What jest, vitest, mocha, bun, deno, playwright, ava, jasmine and uvu print.

use super::told::{CaseOutcome, ToldCounts, indent, number, only, pairs, without_time};

/// Reads jest: `Tests:       1 failed, 1 skipped, 2 passed, 4 total`.
pub(super) fn jest(lines: &[&str], told: &mut ToldCounts) {
    let mut file = "";
    let mut path: Vec<(usize, &str)> = Vec::new();
    let mut is_broken = false;
    for line in lines {
        if let Some(counts) = line.strip_prefix("Tests:").and_then(|it| pairs(it, ", ")) {
            let words = ["failed", "skipped", "todo", "passed", "total", "pending"];
            if only(&counts, &words) && counts.last().is_some_and(|(_, word)| *word == "total") {
                let skipped = number(&counts, &["skipped", "todo", "pending"]);
                let failed = number(&counts, &["failed"]);
                told.counted("jest", number(&counts, &["passed"]), failed, skipped);
            }
        }
        if line.starts_with("No tests found, exiting with code") {
            told.counted("jest", 0, 0, 0);
        }
        let head = line.strip_prefix("FAIL ").or_else(|| line.strip_prefix("PASS "));
        if let Some(it) = head {
            file = without_time(it.trim()).trim_start_matches("./");
            path.clear();
            is_broken = false;
        } else if let Some(head) = line.strip_prefix("  ● ").filter(|_| !file.is_empty()) {
            is_broken = head == "Test suite failed to run";
            match head {
                _ if is_broken => told.broke(&format!("{file}: {head}")),
                "Console" => {}
                name => told.case(&format!("{file} › {name}"), CaseOutcome::Failed),
            }
        } else if is_broken && line.starts_with("    ") {
            // Neither the trace nor the drawn piece of source says more.
            let is_words = !line.trim_start().starts_with("at ") && !line.contains(" |");
            told.broke(if is_words { line } else { "" });
        } else if !file.is_empty() {
            tree_line(line, file, &mut path, told);
        }
    }
}

/// A line of the tree below a file: a group, or a test with its mark.
fn tree_line<'a>(
    line: &'a str,
    file: &str,
    path: &mut Vec<(usize, &'a str)>,
    told: &mut ToldCounts,
) {
    let (depth, text) = (indent(line), line.trim());
    if depth == 0 || text.is_empty() {
        path.clear();
        return;
    }
    path.retain(|(it, _)| *it < depth);
    let marks = [
        ("✓ ", CaseOutcome::Passed),
        ("✕ ", CaseOutcome::Failed),
        ("○ skipped ", CaseOutcome::Skipped),
        ("✎ todo ", CaseOutcome::Skipped),
    ];
    let marked = marks.iter().find_map(|(mark, it)| Some((text.strip_prefix(mark)?, *it)));
    match marked {
        Some((name, outcome)) => {
            let groups = path.iter().map(|(_, it)| *it);
            let parts = [file].into_iter().chain(groups).chain([without_time(name)]);
            told.case(&parts.collect::<Vec<_>>().join(" › "), outcome);
        }
        None if path.len() < 32 => path.push((depth, text)),
        None => {}
    }
}

/// Reads vitest: `      Tests  2 passed | 1 skipped (3)`.
pub(super) fn vitest(lines: &[&str], told: &mut ToldCounts) {
    let is_vitest =
        lines.iter().any(|it| it.starts_with(" RUN  v") || it.contains(" Test Files  "));
    let mut is_broken = false;
    for line in lines {
        let none = line.trim_start();
        if none.starts_with("No test files found, exiting with code") {
            told.counted("vitest", 0, 0, 0);
        }
        if !is_vitest {
            continue;
        }
        if let Some(counts) = line.trim_start().strip_prefix("Tests  ") {
            vitest_counts(counts.trim(), told);
        }
        if is_broken && !line.trim().is_empty() {
            told.broke(line);
            is_broken = line.trim_start().starts_with("FAIL ");
        }
        if let Some(name) = line.strip_prefix(" FAIL  ") {
            is_broken = name.ends_with(" ]") && name.contains(" [ ");
            match is_broken {
                true => told.broke(name),
                false => told.case(name, CaseOutcome::Failed),
            }
        }
        let marks = [
            (" ✓ ", CaseOutcome::Passed),
            (" × ", CaseOutcome::Failed),
            (" ↓ ", CaseOutcome::Skipped),
        ];
        let marked = marks.iter().find_map(|(mark, it)| Some((line.strip_prefix(mark)?, *it)));
        // Without `>` it is a file with the number of its tests.
        if let Some((name, outcome)) = marked.filter(|(name, _)| name.contains(" > ")) {
            told.case(without_time(name), outcome);
        }
    }
}

fn vitest_counts(text: &str, told: &mut ToldCounts) {
    if text.starts_with("no tests") {
        return told.counted("vitest", 0, 0, 0);
    }
    let Some((counts, total)) = text.rsplit_once(" (") else { return };
    let is_total = total.strip_suffix(')').is_some_and(|it| it.parse::<u64>().is_ok());
    let Some(counts) = pairs(counts, " | ").filter(|_| is_total) else { return };
    if only(&counts, &["passed", "failed", "skipped", "todo", "expected fail"]) {
        let skipped = number(&counts, &["skipped", "todo", "expected fail"]);
        let failed = number(&counts, &["failed"]);
        told.counted("vitest", number(&counts, &["passed"]), failed, skipped);
    }
}

/// Reads mocha: `  2 passing (5ms)`, then `  1 pending`, `  1 failing` and what failed, by number.
pub(super) fn mocha(lines: &[&str], told: &mut ToldCounts) {
    let mut is_ended = false;
    let mut name: Option<Vec<&str>> = None;
    for line in lines {
        if let Some(n) = mocha_number(line, "passing") {
            told.counted("mocha", n, 0, 0);
            is_ended = true;
        } else if !is_ended {
            if let Some(text) = line.trim_start().strip_prefix("Exception during run: ") {
                told.broke(text);
            }
            if line.starts_with("Error: No test files found: ") {
                told.counted("mocha", 0, 0, 0);
            }
            continue;
        }
        if let Some(n) = mocha_number(line, "failing") {
            told.counted("mocha", 0, n, 0);
        } else if let Some(n) = mocha_number(line, "pending") {
            told.counted("mocha", 0, 0, n);
        }
        let head = line.strip_prefix("  ").and_then(|it| it.split_once(") "));
        match head {
            Some((n, text)) if n.parse::<u64>().is_ok() => name = Some(vec![text]),
            _ => name.iter_mut().for_each(|it| it.push(line.trim())),
        }
        let is_whole = line.ends_with(':');
        let is_lost = name.as_ref().is_some_and(|it| it.len() > 12) || line.trim().is_empty();
        if let Some(parts) = name.take_if(|_| is_whole || is_lost).filter(|_| is_whole) {
            told.case(parts.join(" ").trim_end_matches(':'), CaseOutcome::Failed);
        }
    }
}

fn mocha_number(line: &str, word: &str) -> Option<u64> {
    let (n, rest) = line.strip_prefix("  ")?.split_once(' ')?;
    let time = rest.strip_prefix(word)?;
    let is_end = time.is_empty() || time.starts_with(" (") && time.ends_with(')');
    n.parse().ok().filter(|_| is_end)
}

/// Reads bun: ` 2 pass`, ` 1 skip`, ` 0 fail`, then `Ran 3 tests across 1 file.`
pub(super) fn bun(lines: &[&str], told: &mut ToldCounts) {
    let mut pending = [0u64; 3];
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        if let ([n, word], true) = (words.as_slice(), line.starts_with(' ')) {
            let at = match *word {
                "pass" => 0,
                "fail" => 1,
                "skip" | "todo" => 2,
                _ => continue,
            };
            let n = n.parse::<u64>().unwrap_or(0);
            pending.iter_mut().skip(at).take(1).for_each(|it| *it = it.saturating_add(n));
        }
        let end = line.strip_prefix("Ran ").and_then(|it| it.split_once(" test"));
        if end.is_some_and(|(n, rest)| n.parse::<u64>().is_ok() && rest.contains(" across ")) {
            let [passed, failed, skipped] = std::mem::take(&mut pending);
            told.counted("bun test", passed, failed, skipped);
        }
        let is_none = line.starts_with("error: regex ") && line.contains(" matched 0 tests");
        if is_none || *line == "No tests found!" {
            told.counted("bun test", 0, 0, 0);
        }
        let marks = [
            ("(pass) ", CaseOutcome::Passed),
            ("(fail) ", CaseOutcome::Failed),
            ("(skip) ", CaseOutcome::Skipped),
            ("(todo) ", CaseOutcome::Skipped),
        ];
        let marked = marks.iter().find_map(|(mark, it)| Some((line.strip_prefix(mark)?, *it)));
        if let Some((name, outcome)) = marked {
            told.case(without_time(name), outcome);
        }
    }
}

/// Reads deno: `ok | 3 passed (2 steps) | 0 failed (5ms)`.
pub(super) fn deno(lines: &[&str], told: &mut ToldCounts) {
    for line in lines {
        let rest = line.strip_prefix("ok | ").or_else(|| line.strip_prefix("FAILED | "));
        if let Some(rest) = rest {
            let parts = rest.split(" | ").map(|it| it.split(" (").next().unwrap_or_default());
            let plain = parts.collect::<Vec<_>>().join(", ");
            let words = ["passed", "failed", "ignored", "filtered out", "measured"];
            if let Some(counts) = pairs(&plain, ", ").filter(|it| only(it, &words)) {
                let failed = number(&counts, &["failed"]);
                let passed = number(&counts, &["passed"]);
                told.counted("deno test", passed, failed, number(&counts, &["ignored"]));
            }
        }
        let Some((name, word)) = line.rsplit_once(" ... ") else { continue };
        let outcome = match without_time(word) {
            "ok" if word != "ok" => CaseOutcome::Passed,
            "FAILED" if word != "FAILED" => CaseOutcome::Failed,
            "ignored" if word != "ignored" => CaseOutcome::Skipped,
            _ => continue,
        };
        if !name.starts_with("test ") {
            told.case(name, outcome);
        }
    }
}

/// Reads playwright, which says `Running 3 tests using 1 worker` before `  3 passed (1.2s)`.
pub(super) fn playwright(lines: &[&str], told: &mut ToldCounts) {
    let mut is_open = false;
    for line in lines {
        let is_start =
            line.starts_with("Running ") && line.contains(" using ") && line.contains(" worker");
        is_open |= is_start;
        if !is_open || indent(line) != 2 {
            continue;
        }
        let text = line.trim();
        let bare = without_time(text);
        let Some((n, word)) = bare.split_once(' ') else { continue };
        let Ok(n) = n.parse::<u64>() else { continue };
        match word {
            "passed" => told.counted("playwright", n, 0, 0),
            "failed" | "interrupted" => told.counted("playwright", 0, n, 0),
            "skipped" | "did not run" => told.counted("playwright", 0, 0, n),
            "flaky" => {
                told.counted("playwright", n, 0, 0);
                told.n_reruns = told.n_reruns.saturating_add(n);
            }
            _ => {}
        }
    }
}

/// Reads ava: tests with their marks, a rule, then `  2 tests passed` or `  1 test failed`, each on its
/// line; beside a failure it does not say how many passed.
pub(super) fn ava(lines: &[&str], told: &mut ToldCounts) {
    let mut passed: Vec<&str> = Vec::new();
    let mut failed: Vec<&str> = Vec::new();
    let mut is_ended = false;
    let mut is_uncaught = false;
    for line in lines {
        is_ended |= *line == "  ─";
        is_uncaught = (is_uncaught || line.starts_with("  Uncaught exception in ")) && !is_ended;
        if is_uncaught && line.starts_with("  ") && line.contains("Error") {
            told.broke(line);
        }
        if let Some(name) = line.strip_prefix("  ✔ ").filter(|_| !is_ended) {
            passed.push(without_time(name));
        } else if let Some(name) = line.strip_prefix("  ✘ [fail]: ").filter(|_| !is_ended) {
            failed.push(without_time(name));
        }
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        let [n, "test" | "tests" | "uncaught", word] = words.as_slice() else { continue };
        let Some(n) = n.parse::<u64>().ok().filter(|_| is_ended && indent(line) == 2) else {
            continue;
        };
        match *word {
            "passed" => told.counted("ava", n, 0, 0),
            "failed" => told.counted("ava", passed.len() as u64, n, 0),
            "skipped" | "todo" => told.counted("ava", 0, 0, n),
            "exception" | "exceptions" => told.broke(line),
            _ => continue,
        }
        passed.drain(..).for_each(|it| told.case(it, CaseOutcome::Passed));
        failed.drain(..).for_each(|it| told.case(it, CaseOutcome::Failed));
    }
}

/// Reads jasmine: `3 specs, 1 failure, 1 pending spec` before `Finished in`.
pub(super) fn jasmine(lines: &[&str], told: &mut ToldCounts) {
    for (idx, line) in lines.iter().enumerate() {
        let below = lines.get(idx + 1).copied().unwrap_or_default();
        if *line == "No specs found" && below.starts_with("Finished in ") {
            told.counted("jasmine", 0, 0, 0);
        }
        let numbered = line.split_once(") ").filter(|(n, _)| n.parse::<u64>().is_ok());
        if let Some((_, name)) = numbered.filter(|_| below == "  Message:") {
            told.case(name, CaseOutcome::Failed);
        }
        let Some(counts) = pairs(line, ", ") else { continue };
        let words = ["spec", "specs", "failure", "failures", "pending spec", "pending specs"];
        let is_first = counts.first().is_some_and(|(_, it)| it.starts_with("spec"));
        let is_ended = lines.iter().skip(idx + 1).take(3).any(|it| it.starts_with("Finished in "));
        if is_first && is_ended && only(&counts, &words) && counts.len() > 1 {
            let failed = number(&counts, &["failure", "failures"]);
            let skipped = number(&counts, &["pending spec", "pending specs"]);
            let total = number(&counts, &["spec", "specs"]);
            let passed = total.saturating_sub(failed.saturating_add(skipped));
            told.counted("jasmine", passed, failed, skipped);
        }
    }
}

/// Reads uvu: `  Total:     3`, `  Passed:    2`, `  Skipped:   1`, one below the other.
pub(super) fn uvu(lines: &[&str], told: &mut ToldCounts) {
    let failed = lines.iter().filter_map(|it| it.strip_prefix("   FAIL  \"")?.strip_suffix('"'));
    failed.for_each(|it| told.case(it, CaseOutcome::Failed));
    for window in lines.windows(3) {
        let [total, passed, skipped] = window else { continue };
        let get = |line: &str, key: &str| {
            line.strip_prefix("  ")?.strip_prefix(key)?.trim().parse::<u64>().ok()
        };
        let all = (get(total, "Total:"), get(passed, "Passed:"), get(skipped, "Skipped:"));
        if let (Some(total), Some(passed), Some(skipped)) = all {
            told.counted("uvu", passed, total.saturating_sub(passed), skipped);
        }
    }
}
