//! The beginning of a run.
//!
//! Owns when a plan is the same one and when another may take its place: another has a fresh budget,
//! so while one is unfinished that is for a person to say. Must not find settings.

use super::{Plan, PlanLimits, PlanRefusal};
use crate::event::PlanEvent;
use charter_contract::{CharterAct, check_active};
use charter_contract::{ContractRefusal, ContractState};
use charter_kernel::Decision;
use charter_kernel::{Context, shell_word};

const TASK_BYTES_MAX: usize = 64 * 1024;

/// What is to happen with a plan that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    GoOn,
    Again,
}

/// Decides to begin a plan; without a task it is about that of the plan whose place it takes, or else
/// about the idea of the charter. `input` is the document that it is to follow.
pub fn open(
    state: &ContractState,
    plan: Option<&Plan>,
    task: Option<&str>,
    start: Start,
    limits: PlanLimits,
    input: Option<&str>,
    ctx: &Context,
) -> Result<Decision<PlanEvent>, PlanRefusal> {
    check_active(state, "be planned")?;
    let given = task.map(str::trim).filter(|it| !it.is_empty());
    let earlier = plan.filter(|_| start == Start::Again).map(|it| it.task.as_str());
    let task = given.or(earlier).unwrap_or(state.objective.trim()).to_owned();
    let (bytes, max) = (task.len(), TASK_BYTES_MAX);
    if task.is_empty() {
        return Err(ContractRefusal::ObjectiveMissing.into());
    }
    if bytes > max {
        return Err(ContractRefusal::ObjectiveTooLong { bytes, max }.into());
    }
    let unfinished = plan.filter(|it| it.approval.is_none());
    if let Some(plan) = unfinished {
        let is_same = given.is_none() || plan.task == task;
        match start {
            Start::GoOn if is_same => return Ok(Decision::default()),
            Start::GoOn => {
                let (charter_id, task) = (state.charter_id.clone(), plan.task.clone());
                return Err(PlanRefusal::Active { charter_id, task });
            }
            // Otherwise whoever is at the end of a budget would give themselves another.
            Start::Again => CharterAct::ReplacePlan.check(&ctx.actor, state.rigor, || {
                let charter = shell_word(&state.charter_id);
                let task = given.map(|it| format!("{} ", shell_word(it))).unwrap_or_default();
                format!("charter plan open {task}--again --charter {charter}")
            })?,
        }
    }
    let run = plan.map_or(0, |it: &Plan| it.run).saturating_add(1);
    let events = vec![PlanEvent::PlanOpened { run, task, limits, input: input.map(str::to_owned) }];
    Ok(Decision::of(events))
}
