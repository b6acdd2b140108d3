//! What a checklist is made from.
//!
//! Owns the values that go in. Must not judge them.

use crate::Tongue;
use crate::deep::{ChecklistTopic, Clash};

/// Everything that was said so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecklistView {
    /// The idea, in the user's words.
    pub idea: String,
    /// The language of the questions.
    pub tongue: Tongue,
    /// What was found in the project, in a few lines.
    pub codebase: Option<String>,
    /// The rounds that the user has replied to, in their order.
    pub rounds: Vec<ChecklistRound>,
}

/// One question with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecklistRound {
    pub number: u32,
    /// What the question was about; none where a checklist did not ask it, or it settles a clash.
    pub topic: Option<ChecklistTopic>,
    /// The clash that it was to settle.
    pub settles: Option<Clash>,
    pub question: String,
    /// The user's words, or the option that was chosen; none where the question was passed over.
    pub answer: Option<String>,
}
