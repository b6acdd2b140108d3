//! What in an answer raises doubt.
//!
//! Owns which signs become a trigger and where it points. Must not lower anything.

use super::bank::Doubt;
use super::conflict::{Conflict, HeardAnswer, Statement};
use super::scorer::{AnswerReading, Scorer};
use super::term::Terms;
use super::text::quote;
use crate::deep::{Cause, Dimension, Fact, TriggerKind};

const DISPUTES_MAX: usize = 2;

/// A doubt, and what it is about.
#[derive(Debug, Clone)]
pub(super) struct FoundDoubt {
    pub(super) kind: TriggerKind,
    pub(super) doubt: Doubt,
    pub(super) component: String,
    pub(super) dimension: Dimension,
    pub(super) quote: String,
    /// The fact that they do not fit, with its statement.
    pub(super) fact: Option<(String, String)>,
    /// Whether the sign seldom errs.
    pub(super) is_sure: bool,
}

impl FoundDoubt {
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
pub(super) fn find(scorer: &Scorer<'_>, reading: &AnswerReading) -> Vec<FoundDoubt> {
    let target = &scorer.current.target;
    let here = |kind: TriggerKind, doubt: Doubt, quote: String, is_sure: bool| FoundDoubt {
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
    let heard = HeardAnswer::of(scorer.lexicon, &scorer.current.question, &reading.text);
    let conflicts = list_conflicts(scorer, &heard);
    if !conflicts.is_empty() {
        return conflicts;
    }
    if let Some(words) = scorer.lexicon.find_inside(&reading.text) {
        return vec![here(TriggerKind::Inconsistency, Doubt::Inside, words, false)];
    }
    let was_asked = matches!(&target.cause, Cause::Trigger { letter } if letter == "D");
    if was_asked || scorer.view.facts.is_empty() {
        return Vec::new();
    }
    if !scorer.lexicon.may_add(&heard, &reading.text) {
        return Vec::new();
    }
    let added = scorer.lexicon.find_addition(&known(scorer), &heard, &reading.text);
    added
        .map(|words| here(TriggerKind::Expansion, Doubt::Expansion, words, false))
        .into_iter()
        .collect()
}

fn list_conflicts(scorer: &Scorer<'_>, heard: &HeardAnswer<'_>) -> Vec<FoundDoubt> {
    let target = &scorer.current.target;
    let holds =
        |it: &&Fact| !it.disputed && !it.is_superseded() && it.round != scorer.current.number;
    // The latest statement is the one that is most likely meant.
    let facts = || scorer.view.facts.iter().rev().filter(holds);
    let conflicts = facts().filter_map(|fact| {
        let statement = Statement { text: &fact.statement, evidence: "" };
        Some((fact, scorer.lexicon.find_conflict(statement, heard)?))
    });
    let found: Vec<FoundDoubt> =
        conflicts.take(DISPUTES_MAX).map(|it| conflicting(scorer, it.0, it.1)).collect();
    if !found.is_empty() {
        return found;
    }
    let is_asked = |it: &&Fact| {
        it.component.as_deref() == Some(target.component.as_str())
            && it.dimension == Some(target.dimension)
    };
    let latest = facts().find(is_asked).and_then(|fact| {
        let statement = Statement { text: &fact.statement, evidence: "" };
        Some(conflicting(scorer, fact, scorer.lexicon.find_premise(statement, heard)?))
    });
    latest.into_iter().collect()
}

fn conflicting(scorer: &Scorer<'_>, fact: &Fact, conflict: Conflict) -> FoundDoubt {
    let target = &scorer.current.target;
    let component = fact.component.clone().unwrap_or_else(|| target.component.clone());
    let is_active = scorer.view.active().any(|it| it.id == component);
    FoundDoubt {
        kind: TriggerKind::Contradiction,
        doubt: Doubt::Conflict,
        component: if is_active { component } else { target.component.clone() },
        dimension: fact.dimension.unwrap_or(target.dimension),
        quote: conflict.quote,
        fact: Some((fact.id.clone(), quote(&fact.statement))),
        is_sure: conflict.is_sure,
    }
}

/// Gives the terms of everything that was spoken of.
fn known(scorer: &Scorer<'_>) -> Terms {
    let view = scorer.view;
    let parts = view.parts.iter().flat_map(|it| [it.name.as_str(), it.description.as_str()]);
    let facts = view.facts.iter().map(|it| it.statement.as_str());
    let spoken = [view.idea.as_str(), scorer.current.question.as_str()];
    let texts = spoken.into_iter().chain(parts).chain(facts);
    Terms::of(texts.flat_map(|it| scorer.lexicon.terms(it).into_iter()).collect())
}
