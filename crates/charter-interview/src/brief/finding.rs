//! What can be odd in what interviews write down.
//!
//! Owns the kinds. Must not know how they are found.

use charter_kernel::FindingKind;

pub const ODD_PAD: FindingKind =
    FindingKind::warning("odd-pad", "What is no question in a scratch pad is left out.");

pub const PREFLIGHT_FOREIGN: FindingKind = FindingKind::warning(
    "preflight-foreign",
    "A state file of preflight is none, or of a later version; it is put aside, never overwritten.",
);

pub const PREFLIGHT_UNKEPT: FindingKind = FindingKind::error(
    "preflight-unkept",
    "An interview before work could not be written down; the answer holds, the file does not.",
);

/// Every kind of finding here, for the reference.
pub const FINDINGS: [FindingKind; 3] = [ODD_PAD, PREFLIGHT_FOREIGN, PREFLIGHT_UNKEPT];
