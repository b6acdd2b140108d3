//! `charter man`: manual pages.

use crate::answer::{CommandAnswer, Trouble};
use charter_kernel::NextAction;
use serde_json::json;

/// Print a manual page
///
/// The page of charter itself, or of one of its commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter man status | man -l -")]
pub(crate) struct ManArgs {
    /// The command; without one, the page of charter itself
    #[arg(value_hint = clap::ValueHint::Other)]
    command: Option<String>,
}

pub(crate) fn run(args: &ManArgs, mut root: clap::Command) -> Result<CommandAnswer, Trouble> {
    root.build();
    let page = match &args.command {
        None => root,
        Some(name) => root.find_subcommand(name).cloned().ok_or_else(|| {
            let message = format!("there is no command `{name}`");
            let next = NextAction::new("help", "see what there is", "charter --help");
            Trouble::bad_input("command", "unknown-command", message, next)
        })?,
    };
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(page).render(&mut out);
    let text = String::from_utf8_lossy(&out).into_owned();
    Ok(CommandAnswer::new(&json!({ "ok": true, "page": text }), text))
}
