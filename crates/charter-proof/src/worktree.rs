//! A throw-away copy of a project at an earlier commit.
//!
//! Owns the worktree, below a fresh directory that is nobody else's: it is gone when it is dropped, and
//! one that a kill left behind is gone when the next is made. Who is at work holds a lock, which ends
//! with its process. Must not know why it is wanted.

use crate::git::{ask, run};
use rustix::fs::{FlockOperation, Mode, OFlags, flock, lstat, mkdir, open, rmdir, unlink};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// How many names are tried.
const NAMES_MAX: u32 = 1000;

/// The worktree, below the directory.
const TREE: &str = "tree";

/// What its maker holds, beside it.
const LOCK: &str = "lock";

/// The directories into which tools install what a project depends on.
const DEPENDENCIES: [&str; 4] = ["node_modules", ".venv", "venv", "bower_components"];

/// A project at an earlier commit.
#[derive(Debug)]
pub struct BaseTree {
    project: PathBuf,
    dir: PathBuf,
    _held: OwnedFd,
    /// Where the project is inside the copy.
    pub path: PathBuf,
}

/// Gives the whole name of a revision.
#[must_use]
pub fn resolve(project: &Path, revision: &str) -> Option<String> {
    ask(
        project,
        &[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &format!("{revision}^{{commit}}"),
        ],
    )
}

impl BaseTree {
    /// Checks a commit out into a fresh directory below one for temporary files, with a name that
    /// begins so; what was left behind under such a name goes first.
    #[must_use]
    pub fn new(project: &Path, commit: &str, temp: &Path, prefix: &str) -> Option<Self> {
        for dir in left_behind(temp, prefix) {
            if let Some(_held) = hold(&dir, OFlags::empty()) {
                remove(project, &dir);
            }
        }
        let _ = run(project, &["worktree", "prune"]);
        let (dir, held) = fresh(temp, prefix)?;
        let tree = dir.join(TREE);
        // From here on it is removed, whatever becomes of it.
        let mut copy = Self { project: project.to_owned(), dir, _held: held, path: tree.clone() };
        run(project, &["worktree", "add", "--quiet", "--detach", tree.to_str()?, commit])?;
        // The project may be a directory of the repository.
        let below = ask(project, &["rev-parse", "--show-prefix"]).unwrap_or_default();
        copy.path = tree.join(below.trim_end_matches('/'));
        Some(copy)
    }

    /// Tells whether it is still there: what ran in it may have removed it.
    #[must_use]
    pub fn is_there(&self) -> bool {
        lstat(self.dir.join(TREE).join(".git")).is_ok()
    }

    /// Lists what the project installed and git ignores, relative to the project.
    #[must_use]
    pub fn dependencies(&self) -> Vec<String> {
        let args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
        let ignored = run(&self.project, &args).unwrap_or_default();
        let dirs = ignored.split('\0').map(|it| it.trim_end_matches('/'));
        let is_one = |it: &&str| DEPENDENCIES.contains(&it.rsplit('/').next().unwrap_or(it));
        dirs.filter(is_one).map(str::to_owned).collect()
    }

    /// Lends the copy what the project installed: without it a command fails there for a reason that
    /// tells nothing.
    pub fn lend(&self, dirs: &[String]) {
        for dir in dirs {
            let (from, to) = (self.project.join(dir), self.path.join(dir));
            if to.parent().is_some_and(Path::is_dir) {
                let _ = rustix::fs::symlink(&from, &to);
            }
        }
    }

    /// Lists the files that are new since a commit, followed by git or not, relative to the project.
    #[must_use]
    pub fn new_files(&self, commit: &str) -> Vec<String> {
        let added = ["diff", "--name-only", "-z", "--relative", "--diff-filter=A", commit, "--"];
        let others = ["ls-files", "-z", "--others", "--exclude-standard"];
        let mut files: Vec<String> = [&added[..], &others]
            .iter()
            .filter_map(|args| run(&self.project, args))
            .flat_map(|it| it.split('\0').map(str::to_owned).collect::<Vec<_>>())
            .filter(|it| !it.is_empty())
            .collect();
        files.sort();
        files.dedup();
        files
    }
}

impl Drop for BaseTree {
    fn drop(&mut self) {
        remove(&self.project, &self.dir);
    }
}

/// Makes a directory that nobody made before and only its owner can enter, and takes its lock.
fn fresh(temp: &Path, prefix: &str) -> Option<(PathBuf, OwnedFd)> {
    let process = std::process::id();
    for number in 0..NAMES_MAX {
        let dir = temp.join(format!("{prefix}{process}-{number}"));
        match mkdir(&dir, Mode::RWXU) {
            Err(rustix::io::Errno::EXIST) => continue,
            made => made.ok()?,
        }
        if let Some(held) = hold(&dir, OFlags::CREATE | OFlags::EXCL) {
            return Some((dir, held));
        }
    }
    None
}

/// Takes the lock of a directory; none where somebody has it.
fn hold(dir: &Path, how: OFlags) -> Option<OwnedFd> {
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC | how;
    let held = open(dir.join(LOCK), flags, Mode::RUSR | Mode::WUSR).ok()?;
    flock(&held, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(held)
}

/// Lists the directories of the user whose names begin so.
fn left_behind(temp: &Path, prefix: &str) -> Vec<PathBuf> {
    let user = rustix::process::geteuid().as_raw();
    let entries = temp.read_dir().into_iter().flatten().flatten();
    let named =
        entries.filter(|it| it.file_name().to_str().is_some_and(|it| it.starts_with(prefix)));
    let is_own = |dir: &PathBuf| {
        let is_dir = dir.symlink_metadata().is_ok_and(|it| it.is_dir());
        is_dir && lstat(dir).is_ok_and(|it| it.st_uid == user)
    };
    named.map(|it| it.path()).filter(is_own).collect()
}

/// Removes a copy and its directory; whoever calls holds its lock.
fn remove(project: &Path, dir: &Path) {
    if let Some(tree) = dir.join(TREE).to_str() {
        let _ = run(project, &["worktree", "remove", "--force", "--force", tree]);
    }
    let _ = run(project, &["worktree", "prune"]);
    // What git did not remove keeps its lock file, so that the next one tries again.
    if lstat(dir.join(TREE)).is_err() {
        let _ = unlink(dir.join(LOCK));
        let _ = rmdir(dir);
    }
}

#[cfg(test)]
mod tests;
