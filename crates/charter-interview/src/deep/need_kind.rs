//! The kinds of needs, who can fulfil them, and the answers they offer.
//!
//! Owns their words, which are API. Must not know an interview.

use serde::{Deserialize, Serialize};

/// The kinds of needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NeedKind {
    /// A question: a mind writes it, the user answers it.
    Ask,
    /// The components: a mind names them, the user confirms them.
    Topology,
    /// A long answer: a mind structures it, the user confirms it.
    Refine,
    /// Scores, by a mind.
    Score,
    /// Other points of view, by a mind.
    Panel,
    /// An answer in place of the user's, by a mind.
    AutoAnswer,
    /// The user confirms an assumption that would end the interview.
    ConfirmCrossing,
    /// What stands against closing: a mind looks for it, or the user is warned of it.
    Closure,
    /// The goal in one sentence: a mind says it, the user confirms it.
    Restate,
    /// The prose of the spec, by a mind.
    Spec,
    /// Nothing is left; the user may say what comes next.
    Done,
}

impl NeedKind {
    /// Gives the word that JSON has for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Topology => "topology",
            Self::Refine => "refine",
            Self::Score => "score",
            Self::Panel => "panel",
            Self::AutoAnswer => "autoAnswer",
            Self::ConfirmCrossing => "confirmCrossing",
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
