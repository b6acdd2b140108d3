//! `charter key`: the user's key, as others may know it.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use charter_app::MakeKey;

/// Make your key, or show its public half
///
/// Exports are signed with it. The private half stays in your own configuration directory, readable
/// by you alone; it is never put into a repository and never replaced. Give others what this prints:
/// `charter verify --export FILE --key KEY` takes it as a file or as hex.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter key")]
pub(crate) struct KeyArgs {
    /// Only show it; do not make one
    #[arg(long)]
    show: bool,
}

pub(crate) fn run(args: &KeyArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let make = if args.show { MakeKey::Never } else { MakeKey::IfMissing };
    let report = desk.app.key(make)?;
    let text = format!("{}{}\n", report.pem, report.public_key);
    let word = if report.made { "made" } else { "there" };
    let notes = format!("{word}: {}\nkey id: {}\n", report.path, report.key_id);
    Ok(CommandAnswer::new(&report, text).with_notes(notes))
}
