//! What can be odd in the documents of a charter.
//!
//! Owns the kinds. Must not know how they are found.

use charter_kernel::FindingKind;

pub(super) const DUPLICATE_SECTION: FindingKind =
    FindingKind::warning("duplicate-section", "A section stands twice; the first one counts.");

pub(super) const DUPLICATE_CRITERION: FindingKind = FindingKind::error(
    "duplicate-criterion",
    "Two criteria have the same id; `check` and `complete` refuse.",
);

pub const CERTIFICATE_EDITED: FindingKind = FindingKind::error(
    "certificate-edited",
    "CERTIFICATE.md isn't what `charter complete` wrote; `check` refuses. `git checkout` brings it back.",
);

pub(super) const MISSPELT_FIELD: FindingKind = FindingKind::error(
    "misspelt-field",
    "A line that looks like a field with a typing error; `check` and `complete` refuse.",
);

pub(super) const NOT_A_CRITERION: FindingKind = FindingKind::warning(
    "not-a-criterion",
    "A heading that neither is a criterion (`VAL-…`) nor holds one; it counts as text.",
);

pub(super) const ODD_CRITERION_ID: FindingKind = FindingKind::warning(
    "odd-criterion-id",
    "An id with unusual characters; it counts as written.",
);

pub(super) const UNKNOWN_VERIFIER: FindingKind = FindingKind::warning(
    "unknown-verifier",
    "An unknown verifier; the criterion counts as manual.",
);

pub(super) const NOT_YES_OR_NO: FindingKind = FindingKind::warning(
    "not-yes-or-no",
    "A value that is neither yes nor no; the default counts.",
);

pub const MISSING_VERIFIER: FindingKind =
    FindingKind::note("missing-verifier", "A criterion without `Verifier:`; it counts as manual.");

pub const MISSING_BECAUSE: FindingKind = FindingKind::note(
    "missing-because",
    "A manual check without `Because:`; why it is enough is asked at every record.",
);

pub(super) const PHRASE_COUPLED: FindingKind = FindingKind::warning(
    "weak-verifier-phrase-coupled",
    "A command that chooses tests by title and names no file; no match may look like a pass.",
);

pub(super) const DUPLICATE_COMMAND: FindingKind = FindingKind::warning(
    "duplicate-command",
    "A key of `## Commands` stands twice; the last one counts.",
);

pub const MALFORMED_COMMAND: FindingKind = FindingKind::warning(
    "malformed-command",
    "A line of `## Commands` without `key: value` is left out.",
);

pub const NOT_ADOPTED: FindingKind = FindingKind::warning(
    "not-adopted",
    "A charter of an earlier tool: its word is shown, and no ledger of ours backs it yet.",
);

pub const DOCUMENT_UNREADABLE: FindingKind =
    FindingKind::error("document-unreadable", "A document is missing or cannot be read.");

/// Every kind of finding here, for the reference.
pub const FINDINGS: [FindingKind; 15] = [
    CERTIFICATE_EDITED,
    DUPLICATE_SECTION,
    DUPLICATE_CRITERION,
    MISSPELT_FIELD,
    NOT_A_CRITERION,
    ODD_CRITERION_ID,
    UNKNOWN_VERIFIER,
    NOT_YES_OR_NO,
    MISSING_VERIFIER,
    MISSING_BECAUSE,
    PHRASE_COUPLED,
    DUPLICATE_COMMAND,
    MALFORMED_COMMAND,
    NOT_ADOPTED,
    DOCUMENT_UNREADABLE,
];
