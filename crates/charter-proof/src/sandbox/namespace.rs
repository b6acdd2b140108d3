//! A network of its own for a command: nothing is in it but itself.
//!
//! Owns how one is made without rights: through `unshare`, as the user who calls, with the loopback
//! up so that tests can serve themselves. What works is tried, not guessed. Must not know files.

use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// What kept a command from the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkGuard {
    /// Nothing did.
    None,
    /// A namespace.
    Namespace,
}

impl fmt::Display for NetworkGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Namespace => "namespace",
        })
    }
}

/// The words before a command that give it a network of its own; none where nothing can.
#[derive(Debug)]
pub(super) struct Namespace {
    words: Vec<String>,
}

impl Namespace {
    /// Finds the first way that works here.
    pub(super) fn find(program: Option<&Path>) -> Self {
        let ways = ways(program.and_then(Path::to_str));
        let words = ways.into_iter().find(|it| works(it)).unwrap_or_default();
        Self { words }
    }

    /// Says what keeps its commands from the network.
    pub(super) fn guard(&self) -> NetworkGuard {
        if self.words.is_empty() { NetworkGuard::None } else { NetworkGuard::Namespace }
    }

    /// Puts a command into it.
    pub(super) fn command(&self, argv: &[String]) -> Command {
        command_of(self.words.iter().chain(argv))
    }
}

fn command_of<'a>(mut words: impl Iterator<Item = &'a String>) -> Command {
    let mut command = Command::new(words.next().map_or("", String::as_str));
    command.args(words);
    command
}

/// Lists the ways, best first. Tests may depend on not being root, so a user is mapped back to itself
/// once the loopback is up.
#[cfg(target_os = "linux")]
fn ways(program: Option<&str>) -> Vec<Vec<String>> {
    use rustix::process::{getegid, geteuid};
    let (user, group) = (geteuid(), getegid());
    let lift = program.map(|it| vec![it, "loopback", "--"]).unwrap_or_default();
    let map = [format!("--map-user={}", user.as_raw()), format!("--map-group={}", group.as_raw())];
    let back = ["unshare", map[0].as_str(), map[1].as_str(), "--"];
    let own = ["unshare", "--map-root-user", "--net", "--"];
    let way =
        |parts: &[&[&str]]| parts.concat().into_iter().map(str::to_owned).collect::<Vec<String>>();
    if user.is_root() {
        return vec![way(&[&["unshare", "--net", "--"], &lift]), way(&[&own, &lift])];
    }
    vec![
        way(&[&own, &lift, &back]),
        way(&[&["unshare", "--map-current-user", "--net", "--"]]),
        way(&[&own, &lift]),
    ]
}

/// Says that this system has no way that we know.
#[cfg(not(target_os = "linux"))]
fn ways(_program: Option<&str>) -> Vec<Vec<String>> {
    Vec::new()
}

fn works(words: &[String]) -> bool {
    let nothing = "true".to_owned();
    let mut command = command_of(words.iter().chain([&nothing]));
    command.stdin(Stdio::null());
    let (child, _) = super::start(command, &[]);
    child.and_then(std::process::Child::wait_with_output).is_ok_and(|it| it.status.success())
}
