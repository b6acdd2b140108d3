//! A need into a fulfilment.
//!
//! Owns which part of the mind answers which need. Must not know how.

use super::bank::Bank;
use super::clarity::{SHIPPED, Weights};
use super::edit::PartsEdit;
use super::feature::Features;
use super::language::Tongue;
use super::lexicon::Lexicon;
use super::score::{self, Scorer};
use super::view::View;
use super::{assume, closure, component, edit, goal, panel, question, remark, spec, structure};
use charter_core::deep::{Need, NeedFor, NeedKind};
use serde_json::{Value, json};

/// The offline mind of the deep interview.
#[derive(Debug, Clone)]
pub struct DeepMind {
    lexicon: Lexicon,
    weights: Weights,
}

impl Default for DeepMind {
    fn default() -> Self {
        Self::new()
    }
}

impl DeepMind {
    /// Reads the shipped words.
    #[must_use]
    pub fn new() -> Self {
        Self::with_weights(SHIPPED)
    }

    /// Reads the shipped words and takes other weights.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self { lexicon: Lexicon::new(), weights }
    }

    /// Takes other weights.
    pub fn weigh(&mut self, weights: Weights) {
        self.weights = weights;
    }

    /// Gives the name under which its answers are recorded.
    #[must_use]
    pub fn name(&self) -> &'static str {
        "offline"
    }

    /// Gives the words it knows.
    #[must_use]
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// Fulfils a need for a mind; none where the need is for the user.
    #[must_use]
    pub fn fulfil(&self, need: &Need) -> Option<Value> {
        if need.r#for == NeedFor::User {
            return None;
        }
        let view = View::of(need);
        let bank = Bank::of(view.tongue);
        let lexicon = &self.lexicon;
        match need.kind {
            NeedKind::Topology => Some(component::propose(lexicon, &bank, &view)),
            NeedKind::Ask if is_explanation(need) => Some(question::explain(lexicon, &bank, &view)),
            NeedKind::Ask => Some(question::draft(lexicon, &bank, &view)),
            NeedKind::Refine => Some(structure::draft(lexicon, &view)),
            NeedKind::Score => Some(self.score(&bank, &view)),
            NeedKind::Panel => Some(panel::review(&bank, &view)),
            NeedKind::AutoAnswer => Some(assume::answer(lexicon, &bank, &view)),
            NeedKind::Closure => Some(closure::audit(&bank, &view)),
            NeedKind::Restate => Some(goal::state(lexicon, &view)),
            NeedKind::Spec => Some(spec::draft(lexicon, &bank, &view)),
            NeedKind::ConfirmCrossing | NeedKind::Done => None,
        }
    }

    /// Reads what somebody says to a list of proposed parts.
    #[must_use]
    pub fn read_edit(&self, words: &str) -> PartsEdit {
        edit::read(&self.lexicon, words)
    }

    /// Tells whether words can be a goal: several that say something, and no remark.
    #[must_use]
    pub fn may_be_goal(&self, words: &str) -> bool {
        const WORDS_MIN: usize = 2;
        let features = Features::read(&self.lexicon, words);
        let says = features.n_words >= WORDS_MIN && !features.is_evasive();
        says && !features.is_question && !remark::is_remark(&self.lexicon, words)
    }

    /// Tells the language that a need is answered in.
    #[must_use]
    pub fn tongue(&self, need: &Need) -> Tongue {
        View::of(need).tongue
    }

    fn score(&self, bank: &Bank, view: &View) -> Value {
        let Some(current) = &view.current else {
            return json!({ "failed": "no round is there to score" });
        };
        let (lexicon, weights) = (&self.lexicon, self.weights);
        score::render(&Scorer { lexicon, bank, weights, view, current }.sheet())
    }
}

/// Tells an explanation from a question: its schema says what is wanted.
fn is_explanation(need: &Need) -> bool {
    let schema = need.schema.pointer("/anyOf/0/properties").unwrap_or(&Value::Null);
    schema.get("explanation").is_some()
}
