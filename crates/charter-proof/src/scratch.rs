//! Directories that are nobody else's and gone when they are dropped.
//!
//! Owns their names, the lock that their maker holds, which ends with its process, and their removal;
//! what a kill left behind goes when it is swept. Must not know what is put there.

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, FlockOperation, Mode, OFlags, chmodat, flock, fstat, mkdir, open,
    openat, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use std::ffi::CStr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

const NAMES_MAX: u32 = 1000;

const DEPTH_MAX: usize = 1000;

/// What its maker holds, inside.
const LOCK: &str = "lock";

/// A directory that only its owner can enter.
#[derive(Debug)]
pub(crate) struct ScratchDir {
    pub(crate) path: PathBuf,
    pub(crate) _held: OwnedFd,
}

impl ScratchDir {
    /// Makes a directory that nobody made before, with a name that begins so, and takes its lock.
    pub(crate) fn new(temp: &Path, prefix: &str) -> Result<Self, Errno> {
        let process = std::process::id();
        for number in 0..NAMES_MAX {
            let path = temp.join(format!("{prefix}{process}-{number}"));
            match mkdir(&path, Mode::RWXU) {
                Err(Errno::EXIST) => continue,
                made => made?,
            }
            if let Some(held) = hold(&path, OFlags::CREATE | OFlags::EXCL) {
                return Ok(Self { path, _held: held });
            }
        }
        Err(Errno::EXIST)
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        remove_tree(&self.path);
    }
}

/// Removes what a kill left behind under names that begin so.
pub(crate) fn sweep(temp: &Path, prefix: &str) {
    for dir in left_behind(temp, prefix) {
        let held = hold(&dir, OFlags::empty());
        if held.is_some() || is_lockless(&dir) {
            remove_tree(&dir);
        }
    }
}

/// Lists what a kill left behind under names that begin so.
pub(crate) fn list_left(temp: &Path, prefix: &str) -> Vec<PathBuf> {
    let is_free = |dir: &PathBuf| hold(dir, OFlags::empty()).is_some() || is_lockless(dir);
    left_behind(temp, prefix).into_iter().filter(is_free).collect()
}

/// Tells whether a directory never got its lock, or lost it while it was removed, and its maker is gone.
fn is_lockless(dir: &Path) -> bool {
    let name = dir.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    let mut numbers = name.rsplit('-').skip(1);
    let maker = numbers.next().and_then(|it| it.parse().ok()).and_then(Pid::from_raw);
    let is_gone = |it: Pid| test_kill_process(it) == Err(Errno::SRCH);
    rustix::fs::lstat(dir.join(LOCK)).is_err() && maker.is_some_and(is_gone)
}

/// Takes the lock of a directory; none where somebody has it, or had it and removed the directory.
fn hold(dir: &Path, how: OFlags) -> Option<OwnedFd> {
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC | how;
    let held = open(dir.join(LOCK), flags, Mode::RUSR | Mode::WUSR).ok()?;
    flock(&held, FlockOperation::NonBlockingLockExclusive).ok()?;
    // Between the two somebody may have swept it all: then this locks a file that has no name any more.
    let is_there = fstat(&held).is_ok_and(|it| it.st_nlink > 0);
    is_there.then_some(held)
}

/// Lists the directories of the user whose names begin so.
fn left_behind(temp: &Path, prefix: &str) -> Vec<PathBuf> {
    let user = rustix::process::geteuid().as_raw();
    let entries = temp.read_dir().into_iter().flatten().flatten();
    let named =
        entries.filter(|it| it.file_name().to_str().is_some_and(|it| it.starts_with(prefix)));
    let is_own = |dir: &PathBuf| {
        rustix::fs::lstat(dir).is_ok_and(|it| {
            it.st_uid == user && FileType::from_raw_mode(it.st_mode) == FileType::Directory
        })
    };
    named.map(|it| it.path()).filter(is_own).collect()
}

/// Removes a directory with all that is in it; a link goes, and what it leads to stays.
pub(crate) fn remove_tree(path: &Path) {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let Ok(dir) = openat(CWD, path, flags, Mode::empty()) else { return };
    empty(dir.as_fd(), DEPTH_MAX);
    let _ = unlinkat(CWD, path, AtFlags::REMOVEDIR);
}

/// Removes what has a name in a directory, with all that is in it; nothing there is no failure.
pub(crate) fn remove_at(dir: BorrowedFd<'_>, name: &str) -> Result<(), Errno> {
    let stat = match statat(dir, name, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => return Ok(()),
        stat => stat?,
    };
    if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
        return unlinkat(dir, name, AtFlags::empty());
    }
    let name = std::ffi::CString::new(name).map_err(|_| Errno::INVAL)?;
    if let Some(below) = enter(dir, &name) {
        empty(below.as_fd(), DEPTH_MAX);
    }
    unlinkat(dir, name, AtFlags::REMOVEDIR)
}

fn empty(dir: BorrowedFd<'_>, depth: usize) {
    let Ok(entries) = Dir::read_from(dir) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        if unlinkat(dir, name, AtFlags::empty()).is_ok() || depth == 0 {
            continue;
        }
        if let Some(below) = enter(dir, name) {
            empty(below.as_fd(), depth - 1);
        }
        let _ = unlinkat(dir, name, AtFlags::REMOVEDIR);
    }
}

/// Opens a directory to empty it, also one that its owner may not enter.
fn enter(dir: BorrowedFd<'_>, name: &CStr) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let is_open = |it: &OwnedFd| fstat(it).is_ok_and(|it| it.st_mode & 0o300 == 0o300);
    let opened = openat(dir, name, flags, Mode::empty()).ok().filter(is_open);
    opened.or_else(|| {
        let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let is_dir = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        if !is_dir {
            return None;
        }
        chmodat(dir, name, Mode::RWXU, AtFlags::empty()).ok()?;
        openat(dir, name, flags, Mode::empty()).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_sweep_meanwhile_is_never_a_directory_that_was_just_made() {
        let temp = tempfile::tempdir().unwrap();
        let make = || {
            for _ in 0..300 {
                sweep(temp.path(), "swept-");
                let made = ScratchDir::new(temp.path(), "swept-").unwrap();
                assert!(made.path.join(LOCK).exists(), "{}", made.path.display());
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
            for thread in threads {
                thread.join().unwrap();
            }
        });
    }
}
