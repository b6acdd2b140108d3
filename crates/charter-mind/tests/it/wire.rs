//! Each service's language, there and back.

use crate::server::{PATIENCE, Part, Server, asked, chat, schema};
use charter_mind::{MindFailure, Wire};
use serde_json::{Value, json};

fn body_of(request: &str) -> Value {
    serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn every_service_is_asked_in_its_language_and_its_answer_is_read() {
    let anthropic = json!({
        "model": "claude-x", "stop_reason": "tool_use",
        "content": [{ "type": "tool_use", "name": "answer", "input": { "word": "ready" } }],
        "usage": { "input_tokens": 40, "output_tokens": 5 },
    });
    let google = json!({
        "candidates": [{ "finishReason": "STOP", "content": { "parts": [{ "text": "{\"word\":\"ready\"}" }] } }],
        "usageMetadata": { "promptTokenCount": 40, "candidatesTokenCount": 5 },
    });
    let ollama = json!({
        "model": "qwen", "done": true, "message": { "content": "{\"word\":\"ready\"}" },
        "prompt_eval_count": 40, "eval_count": 5,
    });
    for (wire, answer, line, header) in [
        (Wire::Anthropic, anthropic.to_string(), "POST /v1/messages ", "x-api-key: sk-secret"),
        (
            Wire::Openai,
            chat("{\"word\":\"ready\"}"),
            "POST /chat/completions ",
            "authorization: bearer sk-secret",
        ),
        (
            Wire::Google,
            google.to_string(),
            "POST /v1beta/models/m-1:generateContent ",
            "x-goog-api-key: sk-secret",
        ),
        (Wire::Ollama, ollama.to_string(), "POST /api/chat ", "authorization: bearer sk-secret"),
    ] {
        let server = Server::playing(vec![Part::Answer(200, "", answer)]);
        let (reply, waits) = asked(&server.mind(wire), PATIENCE);
        assert_eq!(
            (reply.outcome.unwrap(), reply.n_tries),
            (json!({ "word": "ready" }), 1),
            "{wire:?}"
        );
        assert_eq!(reply.usage.input_tokens, Some(40), "{wire:?}");
        assert!(waits.is_empty());
        let [request] = &server.requests()[..] else { panic!("one request") };
        assert!(request.starts_with(line), "{request}");
        assert!(request.to_lowercase().contains(header), "{request}");
        assert!(request.contains("Say ready."), "{request}");
    }
}

#[test]
fn a_server_that_knows_no_schema_is_asked_for_json_and_then_in_words() {
    let no =
        |what: &str| Part::Answer(400, "", json!({ "error": { "message": what } }).to_string());
    let yes = Part::Answer(200, "", chat("Here you are:\n```json\n{\"word\": \"ready\"}\n```"));
    let server = Server::playing(vec![no("json_schema"), no("json_object"), yes]);
    let (reply, _) = asked(&server.mind(Wire::Openai), PATIENCE);
    assert_eq!(reply.outcome.unwrap(), json!({ "word": "ready" }));
    let formats: Vec<Value> =
        server.requests().iter().map(|it| body_of(it)["response_format"]["type"].clone()).collect();
    assert_eq!(formats, [json!("json_schema"), json!("json_object"), Value::Null]);
}

#[test]
fn a_server_that_takes_no_form_says_why_it_took_not_the_first() {
    let no = |what: &str| Part::Answer(400, "", json!({ "error": what }).to_string());
    let server = Server::playing(vec![no("unknown model"), no("b"), no("c"), no("d")]);
    let (reply, _) = asked(&server.mind(Wire::Ollama), PATIENCE);
    let expected = MindFailure::Rejected { status: 400, said: "unknown model".to_owned() };
    assert_eq!(reply.outcome.unwrap_err(), expected);
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn an_answer_of_another_shape_is_asked_for_once_more_with_the_reason() {
    let answer = |it: &str| Part::Answer(200, "", chat(it));
    let server = Server::playing(vec![answer("{\"wort\":1}"), answer("{\"word\":\"ready\"}")]);
    let (reply, waits) = asked(&server.mind(Wire::Openai), PATIENCE);
    assert_eq!((reply.n_tries, reply.usage.input_tokens), (2, Some(80)));
    assert!(waits.is_empty());
    let second = body_of(&server.requests()[1])["messages"][1]["content"].clone();
    let second = second.as_str().unwrap();
    assert!(second.contains("could not be used: `word` is missing"), "{second}");
    assert_eq!(schema()["required"], json!(["word"]));
}
