//! What a worker says about a criterion that it cannot show: what it would take, or that the verdict is wrong.
//!
//! Neither makes anything count: one waits for a person, the other is there to be looked into. Must not know
//! who reads it.

use crate::check::check_active;
use crate::document::Criterion;
use crate::event::ContractEvent;
use crate::judge::judge;
use crate::{ContractRefusal, ContractState, Docs};
use charter_kernel::{CriterionId, Decision};

/// The most characters of the word for what is missing.
const NEEDS_CHARS_MAX: usize = 40;

/// Writes down that a criterion cannot be shown here, and what it would take.
pub fn need(
    docs: &Docs,
    state: &ContractState,
    id: &CriterionId,
    needs: &str,
    reason: &str,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    check_active(state, "have a criterion wait")?;
    let criterion_id = find(docs, state, id)?.id.clone();
    let reason = reason.trim().to_owned();
    let needs: String = needs.trim().chars().take(NEEDS_CHARS_MAX).collect();
    if reason.is_empty() || needs.is_empty() {
        return Err(ContractRefusal::ReasonMissing("block"));
    }
    let is_same =
        state.blocked.get(&criterion_id).is_some_and(|it| it.needs == needs && it.reason == reason);
    if is_same {
        return Ok(Decision::default());
    }
    Ok(Decision::of(vec![ContractEvent::CriterionBlocked { criterion_id, needs, reason }]))
}

/// Writes down that a verdict is wrong, with all that is needed to look into it.
pub fn dispute(
    docs: &Docs,
    state: &ContractState,
    id: &CriterionId,
    reason: &str,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    let criterion = find(docs, state, id)?;
    let reason = reason.trim().to_owned();
    if reason.is_empty() {
        return Err(ContractRefusal::ReasonMissing("dispute"));
    }
    let judged = judge(criterion, docs, state);
    let record = state.criteria.get(&criterion.id);
    Ok(Decision::of(vec![ContractEvent::VerdictDisputed {
        criterion_id: criterion.id.clone(),
        verdict: judged.verdict.word().to_owned(),
        reasons: judged.reasons,
        reason,
        path: record.and_then(|it| it.last_evidence_path.clone()),
    }]))
}

fn find<'a>(
    docs: &'a Docs,
    state: &ContractState,
    id: &CriterionId,
) -> Result<&'a Criterion, ContractRefusal> {
    docs.criteria.find(id.as_str()).ok_or_else(|| ContractRefusal::UnknownCriterion {
        charter_id: state.charter_id.clone(),
        fragment: id.to_string(),
        candidates: docs.criteria.criteria().iter().map(|it| it.id.to_string()).collect(),
    })
}
