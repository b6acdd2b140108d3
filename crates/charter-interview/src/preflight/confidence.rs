//! One figure from five scores, and what to do at it.
//!
//! Owns the composite in hundredths and its bands. Must not compute with floats.

use super::dimension::{Dimension, Scores};
use super::profile::Weights;
use serde_json::{Number, Value};
use std::fmt;

/// A composite of confidence in hundredths of a point: 0 to 100.00.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Composite(u32);

impl Composite {
    /// All of it.
    pub const FULL: Self = Self(10_000);

    /// From here on what was understood is put to the user.
    pub const REFORMULATE: Self = Self(8_000);

    /// Where significant gaps put it back to.
    pub const GAPS: Self = Self(7_000);

    /// Takes hundredths; more than all is all.
    #[must_use]
    pub const fn new(hundredths: u32) -> Self {
        if hundredths > Self::FULL.0 { Self::FULL } else { Self(hundredths) }
    }

    /// Weighs scores; exact, since scores and weights are whole.
    #[must_use]
    pub fn of(scores: &Scores, weights: &Weights) -> Self {
        let part = |it: Dimension| u32::from(scores.of(it)) * u32::from(weights.of(it));
        Self::new(Dimension::ALL.into_iter().map(part).sum())
    }

    #[must_use]
    pub const fn as_hundredths(self) -> u32 {
        self.0
    }

    /// Gives the whole points, the rest cut off.
    #[must_use]
    pub const fn floor(self) -> u32 {
        self.0 / 100
    }

    /// Reads a decimal from 0 to 100; what is finer than a hundredth is cut off.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 3 || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let is_over = fraction.bytes().any(|it| it != b'0');
        let hundredths: u32 =
            fraction.chars().chain("00".chars()).take(2).collect::<String>().parse().ok()?;
        let whole: u32 = whole.parse().ok()?;
        let sum = whole * 100 + hundredths;
        (sum < Self::FULL.0 || (sum == Self::FULL.0 && !is_over)).then_some(Self(sum))
    }

    /// Gives it as a JSON number: `73.25`, `100`.
    #[must_use]
    pub fn to_json(self) -> Value {
        decimal(&self.to_string())
    }

    #[must_use]
    pub const fn band(self) -> Band {
        match self.0 {
            0..=4_999 => Band::Insufficient,
            5_000..=7_999 => Band::Partial,
            8_000..=9_499 => Band::High,
            9_500..=9_999 => Band::Near,
            _ => Band::Complete,
        }
    }
}

impl fmt::Display for Composite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match rest {
            0 => write!(f, "{whole}"),
            rest if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            rest => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// Gives a decimal text as a JSON number.
#[must_use]
pub(super) fn decimal(text: &str) -> Value {
    serde_json::from_str::<Number>(text).map_or(Value::Null, Value::Number)
}

/// What a composite means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Band {
    /// Below 50: basic questions.
    Insufficient,
    /// Below 80: research between the questions.
    Partial,
    /// Below 95: put what was understood to the user.
    High,
    /// Below 100: a last confirmation.
    Near,
    /// All of it: go on.
    Complete,
}

impl Band {
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Insufficient => "insufficient",
            Self::Partial => "partial",
            Self::High => "high",
            Self::Near => "near",
            Self::Complete => "complete",
        }
    }
}

/// Gives where an interview may start from after an earlier one about much the same: 85 of a
/// hundred of it, at most 80.
#[must_use]
pub fn baseline(previous: Option<Composite>) -> Composite {
    let carried = previous.map_or(0, |it| it.0 * 85 / 100);
    Composite(carried.min(Composite::REFORMULATE.0))
}

/// Gives what a router's confidence is worth for the dimensions that it spoke about.
#[must_use]
pub fn routed(confidence: u8) -> u8 {
    if confidence >= 70 { 80 } else { 0 }
}
