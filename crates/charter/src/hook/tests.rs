//! Payloads and answers, field by field.

use super::*;
use charter_agents::looping::Host;
use charter_app::{HookAnswer, HookEvent};
use serde_json::{Value, json};

fn event(value: &Value) -> HookEvent {
    HookPayload::read(value, None).event
}

#[test]
fn a_payload_that_is_none_is_nothing() {
    for value in
        [json!(null), json!([]), json!("stop"), json!(7), json!({}), json!({"hook_event_name": 7})]
    {
        let payload = HookPayload::read(&value, None);
        assert_eq!((payload.event, payload.session), (HookEvent::Other, None), "{value}");
    }
}

#[test]
fn sessions_are_found_under_every_name_and_blank_ones_are_none() {
    for key in ["session_id", "sessionId", "sessionID", "conversation_id", "thread_id"] {
        assert_eq!(find_session(&json!({ key: " s1 " })).as_deref(), Some("s1"), "{key}");
    }
    for value in [
        json!({}),
        json!({"session_id": ""}),
        json!({"session_id": null}),
        json!({"session_id": 5}),
    ] {
        assert_eq!(find_session(&value), None, "{value}");
    }
}

#[test]
fn a_stop_says_how_it_came_about() {
    let host = |mut value: Value| {
        value["hook_event_name"] = "Stop".into();
        match event(&value) {
            HookEvent::Stop(host) => host,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(host(json!({})), Host::Stops);
    assert_eq!(host(json!({"stop_hook_active": false})), Host::Stops);
    assert_eq!(host(json!({"stop_hook_active": "yes"})), Host::Stops);
    assert_eq!(host(json!({"stop_hook_active": true})), Host::StopsAgain);
    assert_eq!(host(json!({"stopHookActive": true})), Host::StopsAgain);
    assert_eq!(host(json!({"loop_count": 0, "status": "completed"})), Host::Stops);
    assert_eq!(host(json!({"loop_count": 2})), Host::StopsAgain);
    assert_eq!(host(json!({"status": "aborted"})), Host::Interrupted);
    let tasks =
        |sort: &str, status: &str| json!({"background_tasks": [{"type": sort, "status": status}]});
    assert_eq!(host(tasks("local_agent", "running")), Host::Waits);
    assert_eq!(host(tasks("local_agent", "completed")), Host::Stops);
    assert_eq!(host(tasks("local_bash", "running")), Host::Stops, "a server beside is never done");
    assert_eq!(host(json!({"background_tasks": "many"})), Host::Stops);
}

#[test]
fn an_event_that_only_the_command_line_or_the_fields_name_is_known() {
    let told = HookPayload::read(&json!({"sessionId": "s", "prompt": "x"}), Some("agentStop"));
    assert_eq!((told.event, told.names_event), (HookEvent::Stop(Host::Stops), false));
    assert!(matches!(
        event(&json!({"toolName": "bash", "toolArgs": "{}"})),
        HookEvent::Tool { .. }
    ));
    assert_eq!(event(&json!({"toolName": "bash", "toolResult": {}})), HookEvent::Other);
    assert_eq!(event(&json!({"stopReason": "end_turn"})), HookEvent::Stop(Host::Stops));
    assert_eq!(event(&json!({"prompt": "go"})), HookEvent::Prompt("go".to_owned()));
    assert_eq!(event(&json!({"source": "new"})), HookEvent::SessionStart);
    assert_eq!(
        event(&json!({"hook_event_name": "PostToolUse", "tool_name": "Write"})),
        HookEvent::Other
    );
}

#[test]
fn arguments_that_are_a_text_are_read_as_json() {
    let value = json!({"toolName": "edit", "toolArgs": "{\"path\":\"a\"}"});
    let HookEvent::Tool { input, .. } = event(&value) else { panic!("{value}") };
    assert_eq!(input, json!({"path": "a"}));
    let value = json!({"toolName": "apply_patch", "toolArgs": "*** Update File: a"});
    let HookEvent::Tool { input, .. } = event(&value) else { panic!("{value}") };
    assert_eq!(input, json!("*** Update File: a"));
}

#[test]
fn at_a_stop_a_closed_schema_finds_only_what_it_knows() {
    let payload = HookPayload::read(&json!({"hook_event_name": "Stop"}), None);
    let known = ["continue", "decision", "reason", "stopReason", "suppressOutput", "systemMessage"];
    let text = "x".to_owned();
    for answer in [HookAnswer::Pass, HookAnswer::GoOn(text.clone()), HookAnswer::Released(text)] {
        let reply = render(Agent::Codex, Some(&payload), &answer);
        let json = reply.json.unwrap();
        let keys = json.as_object().unwrap().keys();
        assert!(keys.into_iter().all(|it| known.contains(&it.as_str())), "{json}");
    }
}

#[test]
fn without_a_payload_every_agent_gets_what_means_nothing_to_it() {
    for agent in Agent::ALL {
        let reply = render(agent, None, &HookAnswer::Pass);
        let expect = match agent {
            Agent::Claude | Agent::Copilot => None,
            Agent::Codex | Agent::Cursor | Agent::Gemini | Agent::Opencode | Agent::Pi => {
                Some(json!({}))
            }
        };
        assert_eq!((reply.json, reply.note), (expect, None), "{agent:?}");
    }
}

#[test]
fn every_agent_has_a_word_that_reads_back() {
    for agent in Agent::ALL {
        assert_eq!(Agent::parse(agent.word()), Some(agent));
    }
    assert_eq!(Agent::parse("emacs"), None);
}
