//! A room for a command: it sees its project and the system, and nobody else is in it.
//!
//! Owns what is mounted from the inside, once the namespaces are made: everything read-only but what it
//! can write, homes and sockets hidden, devices and temporary directories of its own. Whatever cannot
//! be done ends it before the command starts. Must not know why.

use std::path::PathBuf;

/// Where a command can write, and what it sees.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bounds {
    pub dir: PathBuf,
    pub writable: Vec<PathBuf>,
    /// What it cannot write to, though it is in one of them.
    pub kept: Vec<PathBuf>,
    /// The directories that it finds empty.
    pub hidden: Vec<PathBuf>,
    /// The directories that it finds empty and can write to.
    pub temporary: Vec<PathBuf>,
    /// What it can read in any of these.
    pub seen: Vec<PathBuf>,
    /// What it cannot reach, wherever that is.
    pub masked: Vec<PathBuf>,
}

#[cfg(target_os = "linux")]
pub(super) use linux::{close, give_up_rights};

#[cfg(target_os = "linux")]
mod linux {
    use super::Bounds;
    use crate::sandbox::limit::TEMPORARY_MAX;
    use crate::sandbox::system;
    use rustix::fd::OwnedFd;
    use rustix::fs::{CWD, FileType, Mode, OFlags, StatVfsMountFlags, statvfs};
    use rustix::io::Errno;
    use rustix::mount::{
        MountFlags, MoveMountFlags, OpenTreeFlags, mount, mount_bind, mount_remount, move_mount,
        open_tree,
    };
    use rustix::thread::{
        CapabilitySet, capabilities, remove_capability_from_bounding_set, set_capabilities,
    };
    use std::io;
    use std::path::{Path, PathBuf};

    /// The rights of a root that would open the room again, or reach the machine around it: by its
    /// mounts, by other processes, by the disk, the clock or the kernel itself.
    const KEYS: [CapabilitySet; 18] = [
        CapabilitySet::SYS_NICE,
        CapabilitySet::SYS_ADMIN,
        CapabilitySet::SYS_PTRACE,
        CapabilitySet::DAC_READ_SEARCH,
        CapabilitySet::MKNOD,
        CapabilitySet::SYS_MODULE,
        CapabilitySet::SYS_RAWIO,
        CapabilitySet::SYS_BOOT,
        CapabilitySet::SYS_RESOURCE,
        CapabilitySet::SYS_TIME,
        CapabilitySet::SYS_TTY_CONFIG,
        CapabilitySet::LINUX_IMMUTABLE,
        CapabilitySet::SYSLOG,
        CapabilitySet::MAC_ADMIN,
        CapabilitySet::MAC_OVERRIDE,
        CapabilitySet::AUDIT_CONTROL,
        CapabilitySet::BPF,
        CapabilitySet::PERFMON,
    ];

    /// What a mount may say that a user must not take back. When files are read is left as it was.
    const LOCKED: [(StatVfsMountFlags, MountFlags); 3] = [
        (StatVfsMountFlags::NOSUID, MountFlags::NOSUID),
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
    ];

    const DEVICES: [&str; 6] =
        ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"];

    /// The links that programs expect beside them.
    const LINKS: [(&str, &str); 5] = [
        ("/proc/self/fd", "/dev/fd"),
        ("/proc/self/fd/0", "/dev/stdin"),
        ("/proc/self/fd/1", "/dev/stdout"),
        ("/proc/self/fd/2", "/dev/stderr"),
        ("pts/ptmx", "/dev/ptmx"),
    ];

    /// How much an empty directory holds: names of what is let in.
    const EMPTY_BYTES: u64 = 4 << 20;

    const PLAIN: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

    /// A piece of the tree that is held while its place is covered.
    struct HeldTree {
        place: PathBuf,
        tree: OwnedFd,
        is_dir: bool,
    }

