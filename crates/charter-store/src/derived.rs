//! Writing the derived files and the cache behind a ledger.
//!
//! Owns what happens after an event is durable. Nothing here can make a write fail: a file that
//! could not be written is behind, and the next read writes it. Must not be called without the
//! charter's lock.

use crate::cache::{self, Covers};
use crate::copy::GitMark;
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::rewritten::LostStrands;
use crate::store::Store;
use charter_engine::projection::Derived;
use charter_kernel::CharterId;
use std::time::Duration;

impl Store {
    /// Reads a charter's state without a lock, and mends derived files where nobody is writing.
    pub fn load(&self, id: &CharterId) -> Result<Loaded, Failure> {
        let mut loaded = self.peek(id)?;
        let git = self.copy.mark();
        // Git moved: from now on the strands are those of another commit.
        let is_of = |it: crate::cache::Seal| it.is_of(&git);
        loaded.is_sealed &= cache::read_seal(self, id).is_some_and(is_of);
        if !loaded.is_sealed || git == GitMark::Unreadable {
            loaded = self.ask_git(id, loaded)?;
        }
        if !loaded.needs_mending() {
            return Ok(loaded);
        }
        let lock = self.ensure_local();
        let held = match lock.and_then(|()| self.lock(&self.layout.lock(id), Duration::ZERO)) {
            Ok(held) => held,
            // A writer is at work, who mends on the way.
            Err(Failure::Locked { .. }) => return Ok(loaded.without_transient_findings()),
            // Where nothing can be written, nothing can be mended, and the answer is the same.
            Err(_) => return Ok(loaded),
        };
        let is_same =
            |loaded: &Loaded| self.strand_files(id).is_ok_and(|files| files == loaded.files);
        // A long history is not read a second time where nobody wrote to it.
        let is_asked = loaded.is_asked;
        let loaded = if is_same(&loaded) { loaded } else { self.peek(id)? };
        let loaded = Loaded { is_asked, ..loaded };
        // What changed since it was verified, without the lock, must not be sealed as verified.
        let is_same = is_same(&loaded);
        if loaded.can_write().is_ok() && is_same {
            write(self, id, &loaded);
        }
        drop(held);
        Ok(loaded)
    }

    /// Asks git about what is not here as it was, and remembers what it says to be lost.
    pub(crate) fn ask_git(&self, id: &CharterId, mut loaded: Loaded) -> Result<Loaded, Failure> {
        let lost = match self.is_in_doubt(id, &loaded) {
            true => self.lost_strands(id, &loaded.state).unwrap_or_default(),
            false => LostStrands::default(),
        };
        loaded.is_asked = true;
        if lost.strands.is_empty() {
            return Ok(loaded);
        }
        let held = self.ensure_local();
        let held = held.and_then(|()| self.lock(&self.layout.lock(id), Duration::ZERO));
        if held.is_ok() && self.copy.mark() != GitMark::Unreadable {
            self.remember_lost(id, &lost);
            cache::forget_seal(self, id);
            return Ok(Loaded { is_asked: true, ..self.peek(id)? });
        }
        loaded.findings.extend(lost.findings());
        Ok(loaded)
    }
}

/// Brings the derived files and the cache up to a loaded state.
pub(crate) fn write(store: &Store, id: &CharterId, loaded: &Loaded) {
    if store.create_dirs(&store.layout.derived_dir(id)).is_err() {
        return;
    }
    for derived in Derived::ALL.into_iter().filter(|it| it.belongs_to(&loaded.state)) {
        let path = store.layout.derived(id, derived);
        let text = derived.render(&loaded.state);
        let is_there = store.disk.read(&path).is_ok_and(|bytes| bytes == text.as_bytes());
        if !is_there {
            // A rename that a crash takes back leaves a file that is behind, so the directory is
            // not synced.
            if store.replace_unsynced(&path, text.as_bytes()).is_err() {
                return;
            }
        }
    }
    let is_open = loaded.findings.iter().any(|it| it.kind.opens_ledger());
    store.remember_had(id, loaded);
    if !loaded.is_torn() && !is_open {
        cache::remember(store, id, loaded, Covers::Derived);
    }
}
