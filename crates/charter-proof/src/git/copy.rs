//! A throw-away copy of a project at an earlier commit.
//!
//! Owns the copy: a repository of its own that borrows the objects of the project's, below a fresh
//! directory. The project's repository is not written to, and neither filters nor hooks take part.
//! Must not know why it is wanted.

use super::failure::GitFailure;
use super::{Repository, call, in_order, names, stand_in};
use crate::plain::{kind_at, read_plain};
use crate::scratch::{ScratchDir, sweep};
use std::path::{Path, PathBuf};

/// The copy, below the directory.
const TREE: &str = "tree";

/// The directories into which tools install what a project depends on.
const DEPENDENCIES: [&str; 4] = ["node_modules", ".venv", "venv", "bower_components"];

/// Where a checkout says which filters its files go through.
const ATTRIBUTES: &str = ".gitattributes";

const ATTRIBUTES_BYTES_MAX: usize = 1024 * 1024;

/// A project at an earlier commit.
#[derive(Debug)]
pub struct BaseTree {
    repository: Repository,
    pub(crate) scratch: ScratchDir,
    /// Where the project is inside the copy.
    pub path: PathBuf,
}

impl BaseTree {
    /// Checks a commit out into a fresh directory below one for temporary files, with a name that
    /// begins so; what was left behind under such a name goes first.
    pub fn new(
        project: &Path,
        commit: &str,
        temp: &Path,
        prefix: &str,
    ) -> Result<Self, GitFailure> {
        for prefix in [prefix, call::PREFIX] {
            sweep(temp, prefix);
        }
        let repository = Repository::open(project, temp)?;
        let commit = repository.resolve(commit)?;
        // The project may be a directory of the repository.
        let below = repository.ask(&["rev-parse", "--show-prefix"])?;
        let scratch = ScratchDir::new(temp, prefix).map_err(GitFailure::Temporary)?;
        let tree = scratch.path.join(TREE);
        rustix::fs::mkdir(&tree, rustix::fs::Mode::RWXU).map_err(GitFailure::Temporary)?;
        stand_in::make_borrowing(&repository.place, &tree.join(".git"), &commit)?;
        call::run_in_copy(&tree, &["read-tree", "--reset", "-u", &commit])?;
        let path = tree.join(below.trim_end_matches('/'));
        Ok(Self { repository, scratch, path })
    }

    /// Makes sure that it is what was committed, as far as a command can see: what is a module or what
    /// a filter makes into something else is not in it, and what fails for that says nothing.
    pub fn check_whole(&self) -> Result<(), GitFailure> {
        let tree = self.scratch.path.join(TREE);
        let listed = call::run_in_copy(&tree, &["ls-files", "-z", "--stage"])?;
        let listed = String::from_utf8_lossy(&listed);
        for (stage, path) in listed.split('\0').filter_map(|it| it.split_once('\t')) {
            if stage.starts_with("160000 ") {
                return Err(GitFailure::Submodule(path.to_owned()));
            }
            let is_list = path == ATTRIBUTES || path.ends_with("/.gitattributes");
            if is_list && chooses_filter(&tree.join(path)) {
                return Err(GitFailure::Filter(path.to_owned()));
            }
        }
        Ok(())
    }

    /// Tells whether it is still there: what ran in it may have removed it.
    #[must_use]
    pub fn is_there(&self) -> bool {
        kind_at(&self.scratch.path.join(TREE).join(".git")).is_some()
    }

    /// Lists what the project installed and git ignores, relative to the project.
    pub fn dependencies(&self) -> Result<Vec<String>, GitFailure> {
        let args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
        let ignored = self.repository.run(&args)?;
        let dirs = ignored.split('\0').map(|it| it.trim_end_matches('/'));
        let is_one = |it: &&str| DEPENDENCIES.contains(&it.rsplit('/').next().unwrap_or(it));
        Ok(dirs.filter(is_one).map(str::to_owned).collect())
    }

    /// Lends the copy what the project installed: without it a command fails there for a reason that
    /// tells nothing.
    pub fn lend(&self, dirs: &[String]) {
        for dir in dirs {
            let (from, to) = (self.repository.dir.join(dir), self.path.join(dir));
            if to.parent().is_some_and(Path::is_dir) {
                let _ = rustix::fs::symlink(&from, &to);
            }
        }
    }

    /// Lists the files that are new since a commit, followed by git or not, relative to the project.
    pub fn new_files(&self, commit: &str) -> Result<Vec<String>, GitFailure> {
        let mut files = self.repository.diff(&["--diff-filter=A"], commit)?;
        let others = ["ls-files", "-z", "--others", "--exclude-standard"];
        files.extend(names(&self.repository.run(&others)?));
        Ok(in_order(files))
    }
}

/// Tells whether a file chooses a filter for some path; one that cannot be read may.
fn chooses_filter(path: &Path) -> bool {
    match kind_at(path) {
        None => false,
        Some(_) => read_plain(path, ATTRIBUTES_BYTES_MAX)
            .is_none_or(|it| String::from_utf8_lossy(&it).contains("filter=")),
    }
}

#[cfg(test)]
mod tests;
