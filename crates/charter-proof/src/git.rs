//! What git knows about a project.
//!
//! Owns the questions; how git is called so that nothing of a checkout runs is [`call`]'s. A project
//! without git, or without a commit, is an ordinary project; what has no answer says why. Asking takes
//! no lock and changes nothing. Must not touch a branch, the index or a file that is checked out.

mod attribute;
mod borrow;
mod call;
mod copy;
mod failure;
mod history;
mod mark;
mod place;
mod setting;
mod stand_in;

pub(crate) use borrow::borrow_repository;
pub use call::Repository;
pub use copy::BaseTree;
pub use failure::{GitFailure, Oddity};
pub use history::{FileVersion, FileVersions, VersionElsewhere, VersionOf};
pub use mark::{HeadMark, head_mark, staged_ends};

use crate::plain::kind_at;
use rustix::fs::FileType;
use std::path::{Path, PathBuf};

/// Variables that name a repository, and lead git to it from wherever it is called.
pub(crate) const LOCAL_VARIABLES: [&str; 9] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// How deep modules inside modules are looked into.
const MODULES_DEPTH_MAX: usize = 4;

/// Which files of a repository to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// Those that git follows.
    Tracked,
    /// Those, and new ones that it is not told to ignore.
    TrackedAndNew,
}

/// Tells whether a directory is in a repository.
#[must_use]
pub fn is_repository(dir: &Path) -> bool {
    place::find_top(dir).is_some()
}

/// Finds the top of the work tree that a directory is in.
pub(crate) fn top_of(dir: &Path) -> Option<PathBuf> {
    place::find_top(dir)
}

/// Gives the directory that holds what belongs to this working copy of a repository, and the one that
/// holds what all of them share.
#[must_use]
pub fn git_dirs(dir: &Path) -> Option<(PathBuf, PathBuf)> {
    place::find(dir).ok().map(|it| (it.own, it.shared))
}

/// Lists the paths among some that are repositories of their own, as submodules are.
#[must_use]
pub fn modules_among(dir: &Path, paths: &[String]) -> Vec<String> {
    let is_module = |path: &&String| {
        let full = dir.join(path);
        kind_at(&full) == Some(FileType::Directory) && kind_at(&full.join(".git")).is_some()
    };
    paths.iter().filter(is_module).cloned().collect()
}

/// Gives the name that commits are made under.
#[must_use]
pub fn user_name(dir: &Path) -> Option<String> {
    let place = place::find(dir).ok();
    let own = place.as_ref().and_then(|it| stand_in::own_setting(it, "user.name"));
    let name = own.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    name.or_else(|| call::user_setting(dir, place.as_ref().map(|it| it.own.as_path()), "user.name"))
}

/// Gives the address that the user's own git configuration makes commits under.
#[must_use]
pub fn user_email(dir: &Path) -> Option<String> {
    let place = place::find(dir).ok();
    call::user_setting(dir, place.as_ref().map(|it| it.own.as_path()), "user.email")
}

/// Gives the SSH key that the user's own git configuration signs with: a file, or a public key. What a
/// repository sets is not looked at, and the name of a key that is not one of SSH is none.
#[must_use]
pub fn user_signing_key(dir: &Path) -> Option<String> {
    let place = place::find(dir).ok();
    let setting =
        |key: &str| call::user_setting(dir, place.as_ref().map(|it| it.own.as_path()), key);
    let key = setting("user.signingKey")?;
    let is_path = key.starts_with(['/', '~']) || key.ends_with(".pub");
    let is_literal = ["key::", "ssh-", "ecdsa-", "sk-"].iter().any(|it| key.starts_with(it));
    let is_ssh = is_path || is_literal || setting("gpg.format").as_deref() == Some("ssh");
    is_ssh.then_some(key)
}

/// A path, and what a commit holds there; none where it holds nothing.
pub(crate) type PathAt = (String, Option<Vec<u8>>);

impl Repository {
    /// Gives the commit that is checked out.
    pub fn head_commit(&self) -> Result<String, GitFailure> {
        let commit = self.ask(&["rev-parse", "--verify", "--quiet", "HEAD"]);
        commit.map_err(|err| if is_no(&err) { GitFailure::NoCommit } else { err })
    }

    /// Gives the whole name of a revision.
    pub fn resolve(&self, revision: &str) -> Result<String, GitFailure> {
        let commit = format!("{revision}^{{commit}}");
        let asked = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
        let is_shallow = || kind_at(&self.place.shared.join("shallow")).is_some();
        asked.map_err(|err| match is_no(&err) {
            true if is_shallow() => GitFailure::Shallow(revision.to_owned()),
            true => GitFailure::UnknownCommit(revision.to_owned()),
            false => err,
        })
    }

