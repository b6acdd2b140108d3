//! What every file operation does to the tree, whole or cut short by a fault.
//!
//! Owns the checks and the effects of the calls of the disk. Must not know who calls or why a call
//! is cut short.

use super::fault::Fate;
use super::file::{FileContent, PendingChange};
use super::names::{InodeId, Moved, NameEdit, NameOp, OpSort};
use super::volume::{DirNames, InodeBody, Volume, VolumePlace};
use charter_store::{DirEntry, Stamp, Stat};
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::Path;

impl Volume {
    pub(super) fn read(&self, path: &Path) -> io::Result<&[u8]> {
        Ok(self.content(self.resolve(path)?)?.live())
    }

    pub(super) fn stat(&self, path: &Path) -> io::Result<Option<Stat>> {
        let id = match self.resolve(path) {
            Ok(id) => id,
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(None),
            Err(err) => return Err(err),
        };
        let len = match &self.node(id).body {
            InodeBody::File(content) => to_u64(content.live().len()),
            InodeBody::Dir(_) => 0,
        };
        let stamp = Stamp([id, len, self.node(id).version, 0]);
        Ok(Some(Stat { kind: self.kind(id), len, stamp }))
    }

    pub(super) fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        let names = self.names_in(self.resolve(path)?)?;
        let entry = |(name, id): (&OsString, &InodeId)| DirEntry {
            name: name.clone(),
            kind: self.kind(*id),
        };
        Ok(names.live.iter().map(entry).collect())
    }

    pub(super) fn create_dir(&mut self, path: &Path, fate: Fate) -> io::Result<()> {
        if self.resolve(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let place = self.place(path)?;
        if fate.takes_effect() {
            self.create(place, InodeBody::Dir(DirNames::default()));
        }
        Ok(())
    }

    pub(super) fn write(&mut self, path: &Path, bytes: &[u8], fate: Fate) -> io::Result<()> {
        let place = self.place_for_file(path)?;
        let Some(n_bytes) = fate.steps_of(1 + bytes.len()).checked_sub(1) else { return Ok(()) };
        let id = self.open(place);
        self.overwrite(id, &bytes[..n_bytes])
    }

    pub(super) fn append(&mut self, path: &Path, bytes: &[u8], fate: Fate) -> io::Result<()> {
        let place = self.place_for_file(path)?;
        let Some(n_bytes) = fate.steps_of(1 + bytes.len()).checked_sub(1) else { return Ok(()) };
        let id = self.open(place);
        let at = self.content(id)?.live().len();
        self.change_bytes(id, at, &bytes[..n_bytes])
    }

    pub(super) fn truncate(&mut self, path: &Path, len: u64, fate: Fate) -> io::Result<()> {
        let id = self.resolve(path)?;
        self.content(id)?;
        if fate.takes_effect() {
            let len = usize::try_from(len).map_err(|_| ErrorKind::FileTooLarge)?;
            self.change(id, PendingChange::SetLen(len))?;
        }
        Ok(())
    }

    pub(super) fn sync(&mut self, path: &Path, fate: Fate) -> io::Result<()> {
        let id = self.resolve(path)?;
        let content = self.content_mut(id)?;
        if fate.takes_effect() {
            content.sync();
        }
        Ok(())
    }

    pub(super) fn sync_dir(&mut self, path: &Path, fate: Fate) -> io::Result<()> {
        let id = self.resolve(path)?;
        self.names_in(id)?;
        if fate.takes_effect() {
            self.settle_names(id);
        }
        Ok(())
    }

    pub(super) fn rename(&mut self, from: &Path, to: &Path, fate: Fate) -> io::Result<()> {
        let old = self.place(from)?;
        let new = self.place(to)?;
        let Some(moved) = old.target else { return Err(ErrorKind::NotFound.into()) };
        if new.target == Some(moved) {
            return Ok(());
        }
        if new.target.is_some_and(|target| self.is_within(old.dir, target)) {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        self.check_replaceable(moved, &new)?;
        if fate.takes_effect() {
            let sort = if fate == Fate::IsForgotten {
                OpSort::Forgotten
            } else if old.dir == new.dir {
                OpSort::Plain
            } else {
                OpSort::Moves { above: self.dirs_above(to)?, moved: self.moved(moved) }
            };
            self.edit_names(NameOp::new(sort, vec![old.edit(None), new.edit(Some(moved))]));
        }
        Ok(())
    }

    pub(super) fn remove_file(&mut self, path: &Path, fate: Fate) -> io::Result<()> {
        let place = self.place(path)?;
        let Some(id) = place.target else { return Err(ErrorKind::NotFound.into()) };
        self.content(id)?;
        if fate.takes_effect() {
            self.edit_names(NameOp::new(OpSort::Plain, vec![place.edit(None)]));
        }
        Ok(())
    }

    /// Removes name by name, as the system does: a call cut short leaves the rest in place.
    pub(super) fn remove_dir_all(&mut self, path: &Path, fate: Fate) -> io::Result<()> {
        let place = self.place(path)?;
        let Some(id) = place.target else { return Err(ErrorKind::NotFound.into()) };
        self.names_in(id)?;
        let mut removals = Vec::new();
        self.collect_removals(id, &mut removals);
        removals.push(place.edit(None));
        let n_removals = fate.steps_of(removals.len());
        for removal in removals.into_iter().take(n_removals) {
            self.edit_names(NameOp::new(OpSort::Plain, vec![removal]));
        }
        Ok(())
    }

    pub(super) fn mark(&mut self, path: &Path, fate: Fate) -> io::Result<()> {
        let id = self.resolve(path)?;
        self.content(id)?;
        if fate.takes_effect() {
            self.bump(id);
        }
        Ok(())
    }

    /// Opens a file for locking, creating it where it is missing.
    pub(super) fn open_or_create(&mut self, path: &Path, fate: Fate) -> io::Result<InodeId> {
        let place = self.place_for_file(path)?;
        match place.target {
            Some(id) => Ok(id),
            None if fate.takes_effect() => Ok(self.open(place)),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Empties an open file and writes bytes into it.
    pub(super) fn overwrite(&mut self, id: InodeId, bytes: &[u8]) -> io::Result<()> {
        self.change(id, PendingChange::SetLen(0))?;
        self.change_bytes(id, 0, bytes)
    }

    /// Shows the bytes of an open file.
    pub(super) fn content_of(&self, id: InodeId) -> io::Result<&[u8]> {
        Ok(self.content(id)?.live())
    }

    /// Replaces a file's bytes for certain, as something outside the tested code would.
    pub(super) fn impose(&mut self, path: &Path, bytes: Vec<u8>) -> io::Result<()> {
        let id = self.resolve(path)?;
        *self.content_mut(id)? = FileContent::durable(bytes);
        self.bump(id);
        Ok(())
    }

    fn change_bytes(&mut self, id: InodeId, at: usize, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.change(id, PendingChange::Write { at, bytes: bytes.to_vec() })
    }

    fn place_for_file(&self, path: &Path) -> io::Result<VolumePlace> {
        let place = self.place(path)?;
        if let Some(id) = place.target {
            self.content(id)?;
        }
        Ok(place)
    }

    fn open(&mut self, place: VolumePlace) -> InodeId {
        match place.target {
            Some(id) => id,
            None => self.create(place, InodeBody::File(FileContent::default())),
        }
    }

    /// Checks that `moved` may take the place: a file that of a file, a directory that of an empty
    /// directory outside itself.
    fn check_replaceable(&self, moved: InodeId, place: &VolumePlace) -> io::Result<()> {
        if self.is_within(place.dir, moved) {
            return Err(ErrorKind::InvalidInput.into());
        }
        let Some(target) = place.target else { return Ok(()) };
        match (&self.node(moved).body, &self.node(target).body) {
            (InodeBody::File(_), InodeBody::File(_)) => Ok(()),
            (InodeBody::File(_), InodeBody::Dir(_)) => Err(ErrorKind::IsADirectory.into()),
            (InodeBody::Dir(_), InodeBody::File(_)) => Err(ErrorKind::NotADirectory.into()),
            (InodeBody::Dir(_), InodeBody::Dir(names)) if names.live.is_empty() => Ok(()),
            (InodeBody::Dir(_), InodeBody::Dir(_)) => Err(ErrorKind::DirectoryNotEmpty.into()),
        }
    }

    fn is_within(&self, dir: InodeId, ancestor: InodeId) -> bool {
        let InodeBody::Dir(names) = &self.node(ancestor).body else { return false };
        dir == ancestor || names.live.values().any(|child| self.is_within(dir, *child))
    }

    fn moved(&self, id: InodeId) -> Moved {
        match self.node(id).body {
            InodeBody::File(_) => Moved::File,
            InodeBody::Dir(_) => Moved::Dir,
        }
    }

    /// Lists the removal of everything below a directory, deepest first.
    fn collect_removals(&self, dir: InodeId, removals: &mut Vec<NameEdit>) {
        let InodeBody::Dir(names) = &self.node(dir).body else { return };
        for (name, child) in &names.live {
            self.collect_removals(*child, removals);
            let place = VolumePlace { dir, name: name.clone(), target: Some(*child) };
            removals.push(place.edit(None));
        }
    }
}

fn to_u64(len: usize) -> u64 {
    u64::try_from(len).expect("a length fits 64 bits")
}
