//! Where a command can write.
//!
//! Owns the rules for the kernel: the directories that are named, and the devices that everything
//! writes to; and that it signals nobody outside. Reading and running stay free. Must not know the
//! network.

use super::room::Bounds;
use std::fmt;
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

/// What kept a command from writing elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileGuard {
    /// Nothing did.
    None,
    /// Landlock, at a version of its interface.
    Landlock(u32),
}

impl fmt::Display for FileGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Landlock(version) => write!(f, "landlock {version}"),
        }
    }
}

/// Finds out what fence there is, by raising one around a thread that does nothing.
#[cfg(target_os = "linux")]
pub(super) fn try_out() -> FileGuard {
    std::thread::spawn(|| raise(&[])).join().unwrap_or(FileGuard::None)
}

/// Lists what is writable so that a fence alone keeps what must be kept.
///
/// Rights hold for everything below a directory and cannot be taken back further down: where something
/// is kept, only what is beside it is named, and nothing new can be made beside it. What a link leads
/// to is not meant.
pub(super) fn rules(bounds: &Bounds) -> Vec<PathBuf> {
    bounds.writable.iter().flat_map(|it| around(it, &bounds.kept)).collect()
}

fn around(dir: &Path, kept: &[PathBuf]) -> Vec<PathBuf> {
    if kept.iter().any(|it| dir.starts_with(it)) {
        return Vec::new();
    }
    if !kept.iter().any(|it| it.starts_with(dir)) {
        return vec![dir.to_owned()];
    }
    let entries = dir.read_dir().into_iter().flatten().flatten();
    let plain = entries.filter(|it| it.file_type().is_ok_and(|it| !it.is_symlink()));
    plain.flat_map(|it| around(&it.path(), kept)).collect()
}

/// Takes from this thread, and from what it starts, the right to write elsewhere.
#[cfg(target_os = "linux")]
pub(super) fn raise(writable: &[PathBuf]) -> FileGuard {
    restrict(writable).unwrap_or(FileGuard::None)
}

/// Says that this system has no fence that we know.
#[cfg(not(target_os = "linux"))]
pub(super) fn raise(_writable: &[PathBuf]) -> FileGuard {
    FileGuard::None
}

#[cfg(target_os = "linux")]
fn restrict(writable: &[PathBuf]) -> Result<FileGuard, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetStatus, Scope, path_beneath_rules,
    };
    // A user who is not root makes a network of its own by writing to /proc, where it owns nothing
    // but its own processes.
    let proc = (!rustix::process::geteuid().is_root()).then_some("/proc");
    let access = AccessFs::from_write(ABI::V5);
    let status = Ruleset::default()
        .handle_access(access)?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(writable, access))?
        .add_rules(path_beneath_rules(DEVICES.into_iter().chain(proc), access))?
        .restrict_self()?;
    let version = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi as u32,
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => 0,
    };
    Ok(match status.ruleset {
        RulesetStatus::NotEnforced => FileGuard::None,
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => {
            FileGuard::Landlock(version)
        }
    })
}
