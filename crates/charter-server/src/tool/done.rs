//! What a tool has done.
//!
//! Owns the shape alone.

use crate::ask::Question;
use serde_json::Value;

/// What a tool has done.
#[derive(Debug)]
pub(crate) struct Done {
    /// The report.
    pub(crate) json: Value,
    /// What the user could be asked right now.
    pub(crate) question: Option<Question>,
}

impl Done {
    /// Gives a report after which nothing is asked.
    pub(crate) fn with(json: Value) -> Self {
        Self { json, question: None }
    }
}
