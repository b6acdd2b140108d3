//! What an agent understands as an answer.
//!
//! Owns one writer per contract: only what that agent knows, and on a pass nothing, or `{}` where it wants
//! JSON. Must not know why.

use super::Agent;
use super::payload::HookPayload;
use charter_app::{HookAnswer, HookEvent};
use serde_json::{Value, json};

/// What is printed, and what is left to say beside it.
#[derive(Debug, PartialEq)]
pub(crate) struct HookReply {
    /// For the agent, on stdout.
    pub(crate) json: Option<Value>,
    /// What the contract has no place for.
    pub(crate) note: Option<String>,
}

/// Writes an answer as an agent understands it; without a payload there is nothing to answer to.
pub(crate) fn render(
    agent: Agent,
    payload: Option<&HookPayload>,
    answer: &HookAnswer,
) -> HookReply {
    let event = payload.map_or("", |it| it.event_name.as_str());
    let said = |json: Value| HookReply { json: Some(json), note: None };
    let untold = |text: &str, json: Option<Value>| HookReply { json, note: Some(text.to_owned()) };
    match agent {
        Agent::Claude => match answer {
            HookAnswer::Pass => HookReply { json: None, note: None },
            _ => said(shared(event, answer)),
        },
        Agent::Codex => said(shared(event, answer)),
        Agent::Gemini => match answer {
            HookAnswer::Deny(reason) => said(json!({ "decision": "deny", "reason": reason })),
            _ => said(shared(event, answer)),
        },
        // In the form that other agents have too, it names its events.
        Agent::Copilot if payload.is_some_and(|it| it.names_event) => match answer {
            HookAnswer::Pass => HookReply { json: None, note: None },
            _ => said(shared(event, answer)),
        },
        Agent::Copilot => match answer {
            HookAnswer::Pass => HookReply { json: None, note: None },
            HookAnswer::Context(text) => said(json!({ "additionalContext": text })),
            HookAnswer::Deny(reason) => {
                said(json!({ "permissionDecision": "deny", "permissionDecisionReason": reason }))
            }
            HookAnswer::GoOn(reason) => said(json!({ "decision": "block", "reason": reason })),
            HookAnswer::Released(text) => untold(text, None),
        },
        Agent::Cursor => cursor(payload, answer),
        Agent::Opencode | Agent::Pi => said(match answer {
            HookAnswer::Pass => json!({}),
            HookAnswer::Context(text) => json!({ "context": text }),
            HookAnswer::Deny(reason) => json!({ "decision": "deny", "reason": reason }),
            HookAnswer::GoOn(reason) => json!({ "decision": "block", "reason": reason }),
            HookAnswer::Released(text) => json!({ "notice": text }),
        }),
    }
}

/// The form that several agents share; at a stop it has nothing that a closed schema does not know.
fn shared(event: &str, answer: &HookAnswer) -> Value {
    match answer {
        HookAnswer::Pass => json!({}),
        HookAnswer::Context(text) => json!({
            "hookSpecificOutput": { "hookEventName": event, "additionalContext": text },
        }),
        HookAnswer::Deny(reason) => json!({
            "hookSpecificOutput": {
                "hookEventName": event,
                "permissionDecision": "deny",
                "permissionDecisionReason": reason,
            },
        }),
        HookAnswer::GoOn(reason) => json!({ "decision": "block", "reason": reason }),
        HookAnswer::Released(text) => json!({ "systemMessage": text }),
    }
}

fn cursor(payload: Option<&HookPayload>, answer: &HookAnswer) -> HookReply {
    let json = match (payload.map(|it| &it.event), answer) {
        (Some(HookEvent::SessionStart), _) => {
            let session = payload.and_then(|it| it.session.as_deref());
            let env = session.map(|it| ("env".to_owned(), json!({ "CHARTER_SESSION": it })));
            let context = match answer {
                HookAnswer::Context(text) => Some(("additional_context".to_owned(), json!(text))),
                HookAnswer::Pass
                | HookAnswer::Deny(_)
                | HookAnswer::GoOn(_)
                | HookAnswer::Released(_) => None,
            };
            Value::Object(env.into_iter().chain(context).collect())
        }
        // A prompt takes no context there, and must be let through in so many words.
        (Some(HookEvent::Prompt(_)), _) => json!({ "continue": true }),
        (_, HookAnswer::Deny(reason)) => {
            let short = "charter keeps this from being changed or asked now";
            json!({ "permission": "deny", "user_message": short, "agent_message": reason })
        }
        (_, HookAnswer::GoOn(reason)) => json!({ "followup_message": reason }),
        (_, HookAnswer::Pass | HookAnswer::Context(_) | HookAnswer::Released(_)) => json!({}),
    };
    let note = match answer {
        HookAnswer::Released(text) => Some(text.clone()),
        HookAnswer::Pass | HookAnswer::Context(_) | HookAnswer::Deny(_) | HookAnswer::GoOn(_) => {
            None
        }
    };
    HookReply { json: Some(json), note }
}
