//! What a command gives back: an answer, or trouble.
//!
//! Owns the two forms of each, for people and as JSON. Must not print.

use crate::exit;
use crate::rim::{Format, TextForm};
use crate::screen::clean;
use charter_app::{BehindRow, Error, ErrorReport};
use charter_kernel::render_commands;
use charter_kernel::{NextAction, Problem};
use charter_server::ServeFailure;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};

/// The most hints that an error shows to people.
const HINTS_MAX: usize = 2;

/// The most problems that an error lists for people.
const PROBLEMS_MAX: usize = 20;

/// What a command says when it worked.
#[derive(Debug)]
pub(crate) struct CommandAnswer {
    /// For people, on stdout.
    pub(crate) text: String,
    /// Remarks for people, on stderr.
    pub(crate) notes: String,
    /// For programs.
    pub(crate) json: Value,
    pub(crate) exit: u8,
    pub(crate) form: TextForm,
    /// What is printed instead of the text or the JSON, where that is too long to be held.
    pub(crate) stream: Option<Stream>,
}

/// What prints an answer piece by piece, and gives the remarks about it.
type Printer = dyn FnOnce(&mut dyn Write, Format) -> io::Result<Result<String, Trouble>>;

/// An answer that is made while it is printed.
pub(crate) struct Stream(Box<Printer>);

impl Stream {
    pub(crate) fn new(
        print: impl FnOnce(&mut dyn Write, Format) -> io::Result<Result<String, Trouble>> + 'static,
    ) -> Self {
        Self(Box::new(print))
    }

    /// Prints it whole; what cannot be read on the way is trouble.
    pub(crate) fn print(
        self,
        out: &mut dyn Write,
        format: Format,
    ) -> io::Result<Result<String, Trouble>> {
        (self.0)(out, format)
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream")
    }
}

impl CommandAnswer {
    /// Answers with what is made while it is printed.
    pub(crate) fn streamed(stream: Stream) -> Self {
        let answer = Self::new(&Value::Null, String::new());
        Self { stream: Some(stream), ..answer }
    }

    pub(crate) fn new(report: &impl Serialize, text: String) -> Self {
        // Reports are plain structs with text keys, which always serialise.
        let json = serde_json::to_value(report).unwrap_or_default();
        Self {
            text,
            notes: String::new(),
            json,
            exit: exit::DONE,
            form: TextForm::Words,
            stream: None,
        }
    }

    /// Adds what is behind, for people and for programs.
    pub(crate) fn with_behind(mut self, rows: &[BehindRow]) -> Self {
        self.notes.extend(rows.iter().map(behind_line));
        if let (false, Value::Object(map)) = (rows.is_empty(), &mut self.json) {
            map.insert("behind".to_owned(), json!(rows));
        }
        self
    }

    pub(crate) fn with_notes(mut self, notes: String) -> Self {
        self.notes = notes;
        self
    }
}

/// Says what is behind though the rest is recorded, and what to type.
fn behind_line(row: &BehindRow) -> String {
    let BehindRow { message, hint, command } = row;
    format!(
        "{}\n{}\n",
        clean(&format!("note: recorded, but {message}")),
        clean(&format!("hint: {command}  ({hint})"))
    )
}

/// What a command says when it did not work.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) exit: u8,
    code: String,
    message: String,
    causes: Vec<String>,
    problems: Vec<Problem>,
    pub(crate) next_actions: Vec<NextAction>,
}

