//! `preflight`: may this request start without questions?
//!
//! Something irreversible is confirmed by a person, on the command line: no action of this tool does.

use super::{Done, property};
use crate::argument::Arguments;
use crate::reply::to_json;
use charter_app::preflight::{PreflightAsk, Remark, WorkOutcome};
use charter_app::{App, Caller, ErrorReport};
use charter_interview::preflight::{
    Dimension, GivenAnswer, Impact, LookedUp, ResearchKind, Saying, Validation, parse_impact,
};
use charter_kernel::NextAction;
use serde_json::{Value, json};

pub(super) const ABOUT: &str = "\
Says whether a request may start without questions. check: look at it; gateStatus blocked means: ask \
nextQuestion first. answer: hand in the user's words. research: note what you looked up. reformulate: \
what was understood, for the user. validate: their word on it. bypass: begin anyway, with their reason. \
clear: the work is done.";

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["action"],
        "properties": {
            "action": {
                "type": "string",
                "enum": [
                    "check", "status", "answer", "research", "reformulate", "validate", "bypass",
                    "clear",
                ],
            },
            "text": {
                "type": "string",
                "description": "check: the request. answer: the user's words. validate: what to \
                                correct. bypass: why. research: what was found",
            },
            "workflow": { "type": "string", "description": "check: such as x-implement" },
            "mode": { "type": "string", "description": "check: such as fix" },
            "impact": { "type": "string", "description": "answer, validate: such as technical=+25,scope=-10" },
            "dimension": { "type": "string", "enum": Dimension::ALL.map(Dimension::word) },
            "number": { "type": "integer", "minimum": 1, "description": "answer: an earlier question" },
            "word": { "type": "string", "enum": ["yes", "minor", "gaps"], "description": "validate" },
            "forms": { "type": "object", "description": "reformulate: summary, userStories, diagram" },
            "key": { "type": "string", "description": "research: what the note is kept under" },
            "place": { "type": "string", "enum": ["context7", "codebase", "websearch", "none"] },
            "failed": { "type": "boolean", "description": "clear: keep the state for a look" },
            "session": property::session(),
        },
    })
}

pub(super) fn run(app: &App, caller: &Caller, arguments: &Arguments) -> Result<Done, ErrorReport> {
    let text = || arguments.text("text").unwrap_or_default();
    let report = match arguments.word("action") {
        "check" => {
            let ask = PreflightAsk {
                text: text(),
                workflow: arguments.text("workflow"),
                mode: arguments.text("mode"),
                saying: Saying::Request,
                routing: None,
                seen: Vec::new(),
            };
            app.preflight_check(caller, &ask)?
        }
        "answer" => {
            let given = GivenAnswer {
                text: text(),
                impact: impact(arguments)?,
                target: Dimension::parse(arguments.word("dimension")),
                question: None,
                number: arguments.whole("number"),
            };
            app.preflight_answer(&given)?
        }
        "research" => {
            let found = LookedUp {
                key: arguments.text("key").unwrap_or_default(),
                kind: ResearchKind::parse(arguments.word("place")).unwrap_or(ResearchKind::None),
                query: None,
                findings: arguments.text("text"),
                sources: Vec::new(),
                elapsed_ms: 0,
            };
            app.preflight_research(&found)?
        }
        "reformulate" => {
            let forms = arguments.value("forms").map(Value::to_string);
            app.preflight_reformulate(forms.as_deref())?
        }
        "validate" => {
            let remark = Remark { text: arguments.text("text"), impact: impact(arguments)? };
            let word = Validation::parse(arguments.word("word")).unwrap_or(Validation::Gaps);
            app.preflight_validate(caller, word, &remark)?
        }
        "bypass" => app.preflight_bypass(caller, &text(), &[])?,
        "clear" if arguments.is_on("failed") => app.preflight_clear(WorkOutcome::Failed)?,
        "clear" => app.preflight_clear(WorkOutcome::Done)?,
        _ => match app.preflight_status()? {
            Some(report) => report,
            None => return Ok(nothing()),
        },
    };
    Ok(Done::with(to_json(&report)))
}

fn nothing() -> Done {
    let next = NextAction::new(
        "preflight check",
        "look at a request",
        "charter preflight check \"a request\"",
    );
    Done::with(json!({ "ok": true, "nextActions": [next] }))
}

fn impact(arguments: &Arguments) -> Result<Option<Impact>, ErrorReport> {
    let Some(text) = arguments.text("impact") else { return Ok(None) };
    parse_impact(&text).map(Some).ok_or_else(|| {
        let message = "`impact` takes changes such as technical=+25,scope=-10";
        let next = NextAction::new("preflight status", "see where it is", "charter preflight");
        ErrorReport::of_one("impact", "arguments-unusable", message, next)
    })
}
