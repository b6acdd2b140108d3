//! `charter waive`: takes a criterion out.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};

/// Take a criterion out, with a reason
///
/// Only a person may. It stays in the register and in the report; recording evidence for it takes
/// the waiver back.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter waive VAL-ENTRY-002 --reason \"not in the first version\""
)]
pub(crate) struct WaiveArgs {
    /// The criterion: its id or any unique fragment of it
    #[arg(value_name = "VAL", value_hint = clap::ValueHint::Other)]
    criterion: String,

    /// Why
    #[arg(long, allow_hyphen_values = true)]
    reason: String,
}

pub(crate) fn run(args: &WaiveArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let (id, report) = desk.app.waive(&desk.caller, &args.criterion, &args.reason)?;
    let word = if report.changed { "is waived" } else { "was waived before" };
    let next = desk.next_line_for(report.status, &report.next_actions);
    Ok(CommandAnswer::new(&report, format!("{id} {word}\n{next}")))
}
