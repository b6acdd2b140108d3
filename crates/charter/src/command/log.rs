//! `charter log`: what happened.
//!
//! Events are printed while they are read, so that a ledger of any length takes the same memory.

use super::Desk;
use super::desk::notes_on;
use crate::answer::{CommandAnswer, Stream, Trouble};
use crate::rim::Format;
use crate::screen::{Ink, Screen, clean, column};
use charter_app::{LogLane, LogPart, LogReport, LogRow};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The widest that the column of actors gets.
const ACTOR_COLUMNS_MAX: usize = 20;

/// The least room for the words of an event beside its columns, and their indent below them.
const ROOM_MIN: usize = 24;
const BELOW: usize = 7;

/// The most lines of one event.
const SUMMARY_LINES_MAX: usize = 200;

/// The most branches that are drawn side by side.
const LANES_MAX: usize = 8;

/// How many events are set together, in columns of one width.
const BLOCK_ROWS: usize = 1000;

/// How many bytes of text such a block has at most before it is printed.
const BLOCK_BYTES: usize = 1024 * 1024;

/// Tell what happened to a charter, oldest first
///
/// With --json every event is printed as the ledger has it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter log -n 20")]
pub(crate) struct LogArgs {
    /// Only the last N events
    #[arg(short = 'n', long, value_name = "N")]
    last: Option<usize>,

    /// Only what says that a verdict is wrong
    #[arg(long, conflicts_with = "last")]
    disputes: bool,
}

pub(crate) fn run(args: &LogArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let part = match (args.disputes, args.last) {
        (true, _) => LogPart::Disputes,
        (false, Some(n)) => LogPart::Last(n as u64),
        (false, None) => LogPart::Whole,
    };
    let report = desk.app.log(&desk.caller, part)?;
    let screen = desk.screen;
    Ok(CommandAnswer::streamed(Stream::new(move |out, format| match format {
        Format::Text => print(report, screen, out),
        Format::Json => print_json(report, out),
    })))
}

fn print(
    report: LogReport,
    screen: Screen,
    out: &mut dyn Write,
) -> io::Result<Result<String, Trouble>> {
    let (mut block, mut n_bytes, mut width) = (Vec::new(), 0, 0);
    for row in report.rows {
        let row = match row {
            Ok(row) => row,
            Err(err) => return Ok(Err(err.into())),
        };
        n_bytes += row.summary.len();
        block.push(row);
        if block.len() >= BLOCK_ROWS || n_bytes >= BLOCK_BYTES {
            out.write_all(render_block(&block, screen, &mut width).as_bytes())?;
            block.clear();
            n_bytes = 0;
        }
    }
    out.write_all(render_block(&block, screen, &mut width).as_bytes())?;
    Ok(match report.end.findings() {
        Ok(findings) => Ok(notes_on(screen, &findings)),
        Err(err) => Err(err.into()),
    })
}

/// Renders events for people: number, time in UTC, who, what. Nothing is cut, and the columns are as wide
/// as those of the block before, or wider.
fn render_block(rows: &[LogRow], screen: Screen, width: &mut usize) -> String {
    let actors: Vec<String> = rows.iter().map(|row| clean(&row.actor.to_string())).collect();
    let widest = actors.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    *width = widest.min(ACTOR_COLUMNS_MAX).max(*width);
    let line = |(row, actor): (&LogRow, &String)| {
        let head =
            format!("{:>5}  {}Z  {}", row.number, row.ts.to_minutes(), column(actor, *width));
        let summary = format!("{}{}", gutter(row.lane), row.summary);
        let used = head.chars().count() + 2;
        let has_room = screen.width >= used + ROOM_MIN;
        let hanging = " ".repeat(if has_room { used } else { BELOW });
        let summary = screen.wrap(&hanging, &summary, SUMMARY_LINES_MAX);
        if has_room {
            return format!("{}  {}\n", screen.ink(Ink::Dim, &head), summary.trim());
        }
        // Beside the columns a narrow screen has no room for words: they stand below.
        format!("{}\n{summary}", screen.ink(Ink::Dim, head.trim_end()))
    };
    rows.iter().zip(&actors).map(line).collect()
}

/// Draws the branches that ran side by side, where there are several.
fn gutter(lane: LogLane) -> String {
    if lane.n_others == 0 && lane.n_joined == 0 {
        return String::new();
    }
    let n = (lane.n_others + 1).min(LANES_MAX);
    let mut signs: Vec<&str> = vec!["│"; n];
    if let Some(own) = signs.get_mut(lane.own.min(n - 1)) {
        *own = if lane.n_joined > 0 { "┴" } else { "●" };
    }
    format!("{} ", signs.join(" "))
}

/// Prints what `{:#}` would print of the whole, without having the whole.
fn print_json(report: LogReport, out: &mut dyn Write) -> io::Result<Result<String, Trouble>> {
    let name = Value::String(report.charter_id);
    write!(out, "{{\n  \"charterId\": {name},\n  \"events\": [")?;
    let mut before = "";
    for row in report.rows {
        let row = match row {
            Ok(row) => row,
            Err(err) => return Ok(Err(err.into())),
        };
        write!(out, "{before}\n    {}", indented(&event_json(&row), 4))?;
        before = ",";
    }
    let findings = match report.end.findings() {
        Ok(findings) => json!(findings),
        Err(err) => return Ok(Err(err.into())),
    };
    let end = if before.is_empty() { "" } else { "\n  " };
    writeln!(out, "{end}],\n  \"findings\": {}\n}}", indented(&findings, 2))?;
    Ok(Ok(String::new()))
}

/// Renders a value that stands some columns to the right; a line's end is never inside a text.
fn indented(value: &Value, columns: usize) -> String {
    format!("{value:#}").replace('\n', &format!("\n{}", " ".repeat(columns)))
}

/// Gives an event as the ledger has it; every line that counts is JSON.
pub(crate) fn event_json(row: &LogRow) -> Value {
    serde_json::from_str(&row.line).unwrap_or_default()
}
