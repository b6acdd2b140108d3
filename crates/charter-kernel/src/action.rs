//! What stands in the way, and what can be done next with the exact command that does it.
//!
//! Owns how a command line is written for a shell. Must not know when something is to be done.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// One thing that stands in the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where it is: a file, a criterion, an argument.
    pub path: String,
    /// What sort of thing.
    pub code: String,
    /// What is wrong, in words.
    pub message: String,
}

/// Something that can be done next, with the exact command that does it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextAction {
    /// The tool that an agent would call.
    pub tool: String,
    /// The action of that tool.
    pub action: String,
    /// Why one would.
    pub hint: String,
    /// The command line that does it.
    pub command: CommandLine,
    /// The part of it that a document names and that never ran here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrun: Option<Unrun>,
}

/// A command that somebody wrote into a document and that never ran here. A person reads it in what
/// they type; to an agent it is data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unrun {
    /// What the document says.
    pub text: String,
    /// The command line with a blank in its place.
    pub blank: CommandLine,
}

impl NextAction {
    /// Names an action, with the tool that an agent would call for it.
    #[must_use]
    pub fn new(action: &str, hint: impl Into<String>, command: impl Into<CommandLine>) -> Self {
        Self {
            tool: tool_of(action).to_owned(),
            action: action.to_owned(),
            hint: hint.into(),
            command: command.into(),
            unrun: None,
        }
    }
}

impl NextAction {
    /// Names an action on a charter, with what its command line ends in.
    #[must_use]
    pub fn about(action: &str, charter_id: &str, hint: impl Into<String>, rest: &str) -> Self {
        Self::new(action, hint, CommandLine::charter(action, charter_id, rest))
    }
}

impl NextAction {
    /// Names an action of the `plan` tool on a charter, with what its command line ends in.
    #[must_use]
    pub fn plan(action: &str, charter_id: &str, hint: impl Into<String>, rest: &str) -> Self {
        let named = Self::about(&format!("plan {action}"), charter_id, hint, rest);
        Self { tool: "plan".to_owned(), action: action.to_owned(), ..named }
    }
}

/// Gives the tool that an agent would call; what only a command line does is for the shell.
fn tool_of(action: &str) -> &'static str {
    match action.split(' ').next().unwrap_or_default() {
        // A person does that.
        "interview" if action == "interview confirm" => "shell",
        "create" | "pause" | "resume" | "complete" | "abandon" => "charter",
        "status" => "charter_status",
        "interview" => "interview",
        "preflight" => "preflight",
        "plan" => "plan",
        _ => "shell",
    }
}

/// Quotes a word for a shell, where it needs it.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |it: char| it.is_alphanumeric() || "-_./:@%+,".contains(it);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A command line as data: the rim adds what its caller needs to be understood, and writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandLine {
    words: String,
    /// The charter that it is about, named unless it follows from the situation.
    charter: Option<String>,
    /// What stands behind the charter's name.
    rest: String,
    /// Somebody else's command, which stands behind everything.
    behind: Option<String>,
}

impl CommandLine {
    /// Makes a line of ours about a charter, with what it ends in.
    #[must_use]
    pub fn charter(action: &str, charter_id: &str, rest: &str) -> Self {
        let (words, rest) = (format!("charter {action}"), rest.trim_end().to_owned());
        Self { words, charter: Some(charter_id.to_owned()), rest, behind: None }
    }

    /// Adds somebody else's command, as it is typed.
    #[must_use]
    pub fn with_behind(self, behind: &str) -> Self {
        Self { behind: Some(behind.to_owned()), ..self }
    }

    /// Adds the charter that it is about.
    #[must_use]
    pub fn about(self, charter_id: &str) -> Self {
        Self { charter: Some(charter_id.to_owned()), ..self }
    }

    /// Gives it without the charter's name, where that follows from the situation.
    #[must_use]
    pub fn without_charter(&self) -> Self {
        Self { charter: None, ..self.clone() }
    }

    /// Writes it for a shell, with the options that its caller needed to be understood.
    #[must_use]
    pub fn render(&self, root: Option<&str>, session: Option<&str>) -> String {
        let mut line = self.words.clone();
        if let Some(charter) = &self.charter {
            line = format!("{line} --charter {}", shell_word(charter));
        }
        if !self.rest.is_empty() {
            line = format!("{line} {}", self.rest);
        }
        let is_ours = self.words.starts_with("charter ");
        for (flag, value) in [(" --root", root), (" --session", session)] {
            if let Some(value) = value.filter(|_| is_ours && !line.contains(flag)) {
                line = format!("{line}{flag} {}", shell_word(value));
            }
        }
        self.behind.iter().fold(line, |line, behind| format!("{line} -- {behind}"))
    }
}

impl From<&str> for CommandLine {
    fn from(words: &str) -> Self {
        Self::from(words.to_owned())
    }
}

impl From<String> for CommandLine {
    fn from(words: String) -> Self {
        Self { words, charter: None, rest: String::new(), behind: None }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(None, None))
    }
}

/// Writes every command line of an answer, wherever it stands in it.
pub fn render_commands(answer: &mut Value, root: Option<&str>, session: Option<&str>) {
    match answer {
        Value::Array(all) => all.iter_mut().for_each(|it| render_commands(it, root, session)),
        Value::Object(all) => {
            for (key, value) in all.iter_mut() {
                let is_line = matches!(key.as_str(), "command" | "blank") && value.is_object();
                let line = is_line.then(|| CommandLine::deserialize(&*value).ok()).flatten();
                match line {
                    Some(line) => *value = Value::String(line.render(root, session)),
                    None => render_commands(value, root, session),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Says the first problem, and how many more there are.
pub fn first_of(problems: &[Problem]) -> String {
    let first = problems.first().map(|it| match it.path.strip_prefix("entry ") {
        Some(place) => format!("entry {place}: {}", it.message),
        None => it.message.clone(),
    });
    let more = problems.len().saturating_sub(1);
    match (first, more) {
        (None, _) => "there is nothing to record".to_owned(),
        (Some(first), 0) => first,
        (Some(first), more) => format!("{first}, and {more} more"),
    }
}

/// Offers a command's own words about what it takes.
#[must_use]
pub fn help(command: &str) -> NextAction {
    NextAction::new("help", "see what it takes", format!("charter {command} --help"))
}
