//! What the store wants to know of the working copy of a repository that a root is in.
//!
//! Owns the question. Must not know git: it is told what git's state is called.

use charter_kernel::CharterId;
use charter_kernel::strand::StrandId;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// What is known of git's state around a root: its commit, and how often that moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GitMark {
    /// No repository is around.
    None,
    /// It cannot be told whether anything moved.
    Unreadable,
    At(String),
}

/// What the store wants to know of the working copy that a root is in.
pub trait WorkingCopy: Debug + Send + Sync {
    fn mark(&self) -> GitMark;

    /// Tells whether git was told of a strand, so that a commit may hold it at any moment.
    fn is_staged(&self, _strand: &StrandId) -> bool {
        false
    }

    /// Gives the name of a strand that nobody else gives to one; the attempts before were taken.
    fn name(&self, id: &CharterId, attempt: u32) -> StrandId;
}

/// A root without git around it, and names that follow from the charter's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoneCopy;

impl WorkingCopy for LoneCopy {
    fn mark(&self) -> GitMark {
        GitMark::None
    }

    fn name(&self, id: &CharterId, attempt: u32) -> StrandId {
        StrandId::from_random(format!("{id} {attempt}").as_bytes())
    }
}
