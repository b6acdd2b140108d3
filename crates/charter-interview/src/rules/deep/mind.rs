//! A need into a fulfilment.
//!
//! Owns which part of the mind answers which need. Must not know how.

use super::bank::Bank;
use super::clarity::{ClarityWeights, SHIPPED};
use super::edit::PartsEdit;
use super::feature::Features;
use super::lexicon::SenseLexicon;
use super::scorer::Scorer;
use super::view::NeedView;
use super::{assume, closure, edit, goal, panel, proposal, question, remark, spec, structure};
use crate::Tongue;
use crate::deep::{Fulfilment, MindNeed, ScoreSheet, Step};

/// The offline mind of the deep interview.
#[derive(Debug, Clone)]
pub struct DeepMind {
    lexicon: SenseLexicon,
    weights: ClarityWeights,
}

impl Default for DeepMind {
    fn default() -> Self {
        Self::new()
    }
}

impl DeepMind {
    #[must_use]
    pub fn new() -> Self {
        Self::with_weights(SHIPPED)
    }

    /// Reads the shipped words and takes other weights.
    #[must_use]
    pub fn with_weights(weights: ClarityWeights) -> Self {
        Self { lexicon: SenseLexicon::new(), weights }
    }

    /// Gives the name under which its answers are recorded.
    #[must_use]
    pub fn name(&self) -> &'static str {
        "offline"
    }

    #[must_use]
    pub fn lexicon(&self) -> &SenseLexicon {
        &self.lexicon
    }

    /// Does what a mind is to do, or says why it cannot.
    pub fn fulfil(&self, need: &MindNeed) -> Result<Fulfilment, String> {
        let view = NeedView::of(&need.brief);
        let (lexicon, bank) = (&self.lexicon, &Bank::of(view.tongue));
        Ok(match need.step {
            Step::Propose => {
                Fulfilment::ComponentsProposed(proposal::propose(lexicon, bank, &view))
            }
            Step::Draft(_) => Fulfilment::QuestionDrafted(question::draft(lexicon, bank, &view)?),
            Step::Explain(_) => {
                Fulfilment::Explained { text: question::explain(lexicon, bank, &view) }
            }
            Step::Structure(_) => Fulfilment::Structured(structure::draft(lexicon, &view)),
            Step::Panel(_) => Fulfilment::Reviewed { findings: panel::review(bank, &view)? },
            Step::AutoAnswer(_) => Fulfilment::AutoAnswered(assume::answer(lexicon, bank, &view)),
            Step::Score(_) => Fulfilment::Scored(self.score(bank, &view)?),
            Step::Audit => Fulfilment::Audited { gaps: closure::audit(bank, &view) },
            Step::State => Fulfilment::GoalStated { goal: goal::sentence(lexicon, &view) },
            Step::Spec => Fulfilment::Crystallised(spec::draft(lexicon, bank, &view)?),
            Step::Confirm
            | Step::Ask(_)
            | Step::Refine(_)
            | Step::Crossing(_)
            | Step::Warn
            | Step::Restate
            | Step::Done => return Err("this is for the user".to_owned()),
        })
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
    pub fn tongue(&self, need: &MindNeed) -> Tongue {
        NeedView::of(&need.brief).tongue
    }

    fn score(&self, bank: &Bank, view: &NeedView) -> Result<ScoreSheet, String> {
        let Some(current) = &view.current else {
            return Err("no round is there to score".to_owned());
        };
        let (lexicon, weights) = (&self.lexicon, self.weights);
        Ok(Scorer { lexicon, bank, weights, view, current }.sheet())
    }
}
