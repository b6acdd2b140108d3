//! `charter confirm`: everything that waits for a person, and their yes or no.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::rim;
use crate::screen::{Ink, clean, count};
use charter_app::ChangeReport;
use charter_contract::confirm::{WaitingKind, WaitingRow};
use serde_json::json;
use std::fmt::Write as _;

/// The most lines of what was claimed.
const CLAIM_LINES_MAX: usize = 4;

/// The most lines of an answer.
const ANSWER_LINES_MAX: usize = 200;

/// Confirm what waits for a person
///
/// Lists runs that passed but could not be shown to fail, agents' sign-offs, answers that an agent gave for
/// you, changed criteria, and criteria that need something that is not here. In a terminal each is asked
/// about; elsewhere the list is shown, and --yes confirms it. Only a person can.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter confirm\n  charter confirm VAL-ENTRY-001 --yes -m \"watched it on the ward\""
)]
pub(crate) struct ConfirmArgs {
    /// Only these: ids or unique fragments, several with commas between
    #[arg(value_name = "VAL", value_delimiter = ',')]
    only: Vec<String>,

    /// Confirm all of them without asking
    #[arg(long)]
    yes: bool,

    /// Why; needed where agreed criteria change
    #[arg(short, long, value_name = "WHY", allow_hyphen_values = true)]
    message: Option<String>,
}

/// What a person said to one of them.
enum ConfirmReply {
    Yes,
    No,
    All,
    Quit,
}

pub(crate) fn run(args: &ConfirmArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let is_meant = |row: &WaitingRow| {
        let named = |it: &String| row.id.to_lowercase().contains(&it.to_lowercase());
        args.only.is_empty() || args.only.iter().any(named)
    };
    let mut rows = desk.app.waiting(&desk.caller)?;
    rows.retain(is_meant);
    let chosen = match () {
        () if rows.is_empty() => Vec::new(),
        () if args.yes => rows.clone(),
        () if desk.can_talk => ask_each(&rows, desk)?,
        () => return Ok(listed(&rows, desk)),
    };
    if chosen.is_empty() {
        return Ok(listed(if rows.is_empty() { &[] } else { &rows }, desk));
    }
    let mut reason = args.message.clone();
    if reason.is_none() && desk.can_talk && chosen.iter().any(|it| it.changes_agreed) {
        reason = read_line("\n  Why may agreed criteria change? ")?.filter(|it| !it.is_empty());
    }
    let report = desk.app.confirm(&desk.caller, &chosen, reason.as_deref())?;
    Ok(said(&chosen, &report, desk))
}

fn said(chosen: &[WaitingRow], report: &ChangeReport, desk: &Desk<'_>) -> CommandAnswer {
    let mut text = String::new();
    for row in chosen {
        let word = if row.kind == WaitingKind::Needs { "waived" } else { "confirmed" };
        let _ = writeln!(text, "  {} {}  {word}", desk.screen.ink(Ink::Good, "✓"), clean(&row.id));
    }
    let next = desk.next_line_for(report.status, &report.next_actions);
    let report = json!({
        "ok": report.ok,
        "charterId": report.charter_id,
        "status": report.status,
        "changed": report.changed,
        "confirmed": chosen,
        "nextActions": report.next_actions,
    });
    CommandAnswer::new(&report, format!("{text}\n{next}"))
}

/// Lists what waits, and how it is confirmed.
fn listed(rows: &[WaitingRow], desk: &Desk<'_>) -> CommandAnswer {
    let mut text = String::new();
    if rows.is_empty() {
        text.push_str("Nothing waits for a person.\n");
    } else {
        let n = count(rows.len(), "thing waits", "things wait");
        let _ = writeln!(text, "{n} for a person:\n");
        rows.iter().for_each(|it| text.push_str(&block(it, desk)));
        let is_changed = rows.iter().any(|it| it.changes_agreed);
        let why = if is_changed { " -m \"why\"" } else { "" };
        let command = desk.screen.ink(Ink::Command, &format!("charter confirm --yes{why}"));
        let _ = writeln!(text, "  A person confirms all of it with\n    {command}");
    }
    CommandAnswer::new(&json!({ "ok": true, "changed": false, "waiting": rows }), text)
}

