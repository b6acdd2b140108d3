//! What an interview has established.
//!
//! Owns the life of a fact: it is added, disputed, superseded or confirmed again, never deleted.
//! Must not judge what contradicts what.

use super::{Dimension, Round};
use serde::{Deserialize, Serialize};

/// A decision that an answer settled.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// Its name: `F1`.
    pub id: String,
    pub statement: String,
    /// The round whose answer says so.
    pub round: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<Dimension>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// Whether nobody but a mind said it.
    #[serde(default)]
    pub assumed: bool,
    pub disputed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// The round whose answer settled the dispute about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<u32>,
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

/// Adds a fact under the next name, and gives that.
pub(super) fn add(facts: &mut Vec<Fact>, fact: Fact) -> String {
    let id = format!("F{}", facts.len() + 1);
    facts.push(Fact { id: id.clone(), ..fact });
    id
}

/// Tells whether the scoring of a round may confirm a disputed fact: only where the user was asked
/// about it, and answered or left it to a mind. What a sheet disputes itself is not disputed yet when
/// the sheet is read, so it cannot settle it as well.
pub(super) fn may_confirm(fact: &Fact, round: &Round) -> bool {
    let is_asked = round.target.disputed_fact() == Some(fact.id.as_str());
    fact.is_open_dispute() && round.said().is_some() && is_asked
}

/// Tells whether the scoring of a round may put another fact in the place of a disputed one: where
/// the user was asked about it, or replaced the answer that it rested on.
pub(super) fn may_supersede(fact: &Fact, round: &Round) -> bool {
    let is_own = fact.round == round.number && round.n_scorings > 0;
    let is_replaced = fact.is_open_dispute() && round.answer().is_some() && is_own;
    is_replaced || may_confirm(fact, round)
}

/// Tells whether the scoring of a round may put a fact in other words: not while it is disputed, and
/// not where nobody but a mind answered.
pub(super) fn may_reword(fact: &Fact, round: &Round) -> bool {
    !fact.is_open_dispute() && round.answer().is_some()
}

/// Settles the dispute that the user left to a mind, by what the mind answered: the disputed fact
/// holds where it says the same, else the fact that does, else the answer is a fact of its own. The
/// round stays an assumption, and another answer to it opens the dispute again. Says what was kept.
pub(super) fn assume(facts: &mut Vec<Fact>, round: &Round) -> Option<String> {
    let kept = &round.auto()?.text;
    let idx = facts.iter().position(|it| may_confirm(it, round))?;
    let is_kept = |it: &Fact| plain(&it.statement) == plain(kept);
    let asked = facts.get(idx)?.clone();
    if is_kept(&asked) {
        let fact = facts.get_mut(idx)?;
        fact.disputed = false;
        fact.settled_by = Some(round.number);
    } else {
        let stands = |it: &&Fact| is_kept(it) && !it.disputed && !it.is_superseded();
        let instead = match facts.iter().find(stands) {
            Some(other) => other.id.clone(),
            None => add(
                facts,
                Fact {
                    statement: kept.clone(),
                    round: round.number,
                    component: asked.component.clone(),
                    dimension: asked.dimension,
                    assumed: true,
                    ..Fact::default()
                },
            ),
        };
        let fact = facts.get_mut(idx)?;
        fact.superseded_by = Some(instead);
        fact.settled_by = Some(round.number);
    }
    Some(format!("the dispute about {} is settled by assumption: “{kept}” is kept", asked.id))
}

fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', '!', '…']).to_lowercase()
}

/// Takes back what rested on the answer of a round that was replaced: its facts are disputed, unless
/// they are disputed or superseded already, and the disputes that it settled are open again.
pub(super) fn retract(facts: &mut [Fact], round: u32) {
    for fact in facts.iter_mut() {
        if fact.settled_by == Some(round) {
            fact.settled_by = None;
            fact.superseded_by = None;
            fact.disputed = true;
        }
        if fact.round == round && !fact.is_superseded() {
            fact.disputed = true;
        }
    }
}
