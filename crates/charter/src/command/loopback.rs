//! `charter loopback`: what a replayed command starts as, in namespaces of its own.

use crate::answer::{Answer, Trouble};
use charter_core::NextAction;
use charter_proof::Bounds;
use serde_json::json;
use std::path::PathBuf;

/// Lift the loopback, close the room and become a command
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The version of the fence around its files; without it there is only a network
    #[arg(long, value_name = "N")]
    landlock: Option<u32>,

    /// A directory that it can write to
    #[arg(long, value_name = "DIR", requires = "landlock")]
    writable: Vec<PathBuf>,

    /// What it cannot write to, though it is in one of them
    #[arg(long, value_name = "PATH", requires = "landlock")]
    kept: Vec<PathBuf>,

    /// The command and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Trouble> {
    let ended = match args.landlock {
        Some(landlock) => {
            let bounds = Bounds { writable: args.writable.clone(), kept: args.kept.clone() };
            charter_proof::run_in_room(&args.command, &bounds, landlock)
        }
        None => Err(charter_proof::with_loopback(&args.command)),
    };
    let err = match ended {
        Ok(exit) => return Ok(Answer { exit, ..Answer::new(&json!({}), String::new()) }),
        Err(err) => err,
    };
    let program = args.command.first().cloned().unwrap_or_default();
    let message = format!("cannot run `{program}`: {err}");
    let next = NextAction::new("help", "see what there is", "charter --help");
    Err(Trouble::bad_input(&program, "usage", message, next))
}
