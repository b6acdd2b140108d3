//! What stands against closing although the number passes.
//!
//! Owns the one thing that can be seen without understanding: a part that nobody was asked about.
//! Must not repeat what the engine finds itself.

use super::bank::{Bank, TextKey, UnclearSign};
use super::view::NeedView;
use crate::deep::{ClosureGap, Dimension};

/// Fulfils the need for an audit.
pub(super) fn audit(bank: &Bank, view: &NeedView) -> Vec<ClosureGap> {
    let is_said = |id: &str| {
        let answered = view.rows.iter().any(|it| it.component == id && it.answer.is_some());
        answered || view.facts.iter().any(|it| it.component.as_deref() == Some(id))
    };
    let unasked = view.active().filter(|it| !is_said(&it.id));
    let gap = |id: &str| ClosureGap {
        component: id.to_owned(),
        dimension: Dimension::Goal,
        gap: bank.say(TextKey::GapOf(UnclearSign::Unasked), 0, &[]),
        fact: None,
    };
    unasked.map(|it| gap(&it.id)).collect()
}
