//! Whether to nudge.
//!
//! Owns the guard against a loop that leads nowhere: four nudges within fifteen minutes are ordinary,
//! the fifth is a recovery prompt, and another one within five minutes pauses the charter instead. The
//! time and what was remembered come in as values, and what is to be remembered goes out as one.

use charter_contract::Status;
use charter_kernel::{Digest, Timestamp};
use serde::{Deserialize, Serialize};

/// How long a nudge counts, in milliseconds; the end of it counts too.
const WINDOW_MILLIS: i64 = 15 * 60 * 1000;

/// How long a warning holds, in milliseconds; the end of it counts too.
const WARNED_MILLIS: i64 = 5 * 60 * 1000;

/// How many nudges within the window are ordinary.
const ORDINARY_MAX: usize = 4;

/// The version of what is remembered; another one is forgotten.
const FORMAT: u32 = 1;

/// What is remembered of a session's nudges about a charter. It may be lost: then they are counted
/// anew.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Nudges {
    format: u32,
    /// When they were sent, as far as they still count.
    sent: Vec<Timestamp>,
    /// When the last recovery prompt was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    warned_at: Option<Timestamp>,
    /// The end of the ledger at the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    head: Option<Digest>,
    /// The fewest blockers that any of them named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fewest: Option<usize>,
    /// Whether the guard paused the charter.
    #[serde(default)]
    paused: bool,
}

/// What the agent's host says about a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// The agent stops by itself.
    Stops,
    /// It stops again, behind what a stop hook made it do.
    StopsAgain,
    /// It waits for children that still run.
    Waits,
    /// The user, or an error, made it stop.
    Interrupted,
}

/// Where a charter stands when an agent stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoopStand {
    pub status: Status,
    /// Whether an interview waits for the user.
    pub asks_user: bool,
    /// How much stands against completion.
    pub n_blockers: usize,
    pub head: Digest,
}

/// What sort of nudge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ordinary,
    /// Something is wrong: do one of a few things, or the charter is paused.
    Recovery,
}

/// Why an agent is let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetGo {
    Paused,
    Ended,
    /// The user has to answer first.
    AsksUser,
    NothingOpen,
    /// The last nudge led to nothing, and the host says that there was one.
    NothingRecorded,
    /// Children of the agent still run.
    Waits,
    /// The user, or an error, made it stop.
    Interrupted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoopStep {
    LetGo(LetGo),
    /// Have it go on, once this is remembered.
    Nudge(Kind, Nudges),
    /// Pause the charter, remember this, and let it stop.
    Pause(Nudges),
}

/// Decides what to do about an agent that stops.
#[must_use]
pub fn decide(host: Host, stand: LoopStand, nudges: &Nudges, now: Timestamp) -> LoopStep {
    if let Some(reason) = lets_go(host, stand, nudges) {
        return LoopStep::LetGo(reason);
    }
    let mut nudges = nudges.current(now, stand.n_blockers);
    let within =
        |then: Timestamp| now.as_millis().saturating_sub(then.as_millis()) <= WARNED_MILLIS;
    if nudges.warned_at.is_some_and(within) {
        nudges.paused = true;
        return LoopStep::Pause(nudges);
    }
    let kind = if nudges.sent.len() >= ORDINARY_MAX { Kind::Recovery } else { Kind::Ordinary };
    if kind == Kind::Recovery {
        nudges.warned_at = Some(now);
    }
    nudges.sent.push(now);
    nudges.head = Some(stand.head);
    nudges.fewest = Some(nudges.fewest.map_or(stand.n_blockers, |it| it.min(stand.n_blockers)));
    LoopStep::Nudge(kind, nudges)
}

fn lets_go(host: Host, stand: LoopStand, nudges: &Nudges) -> Option<LetGo> {
    match stand.status {
        Status::Paused => return Some(LetGo::Paused),
        Status::Completed | Status::Abandoned => return Some(LetGo::Ended),
        Status::Active => {}
    }
    if stand.asks_user {
        return Some(LetGo::AsksUser);
    }
    if stand.n_blockers == 0 {
        return Some(LetGo::NothingOpen);
    }
    match host {
        Host::Interrupted => Some(LetGo::Interrupted),
        Host::Waits => Some(LetGo::Waits),
        // Whose nudge it was is not known where none is remembered: it was not to any end either.
        Host::StopsAgain if nudges.head.is_none_or(|it| it == stand.head) => {
            Some(LetGo::NothingRecorded)
        }
        Host::StopsAgain | Host::Stops => None,
    }
}

impl Nudges {
    /// Gives what still counts. A pause that somebody took back ends an account, and so does a blocker
    /// less than there ever was: the work moves, and there are only so many blockers.
    fn current(&self, now: Timestamp, n_blockers: usize) -> Self {
        let moves = self.fewest.is_some_and(|it| n_blockers < it);
        if self.format != FORMAT || self.paused || moves {
            return Self { format: FORMAT, head: self.head, ..Self::default() };
        }
        let counts =
            |then: &&Timestamp| now.as_millis().saturating_sub(then.as_millis()) <= WINDOW_MILLIS;
        let sent: Vec<Timestamp> = self.sent.iter().filter(counts).copied().collect();
        let fewest = if sent.is_empty() { None } else { self.fewest };
        Self { sent, fewest, ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
