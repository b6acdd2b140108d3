//! Instants in UTC with millisecond precision, as the ledger writes them.
//!
//! Owns the text form of time. Must not know what time it is.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The start of the year 1.
const FIRST_MILLIS: i64 = -62_135_596_800_000;

/// The end of the year 9998, which every time zone still writes with four digits.
const LAST_MILLIS: i64 = 253_370_764_799_999;

/// An instant, written `2026-11-16T09:12:04.123Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    millis: i64,
}

/// The text is not an RFC 3339 instant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an instant such as 2026-11-16T09:12:04Z")]
pub struct TimestampProblem(pub String);

impl Timestamp {
    /// Takes milliseconds since 1970, held within the years that the text form can show.
    #[must_use]
    pub fn from_millis(millis: i64) -> Self {
        Self { millis: millis.clamp(FIRST_MILLIS, LAST_MILLIS) }
    }

    #[must_use]
    pub fn as_millis(self) -> i64 {
        self.millis
    }

    /// Reads an RFC 3339 instant; anything finer than a millisecond is cut.
    pub fn parse(text: &str) -> Result<Self, TimestampProblem> {
        let instant: jiff::Timestamp =
            text.parse().map_err(|_| TimestampProblem(text.to_owned()))?;
        let millis = instant.as_millisecond();
        // The text form has four digits for the year.
        if !(FIRST_MILLIS..=LAST_MILLIS).contains(&millis) {
            return Err(TimestampProblem(text.to_owned()));
        }
        Ok(Self { millis })
    }

    /// Gives the form that starts a charter's id: `20261116-091204`.
    #[must_use]
    pub fn to_id_stamp(self) -> String {
        self.format("%Y%m%d-%H%M%S")
    }

    /// Gives the form that people read: `2026-11-16 09:12`.
    #[must_use]
    pub fn to_minutes(self) -> String {
        self.format("%Y-%m-%d %H:%M")
    }

    fn format(self, pattern: &str) -> String {
        let instant = jiff::Timestamp::from_millisecond(self.millis).unwrap_or_default();
        instant.strftime(pattern).to_string()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format("%Y-%m-%dT%H:%M:%S.%3fZ"))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}
