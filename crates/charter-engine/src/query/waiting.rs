//! Everything that waits for a person, from every feature that can have something.
//!
//! Must not know how it is asked.

use crate::State;
use charter_contract::confirm::{self, WaitingKind, WaitingRow};
use charter_contract::{Docs, Status};
use charter_interview::InterviewState;

/// Lists what waits for a person; nothing where the work has ended.
#[must_use]
pub fn waiting(docs: &Docs, state: &State) -> Vec<WaitingRow> {
    if state.contract.status != Status::Active {
        return Vec::new();
    }
    let mut rows = confirm::waiting(docs, &state.contract);
    rows.extend(state.interview.relayed.iter().map(|it| answer_row(it, &state.interview)));
    rows
}

/// Gives a relayed answer in words, with its question: a person confirms what they can read.
fn answer_row(name: &str, interview: &InterviewState) -> WaitingRow {
    let spoken = interview.spoken(name);
    let by = spoken.as_ref().and_then(|it| it.by.as_ref());
    let who = by.map_or_else(|| "an agent".to_owned(), ToString::to_string);
    let claim = match spoken.as_ref().and_then(|it| it.answer.as_deref()) {
        Some(answer) => format!("{who} answered for the user: “{}”", answer.trim()),
        None => format!("{who} answered for the user; the answer is not recorded in words"),
    };
    let title = spoken.and_then(|it| it.question);
    WaitingRow { kind: WaitingKind::Answer, id: name.to_owned(), title, claim, reasons: Vec::new() }
}
