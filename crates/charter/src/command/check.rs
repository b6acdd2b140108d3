//! `charter check`: whether a charter holds, for reviewers and machines.

use super::{Desk, evidence};
use crate::answer::{Answer, Trouble};
use crate::exit;
use crate::screen::{Ink, clean};
use charter_app::{CheckReport, CheckVerdict};
use charter_core::Status;
use serde_json::{Value, json};
use std::fmt::Write;

/// Say whether a charter holds, and why not
///
/// Every criterion must count as shown on the present content, and the ledger must be whole. Exits
/// with 0 if it holds and with 1 if not. Where no charter is open, the one that was completed last is
/// checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter check --format github")]
pub(crate) struct Args {
    /// How to print it
    #[arg(long, value_parser = ["text", "json", "junit", "sarif", "github"], default_value = "text")]
    format: String,
}

pub(crate) fn run(args: &Args, desk: &Desk<'_>) -> Result<Answer, Trouble> {
    let report = desk.app.check(&desk.caller)?;
    let text = match args.format.as_str() {
        "json" => format!("{:#}\n", serde_json::to_value(&report).unwrap_or_default()),
        "junit" => junit(&report),
        "sarif" => format!("{:#}\n", sarif(&report)),
        "github" => github(&report),
        _ => render(&report, desk),
    };
    let mut answer = Answer::new(&report, text);
    if !report.ok {
        answer.exit = exit::REFUSED;
    }
    Ok(answer)
}

fn render(report: &CheckReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let counts = &report.counts;
    let kinds = counts.by_verdict.iter().map(|(word, n)| format!("{n} {word}"));
    let kinds = kinds.collect::<Vec<_>>().join(" · ");
    let head = format!("{} · {}", report.name, report.rigor.word());
    let mut text = format!("\n{}", screen.wrap("  ", &head, 4));
    let _ = writeln!(text, "  {} of {} criteria   {kinds}", counts.pass, counts.total);
    let chain = if report.ledger.intact { "chain intact" } else { "broken" };
    let _ = writeln!(text, "  ledger {} events, {chain}", report.ledger.events);
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
    if !report.ok && report.status == Status::Active {
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

/// Gives the place of a problem: the criterion in the register, or the file.
fn place(report: &CheckReport, path: &str) -> (String, usize) {
    match report.lines.get(path) {
        Some(line) => (format!("{}/criteria.md", report.path), *line),
        None => (format!("{}/{path}", report.path), 1),
    }
}

/// Workflow commands, one a problem; what a newline or a colon would end is written as GitHub reads it.
fn github(report: &CheckReport) -> String {
    let data = |it: &str| it.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |it: &str| data(it).replace(':', "%3A").replace(',', "%2C");
    let mut text = String::new();
    for problem in &report.problems {
        let (file, line) = place(report, &problem.path);
        let title = format!("{} {}", problem.path, problem.code);
        let _ = writeln!(
            text,
            "::error file={},line={line},title={}::{}",
            property(&file),
            property(&title),
            data(&problem.message)
        );
    }
    for warning in &report.warnings {
        let (file, line) = place(report, &warning.path);
        let title = format!("{} {}", warning.path, warning.code);
        let _ = writeln!(
            text,
            "::warning file={},line={line},title={}::{}",
            property(&file),
            property(&title),
            data(&warning.message)
        );
    }
    let (word, _) = word_of(report.verdict);
    let _ = writeln!(
        text,
        "::notice title=charter {}::{} of {} criteria shown, {word}",
        property(&clean(&report.name)),
        report.counts.pass,
        report.counts.total
    );
    text
}

fn junit(report: &CheckReport) -> String {
    let escape = |it: &str| {
        let it: String = it.chars().filter(|it| !it.is_control() || *it == '\n').collect();
        it.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let failures = report.criteria.iter().filter(|it| !it.counts).count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\">\n",
        escape(&report.name),
        report.criteria.len()
    );
    for row in &report.criteria {
        let name = format!("{} {}", row.id, row.title);
        let class = escape(&report.charter_id);
        let _ = write!(text, "    <testcase classname=\"{class}\" name=\"{}\"", escape(&name));
        if row.counts {
            text.push_str("/>\n");
        } else {
            let (word, why) = (row.verdict.word(), escape(&row.reasons.join("; ")));
            let _ = writeln!(text, "><failure type=\"{word}\" message=\"{why}\"/></testcase>");
        }
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

fn sarif(report: &CheckReport) -> Value {
    let result = |problem: &charter_core::Problem| {
        let (file, line) = place(report, &problem.path);
        json!({
            "ruleId": problem.code,
            "level": "error",
            "message": { "text": format!("{}: {}", problem.path, problem.message) },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": file },
                "region": { "startLine": line },
            }}],
        })
    };
    let mut rules: Vec<&str> = report.problems.iter().map(|it| it.code.as_str()).collect();
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
            "results": report.problems.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}
