//! Where a charter stands: its criteria, its milestones, what moved apart.
//!
//! Owns the shape of the answer, which is API, as far as the contract goes. Must not know how it is printed.

use crate::agreement::n_cut_since_end;
use crate::document::{Criterion, SectionKey};
use crate::event::EvidenceOutcome;
use crate::judge::judge;
use crate::verdict::{Verdict, VerdictReason};
use crate::{Blocker, ContractState, CriterionRecord, Docs, Phase, Rigor, Status};
use charter_kernel::{CharterId, Finding, FindingKind, NextAction, Timestamp, counted};
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a charter stands, as its contract has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    pub charter_id: String,
    pub name: String,
    /// Its directory, as the caller sees it.
    pub path: String,
    pub status: Status,
    pub phase: Phase,
    /// How much proof it wants.
    pub rigor: Rigor,
    pub objective: String,
    pub val_total: usize,
    /// How many of them count as shown.
    pub val_pass: usize,
    /// How many of them a person took out; these are not shown.
    pub val_waived: usize,
    /// Whether an open charter has no criterion at all.
    pub register_empty: bool,
    /// Every criterion, in the order of the register.
    pub criteria: Vec<CriterionRow>,
    pub milestones: Vec<MilestoneRow>,
    pub drift: Drift,
    pub blockers: Vec<Blocker>,
    /// What is odd in the documents, the ledger and the derived files.
    pub parse_warnings: Vec<Warning>,
    pub commands: BTreeMap<String, String>,
    pub ledger: LedgerRow,
    pub next_actions: Vec<NextAction>,
    /// Why it rests or ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A criterion and what can be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CriterionRow {
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone_id: Option<String>,
    pub verdict: Verdict,
    /// Why it is no better, as a word for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<VerdictReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<EvidenceOutcome>,
    /// Whether the verdict counts as shown at this charter's rigor.
    pub counts: bool,
    /// Where the latest evidence comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<EvidenceOrigin>,
    /// Whether recorded evidence goes stale.
    pub require_fresh_evidence: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_evidence_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_ts: Option<Timestamp>,
    /// Why the verdict is what it is.
    pub reasons: Vec<String>,
}

/// Where evidence comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceOrigin {
    /// Somebody said so.
    Told,
    /// Charter ran it.
    Run,
    /// CI ran it, just now.
    Ci,
    /// Somebody said so and signed it.
    Signed,
}

impl EvidenceOrigin {
    #[must_use]
    pub fn of(record: &CriterionRecord, docs: &Docs) -> Self {
        let is_signed = docs.observed.signed.contains_key(&record.place);
        match (&record.run, is_signed) {
            (Some(_), _) => Self::Run,
            (None, true) => Self::Signed,
            (None, false) => Self::Told,
        }
    }
}

impl Overview {
    /// Says how many criteria are shown, and how many were waived: `3 of 4 criteria shown, 1 waived`.
    #[must_use]
    pub fn shown_words(&self) -> String {
        let waived = waived_words(self.val_waived);
        let criteria = counted(self.val_total, "criterion", "criteria");
        format!("{} of {criteria} shown{waived}", self.val_pass)
    }
}

/// How many criteria there are, are shown, and were taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    pub val_total: usize,
    /// How many of them count as shown.
    pub val_pass: usize,
    /// How many of them a person took out; these are not shown.
    pub val_waived: usize,
}

impl Tally {
    /// Says it as a sentence without its full stop.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self { val_total: 1, val_pass: 1, .. } => "The one criterion is shown".to_owned(),
            Self { val_total, val_pass, .. } if val_pass == val_total => {
                format!("All {val_total} criteria are shown")
            }
            Self { val_total, val_pass, val_waived } => {
                let waived = waived_words(val_waived);
                let criteria = counted(val_total, "criterion is", "criteria are");
                format!("{val_pass} of {criteria} shown{waived}")
            }
        }
    }
}

/// Counts the criteria of a charter.
#[must_use]
pub fn tally(docs: &Docs, state: &ContractState) -> Tally {
    let (mut val_pass, mut val_waived) = (0, 0);
    for criterion in docs.criteria.criteria() {
        let verdict = judge(criterion, docs, state).verdict;
        if verdict == Verdict::Waived {
            val_waived += 1;
        } else if verdict.counts(criterion, docs, state) {
            val_pass += 1;
        }
    }
    let val_total = docs.criteria.criteria().len() + n_cut_since_end(docs, state);
    Tally { val_total, val_pass, val_waived }
}

/// Says how many criteria were waived, behind how many are shown; nothing where none was.
#[must_use]
pub fn waived_words(n_waived: usize) -> String {
    if n_waived == 0 { String::new() } else { format!(", {n_waived} waived") }
}

