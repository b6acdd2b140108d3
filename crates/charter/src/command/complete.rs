//! `charter complete`: finishes a charter, if everything is shown.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use charter_engine::Command;

/// Finish a charter, if every criterion is shown
///
/// Everything that stands against it is listed at once. The first attempt writes REPORT.md with what
/// the ledger knows; what came of it is yours to write (not at rigor `light`).
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter complete -m \"in use on four wards\"")]
pub(crate) struct CompleteArgs {
    /// What came of it, in a line
    #[arg(short, long, value_name = "NOTE", allow_hyphen_values = true)]
    message: Option<String>,
}

pub(crate) fn run(args: &CompleteArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let command = Command::Complete { note: args.message.clone() };
    let report = desk.app.change(&desk.caller, &command)?;
    let word = if report.changed {
        "is complete: every criterion is shown"
    } else {
        "was complete already"
    };
    Ok(desk.changed(&report, &report.charter_id, word))
}
