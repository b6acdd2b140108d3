//! A program that is given something to read and asked for what it writes.
//!
//! Owns how it is found and run: by an absolute path outside the project, in an empty directory that is
//! gone afterwards, with everything that it started ended when it has ended, has taken too long, has
//! written too much, or nobody waits any more. Must not know what it is asked.

use crate::deadline::Deadline;
use crate::interrupt::Interrupt;
use crate::output::{ChildOutput, LAST_WORDS_MAX, has_ended, pid_of};
use crate::plain::write_new;
use crate::scratch::{ScratchDir, sweep};
use rustix::fs::{Access, FileType, Mode, access, mkdir, stat};
use rustix::process::{Signal, kill_process_group};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

const PREFIX: &str = "charter-mind-";

/// What it complains about is for a line.
const COMPLAINT_BYTES_MAX: usize = 64 * 1024;

/// A program and what it gets.
#[derive(Debug, Clone)]
pub struct ProgramRun<'a> {
    pub argv: Vec<ProgramWord>,
    pub stdin: &'a [u8],
    /// Files outside the directory that it runs in: name and text.
    pub files: Vec<(&'a str, &'a str)>,
    /// Files in that directory, each in a directory of its own there: both names and the text.
    pub inside: Vec<[&'a str; 3]>,
    pub vars: BTreeMap<OsString, OsString>,
    /// Variables beside these; one can name a file.
    pub set: Vec<(&'a str, ProgramWord)>,
    pub temp_dir: &'a Path,
    pub limit: Duration,
    pub output_bytes_max: usize,
}

/// A word of its command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramWord {
    Text(String),
    /// Where a file of the run is, by its place in the list.
    File(usize),
}

/// What it wrote, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramOutput {
    /// The exit code; none where a signal ended it.
    pub exit_code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Why it came to no end of its own.
#[derive(Debug, thiserror::Error)]
pub enum ProgramFailure {
    #[error("{0}")]
    NotRun(String),
    #[error("it took too long")]
    TimedOut,
    #[error("it was cancelled")]
    Cancelled,
    #[error("it wrote too much")]
    TooLarge,
}

/// Finds a program in PATH; what lies in the project, or is named by a relative path, is not one of the user's.
#[must_use]
pub fn find_program(
    name: &str,
    vars: &BTreeMap<OsString, OsString>,
    project: &Path,
) -> Option<PathBuf> {
    let dirs = vars.get(OsStr::new("PATH"))?;
    let is_program = |path: &PathBuf| {
        let is_file =
            stat(path).is_ok_and(|it| FileType::from_raw_mode(it.st_mode) == FileType::RegularFile);
        is_file && access(path, Access::EXEC_OK).is_ok()
    };
    let is_away = |path: &PathBuf| {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        !path.starts_with(project) && !real.starts_with(project)
    };
    let dirs = dirs.to_str()?.split(':').map(Path::new).filter(|it| it.is_absolute());
    dirs.map(|it| it.join(name)).find(|it| is_program(it) && is_away(it))
}

/// Runs a program to its end; `is_left` says whether nobody waits any more.
pub fn run_program(
    run: &ProgramRun<'_>,
    is_left: &dyn Fn() -> bool,
) -> Result<ProgramOutput, ProgramFailure> {
    sweep(run.temp_dir, PREFIX);
    let not_run = |err: std::io::Error| ProgramFailure::NotRun(err.kind().to_string());
    let scratch = ScratchDir::new(run.temp_dir, PREFIX).map_err(|it| not_run(it.into()))?;
    let empty = scratch.path.join("empty");
    mkdir(&empty, Mode::RWXU).map_err(|it| not_run(it.into()))?;
    let mut paths = Vec::new();
    for (name, text) in &run.files {
        let path = scratch.path.join(name);
        write_new(&path, text.as_bytes()).map_err(|it| not_run(it.into()))?;
        paths.push(path);
    }
    for [dir, name, text] in &run.inside {
        let dir = empty.join(dir);
        mkdir(&dir, Mode::RWXU).map_err(|it| not_run(it.into()))?;
        write_new(&dir.join(name), text.as_bytes()).map_err(|it| not_run(it.into()))?;
    }
    let word = |it: &ProgramWord| match it {
        ProgramWord::Text(text) => OsString::from(text),
        ProgramWord::File(idx) => paths.get(*idx).cloned().unwrap_or_default().into_os_string(),
    };
    let words: Vec<OsString> = run.argv.iter().map(word).collect();
    let Some((program, args)) = words.split_first() else {
        return Err(ProgramFailure::NotRun("no program is named".to_owned()));
    };
    let mut command = Command::new(program);
    command.args(args).current_dir(&empty).env_clear().envs(&run.vars);
    command.envs(run.set.iter().map(|(name, value)| (name, word(value))));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let interrupt = Interrupt::watch();
    let mut child = command.spawn().map_err(|err| {
        let name = Path::new(program).display();
        match err.kind() {
            ErrorKind::NotFound => ProgramFailure::NotRun(format!("`{name}` isn't there")),
            kind => ProgramFailure::NotRun(format!("`{name}` can't be run: {kind}")),
        }
    })?;
    feed(&mut child, run.stdin.to_vec());
    listen(child, run, &|| interrupt.came() || is_left())
}

/// Writes to a program from aside: it may write much before it reads.
fn feed(child: &mut Child, bytes: Vec<u8>) {
    let Some(mut pipe) = child.stdin.take() else { return };
    thread::spawn(move || {
        // A program that does not read is no failure of its own.
        let _ = pipe.write_all(&bytes);
    });
}

fn listen(
    mut child: Child,
    run: &ProgramRun<'_>,
    is_left: &dyn Fn() -> bool,
) -> Result<ProgramOutput, ProgramFailure> {
    let output = ChildOutput::of(&mut child);
    let limit = Deadline::after(run.limit);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut take = |piece: crate::output::OutputPiece| {
        let (kept, max) = match piece.is_error {
            true => (&mut stderr, COMPLAINT_BYTES_MAX),
            false => (&mut stdout, run.output_bytes_max),
        };
        kept.extend_from_slice(&piece.bytes);
        let is_too_large = kept.len() > max;
        if piece.is_error && is_too_large {
            // The end of a complaint says most.
            kept.drain(..kept.len() - max);
        }
        is_too_large && !piece.is_error
    };
    let mut failure = None;
    while failure.is_none() && !has_ended(&child) {
        if output.hear().is_some_and(&mut take) {
            failure = Some(ProgramFailure::TooLarge);
        } else if is_left() {
            failure = Some(ProgramFailure::Cancelled);
        } else if limit.is_over() {
            failure = Some(ProgramFailure::TimedOut);
        }
    }
    // Until it is waited for its number is its own, so this meets nobody else.
    if let Some(pid) = pid_of(&child) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
    let status = child.wait().map_err(|it| ProgramFailure::NotRun(it.kind().to_string()))?;
    let last = Deadline::after(LAST_WORDS_MAX);
    while failure.is_none() {
        let Some(piece) = output.hear_last(&last) else { break };
        failure = take(piece).then_some(ProgramFailure::TooLarge);
    }
    match failure {
        Some(failure) => Err(failure),
        None => Ok(ProgramOutput { exit_code: status.code(), stdout, stderr }),
    }
}

#[cfg(test)]
mod tests;