impl CriterionRow {
    /// Tells whether a person took it out.
    #[must_use]
    pub fn is_waived(&self) -> bool {
        self.verdict == Verdict::Waived
    }

    /// Tells whether it was shown; what was taken out was not.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.counts && !self.is_waived()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MilestoneRow {
    /// Its id; empty for criteria outside any milestone.
    pub milestone_id: String,
    pub title: String,
    pub criterion_ids: Vec<String>,
    pub val_count: usize,
    /// How many of them count as shown.
    pub val_pass_count: usize,
    /// How many of them a person took out; these are not shown.
    pub val_waived_count: usize,
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
    pub criterion_id: String,
    pub reason: String,
}

/// A criterion to take up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadyRow {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    pub file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
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
    pub events: u64,
    pub head: String,
    /// Whether the chain holds to the end.
    pub intact: bool,
}

/// What an overview takes from outside of the contract.
#[derive(Debug)]
pub struct Surrounding<'a> {
    pub id: &'a CharterId,
    /// Its directory, as the caller sees it.
    pub path: &'a str,
    /// What is odd in the ledger and the derived files.
    pub findings: &'a [Finding],
    /// The derived files that somebody changed.
    pub edited: Vec<String>,
    pub ledger: LedgerRow,
    pub blockers: Vec<Blocker>,
    pub next_actions: Vec<NextAction>,
}

#[must_use]
pub fn overview(docs: &Docs, state: &ContractState, around: Surrounding<'_>) -> Overview {
    let criteria = docs.criteria.criteria();
    let rows: Vec<CriterionRow> =
        criteria.iter().map(|it| criterion_row(it, docs, state)).collect();
    let name = docs.charter.name().unwrap_or(&state.name).to_owned();
    let objective = docs.charter.plain_text(SectionKey::Objective);
    Overview {
        charter_id: around.id.to_string(),
        name,
        path: around.path.to_owned(),
        status: state.status,
        phase: state.status.phase(),
        rigor: state.rigor,
        objective: objective.filter(|it| !it.is_empty()).unwrap_or_else(|| state.objective.clone()),
        // What a charter was completed with stays what it counts.
        val_total: rows.len() + n_cut_since_end(docs, state),
        val_pass: rows.iter().filter(|row| row.is_shown()).count(),
        val_waived: rows.iter().filter(|row| row.is_waived()).count(),
        register_empty: rows.is_empty() && state.status.is_open(),
        milestones: milestone_rows(docs, &rows),
        drift: drift(&rows, around.edited),
        blockers: around.blockers,
        parse_warnings: around.findings.iter().chain(&docs.findings).map(Warning::from).collect(),
        commands: docs.charter.commands(),
        ledger: around.ledger,
        next_actions: around.next_actions,
        reason: state.reason.clone(),
        criteria: rows,
    }
}

fn criterion_row(criterion: &Criterion, docs: &Docs, state: &ContractState) -> CriterionRow {
    let record = state.criteria.get(&criterion.id);
    let judged = judge(criterion, docs, state);
    let verdict = judged.verdict;
    CriterionRow {
        id: criterion.id.to_string(),
        title: criterion.title.clone(),
        milestone_id: criterion.milestone.clone(),
        verdict,
        reason_code: judged.code,
        outcome: record.map(|it| it.outcome),
        counts: verdict.counts(criterion, docs, state),
        origin: record.map(|it| EvidenceOrigin::of(it, docs)),
        require_fresh_evidence: criterion.require_fresh_evidence,
        last_evidence_path: record.and_then(|it| it.last_evidence_path.clone()),
        last_ts: record.map(|it| it.last_ts),
        reasons: judged.reasons,
    }
}

fn milestone_rows(docs: &Docs, rows: &[CriterionRow]) -> Vec<MilestoneRow> {
    let count = |is_it: fn(&CriterionRow) -> bool| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for row in rows.iter().filter(|row| is_it(row)) {
            *counts.entry(row.milestone_id.as_deref().unwrap_or_default()).or_default() += 1;
        }
        counts
    };
    let (shown, waived) = (count(CriterionRow::is_shown), count(CriterionRow::is_waived));
    let row = |id: &str, title: &str, criterion_ids: Vec<String>| MilestoneRow {
        milestone_id: id.to_owned(),
        title: title.to_owned(),
        val_count: criterion_ids.len(),
        val_pass_count: shown.get(id).copied().unwrap_or(0),
        val_waived_count: waived.get(id).copied().unwrap_or(0),
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

fn drift(rows: &[CriterionRow], edited: Vec<String>) -> Drift {
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
    Drift {
        uncovered: uncovered.collect(),
        stale: moved(Verdict::Stale),
        suspect: moved(Verdict::Suspect),
        ready_next: ready.collect(),
        sidecar_drift: edited,
    }
}
