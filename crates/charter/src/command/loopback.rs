//! `charter loopback`: what a replayed command runs under.

use crate::answer::{CommandAnswer, Trouble};
use charter_kernel::NextAction;
use charter_proof::{Bounds, Keeping, ResourceLimits, Walls};
use serde_json::json;
use std::path::PathBuf;

/// Run a replayed command inside its sandbox; charter itself calls this
#[derive(Debug, clap::Args)]
pub(crate) struct LoopbackArgs {
    /// The namespaces around it: none, network or room
    #[arg(long, value_name = "KIND", value_parser = find_walls)]
    walls: Walls,

    /// The version of Landlock that must hold
    #[arg(long, value_name = "N")]
    landlock: Option<u32>,

    /// Where it runs
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,

    /// A directory that it can write to
    #[arg(long, value_name = "DIR")]
    writable: Vec<PathBuf>,

    /// What it cannot write to, though it is in one of them
    #[arg(long, value_name = "PATH")]
    kept: Vec<PathBuf>,

    /// A directory that it finds empty
    #[arg(long, value_name = "DIR")]
    hidden: Vec<PathBuf>,

    /// A directory that it finds empty and can write to
    #[arg(long, value_name = "DIR")]
    temporary: Vec<PathBuf>,

    /// What it can read in one of those
    #[arg(long, value_name = "PATH")]
    seen: Vec<PathBuf>,

    /// What it cannot reach
    #[arg(long, value_name = "PATH")]
    masked: Vec<PathBuf>,

    /// How many bytes of memory it may use
    #[arg(long, value_name = "N", requires_all = ["processes", "disk"])]
    memory: Option<u64>,

    /// How many processes it may have
    #[arg(long, value_name = "N", requires_all = ["memory", "disk"])]
    processes: Option<u64>,

    /// How many bytes of the disk it may fill
    #[arg(long, value_name = "N", requires_all = ["memory", "processes"])]
    disk: Option<u64>,

    /// The command and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

fn find_walls(word: &str) -> Result<Walls, String> {
    Walls::find(word).ok_or_else(|| "expected none, network or room".to_owned())
}

impl LoopbackArgs {
    fn limits(&self) -> Option<ResourceLimits> {
        let (memory, processes) = (self.memory?, self.processes?);
        Some(ResourceLimits { memory, processes, disk: self.disk? })
    }

    fn keep(&self) -> Keeping {
        let bounds = Bounds {
            dir: self.dir.clone(),
            writable: self.writable.clone(),
            kept: self.kept.clone(),
            hidden: self.hidden.clone(),
            temporary: self.temporary.clone(),
            seen: self.seen.clone(),
            masked: self.masked.clone(),
        };
        Keeping { bounds, walls: self.walls, landlock: self.landlock, limits: self.limits() }
    }
}

pub(crate) fn run(args: &LoopbackArgs) -> Result<CommandAnswer, Trouble> {
    let err = match charter_proof::run_kept(&args.command, &args.keep()) {
        Ok(exit) => {
            return Ok(CommandAnswer { exit, ..CommandAnswer::new(&json!({}), String::new()) });
        }
        Err(err) => err,
    };
    let program = args.command.first().cloned().unwrap_or_default();
    let message = format!("cannot run `{program}`: {err}");
    let next = NextAction::new("help", "see what there is", "charter --help");
    Err(Trouble::bad_input(&program, "usage", message, next))
}
