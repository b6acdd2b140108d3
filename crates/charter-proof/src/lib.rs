//! The machine: child processes, what test runners write, and what pictures show.
//!
//! Owns every process that charter starts, git and the user's editor, the reading of test results and
//! the decoding of pictures. Must not know the ledger or what a document says.

mod editor;
mod git;
mod image;
mod junit;
mod key;
mod run;
mod worktree;

pub use editor::edit;
pub use git::{
    Files, changed_since, contents_at, head_commit, head_state, is_repository, list_files,
    submodules, user_name,
};
pub use image::look_at_picture;
pub use junit::{JunitProblem, TestCase, TestOutcome, read_junit};
pub use key::{PublicKey, SecretKey, is_hex_key};
pub use run::{Echo, Ran, run};
pub use worktree::{BaseTree, remove_tree, resolve};
