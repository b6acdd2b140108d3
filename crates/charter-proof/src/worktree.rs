//! A throw-away copy of a project at an earlier commit.
//!
//! Owns the worktree: it is gone when it is dropped, and one that a kill left behind is gone when the
//! next is made. Must not know why it is wanted.

use crate::git::{ask, run};
use std::path::{Path, PathBuf};

/// The directories into which tools install what a project depends on.
const DEPENDENCIES: [&str; 6] =
    ["node_modules", ".venv", "venv", "vendor", "bower_components", "deps"];

/// A project at an earlier commit.
#[derive(Debug)]
pub struct BaseTree {
    project: PathBuf,
    dir: PathBuf,
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
    /// Checks a commit out into a directory that is not there yet.
    #[must_use]
    pub fn new(project: &Path, commit: &str, dir: &Path) -> Option<Self> {
        let _ = run(project, &["worktree", "prune"]);
        let shown = dir.to_str()?;
        let _ = run(project, &["worktree", "remove", "--force", shown]);
        run(project, &["worktree", "add", "--quiet", "--detach", "--force", shown, commit])?;
        // The project may be a directory of the repository.
        let prefix = ask(project, &["rev-parse", "--show-prefix"]).unwrap_or_default();
        let path = dir.join(prefix.trim_end_matches('/'));
        Some(Self { project: project.to_owned(), dir: dir.to_owned(), path })
    }

    /// Lends the copy what the project installed and git ignores: without it a command fails there for
    /// a reason that tells nothing.
    pub fn lend_dependencies(&self) {
        let args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
        let ignored = run(&self.project, &args).unwrap_or_default();
        for dir in ignored.split('\0').map(|it| it.trim_end_matches('/')) {
            let name = dir.rsplit('/').next().unwrap_or(dir);
            let (from, to) = (self.project.join(dir), self.path.join(dir));
            if DEPENDENCIES.contains(&name) && to.parent().is_some_and(Path::is_dir) {
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
        remove_tree(&self.project, &self.dir);
    }
}

/// Removes a throw-away copy; one that is gone already is as good.
pub fn remove_tree(project: &Path, dir: &Path) {
    if let Some(dir) = dir.to_str() {
        let _ = run(project, &["worktree", "remove", "--force", dir]);
        let _ = run(project, &["worktree", "prune"]);
    }
}
