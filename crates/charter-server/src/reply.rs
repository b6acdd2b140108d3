//! A report or an error into what a tool gives back.
//!
//! Owns that every result carries next actions, and every error a code, problems and next actions,
//! in the shapes that the command line has. Must not know any tool.

use charter_agents::looping::NAMED;
use charter_app::ErrorReport;
use charter_kernel::visible::{visible, visible_value};
use charter_kernel::{NextAction, render_commands};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ErrorCode};
use serde::Serialize;
use serde_json::{Value, json};

/// Says no because of one thing, where a look at the charter is all there is to do.
pub(crate) fn refuse(path: &str, code: &str, message: impl Into<String>) -> ErrorReport {
    let look = NextAction::new("status", "see where it stands", "charter status");
    ErrorReport::of_one(path, code, message, look)
}

/// Gives a report as JSON; reports are plain structs with text keys, which always serialise.
pub(crate) fn to_json(report: &impl Serialize) -> Value {
    serde_json::to_value(report).unwrap_or_default()
}

/// How the next actions of an answer are completed, so that their commands mean the same place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Completion {
    /// The root that the server was told.
    pub(crate) root: Option<String>,
    /// The session that calls.
    pub(crate) session: Option<String>,
}

impl Completion {
    /// Gives what a tool answers.
    pub(crate) fn answer(&self, result: Result<Value, ErrorReport>) -> CallToolResult {
        match result {
            Ok(json) => CallToolResult::structured(self.complete(json)),
            Err(report) => CallToolResult::structured_error(self.complete(to_json(&report))),
        }
    }

    fn complete(&self, json: Value) -> Value {
        let mut json = visible_value(json);
        if let Some(Value::Array(actions)) = json.get_mut("nextActions") {
            actions.iter_mut().for_each(leave_unrun_out);
        }
        render_commands(&mut json, self.root.as_deref(), self.session.as_deref());
        let actions = json.get_mut("nextActions").and_then(Value::as_array_mut);
        for action in actions.into_iter().flatten() {
            call_by_its_action(action);
        }
        json
    }
}

/// An agent would run what it is given as a command: what a document names is kept apart as text.
fn leave_unrun_out(action: &mut Value) {
    let Some(blank) = action.pointer("/unrun/blank").cloned() else { return };
    let hint = action.get("hint").and_then(Value::as_str).unwrap_or_default();
    let hint = format!("{hint}; {NAMED}: unrun.text");
    if let Some(map) = action.as_object_mut() {
        map.insert("command".to_owned(), blank);
        map.insert("hint".to_owned(), Value::String(hint));
    }
}

/// The command line says `interview submit`; the tool of that name takes `submit`.
fn call_by_its_action(action: &mut Value) {
    let tool = action.get("tool").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(Value::String(word)) = action.get_mut("action")
        && let Some(rest) = word.strip_prefix(&tool)
    {
        match rest.trim() {
            "" if tool == "interview" => "next".clone_into(word),
            "" => {}
            rest => *word = rest.to_owned(),
        }
    }
}

/// Gives an error of the protocol that carries the same as every other.
pub(crate) fn protocol_error(code: ErrorCode, report: &ErrorReport) -> ErrorData {
    let mut json = visible_value(json!(report));
    render_commands(&mut json, None, None);
    ErrorData::new(code, visible(&report.message).into_owned(), Some(json))
}
