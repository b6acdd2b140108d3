//! Where a charter stands, whole.
//!
//! Owns the shape of `charter status --json`: keys in this order, absent where unknown, added and
//! never renamed. Must not know how it is printed.

use super::blocker::{Blocker, blockers};
use super::next::next_actions;
use super::verdict::{Verdict, judge};
use crate::deep::{NeedKind, Units};
use crate::document::{Criterion, SectionKey};
use crate::event::EvidenceOutcome;
use crate::interview::{Pad, QUESTIONS_MAX, Topic};
use crate::plan::{Turn, turn};
use crate::projection::DERIVED_EDITED;
use crate::{Docs, Phase, Rigor, State, Status};
use charter_kernel::{CharterId, Finding, FindingKind, NextAction, Timestamp};
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a charter stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusReport {
    /// Its id.
    pub charter_id: String,
    /// Its name.
    pub name: String,
    /// Its directory, as the caller sees it.
    pub path: String,
    /// Its state.
    pub status: Status,
    /// The phase of that state.
    pub phase: Phase,
    /// How much proof it wants.
    pub rigor: Rigor,
    /// What it is for.
    pub objective: String,
    /// How many criteria there are.
    pub val_total: usize,
    /// How many of them count as shown.
    pub val_pass: usize,
    /// Whether an open charter has no criterion at all.
    pub register_empty: bool,
    /// Every criterion, in the order of the register.
    pub criteria: Vec<CriterionRow>,
    /// The milestones.
    pub milestones: Vec<MilestoneRow>,
    /// What has moved apart.
    pub drift: Drift,
    /// What stands against completion.
    pub blockers: Vec<Blocker>,
    /// What is odd in the documents, the ledger and the derived files.
    pub parse_warnings: Vec<Warning>,
    /// The project's commands.
    pub commands: BTreeMap<String, String>,
    /// The ledger.
    pub ledger: LedgerRow,
    /// What to do next.
    pub next_actions: Vec<NextAction>,
    /// Why it rests or ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The interview that runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interview: Option<InterviewRow>,
    /// The deep interview that runs.
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
    /// The run.
    pub run_id: String,
    /// How many iterations there were.
    pub iteration: u32,
    /// The most there can be.
    pub max_iterations: u32,
    /// Whether nobody may speak any more without an agreement.
    pub stuck: bool,
    /// Whether a person is to approve it.
    pub pending_approval: bool,
    /// What it waits for, in words.
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
    /// The ambiguity that counts.
    pub ambiguity: Units,
    /// Where it is enough.
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

/// A criterion and what can be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CriterionRow {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The milestone that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone_id: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The latest recorded outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<EvidenceOutcome>,
    /// Whether the verdict counts as shown at this charter's rigor.
    pub counts: bool,
    /// Whether recorded evidence goes stale.
    pub require_fresh_evidence: bool,
    /// Where the latest evidence is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_evidence_path: Option<String>,
    /// When it was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_ts: Option<Timestamp>,
    /// Why the verdict is what it is.
    pub reasons: Vec<String>,
}

/// A milestone and its counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MilestoneRow {
    /// Its id; empty for criteria outside any milestone.
    pub milestone_id: String,
    /// Its heading.
    pub title: String,
    /// Its criteria.
    pub criterion_ids: Vec<String>,
    /// How many there are.
    pub val_count: usize,
    /// How many of them count as shown.
    pub val_pass_count: usize,
}

/// What has moved apart since it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// Criteria that do not count as shown.
    pub uncovered: Vec<DriftRow>,
    /// Criteria whose watched files changed since.
    pub stale: Vec<DriftRow>,
    /// Criteria whose text or answers changed since.
    pub suspect: Vec<DriftRow>,
    /// The criterion to take up next.
    pub ready_next: Vec<ReadyRow>,
    /// Derived files that are not what the ledger says.
    pub sidecar_drift: Vec<String>,
}

/// A criterion in a drift list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriftRow {
    /// The criterion.
    pub criterion_id: String,
    /// Why it is listed.
    pub reason: String,
}

/// A criterion to take up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadyRow {
    /// The criterion.
    pub criterion_id: String,
    /// The milestone that holds it; empty where none does.
    pub milestone_id: String,
}

/// Something odd, as status lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// The finding's code.
    pub reason: FindingKind,
    /// The criterion it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    /// The file.
    pub file: String,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What was found.
    pub detail: String,
}

impl From<&Finding> for Warning {
    fn from(finding: &Finding) -> Self {
        Self {
            reason: finding.kind,
            criterion_id: finding.criterion.clone(),
            file: finding.file.clone(),
            line: finding.line,
            detail: finding.message.clone(),
        }
    }
}

