//! Hooks as whole processes: what an agent waits for at every tool call and every stop.

use super::context::BenchContext;
use super::scratch::{ScratchStore, spawn, write_sources};
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio};
use crate::error::{ChoreError, Result};
use charter_contract::ContractEvent;
use charter_engine::event::EventBody;
use charter_kernel::{CharterId, SessionId};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const SAMPLES: usize = 200;

/// How many charters the project has, and how many events they have together.
const CHARTERS: usize = 10;
const EVENTS: usize = 10_000;

/// How many source files the project has.
const FILES: usize = 300;

/// Measures the events that agents wait for most.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        Column { title: "event", align: Align::Left },
        right("fastest, ms"),
        right("median, ms"),
        right("more than `true`, ms"),
        right("against `true`"),
    ]);
    let scratch = prepare(ctx)?;
    let dir = scratch.dir.path();
    let nothing = Samples::take(SAMPLES, || spawn(Path::new("true"), &[], dir));
    let mut add = |label: &str, samples: &Samples| {
        let (median, more) = (samples.median(), samples.median().saturating_sub(nothing.median()));
        table.push(&[
            &label,
            &ms(samples.fastest()),
            &ms(median),
            &ms(more),
            &ratio(median, nothing.median()),
        ]);
    };
    add("`true`", &nothing);
    let own = format!(".charter/{}/ledger/x.jsonl", scratch.id);
    let going_on = stop("s1", false);
    let rows = [
        ("a read, which is none of charter's business", tool("Read", r#""file_path":"src/a.rs""#)),
        ("a write to product, let through", tool("Write", r#""file_path":"src/a.rs""#)),
        ("a write to the ledger, denied", tool("Write", &format!(r#""file_path":"{own}""#))),
        ("a shell command that writes, let through", tool("Bash", r#""command":"echo x > src/a""#)),
        ("a stop of a session without a charter", stop("nobody", false)),
        ("a stop that is asked to go on", going_on.clone()),
        ("a stop that is let go", stop("s1", true)),
    ];
    for (label, payload) in &rows {
        add(label, &measure(ctx, dir, payload, &scratch));
    }
    show_all(ctx, &scratch)?;
    add(
        "the last word: all is shown, so files are looked at",
        &measure(ctx, dir, &going_on, &scratch),
    );
    table.note(&format!(
        "{SAMPLES} runs each of `charter hook claude`, from start to exit, in a project with {CHARTERS} \
         charters, {EVENTS} events and {FILES} source files; what was remembered of nudges is cleared \
         before each run. The bound is 5 ms more than a program that does nothing. No hook but the last \
         row's starts a process: there `git ls-files` is asked what the evidence rests on."
    ));
    Ok(table)
}

fn tool(name: &str, input: &str) -> String {
    format!(
        r#"{{"hook_event_name":"PreToolUse","session_id":"s1","tool_name":"{name}","tool_input":{{{input}}}}}"#
    )
}

fn stop(session: &str, again: bool) -> String {
    format!(r#"{{"hook_event_name":"Stop","session_id":"{session}","stop_hook_active":{again}}}"#)
}

fn measure(ctx: &BenchContext, dir: &Path, payload: &str, scratch: &ScratchStore) -> Samples {
    let local = scratch.store.layout().root().join(".local");
    let mut samples = Vec::new();
    for _ in 0..=SAMPLES {
        forget(&local);
        samples.push(super::timing::time(|| call(&ctx.binary, dir, payload)));
    }
    samples.remove(0);
    Samples::of(samples)
}

/// Every run is the first: a guard that trips would pause the charter.
fn forget(local: &Path) {
    for entry in fs::read_dir(local).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(".nudges") {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn call(binary: &Path, dir: &Path, payload: &str) {
    let mut command = Command::new(binary);
    command.args(["hook", "claude"]).current_dir(dir).stdin(Stdio::piped());
    let Ok(mut child) = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() else { return };
    if let Some(mut pipe) = child.stdin.take() {
        let _ = pipe.write_all(payload.as_bytes());
    }
    let _ = child.wait();
}

/// Makes the charters, and binds a session to the last one.
fn prepare(ctx: &BenchContext) -> Result<ScratchStore> {
    let mut scratch = ScratchStore::new(EVENTS / CHARTERS)?;
    write_sources(scratch.dir.path(), FILES)?;
    let failed = |problem: charter_kernel::IdProblem| ChoreError::Measure(problem.to_string());
    for n in 1..CHARTERS {
        let id = CharterId::parse(&format!("20261116-09000{n}-bench")).map_err(failed)?;
        scratch.another(id, EVENTS / CHARTERS)?;
    }
    let session = SessionId::parse("s1").map_err(failed)?;
    scratch.append_all(&[EventBody::Contract(ContractEvent::SessionBound {
        session,
        turn: 1_000_000,
    })])?;
    let register = "## m1 One\n\n### VAL-A-1 — one\nVerifier: command\nCommand: make\n\n";
    let leaf = |n: usize| format!("### VAL-B-{n} — another\nVerifier: manual\nWatches: src/**\n\n");
    let text: String = register.to_owned() + &(1..10).map(leaf).collect::<String>();
    let path = scratch.store.layout().file(&scratch.id, "criteria.md");
    fs::write(&path, text).map_err(ChoreError::file(&path))?;
    // The first look verifies and seals every ledger, as any command does.
    spawn(&ctx.binary, &["list"], scratch.dir.path());
    Ok(scratch)
}

/// Shows every criterion, so that only the files could still stand against completion.
fn show_all(ctx: &BenchContext, scratch: &ScratchStore) -> Result<()> {
    let (dir, binary) = (scratch.dir.path(), &ctx.binary);
    let id = scratch.id.to_string();
    let names = std::iter::once("VAL-A-1".to_owned()).chain((1..10).map(|n| format!("VAL-B-{n}")));
    for name in names {
        let args =
            ["record", &name, "--pass", "-m", "seen", "--because", "watched", "--charter", &id];
        spawn(binary, &args, dir);
    }
    spawn(binary, &["complete", "--charter", &id], dir);
    let path = scratch.store.layout().file(&scratch.id, "REPORT.md");
    let text = fs::read_to_string(&path).map_err(ChoreError::file(&path))?;
    fs::write(&path, text.replace("<!--", "").replace("-->", "")).map_err(ChoreError::file(&path))
}
