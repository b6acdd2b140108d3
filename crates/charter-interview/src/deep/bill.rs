//! What the ambiguity is made of.
//!
//! Owns the bill: each thing that is open, and what settling it alone would take off the ambiguity
//! that counts, found by settling it and looking. Must not know how it is printed.

use super::floor::Floor;
use super::score::CLEAR;
use super::{Component, Dimension, Fact, Interview, Units};
use serde::Serialize;

/// One thing that is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BillItem {
    /// Which sort: `dispute`, `unscored`, `assumed` or `gap`.
    pub kind: &'static str,
    /// What it is about: a component, a fact.
    pub about: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<Dimension>,
    pub what: String,
    /// What it adds, to the scores or to the floor.
    pub adds: Units,
    /// What settling it alone would take off.
    pub takes_off: Units,
}

/// What the ambiguity is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Bill {
    /// The ambiguity that counts.
    pub ambiguity: Units,
    /// What the scores add up to.
    pub reported: Units,
    /// What the ledger says is open.
    pub floor: Floor,
    pub threshold: Units,
    /// Every thing that is open, the one that takes off most first.
    pub items: Vec<BillItem>,
}

/// Says what the ambiguity is made of.
#[must_use]
pub fn bill(interview: &Interview) -> Bill {
    let mut items = floor_items(interview);
    items.extend(gap_items(interview));
    items.sort_by_key(|it| (std::cmp::Reverse(it.takes_off), std::cmp::Reverse(it.adds)));
    Bill {
        ambiguity: interview.ambiguity(),
        reported: interview.reported(),
        floor: interview.floor(),
        threshold: interview.setup.threshold.units,
        items,
    }
}

fn floor_items(interview: &Interview) -> Vec<BillItem> {
    let (floor, reported) = (interview.floor(), interview.reported());
    let now = floor.clamp(reported);
    let without = |disputed: u32, unscored: u32, assumed: u32| {
        let rest = Floor::from_counts(
            floor.disputed.saturating_sub(disputed),
            floor.unscored.saturating_sub(unscored),
            floor.assumed.saturating_sub(assumed),
            floor.scored,
        );
        (floor.units.less(rest.units), now.less(rest.clamp(reported)))
    };
    let item = |kind, about: String, what: String, (adds, takes_off): (Units, Units)| BillItem {
        kind,
        about,
        dimension: None,
        what,
        adds,
        takes_off,
    };
    let disputes = interview.facts.iter().filter(|it| it.is_open_dispute()).map(|it: &Fact| {
        let what = format!("disputed: {}", it.statement);
        item("dispute", it.id.clone(), what, without(1, 0, 0))
    });
    let unscored = interview.topology.active().filter(|it| !it.is_scored() && floor.unscored > 0);
    let unscored = unscored.map(|it| {
        let what = "not fully scored".to_owned();
        item("unscored", it.id.clone(), what, without(0, 1, 0))
    });
    let assumed = interview.rounds.iter().filter(|it| it.auto().is_some()).map(|it| {
        let what = "answered by assumption; your own answer takes it back".to_owned();
        item("assumed", it.name(), what, without(0, 0, 1))
    });
    disputes.chain(unscored).chain(assumed).collect()
}

fn gap_items(interview: &Interview) -> Vec<BillItem> {
    let mut items = Vec::new();
    for component in interview.topology.active() {
        for (dimension, weight) in interview.setup.project.weights() {
            let score = component.clarity.get(dimension).copied().unwrap_or_default();
            if score >= CLEAR || !component.is_scored() {
                continue;
            }
            let gap = component.gaps.get(dimension).cloned().unwrap_or_default();
            items.push(BillItem {
                kind: "gap",
                about: component.id.clone(),
                dimension: Some(*dimension),
                what: gap,
                adds: Units::new((score.rest().as_u32() * weight + 50) / 100),
                takes_off: without_gap(interview, component, *dimension),
            });
        }
    }
    items
}

/// Finds what a gap alone holds up: nothing where another component is as unclear.
fn without_gap(interview: &Interview, component: &Component, dimension: Dimension) -> Units {
    let reported = interview.reported_with(&component.id, dimension, Units::ONE);
    interview.ambiguity().less(interview.floor().clamp(reported))
}
