//! What in an answer raises doubt.
//!
//! Owns which signs become a trigger and where it points. Must not lower anything.

use super::bank::Doubt;
use super::conflict::{Heard, Statement};
use super::score::{Reading, Scorer};
use super::text::quote;
use charter_core::deep::{Cause, Dimension, Fact, TriggerKind};
use std::collections::BTreeSet;

/// How many facts one answer can dispute.
const DISPUTES_MAX: usize = 2;

/// A doubt, and what it is about.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) kind: TriggerKind,
    pub(super) doubt: Doubt,
    pub(super) component: String,
    pub(super) dimension: Dimension,
    /// The words that raise it.
    pub(super) quote: String,
    /// The fact that they do not fit, with its statement.
    pub(super) fact: Option<(String, String)>,
    /// Whether the sign seldom errs.
    pub(super) is_sure: bool,
}

impl Found {
    /// Tells whether nothing becomes clearer by the answer.
    pub(super) fn stops(&self) -> bool {
        match self.doubt {
            Doubt::Evasion => true,
            Doubt::Conflict => self.is_sure,
            Doubt::Inside | Doubt::Expansion => false,
        }
    }

    /// Tells whether what it is about does not become clearer, whatever else does.
    pub(super) fn holds(&self) -> bool {
        match self.doubt {
            Doubt::Evasion | Doubt::Conflict | Doubt::Inside => true,
            Doubt::Expansion => false,
        }
    }
}

/// Lists what raises doubt, the gravest first.
pub(super) fn find(scorer: &Scorer<'_>, reading: &Reading) -> Vec<Found> {
    let target = &scorer.current.target;
    let here = |kind: TriggerKind, doubt: Doubt, quote: String, is_sure: bool| Found {
        kind,
        doubt,
        component: target.component.clone(),
        dimension: target.dimension,
        quote,
        fact: None,
        is_sure,
    };
    if !scorer.current.is_direct {
        return Vec::new();
    }
    let settles = scorer.view.find_dispute(target).is_some() || scorer.current.is_rescored;
    let is_both = scorer.lexicon.holds_both(&reading.text);
    if settles && (is_both || reading.features.is_delegation()) {
        return Vec::new();
    }
    if reading.features.is_evasive() {
        let words = quote(&reading.text);
        return vec![here(TriggerKind::Evasion, Doubt::Evasion, words, true)];
    }
    // Who was asked which of two statements holds does not contradict by saying it.
    if settles || matches!(target.cause, Cause::Restate {}) {
        return Vec::new();
    }
    let conflicts = list_conflicts(scorer, reading);
    if !conflicts.is_empty() {
        return conflicts;
    }
    if let Some(words) = scorer.lexicon.find_inside(&reading.text) {
        return vec![here(TriggerKind::Inconsistency, Doubt::Inside, words, false)];
    }
    let was_asked = matches!(&target.cause, Cause::Trigger { letter } if letter == "D");
    if was_asked || scorer.view.facts.is_empty() || !scorer.lexicon.adds(&reading.text) {
        return Vec::new();
    }
    let added = scorer.lexicon.find_addition(&known(scorer), &reading.text);
    added
        .map(|words| here(TriggerKind::Expansion, Doubt::Expansion, words, false))
        .into_iter()
        .collect()
}

fn list_conflicts(scorer: &Scorer<'_>, reading: &Reading) -> Vec<Found> {
    let target = &scorer.current.target;
    let holds =
        |it: &&Fact| !it.disputed && !it.is_superseded() && it.round != scorer.current.number;
    let heard = Heard::of(scorer.lexicon, &scorer.current.question, &reading.text);
    let mut found = Vec::new();
    // The latest statement is the one that is most likely meant.
    for fact in scorer.view.facts.iter().rev().filter(holds) {
        let statement = Statement { text: &fact.statement, evidence: "" };
        let conflict = scorer.lexicon.find_conflict(statement, &heard);
        let Some(conflict) = conflict else { continue };
        let component = fact.component.clone().unwrap_or_else(|| target.component.clone());
        let is_active = scorer.view.active().any(|it| it.id == component);
        found.push(Found {
            kind: TriggerKind::Contradiction,
            doubt: Doubt::Conflict,
            component: if is_active { component } else { target.component.clone() },
            dimension: fact.dimension.unwrap_or(target.dimension),
            quote: conflict.quote,
            fact: Some((fact.id.clone(), quote(&fact.statement))),
            is_sure: conflict.is_sure,
        });
        if found.len() == DISPUTES_MAX {
            break;
        }
    }
    found
}

/// Gives the terms of everything that was spoken of.
fn known(scorer: &Scorer<'_>) -> BTreeSet<String> {
    let view = scorer.view;
    let mut known = scorer.lexicon.terms(&view.idea);
    known.extend(scorer.lexicon.terms(&scorer.current.question));
    for part in &view.parts {
        known.extend(scorer.lexicon.terms(&part.name));
        known.extend(scorer.lexicon.terms(&part.description));
    }
    for fact in &view.facts {
        known.extend(scorer.lexicon.terms(&fact.statement));
    }
    known
}
