//! A repository for a copy of a work tree.
//!
//! Owns what it has of the original: its branches and tags, its index, what is checked out, and its
//! objects. Those are copied where they are few, and borrowed else: then git may mark one of the
//! original as used again, by its time, and writes nothing else there. Must not know why there is a copy.

use super::call::Repository;
use super::failure::GitFailure;
use super::{call, stand_in};
use crate::plain::{kind_at, read_plain};
use rustix::fs::{FileType, Mode, OFlags, mkdir, open, unlink};
use rustix::io::Errno;
use std::path::{Path, PathBuf};

const HEAD_BYTES_MAX: usize = 4 * 1024;

const INDEX_BYTES_MAX: usize = 512 * 1024 * 1024;

/// The most objects and bytes of them that are copied.
const OBJECTS_MAX: usize = 4000;
const OBJECT_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Makes a repository in a copy of the top of a work tree.
pub(crate) fn borrow_repository(top: &Path, temp: &Path, tree: &Path) -> Result<(), GitFailure> {
    let repository = Repository::open(top, temp)?;
    let commit = repository.head_commit()?;
    let git = tree.join(".git");
    stand_in::make_borrowing(&repository.place, &git, &commit)?;
    copy_objects(&repository.place.shared.join("objects"), &git.join("objects"))?;
    let refs = repository.run(&["for-each-ref", "--format=%(objectname) %(refname)"])?;
    replace(&git.join("packed-refs"), refs.as_bytes())?;
    let head = read_plain(&repository.place.own.join("HEAD"), HEAD_BYTES_MAX);
    if let Some(head) = head.filter(|it| it.starts_with(b"ref: refs/heads/")) {
        replace(&git.join("HEAD"), &head)?;
    }
    let index = read_plain(&repository.place.own.join("index"), INDEX_BYTES_MAX);
    // One that is split leans on files that are not there.
    match index.filter(|it| !has_link(it)) {
        Some(index) => replace(&git.join("index"), &index),
        None => call::run_in_copy(tree, &["read-tree", &commit]).map(drop),
    }
}

/// Copies the objects of a repository in place of borrowing them, if they are few.
fn copy_objects(from: &Path, to: &Path) -> Result<(), GitFailure> {
    let Some(files) = list_few(from) else { return Ok(()) };
    for file in files {
        let Some(bytes) = read_plain(&from.join(&file), INDEX_BYTES_MAX) else { return Ok(()) };
        let own = to.join(&file);
        match own.parent().map(|it| mkdir(it, Mode::RWXU)) {
            None | Some(Ok(()) | Err(Errno::EXIST)) => {}
            Some(Err(errno)) => return Err(GitFailure::Temporary(errno)),
        }
        replace(&own, &bytes)?;
    }
    unlink(to.join("info/alternates")).map_err(GitFailure::Temporary)
}

/// Lists the files below a directory of objects; none where they are many or others are borrowed.
fn list_few(objects: &Path) -> Option<Vec<PathBuf>> {
    if kind_at(&objects.join("info/alternates")).is_some() {
        return None;
    }
    let (mut files, mut n_bytes) = (Vec::new(), 0);
    for dir in objects.read_dir().ok()?.flatten() {
        if kind_at(&dir.path()) != Some(FileType::Directory) {
            continue;
        }
        for file in dir.path().read_dir().ok()?.flatten() {
            n_bytes += file.metadata().ok()?.len();
            files.push(Path::new(&dir.file_name()).join(file.file_name()));
            if files.len() > OBJECTS_MAX || n_bytes > OBJECT_BYTES_MAX {
                return None;
            }
        }
    }
    Some(files)
}

/// Tells whether an index leans on another one: then it ends in a part that is called so.
fn has_link(index: &[u8]) -> bool {
    let tail = index.get(index.len().saturating_sub(64 * 1024)..).unwrap_or_default();
    tail.windows(4).any(|it| it == b"link")
}

fn replace(path: &Path, mut bytes: &[u8]) -> Result<(), GitFailure> {
    let _ = unlink(path);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = open(path, flags, Mode::RUSR | Mode::WUSR).map_err(GitFailure::Temporary)?;
    while !bytes.is_empty() {
        let n = rustix::io::write(&file, bytes).map_err(GitFailure::Temporary)?;
        bytes = bytes.get(n..).unwrap_or_default();
    }
    Ok(())
}
