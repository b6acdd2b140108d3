//! `charter mcp`: lines that are no message. Each is answered, and the next one is read.

use crate::mcp_wire::{Era, Forms, Wire};
use crate::scene::repo;
use charter_testkit::Repo;
use serde_json::{Value, json};
use std::fs;

/// Writes a line and a request; gives the answer to the line, which comes first.
#[track_caller]
fn answer_to(wire: &mut Wire, line: &[u8]) -> Value {
    wire.write_bytes(line);
    wire.write_bytes(b"\n");
    let id = wire.send("tools/list", json!({}));
    let answer = wire.read();
    assert_ne!(answer["id"], id, "the line was passed over");
    let listed = wire.read();
    assert_eq!(listed["id"], id, "{listed}");
    assert!(listed["result"]["tools"].is_array(), "{listed}");
    answer
}

#[track_caller]
fn check_alive(wire: &mut Wire) {
    assert!(wire.request("tools/list", json!({}))["result"]["tools"].is_array());
}

#[track_caller]
fn check(wire: &mut Wire, line: &[u8], id: &Value, code: i64, words: &str) {
    let answer = answer_to(wire, line);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (id, &json!(code)), "{answer}");
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains(words), "{message:?} does not say {words:?}");
}

fn started(repo: &Repo) -> Wire {
    Wire::start(repo, Era::Handshake, Forms::None)
}

#[test]
fn a_request_that_is_nested_too_deep_is_answered_under_its_id() {
    let repo = repo();
    let mut wire = started(&repo);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let early = format!(r#"{{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{deep}}}"#);
    let late = format!(r#"{{"jsonrpc":"2.0","method":"tools/call","params":{deep},"id":"late"}}"#);
    check(&mut wire, early.as_bytes(), &json!(71), -32600, "nested deeper than 64 levels");
    check(&mut wire, late.as_bytes(), &json!("late"), -32600, "nested deeper");
    check(&mut wire, "[".repeat(100_000).as_bytes(), &Value::Null, -32600, "nested deeper");
    assert_eq!(wire.leave(), "");
}

#[test]
fn a_request_that_is_too_large_is_answered_under_its_id_and_not_kept() {
    const LINE: usize = 50_000_000;
    const PEAK_KB_MAX: usize = 100 * 1024;
    let repo = repo();
    let mut wire = started(&repo);
    let text = "x".repeat(LINE);
    let early = format!(r#"{{"id":72,"jsonrpc":"2.0","method":"tools/call","params":"{text}"}}"#);
    let late = format!(r#"{{"jsonrpc":"2.0","method":"tools/call","params":"{text}","id":73}}"#);
    check(&mut wire, early.as_bytes(), &json!(72), -32600, "larger than 4 MiB");
    check(&mut wire, late.as_bytes(), &json!(73), -32600, "larger than 4 MiB");
    let crowded = format!(r#"{{"id":74,"method":"m","params":[0{}]}}"#, ",0".repeat(200_000));
    check(&mut wire, crowded.as_bytes(), &json!(74), -32600, "more than 100000 values");
    let status = fs::read_to_string(format!("/proc/{}/status", wire.process())).unwrap();
    let peak = status.lines().find_map(|it| it.strip_prefix("VmHWM:")).unwrap().trim();
    let peak: usize = peak.trim_end_matches(" kB").parse().unwrap();
    eprintln!("two lines of {LINE} bytes: {peak} kB at most");
    assert!(peak < PEAK_KB_MAX, "{peak} kB");
    assert_eq!(wire.leave(), "");
}

#[test]
fn a_line_that_is_no_message_is_answered() {
    let repo = repo();
    let mut wire = started(&repo);
    let utf8 = b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"params\":{\"a\":\"\xff\"}}";
    check(&mut wire, utf8, &json!(9), -32700, "not UTF-8");
    check(&mut wire, b"\xff\xfe\xfd", &Value::Null, -32700, "not UTF-8");
    check(&mut wire, b"{\"id\":10,\0\"method\":\"ping\"}", &json!(10), -32700, "invalid JSON");
    check(&mut wire, b"\0\0\0", &Value::Null, -32700, "invalid JSON");
    check(&mut wire, b"{\"id\":11,\"method\":\"ping\"", &json!(11), -32700, "invalid JSON");
    let batch = br#"[{"jsonrpc":"2.0","id":12,"method":"ping"}]"#;
    check(&mut wire, batch, &Value::Null, -32600, "batches are not supported");
    check(&mut wire, b"[]", &Value::Null, -32600, "batches are not supported");
    let twice = br#"{"jsonrpc":"2.0","id":13,"id":14,"method":"ping"}"#;
    check(&mut wire, twice, &Value::Null, -32600, "not a message");
    let odd = br#"{"jsonrpc":"1.0","id":15,"method":"ping"}"#;
    check(&mut wire, odd, &json!(15), -32600, "not a message");
    check(&mut wire, b"5", &Value::Null, -32600, "not a message");
    assert_eq!(wire.leave(), "");
}

#[test]
fn every_one_of_many_requests_with_one_id_is_answered() {
    const REQUESTS: usize = 20;
    let repo = repo();
    let mut wire = started(&repo);
    let line = b"{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"tools/list\"}\n";
    wire.write_bytes(&line.repeat(REQUESTS));
    // A server that passes some over ends without having answered them.
    wire.hang_up();
    let answers: Vec<Value> = (0..REQUESTS).map(|_| wire.read()).collect();
    let is_answer = |it: &Value| it["result"].is_object() || it["error"]["code"] == -32600;
    assert!(answers.iter().all(|it| it["id"] == 99 && is_answer(it)), "{answers:?}");
    assert!(answers.iter().any(|it| it["result"].is_object()), "{answers:?}");
    assert_eq!(wire.leave(), "");
}

#[test]
fn the_last_line_needs_no_end() {
    let repo = repo();
    let mut wire = started(&repo);
    wire.write_bytes(br#"{"jsonrpc":"2.0","id":98,"method":"ping"}"#);
    wire.hang_up();
    assert_eq!(wire.read()["id"], 98);
    assert_eq!(wire.leave(), "");
}

#[test]
fn what_comes_before_the_greeting_does_not_end_the_server() {
    let repo = repo();
    let mut wire = Wire::start(&repo, Era::Inline, Forms::None);
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","id":5,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen"}"#,
        "",
        "\r",
    ] {
        wire.write_line(line);
    }
    check_alive(&mut wire);
    assert_eq!(wire.leave(), "");
}
