//! The engine: the features composed. Documents and events in, decisions out.
//!
//! Owns the sums (what happened, what it adds up to, why not) and the answers that look at several features at
//! once; every rule is a feature's. Must not know files, clocks, the environment, randomness, threads, the
//! network or a terminal: whatever it needs comes in as a value, whatever it wants done goes out as one.

#![warn(clippy::wildcard_enum_match_arm)]

mod command;
mod decide;
pub mod event;
pub mod projection;
pub mod query;
mod refusal;
mod state;

pub use command::Command;
pub use decide::decide;
pub use event::EventBody;
pub use refusal::Refusal;
pub use state::{FORMAT as STATE_FORMAT, State};
