//! What an answer establishes, and which dispute it settles.
//!
//! Owns which sentences of an answer become facts, in the user's own words. Must not decide what is
//! disputed.

use super::clarity::{Role, worth};
use super::doubt::Found;
use super::feature::Features;
use super::lexicon::Class;
use super::score::{Reading, Scorer};
use super::text::{padded, sentences, shorten};
use charter_core::deep::{Cause, Dimension, Fact, FactDraft};

/// How many facts one answer gives.
const FACTS_MAX: usize = 4;

/// How long a fact is at most.
const FACT_CHARS_MAX: usize = 300;

/// What an answer does to disputes.
#[derive(Debug, Clone, Default)]
pub(super) struct Settled {
    /// The disputed facts that hold after all.
    pub(super) confirms: Vec<String>,
    /// The disputed facts that something else holds instead of.
    pub(super) supersedes: Vec<String>,
}

/// Says what an answer to a question about a dispute, or a changed answer, settles.
pub(super) fn settle(scorer: &Scorer<'_>, reading: &Reading) -> Settled {
    let current = scorer.current;
    let mut settled = Settled::default();
    if !current.is_direct || reading.features.is_evasive() {
        return settled;
    }
    if current.is_rescored {
        let is_ours = |it: &&Fact| it.round == current.number && it.is_open_dispute();
        settled.supersedes =
            scorer.view.facts.iter().filter(is_ours).map(|it| it.id.clone()).collect();
    }
    if let Some(fact) = scorer.view.find_dispute(&current.target) {
        if settled.supersedes.contains(&fact.id) {
            return settled;
        }
        if restates(scorer, fact, &reading.text) {
            settled.confirms.push(fact.id.clone());
        } else {
            settled.supersedes.push(fact.id.clone());
        }
    }
    settled
}

/// Tells whether an answer says again what a fact says: its words, or that the earlier one holds.
fn restates(scorer: &Scorer<'_>, fact: &Fact, answer: &str) -> bool {
    let lexicon = scorer.lexicon;
    let (said, known) = (lexicon.terms(answer), lexicon.terms(&fact.statement));
    let shared = said.intersection(&known).count();
    let is_same = answer.trim() == fact.statement.trim();
    let is_close = shared * 3 >= known.len() * 2 && !known.is_empty() && {
        let numbers = |text: &str| -> Vec<String> {
            let of = super::quantity::list(lexicon, text);
            of.into_iter().map(|it| it.value.to_string()).collect()
        };
        numbers(answer) == numbers(&fact.statement)
    };
    let is_short = said.len() <= 4;
    is_same || is_close || (is_short && lexicon.has(Class::Earlier, &padded(answer)))
}

/// Drafts the facts of an answer.
pub(super) fn draft(
    scorer: &Scorer<'_>,
    reading: &Reading,
    settled: &Settled,
    doubts: &[Found],
) -> Vec<FactDraft> {
    let is_doubted = |sentence: &str| {
        let mut held = doubts.iter().filter(|it| it.holds());
        held.any(|it| sentence.contains(it.quote.trim_end_matches('…')))
    };
    let current = scorer.current;
    if reading.features.is_delegation() || reading.text.trim().is_empty() {
        return Vec::new();
    }
    let is_confirming = !settled.confirms.is_empty() && settled.supersedes.is_empty();
    if is_confirming {
        return Vec::new();
    }
    let mut drafts: Vec<FactDraft> = Vec::new();
    if reading.features.is_choice && !current.question.is_empty() {
        let statement = format!("{} → {}", current.question, current.answer);
        drafts.push(one(scorer, &statement, current.target.dimension));
    } else {
        for sentence in sentences(&reading.text) {
            let features = Features::read(scorer.lexicon, sentence);
            let says = features.hedges.is_empty() && !features.is_evasive() && features.n_words > 0;
            if says && !is_doubted(sentence) && drafts.len() < FACTS_MAX {
                drafts.push(one(scorer, sentence, dimension_of(scorer, &features)));
            }
        }
    }
    if let Some(first) = drafts.first_mut() {
        first.supersedes.clone_from(&settled.supersedes);
    } else if !settled.supersedes.is_empty() {
        let mut draft = one(scorer, &reading.text, current.target.dimension);
        draft.supersedes.clone_from(&settled.supersedes);
        drafts.push(draft);
    }
    drafts
}

fn one(scorer: &Scorer<'_>, statement: &str, dimension: Dimension) -> FactDraft {
    let target = &scorer.current.target;
    let other =
        scorer.view.active().find(|it| it.id != target.component && scorer.names(it, statement));
    let is_own =
        scorer.view.parts.iter().any(|it| it.id == target.component && scorer.names(it, statement));
    let component = match other.filter(|_| !is_own) {
        Some(other) => other.id.clone(),
        None => target.component.clone(),
    };
    let question = &scorer.current.question;
    let evidence = (!question.is_empty()).then(|| shorten(question, FACT_CHARS_MAX));
    FactDraft {
        id: None,
        statement: shorten(statement, FACT_CHARS_MAX),
        component: Some(component),
        dimension: Some(dimension),
        evidence,
        supersedes: Vec::new(),
    }
}

/// Tells which dimension a sentence is about: the one that was asked for, unless it shows much more
/// of another.
fn dimension_of(scorer: &Scorer<'_>, features: &Features) -> Dimension {
    const MORE: u32 = 1_000;
    let target = &scorer.current.target;
    if matches!(target.cause, Cause::Restate {}) {
        return Dimension::Goal;
    }
    let asked = worth(features, target.dimension, Role::Beside);
    let others = scorer.view.project.weights().iter().map(|(it, _)| *it);
    let best = others.max_by_key(|it| worth(features, *it, Role::Beside));
    best.filter(|it| worth(features, *it, Role::Beside) > asked + MORE).unwrap_or(target.dimension)
}
