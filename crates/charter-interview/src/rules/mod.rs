//! Who thinks: the offline mind, which is language data and rules.
//!
//! Owns what a program can guess from text without a network. Must not know the ledger or files: a
//! mind proposes and the engine decides.

mod change;
pub mod checklist;
pub mod coverage;
pub mod parts;
mod proposal;
mod title;

pub use change::talks_of_change;
pub use coverage::OfflineMind;
pub use title::{Title, propose_title};
