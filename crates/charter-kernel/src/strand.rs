//! Strands: the files that a ledger is made of, each appended to by one working copy.
//!
//! Owns their names. What git has seen of a strand is never written again, so two sides of a merge never
//! change the same file. Must not know where strands are kept.

use crate::Digest;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The most characters of a name.
const CHARS_MAX: usize = 40;

/// The directory of a charter that holds its strands.
pub const STRANDS_DIR: &str = "ledger";

/// How the names of their files end.
pub const STRAND_SUFFIX: &str = ".jsonl";

/// The file of the first format, which had all events: strand zero, read and never written again.
pub const ZERO_FILE: &str = "events.jsonl";

const ZERO_NAME: &str = "0";

/// The name of a strand: lower-case letters and digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct StrandId(String);

impl StrandId {
    /// The strand that holds the events of the first format.
    #[must_use]
    pub fn zero() -> Self {
        Self(ZERO_NAME.to_owned())
    }

    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == ZERO_NAME
    }

    /// Makes a name of random bytes.
    #[must_use]
    pub fn from_random(bytes: &[u8]) -> Self {
        Self(Digest::of(bytes).to_string().chars().take(16).collect())
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit();
        let is_name = !text.is_empty() && text.len() <= CHARS_MAX && text.chars().all(is_plain);
        is_name.then(|| Self(text.to_owned()))
    }

    /// Finds the strand that a file of the strands' directory holds.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        name.strip_suffix(STRAND_SUFFIX).and_then(Self::parse).filter(|it| !it.is_zero())
    }

    /// Gives its file, relative to the charter.
    #[must_use]
    pub fn file(&self) -> String {
        if self.is_zero() {
            return ZERO_FILE.to_owned();
        }
        format!("{STRANDS_DIR}/{}{STRAND_SUFFIX}", self.0)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Gives the first characters, for names of files that two sides must not share.
    #[must_use]
    pub fn short(&self) -> &str {
        self.0.get(..6).unwrap_or(&self.0)
    }
}

impl fmt::Display for StrandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for StrandId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not the name of a strand"))
    }
}

/// The end of a strand: the number and the id of its last event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrandEnd {
    pub strand: StrandId,
    pub seq: u64,
    pub id: Digest,
}

impl StrandEnd {
    /// A strand without events.
    #[must_use]
    pub fn start(strand: StrandId) -> Self {
        Self { strand, seq: 0, id: Digest::ZERO }
    }
}
