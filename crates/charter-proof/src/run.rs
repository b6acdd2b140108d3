//! One run of a command that its caller named.
//!
//! Owns how it is started: as without the tool. Where a terminal watches, the command has one, so
//! that its colours and its progress stay; what it writes is shown as it comes and kept, bounded.
//! Must not know what the output means.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The most bytes that are kept from the beginning of an output.
const HEAD_BYTES_MAX: usize = 256 * 1024;

/// The most bytes that are kept from its end.
const TAIL_BYTES_MAX: usize = 768 * 1024;

/// How often it is looked whether the command has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// How long output may still come after the end: a process that was left behind may hold it open.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Where the output goes while the command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Echo {
    /// To stdout, which is a terminal.
    Terminal,
    /// To stdout and stderr, as the command writes them.
    Plain,
    /// All of it to stderr: stdout has another use.
    Stderr,
    /// Nowhere.
    Silent,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; none where a signal ended it.
    pub exit_code: Option<i32>,
    /// What it wrote, the middle left out where it was too much.
    pub output: Vec<u8>,
}

/// A piece of output, and whether it was meant for stderr.
struct Piece {
    bytes: Vec<u8>,
    is_error: bool,
}

/// Runs a command in a directory to its end.
pub fn run(argv: &[String], dir: &Path, echo: Echo) -> io::Result<Ran> {
    let Some((program, args)) = argv.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
    };
    let mut command = Command::new(program);
    command.args(args).current_dir(dir);
    if echo == Echo::Silent {
        command.stdin(Stdio::null());
    }
    let (sender, receiver) = mpsc::channel();
    let child = match echo {
        Echo::Terminal => start_in_terminal(command, &sender)?,
        Echo::Plain | Echo::Stderr | Echo::Silent => start_piped(command, &sender)?,
    };
    drop(sender);
    listen(child, &receiver, echo)
}

fn start_in_terminal(mut command: Command, sender: &Sender<Piece>) -> io::Result<Child> {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    if let Ok(size) = rustix::termios::tcgetwinsize(io::stdout()) {
        let _ = rustix::termios::tcsetwinsize(&master, size);
    }
    let name = ptsname(&master, Vec::new())?;
    let open = || -> io::Result<OwnedFd> {
        let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY;
        Ok(rustix::fs::open(&name, flags, rustix::fs::Mode::empty())?)
    };
    command.stdout(Stdio::from(open()?)).stderr(Stdio::from(open()?));
    let child = command.spawn()?;
    // The command holds the other end: it must not stay open when the child is gone.
    drop(command);
    let sender = sender.clone();
    thread::spawn(move || {
        let mut chunk = vec![0; 8192];
        while let Ok(n) = rustix::io::read(&master, &mut chunk) {
            let bytes = chunk.get(..n).unwrap_or_default().to_vec();
            if n == 0 || sender.send(Piece { bytes, is_error: false }).is_err() {
                break;
            }
        }
    });
    Ok(child)
}

fn start_piped(mut command: Command, sender: &Sender<Piece>) -> io::Result<Child> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(out) = child.stdout.take() {
        forward(out, false, sender.clone());
    }
    if let Some(err) = child.stderr.take() {
        forward(err, true, sender.clone());
    }
    Ok(child)
}

fn forward(mut from: impl Read + Send + 'static, is_error: bool, sender: Sender<Piece>) {
    thread::spawn(move || {
        let mut chunk = vec![0; 8192];
        while let Ok(n) = from.read(&mut chunk) {
            let bytes = chunk.get(..n).unwrap_or_default().to_vec();
            if n == 0 || sender.send(Piece { bytes, is_error }).is_err() {
                break;
            }
        }
    });
}

fn listen(mut child: Child, receiver: &Receiver<Piece>, echo: Echo) -> io::Result<Ran> {
    let mut kept = Kept::default();
    let mut status: Option<ExitStatus> = None;
    loop {
        let wait = if status.is_some() { LAST_WORDS } else { GLANCE };
        match receiver.recv_timeout(wait) {
            Ok(piece) => {
                kept.add(&piece.bytes);
                show(&piece, echo)?;
            }
            Err(RecvTimeoutError::Timeout) if status.is_some() => break,
            Err(RecvTimeoutError::Timeout) => status = child.try_wait()?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = match status {
        Some(status) => status,
        None => child.wait()?,
    };
    Ok(Ran { exit_code: status.code(), output: kept.into_bytes() })
}

fn show(piece: &Piece, echo: Echo) -> io::Result<()> {
    let written = match echo {
        Echo::Silent => Ok(()),
        Echo::Plain if !piece.is_error => {
            let mut out = io::stdout();
            out.write_all(&piece.bytes).and_then(|()| out.flush())
        }
        Echo::Terminal => {
            let mut out = io::stdout();
            out.write_all(&piece.bytes).and_then(|()| out.flush())
        }
        Echo::Plain | Echo::Stderr => io::stderr().write_all(&piece.bytes),
    };
    match written {
        // A reader that went away does not stop the run.
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// The beginning and the end of an output.
#[derive(Debug, Default)]
struct Kept {
    head: Vec<u8>,
    tail: Vec<u8>,
    n_lost: usize,
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        let room = HEAD_BYTES_MAX.saturating_sub(self.head.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.head.extend_from_slice(first);
        self.tail.extend_from_slice(rest);
        if self.tail.len() > 2 * TAIL_BYTES_MAX {
            let excess = self.tail.len() - TAIL_BYTES_MAX;
            self.tail.drain(..excess);
            self.n_lost += excess;
        }
    }

    fn into_bytes(mut self) -> Vec<u8> {
        let excess = self.tail.len().saturating_sub(TAIL_BYTES_MAX);
        self.tail.drain(..excess);
        self.n_lost += excess;
        let mut bytes = self.head;
        if self.n_lost > 0 {
            bytes.extend_from_slice(format!("\n… {} bytes left out …\n", self.n_lost).as_bytes());
        }
        bytes.extend_from_slice(&self.tail);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str) -> Ran {
        let argv = ["sh", "-c", script].map(str::to_owned);
        run(&argv, Path::new("."), Echo::Silent).unwrap()
    }

    #[test]
    fn output_and_exit_code_are_kept() {
        let ran = check("echo one; echo two >&2; exit 3");
        assert_eq!(ran.exit_code, Some(3));
        let text = String::from_utf8(ran.output).unwrap();
        assert!(text.contains("one\n") && text.contains("two\n"), "{text}");
        assert_eq!(check("kill -9 $$").exit_code, None);
        assert!(run(&["no-such-program".to_owned()], Path::new("."), Echo::Silent).is_err());
        assert!(run(&[], Path::new("."), Echo::Silent).is_err());
    }

    #[test]
    fn a_flood_is_bounded_and_its_end_is_there() {
        let ran = check("yes 0123456789 | head -c 8000000; echo; echo the end");
        assert!(ran.output.len() < HEAD_BYTES_MAX + TAIL_BYTES_MAX + 100);
        let text = String::from_utf8_lossy(&ran.output).into_owned();
        assert!(text.ends_with("the end\n") && text.contains("bytes left out"));
    }

    #[test]
    fn a_process_that_was_left_behind_is_not_waited_for() {
        assert_eq!(check("sleep 30 & echo started").exit_code, Some(0));
    }
}
