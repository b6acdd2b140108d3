//! What kept a command from doing harm, in words.
//!
//! Owns the protections, one by one, and how each is said where it is there and where it is not. Must
//! not know how any of them works.

use super::keeper::Walls;
use super::limit::{Limit, ResourceLimits};
use std::time::Duration;

/// What kept a command from doing harm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protection {
    /// The namespaces around it.
    pub walls: Walls,
    /// The version of the fence around it, 0 where there was none.
    pub landlock: u32,
    /// Whether the user's home could be hidden at all: a project may be a home.
    pub hides_home: bool,
    /// How much it could take, where a keeper watched that.
    pub limits: Option<ResourceLimits>,
    pub time: Duration,
}

impl Protection {
    /// Lists each protection: its name in data, its name for people, and its state.
    #[must_use]
    pub fn list(&self) -> [(&'static str, &'static str, String); 9] {
        let is_room = self.walls == Walls::Room;
        let in_room = |inside: &str, outside: &str| {
            if is_room { inside.to_owned() } else { format!("{outside}, not protected") }
        };
        let network = match self.walls {
            Walls::None => "open, not protected",
            Walls::Network | Walls::Room => "blocked",
        };
        let home = match (is_room, self.landlock) {
            (false, 0) => "visible, not protected",
            _ if !self.hides_home => "visible because the project is in it, not protected",
            (true, _) => "hidden",
            (false, _) => "file contents blocked, file names visible",
        };
        let files = match (is_room, self.landlock) {
            (true, _) => "read-only",
            (false, 0) => "writable, not protected",
            (false, _) => "writing blocked, permissions and timestamps not protected",
        };
        // A signal to a group does not reach a process that left it.
        let rest = match is_room || self.limits.is_some() {
            true => "all stopped at the end",
            false => "those that detach are not stopped",
        };
        let processes = format!("{}, {rest}", self.say_limit(Limit::Processes));
        [
            ("network", "network", network.to_owned()),
            ("home", "home directory", home.to_owned()),
            ("files", "files outside the project", files.to_owned()),
            ("sockets", "sockets", in_room("hidden where they were found", "reachable")),
            ("temporary", "/tmp and /dev/shm", in_room("private", "shared")),
            ("processes", "processes", processes),
            ("memory", "memory", self.say_limit(Limit::Memory)),
            ("disk", "disk", self.say_limit(Limit::Disk)),
            ("time", "time", format!("at most {} s", self.time.as_secs_f64().ceil())),
        ]
    }

    fn say_limit(&self, limit: Limit) -> String {
        let amount = self.limits.as_ref().map(|it| limit.amount(it));
        amount.map_or("unlimited, not protected".to_owned(), |it| format!("at most {it}"))
    }
}
