//! Objections: what a reviewer found that stands against a milestone or a criterion.
//!
//! Owns when one is the same as another, and how many may be open. Must not know who reviews.

use crate::event::EventBody;
use crate::receipt::{UNGROUPED, units};
use crate::{Decision, Docs, Refusal, Rigor, State, check_active};
use charter_kernel::{Actor, shell_word};
use serde::{Deserialize, Serialize};

/// The most objections that may be open against one thing: a review that finds more is stuck.
pub const OPEN_MAX: usize = 3;

/// What a reviewer found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Objection {
    /// The milestone or the criterion that it stands against.
    pub target: String,
    /// What has to be done.
    pub text: String,
    /// Who found it.
    pub raised_by: Actor,
    /// How it was settled; nothing while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<String>,
}

impl Objection {
    /// Gives the milestone that it concerns.
    #[must_use]
    pub fn unit_in(&self, docs: &Docs) -> String {
        match docs.criteria.find(&self.target) {
            Some(criterion) => criterion.milestone.clone().unwrap_or_else(|| UNGROUPED.to_owned()),
            None => self.target.clone(),
        }
    }
}

/// Decides to raise an objection, and gives its name; one that is open already keeps its own.
pub fn raise(
    docs: &Docs,
    state: &State,
    target: &str,
    text: &str,
) -> Result<(Decision, String), Refusal> {
    check_active(state, "take an objection")?;
    let target = find_target(docs, state, target)?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(Refusal::ReasonMissing("block"));
    }
    let open = || state.open_objections().filter(|(_, it)| it.target == target);
    if let Some((id, _)) = open().find(|(_, it)| it.text == text) {
        return Ok((Decision::default(), id.clone()));
    }
    if open().count() >= OPEN_MAX {
        return Err(Refusal::ObjectionCap { target, max: OPEN_MAX });
    }
    let id = format!("B{}", state.objections.len() + 1);
    let events = vec![EventBody::ObjectionRaised { id: id.clone(), target, text }];
    Ok((Decision { events, edits: Vec::new() }, id))
}

/// Decides to settle an objection. At strict that is for a person, or for whoever raised it.
pub fn settle(state: &State, id: &str, how: &str, actor: &Actor) -> Result<Decision, Refusal> {
    check_active(state, "settle an objection")?;
    let how = how.trim();
    if how.is_empty() {
        return Err(Refusal::ReasonMissing("block"));
    }
    match state.objections.get(id) {
        None => {
            let candidates = state.open_objections().map(|(id, _)| id.clone()).collect();
            Err(Refusal::UnknownObjection { given: id.to_owned(), candidates })
        }
        Some(objection) if objection.settled.is_some() => Ok(Decision::default()),
        Some(objection)
            if state.rigor == Rigor::Strict
                && !actor.is_person()
                && objection.raised_by != *actor =>
        {
            let actor = actor.to_string();
            let (charter, how) = (shell_word(&state.charter_id), shell_word(how));
            let command = format!("charter block --resolve {id} -m {how} --charter {charter}");
            let what = "settling somebody else's objection";
            Err(Refusal::PersonNeeded { what, actor, command })
        }
        Some(_) => {
            let (id, how) = (id.to_owned(), how.to_owned());
            let events = vec![EventBody::ObjectionSettled { id, how }];
            Ok(Decision { events, edits: Vec::new() })
        }
    }
}

fn find_target(docs: &Docs, state: &State, target: &str) -> Result<String, Refusal> {
    if let Some(criterion) = docs.criteria.find(target) {
        return Ok(criterion.id.to_string());
    }
    let mut candidates = units(docs);
    if candidates.iter().any(|it| it == target) {
        return Ok(target.to_owned());
    }
    candidates.extend(docs.criteria.criteria().iter().map(|it| it.id.to_string()));
    let (charter_id, given) = (state.charter_id.clone(), target.to_owned());
    Err(Refusal::UnknownMilestone { charter_id, given, candidates })
}
