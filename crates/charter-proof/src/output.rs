//! What a child writes, while it runs and shortly after.
//!
//! Owns the threads that read it, how long is waited for more, and whether the child has ended. Must not know what becomes of it.

use crate::deadline::Deadline;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io::{ErrorKind, Read};
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// How often it is looked whether a child has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// How often, once nothing more can be written.
const BLINK: Duration = Duration::from_millis(2);

/// How long it may be quiet after the end until nothing more is expected: a process that was left
/// behind may hold the output open.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How long output is still read after the end: a process that was left behind may write for ever.
pub(crate) const LAST_WORDS_MAX: Duration = Duration::from_secs(1);

/// How many pieces of output may wait to be taken.
const WAITING_MAX: usize = 64;

/// A piece of output, and whether it was meant for stderr.
pub(crate) struct OutputPiece {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_error: bool,
}

/// What a child writes, piece by piece.
pub(crate) struct ChildOutput {
    pieces: Receiver<OutputPiece>,
    /// Whether nothing more is wanted.
    is_closed: Arc<AtomicBool>,
}

/// Something that a child writes to.
type Pipe = Box<dyn Read + Send>;

impl ChildOutput {
    /// Reads what a child writes to its pipes.
    pub(crate) fn of(child: &mut Child) -> Self {
        let out = child.stdout.take().map(|it| -> Pipe { Box::new(it) });
        let err = child.stderr.take().map(|it| -> Pipe { Box::new(it) });
        Self::new(out, err)
    }

    pub(crate) fn new(out: Option<Pipe>, err: Option<Pipe>) -> Self {
        let (sender, pieces) = mpsc::sync_channel(WAITING_MAX);
        let is_closed = Arc::<AtomicBool>::default();
        for (pipe, is_error) in [(out, false), (err, true)] {
            let Some(pipe) = pipe else { continue };
            let (sender, is_closed) = (sender.clone(), Arc::clone(&is_closed));
            thread::spawn(move || pump(pipe, is_error, &sender, &is_closed));
        }
        Self { pieces, is_closed }
    }

    /// Gives the next piece of a child that runs, or waits a moment for one.
    pub(crate) fn hear(&self) -> Option<OutputPiece> {
        let piece = self.pieces.recv_timeout(GLANCE);
        // It closed its output and goes on.
        if matches!(piece, Err(RecvTimeoutError::Disconnected)) {
            thread::sleep(BLINK);
        }
        piece.ok()
    }

    /// Gives the next piece of a child that has ended; none where no more is expected. What was read
    /// before `last` is over is given, however long that takes.
    pub(crate) fn hear_last(&self, last: &Deadline) -> Option<OutputPiece> {
        self.is_closed.fetch_or(last.is_over(), Ordering::Relaxed);
        let wait = if last.is_over() { Duration::ZERO } else { LAST_WORDS };
        self.pieces.recv_timeout(wait).ok()
    }
}

fn pump(mut from: Pipe, is_error: bool, sender: &SyncSender<OutputPiece>, is_closed: &AtomicBool) {
    let mut chunk = vec![0; 8192];
    loop {
        let n = match from.read(&mut chunk) {
            Err(err) if err.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(n) => n,
        };
        let bytes = chunk.get(..n).unwrap_or_default().to_vec();
        let is_unwanted = is_closed.load(Ordering::Relaxed);
        if is_unwanted || sender.send(OutputPiece { bytes, is_error }).is_err() {
            break;
        }
    }
}

/// Gives the number of a child, which is its own until it is waited for.
pub(crate) fn pid_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Tells whether a child has ended, and does not take note of it.
pub(crate) fn has_ended(child: &Child) -> bool {
    let Some(pid) = pid_of(child) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}
