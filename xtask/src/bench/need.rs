//! The deep interview as whole processes: what an agent waits for at each need.

use super::context::BenchContext;
use super::scratch::spawn;
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio, time};
use crate::error::{ChoreError, Result};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const SAMPLES: usize = 40;

/// The last rounds of the spans that are measured, and how many rounds a span has.
const LAST_ROUNDS: [u64; 3] = [20, 60, 100];
const SPAN: u64 = 20;

/// The most replies until a round is reached.
const REPLIES_MAX: usize = 1000;

/// Measures `next` and `submit` in interviews of several lengths.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        right("rounds"),
        right("events"),
        Column { title: "command", align: Align::Left },
        right("fastest, ms"),
        right("median, ms"),
        right("against `true`"),
    ]);
    let temp = std::env::temp_dir();
    let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
    let nothing = Samples::take(SAMPLES, || spawn(Path::new("true"), &[], dir.path()));
    let idea = "Nurses on night shifts copy vital signs; ward managers export lists";
    let limits = ["--threshold", "0.0001", "--max-rounds", "100"];
    let new = [&["new", "--deep"], &limits[..], &[idea]].concat();
    let _ = answer(&ctx.binary, &new, dir.path(), "")?;
    for last in LAST_ROUNDS {
        advance(&ctx.binary, dir.path(), last + 1 - SPAN)?;
        let answered = Samples::of(advance(&ctx.binary, dir.path(), last)?);
        let n_events = count_events(dir.path())?;
        let next = || spawn(&ctx.binary, &["interview", "next", "--json"], dir.path());
        let asked = Samples::take(SAMPLES, next);
        for (command, samples) in [("next", &asked), ("submit", &answered)] {
            let (fastest, median) = (samples.fastest(), samples.median());
            let against = ratio(median, nothing.median());
            let command = format!("`charter interview {command} --json`");
            table.push(&[&last, &n_events, &command, &ms(fastest), &ms(median), &against]);
        }
    }
    table.note(
        "Whole processes with the offline mind, warm: the ledger is verified and sealed. A row of \
         `submit` is the answers to the 20 rounds before it. A submit writes and syncs the answer and reads it again, scores it, writes the next question, and \
         brings the derived files up to date. The bound is 10 ms at round 100.",
    );
    Ok(table)
}

/// Replies until a question of some round is open, and gives how long each answer took.
fn advance(binary: &Path, dir: &Path, round: u64) -> Result<Vec<Duration>> {
    let mut samples = Vec::new();
    for n in 0..REPLIES_MAX {
        let need = answer(binary, &["interview", "next", "--json"], dir, "")?;
        let kind = need.get("kind").and_then(Value::as_str).unwrap_or_default();
        let number = need.get("round").and_then(Value::as_u64).unwrap_or_default();
        if kind == "ask" && number >= round {
            return Ok(samples);
        }
        let reply = match kind {
            "topology" => json!({ "choice": "confirm" }),
            "ask" => json!({ "answer": format!("Perhaps {n} of them, it is not decided yet.") }),
            "refine" => json!({ "choice": "send" }),
            "confirmCrossing" | "closure" => json!({ "choice": "keepAsking" }),
            "restate" => json!({ "choice": "missing", "text": format!("part {n} is missing") }),
            _ => json!({ "choice": "refine" }),
        };
        let args = ["interview", "submit", "-", "--json"];
        let mut taken = Ok(Value::Null);
        let spent = time(|| taken = answer(binary, &args, dir, &reply.to_string()));
        taken?;
        samples.extend((kind == "ask").then_some(spent));
    }
    Err(ChoreError::Measure(format!("round {round} was never reached")))
}

/// Runs the binary with some input and gives what it answers.
fn answer(binary: &Path, args: &[&str], dir: &Path, input: &str) -> Result<Value> {
    let failed =
        |reason: String| ChoreError::Measure(format!("`charter {}`: {reason}", args.join(" ")));
    let mut command = Command::new(binary);
    command.args(args).current_dir(dir).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|err| failed(err.to_string()))?;
    if let Some(mut pipe) = child.stdin.take() {
        let _ = pipe.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(|err| failed(err.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stdout).into_owned()));
    }
    Ok(serde_json::from_slice(&output.stdout).unwrap_or_default())
}

fn count_events(dir: &Path) -> Result<usize> {
    let root = dir.join(".charter");
    let mut n_events = 0;
    for entry in fs::read_dir(&root).map_err(ChoreError::file(&root))?.flatten() {
        for strand in fs::read_dir(entry.path().join("ledger")).into_iter().flatten().flatten() {
            n_events += fs::read_to_string(strand.path()).unwrap_or_default().lines().count();
        }
    }
    Ok(n_events)
}
