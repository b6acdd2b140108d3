//! Where a charter stands, whole.
//!
//! Owns the shape of `charter status --json`: keys in this order, absent where unknown, added and
//! never renamed. Must not know how it is printed.

use super::blocker::blockers;
use super::next::next_actions;
use super::status::{DeepRow, InterviewRow, PlanRow, deep_interview, interview, unfinished_plan};
use crate::State;
use crate::projection::DERIVED_EDITED;
use charter_contract::{
    Blocker, Docs, LastMove, LedgerRow, Overview, Status, Surrounding, agreement, judge, overview,
};
use charter_kernel::{CharterId, Finding, NextAction};
use serde::Serialize;

/// Where a charter stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusReport {
    #[serde(flatten)]
    pub overview: Overview,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interview: Option<InterviewRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deep_interview: Option<DeepRow>,
    /// The plan that is not approved yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanRow>,
    /// The answers that came through an agent and that no person has confirmed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relayed_answers: Vec<String>,
    /// What came together from branches that had not seen each other, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<String>,
    /// How many events repairs went on without.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_given_up: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(n_events: &u64) -> bool {
    *n_events == 0
}

/// Says where a charter stands; `findings` are those of the ledger and the derived files.
#[must_use]
pub fn status(
    docs: &Docs,
    state: &State,
    findings: &[Finding],
    id: &CharterId,
    path: &str,
) -> StatusReport {
    let own = match state.contract.status {
        Status::Active | Status::Paused => blockers(docs, state),
        // What it was completed with stands.
        Status::Completed => agreement::blockers(docs, &state.contract),
        Status::Abandoned => Vec::new(),
    };
    let broken = ledger_blocker(findings).filter(|_| state.contract.status.is_open());
    let edited = findings.iter().filter(|it| it.kind == DERIVED_EDITED);
    let around = Surrounding {
        id,
        path,
        findings,
        edited: edited.map(|it| it.file.clone()).collect(),
        ledger: ledger_row(state, findings),
        blockers: broken.into_iter().chain(own).collect(),
        next_actions: doctor_first(docs, state, findings, id, path),
    };
    StatusReport {
        overview: overview(docs, &state.contract, around),
        interview: interview(docs),
        deep_interview: deep_interview(state),
        plan: unfinished_plan(state),
        relayed_answers: state.interview.relayed.iter().cloned().collect(),
        merged: merged(docs, state),
        n_given_up: state.n_lost + state.given_up.len() as u64,
    }
}

fn broken(findings: &[Finding]) -> Option<&Finding> {
    findings.iter().find(|it| it.kind.breaks_ledger())
}

/// Nothing is written behind a broken ledger, and nothing is finished on one that is not whole.
#[must_use]
pub fn ledger_blocker(findings: &[Finding]) -> Option<Blocker> {
    if let Some(finding) = broken(findings) {
        let words = format!("the ledger is broken: {}", finding.message);
        return Some(Blocker::new("ledger-broken", words).at("ledger"));
    }
    let lacking = findings.iter().find(|it| it.kind.opens_ledger())?;
    Some(
        Blocker::new(lacking.kind.code, format!("{}: {}", lacking.file, lacking.message))
            .at("ledger"),
    )
}

/// Says what came together from branches that had not seen each other, where it matters.
fn merged(docs: &Docs, state: &State) -> Vec<String> {
    let contract = &state.contract;
    let mut words = Vec::new();
    if contract.n_creations > 1 {
        let rigor = contract.rigor.word();
        words.push(format!(
            "{} branches created a charter of this name: they are one, its rigor is the strictest of \
             them, {rigor}",
            contract.n_creations
        ));
    }
    if !contract.reopened.is_empty() {
        let why = contract.reopened.join("; ");
        words.push(format!("completed on one branch, reopened by a merge: {why}"));
    }
    let other = contract.moves.iter().find(|it| it.to != contract.status);
    if let Some(LastMove { to, .. }) = other.filter(|_| contract.moves.len() > 1) {
        let (other, word) = (to.word(), contract.status.word());
        words.push(format!("{other} on one branch, {word} on another: it is {word}"));
    }
    let judged = docs.criteria.criteria().iter().map(|it| (it, judge(it, docs, contract)));
    for (criterion, judged) in judged.filter(|(_, it)| it.is_disputed) {
        let reasons = judged.reasons.first().cloned().unwrap_or_default();
        words.push(format!("{}: {reasons}", criterion.id));
    }
    let texts = contract.agreed.iter().filter(|(_, it)| it.len() > 1);
    let texts = texts
        .filter(|(_, it)| it.iter().any(|one| Some(&one.text) != it.first().map(|it| &it.text)));
    words.extend(texts.map(|(id, _)| format!("{id}: two branches agreed on different texts")));
    let twice = contract.answered_twice();
    words.extend(twice.map(|it| format!("{it}: two branches gave different answers")));
    words.extend(state.plan.as_ref().and_then(|it| it.apart()));
    words
}

fn doctor_first(
    docs: &Docs,
    state: &State,
    findings: &[Finding],
    id: &CharterId,
    path: &str,
) -> Vec<NextAction> {
    let doctor =
        || NextAction::about("doctor", id.as_str(), "the ledger is not whole: see how", "");
    let first = findings.iter().find(|it| it.kind.opens_ledger()).map(|_| doctor());
    first.into_iter().chain(next_actions(docs, state, id, path)).collect()
}

fn ledger_row(state: &State, findings: &[Finding]) -> LedgerRow {
    LedgerRow {
        events: state.n_events,
        head: state.head().hash.to_string(),
        intact: !findings.iter().any(|it| it.kind.opens_ledger()),
    }
}