/// The ledger, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LedgerRow {
    /// How many events count.
    pub events: u64,
    /// The hash of the last one.
    pub head: String,
    /// Whether the chain holds to the end.
    pub intact: bool,
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
    let criteria = docs.criteria.criteria();
    let rows: Vec<CriterionRow> =
        criteria.iter().map(|it| criterion_row(it, docs, state)).collect();
    let name = docs.charter.name().unwrap_or(&state.name).to_owned();
    let objective = docs.charter.plain_text(SectionKey::Objective);
    StatusReport {
        charter_id: id.to_string(),
        name,
        path: path.to_owned(),
        status: state.status,
        phase: state.status.phase(),
        rigor: state.rigor,
        objective: objective.filter(|it| !it.is_empty()).unwrap_or_else(|| state.objective.clone()),
        val_total: rows.len(),
        val_pass: rows.iter().filter(|row| row.counts).count(),
        register_empty: rows.is_empty() && state.status.is_open(),
        milestones: milestone_rows(docs, &rows),
        drift: drift(&rows, findings),
        blockers: if state.status.is_open() {
            ledger_blocker(findings).into_iter().chain(blockers(docs, state)).collect()
        } else {
            Vec::new()
        },
        parse_warnings: findings.iter().chain(&docs.findings).map(Warning::from).collect(),
        commands: docs.charter.commands(),
        ledger: ledger_row(state, findings),
        next_actions: doctor_first(docs, state, findings, id, path),
        reason: state.reason.clone(),
        interview: interview(docs),
        deep_interview: deep_interview(state),
        plan: unfinished_plan(state),
        relayed_answers: state.relayed.iter().cloned().collect(),
        criteria: rows,
    }
}

/// Says where a deep interview stands until its spec is written.
pub(super) fn deep_interview(state: &State) -> Option<DeepRow> {
    let interview = state.deep.as_deref()?;
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
    broken(findings).map(|it| Blocker {
        criterion_id: None,
        milestone_id: None,
        reason: "ledger-broken".to_owned(),
        description: format!("the ledger is broken: {}", it.message),
    })
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

fn criterion_row(criterion: &Criterion, docs: &Docs, state: &State) -> CriterionRow {
    let record = state.criteria.get(&criterion.id);
    let judged = judge(criterion, docs, state);
    let verdict = judged.verdict;
    CriterionRow {
        id: criterion.id.to_string(),
        title: criterion.title.clone(),
        milestone_id: criterion.milestone.clone(),
        verdict,
        outcome: record.map(|it| it.outcome),
        counts: verdict.counts(criterion, state),
        require_fresh_evidence: criterion.require_fresh_evidence,
        last_evidence_path: record.and_then(|it| it.last_evidence_path.clone()),
        last_ts: record.map(|it| it.last_ts),
        reasons: judged.reasons,
    }
}

fn milestone_rows(docs: &Docs, rows: &[CriterionRow]) -> Vec<MilestoneRow> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.counts) {
        *counts.entry(row.milestone_id.as_deref().unwrap_or_default()).or_default() += 1;
    }
    let row = |id: &str, title: &str, criterion_ids: Vec<String>| MilestoneRow {
        milestone_id: id.to_owned(),
        title: title.to_owned(),
        val_count: criterion_ids.len(),
        val_pass_count: counts.get(id).copied().unwrap_or(0),
        criterion_ids,
    };
    let ungrouped = rows.iter().filter(|row| row.milestone_id.is_none());
    let ungrouped: Vec<String> = ungrouped.map(|row| row.id.clone()).collect();
    let grouped = docs.criteria.milestones().iter().map(|it| {
        let ids = it.criteria.iter().map(ToString::to_string).collect();
        row(&it.id, &it.title, ids)
    });
    let flat = (!ungrouped.is_empty()).then(|| row("", "", ungrouped));
    grouped.chain(flat).collect()
}

fn drift(rows: &[CriterionRow], findings: &[Finding]) -> Drift {
    let open = || rows.iter().filter(|row| !row.counts);
    let moved = |verdict: Verdict| {
        let rows = open().filter(move |row| row.verdict == verdict);
        let row = |row: &CriterionRow| DriftRow {
            criterion_id: row.id.clone(),
            reason: row.reasons.join("; "),
        };
        rows.map(row).collect::<Vec<_>>()
    };
    let has_moved = |row: &&CriterionRow| matches!(row.verdict, Verdict::Stale | Verdict::Suspect);
    let uncovered = open().filter(|row| !has_moved(row)).map(|row| DriftRow {
        criterion_id: row.id.clone(),
        reason: if row.outcome.is_none() { "no-evidence" } else { "non-pass" }.to_owned(),
    });
    let ready = open().take(1).map(|row| ReadyRow {
        criterion_id: row.id.clone(),
        milestone_id: row.milestone_id.clone().unwrap_or_default(),
    });
    let edited = findings.iter().filter(|it| it.kind == DERIVED_EDITED);
    Drift {
        uncovered: uncovered.collect(),
        stale: moved(Verdict::Stale),
        suspect: moved(Verdict::Suspect),
        ready_next: ready.collect(),
        sidecar_drift: edited.map(|it| it.file.clone()).collect(),
    }
}

fn ledger_row(state: &State, findings: &[Finding]) -> LedgerRow {
    LedgerRow {
        events: state.n_events,
        head: state.head.to_string(),
        intact: !findings.iter().any(|it| it.kind.breaks_ledger()),
    }
}
