//! What can be odd in the files of a plan.
//!
//! Owns the kinds. Must not know how they are found.

use charter_kernel::FindingKind;

pub const PLAN_FILE_EDITED: FindingKind = FindingKind::warning(
    "plan-file-edited",
    "A file of a plan was changed by hand; what the ledger has counts, and the file is left alone.",
);

/// Every kind of finding here, for the reference.
pub const FINDINGS: [FindingKind; 1] = [PLAN_FILE_EDITED];
