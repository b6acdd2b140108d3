//! What the kernel says about processes, mounts and memory.
//!
//! Owns the reading of its files, each with a limit, and of the numbers in them. Must not decide
//! anything.

use crate::plain::read_past;
use rustix::fs::{Mode, OFlags};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How much of a file of the kernel is read.
const BYTES_MAX: usize = 4 << 20;

/// Reads a file of the system, or the beginning of a long one, as text.
pub(super) fn read_text(path: impl AsRef<Path>) -> Option<String> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = rustix::fs::open(path.as_ref(), flags, Mode::empty()).ok()?;
    let bytes = read_past(&file, BYTES_MAX)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Finds a figure in kilobytes, such as `MemTotal`, and gives it in bytes.
pub(super) fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(':'))?;
    rest.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Gives how much memory the machine has, and how much of it can still be had.
pub(super) fn memory() -> Option<(u64, u64)> {
    let text = read_text("/proc/meminfo")?;
    Some((kilobytes(&text, "MemTotal")?, kilobytes(&text, "MemAvailable")?))
}

/// Lists the numbers of the processes that can be seen.
pub(super) fn list_processes() -> Vec<i32> {
    let entries = Path::new("/proc").read_dir().into_iter().flatten().flatten();
    entries.filter_map(|it| it.file_name().to_str()?.parse().ok()).collect()
}

/// Where a process comes from and belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) group: i32,
}

pub(super) fn find_process(pid: i32) -> Option<Process> {
    let stat = read_text(format!("/proc/{pid}/stat"))?;
    // The name stands in brackets, and may have brackets of its own.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(1).map(|it| it.parse().ok());
    Some(Process { pid, parent: fields.next()??, group: fields.next()?? })
}

pub(super) fn list_descendants(pid: i32) -> Vec<Process> {
    let mut children: BTreeMap<i32, Vec<Process>> = BTreeMap::new();
    for process in list_processes().into_iter().filter_map(find_process) {
        children.entry(process.parent).or_default().push(process);
    }
    let mut found = children.remove(&pid).unwrap_or_default();
    let mut idx = 0;
    while let Some(process) = found.get(idx).copied() {
        found.extend(children.remove(&process.pid).unwrap_or_default());
        idx += 1;
    }
    found
}

/// Counts the threads of a user, as far as they can be seen.
pub(super) fn count_threads(user: u32) -> u64 {
    let threads = |pid: i32| -> Option<u64> {
        let text = read_text(format!("/proc/{pid}/status"))?;
        let find = |name| text.lines().find_map(|it: &str| it.strip_prefix(name));
        let owner: u32 = find("Uid:")?.split_whitespace().next()?.parse().ok()?;
        find("Threads:").filter(|_| owner == user)?.trim().parse().ok()
    };
    list_processes().into_iter().filter_map(threads).sum()
}

/// Lists where something is mounted, from `/proc/self/mountinfo`.
pub(super) fn list_mounts(text: &str) -> Vec<PathBuf> {
    text.lines().filter_map(|it| it.split(' ').nth(4)).map(|it| unescape(it).into()).collect()
}

/// Lists the sockets that are files, from `/proc/net/unix`.
pub(super) fn list_sockets(text: &str) -> Vec<PathBuf> {
    // Seven columns, then the path, which may hold blanks.
    let path = |line: &str| {
        let mut rest = line;
        for _ in 0..7 {
            rest = rest.trim_start().split_once(' ')?.1;
        }
        let path = rest.trim_start();
        path.starts_with('/').then(|| PathBuf::from(path))
    };
    text.lines().filter_map(path).collect()
}

/// Finds the home of a user, from `/etc/passwd`.
pub(super) fn find_home(text: &str, user: u32) -> Option<PathBuf> {
    let home = |line: &str| {
        let mut fields = line.split(':').skip(2);
        let is_theirs = fields.next()?.parse() == Ok(user);
        fields.nth(2).filter(|_| is_theirs).map(PathBuf::from)
    };
    text.lines().find_map(home).filter(|it| it.is_absolute())
}

/// Undoes how the kernel writes blanks and the like: `\040`.
fn unescape(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..3).and_then(|it| u8::from_str_radix(it, 8).ok());
        match (code, part.get(3..)) {
            (Some(code), Some(rest)) if code.is_ascii() => {
                plain.push(char::from(code));
                plain.push_str(rest);
            }
            _ => {
                plain.push('\\');
                plain.push_str(part);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_sockets_and_homes_are_read_as_the_kernel_writes_them() {
        let mounts = "22 1 0:21 / /proc rw,relatime - proc proc rw\n30 1 8:1 / /a\\040b\\134c rw - ext4 /dev/sda rw\n";
        assert_eq!(list_mounts(mounts), [Path::new("/proc"), Path::new("/a b\\c")]);
        let sockets = "Num       RefCount Protocol Flags    Type St Inode Path\n0000000000000000: 00000002 00000000 00010000 0001 01 21 /run/a b.sock\n0000000000000000: 00000002 00000000 00010000 0001 01 22 @abstract\n0000000000000000: 00000003 00000000 00000000 0001 03 23\n";
        assert_eq!(list_sockets(sockets), [Path::new("/run/a b.sock")]);
        let passwd = "root:x:0:0:root:/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\nodd:x:7\n";
        assert_eq!(find_home(passwd, 1000), Some("/home/ada".into()));
        assert_eq!(find_home(passwd, 7), None);
        assert_eq!(kilobytes("MemTotal:  12 kB\nMemFree: 3 kB\n", "MemFree"), Some(3072));
    }

    #[test]
    fn this_process_has_a_parent_and_memory() {
        let pid = i32::try_from(std::process::id()).unwrap();
        assert!(list_processes().contains(&pid));
        let parent = find_process(pid).unwrap().parent;
        assert!(parent == 0 || list_descendants(parent).iter().any(|it| it.pid == pid));
        assert!(count_threads(rustix::process::getuid().as_raw()) > 0);
        assert!(memory().is_some_and(|(total, left)| total >= left && left > 0));
    }
}
