//! Everything that waits for a person, from every feature that can have something.
//!
//! Must not know how it is asked.

use crate::State;
use charter_contract::confirm::{self, WaitingKind, WaitingRow};
use charter_contract::{Docs, Status};

/// Lists what waits for a person; nothing where the work has ended.
#[must_use]
pub fn waiting(docs: &Docs, state: &State) -> Vec<WaitingRow> {
    if state.contract.status != Status::Active {
        return Vec::new();
    }
    let mut rows = confirm::waiting(docs, &state.contract);
    let answer = |id: &String| WaitingRow {
        kind: WaitingKind::Answer,
        id: id.clone(),
        title: None,
        claim: "an agent gave this answer for the user".to_owned(),
        reasons: Vec::new(),
    };
    rows.extend(state.interview.relayed.iter().map(answer));
    rows
}
