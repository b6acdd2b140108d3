//! Why something was not tried.
//!
//! Owns the step from a failure of git to a reason that a record keeps. Must not judge it.

use crate::error::Error;
use charter_contract::{Untried, UntriedReason};
use charter_proof::GitFailure;

/// Why nothing came of a trial.
#[derive(Debug)]
pub(crate) enum NotTried {
    Missing(Untried),
    /// All of it ended.
    Stopped(Error),
}

impl NotTried {
    pub(crate) fn missing(reason: UntriedReason, message: impl Into<String>) -> Self {
        Self::Missing(Untried { reason, message: message.into() })
    }
}

impl From<Error> for NotTried {
    fn from(error: Error) -> Self {
        Self::Stopped(error)
    }
}

impl From<GitFailure> for NotTried {
    fn from(failure: GitFailure) -> Self {
        let reason = match failure {
            GitFailure::NoRepository => UntriedReason::NoGit,
            GitFailure::NoCommit => UntriedReason::NoCommit,
            GitFailure::Unusable { .. } | GitFailure::NotInstalled => UntriedReason::GitUnusable,
            GitFailure::Unfinished(_) | GitFailure::Failed { .. } => UntriedReason::GitFailed,
            GitFailure::Shallow(_) => UntriedReason::ShallowClone,
            GitFailure::UnknownCommit(_) | GitFailure::Unrelated(_) => UntriedReason::CommitMissing,
            GitFailure::Filter(_) => UntriedReason::Filter,
            GitFailure::Submodule(_) => UntriedReason::Submodule,
            GitFailure::Temporary(_) => UntriedReason::TemporaryDirectory,
        };
        Self::missing(reason, failure.to_string())
    }
}
