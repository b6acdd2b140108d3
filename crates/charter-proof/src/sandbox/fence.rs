//! Where a command can write and, where nothing else hides it, what it can read.
//!
//! Owns the rules for the kernel: the directories that are named, and the devices that everything
//! writes to; and that it signals nobody outside. Must not know the network.

use super::room::Bounds;
use std::path::{Path, PathBuf};

/// Devices that programs write to without changing anything.
#[cfg(target_os = "linux")]
const DEVICES: [&str; 9] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/ptmx",
    "/dev/pts",
    "/dev/shm",
];

/// What a fence leaves open.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    pub(super) writable: Vec<PathBuf>,
    /// What can be read; everything where there is no list.
    pub(super) readable: Option<Vec<PathBuf>>,
}

impl Rules {
    /// Gives the rules in a room, where mounts see to the rest.
    pub(super) fn in_room(bounds: &Bounds) -> Self {
        let writable = bounds.writable.iter().chain(&bounds.temporary).cloned().collect();
        Self { writable, readable: None }
    }

    /// Gives the rules where a fence alone keeps what must be kept, and hides what it can.
    ///
    /// Rights hold for everything below a directory and cannot be taken back further down: where
    /// something is kept, only what is beside it is named, and nothing new can be made beside it. What
    /// a link leads to is not meant.
    pub(super) fn alone(bounds: &Bounds) -> Self {
        let writable = bounds.writable.iter().flat_map(|it| around(it, &bounds.kept)).collect();
        let closed: Vec<PathBuf> = bounds.hidden.iter().chain(&bounds.masked).cloned().collect();
        let let_in = bounds.writable.iter().chain(&bounds.seen);
        let let_in = let_in.flat_map(|it| around(it, &bounds.masked));
        let readable = around(Path::new("/"), &closed).into_iter().chain(let_in).collect();
        Self { writable, readable: (!closed.is_empty()).then_some(readable) }
    }
}

/// Finds out what fence there is, by raising one around a thread that does nothing; 0 is none.
#[cfg(target_os = "linux")]
pub(super) fn try_out() -> u32 {
    std::thread::spawn(|| raise(&Rules::default())).join().unwrap_or(0)
}

/// Says that this system has no fence that we know.
#[cfg(not(target_os = "linux"))]
pub(super) fn try_out() -> u32 {
    0
}

/// Lists what is in a directory beside what is left out.
fn around(dir: &Path, left_out: &[PathBuf]) -> Vec<PathBuf> {
    if left_out.iter().any(|it| dir.starts_with(it)) {
        return Vec::new();
    }
    if !left_out.iter().any(|it| it.starts_with(dir)) {
        return vec![dir.to_owned()];
    }
    let entries = dir.read_dir().into_iter().flatten().flatten();
    let plain = entries.filter(|it| it.file_type().is_ok_and(|it| !it.is_symlink()));
    plain.flat_map(|it| around(&it.path(), left_out)).collect()
}

/// Takes from this thread, and from what it starts, the right to do more than the rules say; gives the
/// version of the fence, 0 where there is none.
#[cfg(target_os = "linux")]
pub(super) fn raise(rules: &Rules) -> u32 {
    restrict(rules).unwrap_or(0)
}

/// Says that this system has no fence that we know.
#[cfg(not(target_os = "linux"))]
pub(super) fn raise(_rules: &Rules) -> u32 {
    0
}

#[cfg(target_os = "linux")]
fn restrict(rules: &Rules) -> Result<u32, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetStatus, Scope, path_beneath_rules,
    };
    // A user who is not root makes a network of its own by writing to /proc, where it owns nothing
    // but its own processes.
    let proc = (!rustix::process::geteuid().is_root()).then_some("/proc");
    let access = AccessFs::from_write(ABI::V5);
    // Names can be listed: only a rule for a whole tree would let a directory be read.
    let read = rules.readable.as_ref().map(|_| AccessFs::ReadFile);
    let readable = rules.readable.as_deref().unwrap_or_default();
    let status = Ruleset::default()
        .handle_access(read.map_or(access, |it| access | it))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(&rules.writable, access))?
        .add_rules(path_beneath_rules(DEVICES.into_iter().chain(proc), access))?
        .add_rules(path_beneath_rules(readable, AccessFs::ReadFile))?
        .restrict_self()?;
    let version = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi as u32,
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => 0,
    };
    Ok(match status.ruleset {
        RulesetStatus::NotEnforced => 0,
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => version,
    })
}