    /// Mounts everything; afterwards only what may be seen can be reached by a path.
    pub(in crate::sandbox) fn close(bounds: &Bounds) -> io::Result<()> {
        // Where that is not allowed it sees the processes of everybody, and still reaches none.
        let flags = PLAIN | MountFlags::NOEXEC;
        let has_processes = mount("proc", "/proc", "proc", flags, None).is_ok();
        let proc = Path::new("/proc");
        let free = bounds.writable.iter().any(|it| it == proc).then_some(proc);
        let own = bounds.writable.iter().filter(|it| *it != proc);
        // Taken before all else is made read-only, so that these stay as they are.
        let mut pieces = own.map(|it| take(it)).collect::<io::Result<Vec<_>>>()?;
        make_read_only(free, bounds)?;
        let places = bounds.seen.iter().map(PathBuf::as_path).chain(DEVICES.map(Path::new));
        // What is gone by now is not let in.
        pieces.extend(places.filter_map(|it| take(it).ok()));
        pieces.sort_by(|a, b| a.place.cmp(&b.place));
        let dev = PathBuf::from("/dev");
        let hidden = by_depth(bounds.hidden.iter().chain([&dev]));
        for dir in by_depth(hidden.iter().copied().chain(&bounds.temporary)) {
            let is_temporary = bounds.temporary.contains(dir);
            if is_temporary {
                make_dir(dir)?;
                cover(dir, TEMPORARY_MAX, "1777")?;
            } else if dir.is_dir() {
                cover(dir, EMPTY_BYTES, "0755")?;
            }
        }
        pieces.into_iter().try_for_each(put_back)?;
        make_devices()?;
        hold_in_place(bounds)?;
        bounds.kept.iter().try_for_each(|it| mount_read_only(it))?;
        bounds.masked.iter().try_for_each(|it| mask(it))?;
        let mut closed = hidden.into_iter().filter(|it| is_mount_of_ours(it));
        closed.try_for_each(|it| remount(it))?;
        check_processes(has_processes)
    }

    /// Sees to it that `/proc` is there: without it nothing can be watched.
    fn check_processes(is_own: bool) -> io::Result<()> {
        let is_there = is_own || Path::new("/proc/self/stat").exists();
        is_there.then_some(()).ok_or_else(|| io::Error::other("/proc is missing"))
    }

