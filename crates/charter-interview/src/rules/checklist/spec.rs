//! The spec of a checklist: what the user said, in its place.
//!
//! Owns which statement is a goal, a bound, something left out or a candidate for a criterion. The words stay the
//! user's. Must not render anything.

use super::reading::{HeardAnswers, TopicStatement};
use super::settlement::dropped;
use super::turn::turn_of;
use super::view::ChecklistView;
use crate::cue::CueLine;
use crate::deep::{ChecklistTopic, SpecCriterion, SpecDraft, UserStatement};
use std::collections::BTreeSet;

/// How many lines a list holds.
const LINES_MAX: usize = 60;

/// How much is told of what was found in the project.
const CODEBASE_CHARS_MAX: usize = 2_000;

/// How many sentences of the idea make the goal.
const GOAL_SENTENCES_MAX: usize = 3;

/// What a checklist comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecklistSpec {
    pub draft: SpecDraft,
    /// What was said about success, for the drafting of criteria; failures are not among it.
    pub success: Vec<UserStatement>,
    /// What was asked, or should have been, and nobody answered.
    pub open: Vec<ChecklistTopic>,
}

/// Gives the spec as far as it was answered.
#[must_use]
pub fn spec(view: &ChecklistView) -> ChecklistSpec {
    let gone = dropped(view);
    let heard = HeardAnswers::of(view);
    let covered = turn_of(view, &heard).covered;
    let mut said = heard.said;
    said.retain(|it| !gone.contains(&it.said));
    let success: Vec<&TopicStatement> =
        said.iter().filter(|it| is_success(it) && !it.tells_failure()).collect();
    let open = covered.iter().filter(|it| !it.is_answered).map(|it| it.topic).collect();
    ChecklistSpec {
        draft: SpecDraft {
            goal: goal(&said),
            constraints: list(&said, is_bound),
            non_goals: list(&said, is_out),
            criteria: success.iter().take(LINES_MAX).map(|it| criterion(it)).collect(),
            assumptions: Vec::new(),
            technical_context: technical(view, &said),
        },
        success: success.iter().map(|it| it.said.clone()).collect(),
        open,
    }
}

/// Tells whether a statement is left out.
fn is_out(it: &TopicStatement) -> bool {
    let is_named = it.home.is_none() && it.topics.contains(&ChecklistTopic::LeftOut);
    it.home == Some(ChecklistTopic::LeftOut) || is_named
}

fn is_success(it: &TopicStatement) -> bool {
    let is_named = it.home.is_none() && it.topics.contains(&ChecklistTopic::Success);
    (it.home == Some(ChecklistTopic::Success) || is_named) && !is_out(it)
}

/// Tells whether a statement bounds the work: a limit, what happens when something goes wrong, a failure.
fn is_bound(it: &TopicStatement) -> bool {
    if is_out(it) || is_success(it) && !it.tells_failure() {
        return false;
    }
    let bounds = [ChecklistTopic::Limits, ChecklistTopic::Trouble];
    match it.home {
        Some(home) => bounds.contains(&home) || it.tells_failure(),
        None => it.tells_failure() || bounds.iter().any(|topic| it.topics.contains(topic)),
    }
}

fn is_context(it: &TopicStatement) -> bool {
    let is_named = it.home.is_none() && it.topics.contains(&ChecklistTopic::Existing);
    (it.home == Some(ChecklistTopic::Existing) || is_named) && !is_out(it)
}

/// Lists statements with the rounds they come from, each once.
fn list(said: &[TopicStatement], is_in: fn(&TopicStatement) -> bool) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let chosen = said.iter().filter(|it| is_in(it) && !is_nothing(it));
    let fresh = chosen.filter(|it| seen.insert(it.said.text.to_lowercase()));
    fresh.take(LINES_MAX).map(|it| sourced(&it.said)).collect()
}

/// Tells whether a statement only says that there is none.
fn is_nothing(it: &TopicStatement) -> bool {
    crate::noise::says_none(&it.said.text)
}

/// Writes a statement with the round it comes from.
fn sourced(said: &UserStatement) -> String {
    match said.round {
        0 => said.text.clone(),
        round => format!("{} (R{round})", said.text),
    }
}

/// Gives the goal: how the idea begins, and what happens in one use.
fn goal(said: &[TopicStatement]) -> String {
    let is_plain = |it: &&TopicStatement| !is_out(it) && !is_success(it) && !it.tells_failure();
    let idea = said.iter().filter(|it| it.said.round == 0).filter(is_plain);
    let steps = said.iter().filter(|it| it.said.round > 0);
    let is_goal = |it: &&TopicStatement| {
        matches!(
            it.home,
            Some(ChecklistTopic::Steps | ChecklistTopic::Users | ChecklistTopic::FirstVersion)
        )
    };
    let idea = idea.take(GOAL_SENTENCES_MAX).map(|it| it.said.text.clone());
    let lines = idea.collect::<Vec<_>>().join(" ");
    let steps = steps.filter(is_goal).map(|it| sourced(&it.said));
    std::iter::once(lines).chain(steps).filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Gives a candidate for a criterion; what has nothing to count is marked with its words.
fn criterion(it: &TopicStatement) -> SpecCriterion {
    let from = vec![format!("R{}", it.said.round)];
    let vague = (!it.is_countable()).then(|| it.said.text.clone());
    SpecCriterion { statement: it.said.text.clone(), component: None, from, vague }
}

fn technical(view: &ChecklistView, said: &[TopicStatement]) -> String {
    let mut lines = list(said, is_context);
    let found = view.codebase.as_deref().map(str::trim).filter(|it| !it.is_empty());
    lines.extend(found.map(|it| it.chars().take(CODEBASE_CHARS_MAX).collect()));
    lines.join("\n")
}

/// Tells whether a drafted criterion has something to observe.
#[must_use]
pub fn is_observable(statement: &str) -> bool {
    super::reading::is_countable(statement, &CueLine::of(statement))
}
