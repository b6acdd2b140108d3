//! Receipts: a milestone whose criteria were shown and whose quality gate was taken.
//!
//! Owns when a receipt is minted, of which kind, and what makes it stale: another word on one of its
//! criteria, another text, a criterion more or less. Work on other milestones does not. Must not know
//! what a gate says; whoever checked it hands in what it found.

pub use crate::event::{Receipt, ReceiptKind};
pub use crate::unit::units;

use crate::event::{ReviewEvent, Shown};
use crate::matter::Matter;
use crate::refusal::ReviewRefusal;
use crate::unit::{check_unit, criteria_of};
use charter_contract::document::Criterion;
use charter_contract::object::problem;
use charter_contract::{CharterAct, ContractState, Rigor, check_active, evidence, judge};
use charter_kernel::{Context, CriterionId, Decision, Digest, Problem, canonical, shell_word};
use std::collections::BTreeSet;

/// A gate that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenGate {
    /// The digest of what it means.
    pub digest: Digest,
    /// The digest of its file as it was read.
    pub file: Option<Digest>,
    /// The digest of the source that it was checked on.
    pub source: Digest,
    /// What it was checked for: the kind of its receipt, and the criteria that it had to cover.
    pub expected: Option<(ReceiptKind, BTreeSet<CriterionId>)>,
    pub problems: Vec<Problem>,
}

/// Lists the criteria of a milestone that nobody took out.
#[must_use]
pub fn owed(matter: Matter<'_>, unit: &str) -> BTreeSet<CriterionId> {
    let owed =
        criteria_of(matter.docs, unit).filter(|it| !matter.contract.waived.contains_key(&it.id));
    owed.map(|it| it.id.clone()).collect()
}

/// Whether a receipt still holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Freshness {
    Missing,
    Fresh,
    /// It does not, and why.
    Stale(Vec<String>),
}

/// Tells whether the receipt of a milestone still holds.
#[must_use]
pub fn freshness(matter: Matter<'_>, unit: &str) -> Freshness {
    let Some(receipt) = matter.review.receipts.get(unit) else { return Freshness::Missing };
    let criteria: Vec<&Criterion> = criteria_of(matter.docs, unit).collect();
    let mut reasons = differences(receipt, &criteria, matter);
    // A final receipt knows the criteria of all milestones, and not which was where.
    if receipt.kind == ReceiptKind::Milestone {
        reasons.extend(removals(receipt, &criteria));
    }
    Freshness::of(reasons)
}

/// Tells whether there is a receipt for the whole charter that still holds.
#[must_use]
pub fn final_freshness(matter: Matter<'_>) -> Freshness {
    let Some(receipt) = &matter.review.final_receipt else { return Freshness::Missing };
    let criteria: Vec<&Criterion> = matter.docs.criteria.criteria().iter().collect();
    let mut reasons = differences(receipt, &criteria, matter);
    reasons.extend(removals(receipt, &criteria));
    Freshness::of(reasons)
}

impl Freshness {
    fn of(reasons: Vec<String>) -> Self {
        if reasons.is_empty() { Self::Fresh } else { Self::Stale(reasons) }
    }
}

fn removals(receipt: &Receipt, criteria: &[&Criterion]) -> Vec<String> {
    let now: BTreeSet<&CriterionId> = criteria.iter().map(|it| &it.id).collect();
    let gone = receipt.criteria.keys().filter(|it| !now.contains(it));
    gone.map(|it| format!("{it} is gone")).collect()
}

fn differences(receipt: &Receipt, criteria: &[&Criterion], matter: Matter<'_>) -> Vec<String> {
    let difference = |criterion: &&Criterion| {
        let (id, now) = (&criterion.id, shown(criterion, matter.contract));
        match receipt.criteria.get(id) {
            None => Some(format!("{id} was added since")),
            Some(then) if then.text != now.text => Some(format!("{id} says something else since")),
            Some(then) if *then != now => Some(format!("{id} was recorded again since")),
            Some(_) => {
                let judged = judge(criterion, matter.docs, matter.contract);
                let counts = judged.verdict.counts(criterion, matter.docs, matter.contract);
                (!counts).then(|| format!("{id} is {} now", judged.verdict.word()))
            }
        }
    };
    criteria.iter().filter_map(difference).collect()
}

fn shown(criterion: &Criterion, state: &ContractState) -> Shown {
    Shown {
        text: evidence::digest_of(criterion),
        records: state.criteria.get(&criterion.id).map_or(0, |it| it.n_records),
        waived: state.waived.contains_key(&criterion.id),
    }
}

/// Lists the receipts that hold and that no person has signed, with their milestones: what reviewers are said to
/// have found counts at strict once somebody stands behind it.
#[must_use]
pub fn unsigned(matter: Matter<'_>) -> Vec<(String, &Receipt)> {
    if matter.contract.rigor != Rigor::Strict {
        return Vec::new();
    }
    let fresh =
        units(matter.docs).into_iter().filter(|it| freshness(matter, it) == Freshness::Fresh);
    let mut found: Vec<(String, &Receipt)> =
        fresh.filter_map(|unit| matter.review.receipts.get(&unit).map(|it| (unit, it))).collect();
    let whole = matter.review.final_receipt.as_ref();
    let whole = whole.filter(|_| final_freshness(matter) == Freshness::Fresh);
    found.extend(whole.map(|it| (it.milestone_id.clone(), it)));
    found.dedup_by(|one, other| one.1 == other.1);
    found.retain(|(_, it)| !is_signed(it, matter));
    found
}

