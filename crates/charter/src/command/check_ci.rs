//! `charter check --ci`: the gate for a pull request.
//!
//! Owns how a branch's result looks: on a screen, for machines, and as a page for a pull request.

use super::check::{
    CheckArgs, escape, failure, form_of, github, junit, junit_suite, message, property, sarif,
    sarif_result, sarif_results, suite,
};
use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::rim;
use crate::screen::{Ink, clean, count};
use charter_app::{AbandonedRow, CheckReport, CiAsk, CiReport, CiVerdict, DifferenceRow};
use charter_contract::{CriterionRow, OTHER_COMMAND, Verdict};
use charter_kernel::Problem;
use charter_kernel::markdown::words;
use serde_json::Value;
use std::fmt::Write as _;

/// How much of a commit's name is shown.
const COMMIT_CHARS: usize = 7;

pub(crate) fn run(args: &CheckArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let ask = CiAsk { against: args.against.clone(), progress: evidence::progress(desk) };
    let report = match desk.app.check_ci(&ask) {
        Ok(report) => report,
        Err(err) => return cannot_tell(args, desk, err.into()),
    };
    if let Some(path) = &args.summary {
        desk.app.write_named(path, summary(&report).as_bytes())?;
    }
    let text = match args.format.as_str() {
        "json" => rim::json(&serde_json::to_value(&report).unwrap_or_default()) + "\n",
        "junit" => {
            let suites: String = report.charters.iter().map(junit_suite).collect();
            junit(&(suites + &junit_differences(&report.differences)))
        }
        "sarif" => {
            let rows = report.charters.iter().flat_map(sarif_results);
            let rows: Vec<Value> = rows.chain(report.differences.iter().map(sarif_row)).collect();
            rim::json(&sarif(&rows)) + "\n"
        }
        "github" => github_lines(&report),
        _ => render(&report, desk),
    };
    let answer = CommandAnswer::new(&report, text).with_exit(exit::of(report.ok));
    Ok(CommandAnswer { form: form_of(&args.format), ..answer })
}

/// Says that nothing could be judged, in the form that was asked for and in the summary: whoever reads only
/// those must not take silence for a pass.
fn cannot_tell(
    args: &CheckArgs,
    desk: &Desk<'_>,
    trouble: Trouble,
) -> Result<CommandAnswer, Trouble> {
    let (code, line) = (trouble.report.code.clone(), trouble.in_a_line());
    let commands = trouble.report.next_actions.iter().take(1);
    let hints: String = commands.map(|it| format!("; {}: `{}`", it.hint, it.command)).collect();
    let words = format!("{line}{hints}");
    if let Some(path) = &args.summary {
        let page = format!("### charter: ERROR\n\n- **{code}** {}\n", cell(&words));
        desk.app.write_named(path, page.as_bytes())?;
    }
    let text = match args.format.as_str() {
        "json" => rim::json(&trouble.to_json()) + "\n",
        "junit" => {
            let case = format!("    <testcase classname=\"branch\" name=\"{}\"", escape(&code));
            junit(&suite("charter branch", &[case + &failure(&code, &escape(&words))]))
        }
        "sarif" => rim::json(&sarif(&[sarif_result(&code, &words, ".charter", 1)])) + "\n",
        "github" => {
            format!("::error title={}::{}\n", property(&format!("charter {code}")), message(&words))
        }
        _ => return Err(trouble),
    };
    let answer = CommandAnswer { json: trouble.to_json(), ..CommandAnswer::new(&(), text) };
    let answer = CommandAnswer { form: form_of(&args.format), ..answer };
    Ok(answer.with_exit(trouble.exit).with_notes(trouble.to_text()))
}

