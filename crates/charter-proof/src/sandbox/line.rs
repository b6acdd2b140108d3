//! The way between charter and the keeper of a command.
//!
//! Owns charter's end of it and the words. What is said there is a few words, one to a line; that it is closed says
//! that nobody waits any more. Must not know what they lead to.

use super::limit::Limit;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

/// How much is read of what a keeper said.
const BYTES_MAX: usize = 8192;

/// Said on the line before the command starts.
pub(super) const READY: &str = "ready";

/// Said on the line before the name of a limit.
pub(super) const OVER: &str = "over ";

/// Said on the line before the reason why the command did not start.
pub(super) const FAILED: &str = "failed ";

/// What a keeper said.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Whether everything was ready for the command.
    pub(super) is_ready: bool,
    /// What the command took too much of.
    pub(super) over: Option<Limit>,
    pub(super) failed: Option<String>,
}

/// One end of the way.
pub(super) struct ControlLine(UnixStream);

impl ControlLine {
    /// Makes both ends; the other is for the keeper.
    pub(super) fn open() -> io::Result<(Self, OwnedFd)> {
        let (own, other) = UnixStream::pair()?;
        own.set_nonblocking(true)?;
        Ok((Self(own), other.into()))
    }

    pub(super) fn ask_to_end(&self) {
        let _ = (&self.0).write_all(b"end");
    }

    /// Takes what was said up to now.
    pub(super) fn hear(&self) -> Heard {
        let mut bytes = Vec::new();
        let mut chunk = [0; 1024];
        while bytes.len() < BYTES_MAX {
            let n = (&self.0).read(&mut chunk).unwrap_or(0);
            if n == 0 {
                break;
            }
            bytes.extend_from_slice(chunk.get(..n).unwrap_or_default());
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let after = |start: &str| text.lines().find_map(|it| it.strip_prefix(start));
        Heard {
            is_ready: text.lines().any(|it| it == READY),
            over: after(OVER).and_then(Limit::find),
            failed: after(FAILED).map(str::to_owned),
        }
    }
}
