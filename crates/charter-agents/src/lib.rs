//! Coding agents: what is installed into them, what of them is let through, and when they are told to go on.
//!
//! Knows the contract and no other feature; writes no event.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod guard;
pub mod install;
pub mod looping;
mod refusal;

pub use refusal::AgentRefusal;
