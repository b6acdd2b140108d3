//! A recorded interview, scored again by the offline mind.
//!
//! Owns the needs that are made of a record: one component, the recorded question and answer, what
//! the mind itself made of the rounds before. The recorded figures are not shown to it. Must not
//! compare.

use charter_core::deep::{
    Clarity, Dimension, Fact, Need, NeedFor, NeedKind, Project, Units, ambiguity,
};
use charter_mind::DeepMind;
use serde_json::{Value, json};

use super::corpus::{Interview, Recorded};

/// What the mind made of a round.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The ambiguity before and after it, in ten-thousandths.
    pub(crate) before: f64,
    pub(crate) after: f64,
    /// What it found that does not fit: the earlier statement and the later words.
    pub(crate) conflicts: Vec<(String, String)>,
}

/// Scores an interview round by round.
pub(crate) fn replay(mind: &DeepMind, interview: &Interview) -> Vec<Step> {
    let mut clarity = Clarity::new();
    let mut facts: Vec<Fact> = Vec::new();
    let mut prior = None;
    let mut steps = Vec::new();
    for (idx, round) in interview.rounds.iter().enumerate() {
        let need = score_need(interview.project, idx + 1, round, &clarity, &facts, prior);
        let sheet = mind.fulfil(&need).unwrap_or_default();
        let before = prior.unwrap_or(Units::ONE.as_u32());
        let conflicts = conflicts(&sheet, &facts);
        take(&sheet, idx + 1, &mut clarity, &mut facts);
        let after = ambiguity(interview.project, &clarity).as_u32();
        steps.push(Step { before: f64::from(before), after: f64::from(after), conflicts });
        prior = Some(after);
    }
    steps
}

/// Lists what a sheet says does not fit what was said before.
fn conflicts(sheet: &Value, facts: &[Fact]) -> Vec<(String, String)> {
    let triggers = sheet.get("triggers").and_then(Value::as_array);
    let conflict = |trigger: &Value| {
        let id = trigger.get("contradictedFact")?.as_str()?;
        let fact = facts.iter().find(|it| it.id == id)?;
        let words = trigger.get("evidence").and_then(Value::as_str).unwrap_or_default();
        Some((fact.statement.clone(), words.to_owned()))
    };
    triggers.into_iter().flatten().filter_map(conflict).collect()
}

/// Makes the need to score one round.
pub(crate) fn score_need(
    project: Project,
    number: usize,
    round: &Recorded,
    clarity: &Clarity,
    facts: &[Fact],
    prior: Option<u32>,
) -> Need {
    let is_there = |it: &Dimension| project.weights().iter().any(|(other, _)| other == it);
    let weakest = project.weights().iter().map(|(it, _)| *it);
    let weakest = weakest.min_by_key(|it| clarity.get(it).copied().unwrap_or_default());
    let dimension = round.dimension.filter(is_there).or(weakest).unwrap_or(Dimension::Goal);
    let context = json!({
        "project": project,
        "idea": "",
        "topology": { "components": [{ "id": "whole", "name": "", "clarity": clarity }] },
        "facts": facts,
        "round": {
            "number": number,
            "target": { "component": "whole", "dimension": dimension, "cause": { "kind": "weakest" } },
            "question": { "text": round.question },
            "answer": { "text": round.answer },
            "priorAmbiguity": prior,
        },
    });
    Need {
        need_id: format!("r{number}-score-1"),
        kind: NeedKind::Score,
        r#for: NeedFor::Mind,
        round: u32::try_from(number).unwrap_or(u32::MAX),
        prompt: String::new(),
        options: Vec::new(),
        schema: Value::Null,
        context,
    }
}

/// Takes a sheet in, as far as scoring goes on from it.
fn take(sheet: &Value, number: usize, clarity: &mut Clarity, facts: &mut Vec<Fact>) {
    for dimension in Dimension::ALL {
        let score = sheet.pointer(&format!("/components/whole/{}/score", dimension.word()));
        if let Some(units) = score.and_then(Units::parse_json) {
            clarity.insert(dimension, units);
        }
    }
    let listed = |key: &str| sheet.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    for id in listed("disputes") {
        for fact in facts.iter_mut().filter(|it| Some(it.id.as_str()) == id.as_str()) {
            fact.disputed = true;
        }
    }
    for draft in listed("facts") {
        let statement = draft.get("statement").and_then(Value::as_str).unwrap_or_default();
        let word = draft.get("dimension").and_then(Value::as_str).unwrap_or_default();
        facts.push(Fact {
            id: format!("F{}", facts.len() + 1),
            statement: statement.to_owned(),
            round: u32::try_from(number).unwrap_or(u32::MAX),
            component: Some("whole".to_owned()),
            dimension: Dimension::parse(word),
            evidence: None,
            assumed: false,
            disputed: false,
            superseded_by: None,
            settled_by: None,
        });
    }
}
