//! What the store wants to know of the working copy of a repository that a root is in.
//!
//! Owns the question. Must not know git: it is told what git's state is called.

use charter_kernel::CharterId;
use charter_kernel::strand::StrandId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
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

/// In which commits a version of a strand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeenIn {
    /// One that the commit which is checked out follows, or that one.
    History,
    /// Only one that the branch was at before it was moved back or rewritten.
    Former,
}

/// A strand as a commit holds it, otherwise than it is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenStrand {
    pub strand: StrandId,
    pub seen_in: SeenIn,
    pub bytes: Vec<u8>,
}

/// What commits hold of a ledger otherwise than it is here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenStrands {
    pub versions: Vec<SeenStrand>,
    /// Whether there were more than are looked at.
    pub is_cut: bool,
}

/// What the store wants to know of the working copy that a root is in.
pub trait WorkingCopy: Debug + Send + Sync {
    fn mark(&self) -> GitMark;

    /// Lists the strands among some that git was told of, so that a commit may hold them at any moment.
    fn staged(&self, _strands: &[&StrandId]) -> BTreeSet<StrandId> {
        BTreeSet::new()
    }

    /// Gives what commits behind another one hold of a charter's strands otherwise than it is here; nothing
    /// where git cannot tell.
    fn seen(&self, _id: &CharterId, _since: Option<&str>) -> SeenStrands {
        SeenStrands::default()
    }

    /// Gives what commits hold of a charter's strands that only other branches follow, each with the branch.
    fn elsewhere(&self, _id: &CharterId, _since: Option<&str>) -> Vec<(String, StrandId, Vec<u8>)> {
        Vec::new()
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
