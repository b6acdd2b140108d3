//! `charter resume`: goes on.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use charter_engine::Command;

/// Go on with a paused charter
///
/// Binds the session that calls, if it has a name.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter resume --charter nurses")]
pub(crate) struct ResumeArgs {}

pub(crate) fn run(desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.change(&desk.caller, &Command::Resume {})?;
    let word = if report.changed { "goes on" } else { "was active already" };
    Ok(desk.changed(&report, &report.charter_id, word))
}
