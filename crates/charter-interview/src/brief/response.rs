//! What a step answers with: exactly one JSON object.
//!
//! Owns the shape, which callers parse: four types, the fields of each and no others. Must not know
//! how it came about.

use charter_contract::Topic;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most questions of one interview, asked or skipped.
pub const QUESTIONS_MAX: u64 = 5;

/// The answer of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Response {
    /// Ask this.
    NextQuestion {
        #[serde(skip)]
        about: About,
        next_question: String,
        metadata: Metadata,
    },
    /// Write this.
    Success {
        /// What was reached, in words.
        message: String,
        /// Always true: there is nothing more to ask.
        charter_complete: bool,
        /// The text of every section that was talked about.
        charter_content: BTreeMap<Topic, String>,
        metadata: Metadata,
    },
    /// Note that this need not be asked.
    Skip {
        #[serde(skip)]
        topic: Topic,
        message: String,
        metadata: Metadata,
    },
    /// Stop, and keep the pad.
    Error {
        message: String,
        /// Where the interview stands: nowhere.
        metadata: Metadata,
    },
}

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// All of it.
    Everything,
    /// Where a change belongs.
    Place,
    /// A topic of which nothing is known.
    Topic(Topic),
    /// A topic of which something was understood, which the question quotes.
    Quoted(Topic),
}

/// Where an interview stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Metadata {
    /// The number of the question to ask or skip, or of the last one.
    pub question_number: u64,
    /// How many questions there can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_questions: Option<u64>,
    /// The topics that nothing covers yet, in their order.
    pub gaps_remaining: Vec<Topic>,
}

impl Metadata {
    pub(super) fn new(question_number: u64, gaps_remaining: Vec<Topic>) -> Self {
        Self { question_number, total_questions: Some(QUESTIONS_MAX), gaps_remaining }
    }
}

impl Response {
    /// Says why there is no next step.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Self {
        let metadata =
            Metadata { question_number: 0, total_questions: None, gaps_remaining: Vec::new() };
        Self::Error { message: message.into(), metadata }
    }

    #[must_use]
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Error { .. })
    }
}
