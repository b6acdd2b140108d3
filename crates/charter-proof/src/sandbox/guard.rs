//! What kept a command from doing harm, in words.
//!
//! Owns the protections, one by one, and how each is said where it is there and where it is not. Must
//! not know how any of them works.

use super::limit::{Limit, ResourceLimits};
use std::fmt;
use std::time::Duration;

/// What kept a command from the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkGuard {
    /// Nothing did.
    None,
    /// A network of its own, with nothing in it but itself.
    Namespace,
}

/// What kept a command from the user's home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HomeGuard {
    /// Nothing did.
    None,
    /// The project is a home; only keys and passwords are hidden there.
    Project,
    /// What is in its files cannot be read.
    Landlock,
    /// It is not there.
    Mounts,
}

/// What kept a command from changing files elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileGuard {
    /// Nothing did.
    None,
    /// Landlock, at a version of its interface: no writing, but modes and times can be changed.
    Landlock(u32),
    /// Everything else is read-only.
    Mounts,
}

/// What kept a command from sockets that are files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SocketGuard {
    /// Nothing did.
    None,
    /// They are not there.
    Mounts,
}

/// What kept a command from the temporary files of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemporaryGuard {
    /// Nothing did.
    None,
    /// It has directories of its own.
    Mounts,
}

/// What ends the processes that a command leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessGuard {
    /// A signal to its group, which a process can leave.
    Group,
    /// A process that all others come back to.
    Keeper,
    /// A namespace that ends as a whole.
    Namespace,
}

/// What kept a command from doing harm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protection {
    /// From the network.
    pub network: NetworkGuard,
    /// From the user's home.
    pub home: HomeGuard,
    /// From other files.
    pub files: FileGuard,
    /// From the programs behind sockets.
    pub sockets: SocketGuard,
    /// From temporary files of others.
    pub temporary: TemporaryGuard,
    /// From living on.
    pub processes: ProcessGuard,
    /// How much it could take, where that was watched.
    pub limits: Option<ResourceLimits>,
    pub time: Duration,
}

impl fmt::Display for NetworkGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "open, not protected",
            Self::Namespace => "blocked",
        })
    }
}

impl fmt::Display for HomeGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "visible, not protected",
            Self::Project => "visible because the project is in it, not protected",
            Self::Landlock => "file contents blocked, file names visible",
            Self::Mounts => "hidden",
        })
    }
}

impl fmt::Display for FileGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "writable, not protected",
            Self::Landlock(_) => "writing blocked, permissions and timestamps not protected",
            Self::Mounts => "read-only",
        })
    }
}

impl fmt::Display for SocketGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "reachable, not protected",
            Self::Mounts => "hidden where they were found",
        })
    }
}

impl fmt::Display for TemporaryGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "shared, not protected",
            Self::Mounts => "private",
        })
    }
}

impl Protection {
    /// Lists each protection: its name in data, its name for people, and its state.
    #[must_use]
    pub fn list(&self) -> [(&'static str, &'static str, String); 9] {
        [
            ("network", "network", self.network.to_string()),
            ("home", "home directory", self.home.to_string()),
            ("files", "files outside the project", self.files.to_string()),
            ("sockets", "sockets", self.sockets.to_string()),
            ("temporary", "/tmp and /dev/shm", self.temporary.to_string()),
            ("processes", "processes", self.say_processes()),
            ("memory", "memory", self.say_limit(Limit::Memory)),
            ("disk", "disk", self.say_limit(Limit::Disk)),
            ("time", "time", format!("at most {} s", self.time.as_secs_f64().ceil())),
        ]
    }

    fn say_limit(&self, limit: Limit) -> String {
        let amount = self.limits.as_ref().map(|it| limit.amount(it));
        amount.map_or("unlimited, not protected".to_owned(), |it| format!("at most {it}"))
    }

    fn say_processes(&self) -> String {
        let rest = match self.processes {
            ProcessGuard::Group => "those that detach are not stopped",
            ProcessGuard::Keeper | ProcessGuard::Namespace => "all stopped at the end",
        };
        format!("{}, {rest}", self.say_limit(Limit::Processes))
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = self.list().map(|(_, name, state)| format!("{name}: {state}"));
        f.write_str(&items.join("; "))
    }
}
