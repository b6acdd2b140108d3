//! A throw-away copy of a project at an earlier commit.
//!
//! Owns the copy: a repository of its own that borrows the objects of the project's, below a fresh
//! directory. The project's repository is not written to, and neither filters nor hooks take part.
//! Must not know why it is wanted.

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

/// The longest such file.
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
    #[must_use]
    pub fn new(project: &Path, commit: &str, temp: &Path, prefix: &str) -> Option<Self> {
        for prefix in [prefix, call::PREFIX] {
            sweep(temp, prefix);
        }
        let repository = Repository::open(project, temp)?;
        let commit = repository.resolve(commit)?;
        // The project may be a directory of the repository.
        let below = repository.ask(&["rev-parse", "--show-prefix"]).unwrap_or_default();
        let scratch = ScratchDir::new(temp, prefix)?;
        let tree = scratch.path.join(TREE);
        rustix::fs::mkdir(&tree, rustix::fs::Mode::RWXU).ok()?;
        stand_in::make_borrowing(&repository.place, &tree.join(".git"), &commit)?;
        call::run_in_copy(&tree, &["read-tree", "--reset", "-u", &commit])?;
        let path = tree.join(below.trim_end_matches('/'));
        Some(Self { repository, scratch, path })
    }

    /// Tells whether it is what was committed, as far as a command can see: what is a module or what a
    /// filter makes into something else is not in it, and what fails for that says nothing.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let tree = self.scratch.path.join(TREE);
        let listed = call::run_in_copy(&tree, &["ls-files", "-z", "--stage"]).unwrap_or_default();
        let listed = String::from_utf8_lossy(&listed);
        let mut entries = listed.split('\0').filter_map(|it| it.split_once('\t'));
        !entries.any(|(stage, path)| {
            let is_module = stage.starts_with("160000 ");
            let is_list = path == ATTRIBUTES || path.ends_with("/.gitattributes");
            is_module || (is_list && chooses_filter(&tree.join(path)))
        })
    }

    /// Tells whether it is still there: what ran in it may have removed it.
    #[must_use]
    pub fn is_there(&self) -> bool {
        kind_at(&self.scratch.path.join(TREE).join(".git")).is_some()
    }

    /// Lists what the project installed and git ignores, relative to the project.
    #[must_use]
    pub fn dependencies(&self) -> Vec<String> {
        let args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
        let ignored = self.repository.run(&args).unwrap_or_default();
        let dirs = ignored.split('\0').map(|it| it.trim_end_matches('/'));
        let is_one = |it: &&str| DEPENDENCIES.contains(&it.rsplit('/').next().unwrap_or(it));
        dirs.filter(is_one).map(str::to_owned).collect()
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
    #[must_use]
    pub fn new_files(&self, commit: &str) -> Vec<String> {
        let mut files = self.repository.diff(&["--diff-filter=A"], commit);
        let others = ["ls-files", "-z", "--others", "--exclude-standard"];
        files.extend(names(&self.repository.run(&others).unwrap_or_default()));
        in_order(files)
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
