//! `charter export`, and the check of what it wrote.

use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::screen::{Ink, clean, count};
use charter_app::{
    ActRow, Export, ExportReport, Provenance, ProvenanceState, RegisterForm, Sign,
    VerifyExportReport,
};
use charter_kernel::counted;
use charter_review::attest::ExportVerdict;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Export a charter's evidence, or its criteria, in a form that other tools read
///
/// `--gherkin` writes a feature with a scenario for each criterion, `--markdown` one page for people
/// with every verdict; both end on the screen or in `--out`. `--in-toto` writes the evidence: one JSON object a line: an envelope (DSSE) around a statement (in-toto), the first about the
/// charter as a whole, then one for each criterion with evidence. The first lists the others by their
/// digests and is signed with your SSH key, if you have one (`charter key`). Where no charter is open, the one that was completed last is
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
    let export = Export { sign, out: args.out.as_deref() };
    let report = desk.app.export(&desk.caller, export)?;
    let text = report.envelopes.iter().map(|it| format!("{it}\n")).collect();
    let notes = notes(&report);
    Ok(CommandAnswer::new(&report, text).with_notes(notes))
}

fn run_register(args: &ExportArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let form = if args.gherkin { RegisterForm::Gherkin } else { RegisterForm::Markdown };
    let report = desk.app.export_register(&desk.caller, form, args.out.as_deref())?;
    let mut notes = format!("{}\n", count(report.criteria, "criterion", "criteria"));
    if let Some(path) = &report.path {
        let _ = writeln!(notes, "written to {}", clean(path));
    }
    let text = report.text.clone();
    Ok(CommandAnswer::new(&report, text).with_notes(notes))
}

fn notes(report: &ExportReport) -> String {
    let n = count(report.statements, "statement", "statements");
    let mut text = match (&report.signed_by, &report.unsigned_because) {
        (Some(key), _) => format!("{n}, signed by {key}\n"),
        (None, Some(why)) => format!("{n}, unsigned: {}\n", clean(why)),
        (None, None) => format!("{n}, unsigned\n"),
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
    people: Option<&Path>,
    desk: &Desk<'_>,
) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.verify_export(path, people)?;
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
        let words = format!(
            "it says: {} of {} shown: {kinds}",
            summary.pass,
            counted(summary.total, "criterion", "criteria")
        );
        let words = words.trim_end_matches([':', ' ']);
        text.push_str(&screen.wrap("  ", words, 4));
        let events = counted(summary.events, "event", "events");
        let ledger = format!("ledger of {events}, {}", summary.exported_at);
        text.push_str(&screen.wrap("  ", &ledger, 2));
    }
    for note in &report.notes {
        text.push_str(&screen.wrap("  ", note, 2));
    }
    text.push_str(&evidence::problems(&report.problems, desk));
    text.push('\n');
    text.push_str(&part("integrity", &integrity(report), desk));
    let (ink, signer) = provenance(&report.provenance);
    // What was signed is not what is here.
    let ink = if report.integrity.holds { ink } else { Ink::Bad };
    text.push_str(&part("signed by", &(ink, signer), desk));
    for (idx, row) in report.signed_acts.iter().enumerate() {
        text.push_str(&part(if idx == 0 { "acts" } else { "" }, &signed_act(row), desk));
    }
    for (idx, sentence) in report.cannot_tell.iter().enumerate() {
        let head = if idx == 0 { "cannot tell" } else { "" };
        text.push_str(&part(head, &(Ink::Dim, sentence.clone()), desk));
    }
    text.push_str(&part("verdict", &verdict(report), desk));
    text
}

/// Renders one part of what was found, its words behind its name.
fn part(head: &str, (ink, words): &(Ink, String), desk: &Desk<'_>) -> String {
    let wrapped = desk.screen.wrap(&" ".repeat(15), words, usize::MAX);
    format!("  {head:<13}{}\n", desk.screen.ink(*ink, wrapped.trim()))
}

/// Says what a person signed, and whose signature it is.
fn signed_act(row: &ActRow) -> (Ink, String) {
    let (acts, ts) = (row.acts.join("; "), format!("{}Z", row.ts.to_minutes()));
    match (row.state, &row.person) {
        (ProvenanceState::Listed, Some(person)) => {
            (Ink::Good, format!("{person} signed, {ts}: {acts}"))
        }
        (ProvenanceState::Wrong, _) => (Ink::Bad, format!("signature wrong: {acts}")),
        (ProvenanceState::NotChecked, _) => (Ink::Warn, format!("not checked: {acts}")),
        (ProvenanceState::Listed | ProvenanceState::Unlisted | ProvenanceState::Unsigned, _) => {
            let key = &row.key;
            (Ink::Warn, format!("{} by a key that is not listed ({key}), {ts}: {acts}", row.actor))
        }
    }
}

/// Says what the file comes to, in the words of the documentation.
fn verdict(report: &VerifyExportReport) -> (Ink, String) {
    match report.verdict {
        ExportVerdict::Pass => (Ink::Good, "pass".to_owned()),
        ExportVerdict::Inconclusive => (
            Ink::Warn,
            "inconclusive: intact, and nobody listed is known to have signed it".to_owned(),
        ),
        ExportVerdict::Fail => (Ink::Bad, "fail".to_owned()),
    }
}

fn integrity(report: &VerifyExportReport) -> (Ink, String) {
    if !report.integrity.holds {
        return (
            Ink::Bad,
            "broken: the problems above say what was changed or left out".to_owned(),
        );
    }
    let statements = count(report.statements, "statement", "statements");
    let compared = match report.compared {
        0 => "; none of its files are here to compare".to_owned(),
        n => {
            let files =
                counted(report.files, "file is here and matches", "files are here and match");
            format!("; {n} of {files}")
        }
    };
    (Ink::Good, format!("{statements}, none changed or left out{compared}"))
}

fn provenance(found: &Provenance) -> (Ink, String) {
    let text = |it: &Option<String>| it.clone().unwrap_or_default();
    let (person, key, people) =
        (text(&found.person), text(&found.fingerprint), text(&found.people));
    match found.state {
        ProvenanceState::Listed => (Ink::Good, format!("{person}, {key}, listed in {people}")),
        ProvenanceState::Unlisted => (Ink::Warn, format!("unknown: {key} is not listed")),
        ProvenanceState::Unsigned => (Ink::Warn, "nobody".to_owned()),
        ProvenanceState::NotChecked => (Ink::Warn, format!("not checked: {}", text(&found.reason))),
        ProvenanceState::Wrong => (Ink::Bad, "nobody: a signature is wrong".to_owned()),
    }
}
