//! A command and everything that it starts.
//!
//! Owns the process group: it is listened to, and nothing of it is left when it has ended, by itself
//! or by its time limit. Must not know how it was started.

use super::End;
use super::line::{ControlLine, Heard};
use crate::deadline::Deadline;
use crate::interrupt::Interrupt;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};
use std::io::{self, Read};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// How often it is looked whether the command has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// How often, once nothing more can be written.
const BLINK: Duration = Duration::from_millis(2);

/// How long it may be quiet after the end until nothing more is expected.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How long output may still come after the end: what left the group may write for ever.
const LAST_WORDS_MAX: Duration = Duration::from_secs(1);

/// How long a group has between being asked to end and being ended.
const GRACE: Duration = Duration::from_secs(2);

/// How many pieces of output may wait to be taken.
const WAITING_MAX: usize = 64;

/// A piece of output.
#[derive(Debug)]
pub(super) enum GroupPiece {
    Out(Vec<u8>),
    Err(Vec<u8>),
}

/// A group of processes that is led by a child, or kept by it.
pub(super) struct ProcessGroup {
    child: Child,
    /// The way to a child that keeps the others.
    line: Option<ControlLine>,
    pieces: Receiver<GroupPiece>,
    limit: Deadline,
}

impl ProcessGroup {
    /// Takes a child that leads a group of its own or keeps it, with its output piped.
    pub(super) fn of(mut child: Child, line: Option<ControlLine>, limit: Duration) -> Self {
        let (sender, pieces) = mpsc::sync_channel(WAITING_MAX);
        if let Some(out) = child.stdout.take() {
            forward(out, GroupPiece::Out, sender.clone());
        }
        if let Some(err) = child.stderr.take() {
            forward(err, GroupPiece::Err, sender);
        }
        Self { child, line, pieces, limit: Deadline::after(limit) }
    }

    /// Listens until the end, and leaves no process of the group behind.
    pub(super) fn listen(
        &mut self,
        interrupt: &Interrupt,
        mut take: impl FnMut(GroupPiece),
    ) -> io::Result<(End, Heard)> {
        let end = loop {
            self.hear(&mut take);
            // Looked at on every turn: what writes all the time has an end, too.
            if interrupt.came() {
                break End::Interrupted;
            }
            if self.limit.is_over() {
                break End::TimedOut;
            }
            if has_ended(&self.child) {
                break End::Exited(None);
            }
        };
        if !matches!(end, End::Exited(_)) {
            self.ask_to_end(&mut take);
        }
        let heard = self.line.as_ref().map(ControlLine::hear).unwrap_or_default();
        // A keeper ends all others when nobody holds the line any more.
        if self.line.take().is_some() {
            self.wait_a_while(&mut take);
        }
        // Until the child is waited for its number is its own, so this meets nobody else.
        self.tell(Signal::KILL);
        let status = self.child.wait()?;
        let last = Deadline::after(LAST_WORDS_MAX);
        while !last.is_over()
            && let Ok(piece) = self.pieces.recv_timeout(LAST_WORDS)
        {
            take(piece);
        }
        let end = match (end, heard.over) {
            (End::Exited(_), Some(limit)) => End::Stopped(limit),
            (End::Exited(_), None) => End::Exited(status.code()),
            (end, _) => end,
        };
        Ok((end, heard))
    }

    /// Takes a piece, or waits a moment for one.
    fn hear(&self, take: &mut impl FnMut(GroupPiece)) {
        match self.pieces.recv_timeout(GLANCE) {
            Ok(piece) => take(piece),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(BLINK),
        }
    }

    fn ask_to_end(&self, take: &mut impl FnMut(GroupPiece)) {
        match &self.line {
            Some(line) => line.ask_to_end(),
            None => self.tell(Signal::TERM),
        }
        self.wait_a_while(take);
    }

    fn wait_a_while(&self, take: &mut impl FnMut(GroupPiece)) {
        let grace = Deadline::after(GRACE);
        while !has_ended(&self.child) && !grace.is_over() {
            self.hear(take);
        }
    }

    fn tell(&self, signal: Signal) {
        if let Some(pid) = pid_of(&self.child) {
            let _ = kill_process_group(pid, signal);
            let _ = kill_process(pid, signal);
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

fn forward(
    mut from: impl Read + Send + 'static,
    piece: fn(Vec<u8>) -> GroupPiece,
    sender: SyncSender<GroupPiece>,
) {
    thread::spawn(move || {
        let mut chunk = vec![0; 8192];
        while let Ok(n) = from.read(&mut chunk) {
            let bytes = chunk.get(..n).unwrap_or_default().to_vec();
            if n == 0 || sender.send(piece(bytes)).is_err() {
                break;
            }
        }
    });
}
