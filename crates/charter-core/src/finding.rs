//! What is odd or wrong in a document, a ledger or a directory: collected, never thrown.
//!
//! Owns the closed list of kinds with their codes, which are API. Must not know how a finding is
//! shown.

use crate::document::{Outline, Source};
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

/// The kinds of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// A code fence that is never closed.
    UnclosedFence,
    /// An HTML comment that is never closed.
    UnclosedComment,
    /// A section that stands twice in charter.md.
    DuplicateSection,
    /// A scratch pad that is not as an interview writes it.
    OddPad,
    /// A criterion's id that stands twice.
    DuplicateCriterion,
    /// A heading in the register that holds no criterion.
    NotACriterion,
    /// An id that looks like a mistake.
    OddCriterionId,
    /// A `Verifier:` that is none of the known ones.
    UnknownVerifier,
    /// A value that is neither yes nor no where one is needed.
    NotYesOrNo,
    /// A criterion that does not say how it could be shown.
    MissingVerifier,
    /// A manual check without a reason why it is enough.
    MissingBecause,
    /// A command that chooses tests by their titles.
    PhraseCoupled,
    /// A key of `## Commands` that stands twice.
    DuplicateCommand,
    /// A line of `## Commands` that is no command.
    MalformedCommand,
    /// The last line of the ledger was cut off while it was written.
    TornTail,
    /// A line that is not an event.
    ForeignLine,
    /// An event whose content is not what its hash says.
    HashMismatch,
    /// An event that does not follow the one before it.
    ChainGap,
    /// An event of a later version of the tool.
    UnknownEvent,
    /// A ledger that ends before an event that is known to have been in it.
    LedgerTruncated,
    /// No ledger where one is expected.
    LedgerMissing,
    /// A charter of an earlier tool that nothing was written to yet.
    NotAdopted,
    /// A derived file that is not there.
    DerivedMissing,
    /// A derived file from before the ledger's last event.
    DerivedOlder,
    /// A derived file that somebody changed by hand.
    DerivedEdited,
    /// A document that is not there or cannot be read.
    DocumentUnreadable,
    /// A name under the root that no charter can have.
    StrayEntry,
    /// Bytes that an earlier recovery set aside.
    SetAside,
    /// A file of an unfinished write.
    Leftover,
    /// A file of a plan that somebody changed by hand.
    PlanFileEdited,
    /// A setting that nobody knows.
    UnknownSetting,
    /// A value that its setting does not take, which is passed over.
    SettingUnusable,
    /// A repository that git is not asked about.
    GitUnusable,
    /// A state file of preflight that is none, or of a later version.
    PreflightForeign,
    /// An interview before work that could not be written down.
    PreflightUnkept,
}

impl FindingKind {
    /// Every kind, in the order of the reference.
    pub const ALL: [Self; 36] = [
        Self::InvalidUtf8,
        Self::UnclosedFence,
        Self::UnclosedComment,
        Self::DuplicateSection,
        Self::OddPad,
        Self::DuplicateCriterion,
        Self::NotACriterion,
        Self::OddCriterionId,
        Self::UnknownVerifier,
        Self::NotYesOrNo,
        Self::MissingVerifier,
        Self::MissingBecause,
        Self::PhraseCoupled,
        Self::DuplicateCommand,
        Self::MalformedCommand,
        Self::TornTail,
        Self::ForeignLine,
        Self::HashMismatch,
        Self::ChainGap,
        Self::UnknownEvent,
        Self::LedgerTruncated,
        Self::LedgerMissing,
        Self::NotAdopted,
        Self::DerivedMissing,
        Self::DerivedOlder,
        Self::DerivedEdited,
        Self::DocumentUnreadable,
        Self::StrayEntry,
        Self::SetAside,
        Self::Leftover,
        Self::PlanFileEdited,
        Self::UnknownSetting,
        Self::SettingUnusable,
        Self::GitUnusable,
        Self::PreflightForeign,
        Self::PreflightUnkept,
    ];

