//! An interview of another tool, as a value.
//!
//! Owns what can be read of one. Must not know how it was read.

use crate::deep::{ComponentDraft, ImportForm, ImportedRound, Units};

const NOTES_MAX: usize = 50;

/// An interview of another tool, as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    pub form: ImportForm,
    pub title: String,
    pub idea: String,
    /// The ambiguity it ended with.
    pub ambiguity: Option<Units>,
    pub threshold: Option<Units>,
    pub components: Vec<ComponentDraft>,
    pub facts: Vec<String>,
    pub rounds: Vec<ImportedRound>,
    pub criteria: Vec<String>,
    /// What was not understood, in words.
    pub notes: Vec<String>,
}

impl Imported {
    /// Tells whether anything at all was understood.
    pub(super) fn is_understood(&self) -> bool {
        let is_said = |text: &str| {
            text.chars().any(char::is_alphanumeric)
                && !text.chars().any(|it| it == '\u{fffd}' || (it.is_control() && it != '\n'))
        };
        is_said(&self.title)
            || is_said(&self.idea)
            || !self.rounds.is_empty()
            || self.criteria.iter().any(|it| is_said(it))
            || self.ambiguity.is_some()
            || self.threshold.is_some()
    }

    pub(super) fn note(&mut self, words: impl Into<String>) {
        if self.notes.len() < NOTES_MAX {
            self.notes.push(words.into());
        }
    }
}
