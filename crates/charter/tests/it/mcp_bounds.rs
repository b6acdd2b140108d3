//! `charter serve --mcp`: what one client can take from the others, and what it cannot.

use crate::mcp_http::{Serving, call, greeting};
use crate::mcp_wire::check_report;
use crate::scene::repo;
use serde_json::json;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use std::{fs, thread};

/// More than a server has places for, and more than 256 files.
const HALF_OPEN: usize = 300;

/// The most open files of a process, on systems that are strict about it.
const FILES_MAX: usize = 256;

/// How often a byte comes from a client that drips.
const DRIP: Duration = Duration::from_millis(50);

/// The most bytes that it sends: a minute of them.
const DRIPS_MAX: usize = 1200;

/// Reads until the server ends the connection; gives what it said, and whether it did end it.
fn read_to_end(stream: &mut TcpStream) -> (String, bool) {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        match stream.read(&mut chunk) {
            Ok(0) => break (String::from_utf8_lossy(&bytes).into_owned(), true),
            Ok(n) => bytes.extend_from_slice(&chunk[..n]),
            Err(err) => {
                let has_ended = err.kind() == io::ErrorKind::ConnectionReset;
                break (String::from_utf8_lossy(&bytes).into_owned(), has_ended);
            }
        }
    }
}

/// Writes a byte now and then until the server ends the connection; gives what it said.
#[track_caller]
fn drip(mut stream: TcpStream) -> String {
    stream.set_read_timeout(Some(DRIP)).unwrap();
    let mut said = String::new();
    let mut has_ended = false;
    for _ in 0..DRIPS_MAX {
        if has_ended || stream.write_all(b"x").is_err() {
            return said;
        }
        let (more, ended) = read_to_end(&mut stream);
        said.push_str(&more);
        has_ended = ended;
    }
    assert!(has_ended, "the server still listens after {DRIPS_MAX} drips: {said}");
    said
}

#[track_caller]
fn resident_kb(process: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    line.unwrap().trim().trim_end_matches(" kB").parse().unwrap()
}

#[track_caller]
fn n_files(process: u32) -> usize {
    fs::read_dir(format!("/proc/{process}/fd")).unwrap().count()
}

/// Calls a tool in a session and fails unless it works.
#[track_caller]
fn check_session(serving: &Serving, session: &str) {
    let headers = [("Mcp-Session-Id", session), ("MCP-Protocol-Version", "2025-11-25")];
    let answer = serving.post(&headers, &call("charter_status", &json!({})));
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(answer.message()["result"].is_object(), "{answer:?}");
}

#[test]
fn half_open_connections_shut_nobody_out() {
    let repo = repo();
    let mut serving = Serving::start(&repo, &[]);
    let session = serving.greet();
    let half = |n: usize| {
        let mut stream = serving.connect();
        if n.is_multiple_of(2) {
            stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: local").unwrap();
        }
        stream
    };
    let mut held: Vec<TcpStream> = (0..HALF_OPEN).map(half).collect();
    check_session(&serving, &session);
    let n_files = n_files(serving.process());
    assert!(n_files < FILES_MAX, "{n_files} files are open");
    // The oldest gave way, and not the newcomer.
    held[0].set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let (said, has_ended) = read_to_end(&mut held[0]);
    assert!(has_ended, "the oldest one is still there: {said:?}");
}

#[test]
fn whoever_drips_is_not_waited_for() {
    let repo = repo();
    let serving = Serving::start(&repo, &[]);
    let mut head = serving.connect();
    head.write_all(b"POST /mcp HTTP/1.1\r\nX-Slow: ").unwrap();
    let mut body = serving.connect();
    let start = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: 100000\r\n\r\n",
        serving.address
    );
    body.write_all(start.as_bytes()).unwrap();
    let (head, body) = (thread::spawn(|| drip(head)), thread::spawn(|| drip(body)));
    assert!(!head.join().unwrap().contains("200 OK"));
    let said = body.join().unwrap();
    assert!(said.contains("408") && said.contains("body-too-slow"), "{said}");
}

