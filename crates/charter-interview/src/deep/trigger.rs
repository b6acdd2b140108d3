//! What makes an interview less clear, and what must follow from it.
//!
//! Owns the four triggers and the check of a transition: a trigger lowers the clarity it is about,
//! and the formula raises the ambiguity; there is no penalty beside it. Must not know rounds.

use super::{Dimension, Units};
use serde::{Deserialize, Serialize};

/// Why an answer makes things less clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TriggerKind {
    /// It contradicts an established fact.
    #[serde(rename = "A")]
    Contradiction,
    /// Two things that cannot both hold are wanted.
    #[serde(rename = "B")]
    Inconsistency,
    /// It evades.
    #[serde(rename = "C")]
    Evasion,
    /// It adds what was neither covered nor deferred.
    #[serde(rename = "D")]
    Expansion,
}

impl TriggerKind {
    pub const ALL: [Self; 4] =
        [Self::Contradiction, Self::Inconsistency, Self::Evasion, Self::Expansion];

    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::Contradiction => "A",
            Self::Inconsistency => "B",
            Self::Evasion => "C",
            Self::Expansion => "D",
        }
    }

    /// Gives its name, with the letter.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Contradiction => "A direct contradiction",
            Self::Inconsistency => "B internal inconsistency",
            Self::Evasion => "C low-quality or evasive answer",
            Self::Expansion => "D scope expansion",
        }
    }
}

/// Whether a trigger counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TriggerStatus {
    /// It does.
    Active,
    /// Somebody doubts it, with a reason.
    Disputed,
    /// It is not settled, with a reason.
    Unresolved,
}

impl TriggerStatus {
    pub const ALL: [Self; 3] = [Self::Active, Self::Disputed, Self::Unresolved];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Disputed => "disputed",
            Self::Unresolved => "unresolved",
        }
    }
}

/// A reason for more ambiguity, found in one answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trigger {
    pub kind: TriggerKind,
    pub status: TriggerStatus,
    pub component: String,
    pub dimension: Dimension,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradicted_fact: Option<String>,
    /// Why it is disputed or unresolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
}

/// A score before and after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreChange {
    /// Before; none where there was none.
    pub before: Option<Units>,
    pub after: Option<Units>,
}

/// What is wrong with a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransitionProblem {
    /// A figure is missing: before the first scored round nothing can become less clear.
    FigureMissing,
    /// The affected dimension became clearer.
    Improved,
    /// The ambiguity did not rise.
    NotRaised,
    /// It is set aside without a reason.
    RationaleMissing,
}

/// Checks a trigger against what a scoring makes of the affected clarity and of the ambiguity.
pub fn check(
    trigger: &Trigger,
    clarity: ScoreChange,
    ambiguity: ScoreChange,
) -> Result<(), TransitionProblem> {
    match trigger.status {
        TriggerStatus::Disputed | TriggerStatus::Unresolved => {
            let is_said = trigger.rationale.as_deref().is_some_and(|it| !it.trim().is_empty());
            if is_said { Ok(()) } else { Err(TransitionProblem::RationaleMissing) }
        }
        TriggerStatus::Active => {
            let figures = (clarity.before, clarity.after, ambiguity.before, ambiguity.after);
            let (Some(before), Some(after), Some(prior), Some(now)) = figures else {
                return Err(TransitionProblem::FigureMissing);
            };
            if after > before {
                return Err(TransitionProblem::Improved);
            }
            if now > prior { Ok(()) } else { Err(TransitionProblem::NotRaised) }
        }
    }
}
