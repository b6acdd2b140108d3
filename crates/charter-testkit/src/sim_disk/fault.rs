//! The faults a test can plan and what they do to the call they hit.
//!
//! Owns the choice of which call is hit. Must not know how a call is carried out.

use super::rng::{Rng, reduce};

/// Something that goes wrong at a planned call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFault {
    /// The power goes during the call: it is done in part, and every later call fails.
    Crash,
    /// The next call that needs space is done in part and fails; the one after it succeeds.
    NoSpace,
    /// As `NoSpace`, and every later call that needs space fails without any effect.
    Full,
    /// The next rename succeeds and shows, but is undone by the next power cut, synced or not.
    LostRename,
    /// The call has no effect and fails once.
    Fail,
}

/// What a call asks of the disk, so far as faults tell calls apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallNeed {
    Nothing,
    Space,
    Rename,
}

/// What becomes of one call; a draw says how far a call gets that is done in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Done,
    Crashes { draw: u64 },
    RunsOut { draw: u64 },
    FindsNoSpace,
    IsForgotten,
    Fails,
}

impl Fate {
    /// Says how many of the `n` steps of a call take effect; `n` is at least one.
    pub(super) fn steps_of(self, n: usize) -> usize {
        match self {
            Self::Done | Self::IsForgotten => n,
            Self::Crashes { draw } => reduce(draw, n + 1),
            Self::RunsOut { draw } => reduce(draw, n),
            Self::FindsNoSpace | Self::Fails => 0,
        }
    }

    /// Says whether a call of one step takes effect.
    pub(super) fn takes_effect(self) -> bool {
        self.steps_of(1) == 1
    }
}

/// The faults planned for a disk, in the order in which they were planned.
#[derive(Debug, Default)]
pub(super) struct Faults {
    planned: Vec<PlannedFault>,
    is_full: bool,
}

#[derive(Debug)]
struct PlannedFault {
    due_at: u64,
    fault: DiskFault,
}

impl Faults {
    /// Plans a fault for the first call from number `due_at` on that it can hit.
    pub(super) fn plan(&mut self, due_at: u64, fault: DiskFault) {
        self.planned.push(PlannedFault { due_at, fault });
    }

    /// Decides what becomes of call number `call_no`.
    pub(super) fn fate(&mut self, call_no: u64, need: CallNeed, rng: &mut Rng) -> Fate {
        let hit = self.planned.iter().position(|it| it.due_at <= call_no && hits(it.fault, need));
        let Some(planned_idx) = hit else {
            let starved = self.is_full && need == CallNeed::Space;
            return if starved { Fate::FindsNoSpace } else { Fate::Done };
        };
        match self.planned.remove(planned_idx).fault {
            DiskFault::Crash => Fate::Crashes { draw: rng.next_u64() },
            DiskFault::NoSpace => Fate::RunsOut { draw: rng.next_u64() },
            DiskFault::Full => {
                self.is_full = true;
                Fate::RunsOut { draw: rng.next_u64() }
            }
            DiskFault::LostRename => Fate::IsForgotten,
            DiskFault::Fail => Fate::Fails,
        }
    }
}

fn hits(fault: DiskFault, need: CallNeed) -> bool {
    match fault {
        DiskFault::Crash | DiskFault::Fail => true,
        DiskFault::NoSpace | DiskFault::Full => need == CallNeed::Space,
        DiskFault::LostRename => need == CallNeed::Rename,
    }
}