    /// Gives the stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => "invalid-utf8",
            Self::UnclosedFence => "unclosed-fence",
            Self::UnclosedComment => "unclosed-comment",
            Self::DuplicateSection => "duplicate-section",
            Self::OddPad => "odd-pad",
            Self::DuplicateCriterion => "duplicate-criterion",
            Self::NotACriterion => "not-a-criterion",
            Self::OddCriterionId => "odd-criterion-id",
            Self::UnknownVerifier => "unknown-verifier",
            Self::NotYesOrNo => "not-yes-or-no",
            Self::MissingVerifier => "missing-verifier",
            Self::MissingBecause => "missing-because",
            Self::PhraseCoupled => "weak-verifier-phrase-coupled",
            Self::DuplicateCommand => "duplicate-command",
            Self::MalformedCommand => "malformed-command",
            Self::TornTail => "torn-tail",
            Self::ForeignLine => "foreign-line",
            Self::HashMismatch => "hash-mismatch",
            Self::ChainGap => "chain-gap",
            Self::UnknownEvent => "unknown-event",
            Self::LedgerTruncated => "ledger-truncated",
            Self::LedgerMissing => "ledger-missing",
            Self::NotAdopted => "not-adopted",
            Self::DerivedMissing => "derived-missing",
            Self::DerivedOlder => "derived-older",
            Self::DerivedEdited => "derived-edited",
            Self::DocumentUnreadable => "document-unreadable",
            Self::StrayEntry => "stray-entry",
            Self::SetAside => "set-aside",
            Self::Leftover => "leftover",
            Self::PlanFileEdited => "plan-file-edited",
            Self::UnknownSetting => "unknown-setting",
            Self::SettingUnusable => "setting-unusable",
            Self::GitUnusable => "git-unusable",
            Self::PreflightForeign => "preflight-foreign",
            Self::PreflightUnkept => "preflight-unkept",
        }
    }

    /// Gives how much it matters.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::ForeignLine
            | Self::HashMismatch
            | Self::ChainGap
            | Self::UnknownEvent
            | Self::LedgerTruncated
            | Self::LedgerMissing
            | Self::DocumentUnreadable
            | Self::PreflightUnkept => Severity::Error,
            Self::InvalidUtf8
            | Self::UnclosedFence
            | Self::UnclosedComment
            | Self::DuplicateSection
            | Self::OddPad
            | Self::DuplicateCriterion
            | Self::NotACriterion
            | Self::OddCriterionId
            | Self::UnknownVerifier
            | Self::NotYesOrNo
            | Self::PhraseCoupled
            | Self::DuplicateCommand
            | Self::MalformedCommand
            | Self::TornTail
            | Self::DerivedEdited
            | Self::NotAdopted
            | Self::PlanFileEdited
            | Self::UnknownSetting
            | Self::SettingUnusable
            | Self::GitUnusable
            | Self::PreflightForeign => Severity::Warning,
            Self::MissingVerifier
            | Self::MissingBecause
            | Self::DerivedMissing
            | Self::DerivedOlder
            | Self::StrayEntry
            | Self::SetAside
            | Self::Leftover => Severity::Note,
        }
    }

    /// Tells whether the ledger lost something, so that writing behind it would hide the loss.
    #[must_use]
    pub fn breaks_ledger(self) -> bool {
        matches!(
            self,
            Self::ForeignLine
                | Self::HashMismatch
                | Self::ChainGap
                | Self::LedgerTruncated
                | Self::LedgerMissing
        )
    }

    /// Says in one sentence what it means and what happens.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => "Bytes that are not UTF-8; they read as `?` and stay as they are.",
            Self::UnclosedFence => "A code fence that nothing closes hides the rest of the file.",
            Self::UnclosedComment => "A comment that nothing closes hides the rest of the file.",
            Self::DuplicateSection => "A section stands twice; the first one counts.",
            Self::OddPad => "What is no question in a scratch pad is left out.",
            Self::DuplicateCriterion => "An id stands twice; the first criterion counts.",
            Self::NotACriterion => {
                "A heading that neither is a criterion (`VAL-…`) nor holds one; it counts as text."
            }
            Self::OddCriterionId => "An id with unusual characters; it counts as written.",
            Self::UnknownVerifier => "An unknown verifier; the criterion counts as manual.",
            Self::NotYesOrNo => "A value that is neither yes nor no; the default counts.",
            Self::MissingVerifier => "A criterion without `Verifier:`; it counts as manual.",
            Self::MissingBecause => {
                "A manual check without `Because:`; why it is enough is asked at every record."
            }
            Self::PhraseCoupled => {
                "A command that chooses tests by title and names no file; no match may look like a pass."
            }
            Self::DuplicateCommand => "A key of `## Commands` stands twice; the last one counts.",
            Self::MalformedCommand => "A line of `## Commands` without `key: value` is left out.",
            Self::TornTail => {
                "A write was cut off; what is there is no event yet and is set aside by the next write."
            }
            Self::ForeignLine => "A line that is not an event; writes refuse until it is repaired.",
            Self::HashMismatch => {
                "An event whose content was changed after it was written; writes refuse until repaired."
            }
            Self::ChainGap => {
                "An event that does not follow the one before it: a line is gone, doubled or moved."
            }
            Self::UnknownEvent => {
                "An event of a later version; this version reads around it and does not write."
            }
            Self::LedgerTruncated => {
                "The ledger ends before an event that a derived file was made from; writes refuse."
            }
            Self::LedgerMissing => "A charter's directory without events.jsonl.",
            Self::NotAdopted => {
                "A charter of an earlier tool: its word is shown, and no ledger of ours backs it yet."
            }
            Self::DerivedMissing => "A derived file is not there; the next read writes it.",
            Self::DerivedOlder => "A derived file is behind the ledger; the next read writes it.",
            Self::DerivedEdited => "A derived file was changed by hand; the next read rewrites it.",
            Self::DocumentUnreadable => "A document is missing or cannot be read.",
            Self::StrayEntry => "Something under the root that is not a charter; it is left alone.",
            Self::SetAside => {
                "Bytes saved by a recovery; `charter gc --saved --prune` removes them."
            }
            Self::Leftover => "A file of an unfinished write; `charter gc --prune` removes it.",
            Self::PlanFileEdited => {
                "A file of a plan was changed by hand; what the ledger has counts, and the file is left alone."
            }
            Self::UnknownSetting => "A setting that nobody knows; it has no effect.",
            Self::SettingUnusable => {
                "A value that its setting does not take; it is passed over and the next layer counts."
            }
            Self::GitUnusable => {
                "There is a `.git`, but git is not asked: it leads elsewhere without being pointed back at, holds links or pipes, or no temporary file can be made. No base is tried and no commit is known."
            }
            Self::PreflightForeign => {
                "A state file of preflight is none, or of a later version; it is put aside, never overwritten."
            }
            Self::PreflightUnkept => {
                "An interview before work could not be written down; the answer holds, the file does not."
            }
        }
    }
}

