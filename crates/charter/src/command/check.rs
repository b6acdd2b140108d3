//! `charter check`: whether a charter holds, for reviewers and machines.

use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::rim::{self, TextForm};
use crate::screen::{Ink, clean, clean_lines};
use charter_app::{CheckReport, CheckVerdict};
use charter_contract::{Status, waived_words};
use charter_kernel::visible::without_commands;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Say whether a charter holds, and why not
///
/// Every criterion must count as shown on the present content, and the ledger must be whole. Exits
/// with 0 if it holds and with 1 if not. Where no charter is open, the one that was completed last is
/// checked.
///
/// With `--ci` it's the gate for a pull request: every command that counts runs again with all its trials,
/// and the branch is compared with its target. New criteria and new events are fine; criteria and rigor are
/// reduced only by a person; `people` and settings are the target's. Nothing is recorded. The branch says what
/// runs, so give the job no secrets.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter check\n  charter check --ci --against origin/main --summary summary.md"
)]
pub(crate) struct CheckArgs {
    /// Run every check again, and compare with the target branch
    #[arg(long)]
    pub(crate) ci: bool,

    /// The branch that the work goes to [default: origin's default branch]
    #[arg(long, value_name = "REF", requires = "ci")]
    pub(super) against: Option<String>,

    /// Write a Markdown summary for a pull request to this file, too
    #[arg(long, value_name = "FILE", requires = "ci", value_hint = clap::ValueHint::FilePath)]
    pub(super) summary: Option<PathBuf>,

    /// How to print it
    #[arg(long, value_parser = ["text", "json", "junit", "sarif", "github"], default_value = "text")]
    pub(super) format: String,
}

pub(crate) fn run(args: &CheckArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.check(&desk.caller)?;
    let text = match args.format.as_str() {
        "json" => rim::json(&serde_json::to_value(&report).unwrap_or_default()) + "\n",
        "junit" => junit(&junit_suite(&report)),
        "sarif" => rim::json(&sarif(&sarif_results(&report))) + "\n",
        "github" => github(&report),
        _ => render(&report, desk),
    };
    let answer = CommandAnswer::new(&report, text).with_exit(exit::of(report.ok));
    Ok(CommandAnswer { form: form_of(&args.format), ..answer })
}

/// Gives the form of the text: only commands for a workflow keep their marks.
pub(super) fn form_of(format: &str) -> TextForm {
    if format == "github" { TextForm::Commands } else { TextForm::Words }
}

fn render(report: &CheckReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let counts = &report.counts;
    let kinds = counts.by_verdict.iter().map(|(word, n)| format!("{n} {word}"));
    let kinds = kinds.collect::<Vec<_>>().join(" · ");
    let head = format!("{} · {}", report.name, report.rigor.word());
    let mut text = format!("\n{}", screen.wrap("  ", &head, 4));
    let waived = waived_words(counts.waived);
    let _ = writeln!(text, "  {} of {} shown{waived}   {kinds}", counts.pass, counts.total);
    let chain = if report.ledger.intact { "chain intact" } else { "broken" };
    let events = charter_kernel::counted(report.ledger.events, "event", "events");
    let _ = writeln!(text, "  ledger {events}, {chain}");
    text.push_str(&evidence::problems(&report.problems, desk));
    text.push_str(&evidence::warnings(&report.warnings, desk));
    let (word, ink) = word_of(report.verdict);
    let _ = writeln!(text, "  {}", screen.ink(ink, word));
    if report.ok && !report.before_completion.is_empty() {
        let words: Vec<&str> =
            report.before_completion.iter().map(|it| it.message.as_str()).collect();
        let words = format!("before it can be completed: {}", words.join("; "));
        text.push_str(&screen.wrap("  ", &words, 6));
    }
    // What was completed can only be restored.
    let has_way_out = report.status == Status::Active
        || report.next_actions.first().is_some_and(|it| it.action == "restore");
    if !report.ok && has_way_out {
        text.push('\n');
        text.push_str(&desk.next_line_for(report.status, &report.next_actions));
    }
    text
}

fn word_of(verdict: CheckVerdict) -> (&'static str, Ink) {
    match verdict {
        CheckVerdict::Pass => ("pass", Ink::Good),
        CheckVerdict::Fail => ("fail", Ink::Bad),
        CheckVerdict::Inconclusive => ("inconclusive", Ink::Warn),
    }
}

