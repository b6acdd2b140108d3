//! What a checklist asks about, and what of the user's words is compared.
//!
//! Owns the closed list of topics and the pair of statements that a question settles; both are kept with
//! rounds. Must not know how questions are worded or when they are asked.

use super::Dimension;
use serde::{Deserialize, Serialize};

/// What a question of the checklist is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChecklistTopic {
    /// One use from start to end.
    Steps,
    /// Who uses it, and what they do today.
    Users,
    /// What comes first.
    FirstVersion,
    /// How success shows.
    Success,
    /// What is ruled out.
    LeftOut,
    /// What cannot move.
    Limits,
    /// What is there already.
    Existing,
    /// What happens when something goes wrong.
    Trouble,
}

impl ChecklistTopic {
    /// Every topic, in the order in which they are asked.
    pub const ALL: [Self; 8] = [
        Self::Steps,
        Self::Users,
        Self::FirstVersion,
        Self::Success,
        Self::LeftOut,
        Self::Limits,
        Self::Existing,
        Self::Trouble,
    ];

    /// Gives the name in files, events and JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Users => "users",
            Self::FirstVersion => "first-version",
            Self::Success => "success",
            Self::LeftOut => "left-out",
            Self::Limits => "limits",
            Self::Existing => "existing",
            Self::Trouble => "trouble",
        }
    }

    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.code() == code)
    }

    /// Gives the dimension that facts about it belong to.
    #[must_use]
    pub fn dimension(self) -> Dimension {
        match self {
            Self::Steps | Self::Users | Self::FirstVersion => Dimension::Goal,
            Self::LeftOut | Self::Limits | Self::Trouble => Dimension::Constraints,
            Self::Success => Dimension::Criteria,
            Self::Existing => Dimension::Context,
        }
    }
}

/// Something that the user said: a sentence or a list item, word for word.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserStatement {
    /// The round that it was said in; 0 for the idea.
    pub round: u32,
    pub text: String,
}

/// Two statements that give different values for the same thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Clash {
    /// What was said earlier.
    pub first: UserStatement,
    pub second: UserStatement,
}
