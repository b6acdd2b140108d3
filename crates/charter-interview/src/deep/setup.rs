//! How an interview begins.
//!
//! Owns the settings that hold for a whole interview, and their limits. Must not find
//! settings: the caller resolves them and gives values.

use super::{Language, Project, Threshold};
use serde::{Deserialize, Serialize};

/// The most characters of an idea or of one answer.
pub const TEXT_CHARS_MAX: usize = 50_000;

/// The most characters of one field that a mind fills.
pub const FIELD_CHARS_MAX: usize = 10_000;

/// The most characters of everything that one need tells a mind.
pub const CONTEXT_CHARS_MAX: usize = 100_000;

/// The most characters of the name of a part, a thing or a place.
pub(super) const NAME_CHARS_MAX: usize = 200;

/// The most options of a question.
pub(super) const OPTIONS_MAX: usize = 6;

/// An idea longer than this is summarised before anything is done with it.
pub const IDEA_CHARS_MAX: usize = 8_000;

/// The most rounds that can be asked for.
pub const ROUNDS_MAX: u32 = 100;

/// The most questions that are asked together.
pub const BATCH_MAX: u32 = 6;

/// How long an interview may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// From this round on the user may end it early.
    pub exit_from: u32,
    /// From this round on the reports say that it has been long.
    pub soft: u32,
    /// After this many rounds it ends.
    pub hard: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { exit_from: 3, soft: 10, hard: 20 }
    }
}

impl Limits {
    /// Gives the usual limits with another last round, held between 1 and 100.
    #[must_use]
    pub fn with_hard(hard: u32) -> Self {
        Self { hard: hard.clamp(1, ROUNDS_MAX), ..Self::default() }
    }
}

/// Who thinks of what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum InterviewWay {
    /// A model, or the agent that calls: parts, scores, questions of their own.
    #[default]
    Protocol,
    /// Rules alone: fixed questions, each asked only where nothing was said.
    Checklist,
}

impl InterviewWay {
    #[must_use]
    pub fn is_protocol(&self) -> bool {
        *self == Self::Protocol
    }
}

/// What an interview begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    /// The idea, in the user's words.
    pub idea: String,
    /// Whether something is there already.
    #[serde(default)]
    pub project: Project,
    /// What was found in what is there: cited paths, names, patterns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codebase: Option<String>,
    pub threshold: Threshold,
    #[serde(default)]
    pub limits: Limits,
    /// How many questions may be asked together.
    #[serde(default = "one")]
    pub batch: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Older events have none: a mind thought.
    #[serde(default, skip_serializing_if = "InterviewWay::is_protocol")]
    pub way: InterviewWay,
}

fn one() -> u32 {
    1
}

impl Setup {
    /// Tells whether the idea must be summarised first.
    #[must_use]
    pub fn is_oversized(&self) -> bool {
        self.idea.chars().count() > IDEA_CHARS_MAX
    }
}
