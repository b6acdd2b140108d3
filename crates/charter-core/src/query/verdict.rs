//! The verdict on one criterion: computed, never stored as an opinion.
//!
//! Owns which record means what, and what counts as shown. Must not know how evidence was gathered.

use crate::document::{Criterion, Verifier};
use crate::event::EvidenceOutcome;
use crate::{Rigor, State};
use serde::Serialize;

/// What can be said about a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Somebody's word, with a reason.
    Attested,
    /// A pass without a reason: nothing to rest on.
    Unverifiable,
    /// Recorded as failed.
    Failed,
    /// Recorded as holding in part.
    Partial,
    /// Nothing recorded.
    Uncovered,
    /// Taken out by a person, with a reason.
    Waived,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 6] = [
        Self::Attested,
        Self::Unverifiable,
        Self::Failed,
        Self::Partial,
        Self::Uncovered,
        Self::Waived,
    ];

    /// Gives the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Attested => "attested",
            Self::Unverifiable => "unverifiable",
            Self::Failed => "failed",
            Self::Partial => "partial",
            Self::Uncovered => "uncovered",
            Self::Waived => "waived",
        }
    }

    /// Tells whether it counts as shown for a criterion of a charter: as at its rigor, and a
    /// person's word for a manual criterion at any.
    #[must_use]
    pub fn counts(self, criterion: &Criterion, state: &State) -> bool {
        let by_person =
            || state.criteria.get(&criterion.id).is_some_and(|it| it.recorded_by.is_person());
        let is_word = self == Self::Attested && criterion.verifier == Verifier::Manual;
        self.counts_at(state.rigor) || (is_word && by_person())
    }

    /// Tells whether it counts as shown at a rigor, whoever said it.
    #[must_use]
    pub fn counts_at(self, rigor: Rigor) -> bool {
        match (self, rigor) {
            (Self::Attested | Self::Waived, Rigor::Light | Rigor::Standard) => true,
            (Self::Attested | Self::Waived, Rigor::Strict)
            | (Self::Unverifiable | Self::Failed | Self::Partial | Self::Uncovered, _) => false,
        }
    }
}

/// Judges a criterion by its latest record.
#[must_use]
pub fn verdict(criterion: &Criterion, state: &State) -> Verdict {
    if state.waived.contains_key(&criterion.id) {
        return Verdict::Waived;
    }
    let Some(record) = state.criteria.get(&criterion.id) else { return Verdict::Uncovered };
    match record.outcome {
        EvidenceOutcome::Pass if record.because.is_some() => Verdict::Attested,
        EvidenceOutcome::Pass => Verdict::Unverifiable,
        EvidenceOutcome::Fail => Verdict::Failed,
        EvidenceOutcome::Partial => Verdict::Partial,
    }
}