/// Workflow commands, one a problem; what a newline or a colon would end is written as GitHub reads it.
pub(super) fn github(report: &CheckReport) -> String {
    let problems = report.problems.iter().map(|it| ("error", it));
    let warnings = report.warnings.iter().map(|it| ("warning", it));
    let mut text: String = problems
        .chain(warnings)
        .map(|(word, it)| {
            let (file, line) = report.place_of(it);
            let title = property(&format!("{} {}", it.path, it.code));
            let (file, message) = (property(&file), message(&it.message));
            format!("::{word} file={file},line={line},title={title}::{message}\n")
        })
        .collect();
    let (word, _) = word_of(report.verdict);
    let _ = writeln!(
        text,
        "::notice title=charter {}::{} of {} criteria shown{}, {word}",
        property(&report.name),
        report.counts.pass,
        report.counts.total,
        waived_words(report.counts.waived)
    );
    text
}

/// Writes the words of a workflow command.
pub(super) fn message(text: &str) -> String {
    let text = without_commands(&clean_lines(text)).replace('%', "%25");
    text.replace('\n', "%0A")
}

/// Writes one of its properties.
pub(super) fn property(text: &str) -> String {
    message(&clean(text)).replace(':', "%3A").replace(',', "%2C")
}

/// Writes text into XML.
pub(super) fn escape(text: &str) -> String {
    let text = clean_lines(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

pub(super) fn junit(suites: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
}

/// Writes a suite for a charter: a case for each criterion, and one for whatever else stands against it.
pub(super) fn junit_suite(report: &CheckReport) -> String {
    let class = escape(&report.charter_id);
    let case =
        |name: &str| format!("    <testcase classname=\"{class}\" name=\"{}\"", escape(name));
    let mut cases = Vec::new();
    for row in &report.criteria {
        let why = escape(&row.reasons.join("; "));
        let rest = match (row.is_shown(), row.counts) {
            (true, _) => "/>\n".to_owned(),
            (false, true) => format!("><skipped message=\"{why}\"/></testcase>\n"),
            (false, false) => failure(row.verdict.word(), &why),
        };
        cases.push(case(&format!("{} {}", row.id, row.title)) + &rest);
    }
    for it in report.apart() {
        cases.push(
            case(&format!("{} {}", it.path, it.code)) + &failure(&it.code, &escape(&it.message)),
        );
    }
    suite(&report.name, &cases)
}

/// Ends a case that failed; what went wrong is escaped already.
pub(super) fn failure(word: &str, why: &str) -> String {
    format!("><failure type=\"{}\" message=\"{why}\"/></testcase>\n", escape(word))
}

/// Writes a suite of cases, and counts them.
pub(super) fn suite(name: &str, cases: &[String]) -> String {
    let count = |mark: &str| cases.iter().filter(|it| it.contains(mark)).count();
    let (n, failures, skipped) = (cases.len(), count("><failure "), count("><skipped "));
    format!(
        "  <testsuite name=\"{}\" tests=\"{n}\" failures=\"{failures}\" skipped=\"{skipped}\">\n{}  </testsuite>\n",
        escape(name),
        cases.concat()
    )
}

/// Lists the problems of a charter as SARIF wants them.
pub(super) fn sarif_results(report: &CheckReport) -> Vec<Value> {
    let result = |problem: &charter_kernel::Problem| {
        let text = format!("{}: {}", problem.path, problem.message);
        let (file, line) = report.place_of(problem);
        sarif_result(&problem.code, &text, &file, line)
    };
    report.problems.iter().map(result).collect()
}

/// Writes a result about a line of a file.
pub(super) fn sarif_result(code: &str, text: &str, file: &str, line: usize) -> Value {
    json!({
        "ruleId": code,
        "level": "error",
        "message": { "text": text },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": file },
            "region": { "startLine": line },
        }}],
    })
}

pub(super) fn sarif(results: &[Value]) -> Value {
    let mut rules: Vec<String> =
        results.iter().filter_map(|it| it.get("ruleId")?.as_str().map(str::to_owned)).collect();
    rules.sort_unstable();
    rules.dedup();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "charter",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|it| json!({ "id": it })).collect::<Vec<_>>(),
            }},
            "results": results,
        }],
    })
}
