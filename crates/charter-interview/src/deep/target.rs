//! What the next question is about.
//!
//! Owns the choice of component and dimension: what doubt demands first, then what is least clear,
//! with ties turning from one component to the next so that none starves. Must not write questions.

use super::round::{Cause, Target};
use super::{Component, Dimension, Interview, Units};
use std::collections::BTreeSet;

/// How often in a row one thing is asked about before the next one has its turn.
const SAME_MAX: usize = 3;

impl Interview {
    /// Gives the targets of the rounds that open next: one, or as many independent ones as may be
    /// asked together.
    #[must_use]
    pub fn next_targets(&self) -> Vec<Target> {
        let left = self.setup.limits.hard.saturating_sub(self.n_rounds());
        let n = self.setup.batch.min(left).max(1);
        let ontology = self.is_stalled();
        let Some(first) = self.next_target() else { return Vec::new() };
        let is_alone = ontology || !matches!(first.cause, Cause::Weakest {});
        let mut taken = BTreeSet::from([first.component.clone()]);
        let mut targets = vec![Target { ontology, ..first }];
        while !is_alone && targets.len() < usize::try_from(n).unwrap_or(1) {
            let Some((component, dimension)) = self.weakest(&taken) else { break };
            taken.insert(component.clone());
            targets.push(Target { component, dimension, cause: Cause::Weakest {}, ontology });
        }
        targets
    }

    fn next_target(&self) -> Option<Target> {
        let target = |(component, dimension): (String, Dimension), cause: Cause| Target {
            component,
            dimension,
            cause,
            ontology: false,
        };
        if let Some(gap) = self.closure_gap() {
            let cause = Cause::Closure { gap: gap.gap, fact: gap.fact };
            return Some(target((gap.component, gap.dimension), cause));
        }
        let doubt = self.disputed_target().or_else(|| self.triggered_target());
        if let Some((cell, cause)) = doubt.filter(|(cell, _)| !self.was_asked_enough(cell)) {
            return Some(target(cell, cause));
        }
        self.weakest(&BTreeSet::new()).map(|it| target(it, Cause::Weakest {}))
    }

    /// A dispute is asked about as long as the floor it adds to is what counts.
    fn disputed_target(&self) -> Option<((String, Dimension), Cause)> {
        if self.floor().units < self.reported() {
            return None;
        }
        let fact = self.facts.iter().find(|it| it.is_open_dispute())?;
        let asked = self.round(fact.round).map(|it| &it.target);
        let component = fact.component.clone().or_else(|| asked.map(|it| it.component.clone()))?;
        let dimension = fact.dimension.or_else(|| asked.map(|it| it.dimension))?;
        self.topology.find_active(&component)?;
        Some(((component, dimension), Cause::Dispute { fact: fact.id.clone() }))
    }

    fn triggered_target(&self) -> Option<((String, Dimension), Cause)> {
        let scoring = self.last_scored()?.scoring.as_ref()?;
        let trigger = scoring.triggers.first()?;
        self.topology.find_active(&trigger.component)?;
        let cell = (trigger.component.clone(), trigger.dimension);
        Some((cell, Cause::Trigger { letter: trigger.kind.letter().to_owned() }))
    }

    /// Finds what is least clear outside some components.
    fn weakest(&self, taken: &BTreeSet<String>) -> Option<(String, Dimension)> {
        let components = self.in_turn();
        let free = components.iter().filter(|it| !taken.contains(&it.id));
        let starved = free.clone().find(|it| self.is_starved(it));
        let of = |component: &Component| {
            let weights = self.setup.project.weights();
            let cells = weights.iter().map(|(dimension, _)| (component.id.clone(), *dimension));
            cells.collect::<Vec<_>>()
        };
        let cells: Vec<(String, Dimension)> = match starved {
            Some(component) => of(component),
            None => free.flat_map(|it| of(it)).collect(),
        };
        let fresh = cells.iter().filter(|it| !self.was_asked_enough(it));
        let clarity = |cell: &&(String, Dimension)| self.cell(&cell.0, cell.1).unwrap_or_default();
        // The first of equals wins, and they stand in turn.
        fresh.min_by_key(clarity).or_else(|| cells.iter().min_by_key(clarity)).cloned()
    }

    /// Gives the clarity of one dimension of one component.
    #[must_use]
    pub fn cell(&self, component: &str, dimension: Dimension) -> Option<Units> {
        self.topology.find(component)?.clarity.get(&dimension).copied()
    }

    /// Lists the active components, beginning behind the one that was asked about last.
    fn in_turn(&self) -> Vec<&Component> {
        let active: Vec<&Component> = self.topology.active().collect();
        let last = self.topology.last_targeted.as_deref();
        let behind =
            active.iter().position(|it| Some(it.id.as_str()) == last).map_or(0, |it| it + 1);
        active.iter().cycle().skip(behind).take(active.len()).copied().collect()
    }

    /// A component starves where twice as many rounds as there are components passed it by.
    fn is_starved(&self, component: &Component) -> bool {
        let n_active = self.topology.active().count();
        let recent = self.rounds.iter().rev().take(2 * n_active);
        let is_clear = self.setup.project.weights().iter().all(|(dimension, _)| {
            component.clarity.get(dimension).is_some_and(|it| *it >= super::score::CLEAR)
        });
        n_active > 1
            && !is_clear
            && self.rounds.len() >= 2 * n_active
            && recent.clone().all(|it| it.target.component != component.id)
    }

    fn was_asked_enough(&self, (component, dimension): &(String, Dimension)) -> bool {
        let is_same = |round: &&super::Round| {
            round.target.component == *component && round.target.dimension == *dimension
        };
        let recent = self.rounds.iter().rev().take(SAME_MAX);
        recent.filter(is_same).count() == SAME_MAX
    }
}

/// Says why something is asked now, in plain words and without a figure.
pub(super) fn why_target(interview: &Interview, target: &Target) -> String {
    let dimension = target.dimension.title().to_lowercase();
    let part = interview.topology.find(&target.component).map_or("it", |it| it.name.as_str());
    match &target.cause {
        _ if target.ontology => {
            "nothing became clearer lately, so what the thing is comes first".to_owned()
        }
        Cause::Weakest {} => match interview.cell(&target.component, target.dimension) {
            Some(_) => format!("least clear so far: {dimension} of “{part}”"),
            None => format!("nothing was said yet about {dimension} of “{part}”"),
        },
        Cause::Dispute { .. } => "two of your answers don't fit together".to_owned(),
        Cause::Trigger { .. } => {
            format!("less clear since the last answer: {dimension} of “{part}”")
        }
        Cause::Closure { gap, .. } => format!("one thing is still open: {gap}"),
        Cause::Checklist {} => "nothing was said about it so far".to_owned(),
        Cause::Restate {} => "the goal in one sentence did not fit".to_owned(),
    }
}
