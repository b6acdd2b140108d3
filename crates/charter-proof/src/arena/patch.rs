//! The files of a trial that differ from the project.
//!
//! Owns how they are put into a tree: nothing is written through a link, whatever is in the way of a
//! file gives way, and a changed file is newer than the one before by more than caches can miss. And
//! how they are handed to the process that puts them there. Must not know what is in them.

use super::{ArenaFailure, Change};
use crate::plain::read_plain;
use crate::scratch::remove_at;
use rustix::fs::{
    AtFlags, FileType, Gid, Mode, OFlags, Stat, Timespec, Timestamps, Uid, fchmod, fchown, fstat,
    futimens, mkdirat, open, openat, statat, unlinkat,
};
use rustix::io::Errno;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path};

/// By how many seconds a changed file is newer at least: many caches compare whole seconds.
const NEWER_S: i64 = 3;

/// The list of changes, beside their contents.
const LIST: &str = "changes";

/// The longest list, and the longest content of a file, that is handed over.
const LIST_BYTES_MAX: usize = 64 * 1024 * 1024;
const CONTENT_BYTES_MAX: usize = 1024 * 1024 * 1024;

const DIR: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Sees to it that no change is outside of the project.
pub(super) fn check(changes: &[Change]) -> Result<(), ArenaFailure> {
    let is_inside = |path: &str| {
        let mut parts = Path::new(path).components();
        !path.is_empty()
            && !path.contains('\0')
            && parts.all(|it| matches!(it, Component::Normal(_)))
    };
    match changes.iter().find(|it| !is_inside(&it.path)) {
        Some(change) => Err(ArenaFailure::Outside(change.path.clone())),
        None => Ok(()),
    }
}

/// Puts changes into the tree of a project.
pub(super) fn apply(project: &Path, changes: &[Change]) -> Result<(), ArenaFailure> {
    let failed = |path: &str| {
        let path = path.to_owned();
        move |errno| ArenaFailure::Change { path, errno }
    };
    let root = open(project, DIR, Mode::empty()).map_err(failed("."))?;
    // What is gone first makes room for what comes.
    let (gone, here): (Vec<&Change>, Vec<&Change>) =
        changes.iter().partition(|it| it.content.is_none());
    for change in gone.into_iter().chain(here) {
        apply_one(root.as_fd(), change).map_err(failed(&change.path))?;
    }
    Ok(())
}

fn apply_one(root: BorrowedFd<'_>, change: &Change) -> Result<(), Errno> {
    let mut names: Vec<&str> = change.path.split('/').filter(|it| !it.is_empty()).collect();
    let Some(last) = names.pop() else { return Ok(()) };
    let mut dir = openat(root, ".", DIR, Mode::empty())?;
    for name in names {
        dir = match (openat(&dir, name, DIR, Mode::empty()), &change.content) {
            (Ok(below), _) => below,
            // Nothing is there that could be removed.
            (Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP), None) => return Ok(()),
            (Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP), Some(_)) => make_dir(&dir, name)?,
            (Err(err), _) => return Err(err),
        };
    }
    with_rights(&dir, || match &change.content {
        None => remove_at(dir.as_fd(), last),
        Some(content) => write_new(&dir, last, content),
    })
}

/// Makes a directory where there is none, in the place of whatever else there is.
fn make_dir(dir: &OwnedFd, name: &str) -> Result<OwnedFd, Errno> {
    with_rights(dir, || {
        remove_at(dir.as_fd(), name)?;
        mkdirat(dir, name, Mode::from_raw_mode(0o755))
    })?;
    openat(dir, name, DIR, Mode::empty())
}

/// Does something in a directory, also in one that its owner made read-only.
fn with_rights(dir: &OwnedFd, act: impl Fn() -> Result<(), Errno>) -> Result<(), Errno> {
    match act() {
        Err(Errno::ACCESS | Errno::PERM) => {}
        done => return done,
    }
    let mode = Mode::from_raw_mode(fstat(dir)?.st_mode);
    fchmod(dir, mode | Mode::RWXU)?;
    let done = act();
    fchmod(dir, mode)?;
    done
}

