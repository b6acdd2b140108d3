//! The beginning and the end of an output.
//!
//! Owns how much of it is kept. Must not know what wrote it.

/// The most bytes that are kept from the beginning of an output.
pub(crate) const HEAD_BYTES_MAX: usize = 256 * 1024;

/// The most bytes that are kept from its end.
pub(crate) const TAIL_BYTES_MAX: usize = 768 * 1024;

/// An output, its middle left out where it is too much.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    head: Vec<u8>,
    tail: Vec<u8>,
    n_lost: usize,
}

impl Kept {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let room = HEAD_BYTES_MAX.saturating_sub(self.head.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.head.extend_from_slice(first);
        self.tail.extend_from_slice(rest);
        if self.tail.len() > 2 * TAIL_BYTES_MAX {
            let excess = self.tail.len() - TAIL_BYTES_MAX;
            self.tail.drain(..excess);
            self.n_lost += excess;
        }
    }

    /// Gives what was kept, with a line where something is missing.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        let excess = self.tail.len().saturating_sub(TAIL_BYTES_MAX);
        self.tail.drain(..excess);
        self.n_lost += excess;
        let mut bytes = self.head;
        if self.n_lost > 0 {
            bytes.extend_from_slice(format!("\n… {} bytes left out …\n", self.n_lost).as_bytes());
        }
        bytes.extend_from_slice(&self.tail);
        bytes
    }
}
