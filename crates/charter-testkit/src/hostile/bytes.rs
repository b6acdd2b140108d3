//! Bytes that are read as choices.
//!
//! Owns the reading. Where the bytes end, every choice is the first one, so that bytes of any length
//! mean something. Must not know what is chosen.

/// What is left of the bytes.
#[derive(Debug)]
pub(super) struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }

    /// Chooses a number in `0..n`; `n` is at least one.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let low = usize::from(self.byte());
        let drawn = if n > 256 { low | usize::from(self.byte()) << 8 } else { low };
        drawn % n
    }

    pub(super) fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Chooses one of several things; there is at least one.
    pub(super) fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// Takes bytes as they are, as many as the next one says.
    pub(super) fn chunk(&mut self) -> &'a [u8] {
        let n = usize::from(self.byte()).min(self.rest.len());
        let (chunk, rest) = self.rest.split_at(n);
        self.rest = rest;
        chunk
    }
}
