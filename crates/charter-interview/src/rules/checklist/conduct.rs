//! A deep interview as a checklist holds it.
//!
//! Owns what of an interview the checklist sees, what it does next, when an answer is none, and what is told after
//! each. Pure. Must not know who drives, or how anything is kept.

use super::question::topic_name;
use super::reading::noise_in;
use super::spec::spec;
use super::turn::{ChecklistTurn, TopicState, turn};
use super::view::{ChecklistRound, ChecklistView};
use crate::brief::{BriefPhrase, say_with};
use crate::deep::{
    ChecklistEnd, ChecklistTopic, Earlier, Exit, Fulfilment, Interview, OpenTopic, Round,
    SpecDraft, TopicQuestion,
};
use crate::noise::NoiseKind;
use serde::Serialize;

/// How far a checklist has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChecklistProgress {
    pub answered: Vec<ChecklistTopic>,
    pub open: Vec<ChecklistTopic>,
    /// How many questions are left, about.
    pub questions_left: usize,
    /// All of it for the user, in their language: at most three lines.
    pub lines: Vec<String>,
}

impl ChecklistView {
    /// Gives what a checklist sees of an interview: what the user replied to, and of an interview elsewhere what it
    /// left behind. What a mind assumed is no word of the user.
    #[must_use]
    pub fn of(interview: &Interview) -> Self {
        let is_again = |it: &Round| it.is_passed_over() && it.number <= interview.ending.reopened;
        let replied = interview.rounds.iter().filter(|it| it.reply.is_some() && !is_again(it));
        let mut rounds: Vec<ChecklistRound> = replied.map(round_of).collect();
        rounds.sort_by_key(|it| it.number);
        Self {
            idea: idea_of(interview),
            tongue: interview.tongue(),
            codebase: interview.setup.codebase.clone(),
            rounds,
        }
    }
}

fn round_of(round: &Round) -> ChecklistRound {
    ChecklistRound {
        number: round.number,
        topic: round.topic,
        settles: round.settles.clone(),
        question: round.question.as_ref().map(|it| it.text.clone()).unwrap_or_default(),
        answer: round.answer().map(|it| it.text.clone()),
    }
}

/// Gives the idea, with what was said about it elsewhere.
fn idea_of(interview: &Interview) -> String {
    let imported = interview.facts.iter().filter(|it| it.round == 0 && !it.is_superseded());
    let facts = imported.map(|it| it.statement.clone());
    let rounds = |it: &Earlier| it.rounds.iter().map(|it| it.answer.clone()).collect::<Vec<_>>();
    let answers = interview.earlier.iter().flat_map(rounds);
    let said: Vec<String> = facts.chain(answers).filter(|it| !it.trim().is_empty()).collect();
    [vec![interview.idea().to_owned()], said].concat().join("\n")
}

/// Gives what a checklist does next: it asks, or it ends.
#[must_use]
pub fn next(interview: &Interview) -> Fulfilment {
    let view = ChecklistView::of(interview);
    let turn = turn(&view);
    let is_left = interview.ending.exit == Exit::Accepted;
    match turn.question.as_ref().filter(|_| !is_left) {
        Some(question) => Fulfilment::TopicAsked(TopicQuestion {
            topic: question.topic,
            settles: question.settles.clone(),
            question: question.to_question(),
            example: question.example.clone(),
        }),
        None => Fulfilment::ChecklistEnded(end(interview, &view, &turn)),
    }
}

fn end(interview: &Interview, view: &ChecklistView, turn: &ChecklistTurn) -> ChecklistEnd {
    let spec = spec(view);
    let named =
        |topic: &ChecklistTopic| OpenTopic { topic: *topic, name: topic_name(view.tongue, *topic) };
    let mut draft = spec.draft;
    if !turn.is_related {
        // What has nothing to do with the idea is no spec of it.
        draft = SpecDraft::default();
    }
    let deferred = interview.topology.components.iter().filter_map(|it| {
        let reason = it.deferred.as_ref()?;
        Some(format!("{}: {reason}", it.name))
    });
    draft.non_goals.extend(deferred);
    let mut open = spec.open;
    let is_uncounted = |it: &TopicState| it.topic == ChecklistTopic::Success && !it.is_countable;
    if turn.covered.iter().any(is_uncounted) && !open.contains(&ChecklistTopic::Success) {
        open.push(ChecklistTopic::Success);
    }
    ChecklistEnd {
        draft,
        open: open.iter().map(named).collect(),
        is_related: turn.is_related,
        is_finished: turn.is_finished(),
    }
}

/// Says in a sentence, in the user's language, why an answer to a round is none.
#[must_use]
pub fn no_answer(interview: &Interview, number: u32, answer: &str) -> Option<String> {
    let round = interview.round(number)?;
    if round.settles.is_some() {
        return None;
    }
    let question = round.question.as_ref()?.text.as_str();
    let mut view = ChecklistView::of(interview);
    view.rounds.retain(|it| it.number != number);
    let kind = match noise_in(&view, question, round.topic, answer)? {
        // What it is asked for stands below the question.
        NoiseKind::AsksBack => NoiseKind::Evasion,
        kind => kind,
    };
    Some(say_with(view.tongue, BriefPhrase::Noise(kind), &[]))
}

/// Says how far a checklist has come.
#[must_use]
pub fn progress(interview: &Interview) -> ChecklistProgress {
    let view = ChecklistView::of(interview);
    let turn = turn(&view);
    let (answered, open): (Vec<_>, Vec<_>) = turn.covered.iter().partition(|it| it.is_answered);
    let topics = |of: Vec<&TopicState>| of.iter().map(|it| it.topic).collect();
    let (answered, open): (Vec<ChecklistTopic>, Vec<ChecklistTopic>) =
        (topics(answered), topics(open));
    let lines = super::question::progress_lines(view.tongue, &answered, &open, turn.n_left);
    ChecklistProgress { answered, open, questions_left: turn.n_left, lines }
}
