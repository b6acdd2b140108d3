//! Answers that say nothing.
//!
//! Owns nothing itself: this is the table of contents. What is recognised are evasions, copies, repetitions and
//! texts of no language; whether a good text belongs to the question is for others.

mod evasion;
mod expected;
mod kind;
mod letter;
mod list;
mod recognition;
mod similarity;

pub use evasion::asks_back;
pub(crate) use evasion::is_evasive;
pub use expected::{ExpectedAnswer, says_none};
pub use kind::NoiseKind;
pub use recognition::{noise, noise_to, shares_words};
