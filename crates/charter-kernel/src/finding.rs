//! What is odd or wrong in a document, a ledger or a directory: collected, never thrown.
//!
//! Owns what a kind of finding is, and the kinds that any document and any ledger can have. Its owner
//! keeps each kind as a row: a code, which is API, how much it matters, what it means. Must not know how a
//! finding is shown.

use crate::markdown::{Outline, Source};
use serde::{Serialize, Serializer};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Odd: it may not mean what its author thinks.
    Warning,
    /// Broken: something cannot be read or must not be written to.
    Error,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FindingKind {
    pub code: &'static str,
    pub severity: Severity,
    /// What it means and what happens, in one sentence.
    pub about: &'static str,
}

impl FindingKind {
    /// Names a kind that is worth knowing.
    #[must_use]
    pub const fn note(code: &'static str, about: &'static str) -> Self {
        Self { code, severity: Severity::Note, about }
    }

    /// Names a kind that may not mean what its author thinks.
    #[must_use]
    pub const fn warning(code: &'static str, about: &'static str) -> Self {
        Self { code, severity: Severity::Warning, about }
    }

    /// Names a kind that is broken.
    #[must_use]
    pub const fn error(code: &'static str, about: &'static str) -> Self {
        Self { code, severity: Severity::Error, about }
    }

    /// Tells whether what the ledger holds was changed, so that writing behind it would hide that.
    #[must_use]
    pub fn breaks_ledger(self) -> bool {
        [FOREIGN_LINE, HASH_MISMATCH, CHAIN_GAP, LEDGER_MISSING].contains(&self)
    }

    /// Tells whether the ledger is not whole, so that nothing can be said to be finished.
    #[must_use]
    pub fn opens_ledger(self) -> bool {
        let lacks = [LEDGER_TRUNCATED, LEDGER_INCOMPLETE, LEDGER_REWRITTEN];
        self.breaks_ledger() || lacks.contains(&self)
    }
}

impl Serialize for FindingKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code)
    }
}

pub const INVALID_UTF8: FindingKind = FindingKind::warning(
    "invalid-utf8",
    "Bytes that are not UTF-8; they read as `?` and stay as they are.",
);

pub const UNCLOSED_FENCE: FindingKind = FindingKind::error(
    "unclosed-fence",
    "A code fence that nothing closes hides the rest of the file.",
);

pub const UNCLOSED_COMMENT: FindingKind = FindingKind::error(
    "unclosed-comment",
    "A comment that nothing closes hides the rest of the file.",
);

pub const TORN_TAIL: FindingKind = FindingKind::warning(
    "torn-tail",
    "A write was cut off; what is there is no event yet and is set aside by the next write.",
);

pub const FOREIGN_LINE: FindingKind = FindingKind::error(
    "foreign-line",
    "A line that is not an event; writes refuse until it is repaired.",
);

pub const HASH_MISMATCH: FindingKind = FindingKind::error(
    "hash-mismatch",
    "An event whose content was changed after it was written; writes refuse until repaired.",
);

pub const CHAIN_GAP: FindingKind = FindingKind::error(
    "chain-gap",
    "An event that does not follow the one before it: a line is gone, doubled or moved.",
);

pub const UNKNOWN_EVENT: FindingKind = FindingKind::error(
    "unknown-event",
    "An event of a later version; this version reads around it and does not write.",
);

pub const LEDGER_TRUNCATED: FindingKind = FindingKind::error(
    "ledger-truncated",
    "Events that this working copy has had are gone, and no checkout explains it; `check` and `complete` refuse.",
);

pub const LEDGER_INCOMPLETE: FindingKind = FindingKind::error(
    "ledger-incomplete",
    "An event that others follow is not here: it was cut, or is on another branch; `check` and `complete` refuse.",
);

pub const LEDGER_REWRITTEN: FindingKind = FindingKind::error(
    "ledger-rewritten",
    "A commit of this branch holds events that are not here, or are here with other content; `check` and `complete` refuse.",
);

pub const LEDGER_ELSEWHERE: FindingKind = FindingKind::warning(
    "ledger-elsewhere",
    "Another branch, remote branch or tag holds events of this charter that are not here; merging brings them.",
);

pub const LEDGER_MISSING: FindingKind =
    FindingKind::error("ledger-missing", "A charter's directory without a single event.");

/// Every kind that the kernel finds, for the reference.
pub const FINDINGS: [FindingKind; 13] = [
    INVALID_UTF8,
    UNCLOSED_FENCE,
    UNCLOSED_COMMENT,
    TORN_TAIL,
    FOREIGN_LINE,
    HASH_MISMATCH,
    CHAIN_GAP,
    UNKNOWN_EVENT,
    LEDGER_TRUNCATED,
    LEDGER_INCOMPLETE,
    LEDGER_REWRITTEN,
    LEDGER_ELSEWHERE,
    LEDGER_MISSING,
];

/// One thing that is odd or wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub kind: FindingKind,
    pub criterion: Option<String>,
    /// The file, relative to the charter's directory or the root.
    pub file: String,
    /// The line, from 1.
    pub line: Option<usize>,
    pub message: String,
}

impl Finding {
    /// Says what was found in a file.
    #[must_use]
    pub fn new(kind: FindingKind, file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, criterion: None, file: file.into(), line: None, message: message.into() }
    }

    #[must_use]
    pub fn on_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    #[must_use]
    pub fn about_criterion(mut self, criterion: impl Into<String>) -> Self {
        self.criterion = Some(criterion.into());
        self
    }

    /// Lists what every Markdown document can have wrong with it.
    #[must_use]
    pub fn of_shape(file: &str, source: &Source, outline: &Outline) -> Vec<Self> {
        let places = [
            (INVALID_UTF8, source.first_non_text(), "a byte that is not UTF-8"),
            (UNCLOSED_FENCE, outline.unclosed_fence, "this code fence is never closed"),
            (UNCLOSED_COMMENT, outline.unclosed_comment, "this comment never ends"),
        ];
        places
            .into_iter()
            .filter_map(|(kind, offset, message)| {
                Some(Self::new(kind, file, message).on_line(source.line_of(offset?)))
            })
            .collect()
    }
}
