//! A terminal for a command: a pseudo-terminal whose other end is listened to.
//!
//! Owns its size and what comes out of it. Must not know where that is shown.

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetwinsize, tcsetwinsize};
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The size of a terminal that nobody looks at.
const SIZE_DEFAULT: (u16, u16) = (80, 24);

/// A terminal that a command writes to.
#[derive(Debug, Clone)]
pub(crate) struct Terminal {
    master: Arc<OwnedFd>,
}

impl Terminal {
    /// Makes one of the size of the window on stdout and puts a command's output there.
    pub(crate) fn attach(command: &mut Command) -> io::Result<Self> {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&master)?;
        unlockpt(&master)?;
        let terminal = Self { master: Arc::new(master) };
        terminal.resize();
        let name = ptsname(&*terminal.master, Vec::new())?;
        let open = || -> io::Result<OwnedFd> {
            Ok(rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())?)
        };
        command.stdout(Stdio::from(open()?)).stderr(Stdio::from(open()?));
        Ok(terminal)
    }

    /// Takes over the size of the window.
    pub(crate) fn resize(&self) {
        let (columns, rows) = window_size();
        let size = Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 };
        let _ = tcsetwinsize(&*self.master, size);
    }

    /// Reads what was written to it; the end of the last writer reads as an error.
    pub(crate) fn read(&self, chunk: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&*self.master, chunk)?)
    }
}

/// Gives the columns and rows of the window on stdout.
pub(crate) fn window_size() -> (u16, u16) {
    let size = tcgetwinsize(io::stdout()).map(|it| (it.ws_col, it.ws_row));
    size.ok().filter(|(columns, rows)| *columns > 0 && *rows > 0).unwrap_or(SIZE_DEFAULT)
}
