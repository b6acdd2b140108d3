//! An answer in place of the user's: the default that is easiest to take back.
//!
//! Owns that it is never called sure. Must not read the user's mind.

use super::bank::{Bank, Key};
use super::view::View;
use charter_core::deep::Dimension;
use serde_json::{Value, json};

/// Fulfils the need for an answer.
pub(super) fn answer(bank: &Bank, view: &View) -> Value {
    let dimension = view.target.as_ref().map_or(Dimension::Goal, |it| it.dimension);
    let rationale = bank.list(Key::AutoRationale).to_vec();
    json!({
        "answer": bank.say(Key::Option(dimension), 0, &[]),
        "rationale": rationale,
        "confidence": "low",
        "uncertainty": bank.say(Key::AutoUncertainty, 0, &[]),
    })
}
