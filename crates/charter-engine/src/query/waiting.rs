//! Everything that waits for a person, from every feature that can have something.
//!
//! Must not know how it is asked.

use crate::State;
use crate::query::matter;
use charter_contract::confirm::{self, WaitingKind, WaitingRow};
use charter_contract::{Docs, Status};
use charter_interview::InterviewState;
use charter_review::Matter;
use charter_review::receipt::{self, Receipt};

/// Lists what waits for a person; nothing where the work has ended.
#[must_use]
pub fn waiting(docs: &Docs, state: &State) -> Vec<WaitingRow> {
    if state.contract.status != Status::Active {
        return Vec::new();
    }
    let mut rows = confirm::waiting(docs, &state.contract);
    rows.extend(state.interview.relayed.iter().map(|it| answer_row(it, &state.interview)));
    let matter = matter(docs, state);
    rows.extend(receipt::unsigned(matter).into_iter().map(|(unit, it)| gate_row(unit, it, matter)));
    rows
}

/// Gives a gate that an agent took; its reviewers are words in a file until a person stands behind them.
fn gate_row(unit: String, receipt: &Receipt, matter: Matter<'_>) -> WaitingRow {
    let by = receipt::taken_by(receipt, matter);
    let (name, n) = (&receipt.receipt_id, receipt.criteria.len());
    let criteria = if n == 1 { "criterion" } else { "criteria" };
    let claim = format!("{by} took the quality gate for {n} {criteria} (receipt {name})");
    let reasons = vec!["confirm only if the reviews in it really took place".to_owned()];
    let kind = WaitingKind::Gate;
    WaitingRow { kind, id: unit, title: None, claim, reasons, changes_agreed: false }
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
    WaitingRow {
        kind: WaitingKind::Answer,
        id: name.to_owned(),
        title,
        claim,
        reasons: Vec::new(),
        changes_agreed: false,
    }
}
