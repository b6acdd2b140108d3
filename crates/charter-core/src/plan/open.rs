//! The beginning of a run.
//!
//! Owns when a plan is the same one and when another may take its place: another has a fresh budget,
//! so while one is unfinished that is for a person to say. Must not find settings.

use super::{Limits, Plan, PlanRefusal};
use crate::event::EventBody;
use crate::{Decision, Refusal, State, check_active};
use charter_kernel::{Context, shell_word};

/// The most bytes of a task.
const TASK_BYTES_MAX: usize = 64 * 1024;

/// What is to happen with a plan that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// It goes on.
    GoOn,
    /// Another one takes its place.
    Again,
}

/// Decides to begin a plan; without a task it is about that of the plan whose place it takes, or else
/// about the idea of the charter.
pub fn open(
    state: &State,
    task: Option<&str>,
    start: Start,
    limits: Limits,
    ctx: &Context,
) -> Result<Decision, Refusal> {
    check_active(state, "be planned")?;
    let given = task.map(str::trim).filter(|it| !it.is_empty());
    let earlier =
        state.plan.as_deref().filter(|_| start == Start::Again).map(|it| it.task.as_str());
    let task = given.or(earlier).unwrap_or(state.objective.trim()).to_owned();
    let (bytes, max) = (task.len(), TASK_BYTES_MAX);
    if task.is_empty() {
        return Err(Refusal::ObjectiveMissing);
    }
    if bytes > max {
        return Err(Refusal::ObjectiveTooLong { bytes, max });
    }
    let unfinished = state.plan.as_deref().filter(|it| it.approval.is_none());
    if let Some(plan) = unfinished {
        let is_same = given.is_none() || plan.task == task;
        match start {
            Start::GoOn if is_same => return Ok(Decision::default()),
            Start::GoOn => {
                let (charter_id, task) = (state.charter_id.clone(), plan.task.clone());
                return Err(PlanRefusal::Active { charter_id, task }.into());
            }
            // Otherwise whoever is at the end of a budget would give themselves another.
            Start::Again if !ctx.actor.is_person() => {
                let actor = ctx.actor.to_string();
                let what = "replacing an unfinished plan";
                let charter = shell_word(&state.charter_id);
                let task = given.map(|it| format!("{} ", shell_word(it))).unwrap_or_default();
                let command = format!("charter plan open {task}--again --charter {charter}");
                return Err(Refusal::PersonNeeded { what, actor, command });
            }
            Start::Again => {}
        }
    }
    let run = state.plan.as_deref().map_or(0, |it: &Plan| it.run).saturating_add(1);
    let events = vec![EventBody::PlanOpened { run, task, limits }];
    Ok(Decision { events, edits: Vec::new() })
}
