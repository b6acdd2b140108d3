//! The locks of the simulated machine.
//!
//! Owns who holds what, by file and not by name, as the system's locks do. Must not know what a
//! lock protects.

use super::names::InodeId;
use std::collections::BTreeSet;

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

    pub(super) fn release(&mut self, file: InodeId) {
        self.held.remove(&file);
    }
}
