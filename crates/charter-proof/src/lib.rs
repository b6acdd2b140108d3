//! The machine: child processes.
//!
//! Owns every process that charter starts; so far that is git. Must not know the ledger or what a
//! document says.

mod git;

pub use git::{head_commit, user_name};
