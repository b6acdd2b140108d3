//! Where a repository keeps its own files.
//!
//! Owns the search: upwards from a directory to the first `.git`, as a directory or as a file that
//! names one. A directory that merely looks like a repository is none. A file is believed only where
//! the place that it names points back, as git leaves it for linked worktrees and submodules: it could
//! name anybody's repository. Must not run git.

use super::failure::{GitFailure, Oddity};
use super::setting;
use crate::plain::{kind_at, read_text};
use rustix::fs::FileType;
use std::path::{Path, PathBuf};

const CLIMB_MAX: usize = 256;

/// The longest file that says where something is.
const POINTER_BYTES_MAX: usize = 8 * 1024;

pub(super) const CONFIG_BYTES_MAX: usize = 1024 * 1024;

/// Where a repository keeps its own files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GitPlace {
    /// The directory that is checked out.
    pub(super) top: PathBuf,
    /// What belongs to this working copy: its `HEAD`, its index.
    pub(super) own: PathBuf,
    /// What all working copies share: objects, branches, configuration.
    pub(super) shared: PathBuf,
}

/// Finds the repository that a directory is in.
pub(super) fn find(dir: &Path) -> Result<GitPlace, GitFailure> {
    let top = find_top(dir).ok_or(GitFailure::NoRepository)?;
    let git = top.join(".git");
    let unusable = |oddity| GitFailure::Unusable { path: ".git".to_owned(), oddity };
    match kind_at(&git) {
        Some(FileType::Directory) => Ok(GitPlace { top, own: git.clone(), shared: git }),
        Some(FileType::RegularFile) => follow(top, &git).ok_or_else(|| unusable(Oddity::NotBack)),
        Some(_) => Err(unusable(Oddity::NotPlain)),
        None => Err(unusable(Oddity::Unreadable)),
    }
}

/// Finds the directory that holds a `.git`, whatever that is.
pub(super) fn find_top(dir: &Path) -> Option<PathBuf> {
    let mut dirs = dir.ancestors().take(CLIMB_MAX);
    dirs.find(|it| kind_at(&it.join(".git")).is_some()).map(Path::to_owned)
}

/// Follows a file to the place that it names, if that place points back.
fn follow(top: PathBuf, git: &Path) -> Option<GitPlace> {
    let named = read_text(git, POINTER_BYTES_MAX)?;
    let own = top.join(named.trim_end().strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
    let here = top.canonicalize().ok()?;
    if let Some(common) = read_text(&own.join("commondir"), POINTER_BYTES_MAX) {
        let back = read_text(&own.join("gitdir"), POINTER_BYTES_MAX)?;
        let back = own.join(back.trim_end()).parent()?.canonicalize().ok()?;
        let shared = own.join(common.trim_end()).canonicalize().ok()?;
        let is_whole = back == here && own.starts_with(shared.join("worktrees"));
        return is_whole.then_some(GitPlace { top, own, shared });
    }
    let config = setting::parse(&read_text(&own.join("config"), CONFIG_BYTES_MAX)?);
    let back = own.join(setting::find(&config, "core.worktree")?).canonicalize().ok()?;
    (back == here).then(|| GitPlace { top, shared: own.clone(), own })
}
