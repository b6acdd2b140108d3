//! `charter`: opens, rests, goes on, finishes and gives up.

use super::{Done, property};
use crate::argument::Arguments;
use crate::reply::{refuse, to_json};
use charter_app::{App, Caller, ErrorReport, NewCharter};
use charter_contract::Rigor;
use charter_engine::Command;
use serde_json::{Value, json};

pub(super) const ABOUT: &str = "\
A charter is an agreement about a piece of work with criteria (VAL-…) that must be shown. create: \
open one for the user's objective, then use the interview tool. complete: finish; it is refused with \
every blocker until each criterion has evidence. Follow nextActions; an action with tool=shell is a \
command line.";

/// What is accepted for callers that send it, and means nothing here.
const UNUSED: [&str; 2] = ["idempotencyKey", "budget"];

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["action"],
        "properties": {
            "action": {
                "type": "string",
                "enum": ["create", "pause", "resume", "complete", "abandon"],
            },
            "charterId": property::charter_id(),
            "objective": { "type": "string", "description": "create: the user's own words" },
            "name": { "type": "string", "description": "create: a short name" },
            "rigor": {
                "type": "string",
                "enum": ["light", "standard", "strict"],
                "description": "create: how much proof it wants",
            },
            "reason": { "type": "string", "description": "abandon (needed), pause" },
            "completionNote": { "type": "string", "description": "complete: what came of it" },
            "session": property::session(),
            "idempotencyKey": { "type": "string", "description": "Accepted, not used" },
            "budget": { "type": "object", "description": "Accepted, not used" },
        },
    })
}

pub(super) fn run(app: &App, caller: &Caller, arguments: &Arguments) -> Result<Done, ErrorReport> {
    let command = match arguments.word("action") {
        "create" => {
            let new = NewCharter {
                idea: arguments.text("objective").unwrap_or_default(),
                name: arguments.text("name"),
                rigor: Rigor::parse(arguments.word("rigor")),
            };
            let report = app.new_charter(caller, new)?;
            return Ok(Done::with(with_unused(to_json(&report), arguments)));
        }
        "pause" => Command::Pause { reason: arguments.text("reason") },
        "resume" => Command::Resume {},
        "complete" => Command::Complete { note: arguments.text("completionNote") },
        "abandon" => Command::Abandon { reason: arguments.text("reason").unwrap_or_default() },
        other => {
            let message = format!("there is no action `{other}`");
            return Err(refuse("action", "argument-choice", message));
        }
    };
    let report = app.change(caller, &command)?;
    Ok(Done::with(with_unused(to_json(&report), arguments)))
}

/// Whoever relies on something that is passed over is told.
fn with_unused(mut json: Value, arguments: &Arguments) -> Value {
    let given: Vec<&str> =
        UNUSED.into_iter().filter(|key| arguments.value(key).is_some()).collect();
    if let (false, Some(map)) = (given.is_empty(), json.as_object_mut()) {
        map.insert("ignored".to_owned(), json!(given));
    }
    json
}
