//! One run of a command that its caller named.
//!
//! Owns how it is started: as without the tool. Where a terminal watches, the command has one, so
//! that its colours and its progress stay; what it writes is shown as it comes and kept, bounded.
//! Its stdin is that of charter, and Ctrl-C is the command's to answer. Must not know what the
//! output means.

use crate::deadline::Deadline;
use crate::echo::{BegunLines, Echo};
use crate::interrupt::Interrupt;
use crate::kept::Kept;
use crate::output::{ChildOutput, LAST_WORDS_MAX, has_ended, pid_of};
use crate::terminal::{Keyboard, Terminal, window_size};
use charter_contract::proof::CastEvent;
use rustix::process::{Signal, kill_process, kill_process_group};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const RECORDING_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Whether the terminal of a command is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taping {
    /// It is, and the command has a terminal wherever its output goes.
    On,
    /// It is not.
    Off,
}

/// A command and how to run it.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    pub argv: &'a [String],
    pub dir: &'a Path,
    pub echo: Echo,
    pub taping: Taping,
    /// How long it may take; then it is ended, with everything that it started.
    pub limit_ms: Option<u64>,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; none where a signal ended it.
    pub exit_code: Option<i32>,
    /// What it wrote, the middle left out where it was too much.
    pub output: Vec<u8>,
    /// Whether somebody pressed Ctrl-C, or asked charter to end, meanwhile.
    pub interrupted: bool,
    /// Its terminal, where that was recorded.
    pub tape: Option<Tape>,
}

/// What happened in a terminal, with its times.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tape {
    /// The columns at the start.
    pub columns: u16,
    /// The rows at the start.
    pub rows: u16,
    /// What happened, each with its milliseconds since the start.
    pub frames: Vec<(u64, CastEvent)>,
    pub n_bytes: usize,
    /// How many bytes came after the most that is kept.
    pub n_lost: usize,
}

/// A command that runs.
struct RunningJob {
    child: Child,
    output: ChildOutput,
    terminal: Option<(Terminal, Keyboard)>,
    tape: Option<Tape>,
    ending: JobEnding,
    /// How often it was told to end.
    n_told: u32,
}

/// How a command that took too long is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JobEnding {
    /// With its group.
    Group,
    /// By its keeper, who also finds what left the group.
    Keeper,
}

/// The longest line that is kept together.
const LINE_BYTES_MAX: usize = 64 * 1024;

/// How many glances a keeper has for it.
const KEEPER_GLANCES: u32 = 250;

/// Runs a command to its end; `elapsed_ms` says how long it has run.
pub fn run(job: &Job<'_>, elapsed_ms: &dyn Fn() -> u64) -> io::Result<Ran> {
    let Some((program, args)) = job.argv.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
    };
    let mut command = Command::new(program);
    command.args(args).current_dir(job.dir);
    run_command(command, job, JobEnding::Group, elapsed_ms)
}

/// Runs a command that was built for a job to its end.
pub(crate) fn run_command(
    mut command: Command,
    job: &Job<'_>,
    ending: JobEnding,
    elapsed_ms: &dyn Fn() -> u64,
) -> io::Result<Ran> {
    if job.echo == Echo::Silent {
        command.stdin(Stdio::null());
    }
    if job.limit_ms.is_some() {
        // What it starts is ended with it.
        command.process_group(0);
    }
    let interrupt = Interrupt::watch();
    let is_taped = job.taping == Taping::On;
    let mut running = start(command, is_taped || job.echo == Echo::Terminal, ending)?;
    running.tape = is_taped.then(|| {
        let (columns, rows) = window_size();
        Tape { columns, rows, ..Tape::default() }
    });
    listen(running, job, &interrupt, elapsed_ms)
}

fn start(mut command: Command, has_terminal: bool, ending: JobEnding) -> io::Result<RunningJob> {
    if !has_terminal {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let output = ChildOutput::of(&mut child);
        return Ok(RunningJob { child, output, terminal: None, tape: None, ending, n_told: 0 });
    }
    let terminal = Terminal::attach(&mut command)?;
    let keyboard = Keyboard::watch(&terminal);
    let child = command.spawn()?;
    // The command holds the other end: it must not stay open when the child is gone.
    drop(command);
    let output = ChildOutput::new(Some(Box::new(terminal.clone())), None);
    let terminal = Some((terminal, keyboard));
    Ok(RunningJob { child, output, terminal, tape: None, ending, n_told: 0 })
}

