//! `charter abandon`: gives the work up.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use charter_engine::Command;

/// Give a charter up, with a reason
///
/// An abandoned charter stays readable and cannot be opened again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter abandon --reason \"bought a product instead\"")]
pub(crate) struct AbandonArgs {
    /// Why
    #[arg(long, allow_hyphen_values = true)]
    reason: String,
}

pub(crate) fn run(args: &AbandonArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let command = Command::Abandon { reason: args.reason.clone() };
    let report = desk.app.change(&desk.caller, &command)?;
    Ok(desk.changed(&report, &report.charter_id, "abandoned"))
}
