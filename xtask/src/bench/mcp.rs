//! The server of MCP: how long an agent waits for the first answer.

use super::context::BenchContext;
use super::scratch::ScratchStore;
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio, time};
use crate::error::{ChoreError, Result};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const SAMPLES: usize = 200;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const DISCOVER: &str = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
const STATUS: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"charter_status","arguments":{}}}"#;

/// Measures from the start of the process to its first answer, and calls after that.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        Column { title: "what", align: Align::Left },
        right("fastest, ms"),
        right("median, ms"),
        right("against `true`"),
    ]);
    let scratch = ScratchStore::new(10)?;
    let dir = scratch.dir.path();
    let nothing = Samples::take(SAMPLES, || {
        let _ = Command::new("true").stdin(Stdio::null()).stdout(Stdio::null()).status();
    });
    let baseline = nothing.median();
    let mut add = |label: &str, samples: &Samples| {
        let (fastest, median): (Duration, Duration) = (samples.fastest(), samples.median());
        table.push(&[&label, &ms(fastest), &ms(median), &ratio(median, baseline)]);
    };
    add("`true`, start to exit", &nothing);
    add("`charter mcp`, start to the answer to `initialize`", &first(ctx, dir, INITIALIZE)?);
    add("`charter mcp`, start to the answer to `server/discover`", &first(ctx, dir, DISCOVER)?);
    add("`charter_status` of a charter with 10 criteria, in a running server", &calls(ctx, dir)?);
    table.note("200 runs each; the bound is 20 ms for `initialize`.");
    Ok(table)
}

fn first(ctx: &BenchContext, dir: &Path, request: &str) -> Result<Samples> {
    let mut samples = Vec::new();
    for _ in 0..SAMPLES {
        let mut answer = Ok(());
        samples.push(time(|| answer = answer_once(ctx, dir, request)));
        answer?;
    }
    Ok(Samples::of(samples))
}

fn answer_once(ctx: &BenchContext, dir: &Path, request: &str) -> Result<()> {
    let mut talk = ServerTalk::start(&ctx.binary, dir)?;
    let answered = talk.ask(request);
    // What the process does after its answer is nobody's wait.
    let _ = talk.child.kill();
    let _ = talk.child.wait();
    answered
}

fn calls(ctx: &BenchContext, dir: &Path) -> Result<Samples> {
    let mut talk = ServerTalk::start(&ctx.binary, dir)?;
    talk.ask(INITIALIZE)?;
    talk.tell(READY)?;
    let mut samples = Vec::new();
    for _ in 0..SAMPLES {
        let mut answer = Ok(());
        samples.push(time(|| answer = talk.ask(STATUS)));
        answer?;
    }
    let _ = talk.child.kill();
    let _ = talk.child.wait();
    Ok(Samples::of(samples))
}

/// A running server.
struct ServerTalk {
    child: Child,
    stdout: BufReader<std::process::ChildStdout>,
}

impl ServerTalk {
    fn start(binary: &Path, dir: &Path) -> Result<Self> {
        let mut command = Command::new(binary);
        command.arg("mcp").current_dir(dir);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let program = || "charter mcp".to_owned();
        let mut child =
            command.spawn().map_err(|source| ChoreError::Start { program: program(), source })?;
        let stdout = child.stdout.take().ok_or_else(|| ChoreError::Measure(program()))?;
        Ok(Self { child, stdout: BufReader::new(stdout) })
    }

    fn tell(&mut self, message: &str) -> Result<()> {
        let lost = || ChoreError::Measure("`charter mcp` went away".to_owned());
        let stdin = self.child.stdin.as_mut().ok_or_else(lost)?;
        stdin.write_all(format!("{message}\n").as_bytes()).map_err(|_| lost())
    }

    fn ask(&mut self, request: &str) -> Result<()> {
        self.tell(request)?;
        let mut line = String::new();
        let read = self.stdout.read_line(&mut line);
        let is_answer = read.is_ok() && line.contains("\"result\"");
        if is_answer { Ok(()) } else { Err(ChoreError::Measure(format!("no answer: {line}"))) }
    }
}
