//! The programs that are asked: coding agents' command lines, and one of the user's own.
//!
//! Owns the call of each and how its output is read; both are pure. They are run without tools, in
//! a directory that holds nothing but their own settings, with the prompt on stdin. Must not start anything: whoever asks
//! brings a runner.

mod line;
mod output;

use crate::bound::Going;
use crate::failure::MindFailure;
use crate::question::{MindQuestion, Said};
use std::time::Duration;

/// A program by how it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    Claude,
    Codex,
    Gemini,
    Opencode,
    Pi,
    /// The user's own: the question on stdin as JSON, the answer on stdout.
    Own,
}

/// A program that is there.
#[derive(Debug, Clone)]
pub struct ProgramMind {
    pub program: Program,
    /// How it begins: where it is, and for the user's own also what stands behind it.
    pub argv: Vec<String>,
    pub model: Option<String>,
}

/// One run of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramCall {
    pub argv: Vec<ProgramArg>,
    pub stdin: String,
    /// Files outside the directory that it runs in.
    pub files: Vec<AsideFile>,
    /// Files in that directory, each in a directory of its own there: both names and the text.
    pub inside: Vec<[&'static str; 3]>,
    /// Variables that are set for it.
    pub set: Vec<(&'static str, ProgramArg)>,
    pub limit: Duration,
    pub output_bytes_max: usize,
}

/// A word of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramArg {
    Text(String),
    /// The path of a file of the call, by its place in the list.
    File(usize),
}

/// A file that a program reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsideFile {
    pub name: &'static str,
    pub text: String,
}

/// How a run ended, and what the program wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramEnd {
    /// The exit code; none where a signal ended it.
    pub exit: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Why a run came to no end of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramStop {
    /// It could not be started.
    NotThere(String),
    TimedOut,
    Cancelled,
    TooLarge,
}

/// Somebody who can run a program.
pub trait Runner {
    /// Runs it to its end in an empty directory of its own; nothing of it is left then.
    fn run(&self, call: &ProgramCall, watch: &dyn Fn() -> Going)
    -> Result<ProgramEnd, ProgramStop>;
}

/// The variables that a program does not inherit: they would bind it to the session that charter runs in.
pub const UNSET: [&str; 10] = [
    "CHARTER_ID",
    "CHARTER_SESSION",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "GEMINI_CLI",
    "OPENCODE",
    "PI_CODING_AGENT",
];

impl Program {
    /// Lists the agents' command lines.
    pub const AGENTS: [Self; 5] =
        [Self::Claude, Self::Codex, Self::Gemini, Self::Opencode, Self::Pi];

    /// Gives the name of its file; the user's own has none.
    #[must_use]
    pub fn file_name(self) -> Option<&'static str> {
        match self {
            Self::Claude => Some("claude"),
            Self::Codex => Some("codex"),
            Self::Gemini => Some("gemini"),
            Self::Opencode => Some("opencode"),
            Self::Pi => Some("pi"),
            Self::Own => None,
        }
    }
}

impl ProgramMind {
    pub(crate) fn call(&self, question: &MindQuestion<'_>, limit: Duration) -> ProgramCall {
        line::call(self, question, limit)
    }

    pub(crate) fn read(&self, end: &ProgramEnd) -> Result<Said, MindFailure> {
        output::read(self.program, end)
    }
}

#[cfg(test)]
mod tests;
