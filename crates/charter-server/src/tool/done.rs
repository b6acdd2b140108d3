//! What a tool has done.
//!
//! Owns the shape alone.

use crate::ask::UserQuestion;
use charter_app::BehindRow;
use serde_json::{Value, json};

/// What a tool has done.
#[derive(Debug)]
pub(crate) struct Done {
    /// The report.
    pub(crate) json: Value,
    /// What the user could be asked right now.
    pub(crate) question: Option<UserQuestion>,
}

impl Done {
    /// Adds what is behind, though the rest is recorded.
    pub(crate) fn with_behind(mut self, rows: &[BehindRow]) -> Self {
        if let (false, Value::Object(map)) = (rows.is_empty(), &mut self.json) {
            map.insert("behind".to_owned(), json!(rows));
        }
        self
    }

    /// Gives a report after which nothing is asked.
    pub(crate) fn with(json: Value) -> Self {
        Self { json, question: None }
    }
}
