//! Bytes of another tool into what could be read.
//!
//! Owns the value that an import is and how a file's form is told. Must not know either form.

use super::{spec, state};
use crate::deep::{COMPONENTS_MAX, ComponentDraft, Units};
use serde::{Deserialize, Serialize};

/// The most rounds that are taken over.
const ROUNDS_MAX: usize = 200;

const NOTES_MAX: usize = 50;

/// What sort of file it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// A spec, as Markdown.
    Spec,
    /// The state of an interview, as JSON.
    State,
}

/// A question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportedRound {
    /// Its number, as it was given.
    pub number: u32,
    /// The question; empty where none was found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The answer; empty where none was found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// The ambiguity that was noted beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Units>,
}

/// An interview of another tool, as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    pub form: Form,
    pub title: String,
    pub idea: String,
    /// The ambiguity it ended with.
    pub ambiguity: Option<Units>,
    pub threshold: Option<Units>,
    pub components: Vec<ComponentDraft>,
    pub facts: Vec<String>,
    pub rounds: Vec<ImportedRound>,
    /// What must be shown.
    pub criteria: Vec<String>,
    /// What was not understood, in words.
    pub notes: Vec<String>,
}

impl Imported {
    pub(super) fn new(form: Form) -> Self {
        Self {
            form,
            title: String::new(),
            idea: String::new(),
            ambiguity: None,
            threshold: None,
            components: Vec::new(),
            facts: Vec::new(),
            rounds: Vec::new(),
            criteria: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Tells whether anything at all was understood.
    fn is_understood(&self) -> bool {
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

/// Reads a file of another tool; `name` is what it is called there. Gives nothing where nothing was
/// understood.
#[must_use]
pub fn read(name: &str, bytes: &[u8]) -> Option<Imported> {
    if bytes.contains(&0) {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    let is_text = std::str::from_utf8(bytes).is_ok();
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let begins_json = text.trim_start().starts_with(['{', '[']);
    let is_json = name.ends_with(".json") || name.ends_with(".jsonl") || begins_json;
    let mut imported = if is_json { state::read(&text) } else { spec::read(&text) };
    if !is_text {
        imported.note("it is not UTF-8; some letters could not be read");
    }
    if !imported.is_understood() {
        return None;
    }
    if let Some(n) = imported.rounds.len().checked_sub(ROUNDS_MAX).filter(|it| *it > 0) {
        imported.note(format!("{n} rounds behind the first {ROUNDS_MAX} were not taken over"));
        imported.rounds.truncate(ROUNDS_MAX);
    }
    imported.components.retain(|it| !it.name.trim().is_empty());
    if let Some(n) = imported.components.len().checked_sub(COMPONENTS_MAX).filter(|it| *it > 0) {
        imported.note(format!("{n} parts behind the first {COMPONENTS_MAX} were not taken over"));
        imported.components.truncate(COMPONENTS_MAX);
    }
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if imported.title.trim().is_empty() {
        imported.note("it has no title; the file's name stands for it");
        stem.clone_into(&mut imported.title);
    }
    if imported.idea.trim().is_empty() {
        imported.note("it does not say what it is about; the title stands for it");
        imported.idea = imported.title.clone();
    }
    if imported.rounds.is_empty() {
        imported.note("no round was recognised");
    }
    Some(imported)
}

#[cfg(test)]
mod tests;