    fn by_depth<'a>(dirs: impl Iterator<Item = &'a PathBuf>) -> Vec<&'a PathBuf> {
        let mut dirs: Vec<&PathBuf> = dirs.collect();
        dirs.sort_by_key(|it| it.components().count());
        dirs
    }

    /// Takes a piece of the tree with all that is mounted in it.
    fn take(place: &Path) -> io::Result<HeldTree> {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_RECURSIVE;
        let tree = open_tree(CWD, place, flags)?;
        Ok(HeldTree { place: place.to_owned(), tree, is_dir: place.is_dir() })
    }

    /// Puts a piece where it was.
    fn put_back(piece: HeldTree) -> io::Result<()> {
        let HeldTree { place, tree, is_dir } = piece;
        if is_dir {
            make_dir(&place)?;
        } else {
            make_file(&place)?;
        }
        let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
        Ok(move_mount(&tree, "", CWD, &place, flags)?)
    }

    fn make_dir(dir: &Path) -> io::Result<()> {
        if dir.is_dir() {
            return Ok(());
        }
        dir.parent().map_or(Ok(()), make_dir)?;
        match rustix::fs::mkdir(dir, Mode::from_raw_mode(0o755)) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(err) => Err(err.into()),
        }
    }

    fn make_file(file: &Path) -> io::Result<()> {
        file.parent().map_or(Ok(()), make_dir)?;
        if file.symlink_metadata().is_ok() {
            return Ok(());
        }
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
        let _ = rustix::fs::open(file, flags, Mode::from_raw_mode(0o644))?;
        Ok(())
    }

    /// Puts an empty directory over another.
    fn cover(dir: &Path, bytes: u64, mode: &str) -> io::Result<()> {
        let options = format!("size={bytes},nr_inodes=200000,mode={mode}");
        let options = std::ffi::CString::new(options)?;
        let flags = if dir == Path::new("/dev") { MountFlags::NOSUID } else { PLAIN };
        Ok(mount("tmpfs", dir, "tmpfs", flags, Some(options.as_c_str()))?)
    }

    /// Tells whether a directory is one that was covered, and can therefore be written.
    fn is_mount_of_ours(dir: &Path) -> bool {
        let can_write = |it: StatVfsMountFlags| !it.contains(StatVfsMountFlags::RDONLY);
        let is_top = system::read_text("/proc/self/mountinfo")
            .is_some_and(|it| system::list_mounts(&it).iter().any(|it| it == dir));
        is_top && statvfs(dir).is_ok_and(|it| can_write(it.f_flag))
    }

    /// Makes terminals and links of its own.
    fn make_devices() -> io::Result<()> {
        make_dir(Path::new("/dev/pts"))?;
        let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
        let options = c"newinstance,ptmxmode=0666,mode=620";
        mount("devpts", "/dev/pts", "devpts", flags, Some(options))?;
        for (to, from) in LINKS {
            rustix::fs::symlink(to, from)?;
        }
        Ok(())
    }

    /// Makes every mount read-only, so that neither names nor modes nor times can be changed there.
    fn make_read_only(free: Option<&Path>, bounds: &Bounds) -> io::Result<()> {
        let text = system::read_text("/proc/self/mountinfo").unwrap_or_default();
        let mounts = system::list_mounts(&text);
        if mounts.is_empty() {
            return Err(io::Error::other("it cannot be told what is mounted"));
        }
        for place in mounts.iter().filter(|it| Some(it.as_path()) != free) {
            let gone =
                bounds.hidden.iter().chain(&bounds.temporary).any(|it| place.starts_with(it));
            match remount(place) {
                Ok(()) => {}
                // What cannot be reached from here cannot be reached by the command either.
                Err(_) if gone || is_out_of_reach(place) => {}
                Err(err) => return Err(err),
            }
            // A socket that was put here from elsewhere is in no list of this machine.
            if rustix::fs::stat(place)
                .is_ok_and(|it| FileType::from_raw_mode(it.st_mode) == FileType::Socket)
            {
                mount_bind("/dev/null", place)?;
            }
        }
        Ok(())
    }

    fn is_out_of_reach(place: &Path) -> bool {
        match statvfs(place) {
            Ok(stat) => stat.f_flag.contains(StatVfsMountFlags::RDONLY),
            Err(err) => matches!(err, Errno::NOENT | Errno::ACCESS | Errno::NOTDIR),
        }
    }

    fn mount_read_only(path: &Path) -> io::Result<()> {
        mount_bind(path, path)?;
        remount(path)
    }

    fn remount(path: &Path) -> io::Result<()> {
        let present = statvfs(path)?.f_flag;
        let mut flags = MountFlags::BIND | MountFlags::RDONLY;
        for (_, flag) in LOCKED.iter().filter(|(it, _)| present.contains(*it)) {
            flags |= *flag;
        }
        Ok(mount_remount(path, flags, "")?)
    }

    /// Makes the directories between what is writable and what is kept mounts of their own, which cannot be
    /// renamed: a copy in the place of what is kept would be taken for it afterwards.
    fn hold_in_place(bounds: &Bounds) -> io::Result<()> {
        let mut held: Vec<PathBuf> = Vec::new();
        for kept in &bounds.kept {
            let tops = bounds.writable.iter().filter(|it| kept.starts_with(it));
            for top in tops {
                let between = kept.ancestors().skip(1).take_while(|it| *it != top);
                held.extend(between.map(Path::to_owned));
            }
        }
        held.sort();
        held.dedup();
        held.iter().try_for_each(|it| Ok(mount_bind(it, it)?))
    }

    /// Puts nothing over a file or a directory; what is gone needs nothing.
    fn mask(path: &Path) -> io::Result<()> {
        let Ok(found) = path.symlink_metadata() else { return Ok(()) };
        if found.is_dir() {
            cover(path, EMPTY_BYTES, "0555")?;
            return remount(path);
        }
        // A link leads to what is hidden or masked by itself.
        if found.is_symlink() { Ok(()) } else { Ok(mount_bind("/dev/null", path)?) }
    }

    /// Takes the rights of a root from this thread and from what it starts.
    pub(in crate::sandbox) fn give_up_rights() -> io::Result<()> {
        let mut sets = capabilities(None)?;
        for key in KEYS {
            match remove_capability_from_bounding_set(key) {
                // An older kernel does not know it, and so has none of it to give.
                Ok(()) | Err(Errno::INVAL) => {}
                Err(err) => return Err(err.into()),
            }
            for set in [&mut sets.effective, &mut sets.permitted, &mut sets.inheritable] {
                set.remove(key);
            }
        }
        Ok(set_capabilities(None, sets)?)
    }
}
