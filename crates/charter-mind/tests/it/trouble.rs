//! What can go wrong on the way, and what is tried again.

use crate::server::{Nobody, PATIENCE, Part, Server, asked, chat, schema};
use charter_mind::{
    ANSWER_BYTES_MAX, ApiKey, Asking, Going, MindFailure, MindQuestion, ModelMind,
    QUESTION_BYTES_MAX, TRIES_MAX, Wire, WireMind, ask,
};
use serde_json::json;
use std::net::TcpListener;
use std::time::Duration;

fn failed(part: Part) -> (String, usize, Vec<u64>) {
    let again = Part::Answer(500, "", "{\"error\":\"asked again\"}".to_owned());
    let server = Server::playing(vec![part, again]);
    let (reply, waits) = asked(&server.mind(Wire::Openai), PATIENCE);
    (reply.outcome.unwrap_err().to_string(), server.requests().len(), waits)
}

#[test]
fn what_may_pass_is_asked_once_more() {
    let again = "the server failed (500): asked again";
    for (part, waits) in [
        (Part::Answer(429, "retry-after: 3\r\n", String::new()), &[3][..]),
        (Part::Answer(503, "", "busy".to_owned()), &[1]),
        (Part::CutAnswer(chat("{\"word\":")), &[1]),
        (Part::CutChunks(chat("{\"word\":")), &[1]),
        (Part::Close, &[1]),
        (Part::Answer(200, "", String::new()), &[]),
        (Part::Answer(200, "", chat("")), &[]),
        (Part::Answer(200, "", chat("I would say: ready")), &[]),
        (Part::Answer(200, "", "<html>".to_owned()), &[]),
    ] {
        let (failure, n_requests, waited) = failed(part);
        assert_eq!((failure.as_str(), n_requests, &waited[..]), (again, 2, waits));
    }
}

#[test]
fn what_will_not_pass_is_asked_once() {
    let refusal = json!({ "choices": [{ "message": { "refusal": "I can't help with that." } }] });
    let long = chat(&"x".repeat(10 * 1024 * 1024));
    for (part, expected) in [
        (
            Part::Answer(429, "retry-after: 600\r\n", String::new()),
            "rate limited; it asks to wait 600 s",
        ),
        (
            Part::Answer(401, "", "{\"error\":{\"message\":\"bad key sk-secret\"}}".to_owned()),
            "the request was rejected (401): bad key [key]",
        ),
        (
            Part::Answer(200, "", refusal.to_string()),
            "the model refused to answer: I can't help with that.",
        ),
        (
            Part::Answer(302, "location: http://127.0.0.1:9/\r\n", String::new()),
            "the request was rejected (302): it points to another address, which is not followed",
        ),
        (Part::Answer(200, "", long.clone()), "the answer is larger than 4 MB"),
        (Part::CutChunks(long), "the answer is larger than 4 MB"),
    ] {
        let (failure, n_requests, waits) = failed(part);
        assert_eq!((failure.as_str(), n_requests), (expected, 1));
        assert!(waits.is_empty(), "{waits:?}");
    }
    assert_eq!(ANSWER_BYTES_MAX, 4 * 1024 * 1024);
}

#[test]
fn a_second_answer_counts() {
    let busy = Part::Answer(529, "retry-after: 2\r\n", String::new());
    let server = Server::playing(vec![busy, Part::Answer(200, "", chat("{\"word\":\"ready\"}"))]);
    let (reply, waits) = asked(&server.mind(Wire::Openai), PATIENCE);
    assert_eq!((reply.n_tries, waits), (2, vec![2]));
}

#[test]
fn silence_has_an_end() {
    let server = Server::playing(vec![Part::Silence]);
    let limit = Duration::from_millis(300);
    let (reply, _) = asked(&server.mind(Wire::Anthropic), limit);
    assert_eq!(reply.outcome.unwrap_err(), MindFailure::TimedOut { after: limit });
}

#[test]
fn nobody_has_to_wait() {
    let server = Server::playing(vec![Part::Silence]);
    let schema = schema();
    let question = MindQuestion { system: "", user: "Say ready.", schema: &schema };
    let asking = Asking {
        limit: PATIENCE,
        n_tries_max: TRIES_MAX,
        runner: &Nobody,
        watch: &|| Going::Stop,
        pause: &|_| {},
        elapsed: &|| Duration::ZERO,
    };
    let failure = ask(&server.mind(Wire::Google), &question, &asking).outcome.unwrap_err();
    assert_eq!(failure, MindFailure::Cancelled);
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let mind = |base_url: &str| {
        let (base_url, key) = (Some(base_url.to_owned()), ApiKey::new("sk-secret"));
        ModelMind::Wire(WireMind { wire: Wire::Ollama, model: "m".to_owned(), base_url, key })
    };
    let (reply, _) = asked(&mind(&url), PATIENCE);
    assert_eq!(reply.outcome.unwrap_err().to_string(), format!("no server at {url}"));
    let (reply, _) = asked(&mind("file:///etc/passwd"), PATIENCE);
    let failure = reply.outcome.unwrap_err();
    assert_eq!(failure.to_string(), "`file://` must begin with https:// or http://");
    assert!(!format!("{:?}", mind("http://x")).contains("sk-secret"));
}

#[test]
fn a_question_that_is_too_long_is_not_sent() {
    let server = Server::playing(vec![Part::Close]);
    let schema = schema();
    let user = "x".repeat(QUESTION_BYTES_MAX);
    let question = MindQuestion { system: "", user: &user, schema: &schema };
    let asking = Asking {
        limit: PATIENCE,
        n_tries_max: TRIES_MAX,
        runner: &Nobody,
        watch: &|| Going::On,
        pause: &|_| {},
        elapsed: &|| Duration::ZERO,
    };
    let failure = ask(&server.mind(Wire::Openai), &question, &asking).outcome.unwrap_err();
    assert_eq!(failure.to_string(), "the question is larger than 1 MB");
    assert!(server.requests().is_empty());
}

#[test]
fn a_question_may_be_asked_only_once() {
    let server = Server::playing(vec![
        Part::Answer(200, "", chat("no")),
        Part::Answer(200, "", chat("{\"word\":\"ready\"}")),
    ]);
    let schema = schema();
    let question = MindQuestion { system: "", user: "Say ready.", schema: &schema };
    let asking = Asking {
        limit: PATIENCE,
        n_tries_max: 1,
        runner: &Nobody,
        watch: &|| Going::On,
        pause: &|_| {},
        elapsed: &|| Duration::ZERO,
    };
    let reply = ask(&server.mind(Wire::Openai), &question, &asking);
    assert_eq!((reply.outcome.unwrap_err().code(), reply.n_tries), ("mind-wrong-shape", 1));
    // What was read and written counts, whatever came of it.
    assert_eq!((reply.usage.input_tokens, reply.model.as_deref()), (Some(40), Some("gpt-x")));
}
