//! `charter_record`: evidence, on the caller's word.
//!
//! What the tool itself ran counts for more; that is `charter prove`, which no tool of a protocol
//! does.

use super::{Done, property};
use crate::argument::Arguments;
use crate::reply::to_json;
use charter_app::{App, Caller, ErrorReport};
use charter_kernel::NextAction;
use serde_json::{Value, json};

pub(super) const ABOUT: &str = "\
Records evidence for criteria: all entries or none. Say what was seen, not what is believed; a pass \
needs because. A test that runs is better shown in a shell: charter prove VAL-… -- COMMAND.";

pub(super) fn schema() -> Value {
    let entry = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["criterionId", "outcome", "summary"],
        "properties": {
            "criterionId": { "type": "string" },
            "outcome": { "type": "string", "enum": ["pass", "fail", "partial"] },
            "summary": { "type": "string", "description": "What was seen" },
            "because": { "type": "string", "description": "Why that is enough" },
            "source": { "type": "string", "enum": ["manual", "verifier", "subagent"] },
            "artifacts": {
                "type": "array",
                "items": { "type": "string" },
                "description": "Files of the project that show it",
            },
            "details": { "type": "object" },
            "featureId": { "type": "string", "description": "A directory below work/" },
            "recordedBy": { "type": "string" },
        },
    });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["action"],
        "properties": {
            "action": { "type": "string", "enum": ["evidence"] },
            "charterId": property::charter_id(),
            "entries": { "type": "array", "items": entry },
            "evidenceFile": {
                "type": "string",
                "description": "Instead of entries: a JSON file of the project that holds them",
            },
            "session": property::session(),
        },
    })
}

pub(super) fn run(app: &App, caller: &Caller, arguments: &Arguments) -> Result<Done, ErrorReport> {
    let given = arguments.value("entries").and_then(Value::as_array);
    let entries = match (given, arguments.text("evidenceFile")) {
        (Some(_), Some(_)) => {
            return Err(unusable("mixed-inputs", "give `entries` or `evidenceFile`, not both"));
        }
        (Some(entries), None) if !entries.is_empty() => {
            App::parse_entries(&json!({ "entries": entries }).to_string())?
        }
        (None, Some(path)) => app.read_entries_inside(&path)?,
        (Some(_) | None, None) => {
            return Err(unusable("entries-missing", "there is nothing to record"));
        }
    };
    Ok(Done::with(to_json(&app.record(caller, entries)?)))
}

fn unusable(code: &str, message: &str) -> ErrorReport {
    let next = NextAction::new("status", "see which criteria there are", "charter status");
    let report = ErrorReport::of_one("entries", code, message, next);
    ErrorReport { code: "entries-unusable".to_owned(), ..report }
}
