//! Namespaces for a command: a network with nothing in it but itself, and a room of its own.
//!
//! Owns how they are made without rights: through `unshare`, as the user who calls, with the loopback
//! up so that tests can serve themselves. What works is tried, not guessed. Must not know which files.

use super::group::ProcessGroup;
use super::keeper::{Keeping, Walls};
use super::{End, start};
use crate::interrupt::Interrupt;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long it may take to find out that a way works.
const TRIAL: Duration = Duration::from_secs(20);

/// The words around a command that give it namespaces; none where nothing can.
#[derive(Debug, Default)]
pub(super) struct Namespace {
    before: Vec<String>,
    /// What is around a command.
    pub(super) walls: Walls,
    /// The program that a command runs under, where there is one.
    pub(super) keeper: Option<PathBuf>,
    /// Makes it the user again.
    after: Vec<String>,
}

impl Namespace {
    /// Finds the first way that works here; `keep` is what each must be able to do.
    pub(super) fn find(program: Option<&Path>, keep: impl Fn(&Self) -> Keeping) -> Self {
        let ways = ways(program).into_iter();
        ways.filter(|it| it.can_keep(&keep(it))).find(|it| it.works(&keep(it))).unwrap_or_default()
    }

    /// Puts a command into it.
    pub(super) fn command(&self, argv: &[String], keep: &Keeping) -> Command {
        let own = |it: &String| OsString::from(it);
        let mut words: Vec<OsString> = self.before.iter().map(own).collect();
        if let Some(program) = &self.keeper {
            words.push(program.into());
            words.extend(keep.to_args());
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

    /// Tells whether it can keep what must be kept: a link cannot, by what is mounted on it.
    fn can_keep(&self, keep: &Keeping) -> bool {
        let is_link = |it: &PathBuf| it.symlink_metadata().is_ok_and(|it| it.is_symlink());
        self.walls != Walls::Room || !keep.bounds.kept.iter().any(is_link)
    }

    fn works(&self, keep: &Keeping) -> bool {
        let command = self.command(&["true".to_owned()], keep);
        let Ok((child, line)) = start(command, self, keep).0 else { return false };
        let mut group = ProcessGroup::of(child, line, TRIAL);
        let ended = group.listen(&Interrupt::never(), |_| ());
        ended.is_ok_and(|(end, _)| end == End::Exited(Some(0)))
    }
}

/// Lists the ways, best first. Tests may depend on not being root, so a user is mapped back to itself
/// inside.
#[cfg(target_os = "linux")]
fn ways(program: Option<&Path>) -> Vec<Namespace> {
    const ROOM: [&str; 6] = ["--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child"];
    const NETWORK: [&str; 1] = ["--net"];
    let way = |walls, user: &[&str], after: &[String]| {
        let all = match walls {
            Walls::None => &[][..],
            Walls::Network => &NETWORK[..],
            Walls::Room => &ROOM[..],
        };
        let words = ["unshare"].iter().chain(user).chain(all).chain(&["--"]);
        let before = words.map(|it| (*it).to_owned()).collect();
        let keeper = program.map(Path::to_owned);
        Namespace { before, walls, keeper, after: after.to_vec() }
    };
    let mapped = ["--map-root-user"];
    let back = back_to_user();
    let ways = |walls| {
        if rustix::process::geteuid().is_root() {
            vec![way(walls, &[], &[]), way(walls, &mapped, &[])]
        } else {
            vec![way(walls, &mapped, &back), way(walls, &mapped, &[])]
        }
    };
    let rooms = program.map(|_| ways(Walls::Room)).unwrap_or_default();
    let alone = Namespace { keeper: program.map(Path::to_owned), ..Namespace::default() };
    rooms.into_iter().chain(ways(Walls::Network)).chain([alone]).collect()
}

#[cfg(target_os = "linux")]
fn back_to_user() -> Vec<String> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    let map = [format!("--map-user={}", user.as_raw()), format!("--map-group={}", group.as_raw())];
    let [user, group] = map;
    vec!["unshare".to_owned(), user, group, "--".to_owned()]
}

/// Says that this system has no way that we know.
#[cfg(not(target_os = "linux"))]
fn ways(_program: Option<&Path>) -> Vec<Namespace> {
    Vec::new()
}
