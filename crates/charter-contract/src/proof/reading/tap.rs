//! What TAP producers print (tape, bats, perl, qunit …), `node --test` in both its forms, and prove.

use super::told::{CaseOutcome, ToldCounts, indent, without_time};

/// One run in TAP: its lines up to the next one that begins.
#[derive(Default)]
struct TapRun {
    passed: u64,
    failed: u64,
    skipped: u64,
    /// Whether a plan or a version says that this is TAP.
    is_planned: bool,
    is_empty_plan: bool,
    /// What its comments count: tests, pass, fail and cancelled, skipped and todo.
    comments: TapComments,
}

#[derive(Default)]
struct TapComments {
    n_tests: Option<u64>,
    passed: Option<u64>,
    failed: u64,
    skipped: u64,
    has_suites: bool,
}

impl TapRun {
    fn close(self, told: &mut ToldCounts) {
        let n_lines = self.passed + self.failed + self.skipped;
        if let (Some(_), Some(passed)) = (self.comments.n_tests, self.comments.passed) {
            let runner = if self.comments.has_suites { "node --test" } else { "TAP" };
            told.counted(runner, passed, self.comments.failed, self.comments.skipped);
        } else if self.is_planned && (n_lines > 0 || self.is_empty_plan) {
            told.counted("TAP", self.passed, self.failed, self.skipped);
        }
    }

    fn is_begun(&self) -> bool {
        self.passed + self.failed + self.skipped > 0 || self.comments.n_tests.is_some()
    }
}

/// Reads TAP, and the comments in which some producers count.
pub(super) fn tap(lines: &[&str], told: &mut ToldCounts) {
    let mut run = TapRun::default();
    let mut last_number = 0;
    let mut is_proved = false;
    for (idx, line) in lines.iter().enumerate() {
        // A file that prove shows in full ends with its own verdict.
        is_proved = (is_proved || is_prove_head(line)) && !matches!(*line, "ok" | "Dubious");
        if is_proved {
            continue;
        }
        if line.starts_with("TAP version ") {
            std::mem::take(&mut run).close(told);
            (last_number, run.is_planned) = (0, true);
        } else if let Some(n) = plan(line) {
            run.is_planned = true;
            run.is_empty_plan |= n == 0;
        } else if let Some((number, name, outcome)) = tap_line(line) {
            if number != 0 && number <= last_number || run.comments.n_tests.is_some() {
                let is_planned = run.is_planned && run.comments.n_tests.is_none();
                std::mem::take(&mut run).close(told);
                run.is_planned = is_planned;
            }
            last_number = number;
            match outcome {
                CaseOutcome::Passed => run.passed += 1,
                CaseOutcome::Failed => run.failed += 1,
                CaseOutcome::Skipped => run.skipped += 1,
            }
            tap_case(lines, idx, name, outcome, told);
        } else if indent(line) >= 4 {
            if let Some((_, name, outcome)) = tap_line(line.trim_start()) {
                tap_case(lines, idx, name, outcome, told);
            }
        } else if let Some((mark, rest)) = comment(line) {
            let is_again = mark == "tests" && run.comments.n_tests.is_some();
            if is_again {
                std::mem::take(&mut run).close(told);
            }
            count_comment(mark, rest, &mut run.comments);
        }
    }
    if run.is_begun() || run.is_planned {
        run.close(told);
    }
}

fn is_prove_head(line: &str) -> bool {
    let line = line.trim_end();
    line.ends_with(" ..") && !line.starts_with(' ') && !line.trim_end_matches(" ..").contains(' ')
}

fn plan(line: &str) -> Option<u64> {
    let (n, rest) = line.strip_prefix("1..")?.split_once(' ').unwrap_or((line.get(3..)?, ""));
    n.parse().ok().filter(|_| rest.is_empty() || rest.trim_start().starts_with('#'))
}

/// `ok 1 - name`, `not ok 2 - name`, `ok 3 # SKIP why`.
fn tap_line(line: &str) -> Option<(u64, &str, CaseOutcome)> {
    let (is_ok, rest) = match line.strip_prefix("not ok") {
        Some(rest) => (false, rest),
        None => (true, line.strip_prefix("ok")?),
    };
    let rest = rest.strip_prefix(' ')?;
    let n_digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let (digits, rest) = rest.split_at_checked(n_digits)?;
    let is_form = !digits.is_empty() || rest.starts_with("- ");
    let rest = rest.trim_start();
    let name = rest.strip_prefix("- ").unwrap_or(rest);
    let (name, directive) = match name.rfind('#') {
        Some(at) => name.split_at_checked(at)?,
        None => (name, ""),
    };
    let directive = directive.trim_start_matches(['#', ' ']).to_ascii_lowercase();
    let is_skipped = directive.starts_with("skip") || directive.starts_with("todo");
    let outcome = match (is_skipped, is_ok) {
        (true, _) => CaseOutcome::Skipped,
        (false, true) => CaseOutcome::Passed,
        (false, false) => CaseOutcome::Failed,
    };
    is_form.then_some((digits.parse().unwrap_or(0), name.trim(), outcome))
}

