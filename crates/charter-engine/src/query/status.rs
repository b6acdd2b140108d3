//! Where a charter stands, whole.
//!
//! Owns the shape of `charter status --json`: keys in this order, absent where unknown, added and
//! never renamed. Must not know how it is printed.

use super::blocker::blockers;
use super::next::next_actions;
use crate::State;
use crate::projection::DERIVED_EDITED;
use charter_contract::{Blocker, Docs, LedgerRow, Overview, Surrounding, Topic, overview};
use charter_interview::brief::{Pad, QUESTIONS_MAX};
use charter_interview::deep::{NeedKind, Units};
use charter_kernel::{CharterId, Finding, NextAction};
use charter_plan::{Turn, turn};
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
}

/// Where an unfinished plan stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanRow {
    pub run_id: String,
    pub iteration: u32,
    pub max_iterations: u32,
    /// Whether nobody may speak any more without an agreement.
    pub stuck: bool,
    pub pending_approval: bool,
    pub waits_for: String,
}

/// Where a running deep interview stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeepRow {
    /// What it waits for.
    pub kind: NeedKind,
    /// How many rounds have an answer.
    pub answered: usize,
    pub ambiguity: Units,
    pub threshold: Units,
}

/// Where a running interview stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InterviewRow {
    /// How many questions were answered or skipped.
    pub answered: usize,
    /// The most questions there can be.
    pub total: u64,
    /// The topics that nothing covers yet, as far as it was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gaps_remaining: Option<Vec<Topic>>,
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
    let own = if state.contract.status.is_open() { blockers(docs, state) } else { Vec::new() };
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
    }
}

/// Says where a deep interview stands until its spec is written.
pub(super) fn deep_interview(state: &State) -> Option<DeepRow> {
    let interview = state.interview.deep.as_deref()?;
    let kind = interview.steps().first()?.kind();
    (kind != NeedKind::Done).then(|| DeepRow {
        kind,
        answered: interview.rounds.iter().filter(|it| it.said().is_some()).count(),
        ambiguity: interview.ambiguity(),
        threshold: interview.setup.threshold.units,
    })
}

/// Says where a plan stands until it is approved.
pub(super) fn unfinished_plan(state: &State) -> Option<PlanRow> {
    let plan = state.plan.as_deref()?;
    let turn = turn(plan);
    let waits_for = match &turn {
        Turn::Write(all) => all.first().map(|it| it.hint.clone()).unwrap_or_default(),
        Turn::Approve => "a person is to read the final text and approve it".to_owned(),
        Turn::Stuck(reason) => format!("stuck: {reason}"),
        Turn::Done => return None,
    };
    Some(PlanRow {
        run_id: plan.name(),
        iteration: plan.iteration(),
        max_iterations: plan.limits.iterations,
        stuck: matches!(turn, Turn::Stuck(_)),
        pending_approval: turn == Turn::Approve,
        waits_for,
    })
}

/// Counts the answers in the pad; which topics are open is for a mind to say.
fn interview(docs: &Docs) -> Option<InterviewRow> {
    let charter = &docs.charter;
    let (pad, _) = Pad::find(charter.source(), charter.outline())?;
    Some(InterviewRow { answered: pad.entries.len(), total: QUESTIONS_MAX, gaps_remaining: None })
}

fn broken(findings: &[Finding]) -> Option<&Finding> {
    findings.iter().find(|it| it.kind.breaks_ledger())
}

/// Nothing is written behind a broken ledger, so nothing can be completed either.
fn ledger_blocker(findings: &[Finding]) -> Option<Blocker> {
    let words = |it: &Finding| format!("the ledger is broken: {}", it.message);
    broken(findings).map(|it| Blocker::new("ledger-broken", words(it)).at("events.jsonl"))
}

fn doctor_first(
    docs: &Docs,
    state: &State,
    findings: &[Finding],
    id: &CharterId,
    path: &str,
) -> Vec<NextAction> {
    let doctor = || NextAction::about("doctor", id.as_str(), "the ledger is broken: see how", "");
    let first = broken(findings).map(|_| doctor());
    first.into_iter().chain(next_actions(docs, state, id, path)).collect()
}

fn ledger_row(state: &State, findings: &[Finding]) -> LedgerRow {
    LedgerRow {
        events: state.n_events,
        head: state.head.to_string(),
        intact: !findings.iter().any(|it| it.kind.breaks_ledger()),
    }
}
