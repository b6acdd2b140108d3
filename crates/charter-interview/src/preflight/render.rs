//! An interview as JSON, strictly in the shape that others read.
//!
//! Owns the order of keys and what is left out: nothing is written as null. Must not decide
//! anything.

use super::confidence::{Composite, decimal};
use super::dimension::{Dimension, Impact, Scores};
use super::profile::Weights;
use super::state::{
    Asked, BypassEntry, BypassReason, Note, Preflight, Reformulation, Research, ResearchKind,
    VERSION, Validation,
};
use super::trigger::{Priority, Trigger, TriggerKind};
use charter_kernel::Timestamp;
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
    let mut map = Map::new();
    map.insert("version".to_owned(), json!(VERSION));
    put(&mut map, "topic", state.topic.as_deref());
    put(&mut map, "topicHash", state.topic_hash.as_deref());
    map.insert("workflow".to_owned(), json!(state.workflow));
    map.insert("mode".to_owned(), json!(state.mode));
    map.insert("status".to_owned(), json!(state.phase.word()));
    let confidence = confidence(&state.scores, state.composite, &state.weights);
    map.insert("confidence".to_owned(), confidence);
    map.insert("triggers".to_owned(), state.triggers.iter().map(trigger).collect());
    map.insert("questions".to_owned(), state.questions.iter().map(asked).collect());
    if let Some(it) = &state.reformulation {
        map.insert("reformulation".to_owned(), reformulation(it));
    }
    let notes = state.notes.iter().map(|(key, it)| (key.clone(), note(it)));
    map.insert("researchCache".to_owned(), Value::Object(notes.collect()));
    map.insert("bypassLog".to_owned(), state.bypasses.iter().map(bypass).collect());
    map.insert("gateStatus".to_owned(), json!(state.gate.word()));
    put_time(&mut map, "createdAt", state.created_at);
    put_time(&mut map, "updatedAt", state.updated_at);
    put_time(&mut map, "expiresAt", state.expires_at);
    put(&mut map, "sessionId", state.session_id.as_deref());
    put(&mut map, "request", state.request.as_deref());
    if let Some(ceiling) = state.ceiling {
        map.insert("ceiling".to_owned(), ceiling.to_json());
    }
    if state.gap_rounds > 0 {
        map.insert("gapRounds".to_owned(), json!(state.gap_rounds));
    }
    if let Some(max) = state.questions_max {
        map.insert("questionsMax".to_owned(), json!(max));
    }
    put(&mut map, "charter", state.charter.as_deref());
    map.extend(state.rest.clone());
    map
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
    let mut map = Map::new();
    put(&mut map, "type", trigger.kind.map(TriggerKind::word));
    put(&mut map, "keyword", trigger.keyword.as_deref());
    put(&mut map, "priority", trigger.priority.map(Priority::word));
    put(&mut map, "source", trigger.source.as_deref());
    put(&mut map, "description", trigger.description.as_deref());
    map.extend(trigger.rest.clone());
    Value::Object(map)
}

fn put(map: &mut Map<String, Value>, key: &str, text: Option<&str>) {
    if let Some(text) = text {
        map.insert(key.to_owned(), json!(text));
    }
}

fn put_time(map: &mut Map<String, Value>, key: &str, time: Option<Timestamp>) {
    put(map, key, time.map(|it| it.to_string()).as_deref());
}

fn put_list(map: &mut Map<String, Value>, key: &str, list: &[String]) {
    if !list.is_empty() {
        map.insert(key.to_owned(), json!(list));
    }
}

fn asked(asked: &Asked) -> Value {
    let mut map = Map::new();
    map.insert("number".to_owned(), json!(asked.number));
    map.insert("question".to_owned(), json!(asked.question));
    put(&mut map, "answer", asked.answer.as_deref());
    put_time(&mut map, "timestamp", asked.timestamp);
    put(&mut map, "targetDimension", asked.target.map(Dimension::word));
    if let Some(it) = &asked.research {
        map.insert("research".to_owned(), research(it));
    }
    map.insert("confidenceImpact".to_owned(), impact(&asked.impact));
    map.extend(asked.rest.clone());
    Value::Object(map)
}

/// Gives an impact as signed texts.
#[must_use]
pub fn impact(impact: &Impact) -> Value {
    let row =
        |(it, change): (&Dimension, &i32)| (it.word().to_owned(), json!(format!("{change:+}")));
    Value::Object(impact.iter().map(row).collect())
}

fn research(research: &Research) -> Value {
    let mut map = Map::new();
    put(&mut map, "type", research.kind.map(ResearchKind::word));
    put(&mut map, "query", research.query.as_deref());
    put(&mut map, "findings", research.findings.as_deref());
    put_list(&mut map, "sources", &research.sources);
    put_time(&mut map, "timestamp", research.timestamp);
    Value::Object(map)
}

/// Gives what was understood as JSON.
#[must_use]
pub fn reformulation(it: &Reformulation) -> Value {
    let mut map = Map::new();
    put(&mut map, "summary", it.summary.as_deref());
    map.insert("userStories".to_owned(), json!(it.stories));
    put(&mut map, "diagram", it.diagram.as_deref());
    put_list(&mut map, "analogies", &it.analogies);
    put_time(&mut map, "validatedAt", it.validated_at);
    if let Some(actor) = &it.validated_by {
        map.insert("validatedBy".to_owned(), json!(actor));
        map.insert("relayed".to_owned(), json!(!actor.is_person()));
    }
    put(&mut map, "validationResponse", it.response.map(Validation::word));
    put(&mut map, "corrections", it.corrections.as_deref());
    Value::Object(map)
}

fn note(note: &Note) -> Value {
    let mut map = Map::new();
    put(&mut map, "findings", note.findings.as_deref());
    put_time(&mut map, "timestamp", note.timestamp);
    put_time(&mut map, "expiresAt", note.expires_at);
    Value::Object(map)
}

fn bypass(entry: &BypassEntry) -> Value {
    let mut map = Map::new();
    put_time(&mut map, "timestamp", entry.timestamp);
    put(&mut map, "reason", entry.reason.map(BypassReason::word));
    put(&mut map, "request", entry.request.as_deref());
    if let Some(actor) = &entry.actor {
        map.insert("actor".to_owned(), json!(actor));
    }
    put(&mut map, "reasonGiven", entry.given.as_deref());
    if let Some(confidence) = entry.confidence {
        map.insert("confidence".to_owned(), json!(confidence));
    }
    map.insert("warningShown".to_owned(), json!(entry.warning_shown));
    put(&mut map, "warningText", entry.warning_text.as_deref());
    put_list(&mut map, "assumptions", &entry.assumptions);
    Value::Object(map)
}
