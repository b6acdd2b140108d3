//! `charter list`: every charter of the project.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean, column};
use charter_app::{CharterRow, ListReport};
use charter_contract::{Status, waived_words};
use std::fmt::Write;

/// List the charters of this project
///
/// The one that commands without --charter mean is marked.
#[derive(Debug, clap::Args)]
#[command(visible_alias = "ls", after_help = "Example:\n  charter list --json")]
pub(crate) struct ListArgs {}

pub(crate) fn run(desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.list(&desk.caller)?;
    let text = render(&report, desk);
    let notes = desk.notes(&report.findings);
    Ok(CommandAnswer::new(&report, text).with_notes(notes))
}

/// How many columns a line has beside its id and its count.
const BESIDE: usize = 17;

/// How many of them are the status.
const STATUS_COLUMNS: usize = 9;

/// What stands before the rest of a line that is too long.
const BELOW: &str = "      ";

/// Renders a listing for people.
pub(crate) fn render(report: &ListReport, desk: &Desk<'_>) -> String {
    if report.charters.is_empty() {
        return format!("\n  no charter here\n{}", desk.next_line(&report.next_actions));
    }
    let mut text = String::from("\n");
    for row in &report.charters {
        text.push_str(&line(row, desk));
    }
    text.push('\n');
    text
}

fn line(row: &CharterRow, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mark = if row.current { screen.ink(Ink::Good, "●") } else { " ".to_owned() };
    let (word, ink) = match row.status {
        Some(status @ Status::Active) => (status.word(), Ink::Good),
        Some(status @ Status::Paused) => (status.word(), Ink::Warn),
        Some(status) => (status.word(), Ink::Dim),
        None => ("unknown", Ink::Bad),
    };
    let shown = match (row.status, row.val_total) {
        (None, _) => "cannot be read".to_owned(),
        (Some(_), 0) => "no criteria".to_owned(),
        (Some(_), total) => {
            format!("{} of {total} shown{}", row.val_pass, waived_words(row.val_waived))
        }
    };
    let broken = if row.intact || row.status.is_none() {
        String::new()
    } else {
        screen.ink(Ink::Bad, "  ledger broken")
    };
    let id = clean(&row.charter_id);
    let used = BESIDE + id.chars().count() + shown.chars().count();
    // On a narrow screen they stand below each other: a terminal would break words.
    let (status, gap, indent) = if used <= screen.width {
        (column(word, STATUS_COLUMNS), "  ".to_owned(), " ".repeat(BESIDE - 2))
    } else {
        (word.to_owned(), format!("\n{BELOW}"), BELOW.to_owned())
    };
    let (status, id) = (screen.ink(ink, &status), screen.ink(Ink::Strong, &id));
    let mut text = format!("  {mark} {status}{gap}{id}{gap}{shown}{broken}\n");
    let name = screen.wrap(&indent, &row.name, 1);
    let _ = write!(text, "{}", screen.ink(Ink::Dim, name.trim_end_matches('\n')));
    text.push('\n');
    text
}
