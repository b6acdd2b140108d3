//! What the ledger says is open, whatever a mind reports.
//!
//! Owns the floor under the ambiguity and the clamp. It is recomputed from what stands in the
//! ledger every time, so a dispute that is resolved releases it. Must not know a mind's scores.

use super::{Component, Fact, Round, TopologyStatus, Units};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What one disputed fact that nothing supersedes adds.
pub const DISPUTE: Units = Units::new(1000);

/// What one active component that is not fully scored adds.
pub const UNSCORED: Units = Units::new(500);

/// The part of the share of assumed rounds that is added: one twentieth.
const ASSUMED_PART: u32 = 20;

/// What the floor is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Floor {
    /// How many facts are disputed and not superseded.
    pub disputed: u32,
    /// How many active components lack a score.
    pub unscored: u32,
    /// How many rounds an assumption answered.
    pub assumed: u32,
    pub scored: u32,
    /// All of it, at most one.
    pub units: Units,
}

impl Floor {
    /// Counts what is open.
    #[must_use]
    pub fn of(
        facts: &[Fact],
        status: TopologyStatus,
        components: &[Component],
        rounds: &[Round],
    ) -> Self {
        let disputed = count(facts.iter().filter(|it| it.is_open_dispute()));
        let unscored = match status {
            TopologyStatus::Pending => 0,
            TopologyStatus::Confirmed => {
                count(components.iter().filter(|it| it.is_active() && !it.is_scored()))
            }
        };
        let assumed: BTreeSet<u32> =
            rounds.iter().filter(|it| it.auto().is_some()).map(|it| it.number).collect();
        let scored = count(rounds.iter().filter(|it| it.is_scored()));
        Self::from_counts(disputed, unscored, count(assumed.iter()), scored)
    }

    /// Adds counts up.
    #[must_use]
    pub fn from_counts(disputed: u32, unscored: u32, assumed: u32, scored: u32) -> Self {
        let sum = DISPUTE
            .as_u32()
            .saturating_mul(disputed)
            .saturating_add(UNSCORED.as_u32().saturating_mul(unscored))
            .saturating_add(assumed_part(assumed, scored));
        Self { disputed, unscored, assumed, scored, units: Units::new(sum) }
    }

    /// Gives what the share of assumed rounds adds.
    #[must_use]
    pub fn assumed_units(&self) -> Units {
        Units::new(assumed_part(self.assumed, self.scored))
    }

    /// Gives the ambiguity that counts: what was reported, and never less than the floor.
    #[must_use]
    pub fn clamp(&self, reported: Units) -> Units {
        reported.max(self.units)
    }

    /// Names the largest part of it.
    #[must_use]
    pub fn cause(&self) -> Option<&'static str> {
        let disputes = DISPUTE.as_u32().saturating_mul(self.disputed);
        let unscored = UNSCORED.as_u32().saturating_mul(self.unscored);
        let parts = [
            (disputes, "disputed facts"),
            (unscored, "components that are not fully scored"),
            (self.assumed_units().as_u32(), "answers that were assumed"),
        ];
        let (largest, name) = parts.into_iter().rev().max_by_key(|(units, _)| *units)?;
        (largest > 0).then_some(name)
    }
}

fn assumed_part(assumed: u32, scored: u32) -> u32 {
    let whole = u64::from(Units::ONE.as_u32());
    let ratio = (u64::from(assumed) * whole).checked_div(u64::from(scored)).unwrap_or(0);
    u32::try_from(ratio.min(whole)).unwrap_or(Units::ONE.as_u32()) / ASSUMED_PART
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}
