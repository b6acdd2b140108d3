//! `charter rigor`: how much proof a charter wants.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use charter_contract::Rigor;
use charter_engine::Command;

/// Change how much proof a charter wants
///
/// Anyone can ask for more. Asking for less takes a person and a reason; from `strict` it is signed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter rigor light -m \"a prototype, thrown away next week\"")]
pub(crate) struct RigorArgs {
    /// How much proof it wants from now on
    #[arg(value_parser = ["light", "standard", "strict"])]
    rigor: String,

    /// Why less is enough
    #[arg(short, long, value_name = "WHY", allow_hyphen_values = true)]
    message: Option<String>,
}

pub(crate) fn run(args: &RigorArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let rigor = Rigor::parse(&args.rigor).unwrap_or(Rigor::Standard);
    let command = Command::SetRigor { rigor, reason: args.message.clone() };
    let now = format!("has rigor {} now", rigor.word());
    let before = format!("has rigor {} already", rigor.word());
    desk.change(&command, [&now, &before])
}