fn render(report: &CiReport, desk: &Desk<'_>) -> String {
    let mut text = String::from("\n");
    for charter in &report.charters {
        text.push_str(&charter_block(charter, desk));
    }
    for it in &report.abandoned {
        let line = desk.screen.wrap("        ", &clean(&abandoned_words(it)), 4);
        let _ = write!(text, "  {}  {}", desk.screen.ink(Ink::Warn, "GONE"), line.trim_start());
    }
    for difference in &report.differences {
        let words = format!("{} [{}]", difference.words(), difference.kind.word());
        let line = desk.screen.wrap("        ", &clean(&words), 4);
        let _ = write!(text, "  {}  {}", desk.screen.ink(Ink::Bad, "DIFF"), line.trim_start());
    }
    let (word, ink) = word_of(report.verdict);
    let _ = writeln!(text, "\n  {}  {}", desk.screen.ink(ink, word), told(report));
    text
}

/// Says that a charter was given up, which nobody who reviews the branch should miss.
fn abandoned_words(row: &AbandonedRow) -> String {
    let why = row.reason.as_deref().map(|it| format!(": {it}")).unwrap_or_default();
    format!("{} abandoned the charter “{}”{why}", row.by, row.name)
}

fn word_of(verdict: CiVerdict) -> (&'static str, Ink) {
    match verdict {
        CiVerdict::Pass => ("PASS", Ink::Good),
        CiVerdict::Fail => ("FAIL", Ink::Bad),
        CiVerdict::Inconclusive => ("INCONCLUSIVE", Ink::Warn),
        CiVerdict::None => ("NONE", Ink::Dim),
    }
}

/// Says in a line what was done.
fn told(report: &CiReport) -> String {
    let short = |it: &str| it.chars().take(COMMIT_CHARS).collect::<String>();
    let against =
        format!("against {} ({})", clean(&report.against.name), short(&report.against.commit));
    if report.charters.is_empty() && report.differences.is_empty() {
        let place = report.place.as_ref().map(|it| format!(" in {}", clean(it)));
        return format!("No open charter{} on this branch · {against}", place.unwrap_or_default());
    }
    let ran = count(report.reran, "check", "checks");
    let seconds = report.reran_ms.div_ceil(1000);
    let differences = match report.differences.len() {
        0 => "nothing taken away".to_owned(),
        n => count(n, "difference", "differences"),
    };
    format!(
        "Ran {ran} again in {seconds} s · {differences} · {against} · commit {}",
        short(&report.commit)
    )
}

/// Counts what is shown: `3 of 4 shown: 3 proven, 1 waived`.
fn counted(charter: &CheckReport) -> String {
    let shown = charter.criteria.iter().filter(|it| it.is_shown()).count();
    let mut words: Vec<String> = Vec::new();
    for verdict in Verdict::ALL {
        let n = charter.criteria.iter().filter(|it| it.verdict == verdict).count();
        if n > 0 {
            words.push(format!("{n} {}", verdict.word()));
        }
    }
    let words = words.join(", ");
    let colon = if words.is_empty() { "" } else { ": " };
    format!("{shown} of {} shown{colon}{words}", charter.criteria.len())
}

fn charter_block(charter: &CheckReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let (sign, ink) = if charter.ok { ("✓", Ink::Good) } else { ("✗", Ink::Bad) };
    let name = screen.ink(Ink::Strong, &clean(&charter.name));
    let place = charter.place.as_deref().map(|it| format!("  in {}", clean(it)));
    let place = place.unwrap_or_default();
    let mut text = format!("  {} {name}{place}  {}\n", screen.ink(ink, sign), counted(charter));
    for problem in &charter.problems {
        let line = format!("{}  {}: {}", problem.path, problem.code, problem.message);
        text.push_str(&screen.wrap("      ", &clean(&line), 4));
    }
    for warning in other_commands(charter) {
        let line = format!("{}  {}: {}", warning.path, warning.code, warning.message);
        text.push_str(&screen.wrap("      ", &clean(&line), 4));
    }
    if let Some(words) = &charter.already_open {
        text.push_str(&screen.wrap("      ", &clean(words), 4));
    }
    text
}

/// Lists the checks that are others than those that criteria.md names.
fn other_commands(charter: &CheckReport) -> impl Iterator<Item = &Problem> {
    charter.warnings.iter().filter(|it| it.code == OTHER_COMMAND)
}

