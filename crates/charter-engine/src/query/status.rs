//! Where the interviews and the plan of a charter stand.
//!
//! Owns the shape of their rows in `charter status --json`. Must not know what to do next.

use crate::State;
use charter_contract::{Docs, Topic, topic_of};
use charter_interview::brief::{Pad, QUESTIONS_MAX};
use charter_interview::deep::{NeedKind, Units};
use charter_plan::{PlanTurn, turn};
use serde::Serialize;
use std::collections::BTreeSet;

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
    /// None of a checklist, which has no figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Units>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<Units>,
}

/// Where a running interview stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InterviewRow {
    /// How many sections say something, as far as it was looked at.
    pub answered: usize,
    /// How many there are.
    pub total: u64,
    /// The topics that nothing covers yet, as far as it was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gaps_remaining: Option<Vec<Topic>>,
}

/// Says where a deep interview stands until its spec is written.
pub(super) fn deep_interview(state: &State) -> Option<DeepRow> {
    let interview = state.interview.deep.as_deref()?;
    let kind = interview.steps().first()?.kind();
    let is_checklist = interview.is_checklist();
    (kind != NeedKind::Done).then(|| DeepRow {
        kind,
        answered: interview.rounds.iter().filter(|it| it.said().is_some()).count(),
        ambiguity: (!is_checklist).then(|| interview.ambiguity()),
        threshold: (!is_checklist).then_some(interview.setup.threshold.units),
    })
}

/// Says where a plan stands until it is approved.
pub(super) fn unfinished_plan(state: &State) -> Option<PlanRow> {
    let plan = state.plan.as_deref()?;
    let turn = turn(plan);
    let waits_for = match &turn {
        PlanTurn::Write(all) => all.first().map(|it| it.hint.clone()).unwrap_or_default(),
        PlanTurn::Approve => "a person is to read the final text and approve it".to_owned(),
        PlanTurn::Stuck(reason) => format!("stuck: {reason}"),
        PlanTurn::Done => return None,
    };
    Some(PlanRow {
        run_id: plan.name(),
        iteration: plan.iteration(),
        max_iterations: plan.limits.iterations,
        stuck: matches!(turn, PlanTurn::Stuck(_)),
        pending_approval: turn == PlanTurn::Approve,
        waits_for,
    })
}

/// Counts the sections that the pad has an answer for; which are open is for a mind to say.
pub(super) fn interview(docs: &Docs) -> Option<InterviewRow> {
    let charter = &docs.charter;
    let (pad, _) = Pad::find(charter.source(), charter.outline())?;
    let answers = pad.entries.iter().filter(|it| it.answer().is_some());
    let topics: BTreeSet<Topic> = answers.filter_map(|it| topic_of(&it.topic)).collect();
    Some(InterviewRow { answered: topics.len(), total: QUESTIONS_MAX, gaps_remaining: None })
}
