//! What time it is.
//!
//! Owns the only reading of the machine's clock. A fixed clock is for tests, and every event
//! written under it says so. Must not know what the time is used for.

use charter_core::{Timestamp, Witness};

/// Where the time comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// The machine.
    System,
    /// The caller.
    Fixed(Timestamp),
}

impl Clock {
    /// Gives the time and how it is known.
    #[expect(clippy::disallowed_methods, reason = "this is the home of the clock")]
    pub(crate) fn read(self) -> (Timestamp, Witness) {
        match self {
            Self::System => {
                let now = jiff::Timestamp::now();
                (Timestamp::from_millis(now.as_millisecond()), Witness::Clock)
            }
            Self::Fixed(now) => (now, Witness::Fixed),
        }
    }
}
