//! Bodies that are sent and answers that are read, without a connection.

use super::*;
use crate::question::{Content, Usage};
use serde_json::json;

fn mind(wire: Wire) -> WireMind {
    WireMind { wire, model: "m-1".to_owned(), base_url: None, key: ApiKey::new("sk-secret") }
}

fn encoded(wire: Wire, form: AnswerForm) -> WireRequest {
    let schema = json!({ "type": "object", "properties": { "word": { "type": "string" } }, "required": ["word"] });
    let question = MindQuestion { system: "Be brief.", user: "Say ready.", schema: &schema };
    mind(wire).encode(&question, form)
}

#[track_caller]
fn decoded(wire: Wire, body: &Value) -> Result<Said, MindFailure> {
    let body = body.to_string().into_bytes();
    mind(wire).decode(&WireResponse { status: 200, retry_after: None, body }, AnswerForm::Schema)
}

fn answered(status: u16, retry_after: Option<&str>, body: &str) -> MindFailure {
    let retry_after = retry_after.map(str::to_owned);
    let response = WireResponse { status, retry_after, body: body.into() };
    mind(Wire::Openai).decode(&response, AnswerForm::Schema).unwrap_err()
}

fn used(input: u64, output: u64) -> Usage {
    Usage { input_tokens: Some(input), output_tokens: Some(output) }
}

#[test]
fn each_service_is_asked_at_its_address_with_its_header() {
    for (wire, url, header) in [
        (Wire::Anthropic, "https://api.anthropic.com/v1/messages", ("x-api-key", "sk-secret")),
        (
            Wire::Openai,
            "https://api.openai.com/v1/chat/completions",
            ("authorization", "Bearer sk-secret"),
        ),
        (
            Wire::Google,
            "https://generativelanguage.googleapis.com/v1beta/models/m-1:generateContent",
            ("x-goog-api-key", "sk-secret"),
        ),
        (Wire::Ollama, "http://127.0.0.1:11434/api/chat", ("authorization", "Bearer sk-secret")),
    ] {
        let request = encoded(wire, AnswerForm::Schema);
        assert_eq!(request.url, url);
        assert!(request.headers.contains(&(header.0, header.1.to_owned())), "{wire:?}");
        assert!(!request.body.to_string().contains("sk-secret"), "{wire:?}");
    }
    let own =
        WireMind { base_url: Some("http://gpu.lan:8000/v1/".to_owned()), ..mind(Wire::Openai) };
    assert_eq!(own.url(), "http://gpu.lan:8000/v1");
}

#[test]
fn a_schema_goes_where_each_service_takes_it() {
    let schema = json!({ "type": "object", "properties": { "word": { "type": "string" } }, "required": ["word"] });
    let body = |wire| encoded(wire, AnswerForm::Schema).body;
    let anthropic = body(Wire::Anthropic);
    assert_eq!(anthropic["tools"][0]["input_schema"], schema);
    assert_eq!(anthropic["tool_choice"], json!({ "type": "tool", "name": "answer" }));
    assert_eq!(anthropic["system"], "Be brief.");
    let openai = body(Wire::Openai);
    assert_eq!(openai["response_format"]["json_schema"]["strict"], true);
    assert_eq!(openai["messages"][1]["content"], "Say ready.");
    let google = body(Wire::Google);
    assert_eq!(google["generationConfig"]["responseJsonSchema"], schema);
    assert_eq!(google["systemInstruction"]["parts"][0]["text"], "Be brief.");
    assert_eq!(body(Wire::Ollama)["format"], schema);
    assert_eq!(body(Wire::Ollama)["stream"], false);
}

