//! `charter loopback`: what a replayed command starts as, in a network of its own.

use crate::answer::{Answer, Trouble};
use charter_core::NextAction;

/// Lift the loopback and become a command
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The command and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Trouble> {
    let err = charter_proof::with_loopback(&args.command);
    let program = args.command.first().cloned().unwrap_or_default();
    let message = format!("cannot run `{program}`: {err}");
    let next = NextAction::new("help", "see what there is", "charter --help");
    Err(Trouble::bad_input(&program, "usage", message, next))
}
