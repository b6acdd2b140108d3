//! `interview`: what is open, and the answer to it.
//!
//! Whatever comes through here came through an agent, and the ledger says so by its actor.

use super::{Done, property};
use crate::argument::Arguments;
use crate::ask::UserQuestion;
use crate::reply::to_json;
use charter_app::{App, Caller, DeepOptions, DeepStand, ErrorReport, Handed, NeedReport, Stand};
use charter_interview::Tongue;
use charter_interview::brief::Aim;
use charter_interview::deep::{BATCH_MAX, Need, NeedFor, NeedKind, Profile, ROUNDS_MAX};
use charter_interview::rules::checklist::example_line;
use charter_kernel::NextAction;
use serde_json::{Value, json};

pub(super) const ABOUT: &str = "\
Interviews the user, one need at a time. next: the open need; a client with forms shows it to the \
user at once. submit: hand in the user's own words, never yours. A need with for=mind is yours: \
fulfil it with content as its schema says. kind=review: show its rows; accept, edit. kind=done ends it. Answers are recorded as relayed by \
you; strict charters want a person to confirm them once.";

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["action"],
        "properties": {
            "action": {
                "type": "string",
                "enum": ["next", "submit", "resume", "update", "deep", "bill"],
                "description": "resume: go on. update: ask what has changed. deep: begin or go on \
                                with the deep interview. bill: what its ambiguity is made of",
            },
            "charterId": property::charter_id(),
            "needId": { "type": "string", "description": "submit: which need; else the open one" },
            "answer": { "type": "string", "description": "submit: the user's words or choice" },
            "skip": { "type": "string", "description": "submit: why the user does not answer" },
            "content": { "type": "object", "description": "submit: an object as the need's schema says" },
            "elicit": { "type": "boolean", "description": "false: show the user no form" },
            "threshold": { "type": "string", "description": "deep: the most ambiguity, such as 0.05" },
            "profile": { "type": "string", "enum": ["quick", "standard", "deep"] },
            "batch": { "type": "integer", "minimum": 1, "maximum": BATCH_MAX },
            "maxRounds": { "type": "integer", "minimum": 1, "maximum": ROUNDS_MAX },
            "session": property::session(),
        },
    })
}

pub(super) fn run(app: &App, caller: &Caller, arguments: &Arguments) -> Result<Done, ErrorReport> {
    let done = match arguments.word("action") {
        "submit" => return submit(app, caller, arguments),
        "bill" => return Ok(Done::with(to_json(&app.deep_bill(caller)?))),
        "deep" => deep(&app.deep_begin(caller, &options(arguments))?),
        "resume" => told(&app.go_on(caller, &options(arguments))?),
        "update" => brief(&app.interview_update(caller)?),
        _ => told(&app.stand(caller)?),
    };
    let is_silent = arguments.is_off("elicit");
    Ok(Done { question: done.question.filter(|_| !is_silent), ..done })
}

/// Takes the user's words for a question that was put to them, and says what is open then. Somebody
/// else's answer to the same question is not replaced.
pub(crate) fn answer(
    app: &App,
    caller: &Caller,
    need_id: &str,
    words: Option<&str>,
) -> Result<Done, ErrorReport> {
    Ok(told(&match words {
        Some(words) => app.reply(caller, Aim::Open(need_id), &Handed::Words(words.to_owned()))?,
        None => app.stand(caller)?,
    }))
}

/// Takes what the agent hands in. The next question goes back to it: it is in a conversation.
fn submit(app: &App, caller: &Caller, arguments: &Arguments) -> Result<Done, ErrorReport> {
    let given = (arguments.text("answer"), arguments.text("skip"), arguments.value("content"));
    let handed = match given {
        (Some(words), None, None) => Handed::Words(words),
        (None, Some(reason), None) => Handed::Skip(reason),
        (None, None, Some(content)) => Handed::Content(content.clone()),
        _ => {
            let message = "give one of `answer`, `skip` and `content`";
            let next =
                NextAction::new("interview next", "see what is open", "charter interview next");
            return Err(ErrorReport::of_one("answer", "reply-unusable", message, next));
        }
    };
    let need_id = arguments.text("needId");
    let aim = need_id.as_deref().map_or(Aim::Whichever, Aim::Named);
    Ok(Done { question: None, ..told(&app.reply(caller, aim, &handed)?) })
}

fn told(stand: &Stand) -> Done {
    match stand {
        Stand::Deep(stand) => deep(stand),
        Stand::Brief(report) => brief(report),
        Stand::Drafted(report) => Done {
            json: to_json(report),
            question: Some(UserQuestion {
                charter_id: report.charter_id.clone(),
                need_id: report.need_id.clone(),
                message: report.prompt.clone(),
            }),
        },
    }
}

fn options(arguments: &Arguments) -> DeepOptions {
    let profile = arguments.word("profile");
    DeepOptions {
        threshold: arguments.text("threshold"),
        profile: Profile::ALL.into_iter().find(|it| it.word() == profile),
        batch: arguments.whole("batch"),
        max_rounds: arguments.whole("maxRounds"),
    }
}

fn brief(report: &NeedReport) -> Done {
    let question = report.need_id.as_ref().map(|need_id| UserQuestion {
        charter_id: report.context.charter_id.clone(),
        need_id: need_id.clone(),
        message: match &report.why {
            Some(why) => format!("{}\n\n{why}", report.prompt),
            None => report.prompt.clone(),
        },
    });
    Done { json: to_json(report), question }
}

fn deep(stand: &DeepStand) -> Done {
    let for_user = |need: &&Need| need.r#for == NeedFor::User && need.kind != NeedKind::Done;
    let question = stand.need().filter(for_user).map(|need| UserQuestion {
        charter_id: stand.charter_id.clone(),
        need_id: need.need_id.clone(),
        message: with_options(need, stand.interview.tongue()),
    });
    let mut json = stand.to_json();
    if let Some(map) = json.as_object_mut() {
        map.insert("nextActions".to_owned(), to_json(&stand.next_actions()));
    }
    Done { json, question }
}

fn with_options(need: &Need, tongue: Tongue) -> String {
    let line = |it: &charter_interview::deep::NeedOption| format!("\n  {}: {}", it.value, it.label);
    let options: String = need.options.iter().map(line).collect();
    let example = need.context.get("example").and_then(Value::as_str);
    let example = example.map(|it| format!("\n\n{}", example_line(tongue, it)));
    let asked = format!("{}{}", need.prompt, example.unwrap_or_default());
    if options.is_empty() { asked } else { format!("{asked}\n{options}") }
}
