//! The measurement: read the ideas, count, time whole processes, write the page.
//!
//! Owns the page. What people said about the false alarms stays as it is written there.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::tally::{FireTally, count};
use crate::Measured;
use crate::corpus::{find_corpus, workspace};
use crate::failure::MeasureFailure;
use crate::page::write_table;
use crate::timing::{time_fastest, time_runs};
use charter_interview::preflight::{Lexicon, Text, TriggerKind, detect};

/// How often a process is timed.
const SAMPLES: usize = 200;

/// How often the reading of all ideas is timed.
const TIMINGS: usize = 50;

/// Measures and writes the table into `docs/benchmarks/preflight.md`.
pub(crate) fn measure(_args: &[String]) -> Measured<()> {
    let dir = find_corpus()?;
    let binary = build()?;
    let ideas = load(&dir.join("ideas"))?;
    let mut table = render(&count(&ideas), ideas.len());
    table.push_str(&render_reading(&ideas));
    table.push_str(&render_processes(&binary)?);
    let n_cores = std::thread::available_parallelism().map_or(0, usize::from);
    let rustc = Command::new("rustc").arg("--version").output().map(|it| it.stdout);
    let rustc = String::from_utf8_lossy(&rustc.unwrap_or_default()).trim().to_owned();
    let _ = writeln!(table, "\nMeasured on {n_cores} cores, {OS} {ARCH}, {rustc}, release build.");
    print!("{table}");
    write_table("preflight.md", &table)
}

fn load(dir: &Path) -> Measured<Vec<String>> {
    let mut paths: Vec<_> = fs::read_dir(dir)
        .map_err(MeasureFailure::file(dir))?
        .flatten()
        .map(|it| it.path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = fs::read(path).map_err(MeasureFailure::file(path))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    paths.iter().map(read).collect()
}

fn render(tally: &FireTally, n_ideas: usize) -> String {
    let mut text = format!("{n_ideas} ideas\n\n");
    let _ =
        writeln!(text, "{:<12} {:<22} {:>14} {:>14}", "sort", "words", "fires in", "letters in");
    let mut rows: Vec<_> = tally.rows.iter().collect();
    rows.sort_by_key(|((kind, _), it)| (*kind, std::cmp::Reverse((it.fired, it.plain))));
    for ((kind, words), it) in rows {
        let _ = writeln!(text, "{:<12} {words:<22} {:>14} {:>14}", kind.word(), it.fired, it.plain);
    }
    text.push('\n');
    let mut line = |name: &str, fired: usize, plain: usize| {
        let of = |n: usize| format!("{n} of {n_ideas}");
        let _ = writeln!(text, "{name:<35} {:>14} {:>14}", of(fired), of(plain));
    };
    for kind in [TriggerKind::Risk, TriggerKind::Missing, TriggerKind::Ambiguity] {
        let it = tally.texts.get(&kind).copied().unwrap_or_default();
        line(&format!("ideas with {}", kind.word()), it.fired, it.plain);
    }
    line("ideas with anything", tally.any.fired, tally.any.plain);
    text
}

fn render_reading(ideas: &[String]) -> String {
    let lexicon = Lexicon::default();
    let n_bytes: usize = ideas.iter().map(String::len).sum();
    let spent = time_fastest(TIMINGS, || {
        for it in ideas {
            std::hint::black_box(detect(&Text::new(it), &lexicon, None));
        }
    });
    let micros = spent.as_micros() / ideas.len().max(1) as u128;
    format!(
        "\n{micros} µs to look at one idea, of {} bytes in the middle\n",
        n_bytes / ideas.len().max(1)
    )
}

/// Times whole processes against one that does nothing.
fn render_processes(binary: &Path) -> Measured<String> {
    let temp = std::env::temp_dir();
    let dir = tempfile::tempdir().map_err(MeasureFailure::file(&temp))?;
    let nothing = time_runs(SAMPLES, || spawn(Path::new("true"), &[], dir.path()));
    let mut text = format!(
        "\n{:<44} {:>11} {:>11} {:>9}\n",
        "process", "fastest, ms", "median, ms", "against"
    );
    let mut row = |name: &str, times: &[Duration]| {
        let fastest = times.first().copied().unwrap_or_default().as_secs_f64() * 1000.0;
        let against = format!("{:.2} ×", middle_ms(times) / middle_ms(&nothing).max(1e-6));
        let middle = middle_ms(times);
        let _ = writeln!(text, "{name:<44} {fastest:>11.2} {middle:>11.2} {against:>9}");
    };
    row("`true`", &nothing);
    let check = |args: &[&str]| {
        let args = [&["preflight", "check", "--json"], args].concat();
        time_runs(SAMPLES, || spawn(binary, &args, dir.path()))
    };
    row("check, clear: nothing is written", &check(&["show the ward's name in the header"]));
    let unclear = ["--workflow", "x-implement", "add login somehow"];
    row("check, blocked: the interview is there", &check(&unclear));
    let state = dir.path().join(".claude/interview-state.json");
    let begin = time_runs(SAMPLES, || {
        let _ = fs::remove_file(&state);
        spawn(binary, &[&["preflight", "check", "--json"], &unclear[..]].concat(), dir.path());
    });
    row("check, blocked: the interview is begun", &begin);
    Ok(text)
}

/// Builds what is timed.
#[expect(clippy::disallowed_methods, reason = "cargo says where it puts what it builds")]
fn build() -> Measured<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--quiet", "-p", "charter"]).current_dir(workspace());
    if !cargo.status().is_ok_and(|status| status.success()) {
        return Err(MeasureFailure::Odd("the binary could not be built".to_owned()));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    Ok(workspace().join(target).join("release").join(format!("charter{EXE_SUFFIX}")))
}

/// Runs a program to its end, without its output.
fn spawn(program: &Path, args: &[&str], dir: &Path) {
    let mut command = Command::new(program);
    command.args(args).current_dir(dir).stdin(Stdio::null());
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
}

fn middle_ms(times: &[Duration]) -> f64 {
    times.get(times.len() / 2).copied().unwrap_or_default().as_secs_f64() * 1000.0
}