/// How many lines below a test may say what it is.
const DETAIL_LINES_MAX: usize = 14;

/// Names a test, unless its lines below say that it is a group, or a file that did not load.
fn tap_case(lines: &[&str], idx: usize, name: &str, outcome: CaseOutcome, told: &mut ToldCounts) {
    let below = lines.iter().skip(idx + 1).take(DETAIL_LINES_MAX).map(|it| it.trim());
    let mut details = below.take_while(|it| *it != "...");
    let is_detailed = lines.get(idx + 1).is_some_and(|it| it.trim() == "---");
    if is_detailed && details.any(|it| it == "type: 'suite'" || it.starts_with("exitCode: ")) {
        if outcome == CaseOutcome::Failed && is_file(name) {
            told.broke(&format!("{name}: test failed"));
        }
        return;
    }
    told.case(name, outcome);
}

fn is_file(name: &str) -> bool {
    let ends = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"];
    !name.contains(' ') && ends.iter().any(|it| name.ends_with(it))
}

fn comment(line: &str) -> Option<(&str, u64)> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ "))?;
    let (mark, n) = rest.split_once(' ')?;
    Some((mark, n.trim().parse().ok()?))
}

fn count_comment(mark: &str, n: u64, comments: &mut TapComments) {
    match mark {
        "tests" => comments.n_tests = Some(n),
        "pass" => comments.passed = Some(n),
        "fail" | "cancelled" => comments.failed = comments.failed.saturating_add(n),
        "skip" | "skipped" | "todo" => comments.skipped = comments.skipped.saturating_add(n),
        "suites" => comments.has_suites = true,
        _ => {}
    }
    // Newer producers leave out what is zero.
    if mark == "fail" && comments.n_tests.is_some() {
        comments.passed.get_or_insert(0);
    }
}

/// Names the tests of `node --test` as a person reads them: `✔ adds (0.6ms)`, groups by `▶`.
pub(super) fn node_spec(lines: &[&str], told: &mut ToldCounts) {
    if !lines.iter().any(|it| it.starts_with("ℹ tests ")) {
        return;
    }
    let mut groups: Vec<(usize, &str)> = Vec::new();
    let mut is_repeated = false;
    for line in lines {
        is_repeated |= *line == "✖ failing tests:";
        let depth = indent(line);
        let text = line.trim();
        if let Some(name) = text.strip_prefix("▶ ") {
            groups.retain(|(it, _)| *it < depth);
            groups.push((depth, without_time(name)));
            continue;
        }
        let marks = [
            ("✔ ", CaseOutcome::Passed),
            ("✖ ", CaseOutcome::Failed),
            ("﹣ ", CaseOutcome::Skipped),
        ];
        let marked = marks.iter().find_map(|(mark, it)| Some((text.strip_prefix(mark)?, *it)));
        let Some((name, outcome)) = marked.filter(|_| !is_repeated) else { continue };
        let name = without_time(name.split(" # ").next().unwrap_or(name));
        if groups.contains(&(depth, name)) {
            groups.retain(|(it, _)| *it < depth);
            continue;
        }
        groups.retain(|(it, _)| *it < depth);
        if is_file(name) && outcome == CaseOutcome::Failed {
            told.broke(&format!("{name}: test failed"));
        } else if !is_file(name) {
            let parts = groups.iter().map(|(_, it)| *it).chain([name]);
            told.case(&parts.collect::<Vec<_>>().join(" > "), outcome);
        }
    }
}

/// Reads prove: `Files=1, Tests=2, …`, then `Result: PASS`.
pub(super) fn prove(lines: &[&str], told: &mut ToldCounts) {
    let mut n_failed = 0u64;
    for (idx, line) in lines.iter().enumerate() {
        let failed = line.split_once(" Failed: ").filter(|(it, _)| it.contains(" (Wstat: "));
        if let Some((file, n)) = failed {
            let n = n.trim_end_matches(')').parse::<u64>().unwrap_or(0);
            n_failed = n_failed.saturating_add(n);
            told.case(file.split(' ').next().unwrap_or(file), CaseOutcome::Failed);
        }
        if let Some((file, "ok")) = line.split_once(" .. ") {
            told.case(file.trim_end_matches(['.', ' ']), CaseOutcome::Passed);
        }
        let result = lines.get(idx + 1).and_then(|it| it.strip_prefix("Result: "));
        let (Some(result), true) = (result, line.starts_with("Files=")) else { continue };
        let total = line.split_once("Tests=").and_then(|(_, rest)| rest.split(',').next());
        let Some(total) = total.and_then(|it| it.trim().parse::<u64>().ok()) else { continue };
        let failed = if result == "FAIL" { n_failed.max(1) } else { n_failed };
        told.counted("prove", total.saturating_sub(failed), failed, 0);
        n_failed = 0;
    }
}
