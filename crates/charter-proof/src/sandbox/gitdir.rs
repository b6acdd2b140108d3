//! Where git keeps a worktree or a submodule that lies elsewhere.
//!
//! Owns the finding of it, from the file `.git`, and whether it is really theirs: such a file may come
//! from anybody, so what it names must name it back. Must not run git.

use super::system;
use std::path::{Path, PathBuf};

/// Lists what git reads for a repository outside of its own directory.
pub(super) fn list(top: &Path) -> Vec<PathBuf> {
    find(top).unwrap_or_default()
}

fn find(top: &Path) -> Option<Vec<PathBuf>> {
    let file = top.join(".git");
    if !file.symlink_metadata().is_ok_and(|it| it.is_file()) {
        return None;
    }
    let own = follow(top, first_line(&file)?.strip_prefix("gitdir:")?.trim())?;
    let has_head = own.join("HEAD").is_file();
    let is_module = top.ancestors().skip(1).any(|it| own.starts_with(it.join(".git/modules")));
    if has_head && is_module {
        return Some(vec![own]);
    }
    let back = follow(&own, &first_line(&own.join("gitdir"))?)?;
    let shared = follow(&own, &first_line(&own.join("commondir"))?)?;
    let is_theirs = has_head && back == file && own.starts_with(shared.join("worktrees"));
    is_theirs.then(|| vec![shared])
}

fn first_line(path: &Path) -> Option<String> {
    system::read_text(path)?.lines().next().map(|it| it.trim().to_owned())
}

fn follow(from: &Path, to: &str) -> Option<PathBuf> {
    from.join(to).canonicalize().ok()
}
