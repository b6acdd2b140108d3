//! A command and everything that it starts.
//!
//! Owns the process group: it is listened to, and nothing of it is left when it has ended, by itself
//! or by its time limit. Must not know how it was started.

use super::End;
use super::line::{ControlLine, Heard};
use crate::deadline::Deadline;
use crate::interrupt::Interrupt;
use crate::output::{ChildOutput, LAST_WORDS_MAX, OutputPiece, has_ended, pid_of};
use rustix::process::{Signal, kill_process, kill_process_group};
use std::io;
use std::process::Child;
use std::time::Duration;

/// How long a group has between being asked to end and being ended.
const GRACE: Duration = Duration::from_secs(2);

/// A group of processes that is led by a child, or kept by it.
pub(super) struct ProcessGroup {
    child: Child,
    /// The way to a child that keeps the others.
    line: Option<ControlLine>,
    output: ChildOutput,
    limit: Deadline,
}

impl ProcessGroup {
    /// Takes a child that leads a group of its own or keeps it, with its output piped.
    pub(super) fn of(mut child: Child, line: Option<ControlLine>, limit: Duration) -> Self {
        let output = ChildOutput::of(&mut child);
        Self { child, line, output, limit: Deadline::after(limit) }
    }

    /// Listens until the end, and leaves no process of the group behind.
    pub(super) fn listen(
        &mut self,
        interrupt: &Interrupt,
        mut take: impl FnMut(OutputPiece),
    ) -> io::Result<(End, Heard)> {
        let end = loop {
            self.output.hear().into_iter().for_each(&mut take);
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
        while let Some(piece) = self.output.hear_last(&last) {
            take(piece);
        }
        let end = match (end, heard.over) {
            (End::Exited(_), Some(limit)) => End::Stopped(limit),
            (End::Exited(_), None) => End::Exited(status.code()),
            (end, _) => end,
        };
        Ok((end, heard))
    }

    fn ask_to_end(&self, take: &mut impl FnMut(OutputPiece)) {
        match &self.line {
            Some(line) => line.ask_to_end(),
            None => self.tell(Signal::TERM),
        }
        self.wait_a_while(take);
    }

    fn wait_a_while(&self, take: &mut impl FnMut(OutputPiece)) {
        let grace = Deadline::after(GRACE);
        while !has_ended(&self.child) && !grace.is_over() {
            self.output.hear().into_iter().for_each(&mut *take);
        }
    }

    fn tell(&self, signal: Signal) {
        if let Some(pid) = pid_of(&self.child) {
            let _ = kill_process_group(pid, signal);
            let _ = kill_process(pid, signal);
        }
    }
}
