//! `charter pause`: lets the work rest.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use charter_engine::Command;

/// Let the work rest; nothing is lost
///
/// Pausing twice changes nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter pause --reason \"waiting for the ward\"")]
pub(crate) struct PauseArgs {
    /// Why
    #[arg(long, allow_hyphen_values = true)]
    reason: Option<String>,
}

pub(crate) fn run(args: &PauseArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let command = Command::Pause { reason: args.reason.clone() };
    let report = desk.app.change(&desk.caller, &command)?;
    let word = if report.changed { "paused" } else { "was paused already" };
    Ok(desk.changed(&report, &report.charter_id, word))
}
