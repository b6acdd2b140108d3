//! `charter import`: interviews and contracts that were made elsewhere.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::screen::{Ink, clean, count};
use charter_app::{ImportReport, ImportRow, ImportedForm};
use std::fmt::Write;
use std::path::PathBuf;

/// The most remarks on one file that people are shown; JSON has all.
const NOTES_MAX: usize = 5;

/// Read interviews and contracts made elsewhere, each into a charter of its own
///
/// Takes specs (Markdown) and states (JSON) of deep interviews, one file or a directory of them; a
/// change folder of OpenSpec, a feature folder of spec-kit, Kiro's requirements.md or its folder,
/// Gherkin's .feature files, ultragoal's goals.json and briefs, and what `charter export` writes
/// (`--markdown`, `--gherkin`, `--in-toto`): every scenario, goal, clause or acceptance criterion becomes a
/// criterion. A directory of such folders is taken whole. The originals are kept in the charter byte
/// for byte, and what was not understood is listed.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter import openspec/changes/add-rate-limit\n  charter import specs/001-rate-limit\n  charter import .omc/specs/deep-interview-ward.md"
)]
pub(crate) struct ImportArgs {
    /// A file, a folder of another tool, or a directory with .md, .json and .jsonl files
    #[arg(value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    path: PathBuf,
}

pub(crate) fn run(args: &ImportArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.import(&desk.caller, &args.path)?;
    let answer = CommandAnswer::new(&report, render(&report, desk));
    Ok(answer.with_exit(exit::of(report.ok)))
}

fn render(report: &ImportReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut text = String::from("\n");
    for row in &report.imported {
        let _ = writeln!(text, "  {} {}", screen.ink(Ink::Good, "✓"), clean(&row.file));
        text.push_str(&screen.wrap("      ", &told(row), 3));
        for note in row.notes.iter().take(NOTES_MAX) {
            text.push_str(&screen.ink(Ink::Dim, &screen.wrap("      ", &format!("! {note}"), 3)));
        }
    }
    for row in &report.unread {
        let _ = writeln!(text, "  {} {}", screen.ink(Ink::Bad, "✗"), clean(&row.file));
        text.push_str(&screen.wrap("      ", &row.message, 3));
    }
    let (n, total) = (report.imported.len(), report.imported.len() + report.unread.len());
    let _ = writeln!(text, "\n  {n} of {total} imported\n");
    text.push_str(&desk.next_line(&report.next_actions));
    text
}

fn told(row: &ImportRow) -> String {
    if let ImportedForm::Contract(form) = row.form {
        let criteria = count(row.criteria, "criterion", "criteria");
        return format!("{}: {criteria} of {}", row.charter_id, form.name());
    }
    let ambiguity = match row.ambiguity {
        Some(units) => format!("ambiguity {}", units.to_percent()),
        None => "ambiguity not said".to_owned(),
    };
    format!(
        "{}: {} of {} with an answer, {}, {}, {}, {ambiguity}",
        row.charter_id,
        row.answered,
        count(row.rounds, "round", "rounds"),
        count(row.components, "part", "parts"),
        count(row.facts, "fact", "facts"),
        count(row.criteria, "criterion", "criteria"),
    )
}
