//! What git knows about a project.
//!
//! Owns the calls of git: never with a lock taken, a pager or a prompt. A project without git, or
//! without a commit, is an ordinary project: the answer is then `None`. Must not change a
//! repository.

use std::path::Path;
use std::process::{Command, Stdio};

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

fn ask(dir: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("--no-pager")
        .arg("-C")
        .arg(dir)
        .args(args)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
