//! `plan`: planner, architect and critic until they agree on the same text.
//!
//! A person approves, on the command line: no action of this tool does.

use super::{Done, property};
use crate::argument::Arguments;
use crate::reply::to_json;
use charter_app::{App, Caller, ErrorReport, PlanAsk};
use charter_plan::Start;
use serde_json::{Value, json};

pub(super) const ABOUT: &str = "\
Agrees on a plan before the work starts. open: begin or go on. status: who speaks next, about which \
text. write: a planner's plan, an architect's or critic's judgement with a line `Verdict: …`, a \
revision, the final text. Final is taken only where architect (CLEAR) and critic (OKAY) agree on the \
same text; then a person approves it in a shell.";

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["action"],
        "properties": {
            "action": { "type": "string", "enum": ["open", "write", "status"] },
            "charterId": property::charter_id(),
            "task": { "type": "string", "description": "open: what is planned; else the objective" },
            "stage": {
                "type": "string",
                "enum": [
                    "planner", "architect", "critic", "disposition", "revision", "adr", "final",
                ],
                "description": "write: what the text is for",
            },
            "text": { "type": "string", "description": "write: Markdown; final may leave it out" },
            "n": { "type": "integer", "minimum": 1, "maximum": 999, "description": "write: its number; else the next" },
            "verdict": { "type": "string", "description": "write: where no line of the text says it" },
            "about": { "type": "string", "description": "write: beginning of the digest of the plan that was read" },
            "session": property::session(),
        },
    })
}

pub(super) fn run(app: &App, caller: &Caller, arguments: &Arguments) -> Result<Done, ErrorReport> {
    let (task, text) = (arguments.text("task"), arguments.text("text"));
    let (verdict, about) = (arguments.text("verdict"), arguments.text("about"));
    Ok(Done::with(match arguments.word("action") {
        "open" => to_json(&app.plan_open(caller, task.as_deref(), Start::GoOn)?),
        "write" => {
            let ask = PlanAsk {
                stage: arguments.word("stage"),
                n: arguments.whole("n"),
                text: text.as_deref().map(str::as_bytes),
                verdict: verdict.as_deref(),
                about: about.as_deref(),
            };
            to_json(&app.plan_write(caller, &ask)?)
        }
        _ => to_json(&app.plan_status(caller)?),
    }))
}
