//! What time it is.
//!
//! Owns the only reading of the machine's clock. A fixed clock is for tests, and every event
//! written under it says so. Must not know what the time is used for.

use charter_kernel::{Timestamp, Witness};

/// Where the time comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// The machine.
    System,
    /// The caller.
    Fixed(Timestamp),
}

/// Measures how long something takes; under a fixed clock it took no time.
#[derive(Debug)]
pub(crate) struct Stopwatch(Option<std::time::Instant>);

impl Stopwatch {
    /// Gives the milliseconds since the start.
    pub(crate) fn millis(&self) -> u64 {
        self.0.map_or(0, |it| u64::try_from(it.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}

impl Clock {
    /// Starts to measure.
    #[expect(clippy::disallowed_methods, reason = "this is the home of the clock")]
    pub(crate) fn stopwatch(self) -> Stopwatch {
        Stopwatch((self == Self::System).then(std::time::Instant::now))
    }

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
