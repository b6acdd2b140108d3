//! The handle on a simulated disk, through which tested code and tests reach it.
//!
//! Owns the passage from a call to its turn and its effect. Must not know the durability model.

use super::fault::{CallNeed, DiskFault, Fate};
use super::machine::{Call, Machine};
use super::names::InodeId;
use super::shared::{Shared, SimHeld};
use super::turn::{ActorId, Grant, Pause};
use super::volume::Volume;
use charter_store::{DirEntry, Disk, Held, LockFailure, Stat};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

#[cfg(test)]
mod tests;

/// A disk in memory with a strict durability model; clones are handles on the same disk.
#[derive(Clone, Debug)]
pub struct SimDisk {
    inner: Arc<Shared>,
    actor: Option<ActorId>,
}

impl SimDisk {
    /// Makes a disk with an empty root directory; the seed decides how far faulty calls get.
    pub fn new(seed: u64) -> Self {
        Self::on(Machine::new(Volume::new(), seed, Vec::new()))
    }

    /// Plans a fault for the `call_no`-th call from now, counted from one over all handles.
    ///
    /// A fault that cannot hit that call waits for the first one that it can hit.
    pub fn fault_at(&self, call_no: u64, fault: DiskFault) {
        self.inner.machine().plan(call_no, fault);
    }

    /// Cancels planned faults and gives a full disk its space back.
    pub fn clear_faults(&self) {
        self.inner.machine().clear_faults();
    }

    /// Counts the calls made since the machine was switched on.
    pub fn n_calls(&self) -> u64 {
        self.inner.machine().n_calls
    }

    /// Says whether a crash has switched the machine off.
    pub fn is_off(&self) -> bool {
        self.inner.machine().is_off
    }

    /// Makes a disk with what a power cut now leaves of this one, which stays as it is.
    #[must_use]
    pub fn reboot(&self, seed: u64) -> Self {
        Self::on(self.inner.machine().rebooted(seed))
    }

    /// Changes a file's bytes for certain, from outside the tested code and without a call.
    #[track_caller]
    pub fn corrupt(&self, path: impl AsRef<Path>, change: impl FnOnce(&mut Vec<u8>)) {
        let path = path.as_ref();
        let read = self.inner.machine().volume.read(path).map(<[u8]>::to_vec);
        let mut bytes = match read {
            Ok(bytes) => bytes,
            Err(err) => panic!("cannot corrupt `{}`: {err}", path.display()),
        };
        change(&mut bytes);
        self.inner.machine().volume.impose(path, bytes).expect("it was read just now");
    }

    /// Lists every file with its bytes, as running code sees them.
    pub fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.inner.machine().volume.tree()
    }

    /// Lists the calls made so far, those before a reboot included.
    pub fn trace(&self) -> Vec<String> {
        self.inner.machine().trace.clone()
    }

    /// Makes a handle whose calls wait for the turn of an actor.
    pub(super) fn bound_to(&self, actor: ActorId) -> Self {
        Self { inner: Arc::clone(&self.inner), actor: Some(actor) }
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.inner
    }

    fn on(machine: Machine) -> Self {
        Self { inner: Arc::new(Shared::new(machine)), actor: None }
    }

    fn turn(&self) -> MutexGuard<'_, Machine> {
        let machine = self.inner.machine();
        match self.actor {
            Some(actor) => self.inner.await_grant(machine, actor, Pause::Call).0,
            None => machine,
        }
    }

    fn call<'a>(&self, verb: &'static str, path: &'a Path) -> Call<'a> {
        Call { actor: self.actor, verb, path, detail: String::new(), need: CallNeed::Nothing }
    }

    fn perform<T>(
        &self,
        call: &Call<'_>,
        act: impl FnOnce(&mut Volume, Fate) -> io::Result<T>,
    ) -> io::Result<T> {
        self.turn().perform(call, act)
    }

    /// Takes the lock or waits for its release; only an actor of a schedule can wait.
    fn acquire<'a>(
        &self,
        mut machine: MutexGuard<'a, Machine>,
        file: InodeId,
        wait: Duration,
    ) -> Result<MutexGuard<'a, Machine>, LockFailure> {
        loop {
            machine.check_power().map_err(LockFailure::Io)?;
            if machine.locks.take(file) {
                return Ok(machine);
            }
            let mut grant = Grant::Hopeless;
            if let Some(actor) = self.actor.filter(|_| !wait.is_zero()) {
                (machine, grant) = self.inner.await_grant(machine, actor, Pause::Lock(file));
            }
            if grant == Grant::Hopeless {
                return Err(machine.refuse_lock(file));
            }
        }
    }
}