fn listen(
    mut running: RunningJob,
    job: &Job<'_>,
    interrupt: &Interrupt,
    elapsed_ms: &dyn Fn() -> u64,
) -> io::Result<Ran> {
    let mut kept = Kept::default();
    let mut whole = WholeLines::default();
    let mut begun = BegunLines::default();
    let mut last: Option<Deadline> = None;
    let mut exit_code = None;
    loop {
        // Once it is waited for, its number may be somebody else's.
        if last.is_none() {
            running.pass_signals_on(interrupt, elapsed_ms);
            // A group of its own does not hear Ctrl-C.
            let is_late = job.limit_ms.is_some_and(|it| elapsed_ms() > it || interrupt.came());
            let is_at_end = has_ended(&running.child);
            if is_at_end && job.limit_ms.is_some() {
                running.end_group();
            } else if is_late {
                running.end();
            }
            if is_at_end {
                exit_code = running.child.wait()?.code();
                last = Some(Deadline::after(LAST_WORDS_MAX));
            }
        }
        let piece = match &last {
            None => running.output.hear(),
            Some(last) => running.output.hear_last(last),
        };
        match piece {
            Some(piece) => {
                kept.add(&whole.add(&piece.bytes, piece.is_error));
                begun.show(&piece.bytes, piece.is_error, job.echo)?;
                if let Some(tape) = &mut running.tape {
                    tape.add(elapsed_ms(), piece.bytes);
                }
            }
            None if last.is_some() => break,
            None => {}
        }
    }
    kept.add(&whole.end());
    begun.end(job.echo)?;
    let (output, interrupted) = (kept.into_bytes(), interrupt.came());
    Ok(Ran { exit_code, output, interrupted, tape: running.tape })
}

/// What was written to the two streams, a line at a time: a runner's summary must not stand in the middle of
/// another program's complaint.
#[derive(Default)]
struct WholeLines {
    begun: [Vec<u8>; 2],
}

impl WholeLines {
    /// Takes what was written to one of them, and gives the lines that are whole now.
    fn add(&mut self, bytes: &[u8], is_error: bool) -> Vec<u8> {
        let [plain, error] = &mut self.begun;
        let begun = if is_error { error } else { plain };
        begun.extend_from_slice(bytes);
        let end = match begun.iter().rposition(|it| *it == b'\n') {
            Some(at) => at + 1,
            None if begun.len() > LINE_BYTES_MAX => begun.len(),
            None => 0,
        };
        begun.drain(..end).collect()
    }

    fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.begun).concat()
    }
}

impl RunningJob {
    /// Ends a command that took too long.
    fn end(&mut self) {
        self.n_told = self.n_told.saturating_add(1);
        match (self.ending, pid_of(&self.child)) {
            (JobEnding::Keeper, Some(pid)) if self.n_told < KEEPER_GLANCES => {
                let _ = kill_process(pid, Signal::TERM);
            }
            (JobEnding::Keeper | JobEnding::Group, _) => self.end_group(),
        }
    }

    /// Ends a command and what it left behind.
    fn end_group(&self) {
        if let Some(pid) = pid_of(&self.child) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Tells the command what only charter was told.
    fn pass_signals_on(&mut self, interrupt: &Interrupt, elapsed_ms: &dyn Fn() -> u64) {
        let pid = pid_of(&self.child);
        let tell = |signal| {
            if let Some(pid) = pid {
                let _ = kill_process(pid, signal);
            }
        };
        if interrupt.take_end() {
            tell(Signal::TERM);
        }
        let Some((terminal, keyboard)) = &mut self.terminal else { return };
        keyboard.follow(terminal);
        if interrupt.take_resize() {
            terminal.resize();
            // It was told before its terminal had the new size.
            tell(Signal::WINCH);
            if let Some(tape) = &mut self.tape {
                let (columns, rows) = window_size();
                tape.frames.push((elapsed_ms(), CastEvent::Resize(columns, rows)));
            }
        }
    }
}

impl Tape {
    fn add(&mut self, at_ms: u64, bytes: Vec<u8>) {
        // What comes after a gap would be out of place.
        if self.n_lost > 0 || self.n_bytes + bytes.len() > RECORDING_BYTES_MAX {
            self.n_lost += bytes.len();
        } else {
            self.n_bytes += bytes.len();
            self.frames.push((at_ms, CastEvent::Output(bytes)));
        }
    }
}

#[cfg(test)]
mod tests;
