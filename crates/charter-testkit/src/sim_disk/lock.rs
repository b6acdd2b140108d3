//! The locks of the simulated machine.
//!
//! Owns who holds what, by file and not by name, as the system's locks do. Must not know what a
//! lock protects.

use super::disk::Shared;
use super::names::InodeId;
use charter_store::Held;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The files that are locked.
#[derive(Debug, Default)]
pub(super) struct Locks {
    held: BTreeSet<InodeId>,
}

impl Locks {
    /// Takes a lock unless it is held, and says whether it did.
    pub(super) fn take(&mut self, file: InodeId) -> bool {
        self.held.insert(file)
    }

    fn release(&mut self, file: InodeId) {
        self.held.remove(&file);
    }
}

/// A held lock of the simulated machine.
#[derive(Debug)]
pub(super) struct SimHeld {
    shared: Arc<Shared>,
    file: InodeId,
}

impl SimHeld {
    /// Guards a lock that was taken.
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
