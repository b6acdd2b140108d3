//! The verdicts on a criterion, and what each counts for.
//!
//! Owns the words, their order and the one table of what counts at which rigor. Must not know how a
//! verdict is come to.

use crate::document::{Criterion, Verifier};
use crate::state::CriterionRecord;
use crate::{ContractState, Docs, Rigor, agreement};
use serde::Serialize;

/// What can be said about a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It passes, fails without the work, and a change to that work is noticed.
    Proven,
    /// It passed before and passes now, and a change to the code is noticed.
    Held,
    /// It ran and passed; whether it could have failed was not shown.
    Passed,
    /// Somebody's word, with a reason.
    Attested,
    /// Taken out by a person, with a reason.
    Waived,
    /// A watched file changed since.
    Stale,
    /// The criterion's text, or an answer it rests on, changed since.
    Suspect,
    Failed,
    Partial,
    /// It is recorded and shows nothing.
    Void,
    /// Nothing is recorded.
    Missing,
}

impl Verdict {
    pub const ALL: [Self; 11] = [
        Self::Proven,
        Self::Held,
        Self::Passed,
        Self::Attested,
        Self::Waived,
        Self::Stale,
        Self::Suspect,
        Self::Failed,
        Self::Partial,
        Self::Void,
        Self::Missing,
    ];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Held => "held",
            Self::Passed => "passed",
            Self::Attested => "attested",
            Self::Waived => "waived",
            Self::Stale => "stale",
            Self::Suspect => "suspect",
            Self::Failed => "failed",
            Self::Partial => "partial",
            Self::Void => "void",
            Self::Missing => "missing",
        }
    }

    /// Of two that branches came to without seeing each other, the one counts that has the lower rank.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Self::Failed => 0,
            Self::Partial => 1,
            Self::Void => 2,
            Self::Missing => 3,
            Self::Suspect => 4,
            Self::Stale => 5,
            Self::Waived => 6,
            Self::Passed => 7,
            Self::Attested => 8,
            Self::Held => 9,
            Self::Proven => 10,
        }
    }

    /// Tells whether it counts as shown for a criterion of a charter.
    #[must_use]
    pub fn counts(self, criterion: &Criterion, docs: &Docs, state: &ContractState) -> bool {
        match self.counts_at(state.rigor) {
            Counting::Yes => true,
            Counting::No => false,
            Counting::Confirmed => is_confirmed(criterion, state),
            Counting::ManualByPerson => {
                criterion.verifier == Verifier::Manual && is_signed_off(criterion, docs, state)
            }
            Counting::AgreedRegression => {
                criterion.is_regression && agreement::is_by_person(criterion, docs, state)
            }
            Counting::SignedWaiver => {
                let waiver = state.waived.get(&criterion.id);
                let mut all =
                    waiver.into_iter().flat_map(|it| std::iter::once(it).chain(&it.beside));
                waiver.is_some() && all.all(|it| docs.observed.signed.contains_key(&it.place))
            }
        }
    }

    /// The table: what a verdict counts for at a rigor.
    #[must_use]
    pub fn counts_at(self, rigor: Rigor) -> Counting {
        match (self, rigor) {
            (Self::Proven, _)
            | (Self::Held | Self::Passed | Self::Attested, Rigor::Light)
            | (Self::Waived, Rigor::Light | Rigor::Standard) => Counting::Yes,
            (Self::Held, Rigor::Standard | Rigor::Strict) => Counting::AgreedRegression,
            (Self::Passed | Self::Attested, Rigor::Standard) => Counting::Confirmed,
            (Self::Attested, Rigor::Strict) => Counting::ManualByPerson,
            (Self::Waived, Rigor::Strict) => Counting::SignedWaiver,
            (Self::Passed, Rigor::Strict)
            | (
                Self::Stale
                | Self::Suspect
                | Self::Failed
                | Self::Partial
                | Self::Void
                | Self::Missing,
                _,
            ) => Counting::No,
        }
    }
}

/// What it takes for a verdict to count as shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    Yes,
    No,
    /// A person said it, or confirmed it.
    Confirmed,
    /// A person took it out, and signed that.
    SignedWaiver,
    /// A person said it and signed it, for a criterion with `Verifier: manual`.
    ManualByPerson,
    /// A person agreed on the line `Kind: regression`.
    AgreedRegression,
}

