//! The chore: read the ideas, count, time whole processes, write the page.
//!
//! Owns the page. What people said about the false alarms stays as it is written there.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::tally::{Tally, count};
use crate::bench::{Machine, Samples, find_binary, ms, ratio, spawn};
use crate::coverage::{again_in_release, find_corpus, time_fastest};
use crate::error::{Error, Result};
use crate::root;
use crate::step::step;
use charter_core::preflight::{Lexicon, Text, TriggerKind, detect};

/// How often a process is timed.
const SAMPLES: usize = 200;

/// How often the reading of all ideas is timed.
const TIMINGS: usize = 50;

/// Measures and writes the table into `docs/benchmarks/preflight.md`.
pub(crate) fn bench(_args: &[String]) -> Result<()> {
    if cfg!(debug_assertions) {
        return again_in_release("bench-preflight");
    }
    let Some(dir) = find_corpus() else { return Ok(()) };
    step("build --release", &["cargo", "build", "--release", "-p", "charter"])?;
    let ideas = load(&dir.join("ideas"))?;
    let mut table = render(&count(&ideas), ideas.len());
    table.push_str(&render_reading(&ideas));
    table.push_str(&render_processes()?);
    let machine = Machine::read();
    let _ = writeln!(
        table,
        "\nMeasured on {} cores, {}, {}, release build.",
        machine.n_cores, machine.platform, machine.rustc
    );
    print!("{table}");
    write_page(&table)
}

fn load(dir: &Path) -> Result<Vec<String>> {
    let mut paths: Vec<_> =
        fs::read_dir(dir).map_err(Error::file(dir))?.flatten().map(|it| it.path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = fs::read(path).map_err(Error::file(path))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    paths.iter().map(read).collect()
}

fn render(tally: &Tally, n_ideas: usize) -> String {
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
fn render_processes() -> Result<String> {
    let binary = find_binary();
    let temp = std::env::temp_dir();
    let dir = tempfile::tempdir().map_err(Error::file(&temp))?;
    let nothing = Samples::take(SAMPLES, || spawn(Path::new("true"), &[], dir.path()));
    let mut text = format!(
        "\n{:<44} {:>11} {:>11} {:>9}\n",
        "process", "fastest, ms", "median, ms", "against"
    );
    let mut row = |name: &str, samples: &Samples| {
        let (fastest, median) = (samples.fastest(), samples.median());
        let against = ratio(median, nothing.median());
        let _ = writeln!(text, "{name:<44} {:>11} {:>11} {against:>9}", ms(fastest), ms(median));
    };
    row("`true`", &nothing);
    let check = |args: &[&str]| {
        let args = [&["preflight", "check", "--json"], args].concat();
        Samples::take(SAMPLES, || spawn(&binary, &args, dir.path()))
    };
    row("check, clear: nothing is written", &check(&["show the ward's name in the header"]));
    let unclear = ["--workflow", "x-implement", "add login somehow"];
    row("check, blocked: the interview is there", &check(&unclear));
    let state = dir.path().join(".claude/interview-state.json");
    let begin = Samples::take(SAMPLES, || {
        let _ = fs::remove_file(&state);
        spawn(&binary, &[&["preflight", "check", "--json"], &unclear[..]].concat(), dir.path());
    });
    row("check, blocked: the interview is begun", &begin);
    Ok(text)
}

/// Puts the table between the marks of the page; what is said around it stays.
fn write_page(table: &str) -> Result<()> {
    let path = root::workspace().join("docs/benchmarks/preflight.md");
    let page = fs::read_to_string(&path).map_err(Error::file(&path))?;
    let (head, rest) = page.split_once("```text\n").unwrap_or((page.as_str(), "```\n"));
    let (_, tail) = rest.split_once("```").unwrap_or(("", rest));
    let page = format!("{head}```text\n{table}```{tail}");
    fs::write(&path, page).map_err(Error::file(&path))
}
