//! `charter log`: what happened.

use super::Desk;
use crate::answer::{Answer, Trouble};
use crate::screen::{Ink, clean, cut};
use charter_app::{LogReport, LogRow};
use serde_json::{Value, json};

/// Tell what happened to a charter, oldest first
///
/// With --json every event is printed as the ledger has it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter log -n 20")]
pub(crate) struct Args {
    /// Only the last N events
    #[arg(short = 'n', long, value_name = "N")]
    last: Option<usize>,
}

pub(crate) fn run(args: &Args, desk: &Desk) -> Result<Answer, Trouble> {
    let report = desk.app.log(&desk.caller)?;
    let skipped = args.last.map_or(0, |last| report.rows.len().saturating_sub(last));
    let rows = report.rows.get(skipped..).unwrap_or_default();
    let text = rows.iter().map(|row| line(row, desk)).collect();
    let answer = Answer::new(&to_json(&report, rows), text);
    Ok(answer.with_notes(desk.notes(&report.findings)))
}

/// Renders one event for people.
pub(crate) fn line(row: &LogRow, desk: &Desk) -> String {
    let screen = &desk.screen;
    let actor = clean(&row.actor.to_string());
    let head = format!("{:>5}  {}  {actor}", row.seq, row.ts.to_minutes());
    let room = screen.width.saturating_sub(head.chars().count() + 2).max(24);
    format!("{}  {}\n", screen.ink(Ink::Dim, &head), cut(&clean(&row.summary), room))
}

fn to_json(report: &LogReport, rows: &[LogRow]) -> Value {
    json!({
        "charterId": report.charter_id,
        "events": rows.iter().map(event_json).collect::<Vec<Value>>(),
        "findings": report.findings,
    })
}

/// Gives an event as the ledger has it; every line that counts is JSON.
pub(crate) fn event_json(row: &LogRow) -> Value {
    serde_json::from_str(&row.line).unwrap_or_default()
}