fn write_new(dir: &OwnedFd, name: &str, content: &[u8]) -> Result<(), Errno> {
    let before = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).ok();
    match &before {
        Some(it) if FileType::from_raw_mode(it.st_mode) == FileType::Directory => {
            remove_at(dir.as_fd(), name)?;
        }
        Some(_) => unlinkat(dir, name, AtFlags::empty())?,
        None => {}
    }
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let is_program = content.starts_with(b"#!");
    let mode = Mode::from_raw_mode(if is_program { 0o755 } else { 0o644 });
    let file = openat(dir, name, flags, mode)?;
    write_all(&file, content)?;
    match before.filter(|it| FileType::from_raw_mode(it.st_mode) == FileType::RegularFile) {
        Some(before) => follow(&file, &before),
        None => Ok(()),
    }
}

/// Gives a file the mode and the owner of the one before, and a later time.
fn follow(file: &OwnedFd, before: &Stat) -> Result<(), Errno> {
    let now = fstat(file)?;
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid) {
        let owner = (Uid::from_raw(before.st_uid), Gid::from_raw(before.st_gid));
        let _ = fchown(file, Some(owner.0), Some(owner.1));
    }
    fchmod(file, Mode::from_raw_mode(before.st_mode))?;
    #[expect(clippy::useless_conversion, reason = "the sizes of both differ between systems")]
    let (at_s, before_s) = (i64::try_from(now.st_mtime), i64::try_from(before.st_mtime));
    let (at_s, before_s) = (at_s.unwrap_or(0), before_s.unwrap_or(0));
    let later_s = before_s.saturating_add(NEWER_S);
    if at_s >= later_s {
        return Ok(());
    }
    let later = Timespec { tv_sec: later_s, tv_nsec: 0 };
    futimens(file, &Timestamps { last_access: later, last_modification: later })
}

pub(super) fn write_all(file: &OwnedFd, mut rest: &[u8]) -> Result<(), Errno> {
    while !rest.is_empty() {
        match rustix::io::write(file, rest) {
            Ok(n) => rest = rest.get(n..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(err) => return Err(err),
        }
    }
    Ok(())
}

/// Writes changes down for the process that puts them into a layer.
pub(super) fn write_down(scratch: &Path, changes: &[Change]) -> Result<(), ArenaFailure> {
    let mut list = Vec::new();
    for (idx, change) in changes.iter().enumerate() {
        list.extend_from_slice(change.path.as_bytes());
        list.push(0);
        if let Some(content) = &change.content {
            list.extend_from_slice(idx.to_string().as_bytes());
            write_file(&scratch.join(format!("{LIST}-{idx}")), content)?;
        }
        list.push(0);
    }
    write_file(&scratch.join(LIST), &list)
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), ArenaFailure> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let written =
        open(path, flags, Mode::RUSR | Mode::WUSR).and_then(|file| write_all(&file, bytes));
    written.map_err(|errno| ArenaFailure::Temporary { path: path.to_owned(), errno })
}

/// Reads what was written down; none where some of it is missing.
pub(super) fn read_down(scratch: &Path) -> Option<Vec<Change>> {
    let list = read_plain(&scratch.join(LIST), LIST_BYTES_MAX)?;
    let mut words = list.split(|it| *it == 0);
    let mut changes = Vec::new();
    while let (Some(path), Some(idx)) = (words.next(), words.next()) {
        let path = String::from_utf8(path.to_vec()).ok()?;
        let content = match std::str::from_utf8(idx).ok()? {
            "" => None,
            idx => Some(read_plain(&scratch.join(format!("{LIST}-{idx}")), CONTENT_BYTES_MAX)?),
        };
        changes.push(Change { path, content });
    }
    Some(changes)
}