    /// Gives the whole name of a branch, or of what else is called so: whoever pushes a tag of that name
    /// doesn't choose what work is compared with.
    pub fn resolve_branch(&self, name: &str) -> Result<String, GitFailure> {
        let branches = ["refs/remotes/", "refs/heads/"].map(|it| format!("{it}{name}"));
        let found = branches.iter().find_map(|it| self.resolve(it).ok());
        found.map_or_else(|| self.resolve(name), Ok)
    }

    /// Lists files below some directories, relative to the directory that was opened.
    pub fn list_files(&self, files: Files, dirs: &[String]) -> Result<Vec<String>, GitFailure> {
        let mut args = vec!["ls-files", "-z", "--cached"];
        if files == Files::TrackedAndNew {
            args.extend(["--others", "--exclude-standard"]);
        }
        args.push("--");
        let is_whole = dirs.iter().any(String::is_empty);
        let literal: Vec<String> = dirs.iter().map(|it| format!(":(literal){it}")).collect();
        if !is_whole {
            args.extend(literal.iter().map(String::as_str));
        }
        Ok(in_order(names(&self.run(&args)?)))
    }

    /// Lists the files that git follows, and the new ones that it is not told to ignore.
    pub fn list_both(&self) -> Result<(Vec<String>, Vec<String>), GitFailure> {
        let args = ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"];
        let output = self.run(&args)?;
        let (mut tracked, mut new) = (Vec::new(), Vec::new());
        for (tag, path) in output.split('\0').filter_map(|it| it.split_once(' ')) {
            if tag == "?" { &mut new } else { &mut tracked }.push(path.to_owned());
        }
        Ok((in_order(tracked), in_order(new)))
    }

    /// Opens a module of this repository, by its path from the directory that was opened.
    fn module(&self, path: &str) -> Result<Self, GitFailure> {
        Self::open(&self.dir.join(path), self.temp())
    }

    /// Tells whether a commit comes before another, or is the same.
    pub fn is_ancestor(&self, commit: &str, of: &str) -> Result<bool, GitFailure> {
        match self.run(&["merge-base", "--is-ancestor", "--end-of-options", commit, of]) {
            Ok(_) => Ok(true),
            Err(err) if is_no(&err) => Ok(false),
            Err(err) => Err(err),
        }
    }

    /// Lists the files that git follows and that differ from a commit.
    pub fn changed_since(&self, commit: &str) -> Result<Vec<String>, GitFailure> {
        self.diff(&[], commit)
    }

    /// Lists the files at and below some paths that a commit has and that are gone here or were changed.
    fn lost_since(&self, commit: &str, paths: &[String]) -> Result<Vec<String>, GitFailure> {
        let mut args = vec!["diff", "--name-only", "-z", "--no-renames", "--relative"];
        args.extend(["--no-ext-diff", "--no-textconv", "--diff-filter=DMT"]);
        args.extend(["--end-of-options", commit, "--"]);
        let paths: Vec<String> = paths.iter().map(|it| format!(":(literal){it}")).collect();
        args.extend(paths.iter().map(String::as_str));
        Ok(names(&self.run(&args)?))
    }

    /// Gives the last commit that two have in common.
    pub fn last_shared(&self, left: &str, right: &str) -> Result<String, GitFailure> {
        match self.ask(&["merge-base", "--end-of-options", left, right]) {
            Err(GitFailure::Failed { exit_code: Some(1), .. }) => {
                Err(GitFailure::Unrelated(right.to_owned()))
            }
            asked => asked,
        }
    }

    /// Compares a commit with what is checked out, and gives the names that differ.
    fn diff(&self, more: &[&str], commit: &str) -> Result<Vec<String>, GitFailure> {
        let mut args = vec!["diff", "--name-only", "-z", "--no-renames", "--relative"];
        // A module is its commit: to look into it, git would run itself there, as its configuration says.
        args.extend(["--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"]);
        args.extend(more);
        args.extend(["--end-of-options", commit, "--"]);
        Ok(names(&self.run(&args)?))
    }

    /// Gives the text that stood in some files at a commit; none for one that was not there.
    pub fn contents_at(
        &self,
        commit: &str,
        paths: &[String],
    ) -> Result<Vec<(String, Option<String>)>, GitFailure> {
        let text = |it: Vec<u8>| String::from_utf8_lossy(&it).into_owned();
        let blobs = self.blobs_at(commit, paths)?;
        Ok(blobs.into_iter().map(|(path, it)| (path, it.map(text))).collect())
    }

