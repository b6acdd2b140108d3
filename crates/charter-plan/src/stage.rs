//! The stages of a plan and who speaks in them.
//!
//! Owns the words, their order and the numbers a text can have. Must not know what a text says.

use serde::{Deserialize, Serialize};

/// The highest number of a text.
pub(super) const N_MAX: u32 = 999;

/// What a text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The first text of a plan.
    Planner,
    Architect,
    Critic,
    /// Who is followed where the two contradict each other.
    Disposition,
    /// The plan, changed.
    Revision,
    /// The decision and its reasons.
    Adr,
    /// What a person is asked to approve.
    Final,
}

/// Who judges a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// Whether it is built right.
    Architect,
    /// Whether it is thought through.
    Critic,
}

impl Stage {
    /// Every stage, in the order in which they are reached first.
    pub const ALL: [Self; 7] = [
        Self::Planner,
        Self::Architect,
        Self::Critic,
        Self::Disposition,
        Self::Revision,
        Self::Adr,
        Self::Final,
    ];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Planner => "planner",
            Self::Architect => "architect",
            Self::Critic => "critic",
            Self::Disposition => "disposition",
            Self::Revision => "revision",
            Self::Adr => "adr",
            Self::Final => "final",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Tells whether a text of it is a plan, which opens another iteration.
    pub(super) fn is_opener(self) -> bool {
        self == Self::Planner || self == Self::Revision
    }

    #[must_use]
    pub fn lane(self) -> Option<Lane> {
        match self {
            Self::Architect => Some(Lane::Architect),
            Self::Critic => Some(Lane::Critic),
            Self::Planner | Self::Disposition | Self::Revision | Self::Adr | Self::Final => None,
        }
    }
}

impl Lane {
    /// Both, in the order in which they speak.
    pub const ALL: [Self; 2] = [Self::Architect, Self::Critic];

    #[must_use]
    pub fn stage(self) -> Stage {
        match self {
            Self::Architect => Stage::Architect,
            Self::Critic => Stage::Critic,
        }
    }
}
