//! A client of `charter mcp` made of nothing but lines of JSON, in both eras of the protocol.
//!
//! Owns how messages are written and waited for. Must not judge what a tool says, except for what
//! every answer and every error carries.

use charter_testkit::{Repo, Running};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};

/// Which revision a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// 2025-11-25: a handshake first.
    Handshake,
    /// 2026-07-28: everything beside each request.
    Inline,
}

/// Whether a client shows forms to its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forms {
    Shown,
    None,
}

/// A client and the server that it started.
#[derive(Debug)]
pub(crate) struct Wire {
    running: Running,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    era: Era,
    forms: Forms,
    last_id: u64,
}

impl Wire {
    /// Starts a server in a repository and greets it, if the era wants that.
    #[track_caller]
    pub(crate) fn start(repo: &Repo, era: Era, forms: Forms) -> Self {
        Self::start_with(repo, era, forms, &["mcp"])
    }

    /// Does so with other arguments.
    #[track_caller]
    pub(crate) fn start_with(repo: &Repo, era: Era, forms: Forms, args: &[&str]) -> Self {
        let mut running =
            repo.charter(args).env("CHARTER_LOCK_WAIT_MS", "60000").stdin_open().spawn();
        let stdin = running.child().stdin.take();
        let stdout = BufReader::new(running.child().stdout.take().unwrap());
        let mut wire = Self { running, stdin, stdout, era, forms, last_id: 0 };
        if era == Era::Handshake {
            let capabilities = wire.capabilities();
            let greeting = json!({
                "protocolVersion": "2025-11-25",
                "capabilities": capabilities,
                "clientInfo": { "name": "wire", "version": "1" },
            });
            let greeted = wire.request("initialize", greeting);
            assert_eq!(greeted["result"]["serverInfo"]["name"], "charter", "{greeted:#}");
            wire.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        }
        wire
    }

    fn capabilities(&self) -> Value {
        match self.forms {
            Forms::Shown => json!({ "elicitation": { "form": {} } }),
            Forms::None => json!({}),
        }
    }

    /// Writes a line.
    #[track_caller]
    pub(crate) fn write_line(&mut self, line: &str) {
        self.write_bytes(format!("{line}\n").as_bytes());
    }

    /// Writes bytes, whether they are a line or not.
    #[track_caller]
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Writes no more; what there is to read can still be read.
    pub(crate) fn hang_up(&mut self) {
        drop(self.stdin.take());
    }

    /// Gives the id of the server's process.
    pub(crate) fn process(&mut self) -> u32 {
        self.running.child().id()
    }

    #[track_caller]
    fn write(&mut self, message: &Value) {
        self.write_line(&message.to_string());
    }

    /// Reads the next message; whatever is on stdout must be one.
    #[track_caller]
    pub(crate) fn read(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        let message: Option<Value> = serde_json::from_str(&line).ok();
        assert!(message.is_some(), "stdout has something that is no message: {line:?}");
        let message = message.unwrap();
        assert_eq!(message["jsonrpc"], "2.0", "{message:#}");
        message
    }

    /// Sends a request without waiting; gives its id.
    #[track_caller]
    pub(crate) fn send(&mut self, method: &str, mut params: Value) -> u64 {
        self.last_id += 1;
        if self.era == Era::Inline {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "wire", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": self.capabilities(),
            });
        }
        let id = self.last_id;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a request and gives its answer.
    #[track_caller]
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let message = self.read();
        assert_eq!(message["id"], id, "{message:#}");
        message
    }

    /// Answers a request of the server's.
    #[track_caller]
    pub(crate) fn respond(&mut self, request: &Value, result: Value) {
        let mut message = json!({ "jsonrpc": "2.0", "id": request["id"] });
        message["result"] = result;
        self.write(&message);
    }

    /// Calls a tool that works.
    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        worked(&self.ask(tool, arguments))
    }

    /// Calls a tool that says no.
    #[track_caller]
    pub(crate) fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        refused(&self.ask(tool, arguments))
    }

    #[track_caller]
    fn ask(&mut self, tool: &str, arguments: Value) -> Value {
        let mut params = json!({ "name": tool });
        params["arguments"] = arguments;
        self.request("tools/call", params)
    }

    /// Goes away and waits for the server to end; gives what it wrote to stderr.
    #[track_caller]
    pub(crate) fn leave(mut self) -> String {
        drop(self.stdin.take());
        let mut rest = String::new();
        while self.stdout.read_line(&mut rest).unwrap() > 0 {}
        assert_eq!(rest, "", "stdout has more than the answers");
        self.running.wait().success().stderr
    }
}

/// Gives what a call says that worked: it carries next actions, as text and as JSON.
#[track_caller]
pub(crate) fn worked(answer: &Value) -> Value {
    let result = &answer["result"];
    assert_eq!(result["isError"], false, "{answer:#}");
    let json = &result["structuredContent"];
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(&text, json);
    check_actions(json);
    json.clone()
}

/// Gives what a call says that was refused: code, problems and next actions.
#[track_caller]
pub(crate) fn refused(answer: &Value) -> Value {
    assert_eq!(answer["result"]["isError"], true, "{answer:#}");
    let report = &answer["result"]["structuredContent"];
    check_report(report);
    report.clone()
}

/// Fails unless an error carries everything.
#[track_caller]
pub(crate) fn check_report(report: &Value) {
    assert_eq!(report["ok"], false, "{report:#}");
    assert!(report["code"].is_string(), "{report:#}");
    assert!(!report["problems"].as_array().unwrap().is_empty(), "{report:#}");
    check_actions(report);
}

#[track_caller]
fn check_actions(report: &Value) {
    let actions = report["nextActions"].as_array();
    assert!(actions.is_some_and(|it| !it.is_empty()), "no next action: {report:#}");
    for action in actions.unwrap() {
        for key in ["tool", "action", "hint", "command"] {
            assert!(action[key].is_string(), "{report:#}");
        }
    }
}