fn is_signed(receipt: &Receipt, matter: Matter<'_>) -> bool {
    let acts = matter.review.gate_acts.get(&receipt.receipt_id).into_iter().flatten();
    acts.into_iter().any(|it| matter.docs.observed.signed.contains_key(&it.place))
}

/// Says who took a gate.
#[must_use]
pub fn taken_by(receipt: &Receipt, matter: Matter<'_>) -> String {
    let acts = matter.review.gate_acts.get(&receipt.receipt_id);
    let first = acts.and_then(|it| it.first());
    first.map_or_else(|| "somebody".to_owned(), |it| it.by.to_string())
}

/// Stands behind the gates of some milestones, by a person's word.
pub fn confirm(
    matter: Matter<'_>,
    milestones: &[String],
    ctx: &Context,
) -> Result<Decision<ReviewEvent>, ReviewRefusal> {
    check_active(matter.contract, "have a gate confirmed")?;
    CharterAct::ConfirmGate.check(&ctx.actor, matter.contract.rigor, || {
        format!("charter confirm --charter {}", shell_word(&matter.contract.charter_id))
    })?;
    let meant = unsigned(matter).into_iter().filter(|(unit, _)| milestones.contains(unit));
    let events = meant.map(|(milestone_id, receipt)| ReviewEvent::GateConfirmed {
        milestone_id,
        receipt_id: receipt.receipt_id.clone(),
    });
    Ok(Decision::of(events.collect()))
}

/// Says of which kind the next receipt of a milestone is: final, where every other one is fresh.
#[must_use]
pub fn next_kind(matter: Matter<'_>, unit: &str) -> ReceiptKind {
    let others = units(matter.docs).into_iter().filter(|it| it != unit);
    let is_last = others.into_iter().all(|it| freshness(matter, &it) == Freshness::Fresh);
    let is_whole = final_freshness(matter) == Freshness::Fresh;
    if is_last && !is_whole { ReceiptKind::Final } else { ReceiptKind::Milestone }
}

/// Decides to take a gate for a milestone; `head` is the end of the ledger.
pub fn checkpoint(
    matter: Matter<'_>,
    head: Digest,
    unit: &str,
    gate: &TakenGate,
) -> Result<Decision<ReviewEvent>, ReviewRefusal> {
    check_active(matter.contract, "take a checkpoint")?;
    check_unit(matter, unit)?;
    let problems = problems(matter, unit, gate);
    if !problems.is_empty() {
        return Err(ReviewRefusal::GateRefused { milestone_id: unit.to_owned(), problems });
    }
    let kind = next_kind(matter, unit);
    let is_same = matter.review.receipts.get(unit).is_some_and(|it| it.gate == gate.digest);
    let is_fresh = freshness(matter, unit) == Freshness::Fresh;
    if is_same && is_fresh && kind == ReceiptKind::Milestone {
        return Ok(Decision::default());
    }
    let criteria: Vec<&Criterion> = match kind {
        ReceiptKind::Milestone => criteria_of(matter.docs, unit).collect(),
        ReceiptKind::Final => matter.docs.criteria.criteria().iter().collect(),
    };
    let mut receipt = Receipt {
        schema_version: 1,
        receipt_id: String::new(),
        milestone_id: unit.to_owned(),
        kind,
        gate: gate.digest,
        file: gate.file,
        source: gate.source,
        head,
        criteria: criteria.iter().map(|it| (it.id.clone(), shown(it, matter.contract))).collect(),
    };
    let value = serde_json::to_value(&receipt).unwrap_or_default();
    receipt.receipt_id = Digest::of(&canonical::render(&value)).short();
    let events = vec![ReviewEvent::CheckpointTaken { receipt: Box::new(receipt) }];
    Ok(Decision::of(events))
}

/// Lists everything that stands against a checkpoint: the gate, its reuse, what is not shown.
fn problems(matter: Matter<'_>, unit: &str, gate: &TakenGate) -> Vec<Problem> {
    let mut problems = gate.problems.clone();
    let now = (next_kind(matter, unit), owed(matter, unit));
    if gate.expected.as_ref().is_some_and(|it| *it != now) {
        let message = "what the gate must show changed while it was checked";
        problems.push(problem("criteria.md", "register_changed", message));
    }
    if let Some(other) = matter.review.gates.get(&gate.digest).filter(|it| *it != unit) {
        let message = format!("this gate was taken for `{other}`; it says nothing about `{unit}`");
        problems.push(problem("gate", "gate_reused", message));
    }
    for criterion in criteria_of(matter.docs, unit) {
        let judged = judge(criterion, matter.docs, matter.contract);
        if !judged.verdict.counts(criterion, matter.docs, matter.contract) {
            let (code, message) = (judged.verdict.word(), judged.reasons.join("; "));
            problems.push(problem(criterion.id.as_str(), code, message));
        }
    }
    for (id, objection) in matter.review.open_objections() {
        if unit == objection.unit_in(matter.docs) {
            problems.push(problem(id, "review-blocker", &objection.text));
        }
    }
    problems
}
