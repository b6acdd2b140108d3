//! A recorded interview, scored again by the offline mind.
//!
//! Owns the needs that are made of a record: one component, the recorded question and answer, what
//! the mind itself made of the rounds before. The recorded figures are not shown to it. Must not
//! compare.

use super::corpus::{Recorded, RecordedInterview};
use charter_interview::deep;
use charter_interview::deep::{
    Answer, Brief, Cause, Clarity, Dimension, Fact, Fulfilment, MindNeed, PartBrief, Project,
    Question, RoundBrief, ScoreSheet, Target, TopologyBrief, Trigger, Units, ambiguity,
};
use charter_interview::rules::DeepMind;

/// The one component of a record.
const WHOLE: &str = "whole";

/// What the mind made of a round.
#[derive(Debug, Clone)]
pub(crate) struct RoundStep {
    /// The ambiguity before and after it, in ten-thousandths.
    pub(crate) before: f64,
    pub(crate) after: f64,
    /// What it found that does not fit: the earlier statement and the later words.
    pub(crate) conflicts: Vec<(String, String)>,
}

/// Scores an interview round by round.
pub(crate) fn replay(mind: &DeepMind, interview: &RecordedInterview) -> Vec<RoundStep> {
    let mut clarity = Clarity::new();
    let mut facts: Vec<Fact> = Vec::new();
    let mut prior = None;
    let mut steps = Vec::new();
    for (idx, round) in interview.rounds.iter().enumerate() {
        let need = score_need(interview.project, idx + 1, round, &clarity, &facts, prior);
        let sheet = match mind.fulfil(&need) {
            Ok(Fulfilment::Scored(sheet)) => sheet,
            Ok(_) | Err(_) => ScoreSheet::default(),
        };
        let before = prior.unwrap_or(Units::ONE.as_u32());
        let conflicts = conflicts(&sheet, &facts);
        take(&sheet, idx + 1, &mut clarity, &mut facts);
        let after = ambiguity(interview.project, &clarity).as_u32();
        steps.push(RoundStep { before: f64::from(before), after: f64::from(after), conflicts });
        prior = Some(after);
    }
    steps
}

/// Lists what a sheet says does not fit what was said before.
fn conflicts(sheet: &ScoreSheet, facts: &[Fact]) -> Vec<(String, String)> {
    let conflict = |trigger: &Trigger| {
        let id = trigger.contradicted_fact.as_ref()?;
        let fact = facts.iter().find(|it| it.id == *id)?;
        Some((fact.statement.clone(), trigger.evidence.clone().unwrap_or_default()))
    };
    sheet.triggers.iter().filter_map(conflict).collect()
}

/// Makes the need to score one round.
pub(crate) fn score_need(
    project: Project,
    number: usize,
    round: &Recorded,
    clarity: &Clarity,
    facts: &[Fact],
    prior: Option<u32>,
) -> MindNeed {
    let is_there = |it: &Dimension| project.weights().iter().any(|(other, _)| other == it);
    let weakest = project.weights().iter().map(|(it, _)| *it);
    let weakest = weakest.min_by_key(|it| clarity.get(it).copied().unwrap_or_default());
    let dimension = round.dimension.filter(is_there).or(weakest).unwrap_or(Dimension::Goal);
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let part = PartBrief { id: WHOLE.to_owned(), clarity: clarity.clone(), ..PartBrief::default() };
    let (component, cause) = (WHOLE.to_owned(), Cause::Weakest {});
    let text = |it: &str| it.to_owned();
    let brief = Brief {
        project,
        topology: Some(TopologyBrief { components: vec![part], last_targeted: None }),
        facts: Some(facts.to_vec()),
        round: Some(RoundBrief {
            number,
            target: Target { component, dimension, cause, ontology: false },
            dispute: None,
            question: Some(Question {
                text: text(&round.question),
                why_now: None,
                options: Vec::new(),
            }),
            answer: Some(Answer { text: text(&round.answer), options: Vec::new() }),
            rewrite: None,
            structure: None,
            auto_answer: None,
            clarifications: Vec::new(),
            is_rescored: false,
            clarity_before: None,
            prior_ambiguity: prior.map(Units::new),
        }),
        ..Brief::default()
    };
    MindNeed { need_id: format!("r{number}-score-1"), step: deep::Step::Score(number), brief }
}

/// Takes a sheet in, as far as scoring goes on from it.
fn take(sheet: &ScoreSheet, number: usize, clarity: &mut Clarity, facts: &mut Vec<Fact>) {
    let marks = sheet.components.get(WHOLE).into_iter().flatten();
    clarity.extend(marks.map(|(dimension, mark)| (*dimension, mark.score)));
    for fact in facts.iter_mut().filter(|it| sheet.disputes.contains(&it.id)) {
        fact.disputed = true;
    }
    for draft in &sheet.facts {
        facts.push(Fact {
            id: format!("F{}", facts.len() + 1),
            statement: draft.statement.clone(),
            round: u32::try_from(number).unwrap_or(u32::MAX),
            component: Some(WHOLE.to_owned()),
            dimension: draft.dimension,
            evidence: None,
            assumed: false,
            disputed: false,
            superseded_by: None,
            settled_by: None,
        });
    }
}
