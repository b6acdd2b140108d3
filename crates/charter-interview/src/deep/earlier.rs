//! An interview that was made elsewhere, as the start of this one.
//!
//! Owns what the ledger and the interview keep of it. Must not know how it was read.

use super::{ComponentDraft, Units};
use charter_kernel::Digest;
use serde::{Deserialize, Serialize};

/// An interview that was made elsewhere, with the original that is kept beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    /// The file's name where it came from.
    pub source: String,
    /// Where the original is, relative to the charter.
    pub saved_as: String,
    pub bytes: u64,
    pub digest: Digest,
    pub form: ImportForm,
    /// The ambiguity it ended with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Units>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<Units>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentDraft>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<ImportedRound>,
    /// What was not understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What sort of file it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportForm {
    /// A spec, as Markdown.
    #[default]
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

/// What an interview keeps of one that was made elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    /// The file's name where it came from.
    pub source: String,
    /// The ambiguity it ended with, by its own measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Units>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<ImportedRound>,
}

impl Earlier {
    /// Says in a line what was taken over.
    #[must_use]
    pub fn line(&self) -> String {
        let rounds = match self.rounds.len() {
            1 => "1 round".to_owned(),
            n => format!("{n} rounds"),
        };
        let ambiguity = self.ambiguity.map(|it| format!(", ambiguity {}", it.to_percent()));
        format!("Taken over from {}: {rounds}{}", self.source, ambiguity.unwrap_or_default())
    }
}
