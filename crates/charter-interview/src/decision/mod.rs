//! What is submitted to an interview, as decisions.
//!
//! Owns what may be submitted when, and the events and edits it leads to. Must not know where a submission
//! comes from.

pub mod brief;
pub mod deep;
