//! What stands in the way, and what can be done next with the exact command that does it.
//!
//! Owns how a command line is written for a shell. Must not know when something is to be done.

use serde::Serialize;

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
    pub command: String,
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
    pub blank: String,
}

impl NextAction {
    /// Names an action, with the tool that an agent would call for it.
    #[must_use]
    pub fn new(action: &str, hint: impl Into<String>, command: impl Into<String>) -> Self {
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
        let command = format!("charter {action} --charter {} {rest}", shell_word(charter_id));
        Self::new(action, hint, command.trim_end())
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

/// Gives a command to type with the options that its caller needed to be understood.
#[must_use]
pub fn complete_command(command: &str, root: Option<&str>, session: Option<&str>) -> String {
    let mut command = command.to_owned();
    if !command.starts_with("charter ") {
        return command;
    }
    // What stands behind ` -- ` is somebody else's command.
    let behind = command.find(" -- ").map(|idx| command.split_off(idx)).unwrap_or_default();
    for (flag, value) in [(" --root", root), (" --session", session)] {
        if let Some(value) = value.filter(|_| !command.contains(flag)) {
            command = format!("{command}{flag} {}", shell_word(value));
        }
    }
    command + &behind
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
