//! A person approves a plan.
//!
//! Owns who may, what is approved and what it proposes. Must not execute anything.

use super::{Plan, PlanRefusal, Register, Shape, register};
use crate::event::PlanEvent;
use charter_contract::ContractState;
use charter_contract::Docs;
use charter_contract::drafting::add_wont;
use charter_contract::{CharterAct, check_active};
use charter_kernel::Decision;
use charter_kernel::markdown::Source;
use charter_kernel::{Context, Digest, FileEdit, shell_word};

/// What came of an approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approved {
    /// What became of the register; none where it was approved before.
    pub register: Option<Register>,
    /// The steps that no criterion belongs to.
    pub bare_steps: Vec<String>,
}

/// Decides to approve the final text; `digest` is the beginning of what the person has read, where
/// they say so.
pub fn approve(
    state: &ContractState,
    plan: Option<&Plan>,
    docs: &Docs,
    text: &str,
    digest: Option<&str>,
    ctx: &Context,
) -> Result<(Decision<PlanEvent>, Approved), PlanRefusal> {
    check_active(state, "have a plan approved")?;
    let charter_id = || state.charter_id.clone();
    let Some(plan) = plan else {
        return Err(PlanRefusal::NoPlan { charter_id: charter_id() });
    };
    CharterAct::ApprovePlan.check(&ctx.actor, state.rigor, || {
        let known = plan.pending().map(|it| it.digest.short());
        let rest = digest.map(shell_word).or(known).unwrap_or_default();
        let charter = shell_word(&state.charter_id);
        format!("charter plan approve --charter {charter} {rest}").trim_end().to_owned()
    })?;
    let is_meant = |it: &Digest| digest.is_none_or(|given| it.begins_with(given));
    let moved = |it: &Digest| PlanRefusal::OutOfTurn {
        charter_id: charter_id(),
        why: format!("the final text is {} and not what was named", it.short()),
    };
    if let Some(approval) = &plan.approval {
        if !is_meant(&approval.digest) {
            return Err(moved(&approval.digest));
        }
        return Ok((Decision::default(), Approved { register: None, bare_steps: Vec::new() }));
    }
    let Some(pending) = plan.pending() else {
        return Err(PlanRefusal::NotFinal { charter_id: charter_id() });
    };
    if !is_meant(&pending.digest) {
        return Err(moved(&pending.digest));
    }
    let shape = Shape::parse(text);
    let (name, task) = (plan.name(), plan.task.as_str());
    let drafted = register::drafted(state, &shape, &name);
    let (criteria, outcome) = register::draft(docs.criteria.source(), &drafted, &shape, task);
    let edit =
        |path: &str, it: Source| FileEdit { path: path.to_owned(), bytes: it.bytes().to_vec() };
    let criteria = criteria.map(|it| edit("criteria.md", it));
    let wont = add_wont(docs.charter.source(), &drafted.wont).map(|it| edit("charter.md", it));
    let (run, n, digest) = (plan.run, pending.n, pending.digest);
    let events = vec![PlanEvent::PlanApproved { run, n, digest }];
    let decision = Decision { events, edits: criteria.into_iter().chain(wont).collect() };
    let is_bare = |idx: usize| shape.criteria.iter().all(|it| it.step_idx != Some(idx));
    let bare = shape.steps.iter().enumerate().filter(|(idx, _)| is_bare(*idx));
    let bare_steps = bare.map(|(_, title)| title.clone()).collect();
    Ok((decision, Approved { register: Some(outcome), bare_steps }))
}
