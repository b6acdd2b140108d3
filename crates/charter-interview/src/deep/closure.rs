//! Whether an interview may close although its number passes.
//!
//! Owns the engine's own audit. A mind is asked too, and can only add to it. Must not know what is
//! asked about a gap.

use super::fulfilment::ClosureGap;
use super::round::Target;
use super::{Dimension, Interview, Round, Trigger, TriggerStatus, Units};

impl Interview {
    /// Gives the gap that the next question is about, where the number passes: what the engine
    /// sees, or what a mind found.
    #[must_use]
    pub fn closure_gap(&self) -> Option<ClosureGap> {
        if !self.is_ready() {
            return None;
        }
        self.audit().into_iter().next().or_else(|| self.ending.gap.clone())
    }

    /// Lists everything that stands against closing.
    #[must_use]
    pub fn audit(&self) -> Vec<ClosureGap> {
        let mut gaps = self.disputed_gaps();
        gaps.extend(self.uncovered_gaps());
        gaps.extend(self.trigger_gaps());
        gaps.extend(self.assumed_gaps());
        gaps
    }

    fn disputed_gaps(&self) -> Vec<ClosureGap> {
        let first = self.topology.active().next().map(|it| it.id.clone()).unwrap_or_default();
        let gap = |fact: &super::Fact| ClosureGap {
            component: fact
                .component
                .clone()
                .filter(|it| self.topology.find_active(it).is_some())
                .unwrap_or_else(|| first.clone()),
            dimension: fact.dimension.unwrap_or(Dimension::Goal),
            gap: format!("{} is disputed: {}", fact.id, fact.statement),
            fact: Some(fact.id.clone()),
        };
        self.facts.iter().filter(|it| it.is_open_dispute()).map(gap).collect()
    }

    fn uncovered_gaps(&self) -> Vec<ClosureGap> {
        let needed = [Dimension::Goal, Dimension::Constraints, Dimension::Criteria];
        let mut gaps = Vec::new();
        for component in self.topology.active() {
            for dimension in needed {
                let score = component.clarity.get(&dimension).copied().unwrap_or_default();
                if score > Units::ZERO {
                    continue;
                }
                let gap = format!("nothing is said about the {} of it", dimension.word());
                let component = component.id.clone();
                gaps.push(ClosureGap { component, dimension, gap, fact: None });
            }
        }
        gaps
    }

    /// A trigger that was set aside stays open until the user has answered a later question about
    /// the same thing without a new one.
    fn trigger_gaps(&self) -> Vec<ClosureGap> {
        let gap = |trigger: &Trigger| ClosureGap {
            component: trigger.component.clone(),
            dimension: trigger.dimension,
            gap: format!("{} is {}", trigger.kind.title(), trigger.status.word()),
            fact: None,
        };
        self.open_triggers().into_iter().map(|(_, trigger)| gap(trigger)).collect()
    }

    /// Lists the triggers that were set aside and not answered since, with their rounds.
    #[must_use]
    pub fn open_triggers(&self) -> Vec<(u32, &Trigger)> {
        let is_about = |round: &Round, trigger: &Trigger| {
            round.target.component == trigger.component
                && round.target.dimension == trigger.dimension
        };
        let repeats = |round: &Round, trigger: &Trigger| {
            let triggers = round.scoring.iter().flat_map(|it| &it.triggers);
            let mut same = triggers.filter(|it| {
                it.component == trigger.component && it.dimension == trigger.dimension
            });
            same.next().is_some()
        };
        let is_answered = |number: u32, trigger: &Trigger| {
            let later = self.scored().filter(|it| it.number > number && it.answer().is_some());
            later.filter(|it| is_about(it, trigger)).any(|it| !repeats(it, trigger))
        };
        let mut open = Vec::new();
        for round in self.scored() {
            for trigger in round.scoring.iter().flat_map(|it| &it.triggers) {
                let is_set_aside = match trigger.status {
                    TriggerStatus::Active => false,
                    TriggerStatus::Disputed | TriggerStatus::Unresolved => true,
                };
                let is_part = self.topology.find_active(&trigger.component).is_some();
                if is_set_aside && is_part && !is_answered(round.number, trigger) {
                    open.push((round.number, trigger));
                }
            }
        }
        open
    }

    /// An assumption that is not certain must not stand for the user above the cap.
    fn assumed_gaps(&self) -> Vec<ClosureGap> {
        let is_loose = |it: &&Round| {
            let is_unsure = it.auto().is_some_and(|auto| !auto.is_certain());
            let Target { component, dimension, .. } = &it.target;
            let score = self.cell(component, *dimension).unwrap_or_default();
            let is_answered_since = self.scored().any(|later| {
                later.number > it.number
                    && later.answer().is_some()
                    && later.target.component == *component
                    && later.target.dimension == *dimension
            });
            it.is_assumed() && is_unsure && score > super::score::ASSUMED_MAX && !is_answered_since
        };
        let gap = |round: &Round| ClosureGap {
            component: round.target.component.clone(),
            dimension: round.target.dimension,
            gap: format!("{} rests on an assumption that nobody confirmed", round.name()),
            fact: None,
        };
        self.scored().filter(is_loose).map(gap).collect()
    }
}
