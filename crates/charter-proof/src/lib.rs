//! The machine: child processes.
//!
//! Owns every process that charter starts: git, and the user's editor. Must not know the ledger or what a
//! document says.

mod editor;
mod git;

pub use editor::edit;
pub use git::{head_commit, user_name};
