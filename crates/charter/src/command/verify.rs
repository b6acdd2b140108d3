//! `charter verify`: everything that was ever recorded, from the first byte.

use super::{Desk, evidence};
use crate::answer::{Answer, Trouble};
use crate::exit;
use crate::screen::Ink;
use std::fmt::Write;

/// Verify the ledger and every artifact that was ever recorded
///
/// Every event is hashed from the first byte and every artifact is read; nothing that this machine
/// remembers is believed, and nothing is run. Exits with 1 where anything is not as it was recorded.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter verify --json")]
pub(crate) struct Args {}

pub(crate) fn run(desk: &Desk<'_>) -> Result<Answer, Trouble> {
    let report = desk.app.verify(&desk.caller)?;
    let screen = &desk.screen;
    let mut text = format!("\n{}", screen.wrap("  ", &report.check.name, 2));
    let _ = writeln!(
        text,
        "  {} events hashed, {} artifacts read, {} bytes",
        report.events, report.artifacts, report.bytes
    );
    text.push_str(&evidence::problems(&report.problems, desk));
    let (word, ink) = if report.ok { ("pass", Ink::Good) } else { ("fail", Ink::Bad) };
    let _ = writeln!(text, "  {}", screen.ink(ink, word));
    let mut answer = Answer::new(&report, text);
    if !report.ok {
        answer.exit = exit::REFUSED;
    }
    Ok(answer)
}
