//! The options that every command takes.
//!
//! Owns them and how a command to type is completed with them; each command's own are in its file.
//! Must not act.

use crate::answer::Trouble;
use charter_kernel::{CommandLine, render_commands};
use clap::ValueHint;
use serde_json::Value;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Args {
    /// Answers as JSON on stdout
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The charter that is meant: its id or any unique fragment of it [env: CHARTER_ID]
    #[arg(long, global = true, value_name = "ID", value_hint = ValueHint::Other)]
    pub(crate) charter: Option<String>,

    /// The session that calls, so that each agent has its own charter [env: CHARTER_SESSION]
    #[arg(long, global = true, value_name = "ID", value_hint = ValueHint::Other)]
    pub(crate) session: Option<String>,

    /// Who acts: person:NAME or agent:NAME; a record, not an authentication [env: CHARTER_ACTOR]
    #[arg(long, global = true, value_name = "WHO", value_hint = ValueHint::Other)]
    pub(crate) actor: Option<String>,

    /// The directory that holds the charters [default: the nearest .charter]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) root: Option<PathBuf>,

    /// The SSH key that signs: a file with either half, or SHA256:… of one in the ssh-agent [default: as `charter key` says]
    #[arg(long, global = true, value_name = "KEY", value_hint = ValueHint::FilePath)]
    pub(crate) key: Option<PathBuf>,

    /// Whether to colour: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", value_parser = ["auto", "always", "never"])]
    pub(crate) color: Option<String>,
}

impl Args {
    /// Gives a command to type with the options that this one needed to be understood.
    pub(crate) fn complete_command(&self, command: &CommandLine) -> String {
        command.render(self.shown_root().as_deref(), self.session.as_deref())
    }

    /// Does so for every next action of trouble.
    pub(crate) fn complete_trouble(&self, trouble: &mut Trouble) {
        if trouble.report.code == "place-unknown" {
            // What helps there is to leave the place out.
            return;
        }
        for action in &mut trouble.report.next_actions {
            action.command = self.complete_command(&action.command).into();
        }
    }

    /// Does so for every command line of an answer.
    pub(crate) fn complete_json(&self, answer: &mut Value) {
        render_commands(answer, self.shown_root().as_deref(), self.session.as_deref());
    }

    fn shown_root(&self) -> Option<String> {
        self.root.as_ref().map(|it| it.display().to_string())
    }
}
