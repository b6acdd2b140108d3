//! Clarity and ambiguity as whole ten-thousandths.
//!
//! Owns the way from decimal text to units and back. Must not compute with floats: a score that a
//! mind gives as a number is read from its shortest decimal text.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A share of one, in ten-thousandths: 0 to 10 000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(from = "u32")]
pub struct Units(u32);

impl Units {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// All of it.
    pub const ONE: Self = Self(10_000);

    /// Takes ten-thousandths; what is more than all of it is all of it.
    #[must_use]
    pub const fn new(units: u32) -> Self {
        if units > Self::ONE.0 { Self::ONE } else { Self(units) }
    }

    /// Gives the ten-thousandths.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self.0
    }

    /// Gives what is missing to all of it.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self(Self::ONE.0 - self.0)
    }

    /// Takes something off; nothing is the least.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Reads a decimal between 0 and 1 with at most four digits behind the point.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > 4 {
            return None;
        }
        let whole: u32 = whole.parse().ok()?;
        let fraction: u32 = format!("{fraction:0<4}").parse().ok()?;
        let units = whole.checked_mul(Self::ONE.0)?.checked_add(fraction)?;
        (units <= Self::ONE.0).then_some(Self(units))
    }

    /// Reads a JSON number or a text of one.
    #[must_use]
    pub fn parse_json(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => {
                let share = number.as_f64().filter(|it| (0.0..=1.0).contains(it))?;
                // More digits than count are rounded where the text is made.
                Self::parse(&format!("{share:.4}"))
            }
            Value::String(text) => Self::parse(text.trim()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// Gives it as a whole share of a hundred: `42%`.
    #[must_use]
    pub fn to_whole_percent(self) -> String {
        format!("{}%", (self.0 + 50) / 100)
    }

    /// Gives it as a share of a hundred: `42%`, `2.5%`.
    #[must_use]
    pub fn to_percent(self) -> String {
        let (whole, fraction) = (self.0 / 100, self.0 % 100);
        let fraction = format!("{fraction:02}");
        match fraction.trim_end_matches('0') {
            "" => format!("{whole}%"),
            digits => format!("{whole}.{digits}%"),
        }
    }
}

impl From<u32> for Units {
    fn from(units: u32) -> Self {
        Self::new(units)
    }
}

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:04}", self.0 / Self::ONE.0, self.0 % Self::ONE.0)
    }
}
