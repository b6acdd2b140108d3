//! The names of things: charters, criteria, sessions, slugs.
//!
//! Owns what a valid id looks like. Must not know where ids are stored.

use crate::Timestamp;
use crate::visible::{find_hidden, visible};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most characters of a slug made from a name.
const SLUG_CHARS_MAX: usize = 32;

/// The most bytes of a charter's id: with a suffix it still fits every file system.
const CHARTER_ID_BYTES_MAX: usize = 200;

const SESSION_CHARS_MAX: usize = 200;

/// Why a text is not an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdProblem {
    #[error("it is empty")]
    Empty,
    #[error("it is longer than {0} characters")]
    TooLong(usize),
    /// It holds a character that an id cannot have.
    #[error("it holds `{0}`, which an id cannot have")]
    Character(char),
    /// It starts with a dot, as hidden files do.
    #[error("it starts with a dot")]
    Hidden,
}

/// The id of a charter, which is also the name of its directory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct CharterId(String);

impl CharterId {
    /// Builds `YYYYMMDD-HHMMSS-slug`, with a number behind it from the second attempt on.
    #[must_use]
    pub fn new(created_at: Timestamp, slug: &Slug, attempt: u32) -> Self {
        let stamp = created_at.to_id_stamp();
        match attempt {
            0 | 1 => Self(format!("{stamp}-{slug}")),
            _ => Self(format!("{stamp}-{slug}-{attempt}")),
        }
    }

    /// Reads an id: one path component without separators or characters that nobody sees.
    pub fn parse(text: &str) -> Result<Self, IdProblem> {
        if text.is_empty() {
            return Err(IdProblem::Empty);
        }
        if text.starts_with('.') {
            return Err(IdProblem::Hidden);
        }
        if text.len() > CHARTER_ID_BYTES_MAX {
            return Err(IdProblem::TooLong(CHARTER_ID_BYTES_MAX));
        }
        let separator = text.chars().find(|it| matches!(it, '/' | '\\' | ':'));
        match find_hidden(text).or(separator) {
            Some(character) => Err(IdProblem::Character(character)),
            None => Ok(Self(text.to_owned())),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Tells whether a fragment selects this id; case does not matter.
    #[must_use]
    pub fn matches(&self, fragment: &str) -> bool {
        self.0.to_lowercase().contains(&fragment.to_lowercase())
    }
}

impl fmt::Display for CharterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for CharterId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// The id of a criterion, `VAL-…`, as the register spells it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CriterionId(pub String);

impl CriterionId {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CriterionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a caller calls itself, so that two agents in one repository each have their own charter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct SessionId(String);

impl SessionId {
    /// Gives an id for the reference and for tests of the format.
    pub fn example() -> Self {
        Self("agent-7f3a".to_owned())
    }

    /// Reads a session's id: any text without control characters.
    pub fn parse(text: &str) -> Result<Self, IdProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(IdProblem::Empty);
        }
        if text.chars().count() > SESSION_CHARS_MAX {
            return Err(IdProblem::TooLong(SESSION_CHARS_MAX));
        }
        match text.chars().find(|it| it.is_control()) {
            Some(character) => Err(IdProblem::Character(character)),
            None => Ok(Self(text.to_owned())),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for SessionId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// The readable end of a charter's id: lower-case letters and digits of any script, joined by `-`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slug(String);

impl Slug {
    /// Makes a slug of any text; text without a letter or digit gives `charter`.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut slug = String::new();
        // A filler counts as a letter and is not seen.
        let text = visible(text);
        for word in text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()) {
            let word = word.to_lowercase();
            let joined = slug.chars().count() + 1 + word.chars().count();
            if slug.is_empty() {
                slug = word.chars().take(SLUG_CHARS_MAX).collect();
            } else if joined <= SLUG_CHARS_MAX {
                slug.push('-');
                slug.push_str(&word);
            } else {
                break;
            }
        }
        // Lower-casing may yield combining marks, which are not alphanumeric: they stay, harmless.
        if slug.is_empty() { Self("charter".to_owned()) } else { Self(slug) }
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests;