    /// Refuses files that a commit does not hold as they are checked out: what a filter makes into something
    /// else, and modules.
    pub fn check_plain_at(&self, commit: &str, paths: &[String]) -> Result<(), GitFailure> {
        if paths.is_empty() {
            return Ok(());
        }
        let dir = self.dir.canonicalize().unwrap_or_else(|_| self.dir.clone());
        let top = top_of(&dir).unwrap_or_else(|| dir.clone());
        let below = dir.strip_prefix(&top).unwrap_or(Path::new(""));
        let list = paths.iter().find_map(|it| attribute::filtering_list(&top, &below.join(it)));
        if let Some(list) = list {
            return Err(GitFailure::Filter(list));
        }
        let listed = self.run(&["ls-tree", "-r", "-z", "--end-of-options", commit])?;
        let modules = listed.split('\0').filter(|it| it.starts_with("160000 "));
        let mut modules = modules.filter_map(|it| it.split_once('\t')).map(|(_, path)| path);
        match modules.find(|module| paths.iter().any(|it| it == module)) {
            Some(module) => Err(GitFailure::Submodule(module.to_owned())),
            None => Ok(()),
        }
    }

    /// Gives what stood in some files at a commit; none for one that was not there.
    pub fn blobs_at(&self, commit: &str, paths: &[String]) -> Result<Vec<PathAt>, GitFailure> {
        let is_one_line = |it: &&String| !it.contains('\n');
        let paths: Vec<&String> = paths.iter().filter(is_one_line).collect();
        let asked: String = paths.iter().map(|it| format!("{commit}:./{it}\n")).collect();
        let args = ["cat-file", "--batch"];
        let output = self.run_with(&args, asked.into_bytes())?;
        let mut rest = output.as_slice();
        let mut contents = Vec::new();
        for path in paths {
            contents.push((path.clone(), next_blob(&mut rest)));
        }
        Ok(contents)
    }

    /// Says which commit is checked out, and whether the repository differs from it: by a tracked file
    /// or by a new one that git is not told to ignore. What is below `left_out`, relative to the
    /// directory that was opened, is no difference.
    pub fn head_state(&self, left_out: Option<&Path>) -> Result<(String, bool), GitFailure> {
        self.state_down_to(left_out, MODULES_DEPTH_MAX)
    }

    fn state_down_to(
        &self,
        left_out: Option<&Path>,
        depth: usize,
    ) -> Result<(String, bool), GitFailure> {
        let mut args = vec!["status", "--porcelain=v2", "--branch", "--untracked-files=normal"];
        args.push("--ignore-submodules=dirty");
        // Neither is asked for, and both take time.
        args.extend(["--no-ahead-behind", "--no-renames", "--", ":(top)"]);
        let left_out = left_out.map(|it| format!(":(exclude,literal){}", it.display()));
        args.extend(left_out.as_deref());
        let output = self.run(&args)?;
        let commit = output.lines().find_map(|it| it.strip_prefix("# branch.oid "));
        let commit = commit.filter(|it| *it != "(initial)").ok_or(GitFailure::NoCommit)?;
        let is_dirty =
            output.lines().any(|it| !it.starts_with('#')) || self.has_dirty_module(depth);
        Ok((commit.to_owned(), is_dirty))
    }

    /// Tells whether a module differs from its own commit; one that cannot be asked does not.
    fn has_dirty_module(&self, depth: usize) -> bool {
        if depth == 0 || kind_at(&self.place.top.join(".gitmodules")).is_none() {
            return false;
        }
        let listed = self.run(&["ls-files", "-z", "--stage", "--", ":(top)"]).unwrap_or_default();
        let modules = listed.split('\0').filter(|it| it.starts_with("160000 "));
        let mut paths = modules.filter_map(|it| it.split_once('\t')).map(|(_, path)| path);
        paths.any(|path| {
            let is_there = kind_at(&self.dir.join(path).join(".git")).is_some();
            let state = || self.module(path)?.state_down_to(None, depth - 1);
            is_there && state().is_ok_and(|(_, is_dirty)| is_dirty)
        })
    }
}

/// Tells whether git answered a question of yes or no with no, rather than not at all.
fn is_no(failure: &GitFailure) -> bool {
    matches!(failure, GitFailure::Failed { exit_code: Some(1), .. })
}

fn names(output: &str) -> Vec<String> {
    output.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

fn in_order(mut paths: Vec<String>) -> Vec<String> {
    paths.sort();
    paths.dedup();
    paths
}

/// Takes one answer of `git cat-file --batch`: a line with the length and the content, or a line that
/// says that there is none.
fn next_blob(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let end = rest.iter().position(|it| *it == b'\n')?;
    let (head, tail) = rest.split_at_checked(end + 1)?;
    *rest = tail;
    let head = String::from_utf8_lossy(head);
    let words: Vec<&str> = head.split_whitespace().collect();
    let [_, "blob", length] = words.as_slice() else { return None };
    let (content, tail) = tail.split_at_checked(length.parse().ok()?)?;
    *rest = tail.get(1..).unwrap_or_default();
    Some(content.to_vec())
}

#[cfg(test)]
mod tests;
