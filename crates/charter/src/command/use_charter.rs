//! `charter use`: chooses the charter to work on.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};

/// Choose the charter that later commands mean
///
/// With --session that session is bound, and the ledger says so. Without, it is a choice of this
/// machine alone, for every caller that names no session.
#[derive(Debug, clap::Args)]
#[command(name = "use", after_help = "Example:\n  charter use nurses")]
pub(crate) struct UseArgs {
    /// The charter: its id or any unique fragment of it
    #[arg(value_hint = clap::ValueHint::Other)]
    id: String,
}

pub(crate) fn run(args: &UseArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.bind(&desk.caller, &args.id)?;
    let whom = match &desk.caller.session {
        Some(session) => format!("session `{session}` works"),
        None => "commands without --charter work".to_owned(),
    };
    let text = format!("{whom} on {}\n", report.charter_id);
    Ok(CommandAnswer::new(&report, text))
}
