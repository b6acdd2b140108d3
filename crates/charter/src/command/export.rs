//! `charter export`, and the check of what it wrote.

use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::screen::{Ink, clean, count};
use charter_app::{Export, ExportReport, RegisterForm, Sign, VerifyExportReport};
use charter_review::attest::ExportVerdict;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Export a charter's evidence, or its criteria, in a form that other tools read
///
/// `--gherkin` writes a feature with a scenario for each criterion, `--markdown` one page for people
/// with every verdict; both end on the screen or in `--out`. `--in-toto` writes the evidence: one JSON object a line: an envelope (DSSE) around a statement (in-toto), the first about the
/// charter as a whole, then one for each criterion with evidence. They are signed with your key, if
/// you have one (`charter key`). Where no charter is open, the one that was completed last is
/// exported.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter export --in-toto --out evidence.intoto.jsonl\n  charter export --gherkin --out rate-limit.feature"
)]
#[command(group = clap::ArgGroup::new("form").required(true).args(["in_toto", "gherkin", "markdown"]))]
pub(crate) struct ExportArgs {
    /// As in-toto statements in DSSE envelopes
    #[arg(long)]
    in_toto: bool,

    /// The criteria as a feature with scenarios
    #[arg(long, conflicts_with_all = ["in_toto", "markdown", "unsigned"])]
    gherkin: bool,

    /// The criteria with their verdicts as one page
    #[arg(long, conflicts_with_all = ["in_toto", "unsigned"])]
    markdown: bool,

    /// The file it goes to; an earlier export there is replaced
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,

    /// Do not sign, even with a key
    #[arg(long)]
    unsigned: bool,
}

pub(crate) fn run(args: &ExportArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if args.gherkin || args.markdown {
        return run_register(args, desk);
    }
    let sign = if args.unsigned { Sign::Never } else { Sign::IfKey };
    let report = desk.app.export(&desk.caller, Export { sign, out: args.out.as_deref() })?;
    let text = report.envelopes.iter().map(|it| format!("{it}\n")).collect();
    let notes = notes(&report, sign);
    Ok(CommandAnswer::new(&report, text).with_notes(notes))
}

fn run_register(args: &ExportArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let form = if args.gherkin { RegisterForm::Gherkin } else { RegisterForm::Markdown };
    let report = desk.app.export_register(&desk.caller, form, args.out.as_deref())?;
    let mut notes = format!("{} criteria\n", report.criteria);
    if let Some(path) = &report.path {
        let _ = writeln!(notes, "written to {}", clean(path));
    }
    let text = report.text.clone();
    Ok(CommandAnswer::new(&report, text).with_notes(notes))
}

fn notes(report: &ExportReport, sign: Sign) -> String {
    let mut text = match (&report.signed_by, sign) {
        (Some(key), _) => format!("{} statements, signed by {key}\n", report.statements),
        (None, Sign::Never) => format!("{} statements, unsigned\n", report.statements),
        (None, Sign::IfKey) => format!(
            "{} statements, unsigned: there is no key; `charter key` makes one\n",
            report.statements
        ),
    };
    if report.without_evidence > 0 {
        let criteria = count(report.without_evidence, "criterion has", "criteria have");
        let _ = writeln!(text, "{criteria} no evidence, and so no statement");
    }
    if let Some(path) = &report.path {
        let _ = writeln!(text, "written to {}", clean(path));
    }
    text
}

/// Checks an export.
pub(crate) fn verify(
    path: &Path,
    key: Option<&str>,
    desk: &Desk<'_>,
) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.verify_export(path, key)?;
    let answer = CommandAnswer::new(&report, render(&report, desk));
    Ok(answer.with_exit(exit::of(report.ok)))
}

fn render(report: &VerifyExportReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut text = String::from("\n");
    if let Some(summary) = &report.summary {
        let head = format!("{} · {} · {}", summary.name, summary.status, summary.rigor);
        text.push_str(&screen.wrap("  ", &head, 4));
        let kinds = summary.by_verdict.iter().map(|(word, n)| format!("{n} {word}"));
        let kinds = kinds.collect::<Vec<_>>().join(" · ");
        let counted =
            format!("it says: {} of {} criteria shown: {kinds}", summary.pass, summary.total);
        text.push_str(&screen.wrap("  ", &counted, 4));
        let ledger = format!("ledger of {} events, {}", summary.events, summary.exported_at);
        text.push_str(&screen.wrap("  ", &ledger, 2));
    }
    let _ = writeln!(
        text,
        "  {} statements read, {} of {} files compared",
        report.statements, report.compared, report.files
    );
    if let Some(key) = report.key_id.as_ref().filter(|_| report.ok) {
        let _ = writeln!(text, "  signed by {key}");
    }
    for note in &report.notes {
        text.push_str(&screen.wrap("  ", note, 2));
    }
    text.push_str(&evidence::problems(&report.problems, desk));
    let (word, ink) = match report.verdict {
        ExportVerdict::Pass => ("pass", Ink::Good),
        ExportVerdict::Fail => ("fail", Ink::Bad),
        ExportVerdict::Inconclusive => ("inconclusive", Ink::Warn),
    };
    let _ = writeln!(text, "  {}", screen.ink(ink, word));
    text
}
