//! An answer in place of the user's: of a dispute the side that was said last, else the default that
//! is easiest to take back.
//!
//! Owns that it is never called sure. Must not read the user's mind.

use super::bank::{Bank, Key};
use super::fact;
use super::lexicon::Lexicon;
use super::view::View;
use charter_core::deep::{AutoAnswer, Confidence, Dimension};

/// Fulfils the need for an answer.
pub(super) fn answer(lexicon: &Lexicon, bank: &Bank, view: &View) -> AutoAnswer {
    let side = side(lexicon, view);
    let reasons = if side.is_some() { Key::AutoSide } else { Key::AutoRationale };
    AutoAnswer {
        text: side.unwrap_or_else(|| default(bank, view)),
        rationale: bank.list(reasons).to_vec(),
        confidence: Confidence::Low,
        uncertainty: Some(bank.say(Key::AutoUncertainty, 0, &[])),
    }
}

/// Gives the later side of the dispute that is asked about, unless nobody but a mind said it.
fn side(lexicon: &Lexicon, view: &View) -> Option<String> {
    let fact = view.find_dispute(view.target.as_ref()?)?;
    let later = fact::later_side(lexicon, view, fact).filter(|it| !it.assumed);
    Some(later.unwrap_or(fact).statement.clone())
}

/// Gives the first default that was not taken yet.
fn default(bank: &Bank, view: &View) -> String {
    let dimension = view.target.as_ref().map_or(Dimension::Goal, |it| it.dimension);
    let is_taken = |it: &str| view.rows.iter().any(|row| row.answer.as_deref() == Some(it));
    let free = bank.list(Key::Option(dimension)).iter().find(|it| !is_taken(it));
    free.cloned().unwrap_or_else(|| bank.say(Key::Option(dimension), 0, &[]))
}