/// Shows one of them: what it is about, what was claimed, why it does not count by itself.
fn block(row: &WaitingRow, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let what = match row.kind {
        WaitingKind::Evidence => "evidence",
        WaitingKind::Register if row.changes_agreed => "criterion changed",
        WaitingKind::Register => "criterion to agree on",
        WaitingKind::Answer => "relayed answer",
        WaitingKind::Gate => "quality gate",
        WaitingKind::Needs => "cannot be shown here",
    };
    let id = screen.ink(Ink::Strong, &clean(&row.id));
    let mut text = format!("  {id}  {}\n", screen.ink(Ink::Dim, what));
    let title = row.title.as_deref().unwrap_or_default();
    if !title.is_empty() {
        text.push_str(&screen.wrap("    ", title, CLAIM_LINES_MAX));
    }
    let lines_max = match row.kind {
        // Somebody confirms the words, so all of them are shown.
        WaitingKind::Answer => ANSWER_LINES_MAX,
        WaitingKind::Evidence | WaitingKind::Register | WaitingKind::Gate | WaitingKind::Needs => {
            CLAIM_LINES_MAX
        }
    };
    text.push_str(&screen.wrap("    ", &row.claim, lines_max));
    if !row.reasons.is_empty() {
        let reasons = clean(&row.reasons.join(" · "));
        text.push_str(&screen.ink(Ink::Dim, &screen.wrap("    ", &reasons, CLAIM_LINES_MAX)));
    }
    text.push('\n');
    text
}

fn ask_each(rows: &[WaitingRow], desk: &Desk<'_>) -> Result<Vec<WaitingRow>, Trouble> {
    let mut chosen = Vec::new();
    let mut rest = rows;
    while let Some((row, others)) = rest.split_first() {
        match ask(row, desk)? {
            ConfirmReply::Yes => chosen.push(row.clone()),
            ConfirmReply::No => {}
            ConfirmReply::All if accepts_all(row, others, desk)? => {
                chosen.extend(rest.iter().cloned());
                break;
            }
            // A no to all of them leaves each to be asked about, this one first.
            ConfirmReply::All => continue,
            ConfirmReply::Quit => break,
        }
        rest = others;
    }
    Ok(chosen)
}

/// Shows what was not seen yet and asks once more: nobody can confirm what they were not shown.
fn accepts_all(row: &WaitingRow, others: &[WaitingRow], desk: &Desk<'_>) -> Result<bool, Trouble> {
    if others.is_empty() {
        return Ok(true);
    }
    let blocks: String = others.iter().map(|it| block(it, desk)).collect();
    let is_waived = |it: &&WaitingRow| it.kind == WaitingKind::Needs;
    let n_waived = std::iter::once(row).chain(others).filter(is_waived).count();
    let waived = match n_waived {
        0 => String::new(),
        n => format!(", which waives {}", count(n, "criterion", "criteria")),
    };
    let line =
        read_reply(&format!("\n{blocks}  Confirm all {}{waived}? [y/N] ", others.len() + 1))?;
    Ok(line.is_some_and(|it| matches!(it.as_str(), "y" | "yes")))
}

/// Waits for one line; what is no word for yes is a no.
fn ask(row: &WaitingRow, desk: &Desk<'_>) -> Result<ConfirmReply, Trouble> {
    let question = if row.kind == WaitingKind::Needs { "Waive it?" } else { "Confirm?" };
    let text = format!("\n{}  {question} [y]es, [n]o, [a]ll, [q]uit ", block(row, desk));
    Ok(match read_reply(&text)?.as_deref() {
        Some("y" | "yes") => ConfirmReply::Yes,
        Some("a" | "all") => ConfirmReply::All,
        Some("q" | "quit") | None => ConfirmReply::Quit,
        Some(_) => ConfirmReply::No,
    })
}

/// Asks for one line, in small letters; none at the end of the input.
fn read_reply(question: &str) -> Result<Option<String>, Trouble> {
    Ok(read_line(question)?.map(|it| it.to_lowercase()))
}

/// Asks for one line, without the blanks around it; none at the end of the input.
pub(super) fn read_line(question: &str) -> Result<Option<String>, Trouble> {
    rim::say(question).map_err(Trouble::from_terminal)?;
    let mut line = String::new();
    let n = std::io::stdin().read_line(&mut line).map_err(Trouble::from_terminal)?;
    Ok((n > 0).then(|| line.trim().to_owned()))
}
