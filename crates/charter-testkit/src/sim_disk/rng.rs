//! Seeded randomness: the same seed gives the same choices on every machine.
//!
//! Owns the generator (splitmix64). Must not know where a seed comes from.

/// A small deterministic random number generator.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Starts a sequence that depends on the seed alone.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Draws any number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Draws a number in `0..n`; `n` is at least one.
    pub fn below(&mut self, n: usize) -> usize {
        reduce(self.next_u64(), n)
    }

    /// Draws true or false, each as often.
    pub fn coin(&mut self) -> bool {
        self.next_u64() & 1 == 1
    }

    /// Draws how many of `n` ordered things are kept: none and all are likelier than the rest,
    /// since that is where careless code breaks.
    pub(super) fn prefix_of(&mut self, n: usize) -> usize {
        match self.below(4) {
            0 => 0,
            1 => n,
            _ => self.below(n + 1),
        }
    }
}

/// Brings a draw into `0..n`; `n` is at least one.
pub(super) fn reduce(draw: u64, n: usize) -> usize {
    let n = u64::try_from(n).expect("a length fits 64 bits");
    usize::try_from(draw % n).expect("less than a length")
}
