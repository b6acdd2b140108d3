//! The deep interview as whole processes: what an agent waits for at each need.

use super::context::BenchContext;
use super::scratch::spawn;
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio, time};
use crate::error::{ChoreError, Result};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const SAMPLES: usize = 40;

const IDEA: &str = "Nurses on night shifts copy vital signs; ward managers export lists";

/// What is answered, by what is asked.
const ANSWERS: [(&str, &str); 8] = [
    ("steps", "A nurse opens the page, then types the pulse and taps save."),
    ("users", "Night nurses on four wards, who write on paper today."),
    ("first-version", "Entering the vital signs, and a list for the morning."),
    ("success", "Copying vital signs takes under 5 minutes a night."),
    ("left-out", "No billing, no medication."),
    ("limits", "It has to work without network for 8 hours."),
    ("existing", "Four tablets and a printer are there."),
    ("trouble", "When the network is down, the values wait on the tablet."),
];

/// How many interviews are held, one after the other.
const INTERVIEWS: usize = 8;

/// Measures `next` and `submit` in interviews that nobody but the rules holds.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        Column { title: "command", align: Align::Left },
        right("samples"),
        right("fastest, ms"),
        right("median, ms"),
        right("against `true`"),
    ]);
    let temp = std::env::temp_dir();
    let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
    let nothing = Samples::take(SAMPLES, || spawn(Path::new("true"), &[], dir.path()));
    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    for _ in 0..INTERVIEWS {
        let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
        let mut need = answer(&ctx.binary, &["new", "--deep", "--json", IDEA], dir.path(), "")?;
        for _ in ANSWERS {
            let next = ["interview", "next", "--json"];
            let spent = timed(&mut need, || answer(&ctx.binary, &next, dir.path(), ""))?;
            asked.push(spent);
            let topic = need.pointer("/context/topic").and_then(Value::as_str).unwrap_or_default();
            let Some((_, words)) = ANSWERS.iter().find(|(it, _)| *it == topic) else { break };
            let submit = ["interview", "submit", "--json", "--answer", *words];
            let spent = timed(&mut need, || answer(&ctx.binary, &submit, dir.path(), ""))?;
            answered.push(spent);
        }
    }
    for (command, taken) in [("next", asked), ("submit", answered)] {
        let (n, samples) = (taken.len(), Samples::of(taken));
        let (fastest, median) = (samples.fastest(), samples.median());
        let against = ratio(median, nothing.median());
        let command = format!("`charter interview {command} --json`");
        table.push(&[&command, &n, &ms(fastest), &ms(median), &against]);
    }
    table.note(
        "Whole processes without a model, warm: the ledger is verified and sealed. A submit writes and syncs the \
         answer with the next question or the spec, and brings the derived files up to date. The bound is 10 ms.",
    );
    Ok(table)
}

/// Runs something that gives a need, and says how long it took.
fn timed(need: &mut Value, run: impl FnOnce() -> Result<Value>) -> Result<Duration> {
    let mut taken = Ok(Value::Null);
    let spent = time(|| taken = run());
    *need = taken?;
    Ok(spent)
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
