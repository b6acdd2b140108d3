//! `charter serve --mcp`: the same over HTTP, and who is let in.

use crate::mcp_wire::{check_report, worked};
use crate::scene::{IDEA, repo};
use charter_testkit::{Repo, Running};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::time::Duration;

const TOKEN: &str = "0123456789abcdef0123";

/// How long a test waits for a server that says nothing, before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that listens on a free port.
#[derive(Debug)]
pub(crate) struct Serving {
    pub(crate) address: String,
    running: Running,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    head: String,
    body: String,
}

impl Serving {
    #[track_caller]
    pub(crate) fn start(repo: &Repo, more: &[&str]) -> Self {
        let args = [&["serve", "--mcp", "--listen", "127.0.0.1:0"], more].concat();
        let mut running = repo.charter(&args).spawn();
        let mut line = String::new();
        let stderr = running.child().stderr.take().unwrap();
        BufReader::new(stderr).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://");
        let address = address.and_then(|it| it.strip_suffix("/mcp"));
        assert!(address.is_some(), "no address: {line:?}");
        Self { address: address.unwrap().to_owned(), running }
    }

    /// Posts a message with more headers than every message has.
    #[track_caller]
    pub(crate) fn post(&self, headers: &[(&str, &str)], message: &Value) -> Response {
        self.post_text("/mcp", headers, &message.to_string())
    }

    /// Posts whatever it is.
    #[track_caller]
    pub(crate) fn post_text(&self, target: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut head = format!(
            "POST {target} HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|(name, _)| *name == "Host") {
            write!(head, "Host: {}\r\n", self.address).unwrap();
        }
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        let mut stream = self.connect();
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Response { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Opens a connection; whoever reads from it does not wait for ever.
    #[track_caller]
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Greets, and gives the headers of the session.
    #[track_caller]
    pub(crate) fn greet(&self) -> String {
        let greeted = self.post(&[], &greeting());
        assert_eq!(greeted.status, 200, "{greeted:?}");
        greeted.header("mcp-session-id")
    }

    /// Gives the id of the server's process.
    pub(crate) fn process(&mut self) -> u32 {
        self.running.child().id()
    }
}

impl Response {
    /// Gives the message in the body, plain or as an event of a stream.
    #[track_caller]
    pub(crate) fn message(&self) -> Value {
        let lines = self.body.lines().map(|it| it.strip_prefix("data:").unwrap_or(it).trim());
        let mut found = lines.filter_map(|it| serde_json::from_str::<Value>(it).ok());
        let found = found.rfind(Value::is_object);
        assert!(found.is_some(), "no message: {self:?}");
        found.unwrap()
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> String {
        let line = self.head.lines().find_map(|it| it.strip_prefix(&format!("{name}: ")));
        assert!(line.is_some(), "no {name}: {}", self.head);
        line.unwrap().to_owned()
    }
}

pub(crate) fn greeting() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "socket", "version": "1" },
    } })
}

pub(crate) fn call(tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params })
}

#[test]
fn a_client_with_a_handshake_works_in_a_session_of_the_protocol() {
    let repo = repo();
    let serving = Serving::start(&repo, &[]);
    let greeted = serving.post(&[], &greeting());
    assert_eq!(greeted.status, 200, "{greeted:?}");
    assert_eq!(greeted.message()["result"]["serverInfo"]["name"], "charter");
    let session = greeted.header("mcp-session-id");
    let headers = [("Mcp-Session-Id", session.as_str()), ("MCP-Protocol-Version", "2025-11-25")];
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(serving.post(&headers, &ready).status, 202);
    let created = call("charter", &json!({ "action": "create", "objective": IDEA }));
    let created = worked(&serving.post(&headers, &created).message());
    let status = worked(&serving.post(&headers, &call("charter_status", &json!({}))).message());
    assert_eq!(status["charterId"], created["charterId"]);
    let log = repo.charter(&["log"]).run().success().stdout;
    assert!(log.contains("agent:socket"), "{log}");
}

#[test]
fn a_client_of_the_new_era_needs_no_session() {
    let repo = repo();
    let serving = Serving::start(&repo, &[]);
    let mut message = call("charter", &json!({ "action": "create", "objective": IDEA }));
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "socket", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let headers = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "charter"),
    ];
    let response = serving.post(&headers, &message);
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(worked(&response.message())["status"], "active");
    assert!(!response.head.contains("mcp-session-id"), "{}", response.head);
}

#[test]
fn other_names_other_pages_and_other_paths_are_not_served() {
    let repo = repo();
    let serving = Serving::start(&repo, &[]);
    let cases = [
        (("Host", "evil.example"), "host-refused"),
        (("Origin", "http://evil.example"), "origin-refused"),
        (("Origin", "null"), "origin-refused"),
    ];
    for (header, code) in cases {
        let refused = serving.post(&[header], &greeting());
        assert_eq!(refused.status, 403, "{refused:?}");
        assert_eq!(refused.message()["code"], code);
        check_report(&refused.message());
    }
    assert_eq!(serving.post(&[("Origin", "http://localhost:3000")], &greeting()).status, 200);
    assert!(!repo.path(".charter").exists());
}

#[test]
fn a_token_is_needed_where_there_is_one() {
    let repo = repo();
    repo.write("token", format!("{TOKEN}\n"));
    let serving = Serving::start(&repo, &["--token-file", "token"]);
    for header in [("X-Nothing", "x"), ("Authorization", "Bearer 0123456789abcdef0124")] {
        let refused = serving.post(&[header], &greeting());
        assert_eq!(refused.status, 401, "{refused:?}");
        assert_eq!(refused.message()["code"], "token-refused");
        assert_eq!(refused.header("www-authenticate"), "bearer");
    }
    let bearer = format!("Bearer {TOKEN}");
    assert_eq!(serving.post(&[("Authorization", &bearer)], &greeting()).status, 200);
}

#[test]
fn an_address_that_others_reach_needs_a_token() {
    let repo = repo();
    let open = ["serve", "--mcp", "--listen", "0.0.0.0:0"];
    let refused = repo.charter(&open).run().code(2);
    assert!(refused.stderr.contains("needs a token"), "{refused}");
    let refused = repo.charter(&[&open[..], &["--json"]].concat()).run().code(2);
    assert_eq!(refused.json()["code"], "token-missing");
    let short = repo.charter(&open).env("CHARTER_TOKEN", "short").run().code(2);
    assert!(short.stderr.contains("at least 16 characters"), "{short}");
    let nothing = repo.charter(&["serve"]).run().code(2);
    assert!(nothing.stderr.contains("--mcp"), "{nothing}");
}