#[test]
fn greetings_take_no_memory_and_no_session_in_use() {
    const GREETINGS: usize = 2500;
    const GROWTH_KB_MAX: usize = 64 * 1024;
    let repo = repo();
    let mut serving = Serving::start(&repo, &[]);
    let session = serving.greet();
    let headers = [("Mcp-Session-Id", session.as_str())];
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(serving.post(&headers, &ready).status, 202);
    check_session(&serving, &session);
    let before = resident_kb(serving.process());
    let body = greeting().to_string();
    let message = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
        serving.address,
        body.len()
    );
    let mut stream = serving.connect();
    for _ in 0..GREETINGS {
        stream.write_all(message.as_bytes()).unwrap();
        let (mut answer, mut chunk) = (Vec::new(), [0; 4096]);
        while !answer.ends_with(b"\r\n0\r\n\r\n") {
            let n = stream.read(&mut chunk).unwrap();
            assert!(n > 0, "{}", String::from_utf8_lossy(&answer));
            answer.extend_from_slice(&chunk[..n]);
        }
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    let grown = resident_kb(serving.process()).saturating_sub(before);
    eprintln!("{GREETINGS} greetings: {grown} kB more");
    assert!(grown < GROWTH_KB_MAX, "{GREETINGS} greetings took {grown} kB");
    check_session(&serving, &session);
}

#[test]
fn streams_that_stay_open_are_counted() {
    const STREAMS: usize = 40;
    let repo = repo();
    let serving = Serving::start(&repo, &[]);
    let open = |_| {
        let session = serving.greet();
        let mut stream = serving.connect();
        let head = format!(
            "GET /mcp HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\
             Mcp-Session-Id: {session}\r\n\r\n",
            serving.address
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        (session, stream)
    };
    let mut streams: Vec<(String, TcpStream)> = (0..STREAMS).map(open).collect();
    let (_, oldest) = &mut streams[0];
    oldest.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let (said, has_ended) = read_to_end(oldest);
    assert!(has_ended, "the oldest of {STREAMS} streams is still there: {said}");
    check_session(&serving, &streams[0].0);
}

#[test]
fn what_says_who_asks_is_said_once() {
    let repo = repo();
    let serving = Serving::start(&repo, &[]);
    let own = serving.address.as_str();
    let doubled: [&[(&str, &str)]; 6] = [
        &[("Host", own), ("Host", "evil.example")],
        &[("Host", own), ("Host", own)],
        &[("Origin", "http://localhost"), ("Origin", "http://evil.example")],
        &[("Origin", "http://localhost, http://evil.example")],
        &[("Host", "localhost, evil.example")],
        &[("Authorization", "Bearer a"), ("Authorization", "Bearer b")],
    ];
    for headers in doubled {
        let refused = serving.post(headers, &greeting());
        assert_eq!(refused.status, 400, "{headers:?}: {refused:?}");
        assert_eq!(refused.message()["code"], "header-doubled");
        check_report(&refused.message());
    }
    let elsewhere = "http://evil.example/mcp";
    let refused = serving.post_text(elsewhere, &[], &greeting().to_string());
    assert_eq!((refused.status, &refused.message()["code"]), (400, &json!("host-mismatch")));
    let here = format!("http://{own}/mcp");
    assert_eq!(serving.post_text(&here, &[], &greeting().to_string()).status, 200);
}

#[test]
fn heads_and_bodies_have_a_size() {
    let repo = repo();
    let serving = Serving::start(&repo, &[]);
    let long = "x".repeat(20_000);
    assert_eq!(serving.post(&[("X-Long", &long)], &greeting()).status, 431);
    let many = vec![("X-Many", "x"); 80];
    assert_eq!(serving.post(&many, &greeting()).status, 431);

    // The rest of a body that is refused is not read, so that only its beginning is written.
    let mut stream = serving.connect();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: 5000000\r\n\r\n{{",
        serving.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let (said, _) = read_to_end(&mut stream);
    assert!(said.contains("413") && said.contains("larger than 4 MiB"), "{said}");

    let nested = format!(
        r#"{{"jsonrpc":"2.0","id":"n","method":"tools/call","params":{}{}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let crowded = format!(
        r#"{{"jsonrpc":"2.0","id":"n","method":"tools/call","params":[0{}]}}"#,
        ",0".repeat(200_000)
    );
    for (body, words) in [(nested, "nested deeper"), (crowded, "values")] {
        let refused = serving.post_text("/mcp", &[], &body);
        assert_eq!(refused.status, 400, "{refused:?}");
        let answer = refused.message();
        assert_eq!(answer["id"], "n", "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(words), "{answer}");
    }
    check_session(&serving, &serving.greet());
}
