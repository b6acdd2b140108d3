//! `charter dispute`: says that a verdict is wrong.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};

/// Record that a verdict is wrong
///
/// The verdict stands; what was run, what was said about it and your reason are kept, so that somebody can
/// look into it. `charter log --disputes` lists them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter dispute VAL-ENTRY-002 -m \"the runner counts in its own words\""
)]
pub(crate) struct DisputeArgs {
    /// The criterion: its id or any unique fragment of it
    #[arg(value_name = "VAL", value_hint = clap::ValueHint::Other)]
    criterion: String,

    /// Why it is wrong
    #[arg(short, long, value_name = "WHY", allow_hyphen_values = true)]
    message: String,
}

pub(crate) fn run(args: &DisputeArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let (id, report) = desk.app.dispute(&desk.caller, &args.criterion, &args.message)?;
    let next = desk.next_line_for(report.status, &report.next_actions);
    let text =
        format!("The verdict on {id} is disputed; it stands until the evidence changes.\n{next}");
    Ok(CommandAnswer::new(&report, text))
}
