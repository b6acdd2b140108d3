//! Which charter is meant.
//!
//! Owns the order: what the caller names, then the session's binding or what was chosen on this machine, then
//! the only open one. Must not know where the caller's words come from.

use crate::{ContractRefusal, Status};
use charter_kernel::{CharterId, SessionId};
use std::collections::BTreeMap;

/// A charter that could be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub id: CharterId,
    pub status: Status,
    pub sessions: BTreeMap<SessionId, u64>,
}

/// What a caller says about the charter it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selector<'a> {
    /// It names one, by id or fragment.
    Names(&'a str),
    /// It has a name itself.
    Session(&'a SessionId),
    /// It says nothing; the id is what was last chosen on this machine.
    Nobody(Option<&'a str>),
}

pub fn select(
    candidates: &[Candidate],
    caller: Selector<'_>,
) -> Result<CharterId, ContractRefusal> {
    let bound = match caller {
        Selector::Names(fragment) => return select_named(candidates, fragment),
        Selector::Session(session) => match bound_to(candidates, session) {
            // A session keeps its charter to the end and never takes up another one by itself.
            Some(bound) => return Ok(bound.id.clone()),
            None => None,
        },
        Selector::Nobody(chosen) => candidates.iter().find(|it| Some(it.id.as_str()) == chosen),
    };
    if let Some(bound) = bound.filter(|it| it.status.is_open()) {
        return Ok(bound.id.clone());
    }
    // A choice of a charter that has ended counts as long as no other work is open.
    let open: Vec<&Candidate> = candidates.iter().filter(|it| it.status.is_open()).collect();
    match (open.as_slice(), bound) {
        ([only], _) => Ok(only.id.clone()),
        ([], Some(ended)) => Ok(ended.id.clone()),
        _ => {
            let ended = candidates.iter().map(|it| &it.id).max().filter(|_| open.is_empty());
            let ended = ended.map(ToString::to_string);
            Err(ContractRefusal::NoCharterBound { candidates: ids(&open), ended })
        }
    }
}

/// Finds the charter that a session is bound to, and no other: what is the only open one is not meant.
#[must_use]
pub fn bound<'a>(candidates: &'a [Candidate], session: &SessionId) -> Option<&'a CharterId> {
    bound_to(candidates, session).map(|it| &it.id)
}

/// Gives the number of a session's last binding, over all charters; 0 where it has none.
#[must_use]
pub fn last_turn(candidates: &[Candidate], session: &SessionId) -> u64 {
    bound_to(candidates, session).and_then(|it| it.sessions.get(session).copied()).unwrap_or(0)
}

fn bound_to<'a>(candidates: &'a [Candidate], session: &SessionId) -> Option<&'a Candidate> {
    let bound = candidates.iter().filter(|it| it.sessions.contains_key(session));
    bound.max_by_key(|it| (it.sessions.get(session).copied(), it.id.clone()))
}

/// The whole id wins over a fragment that other ids hold too.
fn select_named(candidates: &[Candidate], fragment: &str) -> Result<CharterId, ContractRefusal> {
    if let Some(exact) = candidates.iter().find(|it| it.id.as_str() == fragment) {
        return Ok(exact.id.clone());
    }
    let matches = |it: &&Candidate| !fragment.is_empty() && it.id.matches(fragment);
    let found: Vec<&Candidate> = candidates.iter().filter(matches).collect();
    let fragment = fragment.to_owned();
    match found.as_slice() {
        [only] => Ok(only.id.clone()),
        [] => {
            let all: Vec<&Candidate> = candidates.iter().collect();
            Err(ContractRefusal::UnknownCharter { fragment, candidates: ids(&all) })
        }
        _ => Err(ContractRefusal::AmbiguousCharter { fragment, candidates: ids(&found) }),
    }
}

fn ids(candidates: &[&Candidate]) -> Vec<String> {
    candidates.iter().map(|it| it.id.to_string()).collect()
}
