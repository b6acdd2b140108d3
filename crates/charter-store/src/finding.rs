//! What can be odd in the directories and settings of a project.
//!
//! Owns the kinds. Must not know how they are found.

use charter_kernel::FindingKind;

pub const STRAY_ENTRY: FindingKind = FindingKind::note(
    "stray-entry",
    "Something under the root that is not a charter; it is left alone.",
);

pub const SET_ASIDE: FindingKind = FindingKind::note(
    "set-aside",
    "Bytes saved by a recovery; `charter gc --saved --prune` removes them.",
);

pub const LEFTOVER: FindingKind = FindingKind::note(
    "leftover",
    "A file of an unfinished write; `charter gc --prune` removes it.",
);

pub const UNKNOWN_SETTING: FindingKind =
    FindingKind::warning("unknown-setting", "A setting that nobody knows; it has no effect.");

pub const SETTING_UNUSABLE: FindingKind = FindingKind::warning(
    "setting-unusable",
    "A value that its setting does not take; it is passed over and the next layer counts.",
);

/// Every kind of finding here, for the reference.
pub const FINDINGS: [FindingKind; 5] =
    [STRAY_ENTRY, SET_ASIDE, LEFTOVER, UNKNOWN_SETTING, SETTING_UNUSABLE];
