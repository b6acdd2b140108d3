//! The five dimensions of confidence, and a score on each.
//!
//! Owns their names, their order and how scores move. Must not know weights.

use serde::{Serialize, Serializer};
use std::fmt;

/// The most that one answer adds to a dimension.
pub const GAIN_MAX: i32 = 30;

/// What confidence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dimension {
    /// The goal, and what hurts.
    Problem,
    /// Background, constraints, what it depends on.
    Context,
    /// How it is done, and its edges.
    Technical,
    /// What is in and what is out.
    Scope,
    /// What can go wrong, and the way back.
    Risk,
}

impl Dimension {
    /// Every dimension, in order.
    pub const ALL: [Self; 5] =
        [Self::Problem, Self::Context, Self::Technical, Self::Scope, Self::Risk];

    /// Gives the word of files and of output.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.pick(["problem", "context", "technical", "scope", "risk"])
    }

    #[must_use]
    pub fn about(self) -> &'static str {
        self.pick([
            "the goal, and what hurts",
            "background, constraints, dependencies",
            "how, and the edge cases",
            "what is in, what is out",
            "what can go wrong, and the way back",
        ])
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Gives the one of five things, in the order of [`Self::ALL`], that belongs to it.
    pub(super) fn pick<T>(self, things: [T; 5]) -> T {
        let [problem, context, technical, scope, risk] = things;
        match self {
            Self::Problem => problem,
            Self::Context => context,
            Self::Technical => technical,
            Self::Scope => scope,
            Self::Risk => risk,
        }
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Dimension {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A score on each dimension, 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scores([u8; 5]);

impl Scores {
    /// Takes the scores in the order of [`Dimension::ALL`]; more than 100 is 100.
    #[must_use]
    pub fn new(scores: [u8; 5]) -> Self {
        Self(scores.map(|it| it.min(100)))
    }

    #[must_use]
    pub fn of(&self, dimension: Dimension) -> u8 {
        dimension.pick(self.0)
    }

    /// Sets one score.
    #[must_use]
    pub fn with(mut self, dimension: Dimension, score: u8) -> Self {
        let slot = dimension.pick(self.0.each_mut());
        *slot = score.min(100);
        self
    }

    /// Moves one score by what an answer is worth: at most [`GAIN_MAX`] up, any way down, within
    /// 0 to 100.
    #[must_use]
    pub fn moved(self, dimension: Dimension, change: i32) -> Self {
        let moved = i32::from(self.of(dimension)) + change.min(GAIN_MAX);
        self.with(dimension, u8::try_from(moved.clamp(0, 100)).unwrap_or(0))
    }
}

/// What an answer changes, as signed points per dimension.
pub type Impact = std::collections::BTreeMap<Dimension, i32>;

/// Applies an impact, each dimension for itself.
#[must_use]
pub fn apply_impact(scores: Scores, impact: &Impact) -> Scores {
    impact.iter().fold(scores, |acc, (dimension, change)| acc.moved(*dimension, *change))
}

/// Reads `technical=+25,scope=-20`; nothing where something in it is neither.
#[must_use]
pub fn parse_impact(text: &str) -> Option<Impact> {
    let mut impact = Impact::new();
    for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let (word, change) = part.split_once(['=', ':'])?;
        let dimension = Dimension::parse(word.trim())?;
        impact.insert(dimension, parse_change(change.trim())?);
    }
    (!impact.is_empty()).then_some(impact)
}

/// Reads a change of at most 100 points, such as `+25`.
#[must_use]
pub(super) fn parse_change(text: &str) -> Option<i32> {
    let change: i32 = text.strip_prefix('+').unwrap_or(text).parse().ok()?;
    (-100..=100).contains(&change).then_some(change)
}
