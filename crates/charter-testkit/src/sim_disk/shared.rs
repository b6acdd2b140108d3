//! The machine as all handles on one disk share it, across threads.
//!
//! Owns who waits and who is woken. Must not know how turns are chosen.

use super::machine::Machine;
use super::names::InodeId;
use super::turn::{ActorId, Grant, Pause};
use charter_store::Held;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an actor may be busy or blocked outside the disk before the test fails.
const STALL_MAX: Duration = Duration::from_secs(60);

/// What all handles on one disk share.
pub(super) struct Shared {
    machine: Mutex<Machine>,
    turned: Condvar,
}

impl Shared {
    pub(super) fn new(machine: Machine) -> Self {
        Self { machine: Mutex::new(machine), turned: Condvar::new() }
    }

    /// Reaches the machine; a panic of another thread leaves it usable.
    pub(super) fn machine(&self) -> MutexGuard<'_, Machine> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells waiting threads that turns may have changed.
    pub(super) fn announce(&self) {
        self.turned.notify_all();
    }

    /// Waits for the next announcement, and says whether it came in time.
    fn await_announcement<'a>(
        &self,
        machine: MutexGuard<'a, Machine>,
        limit: Duration,
    ) -> (MutexGuard<'a, Machine>, bool) {
        let waited = self.turned.wait_timeout(machine, limit);
        let (machine, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        (machine, !timeout.timed_out())
    }

    /// Pauses an actor until its turn comes; outside a running schedule it comes at once, and a
    /// lock is not waited for.
    pub(super) fn await_grant<'a>(
        &self,
        mut machine: MutexGuard<'a, Machine>,
        actor: ActorId,
        pause: Pause,
    ) -> (MutexGuard<'a, Machine>, Grant) {
        match &mut machine.turns {
            Some(turns) if turns.includes(actor) => turns.pause(actor.number, pause),
            Some(_) | None => return (machine, pause.outside_schedule()),
        }
        self.announce();
        let mut in_time = true;
        loop {
            let claimed = machine.turns.as_mut().and_then(|turns| turns.claim(actor.number));
            if let Some(grant) = claimed {
                return (machine, grant);
            }
            assert!(in_time, "actor {} waits for one blocked outside the disk", actor.number);
            (machine, in_time) = self.await_announcement(machine, STALL_MAX);
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Shared").finish_non_exhaustive()
    }
}

/// A held lock of the simulated machine.
#[derive(Debug)]
pub(super) struct SimHeld {
    shared: Arc<Shared>,
    file: InodeId,
}

impl SimHeld {
    pub(super) fn new(shared: Arc<Shared>, file: InodeId) -> Self {
        Self { shared, file }
    }
}

impl Held for SimHeld {}

impl Drop for SimHeld {
    fn drop(&mut self) {
        let mut machine = self.shared.machine();
        machine.locks.release(self.file);
        if let Some(turns) = &mut machine.turns {
            turns.wake_waiting_for(self.file);
        }
        self.shared.announce();
    }
}
