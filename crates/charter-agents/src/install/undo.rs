//! How a file gets its earlier bytes back.
//!
//! Owns the way back from a text to the one before, which holds only for exactly that text. Must not
//! know what either says.

use charter_kernel::Digest;
use serde::{Deserialize, Serialize};

/// The way back from a text to the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Undo {
    /// The digest of the text that it starts from.
    pub after: Digest,
    /// How many bytes at the start are the same.
    pub head: usize,
    /// How many bytes at the end are the same.
    pub tail: usize,
    /// What stood between them.
    pub between: String,
}

impl Undo {
    /// Finds the way back from `after` to `before`.
    #[must_use]
    pub fn of(before: &str, after: &str) -> Self {
        let pairs = before.char_indices().zip(after.chars());
        let head = pairs.take_while(|((_, left), right)| left == right).last();
        let head = head.map_or(0, |((idx, it), _)| idx + it.len_utf8());
        let rest = before.get(head..).unwrap_or_default();
        let ends = rest.chars().rev().zip(after.get(head..).unwrap_or_default().chars().rev());
        let tail =
            ends.take_while(|(left, right)| left == right).map(|(it, _)| it.len_utf8()).sum();
        let between = rest.get(..rest.len() - tail).unwrap_or_default().to_owned();
        Self { after: Digest::of(after.as_bytes()), head, tail, between }
    }

    /// Goes back, where the text is the one that it starts from.
    #[must_use]
    pub fn apply(&self, text: &str) -> Option<String> {
        if Digest::of(text.as_bytes()) != self.after {
            return None;
        }
        let head = text.get(..self.head)?;
        let tail = text.get(text.len().checked_sub(self.tail)?..)?;
        Some(format!("{head}{}{tail}", self.between))
    }
}
