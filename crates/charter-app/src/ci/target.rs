//! What a branch is compared with, side by side.
//!
//! Must not compare.

use crate::app::{App, OpenCharter};
use charter_contract::Status;
use charter_proof::BaseTree;
use serde::Serialize;

/// How much of a time is its day.
const DAY_CHARS: usize = 10;

/// What a branch was compared with.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgainstRow {
    /// As it was named.
    pub name: String,
    pub commit: String,
    /// The last commit that both have.
    pub shared: String,
}

/// The target as it stands, in a copy that is gone afterwards.
pub(super) struct TargetCopy {
    pub(super) app: App,
    pub(super) row: AgainstRow,
    /// Where the branch left it, if it moved on since.
    pub(super) fork: Option<(App, BaseTree)>,
    /// Held, not read.
    #[expect(dead_code, reason = "the copy is gone with it")]
    pub(super) tree: BaseTree,
}

impl TargetCopy {
    /// Gives the project as it was where the branch left the target; none where the target has not moved since.
    pub(super) fn at_fork(&self) -> Option<&App> {
        self.fork.as_ref().map(|(app, _)| app)
    }
}

/// A charter here, and what the target has of it, now and where the branch left it.
pub(super) struct JudgedCharter {
    pub(super) open: OpenCharter,
    pub(super) there: Option<OpenCharter>,
    pub(super) at_fork: Option<OpenCharter>,
    /// Whether it ended before this branch: nothing runs again.
    pub(super) is_history: bool,
}

impl JudgedCharter {
    /// Gives the day since which it is open on the target, if it is.
    pub(super) fn open_since(&self) -> Option<String> {
        let contract = &self.there.as_ref()?.state().contract;
        let since = contract.created_at.filter(|_| contract.status == Status::Active)?;
        Some(since.to_string().chars().take(DAY_CHARS).collect())
    }
}
