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
use crate::sandbox::{has_ended, pid_of};
use crate::terminal::{Keyboard, Terminal, window_size};
use rustix::process::{Signal, kill_process, kill_process_group};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How often it is looked whether the command has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// How often, once nothing more can be written.
const BLINK: Duration = Duration::from_millis(2);

/// How long it may be quiet after the end until nothing more is expected: a process that was left
/// behind may hold the output open.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How long output is still read after the end: a process that was left behind may write for ever.
const LAST_WORDS_MAX: Duration = Duration::from_secs(1);

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
    pub frames: Vec<Frame>,
    pub n_bytes: usize,
    /// How many bytes came after the most that is kept.
    pub n_lost: usize,
}

/// One thing that happened in a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// When, in milliseconds since the start.
    pub at_ms: u64,
    pub what: FrameEvent,
}

/// What can happen in a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameEvent {
    Output(Vec<u8>),
    /// It has another size: columns and rows.
    Resize(u16, u16),
}

/// A piece of output, and whether it was meant for stderr.
struct OutputPiece {
    bytes: Vec<u8>,
    is_error: bool,
}

/// Where output is put until it is taken.
#[derive(Clone)]
struct Outlet {
    sender: Sender<OutputPiece>,
    /// Whether nothing more is wanted.
    is_closed: Arc<AtomicBool>,
}

/// A command that runs.
struct RunningJob {
    child: Child,
    is_closed: Arc<AtomicBool>,
    terminal: Option<(Terminal, Keyboard)>,
    tape: Option<Tape>,
}

/// Runs a command to its end; `elapsed_ms` says how long it has run.
pub fn run(job: &Job<'_>, elapsed_ms: &dyn Fn() -> u64) -> io::Result<Ran> {
    let Some((program, args)) = job.argv.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
    };
    let mut command = Command::new(program);
    command.args(args).current_dir(job.dir);
    if job.echo == Echo::Silent {
        command.stdin(Stdio::null());
    }
    if job.limit_ms.is_some() {
        // What it starts is ended with it.
        command.process_group(0);
    }
    let (sender, receiver) = mpsc::channel();
    let outlet = Outlet { sender, is_closed: Arc::default() };
    let interrupt = Interrupt::watch();
    let mut running = match (job.taping, job.echo) {
        (Taping::On, _) | (Taping::Off, Echo::Terminal) => start_in_terminal(command, &outlet)?,
        (Taping::Off, _) => start_piped(command, &outlet)?,
    };
    drop(outlet);
    if job.taping == Taping::On {
        let (columns, rows) = window_size();
        running.tape = Some(Tape { columns, rows, ..Tape::default() });
    }
    listen(running, &receiver, job, &interrupt, elapsed_ms)
}

fn start_in_terminal(mut command: Command, outlet: &Outlet) -> io::Result<RunningJob> {
    let terminal = Terminal::attach(&mut command)?;
    let keyboard = Keyboard::watch(&terminal);
    let child = command.spawn()?;
    // The command holds the other end: it must not stay open when the child is gone.
    drop(command);
    let (to, from) = (outlet.clone(), terminal.clone());
    thread::spawn(move || pump(|chunk| from.read(chunk), false, &to));
    let is_closed = Arc::clone(&outlet.is_closed);
    Ok(RunningJob { child, is_closed, terminal: Some((terminal, keyboard)), tape: None })
}

fn start_piped(mut command: Command, outlet: &Outlet) -> io::Result<RunningJob> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut out) = child.stdout.take() {
        let to = outlet.clone();
        thread::spawn(move || pump(|chunk| out.read(chunk), false, &to));
    }
    if let Some(mut err) = child.stderr.take() {
        let to = outlet.clone();
        thread::spawn(move || pump(|chunk| err.read(chunk), true, &to));
    }
    let is_closed = Arc::clone(&outlet.is_closed);
    Ok(RunningJob { child, is_closed, terminal: None, tape: None })
}

fn pump(mut read: impl FnMut(&mut [u8]) -> io::Result<usize>, is_error: bool, to: &Outlet) {
    let mut chunk = vec![0; 8192];
    loop {
        let n = match read(&mut chunk) {
            Err(err) if err.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(n) => n,
        };
        let bytes = chunk.get(..n).unwrap_or_default().to_vec();
        let is_closed = to.is_closed.load(Ordering::Relaxed);
        if is_closed || to.sender.send(OutputPiece { bytes, is_error }).is_err() {
            break;
        }
    }
}

fn listen(
    mut running: RunningJob,
    receiver: &Receiver<OutputPiece>,
    job: &Job<'_>,
    interrupt: &Interrupt,
    elapsed_ms: &dyn Fn() -> u64,
) -> io::Result<Ran> {
    let mut kept = Kept::default();
    let mut begun = BegunLines::default();
    let mut ended: Option<(ExitStatus, Deadline)> = None;
    loop {
        // Once it is waited for, its number may be somebody else's.
        if ended.is_none() {
            running.pass_signals_on(interrupt, elapsed_ms);
            // A group of its own does not hear Ctrl-C.
            let is_late = job.limit_ms.is_some_and(|it| elapsed_ms() > it || interrupt.came());
            let is_at_end = has_ended(&running.child);
            if is_late || (is_at_end && job.limit_ms.is_some()) {
                running.end();
            }
            if is_at_end {
                let status = running.child.wait()?;
                ended = Some((status, Deadline::after(LAST_WORDS_MAX)));
            }
        }
        let wait = match &ended {
            None => GLANCE,
            // What was read before is shown, however long that takes.
            Some((_, last)) if last.is_over() => {
                running.is_closed.store(true, Ordering::Relaxed);
                Duration::ZERO
            }
            Some(_) => LAST_WORDS,
        };
        match receiver.recv_timeout(wait) {
            Ok(piece) => {
                kept.add(&piece.bytes);
                begun.show(&piece.bytes, piece.is_error, job.echo)?;
                if let Some(tape) = &mut running.tape {
                    tape.add(elapsed_ms(), piece.bytes);
                }
            }
            Err(_) if ended.is_some() => break,
            Err(RecvTimeoutError::Timeout) => {}
            // It closed its output and goes on.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(BLINK),
        }
    }
    begun.end(job.echo)?;
    Ok(Ran {
        exit_code: ended.and_then(|(status, _)| status.code()),
        output: kept.into_bytes(),
        interrupted: interrupt.came(),
        tape: running.tape,
    })
}

impl RunningJob {
    /// Ends a command that took too long, and what it left behind.
    fn end(&self) {
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
                let what = FrameEvent::Resize(columns, rows);
                tape.frames.push(Frame { at_ms: elapsed_ms(), what });
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
            self.frames.push(Frame { at_ms, what: FrameEvent::Output(bytes) });
        }
    }
}

#[cfg(test)]
mod tests;
