//! A command and everything that it starts.
//!
//! Owns the process group: it is listened to, and nothing of it is left when it has ended, by itself
//! or by its time limit. Must not know how it was started.

use super::End;
use crate::interrupt::Interrupt;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{self, Read};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// How often it is looked whether the command has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// How long output may still come after the end.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How many looks a group has between being asked to end and being ended: two seconds.
const GRACE_GLANCES: u32 = 100;

/// How many pieces of output may wait to be taken.
const WAITING_MAX: usize = 64;

/// A piece of output.
#[derive(Debug)]
pub(super) enum Piece {
    /// From stdout.
    Out(Vec<u8>),
    /// From stderr.
    Err(Vec<u8>),
}

/// What is heard of a group.
enum Word {
    Piece(Piece),
    TimeIsUp,
}

/// A group of processes that is led by a child.
pub(super) struct Group {
    child: Child,
    words: Receiver<Word>,
    /// Ends the timer when it is dropped.
    timer: Option<mpsc::Sender<()>>,
}

impl Group {
    /// Takes a child that leads a group of its own, with its output piped.
    pub(super) fn of(mut child: Child, limit: Duration) -> Self {
        let (sender, words) = mpsc::sync_channel(WAITING_MAX);
        if let Some(out) = child.stdout.take() {
            forward(out, |it| Word::Piece(Piece::Out(it)), sender.clone());
        }
        if let Some(err) = child.stderr.take() {
            forward(err, |it| Word::Piece(Piece::Err(it)), sender.clone());
        }
        let (timer, cancelled) = mpsc::channel::<()>();
        thread::spawn(move || {
            if cancelled.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                let _ = sender.send(Word::TimeIsUp);
            }
        });
        Self { child, words, timer: Some(timer) }
    }

    /// Listens until the end, and leaves no process of the group behind.
    pub(super) fn listen(
        &mut self,
        interrupt: &Interrupt,
        mut take: impl FnMut(Piece),
    ) -> io::Result<End> {
        let mut ended = None;
        while ended.is_none() {
            ended = match self.words.recv_timeout(GLANCE) {
                Ok(Word::Piece(piece)) => {
                    take(piece);
                    None
                }
                Ok(Word::TimeIsUp) => Some(End::TimedOut),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    self.has_ended().then_some(End::Exited(None))
                }
            };
            if ended.is_none() && interrupt.came() {
                ended = Some(End::Interrupted);
            }
        }
        let end = ended.unwrap_or(End::Exited(None));
        if !matches!(end, End::Exited(_)) {
            self.ask_to_end(&mut take);
        }
        // Until the child is waited for its number is its own, so this meets nobody else.
        self.tell(Signal::KILL);
        let status = self.child.wait()?;
        self.timer = None;
        while let Ok(word) = self.words.recv_timeout(LAST_WORDS) {
            if let Word::Piece(piece) = word {
                take(piece);
            }
        }
        Ok(if matches!(end, End::Exited(_)) { End::Exited(status.code()) } else { end })
    }

    fn ask_to_end(&self, take: &mut impl FnMut(Piece)) {
        self.tell(Signal::TERM);
        for _ in 0..GRACE_GLANCES {
            if self.has_ended() {
                break;
            }
            match self.words.recv_timeout(GLANCE) {
                Ok(Word::Piece(piece)) => take(piece),
                Ok(Word::TimeIsUp) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(GLANCE),
            }
        }
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    /// Tells whether the child has ended, and does not take note of it.
    fn has_ended(&self) -> bool {
        let Some(pid) = self.pid() else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }

    fn tell(&self, signal: Signal) {
        if let Some(pid) = self.pid() {
            let _ = kill_process_group(pid, signal);
        }
    }
}

fn forward(
    mut from: impl Read + Send + 'static,
    word: fn(Vec<u8>) -> Word,
    sender: SyncSender<Word>,
) {
    thread::spawn(move || {
        let mut chunk = vec![0; 8192];
        while let Ok(n) = from.read(&mut chunk) {
            let bytes = chunk.get(..n).unwrap_or_default().to_vec();
            if n == 0 || sender.send(word(bytes)).is_err() {
                break;
            }
        }
    });
}
