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

/// Tells whether the scoring of a round may settle a dispute: only the user's own answer can. What a
/// sheet disputes itself is not disputed yet when the sheet is read, so it cannot settle it as well.
pub(super) fn may_settle(fact: &Fact, round: &Round) -> bool {
    fact.is_open_dispute() && round.answer().is_some()
}

/// Disputes the facts of a round whose answer was replaced, unless they are disputed or superseded
/// already.
pub(super) fn retract(facts: &mut [Fact], round: u32) {
    let rests_on_it = |it: &&mut Fact| it.round == round && !it.disputed && !it.is_superseded();
    facts.iter_mut().filter(rests_on_it).for_each(|it| it.disputed = true);
}
