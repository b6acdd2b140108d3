//! The command line as a value.
//!
//! Owns the options that every command takes; each command's own are in its file. Must not act.

use crate::answer::Trouble;
use crate::command::CharterCommand;
use charter_kernel::{Actor, CommandLine, render_commands};
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, ValueHint};
use serde_json::Value;
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default())
    .usage(AnsiColor::Yellow.on_default())
    .literal(AnsiColor::Cyan.on_default());

/// From a vague idea to a proven end.
///
/// charter writes what was agreed as plain Markdown in your repository and lets nobody call the
/// work done until every criterion has evidence. Without a command it says where things stand.
#[derive(Debug, Parser)]
#[command(
    name = "charter",
    version,
    styles = STYLES,
    max_term_width = 100,
    after_help = "Example:\n  charter new \"Nurses lose 40 minutes a night copying vital signs\"\n  charter status"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<CharterCommand>,

    /// Answers as JSON on stdout
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) json: bool,

    /// The charter that is meant: its id or any unique fragment of it [env: CHARTER_ID]
    #[arg(
        long,
        global = true,
        value_name = "ID",
        value_hint = ValueHint::Other,
        help_heading = "Everywhere"
    )]
    pub(crate) charter: Option<String>,

    /// The session that calls, so that each agent has its own charter [env: CHARTER_SESSION]
    #[arg(
        long,
        global = true,
        value_name = "ID",
        value_hint = ValueHint::Other,
        help_heading = "Everywhere"
    )]
    pub(crate) session: Option<String>,

    /// Who acts: person:NAME or agent:NAME; a record, not an authentication [env: CHARTER_ACTOR]
    #[arg(
        long,
        global = true,
        value_name = "WHO",
        value_hint = ValueHint::Other,
        help_heading = "Everywhere"
    )]
    pub(crate) actor: Option<String>,

    /// The directory that holds the charters [default: the nearest .charter]
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        help_heading = "Everywhere"
    )]
    pub(crate) root: Option<PathBuf>,

    /// Whether to colour: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", value_parser = ["auto", "always", "never"], help_heading = "Everywhere")]
    pub(crate) color: Option<String>,
}

impl Args {
    /// Gives who acts by a hook, which says itself whose it is; none where this is no hook.
    pub(crate) fn hook_actor(&self) -> Option<Actor> {
        let Some(CharterCommand::Hook(hook)) = &self.command else { return None };
        let agent = hook.agent().map(|it| Actor::Agent(it.word().to_owned()));
        Some(agent.unwrap_or(Actor::Unknown))
    }

    /// Tells whether the command may write an event.
    pub(crate) fn writes(&self) -> bool {
        self.command.as_ref().is_some_and(CharterCommand::writes)
    }

    /// Gives a command to type with the options that this one needed to be understood.
    pub(crate) fn complete_command(&self, command: &CommandLine) -> String {
        let root = self.root.as_ref().map(|it| it.display().to_string());
        command.render(root.as_deref(), self.session.as_deref())
    }

    /// Does so for every next action of trouble.
    pub(crate) fn complete_trouble(&self, trouble: &mut Trouble) {
        for action in &mut trouble.next_actions {
            action.command = self.complete_command(&action.command).into();
        }
    }

    /// Does so for every command line of an answer.
    pub(crate) fn complete_json(&self, answer: &mut Value) {
        let root = self.root.as_ref().map(|it| it.display().to_string());
        render_commands(answer, root.as_deref(), self.session.as_deref());
    }
}
