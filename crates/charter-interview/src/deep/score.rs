//! The arithmetic of clarity: dimensions, weights, the weighted ambiguity, the milestones.
//!
//! Owns every constant of the formula. Must not know where a score comes from.

use super::Units;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// From this clarity on a dimension is clear, and nothing has to be said about its gap.
pub const CLEAR: Units = Units::new(9000);

/// The most clarity that an answer nobody confirmed can give.
pub const ASSUMED_MAX: Units = Units::new(8500);

/// What a component can be clear about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Dimension {
    /// What is to happen.
    Goal,
    /// Within which bounds.
    Constraints,
    /// How one knows that it works.
    Criteria,
    /// How it fits into what is there; only where there is something.
    Context,
}

impl Dimension {
    /// Every dimension, in the order in which ties are broken.
    pub const ALL: [Self; 4] = [Self::Goal, Self::Constraints, Self::Criteria, Self::Context];

    /// Gives the word that JSON has for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Constraints => "constraints",
            Self::Criteria => "criteria",
            Self::Context => "context",
        }
    }

    /// Gives the name that people read.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Goal => "Goal",
            Self::Constraints => "Constraints",
            Self::Criteria => "Success Criteria",
            Self::Context => "Context",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// Whether there is something already that the work changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Project {
    /// Nothing is there yet.
    #[default]
    Greenfield,
    /// Something is, and the work changes it.
    Brownfield,
}

impl Project {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Greenfield => "greenfield",
            Self::Brownfield => "brownfield",
        }
    }

    /// Lists the dimensions that count, each with its weight in percent.
    #[must_use]
    pub fn weights(self) -> &'static [(Dimension, u32)] {
        match self {
            Self::Greenfield => {
                &[(Dimension::Goal, 40), (Dimension::Constraints, 30), (Dimension::Criteria, 30)]
            }
            Self::Brownfield => &[
                (Dimension::Goal, 35),
                (Dimension::Constraints, 25),
                (Dimension::Criteria, 25),
                (Dimension::Context, 15),
            ],
        }
    }
}

/// The clarity of one component; a dimension that nobody has scored is not in it.
pub type Clarity = BTreeMap<Dimension, Units>;

/// Gives the clarity of the whole: each dimension as clear as in the component where it is least.
/// What was not scored is not clear at all.
#[must_use]
pub fn overall(project: Project, components: &[&Clarity]) -> Clarity {
    let least = |dimension: Dimension| {
        let scores = components.iter().map(|it| it.get(&dimension).copied().unwrap_or_default());
        scores.min().unwrap_or_default()
    };
    project.weights().iter().map(|(dimension, _)| (*dimension, least(*dimension))).collect()
}

/// Computes the ambiguity of a clarity: what the weighted scores leave open, rounded half up.
#[must_use]
pub fn ambiguity(project: Project, clarity: &Clarity) -> Units {
    let weighted = |(dimension, weight): &(Dimension, u32)| {
        weight * clarity.get(dimension).copied().unwrap_or_default().as_u32()
    };
    let numerator: u32 = project.weights().iter().map(weighted).sum();
    Units::new((numerator + 50) / 100).rest()
}

/// How far an interview has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Milestone {
    /// Most is open: above 0.60.
    #[default]
    Initial,
    /// Above 0.30.
    Progress,
    /// Above the threshold.
    Refined,
    /// At the threshold or below.
    Ready,
}

impl Milestone {
    /// Tells the milestone of an ambiguity; the threshold is looked at first.
    #[must_use]
    pub fn of(effective: Units, threshold: Units) -> Self {
        match effective.as_u32() {
            _ if effective <= threshold => Self::Ready,
            6001.. => Self::Initial,
            3001.. => Self::Progress,
            _ => Self::Refined,
        }
    }

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Initial => "initial",
            Self::Progress => "progress",
            Self::Refined => "refined",
            Self::Ready => "ready",
        }
    }
}
