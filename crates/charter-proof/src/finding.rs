//! What can be odd about git.
//!
//! Owns the kinds. Must not know how they are found.

use charter_kernel::FindingKind;

pub const GIT_UNUSABLE: FindingKind = FindingKind::warning(
    "git-unusable",
    "There is a `.git`, but git is not asked: it leads elsewhere without being pointed back at, holds links or pipes, or no temporary file can be made. No base is tried and no commit is known.",
);

/// Every kind of finding here, for the reference.
pub const FINDINGS: [FindingKind; 1] = [GIT_UNUSABLE];
