//! What a round is scored with, and its answer as it was read.
//!
//! Owns what counts as the answer. Must not know what it is worth.

use super::bank::{Bank, TextKey};
use super::clarity::ClarityWeights;
use super::feature::Features;
use super::lexicon::{Class, SenseLexicon};
use super::text::padded;
use super::view::{Current, NeedView};
use crate::deep::PartBrief;

/// What the mind needs to score.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scorer<'s> {
    pub(super) lexicon: &'s SenseLexicon,
    pub(super) bank: &'s Bank,
    pub(super) weights: ClarityWeights,
    pub(super) view: &'s NeedView,
    pub(super) current: &'s Current,
}

/// An answer that was read.
#[derive(Debug)]
pub(super) struct AnswerReading {
    /// The words, with what was left out.
    pub(super) text: String,
    /// What was seen in them; of a yes, what the question says.
    pub(super) features: Features,
}

impl Scorer<'_> {
    /// Reads the answer of the round.
    pub(super) fn read(&self) -> AnswerReading {
        let excluded = self.current.excluded.iter().map(|it| {
            let says_so = self.lexicon.has(Class::Exclusion, &padded(it));
            if says_so { it.clone() } else { self.bank.say(TextKey::Excluded, 0, &[("quote", it)]) }
        });
        let lines: Vec<String> =
            std::iter::once(self.current.answer.clone()).chain(excluded).collect();
        let text = lines.join("\n");
        let said = Features::read(self.lexicon, &text);
        let question = &self.current.question;
        let features = if said.is_choice && self.is_closed(question) {
            Features::confirmed(Features::read(self.lexicon, question), &said)
        } else {
            Features { is_choice: false, ..said }
        };
        AnswerReading { text, features }
    }

    /// Tells whether a yes or a letter answers a question: it asks for no more, or offers a choice.
    fn is_closed(&self, question: &str) -> bool {
        let line = padded(question);
        let offers = self.lexicon.has(Class::Alternative, &line) || question.contains(['/', ')']);
        offers || !self.lexicon.has(Class::Interrogative, &line)
    }

    /// Tells whether an answer speaks of a component by its name.
    pub(super) fn names(&self, part: &PartBrief, text: &str) -> bool {
        let name = self.lexicon.terms(&part.name);
        let shared = name.n_shared(&self.lexicon.terms(text));
        shared > 0 && shared * 2 >= name.len()
    }
}
