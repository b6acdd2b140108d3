//! Playing every case, or some, and writing the page.

use super::case::{LieCase, RIGORS, read_cases};
use super::page::{TriedCase, is_wrong, render};
use super::stage::{CaseAnswer, Played, is_there, play};
use crate::error::{ChoreError, Result};
use crate::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

/// How many cases are played at once.
const JOBS: usize = 2;

/// What to play.
struct LieAsk {
    dir: PathBuf,
    /// What the name of a case holds; the page is about all of them.
    only: Option<String>,
    /// The program that is tried; one is built where none is named.
    binary: Option<PathBuf>,
    is_page_written: bool,
}

/// Plays the cases, prints the page, and fails where the tool was wrong.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let ask = read_args(args)?;
    let binary = ask.binary.clone().map_or_else(build, Ok)?;
    let mut cases = read_cases(&ask.dir)?;
    cases.retain(|it| ask.only.as_ref().is_none_or(|only| it.name.contains(only)));
    let lacking =
        |case: &LieCase| case.needs.iter().find(|it| !is_there(it)).map(ToOwned::to_owned);
    let (mut playable, mut left_out) = (Vec::new(), Vec::new());
    for case in cases {
        match lacking(&case) {
            Some(program) => left_out.push(format!("{} ({program} is not here)", case.name)),
            None => playable.push(case),
        }
    }
    let tried = try_all(playable, &binary)?;
    let page = render(&tried, &left_out);
    print!("{page}");
    if ask.is_page_written {
        let path = root::workspace().join("docs/lie-test.md");
        fs::write(&path, &page).map_err(ChoreError::file(&path))?;
    }
    let wrong = tried.iter().filter(|it| is_wrong(it)).count();
    if wrong == 0 { Ok(()) } else { Err(ChoreError::Measure(format!("{wrong} cases went wrong"))) }
}

fn read_args(args: &[String]) -> Result<LieAsk> {
    let dir = root::workspace().join("xtask/lies");
    let mut ask = LieAsk { dir, only: None, binary: None, is_page_written: true };
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        let Some(value) = args.next() else { return Err(usage()) };
        match flag.as_str() {
            "--cases" => ask.dir = PathBuf::from(value),
            "--only" => ask.only = Some(value.clone()),
            "--binary" => ask.binary = Some(PathBuf::from(value)),
            _ => return Err(usage()),
        }
        // The page is about all of our own cases.
        ask.is_page_written &= flag == "--binary";
    }
    Ok(ask)
}

fn usage() -> ChoreError {
    ChoreError::Usage("lie-test [--cases DIR] [--only TEXT] [--binary PATH]".to_owned())
}

/// Plays some at once, and gives them in their order.
fn try_all(cases: Vec<LieCase>, binary: &Path) -> Result<Vec<TriedCase>> {
    let n_cases = cases.len();
    let (waiting, done) = (Mutex::new(cases.into_iter().enumerate()), Mutex::new(Vec::new()));
    let next = || waiting.lock().ok()?.next();
    let work = || {
        while let Some((idx, case)) = next() {
            let tried = try_case(case, binary);
            if let Ok(tried) = &tried {
                tell(idx + 1, n_cases, tried);
            }
            if let Ok(mut done) = done.lock() {
                done.push((idx, tried));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..JOBS {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(idx, _)| *idx);
    done.into_iter().map(|(_, tried)| tried).collect()
}

fn try_case(case: LieCase, binary: &Path) -> Result<TriedCase> {
    let played = RIGORS.iter().map(|rigor| play(&case, rigor, binary));
    let played = played.collect::<Result<Vec<Played>>>()?;
    Ok(TriedCase { case, played })
}

/// Says on one line what came of a case, and why it was refused where it is honest.
fn tell(number: usize, n_cases: usize, tried: &TriedCase) {
    eprintln!("{number} of {n_cases}  {}", tried.case.name);
    let is_told = |it: &&CaseAnswer| !tried.case.is_lie && !it.accepted;
    for (rigor, played) in RIGORS.iter().zip(&tried.played) {
        for (place, answer) in [("", Some(&played.alone)), (" in CI", played.in_ci.as_ref())] {
            if let Some(answer) = answer.filter(is_told) {
                eprintln!("    refused at {rigor}{place}: {}", answer.why);
            }
        }
    }
}

fn build() -> Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--quiet", "-p", "charter"]).current_dir(root::workspace());
    let status = cargo.status();
    let status =
        status.map_err(|source| ChoreError::Start { program: "cargo".to_owned(), source })?;
    if !status.success() {
        return Err(ChoreError::Step { name: "cargo build".to_owned(), code: 1 });
    }
    Ok(root::workspace().join("target/release/charter"))
}
