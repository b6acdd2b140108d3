//! An answer in place of the user's: of a dispute the side that was said last, else the default that
//! is easiest to take back.
//!
//! Owns that it is never called sure. Must not read the user's mind.

use super::bank::{Bank, TextKey};
use super::fact;
use super::lexicon::SenseLexicon;
use super::view::NeedView;
use crate::deep::{AutoAnswer, Confidence, Dimension};

/// Fulfils the need for an answer.
pub(super) fn answer(lexicon: &SenseLexicon, bank: &Bank, view: &NeedView) -> AutoAnswer {
    let side = side(lexicon, view);
    let reasons = if side.is_some() { TextKey::AutoSide } else { TextKey::AutoRationale };
    AutoAnswer {
        text: side.unwrap_or_else(|| default(bank, view)),
        rationale: bank.list(reasons).to_vec(),
        confidence: Confidence::Low,
        uncertainty: Some(bank.say(TextKey::AutoUncertainty, 0, &[])),
    }
}

/// Gives the later side of the dispute that is asked about, unless nobody but a mind said it.
fn side(lexicon: &SenseLexicon, view: &NeedView) -> Option<String> {
    let fact = view.find_dispute(view.target.as_ref()?)?;
    let later = fact::later_side(lexicon, view, fact).filter(|it| !it.assumed);
    Some(later.unwrap_or(fact).statement.clone())
}

/// Gives the first default that was not taken yet.
fn default(bank: &Bank, view: &NeedView) -> String {
    let dimension = view.target.as_ref().map_or(Dimension::Goal, |it| it.dimension);
    let is_taken = |it: &str| view.rows.iter().any(|row| row.answer.as_deref() == Some(it));
    let free = bank.list(TextKey::Option(dimension)).iter().find(|it| !is_taken(it));
    free.cloned().unwrap_or_else(|| bank.say(TextKey::Option(dimension), 0, &[]))
}
