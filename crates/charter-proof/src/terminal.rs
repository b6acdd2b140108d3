//! A terminal for a command: a pseudo-terminal whose other end is listened to.
//!
//! Owns its size and what comes out of it. Must not know where that is shown.

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{
    OptionalActions, Termios, Winsize, tcgetattr, tcgetwinsize, tcsetattr, tcsetwinsize,
};
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
}

impl io::Read for Terminal {
    /// Reads what was written to it; the end of the last writer reads as an error.
    fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&*self.master, chunk)?)
    }
}

/// The keyboard of charter, while a command writes to a terminal of its own.
///
/// A program that wants single keys may say so where it writes; the keys come from elsewhere, so that
/// is done there, and undone at the end.
pub(crate) struct Keyboard {
    at_first: Option<Termios>,
    wanted: Option<Termios>,
    is_changed: bool,
}

impl Keyboard {
    /// Looks at how keys come in and what a command finds where it writes.
    pub(crate) fn watch(terminal: &Terminal) -> Self {
        let at_first = tcgetattr(io::stdin()).ok();
        Self { at_first, wanted: tcgetattr(&*terminal.master).ok(), is_changed: false }
    }

    /// Takes over what the command asked of its terminal since the last look.
    pub(crate) fn follow(&mut self, terminal: &Terminal) {
        let (Some(_), Ok(now)) = (&self.at_first, tcgetattr(&*terminal.master)) else { return };
        let is_same =
            |it: &Termios| it.local_modes == now.local_modes && it.input_modes == now.input_modes;
        if self.wanted.as_ref().is_none_or(is_same) {
            return;
        }
        if let Ok(mut keys) = tcgetattr(io::stdin()) {
            (keys.local_modes, keys.input_modes) = (now.local_modes, now.input_modes);
            keys.special_codes.clone_from(&now.special_codes);
            self.is_changed |= tcsetattr(io::stdin(), OptionalActions::Now, &keys).is_ok();
        }
        self.wanted = Some(now);
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        if let (true, Some(at_first)) = (self.is_changed, &self.at_first) {
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, at_first);
        }
    }
}

/// Gives the columns and rows of the window on stdout.
pub(crate) fn window_size() -> (u16, u16) {
    let size = tcgetwinsize(io::stdout()).map(|it| (it.ws_col, it.ws_row));
    size.ok().filter(|(columns, rows)| *columns > 0 && *rows > 0).unwrap_or(SIZE_DEFAULT)
}

/// Tells whether what is written to stderr is seen on a terminal.
pub(crate) fn has_margin() -> bool {
    rustix::termios::isatty(io::stderr())
}
