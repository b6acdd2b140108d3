//! `charter use`: chooses the charter to work on.

use super::Desk;
use crate::answer::{Answer, Trouble};

/// Choose the charter that later commands mean
///
/// With --session only that session; without, every caller that names none.
#[derive(Debug, clap::Args)]
#[command(name = "use", after_help = "Example:\n  charter use nurses")]
pub(crate) struct Args {
    /// The charter: its id or any unique fragment of it
    id: String,
}

pub(crate) fn run(args: &Args, desk: &Desk) -> Result<Answer, Trouble> {
    let report = desk.app.bind(&desk.caller, &args.id)?;
    let whom = match &desk.caller.session {
        Some(session) => format!("session `{session}` works"),
        None => "commands without --charter work".to_owned(),
    };
    let text = format!("{whom} on {}\n", report.charter_id);
    Ok(Answer::new(&report, text))
}
