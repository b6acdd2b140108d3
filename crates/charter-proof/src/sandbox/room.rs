//! A room for a command: what it must not write is read-only there, and nobody else is in it.
//!
//! Owns what is done from the inside, once the namespaces are made: the mounts, the fence, the rights
//! that are given up, and waiting for the command as the first process, with which all others end.
//! Whatever cannot be done ends it before the command starts. Must not know why.

use std::io;
use std::path::PathBuf;

/// Where a command can write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The directories that it can write to.
    pub writable: Vec<PathBuf>,
    /// What it cannot write to, though it is in one of them.
    pub kept: Vec<PathBuf>,
}

/// Closes the room and runs a command in it; gives its exit code, 128 and the number of the signal
/// where one ended it.
///
/// `landlock` is the version of the fence that the caller counts on.
#[cfg(target_os = "linux")]
pub fn run_in_room(argv: &[String], bounds: &Bounds, landlock: u32) -> io::Result<u8> {
    use super::fence::{FileGuard, raise};
    let Some((program, args)) = argv.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
    };
    let _ = super::loopback::lift();
    // Where that is not allowed it sees the processes of everybody, and still reaches none.
    let _ = linux::mount_processes();
    for path in &bounds.kept {
        linux::mount_read_only(path)?;
    }
    let found = match raise(&bounds.writable) {
        FileGuard::None => 0,
        FileGuard::Landlock(version) => version,
    };
    if found != landlock {
        return Err(io::Error::other("the files cannot be guarded as they should"));
    }
    linux::give_up_rights()?;
    let child = std::process::Command::new(program).args(args).spawn()?;
    linux::wait_for(&child)
}

/// Says that this system has no such room.
#[cfg(not(target_os = "linux"))]
pub fn run_in_room(_argv: &[String], _bounds: &Bounds, _landlock: u32) -> io::Result<u8> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    use rustix::io::Errno;
    use rustix::mount::{MountFlags, mount, mount_bind, mount_remount};
    use rustix::process::{WaitOptions, wait};
    use rustix::thread::{
        CapabilitySet, capabilities, remove_capability_from_bounding_set, set_capabilities,
    };
    use std::io;
    use std::path::Path;
    use std::process::Child;

    /// The rights of a root that would open the room again: by its mounts, by other processes, by the
    /// disk itself.
    const KEYS: [CapabilitySet; 7] = [
        CapabilitySet::SYS_ADMIN,
        CapabilitySet::SYS_PTRACE,
        CapabilitySet::DAC_READ_SEARCH,
        CapabilitySet::MKNOD,
        CapabilitySet::SYS_MODULE,
        CapabilitySet::SYS_RAWIO,
        CapabilitySet::SYS_BOOT,
    ];

    /// What a mount may say that a user must not take back.
    const LOCKED: [(StatVfsMountFlags, MountFlags); 5] = [
        (StatVfsMountFlags::NOSUID, MountFlags::NOSUID),
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];

    pub(super) fn mount_processes() -> io::Result<()> {
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        Ok(mount("proc", "/proc", "proc", flags, None)?)
    }

    pub(super) fn mount_read_only(path: &Path) -> io::Result<()> {
        mount_bind(path, path)?;
        let present = statvfs(path)?.f_flag;
        let mut flags = MountFlags::BIND | MountFlags::RDONLY;
        for (_, flag) in LOCKED.iter().filter(|(it, _)| present.contains(*it)) {
            flags |= *flag;
        }
        Ok(mount_remount(path, flags, "")?)
    }

    pub(super) fn give_up_rights() -> io::Result<()> {
        let mut sets = capabilities(None)?;
        for key in KEYS {
            remove_capability_from_bounding_set(key)?;
            for set in [&mut sets.effective, &mut sets.permitted, &mut sets.inheritable] {
                set.remove(key);
            }
        }
        Ok(set_capabilities(None, sets)?)
    }

    /// Waits for a child, and for whatever else ends meanwhile: the first process is everybody's parent.
    pub(super) fn wait_for(child: &Child) -> io::Result<u8> {
        loop {
            let (pid, status) = match wait(WaitOptions::empty()) {
                Err(Errno::INTR) | Ok(None) => continue,
                Err(err) => return Err(err.into()),
                Ok(Some(ended)) => ended,
            };
            if crate::sandbox::pid_of(child) == Some(pid) {
                let signal = || status.terminating_signal().map(|it| 128 + it);
                let code = status.exit_status().or_else(signal).unwrap_or(1);
                return Ok(u8::try_from(code).unwrap_or(1));
            }
        }
    }
}
