//! Watching what a command takes of the machine.
//!
//! Owns the measuring: how many processes there are, how much memory they have together, how much the
//! disk filled up. It asks the kernel for figures that anybody may have, so that it needs no rights.
//! Must not stop anybody.

use super::limit::{LEFT_SHARE, Limit, ResourceLimits};
use super::system;
use rustix::fs::statvfs;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What was there before a command began, and what it may take.
pub(super) struct Watch {
    limits: ResourceLimits,
    /// A directory on each disk that it can write to, and how many bytes were free there.
    disks: Vec<(PathBuf, u64)>,
    /// Directories that are memory.
    in_memory: Vec<PathBuf>,
}

impl Watch {
    pub(super) fn new(limits: ResourceLimits, writable: &[PathBuf], in_memory: &[PathBuf]) -> Self {
        let mut known = BTreeSet::new();
        let disk = |dir: &PathBuf| {
            let stat = rustix::fs::stat(dir).ok()?;
            Some((dir.clone(), free(dir)?)).filter(|_| known.insert(stat.st_dev))
        };
        let disks = writable.iter().filter_map(disk).collect();
        Self { limits, disks, in_memory: in_memory.to_vec() }
    }

    /// Says what these processes have too much of.
    pub(super) fn find_excess(&self, processes: &[i32]) -> Option<Limit> {
        if let Some(limit) = self.find_crowd(processes.len()) {
            return Some(limit);
        }
        let filled = |(dir, before): &(PathBuf, u64)| before.saturating_sub(free(dir)?).into();
        if self.disks.iter().filter_map(filled).max().unwrap_or(0) > self.limits.disk {
            return Some(Limit::Disk);
        }
        self.has_too_much_memory(processes).then_some(Limit::Memory)
    }

    /// Says whether so many processes are too many.
    pub(super) fn find_crowd(&self, n_processes: usize) -> Option<Limit> {
        let n_processes = u64::try_from(n_processes).unwrap_or(u64::MAX);
        (n_processes > self.limits.processes).then_some(Limit::Processes)
    }

    fn has_too_much_memory(&self, processes: &[i32]) -> bool {
        // What is in no process (a file in memory that nobody maps) shows in what is left for all.
        if system::memory().is_some_and(|(total, left)| left < total / LEFT_SHARE) {
            return true;
        }
        let files: u64 = self.in_memory.iter().filter_map(used).sum();
        let sum = |of: fn(i32) -> Option<u64>| -> u64 {
            processes.iter().filter_map(|it| of(*it)).fold(files, u64::saturating_add)
        };
        // Pages that forks share are counted for each at first, and once if that is too much.
        sum(own_pages) > self.limits.memory && sum(fair_share) > self.limits.memory
    }
}

/// Gives how many bytes a user can still write on the disk of a directory.
fn free(dir: &PathBuf) -> Option<u64> {
    let stat = statvfs(dir).ok()?;
    stat.f_bavail.checked_mul(stat.f_frsize)
}

fn used(dir: &PathBuf) -> Option<u64> {
    let stat = statvfs(dir).ok()?;
    stat.f_blocks.checked_sub(stat.f_bfree)?.checked_mul(stat.f_frsize)
}

/// Gives how many bytes a process has that are in no file.
fn own_pages(pid: i32) -> Option<u64> {
    system::kilobytes(&system::read_text(format!("/proc/{pid}/status"))?, "RssAnon")
}

/// Gives how many bytes a process has, with its share of what it has together with others.
fn fair_share(pid: i32) -> Option<u64> {
    let text = system::read_text(format!("/proc/{pid}/smaps_rollup"))?;
    system::kilobytes(&text, "Pss_Anon").or_else(|| system::kilobytes(&text, "Pss"))
}