impl Counting {
    /// Says it in a table.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Confirmed => "a person's, or confirmed by one",
            Self::SignedWaiver => "signed",
            Self::ManualByPerson => {
                "said or confirmed by a person, signed, with `Verifier: manual`"
            }
            Self::AgreedRegression => "with `Kind: regression` that a person agreed on",
        }
    }
}

/// Tells whether a person stands behind every record: by writing it down with a reason, or by confirming it.
fn is_confirmed(criterion: &Criterion, state: &ContractState) -> bool {
    let is_so = |it: &CriterionRecord| {
        let is_own = it.recorded_by.is_person() && (it.run.is_none() || it.because.is_some());
        it.confirmed.is_some() || is_own
    };
    state.criteria.get(&criterion.id).is_some_and(|it| it.each().all(is_so))
}

fn is_signed_off(criterion: &Criterion, docs: &Docs, state: &ContractState) -> bool {
    let is_signed = |it: &CriterionRecord| it.is_signed(docs);
    state.criteria.get(&criterion.id).is_some_and(|it| it.each().all(is_signed))
}

impl CriterionRecord {
    /// Tells whether a listed person signed it: when they wrote it down, or when they confirmed it.
    #[must_use]
    pub fn is_signed(&self, docs: &Docs) -> bool {
        let signed = &docs.observed.signed;
        let places = self.confirmed.iter().flat_map(|it| &it.places);
        let is_own = self.recorded_by.is_person() && signed.contains_key(&self.place);
        is_own || places.into_iter().any(|it| signed.contains_key(it))
    }
}

/// A verdict and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    pub verdict: Verdict,
    /// The reason as a word for programs, where the verdict alone does not say it.
    pub code: Option<VerdictReason>,
    pub reasons: Vec<String>,
    /// Whether branches that had not seen each other came to different verdicts.
    pub is_disputed: bool,
}

impl Judged {
    pub(crate) fn of(verdict: Verdict, reasons: Vec<String>) -> Self {
        Self { verdict, code: None, reasons, is_disputed: false }
    }

    pub(crate) fn because(verdict: Verdict, code: VerdictReason, reasons: Vec<String>) -> Self {
        Self { code: Some(code), ..Self::of(verdict, reasons) }
    }
}

/// Why a run shows less than it could.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictReason {
    /// The command does nothing that could fail.
    NoOp,
    /// Its exit code is not that of the check.
    HiddenExit,
    /// It was tried until it passed.
    Retried,
    NoTest,
    AllSkipped,
    /// It changed the files that it was to check.
    ChangesFiles,
    /// It passed and failed on the same files.
    Flaky,
    /// No change to the code was noticed.
    Insensitive,
    /// It passes without the work, and nothing more is known.
    NothingNew,
    /// Too little could be changed to say whether it would be noticed.
    SensitivityNotShown,
    /// It fails where only a comment was added.
    LooksAtText,
    /// The same run stands for another criterion as well.
    SharedRun,
    /// Tests of the base fail with the present product.
    ExpectationChanged,
    NoBase,
    BaseUnusable,
    Budget,
    Interrupted,
    /// Nothing was tried, as by an earlier version.
    NotTried,
    /// A file that belongs to it is gone, or is another one now.
    ArtifactGone,
    NoReason,
}

impl VerdictReason {
    /// Tells whether only a person can make it count: the worker could not have done better.
    #[must_use]
    pub fn waits_for_person(self) -> bool {
        match self {
            Self::ExpectationChanged | Self::NoBase | Self::BaseUnusable => true,
            Self::NoOp
            | Self::HiddenExit
            | Self::Retried
            | Self::NoTest
            | Self::AllSkipped
            | Self::ChangesFiles
            | Self::Flaky
            | Self::Insensitive
            | Self::NothingNew
            | Self::SensitivityNotShown
            | Self::LooksAtText
            | Self::SharedRun
            | Self::Budget
            | Self::Interrupted
            | Self::NotTried
            | Self::ArtifactGone
            | Self::NoReason => false,
        }
    }
}
