//! The machine: child processes, and what test runners write.
//!
//! Owns every process that charter starts, git and the user's editor, and the reading of test results. Must not know the ledger or what a
//! document says.

mod editor;
mod git;
mod junit;
mod run;
mod worktree;

pub use editor::edit;
pub use git::{
    Files, changed_since, contents_at, head_commit, head_state, is_repository, list_files,
    submodules, user_name,
};
pub use junit::{JunitProblem, TestCase, TestOutcome, read_junit};
pub use run::{Echo, Ran, run};
pub use worktree::{BaseTree, remove_tree, resolve};
