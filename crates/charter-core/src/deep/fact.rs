//! What an interview has established.
//!
//! Owns the life of a fact: it is added, disputed, superseded or confirmed again, never deleted.
//! Must not judge what contradicts what.

use super::{Dimension, Round};
use serde::{Deserialize, Serialize};

/// A decision that an answer settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// Its name: `F1`.
    pub id: String,
    /// What holds.
    pub statement: String,
    /// The round whose answer says so.
    pub round: u32,
    /// The component it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// The dimension it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<Dimension>,
    /// The words that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// Whether nobody but a mind said it.
    #[serde(default)]
    pub assumed: bool,
    /// Whether something speaks against it.
    pub disputed: bool,
    /// How many scorings there were when the dispute arose.
    #[serde(default)]
    pub disputed_after: u32,
    /// The fact that holds instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
}

impl Fact {
    /// Tells whether it is disputed and nothing holds instead.
    #[must_use]
    pub fn is_open_dispute(&self) -> bool {
        self.disputed && !self.is_superseded()
    }

    /// Tells whether another fact holds instead; a blank name is none.
    #[must_use]
    pub fn is_superseded(&self) -> bool {
        self.superseded_by.as_deref().is_some_and(|it| !it.trim().is_empty())
    }
}

/// Tells whether the scoring of a round may settle a dispute: only the user's own answer can, and
/// only a dispute that was there before it was scored.
pub(super) fn may_settle(fact: &Fact, round: &Round, n_scorings: u32) -> bool {
    fact.is_open_dispute() && round.answer().is_some() && fact.disputed_after <= n_scorings
}

/// Disputes the facts of a round whose answer was replaced, unless they are disputed or superseded
/// already; gives their names.
pub(super) fn retract(facts: &mut [Fact], round: u32, n_scorings: u32) -> Vec<String> {
    let rests_on_it = |it: &&mut Fact| it.round == round && !it.disputed && !it.is_superseded();
    let dispute = |fact: &mut Fact| {
        fact.disputed = true;
        fact.disputed_after = n_scorings;
        fact.id.clone()
    };
    facts.iter_mut().filter(rests_on_it).map(dispute).collect()
}
