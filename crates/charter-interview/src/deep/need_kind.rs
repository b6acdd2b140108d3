//! The kinds of needs, who can fulfil them, and the answers they offer.
//!
//! Owns their words, which are API. Must not know an interview.

use serde::{Deserialize, Serialize};

/// The kinds of needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NeedKind {
    /// A question for the user.
    Ask,
    /// The parts of the work: a mind names them, the user confirms them.
    #[serde(alias = "topology")]
    Parts,
    /// What a mind makes of an answer: scores, facts, and the next question.
    Turn,
    /// Other points of view, by a mind.
    Panel,
    /// The user confirms an assumption that would end the interview.
    #[serde(alias = "confirmCrossing")]
    Crossing,
    /// The user is warned before an early end.
    Closure,
    /// The goal in one sentence, for the user to confirm.
    Restate,
    /// The prose of the spec, by a mind.
    Spec,
    /// Nothing is left; the user may say what comes next.
    Done,
    /// A long answer in parts: only older ledgers have it.
    Refine,
    /// Scores alone: only older ledgers have it.
    Score,
    /// An answer in place of the user's, alone: only older ledgers have it.
    AutoAnswer,
}

impl NeedKind {
    /// Gives the word that JSON has for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Parts => "parts",
            Self::Turn => "turn",
            Self::Refine => "refine",
            Self::Score => "score",
            Self::Panel => "panel",
            Self::AutoAnswer => "autoAnswer",
            Self::Crossing => "crossing",
            Self::Closure => "closure",
            Self::Restate => "restate",
            Self::Spec => "spec",
            Self::Done => "done",
        }
    }
}

/// Who can fulfil a need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum NeedFor {
    /// The user, and nobody for them.
    User,
    /// Whatever mind there is.
    Mind,
}

/// An answer that a need offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NeedOption {
    /// What `submit` takes for it.
    pub value: String,
    pub label: String,
}

impl NeedOption {
    pub(super) fn new(value: &str, label: &str) -> Self {
        Self { value: value.to_owned(), label: label.to_owned() }
    }
}
