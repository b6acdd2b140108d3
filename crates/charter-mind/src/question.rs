//! What is asked and what comes back.
//!
//! Owns both shapes. Must not know who is asked.

use crate::failure::MindFailure;
use serde_json::Value;

/// One question, whole in itself.
#[derive(Debug, Clone, Copy)]
pub struct MindQuestion<'a> {
    /// Who the model is to be, and what holds for every answer.
    pub system: &'a str,
    pub user: &'a str,
    /// The JSON Schema of the answer.
    pub schema: &'a Value,
}

impl MindQuestion<'_> {
    pub(crate) fn n_bytes(&self) -> usize {
        self.system.len() + self.user.len() + self.schema.to_string().len()
    }

    /// Gives the user's text with the schema below it, for whoever cannot be given a schema.
    pub(crate) fn user_with_schema(&self) -> String {
        format!(
            "{}\n\nAnswer with one JSON value and nothing else: no explanation, no code fence. It must \
             match this JSON Schema:\n{}",
            self.user, self.schema
        )
    }
}

/// How much was read and written, as far as it was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    pub input_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
}

impl Usage {
    /// Adds what another call used.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let sum = |left: Option<u64>, right: Option<u64>| match (left, right) {
            (Some(left), Some(right)) => Some(left.saturating_add(right)),
            (left, right) => left.or(right),
        };
        Self {
            input_tokens: sum(self.input_tokens, other.input_tokens),
            output_tokens: sum(self.output_tokens, other.output_tokens),
        }
    }
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct MindReply {
    /// The answer, which fits the schema; or why there is none.
    pub outcome: Result<Value, MindFailure>,
    /// What all tries used together.
    pub usage: Usage,
    /// The model that answered, where it said so.
    pub model: Option<String>,
    pub took_ms: u64,
    /// How often it was asked: once, or once more; never where nobody could be.
    pub n_tries: u32,
}

/// What somebody answered, before it is checked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Said {
    pub(crate) content: Content,
    pub(crate) usage: Usage,
    pub(crate) model: Option<String>,
}

/// What an answer is made of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    /// A value that was given as one.
    Json(Value),
    /// Text with a value in it.
    Text(String),
}
