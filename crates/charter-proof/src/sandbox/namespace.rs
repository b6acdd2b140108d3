//! Namespaces for a command: a network with nothing in it but itself, and a room of its own.
//!
//! Owns how they are made without rights: through `unshare`, as the user who calls, with the loopback
//! up so that tests can serve themselves. What works is tried, not guessed. Must not know which files.

use super::fence::FileGuard;
use super::room::Bounds;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What kept a command from the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkGuard {
    /// Nothing did.
    None,
    /// A namespace. A socket that is a file is in no network: whoever may write to it reaches the
    /// program behind it.
    Namespace,
}

impl fmt::Display for NetworkGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Namespace => "namespace, except sockets by path",
        })
    }
}

/// The words around a command that give it namespaces; none where nothing can.
#[derive(Debug, Default)]
pub(super) struct Namespace {
    before: Vec<String>,
    /// The room between, where there is one.
    room: Option<Room>,
    after: Vec<String>,
}

/// Who closes a room from the inside, and the version of the fence that it must have.
#[derive(Debug)]
struct Room {
    program: PathBuf,
    landlock: u32,
}

impl Namespace {
    /// Finds the first way that works here; `bounds` are what a room must be able to keep.
    pub(super) fn find(program: Option<&Path>, bounds: &Bounds) -> Self {
        // A link cannot be kept by what is mounted on it.
        let is_link = |it: &PathBuf| it.symlink_metadata().is_ok_and(|it| it.is_symlink());
        let for_room = program.filter(|_| !bounds.kept.iter().any(is_link));
        let ways = rooms(for_room).into_iter().chain(ways(program.and_then(Path::to_str)));
        ways.into_iter().find(|it| it.works(bounds)).unwrap_or_default()
    }

    /// Says what keeps its commands from the network.
    pub(super) fn guard(&self) -> NetworkGuard {
        if self.before.is_empty() { NetworkGuard::None } else { NetworkGuard::Namespace }
    }

    /// Says what guards the files inside, where the fence is raised there.
    pub(super) fn inner_fence(&self) -> Option<FileGuard> {
        self.room.as_ref().map(|it| match it.landlock {
            0 => FileGuard::None,
            version => FileGuard::Landlock(version),
        })
    }

    /// Puts a command into it.
    pub(super) fn command(&self, argv: &[String], bounds: &Bounds) -> Command {
        let own = |it: &String| OsString::from(it);
        let mut words: Vec<OsString> = self.before.iter().map(own).collect();
        if let Some(room) = &self.room {
            let landlock = room.landlock.to_string();
            words.extend([room.program.clone().into(), "loopback".into()]);
            words.extend(["--landlock".into(), landlock.into()]);
            let named = |name: &'static str, paths: &[PathBuf]| -> Vec<OsString> {
                paths.iter().flat_map(|it| [name.into(), it.clone().into_os_string()]).collect()
            };
            words.extend(named("--writable", &bounds.writable));
            words.extend(named("--kept", &bounds.kept));
            if !self.after.is_empty() {
                // Inside it looks like root; who it is again is written there, see the fence.
                words.extend(["--writable".into(), "/proc".into()]);
            }
            words.push("--".into());
        }
        words.extend(self.after.iter().chain(argv).map(own));
        let mut words = words.into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }

    fn works(&self, bounds: &Bounds) -> bool {
        let mut command = self.command(&["true".to_owned()], bounds);
        command.stdin(Stdio::null());
        let rules = self.room.is_none().then_some(&[][..]);
        let (child, _) = super::start(command, rules);
        child.and_then(std::process::Child::wait_with_output).is_ok_and(|it| it.status.success())
    }
}

/// Lists the ways to a room. Tests may depend on not being root, so a user is mapped back to itself
/// inside.
#[cfg(target_os = "linux")]
fn rooms(program: Option<&Path>) -> Vec<Namespace> {
    let Some(program) = program else { return Vec::new() };
    let landlock = match super::fence::try_out() {
        FileGuard::None => 0,
        FileGuard::Landlock(version) => version,
    };
    let room = |before: &[&str], after: Vec<String>| {
        let all = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--"];
        let before = before.iter().chain(&all).map(|it| (*it).to_owned()).collect();
        let room = Some(Room { program: program.to_owned(), landlock });
        Namespace { before, room, after }
    };
    if rustix::process::geteuid().is_root() {
        return vec![room(&["unshare"], Vec::new())];
    }
    vec![room(&["unshare", "--map-root-user"], back_to_user())]
}

/// Lists the ways to a network alone, best first.
#[cfg(target_os = "linux")]
fn ways(program: Option<&str>) -> Vec<Namespace> {
    let lift = program.map(|it| vec![it, "loopback", "--"]).unwrap_or_default();
    let own = ["unshare", "--map-root-user", "--net", "--"];
    let way = |parts: &[&[&str]]| {
        let before = parts.concat().into_iter().map(str::to_owned).collect();
        Namespace { before, ..Namespace::default() }
    };
    if rustix::process::geteuid().is_root() {
        return vec![way(&[&["unshare", "--net", "--"], &lift]), way(&[&own, &lift])];
    }
    vec![
        Namespace { after: back_to_user(), ..way(&[&own, &lift]) },
        way(&[&["unshare", "--map-current-user", "--net", "--"]]),
        way(&[&own, &lift]),
    ]
}

#[cfg(target_os = "linux")]
fn back_to_user() -> Vec<String> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    let map = [format!("--map-user={}", user.as_raw()), format!("--map-group={}", group.as_raw())];
    let [user, group] = map;
    vec!["unshare".to_owned(), user, group, "--".to_owned()]
}

/// Says that this system has no room that we know.
#[cfg(not(target_os = "linux"))]
fn rooms(_program: Option<&Path>) -> Vec<Namespace> {
    Vec::new()
}

/// Says that this system has no way that we know.
#[cfg(not(target_os = "linux"))]
fn ways(_program: Option<&str>) -> Vec<Namespace> {
    Vec::new()
}