impl Serialize for FindingKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// One thing that is odd or wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What sort of thing.
    pub kind: FindingKind,
    /// The criterion it is about.
    pub criterion: Option<String>,
    /// The file, relative to the charter's directory or the root.
    pub file: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// What was found, in words.
    pub message: String,
}

impl Finding {
    /// Says what was found in a file.
    #[must_use]
    pub fn new(kind: FindingKind, file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, criterion: None, file: file.into(), line: None, message: message.into() }
    }

    /// Adds the line.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// Adds the criterion.
    #[must_use]
    pub fn about_criterion(mut self, criterion: impl Into<String>) -> Self {
        self.criterion = Some(criterion.into());
        self
    }

    /// Lists what every Markdown document can have wrong with it.
    #[must_use]
    pub fn of_shape(file: &str, source: &Source, outline: &Outline) -> Vec<Self> {
        let places = [
            (FindingKind::InvalidUtf8, source.first_non_text(), "a byte that is not UTF-8"),
            (FindingKind::UnclosedFence, outline.unclosed_fence, "this code fence is never closed"),
            (FindingKind::UnclosedComment, outline.unclosed_comment, "this comment never ends"),
        ];
        places
            .into_iter()
            .filter_map(|(kind, offset, message)| {
                Some(Self::new(kind, file, message).on_line(source.line_of(offset?)))
            })
            .collect()
    }
}
