//! The scores of a round, with the words they rest on.
//!
//! Owns which answer counts where: fully where it was asked for, in part beside that, and not at
//! all where it raises doubt. Must not compute what counts in the end: the engine does.

use super::bank::{Sight, TextKey, UnclearSign};
use super::clarity::{AnswerRole, ClarityWeights, risen, sights, worth};
use super::doubt::FoundDoubt;
use super::feature::Features;
use super::scorer::{AnswerReading, Scorer};
use super::view::Current;
use super::{doubt, entity, fact};
use crate::deep::{
    Clarity, Dimension, FactDraft, Mark, PartBrief, ScoreSheet, Trigger, TriggerStatus, Units,
    ambiguity, overall,
};
use std::collections::BTreeMap;

/// From this clarity on no gap has to be named.
const CLEAR: u32 = 9_000;

/// What a doubt takes off the clarity it is about.
const DOUBT_DROP: u32 = 1_500;

/// What an answer in place of the user's is worth.
const ASSUMED_WORTH: u32 = 5_000;

/// What the choice of an option is worth that names nothing yet.
const OPTION_WORTH: u32 = 2_000;

/// How much of what the idea says counts before anything was asked.
const IDEA_WEIGHT: u32 = 300;

impl Scorer<'_> {
    /// Scores the round.
    pub(super) fn sheet(&self) -> ScoreSheet {
        let reading = self.read();
        let doubts = doubt::find(self, &reading);
        let settled = fact::settle(self, &reading);
        let stops = doubts.iter().any(FoundDoubt::stops);
        let before: BTreeMap<&str, Clarity> =
            self.view.active().map(|it| (it.id.as_str(), self.begun(it))).collect();
        let mut after = before.clone();
        if !stops {
            for part in self.view.active() {
                if let Some(clarity) = after.get_mut(part.id.as_str()) {
                    self.raise(part, clarity, &reading);
                }
            }
        }
        let triggers = self.lower(&doubts, &before, &mut after);
        let components = self.view.active().map(|part| {
            let clarity = after.get(part.id.as_str());
            (part.id.clone(), self.marks(part, clarity, &reading, &doubts))
        });
        let components = components.collect();
        let facts = fact::draft(self, &reading, &settled);
        let mut disputes: Vec<String> =
            triggers.iter().filter_map(|it| it.contradicted_fact.clone()).collect();
        disputes.extend(self.left_open(&settled.confirms, &facts));
        let entities = entity::list(self.lexicon, self.view, &reading.text);
        let confirms = settled.confirms;
        ScoreSheet { components, triggers, facts, disputes, confirms, entities }
    }

    /// Gives the dispute that the user was asked about, where the answer settles nothing.
    fn left_open(&self, confirms: &[String], facts: &[FactDraft]) -> Option<String> {
        let asked = self.view.find_dispute(&self.current.target)?.id.clone();
        let is_settled =
            confirms.contains(&asked) || facts.iter().any(|it| it.supersedes.contains(&asked));
        (self.current.is_direct && !is_settled).then_some(asked)
    }

    /// Gives the clarity of a component before this answer; before the first one what the idea says.
    fn begun(&self, part: &PartBrief) -> Clarity {
        let Self { view, weights, .. } = self;
        let words = format!("{}\n{}", part.description, view.idea);
        let mut idea = None;
        let of = |(dimension, _): &(Dimension, u32)| {
            let known = self.known(part, *dimension);
            let units = known.unwrap_or_else(|| {
                let features = idea.get_or_insert_with(|| Features::read(self.lexicon, &words));
                let says = worth(features, *dimension, AnswerRole::Beside);
                risen(weights.start * 10, says, IDEA_WEIGHT)
            });
            (*dimension, Units::new(units))
        };
        view.project.weights().iter().map(of).collect()
    }

    /// Gives the clarity that was scored before this round; a round that is scored again does not
    /// go on from its own earlier scores.
    fn known(&self, part: &PartBrief, dimension: Dimension) -> Option<u32> {
        let Current { target, is_rescored, before, .. } = self.current;
        let is_asked = part.id == target.component && dimension == target.dimension;
        match before {
            _ if !is_rescored => part.clarity.get(&dimension).map(|it| it.as_u32()),
            Some(before) => before.get(&part.id)?.get(&dimension).map(|it| it.as_u32()),
            None if is_asked => Some(0),
            None => part.clarity.get(&dimension).map(|it| it.as_u32()),
        }
    }

    fn raise(&self, part: &PartBrief, clarity: &mut Clarity, reading: &AnswerReading) {
        let ClarityWeights { gain, spill, .. } = self.weights;
        let target = &self.current.target;
        let is_target = part.id == target.component;
        let is_named = !is_target && self.names(part, &reading.text);
        for (dimension, units) in clarity.iter_mut() {
            let is_asked = is_target && *dimension == target.dimension;
            let (role, weight) = match (is_asked, is_target || is_named, dimension) {
                (true, _, _) => (AnswerRole::Target, gain),
                (false, true, _) => (AnswerRole::Beside, spill),
                // Bounds and surroundings are seldom those of one part alone.
                (false, false, Dimension::Constraints | Dimension::Context) => {
                    (AnswerRole::Beside, spill / 2)
                }
                (false, false, Dimension::Goal | Dimension::Criteria) => {
                    (AnswerRole::Beside, spill / 4)
                }
            };
            let says = if self.current.is_direct && self.bank.is_option(&reading.text) {
                if is_asked { OPTION_WORTH } else { 0 }
            } else if self.current.is_direct {
                worth(&reading.features, *dimension, role)
            } else if is_asked {
                ASSUMED_WORTH
            } else {
                0
            };
            *units = Units::new(risen(units.as_u32(), says, weight));
        }
    }

    /// Lowers what is in doubt, and says what the ambiguity makes of it: a doubt counts where it
    /// makes the ambiguity rise, else it is set aside with a reason and asked about.
    fn lower(
        &self,
        doubts: &[FoundDoubt],
        before: &BTreeMap<&str, Clarity>,
        after: &mut BTreeMap<&str, Clarity>,
    ) -> Vec<Trigger> {
        let mut triggers = Vec::new();
        for found in doubts {
            let was = before.get(found.component.as_str()).and_then(|it| it.get(&found.dimension));
            let was = was.copied().unwrap_or_default();
            if found.holds()
                && let Some(clarity) = after.get_mut(found.component.as_str())
            {
                let drop = if found.stops() { DOUBT_DROP } else { 0 };
                let lowered = was.less(Units::new(drop));
                let now = clarity.get(&found.dimension).copied().unwrap_or_default();
                clarity.insert(found.dimension, now.min(lowered));
            }
            let is_scored = self.view.clarity_of(&found.component, found.dimension).is_some();
            let rises = self.current.prior.is_some_and(|prior| self.ambiguity(after) > prior);
            let is_active = found.stops() && found.is_sure && is_scored && rises;
            let status = if is_active { TriggerStatus::Active } else { TriggerStatus::Unresolved };
            triggers.push(Trigger {
                kind: found.kind,
                status,
                component: found.component.clone(),
                dimension: found.dimension,
                evidence: Some(found.quote.clone()),
                contradicted_fact: found.fact.as_ref().map(|it| it.0.clone()),
                rationale: (!is_active)
                    .then(|| self.say_doubt(TextKey::Rationale(found.doubt), found)),
            });
        }
        triggers
    }

    fn ambiguity(&self, after: &BTreeMap<&str, Clarity>) -> u32 {
        let clarities: Vec<&Clarity> = after.values().collect();
        ambiguity(self.view.project, &overall(self.view.project, &clarities)).as_u32()
    }

    /// Says something about a doubt, with its words and the fact that they do not fit.
    fn say_doubt(&self, key: TextKey, found: &FoundDoubt) -> String {
        let (id, fact) = found.fact.as_ref().map_or(("", ""), |(id, fact)| (id, fact));
        self.bank.say(key, 0, &[("quote", &found.quote), ("id", id), ("fact", fact)])
    }

    fn marks(
        &self,
        part: &PartBrief,
        clarity: Option<&Clarity>,
        reading: &AnswerReading,
        doubts: &[FoundDoubt],
    ) -> BTreeMap<Dimension, Mark> {
        let mut marks = BTreeMap::new();
        for (dimension, _) in self.view.project.weights() {
            let score = clarity.and_then(|it| it.get(dimension)).copied().unwrap_or_default();
            let doubt =
                doubts.iter().find(|it| it.component == part.id && it.dimension == *dimension);
            let gap = (score.as_u32() < CLEAR).then(|| self.gap(part, *dimension, reading, doubt));
            let justification = self.justification(part, *dimension, reading);
            marks.insert(*dimension, Mark { score, justification, gap });
        }
        marks
    }

    /// Says what is not clear: the sign in this answer, what was missing before, or what is always
    /// missing without an answer.
    fn gap(
        &self,
        part: &PartBrief,
        dimension: Dimension,
        reading: &AnswerReading,
        doubt: Option<&FoundDoubt>,
    ) -> String {
        let target = &self.current.target;
        let is_asked = part.id == target.component && dimension == target.dimension;
        if let Some(found) = doubt.filter(|it| it.fact.is_some()) {
            return self.say_doubt(TextKey::GapOf(UnclearSign::Conflict), found);
        }
        let features = &reading.features;
        let sign = |sign: UnclearSign, word: &str| {
            self.bank.say(TextKey::GapOf(sign), 0, &[("word", word)])
        };
        if is_asked && features.is_evasive() {
            return sign(UnclearSign::Evasion, "");
        }
        if let Some(word) = features.hedges.first().filter(|_| is_asked) {
            return sign(UnclearSign::Hedge, word);
        }
        if let Some(word) = features.vague.first().filter(|_| is_asked) {
            return sign(UnclearSign::Vague, word);
        }
        let kept = part.gaps.get(&dimension).filter(|_| !is_asked).cloned();
        kept.unwrap_or_else(|| self.bank.say(TextKey::Gap(dimension), 0, &[]))
    }

    /// Says what was seen in the answer; nothing about a component that it does not speak of.
    fn justification(
        &self,
        part: &PartBrief,
        dimension: Dimension,
        reading: &AnswerReading,
    ) -> Option<String> {
        let target = &self.current.target;
        let is_asked = part.id == target.component && dimension == target.dimension;
        let seen =
            |sight: Sight, slots: &[(&str, &str)]| self.bank.say(TextKey::Seen(sight), 0, slots);
        if !self.current.is_direct {
            return is_asked.then(|| seen(Sight::Assumed, &[]));
        }
        if part.id != target.component {
            return None;
        }
        let features = &reading.features;
        let shown = sights(features, dimension);
        let quoted =
            |(sight, word, _): &(Sight, &str, u32)| format!("“{word}” ({})", seen(*sight, &[]));
        let mut words: Vec<String> = shown.iter().map(quoted).collect();
        if is_asked {
            let n_words = features.n_words.to_string();
            words.push(seen(Sight::Length, &[("n", &n_words)]));
            let hedges = features.hedges.iter().map(|it| (Sight::Hedge, it.as_str(), 0));
            let vague = features.vague.iter().take(1).map(|it| (Sight::Vague, it.as_str(), 0));
            words.extend(hedges.chain(vague).map(|it| quoted(&it)));
        }
        if words.is_empty() {
            words.push(seen(Sight::None, &[]));
        }
        Some(words.join(", "))
    }
}
