//! `charter log`: what happened.

use super::Desk;
use crate::answer::{Answer, Trouble};
use crate::screen::{Ink, clean, column};
use charter_app::{LogReport, LogRow};
use serde_json::{Value, json};

/// The widest that the column of actors gets.
const ACTOR_COLUMNS_MAX: usize = 20;

/// The most lines of one event.
const SUMMARY_LINES_MAX: usize = 200;

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

pub(crate) fn run(args: &Args, desk: &Desk<'_>) -> Result<Answer, Trouble> {
    let report = desk.app.log(&desk.caller)?;
    let skipped = args.last.map_or(0, |last| report.rows.len().saturating_sub(last));
    let rows = report.rows.get(skipped..).unwrap_or_default();
    let text = render(rows, desk);
    let answer = Answer::new(&to_json(&report, rows), text);
    Ok(answer.with_notes(desk.notes(&report.findings)))
}

/// Renders events for people: number, time in UTC, who, what. Nothing is cut.
pub(crate) fn render(rows: &[LogRow], desk: &Desk<'_>) -> String {
    let actors: Vec<String> = rows.iter().map(|row| clean(&row.actor.to_string())).collect();
    let widest = actors.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    let width = widest.min(ACTOR_COLUMNS_MAX);
    let line = |(row, actor): (&LogRow, &String)| {
        let head = format!("{:>5}  {}Z  {}", row.seq, row.ts.to_minutes(), column(actor, width));
        let hanging = " ".repeat(head.chars().count() + 2);
        let summary = desk.screen.wrap(&hanging, &row.summary, SUMMARY_LINES_MAX);
        format!("{}  {}\n", desk.screen.ink(Ink::Dim, &head), summary.trim())
    };
    rows.iter().zip(&actors).map(line).collect()
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
