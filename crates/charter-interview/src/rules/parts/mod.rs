//! What people say to a mind's proposal: to its parts, and to its goal in one sentence.
//!
//! Owns how such words are read, in every language. Must not know the proposal, nor propose anything.

mod addition;
mod edit;
mod goal;
#[cfg(test)]
mod tests;
mod wording;

pub use edit::{PartsEdit, read as read_edit};
pub use goal::may_be_goal;
