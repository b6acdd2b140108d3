//! What git knows about a project.
//!
//! Owns the calls of git: never with a pager or a prompt, and nothing that a repository sets up to run
//! by itself runs. A project without git, or without a commit, is an ordinary project: the answer is
//! then `None`. Looking takes no lock and changes nothing; only [`crate::worktree`] changes a
//! repository, by the throw-away copies that it adds and removes. Must not touch a branch, the index
//! or a file that is checked out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a repository may have set up to run beside git, and how it is kept from running.
const QUIET: [&str; 4] = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/// Gives the commit that is checked out.
#[must_use]
pub fn head_commit(dir: &Path) -> Option<String> {
    ask(dir, &["rev-parse", "--verify", "--quiet", "HEAD"])
}

/// Gives the name that commits are made under.
#[must_use]
pub fn user_name(dir: &Path) -> Option<String> {
    ask(dir, &["config", "user.name"])
}

/// Which files of a repository to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// Those that git follows.
    Tracked,
    /// Those, and new ones that it is not told to ignore.
    TrackedAndNew,
}

/// Lists files below some directories, relative to `dir`; none where git does not know it.
#[must_use]
pub fn list_files(dir: &Path, files: Files, dirs: &[String]) -> Option<Vec<String>> {
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
    let output = run(dir, &args)?;
    let mut paths: Vec<String> =
        output.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect();
    paths.sort();
    paths.dedup();
    Some(paths)
}

/// Lists the files that git follows, and the new ones that it is not told to ignore, relative to `dir`.
#[must_use]
pub fn list_both(dir: &Path) -> Option<(Vec<String>, Vec<String>)> {
    let args = ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"];
    let output = run(dir, &args)?;
    let (mut tracked, mut new) = (Vec::new(), Vec::new());
    for (tag, path) in output.split('\0').filter_map(|it| it.split_once(' ')) {
        if tag == "?" { &mut new } else { &mut tracked }.push(path.to_owned());
    }
    for paths in [&mut tracked, &mut new] {
        paths.sort();
        paths.dedup();
    }
    Some((tracked, new))
}

/// Tells whether a directory is in a repository.
#[must_use]
pub fn is_repository(dir: &Path) -> bool {
    dir.ancestors().any(|it| it.join(".git").symlink_metadata().is_ok())
}

/// Gives the commits of the submodules among some paths.
#[must_use]
pub fn submodules(dir: &Path, paths: &[String]) -> Vec<(String, String)> {
    let is_module = |path: &&String| {
        let full = dir.join(path);
        full.is_dir() && full.join(".git").symlink_metadata().is_ok()
    };
    let modules = paths.iter().filter(is_module);
    modules.filter_map(|path| Some((path.clone(), head_commit(&dir.join(path))?))).collect()
}

/// Tells whether a commit comes before another, or is the same.
#[must_use]
pub fn is_ancestor(dir: &Path, commit: &str, of: &str) -> bool {
    run(dir, &["merge-base", "--is-ancestor", commit, of]).is_some()
}

/// Lists the files that git follows and that differ from a commit, relative to `dir`.
#[must_use]
pub fn changed_since(dir: &Path, commit: &str) -> Vec<String> {
    let args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative", commit];
    let output = run(dir, &args).unwrap_or_default();
    output.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// Gives what stood in some files at a commit; none for one that was not there.
#[must_use]
pub fn contents_at(dir: &Path, commit: &str, paths: &[String]) -> Vec<(String, Option<String>)> {
    let is_one_line = |it: &&String| !it.contains('\n');
    let paths: Vec<&String> = paths.iter().filter(is_one_line).collect();
    let asked: String = paths.iter().map(|it| format!("{commit}:./{it}\n")).collect();
    let output = run_with(dir, &["cat-file", "--batch"], asked.into_bytes()).unwrap_or_default();
    let mut rest = output.as_slice();
    let mut contents = Vec::new();
    for path in paths {
        contents.push((path.clone(), next_blob(&mut rest)));
    }
    contents
}

/// Takes one answer of `git cat-file --batch`: a line with the length and the content, or a line that
/// says that there is none.
fn next_blob(rest: &mut &[u8]) -> Option<String> {
    let end = rest.iter().position(|it| *it == b'\n')?;
    let (head, tail) = rest.split_at_checked(end + 1)?;
    *rest = tail;
    let head = String::from_utf8_lossy(head);
    let words: Vec<&str> = head.split_whitespace().collect();
    let [_, "blob", length] = words.as_slice() else { return None };
    let (content, tail) = tail.split_at_checked(length.parse().ok()?)?;
    *rest = tail.get(1..).unwrap_or_default();
    Some(String::from_utf8_lossy(content).into_owned())
}

/// Says which commit is checked out, and whether the repository differs from it: by a tracked file or
/// by a new one that git is not told to ignore. What is below `left_out`, relative to `dir`, is no
/// difference.
#[must_use]
pub fn head_state(dir: &Path, left_out: Option<&Path>) -> Option<(String, bool)> {
    let mut args = vec!["status", "--porcelain=v2", "--branch", "--untracked-files=normal"];
    // Neither is asked for, and both take time.
    args.extend(["--no-ahead-behind", "--no-renames", "--", ":(top)"]);
    let left_out = left_out.map(|it| format!(":(exclude,literal){}", it.display()));
    args.extend(left_out.as_deref());
    let output = run(dir, &args)?;
    let commit = output.lines().find_map(|it| it.strip_prefix("# branch.oid "))?;
    let is_dirty = output.lines().any(|it| !it.starts_with('#'));
    (commit != "(initial)").then(|| (commit.to_owned(), is_dirty))
}

pub(crate) fn ask(dir: &Path, args: &[&str]) -> Option<String> {
    let text = run(dir, args)?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

pub(crate) fn run(dir: &Path, args: &[&str]) -> Option<String> {
    let output = git(dir, args).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

/// Runs git with something to read.
fn run_with(dir: &Path, args: &[&str], input: Vec<u8>) -> Option<Vec<u8>> {
    let mut child = git(dir, args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    // It answers while it reads: whoever only wrote would wait for whoever only writes.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    output.status.success().then_some(output.stdout)
}

fn git(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .arg("--no-pager")
        .args(QUIET)
        .arg("-C")
        .arg(dir)
        .args(args)
        // Whoever calls from inside git has set these for another repository.
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_WORK_TREE")
        // A commit is what it says, whatever stands in for it here.
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        // Or has said that paths are to be read in another way.
        .env_remove("GIT_LITERAL_PATHSPECS")
        .env_remove("GIT_GLOB_PATHSPECS")
        .env_remove("GIT_NOGLOB_PATHSPECS")
        .env_remove("GIT_ICASE_PATHSPECS")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stderr(Stdio::null());
    command
}

#[cfg(test)]
mod tests;
