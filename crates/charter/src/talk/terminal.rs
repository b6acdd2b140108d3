//! The terminal while a conversation runs.
//!
//! Owns raw mode, which is left whatever happens, and the part of the screen that is drawn again.
//! Everything above it stays as it was. Must not know what is drawn.

use super::key::{self, Key};
use crate::answer::Trouble;
use crate::rim;
use crossterm::cursor::{MoveToColumn, MoveUp};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::terminal::{self, Clear, ClearType};
use crossterm::{execute, queue};
use std::io::{self, Stderr, Write};

/// The size of a terminal that does not say how large it is.
const SIZE_UNKNOWN: (usize, usize) = (80, 24);

/// What is drawn: lines that fit, and where the cursor is among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) lines: Vec<String>,
    pub(super) row: usize,
    pub(super) column: usize,
}

/// A terminal in raw mode.
#[derive(Debug)]
pub(super) struct RawTerminal {
    out: Stderr,
    /// How many lines of the frame are above the cursor.
    above: usize,
}

impl RawTerminal {
    pub(super) fn open() -> Result<Self, Trouble> {
        let mut terminal = Self { out: rim::conversation(), above: 0 };
        terminal.enter().map_err(Trouble::from_terminal)?;
        Ok(terminal)
    }

    fn enter(&mut self) -> io::Result<()> {
        terminal::enable_raw_mode()?;
        execute!(self.out, EnableBracketedPaste)
    }

    fn leave(&mut self) -> io::Result<()> {
        let shown = execute!(self.out, DisableBracketedPaste);
        terminal::disable_raw_mode().and(shown)
    }

    /// Gives columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        match terminal::size() {
            Ok((columns, rows)) if columns > 0 && rows > 0 => (columns.into(), rows.into()),
            _ => SIZE_UNKNOWN,
        }
    }

    /// Draws a frame in the place of the last one.
    pub(super) fn draw(&mut self, frame: &Drawing) -> Result<(), Trouble> {
        self.put(frame).map_err(Trouble::from_terminal)
    }

    fn put(&mut self, frame: &Drawing) -> io::Result<()> {
        self.wipe()?;
        let lines: Vec<String> = frame.lines.iter().map(|it| rim::drawn(it)).collect();
        self.out.write_all(lines.join("\r\n").as_bytes())?;
        let below = frame.lines.len().saturating_sub(frame.row + 1);
        self.up(below)?;
        queue!(self.out, MoveToColumn(u16::try_from(frame.column).unwrap_or(u16::MAX)))?;
        self.above = frame.row;
        self.out.flush()
    }

    /// Puts text in the place of the last frame, where it stays.
    pub(super) fn leave_text(&mut self, text: &str) -> Result<(), Trouble> {
        self.put_text(text).map_err(Trouble::from_terminal)
    }

    fn put_text(&mut self, text: &str) -> io::Result<()> {
        self.wipe()?;
        self.out.write_all(rim::drawn(text).replace('\n', "\r\n").as_bytes())?;
        self.above = 0;
        self.out.flush()
    }

    fn wipe(&mut self) -> io::Result<()> {
        self.up(self.above)?;
        queue!(self.out, MoveToColumn(0), Clear(ClearType::FromCursorDown))
    }

    fn up(&mut self, lines: usize) -> io::Result<()> {
        match u16::try_from(lines) {
            Ok(lines) if lines > 0 => queue!(self.out, MoveUp(lines)),
            _ => Ok(()),
        }
    }

    /// Waits for a key that means something.
    pub(super) fn read(&self) -> Result<Key, Trouble> {
        loop {
            let event = crossterm::event::read().map_err(Trouble::from_terminal)?;
            if let Some(key) = key::read(event) {
                return Ok(key);
            }
        }
    }

    /// Lends the terminal to somebody else, and takes it back.
    pub(super) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> Result<T, Trouble> {
        self.leave_text("")?;
        self.leave().map_err(Trouble::from_terminal)?;
        let made = work();
        self.enter().map_err(Trouble::from_terminal)?;
        Ok(made)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        let _ = self.leave();
    }
}
