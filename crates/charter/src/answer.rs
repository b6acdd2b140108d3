//! What a command gives back: an answer, or trouble.
//!
//! Owns the two forms of each, for people and as JSON. Must not print.

use crate::exit;
use crate::rim::{Format, TextForm};
use crate::screen::clean;
use charter_app::{BehindRow, Error, ErrorReport};
use charter_kernel::{NextAction, render_commands};
use charter_server::ServeFailure;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};
use std::slice;

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

    pub(crate) fn with_exit(self, exit: u8) -> Self {
        Self { exit, ..self }
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
    causes: Vec<String>,
    /// What it is about, a line each, for people.
    about: Vec<String>,
    pub(crate) report: ErrorReport,
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
        let report = ErrorReport::of_one(path, code, message, next);
        Self { exit: exit::BAD_INPUT, causes: Vec::new(), about: Vec::new(), report }
    }

    /// Says that the terminal went away or cannot be used for a conversation.
    #[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
    pub(crate) fn from_terminal(err: std::io::Error) -> Self {
        let next = NextAction::new("interview", "see what is open", "charter interview next");
        let report = ErrorReport::of_one("terminal", "terminal", err.to_string(), next);
        let message = "the terminal cannot be used; what was answered is saved".to_owned();
        let report = ErrorReport { message, ..report };
        Self { exit: exit::SYSTEM, causes: vec![err.to_string()], about: Vec::new(), report }
    }

    /// Says that a server does not run.
    pub(crate) fn from_server(failure: &ServeFailure, next: NextAction) -> Self {
        let exit = match failure {
            ServeFailure::TokenMissing(_) | ServeFailure::Protocol(_) => exit::BAD_INPUT,
            ServeFailure::Listen { .. } => exit::CONFLICT,
            ServeFailure::Start(_) | ServeFailure::Key(_) => exit::SYSTEM,
        };
        let report = ErrorReport::of_one("server", failure.code(), failure.to_string(), next);
        Self { exit, causes: causes_of(failure), about: Vec::new(), report }
    }

    /// Says that a charter was opened before it went wrong, and how to go on with it.
    pub(crate) fn behind(mut self, charter_id: &str) -> Self {
        let report = &mut self.report;
        report.message = format!("{}; the charter {charter_id} is open and waits", report.message);
        let next = NextAction::about("interview", charter_id, "goes on with it", "");
        report.next_actions.insert(0, next);
        self
    }

    /// Shows what it is about.
    pub(crate) fn about(self, text: &str) -> Self {
        Self { about: text.lines().map(str::to_owned).collect(), ..self }
    }

    /// Says what happened in a line.
    pub(crate) fn in_a_line(&self) -> String {
        let words = [slice::from_ref(&self.report.message), &self.causes].concat();
        clean(&words.join(": "))
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut json = json!(self.report);
        render_commands(&mut json, None, None);
        json
    }

    pub(crate) fn to_text(&self) -> String {
        let ErrorReport { message, problems, next_actions, .. } = &self.report;
        let mut lines = vec![format!("error: {message}")];
        lines.extend(self.causes.iter().map(|it| format!("  caused by: {it}")));
        let others = problems.iter().filter(|it| !message.contains(&it.message));
        let others = others
            .filter(|it| !self.causes.iter().any(|cause| it.message.contains(cause.as_str())));
        let others: Vec<String> =
            others.map(|it| format!("  {}: {} [{}]", it.path, it.message, it.code)).collect();
        lines.extend(others.iter().take(PROBLEMS_MAX).cloned());
        if let Some(more) = others.len().checked_sub(PROBLEMS_MAX).filter(|it| *it > 0) {
            lines.push(format!("  … and {more} more"));
        }
        lines.extend(self.about.iter().cloned());
        let hints = next_actions.iter().take(HINTS_MAX);
        lines.extend(hints.map(|it| format!("hint: {}  ({})", it.command, it.hint)));
        lines.iter().map(|it| clean(it) + "\n").collect()
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        let (exit, causes) = (exit::code(error.kind()), causes_of(&error));
        Self { exit, causes, about: Vec::new(), report: error.into() }
    }
}

/// Lists what is behind an error, nearest first.
fn causes_of(error: &dyn std::error::Error) -> Vec<String> {
    std::iter::successors(error.source(), |it| it.source()).map(ToString::to_string).collect()
}