impl Disk for SimDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.perform(&self.call("read", path), |volume, _| Ok(volume.read(path)?.to_vec()))
    }

    fn read_from(&self, path: &Path, offset: u64) -> io::Result<Vec<u8>> {
        let call = Call { detail: format!(" from {offset}"), ..self.call("read", path) };
        self.perform(&call, |volume, _| {
            let bytes = volume.read(path)?;
            let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
            Ok(bytes[start..].to_vec())
        })
    }

    fn stat(&self, path: &Path) -> io::Result<Option<Stat>> {
        self.perform(&self.call("stat", path), |volume, _| volume.stat(path))
    }

    fn read_link(&self, _path: &Path) -> io::Result<Vec<u8>> {
        Err(io::Error::other("there are no links on this disk"))
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        self.perform(&self.call("list", path), |volume, _| volume.list(path))
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        let call = Call { need: CallNeed::Space, ..self.call("create_dir", path) };
        self.perform(&call, |volume, fate| volume.create_dir(path, fate))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let detail = format!(" {} bytes", bytes.len());
        let call = Call { detail, need: CallNeed::Space, ..self.call("write", path) };
        self.perform(&call, |volume, fate| volume.write(path, bytes, fate))
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let detail = format!(" {} bytes", bytes.len());
        let call = Call { detail, need: CallNeed::Space, ..self.call("create", path) };
        self.perform(&call, |volume, fate| {
            if volume.stat(path)?.is_some() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            volume.write(path, bytes, fate)
        })
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let detail = format!(" {} bytes", bytes.len());
        let call = Call { detail, need: CallNeed::Space, ..self.call("append", path) };
        self.perform(&call, |volume, fate| volume.append(path, bytes, fate))
    }

    fn truncate(&self, path: &Path, len: u64) -> io::Result<()> {
        let call = Call { detail: format!(" to {len}"), ..self.call("truncate", path) };
        self.perform(&call, |volume, fate| volume.truncate(path, len, fate))
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.perform(&self.call("sync", path), |volume, fate| volume.sync(path, fate))
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.perform(&self.call("sync_dir", path), |volume, fate| volume.sync_dir(path, fate))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let detail = format!(" -> {}", to.display());
        let call = Call { detail, need: CallNeed::Rename, ..self.call("rename", from) };
        self.perform(&call, |volume, fate| volume.rename(from, to, fate))
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.perform(&self.call("remove_file", path), |volume, fate| volume.remove_file(path, fate))
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        let call = self.call("remove_dir_all", path);
        self.perform(&call, |volume, fate| volume.remove_dir_all(path, fate))
    }

    fn mark(&self, path: &Path) -> io::Result<()> {
        self.perform(&self.call("mark", path), |volume, fate| volume.mark(path, fate))
    }

    fn lock(
        &self,
        path: &Path,
        holder: &str,
        wait: Duration,
    ) -> Result<Box<dyn Held>, LockFailure> {
        let mut machine = self.turn();
        let call = self.call("lock", path);
        let file = machine
            .perform(&call, |volume, fate| volume.open_or_create(path, fate))
            .map_err(LockFailure::Io)?;
        machine = self.acquire(machine, file, wait)?;
        machine.volume.overwrite(file, holder.as_bytes()).map_err(LockFailure::Io)?;
        Ok(Box::new(SimHeld::new(Arc::clone(&self.inner), file)))
    }
}