impl Trouble {
    /// Says that the command line makes no sense.
    pub(crate) fn usage(problem: &clap::Error) -> Self {
        let text = problem.render().to_string();
        let lines = text.lines().take_while(|it| !it.trim().is_empty()).map(str::trim);
        let message = lines.collect::<Vec<_>>().join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message).to_owned();
        let next = NextAction::new("help", "see what there is", "charter --help");
        Self::bad_input("arguments", "usage", message, next)
    }

    /// Says that something in the environment cannot be used, and what to type instead.
    pub(crate) fn bad_input(path: &str, code: &str, message: String, next: NextAction) -> Self {
        Self::with_one_problem(exit::BAD_INPUT, (path, code, message), next)
    }

    /// Says that the terminal went away or cannot be used for a conversation.
    #[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
    pub(crate) fn from_terminal(err: std::io::Error) -> Self {
        let next = NextAction::new("interview", "see what is open", "charter interview next");
        let problem = ("terminal", "terminal", err.to_string());
        Self {
            message: "the terminal cannot be used; what was answered is saved".to_owned(),
            causes: vec![err.to_string()],
            ..Self::with_one_problem(exit::SYSTEM, problem, next)
        }
    }

    /// Says that a server does not run.
    pub(crate) fn from_server(failure: &ServeFailure, next: NextAction) -> Self {
        let exit = match failure {
            ServeFailure::TokenMissing(_) | ServeFailure::Protocol(_) => exit::BAD_INPUT,
            ServeFailure::Listen { .. } => exit::CONFLICT,
            ServeFailure::Start(_) | ServeFailure::Key(_) => exit::SYSTEM,
        };
        let problem = ("server", failure.code(), failure.to_string());
        Self { causes: causes_of(failure), ..Self::with_one_problem(exit, problem, next) }
    }

    fn with_one_problem(
        exit: u8,
        (path, code, message): (&str, &str, String),
        next: NextAction,
    ) -> Self {
        let (path, code) = (path.to_owned(), code.to_owned());
        Self {
            exit,
            code: code.clone(),
            message: message.clone(),
            causes: Vec::new(),
            problems: vec![Problem { path, code, message }],
            next_actions: vec![next],
        }
    }

    /// Says that a charter was opened before it went wrong, and how to go on with it.
    pub(crate) fn behind(mut self, charter_id: &str) -> Self {
        self.message = format!("{}; the charter {charter_id} is open and waits", self.message);
        let hint = "goes on with it";
        self.next_actions.insert(0, NextAction::about("interview", charter_id, hint, ""));
        self
    }

    /// Says what happened in a line.
    pub(crate) fn in_a_line(&self) -> String {
        let mut words = vec![self.message.clone()];
        words.extend(self.causes.iter().cloned());
        clean(&words.join(": "))
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut json = json!(ErrorReport {
            ok: false,
            code: self.code.clone(),
            message: self.message.clone(),
            problems: self.problems.clone(),
            next_actions: self.next_actions.clone(),
        });
        render_commands(&mut json, None, None);
        json
    }

    pub(crate) fn to_text(&self) -> String {
        let mut lines = vec![format!("error: {}", self.message)];
        lines.extend(self.causes.iter().map(|it| format!("  caused by: {it}")));
        let others = self.problems.iter().filter(|it| !self.message.contains(&it.message));
        let others = others
            .filter(|it| !self.causes.iter().any(|cause| it.message.contains(cause.as_str())));
        let others: Vec<String> =
            others.map(|it| format!("  {}: {} [{}]", it.path, it.message, it.code)).collect();
        lines.extend(others.iter().take(PROBLEMS_MAX).cloned());
        if let Some(more) = others.len().checked_sub(PROBLEMS_MAX).filter(|it| *it > 0) {
            lines.push(format!("  … and {more} more"));
        }
        let hints = self.next_actions.iter().take(HINTS_MAX);
        lines.extend(hints.map(|it| format!("hint: {}  ({})", it.command, it.hint)));
        lines.iter().map(|it| clean(it) + "\n").collect()
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self {
            exit: exit::code(error.kind()),
            code: error.code().to_owned(),
            message: error.to_string(),
            causes: causes_of(&error),
            problems: error.problems(),
            next_actions: error.next_actions(),
        }
    }
}

/// Lists what is behind an error, nearest first.
fn causes_of(error: &dyn std::error::Error) -> Vec<String> {
    std::iter::successors(error.source(), |it| it.source()).map(ToString::to_string).collect()
}
