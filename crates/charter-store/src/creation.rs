//! A new charter: built beside the others, then moved into place whole.
//!
//! Owns the one rename that makes a charter exist. Must not choose its id or its content.

use crate::derived;
use crate::disk::Held;
use crate::failure::Failure;
use crate::store::Store;
use charter_engine::State;
use charter_engine::event::CharterDraft;
use charter_kernel::event::link;
use charter_kernel::strand::{STRANDS_DIR, StrandEnd, StrandId};
use charter_kernel::{CharterId, FileEdit};
use std::io;
use std::path::Path;

/// A root that is locked for adding a charter.
#[derive(Debug)]
pub struct Creation<'a> {
    store: &'a Store,
    _held: Box<dyn Held>,
}

impl Store {
    /// Takes the root's lock, to add a charter.
    pub fn begin_creation(&self) -> Result<Creation<'_>, Failure> {
        self.ensure_local()?;
        let held = self.lock(&self.layout.root_lock(), self.lock_wait)?;
        Ok(Creation { store: self, _held: held })
    }
}

impl Creation<'_> {
    /// Tells whether nothing has this id yet.
    pub fn is_free(&self, id: &CharterId) -> Result<bool, Failure> {
        let path = self.store.layout.charter(id);
        let stat = self.store.disk.stat(&path).map_err(Failure::io("read", &path))?;
        Ok(stat.is_none())
    }

    /// Writes a charter with its documents and first events; it is there whole or not at all.
    pub fn commit(
        self,
        id: &CharterId,
        edits: &[FileEdit],
        drafts: &[CharterDraft],
    ) -> Result<State, Failure> {
        let target = self.store.layout.charter(id);
        if !self.is_free(id)? {
            return Err(Failure::io("create", &target)(io::ErrorKind::AlreadyExists.into()));
        }
        let strand = self.store.new_strand(id)?;
        let (events, lines) = link(&StrandEnd::start(strand.clone()), &[], drafts);
        let mut state = State::default();
        for event in &events {
            state.apply(event);
        }
        // Whoever finds the charter the moment it is there waits until it is sealed.
        let lock = self.store.layout.lock(id);
        let _held = self.store.lock(&lock, self.store.lock_wait)?;
        let temp = self.store.layout.unfinished(id);
        if let Err(failure) = self.build(&temp, edits, (&strand, &lines)) {
            let _ = self.store.disk.remove_dir_all(&temp);
            return Err(failure);
        }
        self.publish(&temp, &target)?;
        if let Some(last) = events.last() {
            self.store.remember_own(id, &last.as_end());
        }
        if let Ok(loaded) = self.store.peek(id) {
            derived::write(self.store, id, &loaded);
        }
        Ok(state)
    }

    fn build(
        &self,
        temp: &Path,
        edits: &[FileEdit],
        (strand, lines): (&StrandId, &str),
    ) -> Result<(), Failure> {
        let disk = &self.store.disk;
        // What an unfinished attempt left is nobody's: the root is locked.
        if matches!(disk.stat(temp), Ok(Some(_))) {
            disk.remove_dir_all(temp).map_err(Failure::io("remove", temp))?;
        }
        disk.create_dir(temp).map_err(Failure::io("create", temp))?;
        let documents = edits.iter().map(|it| (it.path.clone(), it.bytes.clone()));
        let ledger = (strand.file(), lines.as_bytes().to_owned());
        for (name, bytes) in documents.chain([ledger]) {
            self.create_parents(temp, &name)?;
            let path = temp.join(name);
            let written = disk
                .write(&path, &bytes)
                .and_then(|()| disk.mark(&path))
                .and_then(|()| disk.sync(&path));
            written.map_err(Failure::io("write", &path))?;
        }
        let strands = temp.join(STRANDS_DIR);
        disk.sync_dir(&strands).map_err(Failure::io("sync", &strands))?;
        disk.sync_dir(temp).map_err(Failure::io("sync", temp))
    }

    /// Makes the directories that a file of a new charter lies in.
    fn create_parents(&self, temp: &Path, name: &str) -> Result<(), Failure> {
        let disk = &self.store.disk;
        for (end, _) in name.match_indices('/') {
            let dir = temp.join(name.get(..end).unwrap_or_default());
            if matches!(disk.stat(&dir), Ok(None)) {
                disk.create_dir(&dir).map_err(Failure::io("create", &dir))?;
            }
        }
        Ok(())
    }

    fn publish(&self, temp: &Path, target: &Path) -> Result<(), Failure> {
        let disk = &self.store.disk;
        let root = self.store.layout.root();
        disk.rename(temp, target).map_err(Failure::io("create", target))?;
        let local = self.store.layout.local();
        disk.sync_dir(root).and_then(|()| disk.sync_dir(&local)).map_err(|err| {
            // Nobody is told of this charter, so it must not appear. Should it do so after a crash,
            // it must be whole: nothing in it is removed here.
            let _ = disk.rename(target, temp);
            Failure::io("sync", root)(err)
        })
    }
}