#[test]
fn what_takes_no_schema_reads_it_in_the_prompt() {
    for (wire, form, place) in [
        (Wire::Anthropic, AnswerForm::Words, "/messages/0/content"),
        (Wire::Openai, AnswerForm::Json, "/messages/1/content"),
        (Wire::Openai, AnswerForm::Words, "/messages/1/content"),
        (Wire::Google, AnswerForm::Json, "/contents/0/parts/0/text"),
        (Wire::Google, AnswerForm::Words, "/contents/0/parts/0/text"),
        (Wire::Ollama, AnswerForm::Words, "/messages/1/content"),
    ] {
        let body = encoded(wire, form).body;
        let prompt = body.pointer(place).and_then(Value::as_str).unwrap();
        assert!(prompt.contains(r#""required":["word"]"#), "{wire:?} {form:?}: {prompt}");
        let bound = body.get("response_format").or(body.get("tools")).or(body.get("format"));
        assert_eq!(bound.is_some(), form == AnswerForm::Json && wire == Wire::Openai);
    }
}

#[test]
fn an_answer_of_each_service_is_read_with_its_usage() {
    let anthropic = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x",
        "content": [{ "type": "tool_use", "id": "t", "name": "answer", "input": { "word": "ready" } }],
        "stop_reason": "tool_use",
        "usage": { "input_tokens": 40, "cache_read_input_tokens": 2, "output_tokens": 5 }
    });
    let said = decoded(Wire::Anthropic, &anthropic).unwrap();
    assert_eq!(said.content, Content::Json(json!({ "word": "ready" })));
    assert_eq!((said.usage, said.model.as_deref()), (used(42, 5), Some("claude-x")));
    let openai = json!({
        "id": "c", "object": "chat.completion", "model": "gpt-x",
        "choices": [{ "index": 0, "finish_reason": "stop",
            "message": { "role": "assistant", "content": "{\"word\":\"ready\"}", "refusal": null } }],
        "usage": { "prompt_tokens": 40, "completion_tokens": 5, "total_tokens": 45 }
    });
    let google = json!({
        "candidates": [{ "content": { "role": "model", "parts": [
            { "text": "let me think", "thought": true }, { "text": "{\"word\":" }, { "text": "\"ready\"}" }] },
            "finishReason": "STOP", "index": 0 }],
        "usageMetadata": { "promptTokenCount": 40, "candidatesTokenCount": 3, "thoughtsTokenCount": 2 },
        "modelVersion": "gemini-x"
    });
    let ollama = json!({
        "model": "qwen", "message": { "role": "assistant", "content": "{\"word\":\"ready\"}" },
        "done_reason": "stop", "done": true, "prompt_eval_count": 40, "eval_count": 5
    });
    for (wire, body, model) in [
        (Wire::Openai, openai, "gpt-x"),
        (Wire::Google, google, "gemini-x"),
        (Wire::Ollama, ollama, "qwen"),
    ] {
        let said = decoded(wire, &body).unwrap();
        assert_eq!(said.content, Content::Text("{\"word\":\"ready\"}".to_owned()));
        assert_eq!((said.usage, said.model.as_deref()), (used(40, 5), Some(model)));
    }
}

#[test]
fn a_refusal_a_cut_and_nothing_are_told_apart() {
    let openai = |reason: &str, message: Value| json!({ "choices": [{ "finish_reason": reason, "message": message }] });
    for (wire, body, code) in [
        (Wire::Anthropic, json!({ "stop_reason": "refusal", "content": [] }), "mind-refused"),
        (Wire::Anthropic, json!({ "stop_reason": "max_tokens", "content": [] }), "mind-cut"),
        (Wire::Anthropic, json!({ "stop_reason": "end_turn", "content": [] }), "mind-empty"),
        (Wire::Openai, openai("stop", json!({ "refusal": "I can't." })), "mind-refused"),
        (Wire::Openai, openai("content_filter", json!({})), "mind-refused"),
        (Wire::Openai, openai("length", json!({ "content": "{" })), "mind-cut"),
        (Wire::Openai, openai("stop", json!({ "content": " " })), "mind-empty"),
        (Wire::Openai, json!({}), "mind-empty"),
        (Wire::Google, json!({ "promptFeedback": { "blockReason": "SAFETY" } }), "mind-refused"),
        (Wire::Google, json!({ "candidates": [{ "finishReason": "SAFETY" }] }), "mind-refused"),
        (Wire::Google, json!({ "candidates": [{ "finishReason": "MAX_TOKENS" }] }), "mind-cut"),
        (Wire::Google, json!({ "candidates": [] }), "mind-empty"),
        (Wire::Ollama, json!({ "done": false, "message": { "content": "x" } }), "mind-cut"),
        (Wire::Ollama, json!({ "done": true, "message": { "content": "" } }), "mind-empty"),
    ] {
        assert_eq!(decoded(wire, &body).unwrap_err().code(), code, "{wire:?} {body}");
    }
}

#[test]
fn a_status_says_what_went_wrong_in_a_line() {
    let check = |failure: MindFailure, expected: &str| assert_eq!(failure.to_string(), expected);
    let unknown = r#"{"error":{"message":"The model `m-1` does not exist\n","code":"x"}}"#;
    check(
        answered(404, None, unknown),
        "the request was rejected (404): The model `m-1` does not exist",
    );
    check(answered(400, None, r#"{"error":"bad"}"#), "the request was rejected (400): bad");
    check(
        answered(400, None, r#"[{"error":{"message":"odd"}}]"#),
        "the request was rejected (400): odd",
    );
    check(answered(401, None, "<p>\u{1b}[31mno"), "the request was rejected (401): <p> [31mno");
    check(answered(429, Some("7"), "{}"), "rate limited; it asks to wait 7 s");
    check(answered(429, Some("Wed, 21 Oct 2026 07:28:00 GMT"), "{}"), "rate limited");
    check(answered(529, Some("2"), ""), "the server failed (529)");
    let elsewhere =
        "the request was rejected (307): it points to another address, which is not followed";
    check(answered(307, None, ""), elsewhere);
    check(answered(200, None, " "), "the answer was empty");
    check(
        answered(200, None, "{\"choices\":["),
        "the answer was cut off: its JSON ends in the middle",
    );
    let html = "the answer doesn't have the requested form: the server didn't answer with JSON";
    check(answered(200, None, "<html>"), html);
    let long = answered(500, None, &"x ".repeat(5000)).to_string();
    assert!(long.len() < 400, "{long}");
}
