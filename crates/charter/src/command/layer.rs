//! `charter layer`: what a command of a trial runs under.

use crate::answer::{CommandAnswer, Trouble};
use charter_kernel::NextAction;
use charter_proof::{LayerTask, LayerWay, Layering};
use serde_json::json;
use std::path::PathBuf;

/// Run a command on a throw-away layer over the project; charter itself calls this
#[derive(Debug, clap::Args)]
pub(crate) struct LayerArgs {
    /// How layers are mounted: none, root, root-plain or user
    #[arg(value_name = "WAY", value_parser = find_way)]
    way: LayerWay,

    /// What is done: try, apply or run
    #[arg(value_name = "TASK", value_parser = find_task)]
    task: LayerTask,

    /// The process with which everything ends
    #[arg(long, value_name = "PID")]
    parent: u32,

    /// The directory that holds the layers
    #[arg(long, value_name = "DIR")]
    scratch: PathBuf,

    /// Where the project is
    #[arg(long, value_name = "DIR")]
    project: PathBuf,

    /// Where the command runs
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,

    /// What is layered
    #[arg(long, value_name = "DIR")]
    layer: Vec<PathBuf>,

    /// The command and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

fn find_way(word: &str) -> Result<LayerWay, String> {
    LayerWay::find(word).ok_or_else(|| "expected none, root, root-plain or user".to_owned())
}

fn find_task(word: &str) -> Result<LayerTask, String> {
    LayerTask::find(word).ok_or_else(|| "expected try, apply or run".to_owned())
}

impl LayerArgs {
    fn layering(&self) -> Layering {
        Layering {
            way: self.way,
            task: self.task,
            scratch: self.scratch.clone(),
            layers: self.layer.clone(),
            project: self.project.clone(),
            parent: self.parent,
            dir: self.dir.clone(),
        }
    }
}

pub(crate) fn run(args: &LayerArgs) -> Result<CommandAnswer, Trouble> {
    let err = match charter_proof::run_layered(&args.command, &args.layering()) {
        Ok(exit) => {
            return Ok(CommandAnswer { exit, ..CommandAnswer::new(&json!({}), String::new()) });
        }
        Err(err) => err,
    };
    let program = args.command.first().cloned().unwrap_or_default();
    let message = format!("cannot run `{program}` on a layer: {err}");
    let next = NextAction::new("help", "see what there is", "charter --help");
    Err(Trouble::bad_input(&program, "usage", message, next))
}
