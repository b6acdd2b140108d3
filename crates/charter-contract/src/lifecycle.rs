//! The four states of a charter and the moves between them.
//!
//! Owns the whole table of what is legal. Must not know why a gate is closed.

use serde::{Deserialize, Serialize};

/// Where a charter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Active,
    /// Work rests and can go on.
    Paused,
    /// Every criterion was shown.
    Completed,
    Abandoned,
}

impl Status {
    pub const ALL: [Self; 4] = [Self::Active, Self::Paused, Self::Completed, Self::Abandoned];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Completed => "completed",
            Self::Abandoned => "abandoned",
        }
    }

    /// Tells whether work can still happen.
    #[must_use]
    pub fn is_open(self) -> bool {
        match self {
            Self::Active | Self::Paused => true,
            Self::Completed | Self::Abandoned => false,
        }
    }

    #[must_use]
    pub fn phase(self) -> Phase {
        match self {
            Self::Active => Phase::Active,
            Self::Paused => Phase::Paused,
            Self::Completed | Self::Abandoned => Phase::Terminal,
        }
    }
}

/// The coarse view of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Active,
    Paused,
    /// Nothing more happens.
    Terminal,
}

/// How much proof a charter wants, chosen by risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rigor {
    /// No report; stale evidence is shown and does not block.
    Light,
    Standard,
    /// Every run is checked against the base commit.
    Strict,
}

impl Rigor {
    /// Every rung, from the lowest.
    pub const ALL: [Self; 3] = [Self::Light, Self::Standard, Self::Strict];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// The moves that commands ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    Pause,
    Resume,
    /// Finish, through the gate.
    Complete,
    Abandon,
}

/// What a move would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    To(Status),
    /// It is legal and changes nothing.
    Nothing,
    /// It is not legal from here.
    Refused,
}

impl Move {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Complete => "complete",
            Self::Abandon => "abandon",
        }
    }

    /// Tells what the move would do in a state, before any gate is asked.
    #[must_use]
    pub fn outcome(self, from: Status) -> Outcome {
        match (self, from) {
            (Self::Pause, Status::Active) => Outcome::To(Status::Paused),
            (Self::Pause, Status::Paused) | (Self::Resume, Status::Active) => Outcome::Nothing,
            (Self::Resume, Status::Paused) => Outcome::To(Status::Active),
            (Self::Complete, Status::Active) => Outcome::To(Status::Completed),
            (Self::Abandon, Status::Active | Status::Paused) => Outcome::To(Status::Abandoned),
            (Self::Complete, Status::Paused) | (_, Status::Completed | Status::Abandoned) => {
                Outcome::Refused
            }
        }
    }
}

#[cfg(test)]
mod tests;