fn github_lines(report: &CiReport) -> String {
    let mut text: String = report.charters.iter().map(github).collect();
    for charter in &report.charters {
        if let Some(words) = &charter.already_open {
            let title = property(&format!("charter {}", charter.name));
            let _ = writeln!(text, "::notice title={title}::{}", message(words));
        }
    }
    for difference in &report.differences {
        let title = property(&format!("charter {}", difference.kind.word()));
        let file = property(&difference.file);
        let words = message(&difference.words());
        let _ = writeln!(text, "::error file={file},title={title}::{words}");
    }
    for it in &report.abandoned {
        let _ =
            writeln!(text, "::warning title=charter abandoned::{}", message(&abandoned_words(it)));
    }
    let (word, _) = word_of(report.verdict);
    let _ = writeln!(text, "::notice title=charter {word}::{}", message(&told(report)));
    text
}

fn junit_differences(differences: &[DifferenceRow]) -> String {
    if differences.is_empty() {
        return String::new();
    }
    let cases: Vec<String> = differences
        .iter()
        .map(|it| {
            let word = it.kind.word();
            let case = format!("    <testcase classname=\"branch\" name=\"{word}\"");
            case + &failure(word, &escape(&it.words()))
        })
        .collect();
    suite("charter branch", &cases)
}

fn sarif_row(difference: &DifferenceRow) -> Value {
    sarif_result(difference.kind.word(), &difference.words(), &difference.file, 1)
}

/// Writes a page for a pull request or a job's summary.
fn summary(report: &CiReport) -> String {
    let (word, _) = word_of(report.verdict);
    let mut text = format!("### charter: {word}\n\n{}\n", cell(&told(report)));
    for difference in &report.differences {
        let _ = writeln!(text, "- **{}** {}", difference.kind.word(), cell(&difference.words()));
    }
    for it in &report.abandoned {
        let _ = writeln!(text, "- **abandoned** {}", cell(&abandoned_words(it)));
    }
    for charter in &report.charters {
        let sign = if charter.ok { "✅" } else { "❌" };
        let place = charter.place.as_deref().map(|it| format!(" in {}", cell(it)));
        let _ = write!(
            text,
            "\n#### {sign} {}{} — {}\n\n",
            cell(&charter.name),
            place.unwrap_or_default(),
            counted(charter)
        );
        if let Some(words) = &charter.already_open {
            let _ = writeln!(text, "{}\n", cell(words));
        }
        text.push_str("| | criterion | verdict | from | why |\n|---|---|---|---|---|\n");
        for row in &charter.criteria {
            text.push_str(&summary_row(row));
        }
        for problem in charter.apart() {
            let _ = writeln!(
                text,
                "\n- **{}** {}: {}",
                problem.code,
                cell(&problem.path),
                cell(&problem.message)
            );
        }
        for it in other_commands(charter) {
            let (id, words) = (cell(&it.path), cell(&it.message));
            let _ = writeln!(text, "\n- **{}** {id} {words}", it.code);
        }
    }
    text
}

fn summary_row(row: &CriterionRow) -> String {
    let sign = match (row.counts, row.verdict) {
        (true, Verdict::Waived) => "➖",
        (true, _) => "✅",
        (false, _) => "❌",
    };
    let origin = serde_json::to_value(row.origin).unwrap_or_default();
    let origin = origin.as_str().unwrap_or("–").to_owned();
    let why = if row.counts && row.verdict != Verdict::Waived {
        String::new()
    } else {
        row.reasons.join("; ")
    };
    let (id, title) = (cell(&row.id), cell(&row.title));
    format!("| {sign} | {id} {title} | {} | {origin} | {} |\n", row.verdict.word(), cell(&why))
}

/// Writes text into a cell of a table: one line, nothing that is a mark, nobody is called by `@`, and no address
/// becomes a link.
fn cell(text: &str) -> String {
    let text = words::render_title(&clean(text)).replace('@', "@<!-- -->");
    text.replace("://", ":<!-- -->//").replace("www.", "www<!-- -->.")
}
