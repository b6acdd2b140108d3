//! Lines out of bytes that come piece by piece.
//!
//! Owns how much of a ledger is held: one line, and no more of a line than it may have. Must not know
//! what a line says.

use super::LINE_BYTES_MAX;

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LedgerPiece {
    /// A line, without its end.
    Line(Vec<u8>),
    /// What stands behind the last line's end; empty where nothing does.
    Last(Vec<u8>),
    /// A line that is longer than one may be; the next piece comes from behind it.
    TooLong,
    /// More bytes are wanted first.
    Wanting,
}

/// Bytes that were given and not read yet.
#[derive(Debug, Default)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// Where the next line begins in the buffer.
    at: usize,
    /// How far its end was looked for.
    searched: usize,
    /// How many bytes were read before it.
    pub(super) offset: usize,
    /// How many lines were read before it.
    pub(super) n_lines: usize,
    is_over: bool,
    is_passing: bool,
}

impl Lines {
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.at);
        self.searched -= self.at;
        self.at = 0;
        self.buffer.extend_from_slice(bytes);
    }

    pub(super) fn finish(&mut self) {
        self.is_over = true;
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Counts the lines that were begun: one that is passed over is, and its end was not seen.
    pub(super) fn n_begun(&self) -> usize {
        self.n_lines + usize::from(self.is_passing)
    }

    pub(super) fn next(&mut self) -> LedgerPiece {
        loop {
            let rest = self.buffer.get(self.searched..).unwrap_or_default();
            let end = rest.iter().position(|byte| *byte == b'\n').map(|it| self.searched + it);
            let Some(end) = end else { return self.without_end() };
            let line = self.buffer.get(self.at..end).unwrap_or_default();
            let is_long = line.len() > LINE_BYTES_MAX;
            let line = if is_long || self.is_passing { Vec::new() } else { line.to_vec() };
            self.offset += end + 1 - self.at;
            self.n_lines += 1;
            (self.at, self.searched) = (end + 1, end + 1);
            // The rest of a line that was found too long before.
            if std::mem::take(&mut self.is_passing) {
                continue;
            }
            return if is_long { LedgerPiece::TooLong } else { LedgerPiece::Line(line) };
        }
    }

    fn without_end(&mut self) -> LedgerPiece {
        self.searched = self.buffer.len();
        let len = self.buffer.len() - self.at;
        if self.is_passing || len > LINE_BYTES_MAX {
            self.buffer.clear();
            (self.at, self.searched) = (0, 0);
            self.offset += len;
            if !std::mem::replace(&mut self.is_passing, true) {
                return LedgerPiece::TooLong;
            }
        }
        if self.is_over {
            return LedgerPiece::Last(self.buffer.get(self.at..).unwrap_or_default().to_vec());
        }
        LedgerPiece::Wanting
    }
}
