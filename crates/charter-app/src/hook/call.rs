//! A call of a hook as a value, and the answer to it.
//!
//! Owns which event leads where. Must not know how either looks on a wire.

use super::bound::Notes;
use crate::app::{App, Caller};
use charter_agents::looping::Host;
use serde_json::Value;
use std::path::PathBuf;

/// What happened in an agent.
#[derive(Debug, Clone, PartialEq)]
pub enum HookEvent {
    /// A session began, or goes on.
    SessionStart,
    Prompt(String),
    /// A tool is about to be used.
    Tool {
        name: String,
        input: Value,
    },
    Stop(Host),
    SubagentStop {
        /// What the child is called, if it has a name.
        agent: Option<String>,
        sort: Option<String>,
        host: Host,
    },
    /// Anything else, which is nothing to charter.
    Other,
}

/// A call of a hook; the session is the caller's.
#[derive(Debug, Clone, PartialEq)]
pub struct HookCall {
    pub event: HookEvent,
    /// Where the agent works, which paths are relative to; the project's directory where it does not say.
    pub cwd: Option<PathBuf>,
    /// The user's home, which a path may begin with.
    pub home: Option<PathBuf>,
    /// The file that the agent reads variables from.
    pub env_file: Option<PathBuf>,
    /// Whether the agent lets variables of a session be set in any way.
    pub exports: bool,
}

/// What a hook answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookAnswer {
    Pass,
    Context(String),
    /// The tool is not to be used, and why.
    Deny(String),
    /// The agent is to go on, and with what.
    GoOn(String),
    /// The agent may stop, and the user should know something.
    Released(String),
}

/// An answer and what is said beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookReport {
    pub answer: HookAnswer,
    /// What could not be judged, and why.
    pub notes: Vec<String>,
}

impl App {
    /// Answers a hook; whatever goes wrong is a note, and the agent goes on.
    #[must_use]
    pub fn hook(&self, caller: &Caller, call: &HookCall) -> HookReport {
        let mut notes = Notes::default();
        let answer = match &call.event {
            HookEvent::SessionStart => self.session_start(caller, call, &mut notes),
            HookEvent::Prompt(text) => self.prompt(caller, text, &mut notes),
            HookEvent::Tool { name, input } => {
                self.before_tool(caller, call, (name, input), &mut notes)
            }
            HookEvent::Stop(host) => self.stop(caller, *host, &mut notes),
            HookEvent::SubagentStop { agent, sort, host } => {
                let child = (agent.as_deref(), sort.as_deref());
                self.subagent_stop(caller, child, *host, &mut notes)
            }
            HookEvent::Other => HookAnswer::Pass,
        };
        HookReport { answer, notes: notes.0 }
    }

    /// Tells whether there are charters where this project keeps them.
    #[must_use]
    pub fn has_root(&self) -> bool {
        matches!(self.store.look_at(self.store.layout().root()), Ok(Some(_)))
    }
}
