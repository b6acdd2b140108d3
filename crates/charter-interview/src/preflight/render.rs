//! An interview as JSON, strictly in the shape that others read.
//!
//! Owns the order of keys and what is left out: nothing is written as null. Must not decide
//! anything.

use super::confidence::{Composite, decimal};
use super::dimension::{Dimension, Impact, Scores};
use super::profile::Weights;
use super::state::{
    Asked, BypassEntry, BypassReason, Preflight, Reformulation, Research, ResearchKind,
    ResearchNote, VERSION, Validation,
};
use super::trigger::{Priority, Trigger, TriggerKind};
use serde_json::{Map, Value, json};

/// Writes an interview as its file holds it.
#[must_use]
pub fn render(state: &Preflight) -> String {
    let value = Value::Object(to_json(state));
    format!("{value:#}\n")
}

/// Gives an interview as JSON.
#[must_use]
pub fn to_json(state: &Preflight) -> Map<String, Value> {
    let notes: Map<String, Value> =
        state.notes.iter().map(|(key, it)| (key.clone(), note(it))).collect();
    let value = json!({
        "version": VERSION,
        "topic": state.topic,
        "topicHash": state.topic_hash,
        "workflow": state.workflow,
        "mode": state.mode,
        "status": state.phase.word(),
        "confidence": confidence(&state.scores, state.composite, &state.weights),
        "triggers": state.triggers.iter().map(trigger).collect::<Vec<_>>(),
        "questions": state.questions.iter().map(asked).collect::<Vec<_>>(),
        "reformulation": state.reformulation.as_ref().map(reformulation),
        "researchCache": notes,
        "bypassLog": state.bypasses.iter().map(bypass).collect::<Vec<_>>(),
        "gateStatus": state.gate.word(),
        "createdAt": state.created_at,
        "updatedAt": state.updated_at,
        "expiresAt": state.expires_at,
        "sessionId": state.session_id,
        "request": state.request,
        "ceiling": state.ceiling.map(Composite::to_json),
        "gapRounds": (state.gap_rounds > 0).then_some(state.gap_rounds),
        "questionsMax": state.questions_max,
        "charter": state.charter,
    });
    object(value, &state.rest)
}

/// Leaves out what is null, and adds what else a file says.
pub(super) fn object(value: Value, rest: &Map<String, Value>) -> Map<String, Value> {
    let Value::Object(mut map) = value else { return rest.clone() };
    map.retain(|_, it| !it.is_null());
    map.extend(rest.clone());
    map
}

fn plain(value: Value) -> Value {
    Value::Object(object(value, &Map::new()))
}

fn some(list: &[String]) -> Option<&[String]> {
    (!list.is_empty()).then_some(list)
}

/// Gives scores, composite and weights as JSON.
#[must_use]
pub fn confidence(scores: &Scores, composite: Composite, weights: &Weights) -> Value {
    let mut map: Map<String, Value> =
        Dimension::ALL.into_iter().map(|it| (it.word().to_owned(), json!(scores.of(it)))).collect();
    map.insert("composite".to_owned(), composite.to_json());
    let weight = |it: Dimension| {
        let percent = u32::from(weights.of(it)) * 100;
        let share = Composite::new(percent).as_hundredths();
        decimal(&format!("{}.{:02}", share / 10_000, share / 100 % 100))
    };
    let weights: Map<String, Value> =
        Dimension::ALL.into_iter().map(|it| (it.word().to_owned(), weight(it))).collect();
    map.insert("weights".to_owned(), Value::Object(weights));
    Value::Object(map)
}

/// Gives a trigger as JSON; its place is for the answer, not for the file.
#[must_use]
pub fn trigger(trigger: &Trigger) -> Value {
    let value = json!({
        "type": trigger.kind.map(TriggerKind::word),
        "keyword": trigger.keyword,
        "priority": trigger.priority.map(Priority::word),
        "source": trigger.source,
        "description": trigger.description,
    });
    Value::Object(object(value, &trigger.rest))
}

fn asked(asked: &Asked) -> Value {
    let value = json!({
        "number": asked.number,
        "question": asked.question,
        "answer": asked.answer,
        "timestamp": asked.timestamp,
        "targetDimension": asked.target,
        "research": asked.research.as_ref().map(research),
        "confidenceImpact": impact(&asked.impact),
        "about": some(&asked.about),
    });
    Value::Object(object(value, &asked.rest))
}

/// Gives an impact as signed texts.
#[must_use]
pub fn impact(impact: &Impact) -> Value {
    let row =
        |(it, change): (&Dimension, &i32)| (it.word().to_owned(), json!(format!("{change:+}")));
    Value::Object(impact.iter().map(row).collect())
}

fn research(research: &Research) -> Value {
    plain(json!({
        "type": research.kind.map(ResearchKind::word),
        "query": research.query,
        "findings": research.findings,
        "sources": some(&research.sources),
        "timestamp": research.timestamp,
    }))
}

/// Gives what was understood as JSON.
#[must_use]
pub fn reformulation(it: &Reformulation) -> Value {
    plain(json!({
        "summary": it.summary,
        "userStories": it.stories,
        "diagram": it.diagram,
        "analogies": some(&it.analogies),
        "validatedAt": it.validated_at,
        "validatedBy": it.validated_by,
        "relayed": it.validated_by.as_ref().map(|it| !it.is_person()),
        "validationResponse": it.response.map(Validation::word),
        "corrections": it.corrections,
    }))
}

fn note(note: &ResearchNote) -> Value {
    plain(json!({
        "findings": note.findings,
        "timestamp": note.timestamp,
        "expiresAt": note.expires_at,
    }))
}

fn bypass(entry: &BypassEntry) -> Value {
    plain(json!({
        "timestamp": entry.timestamp,
        "reason": entry.reason.map(BypassReason::word),
        "request": entry.request,
        "actor": entry.actor,
        "reasonGiven": entry.given,
        "confidence": entry.confidence,
        "warningShown": entry.warning_shown,
        "warningText": entry.warning_text,
        "assumptions": some(&entry.assumptions),
    }))
}
