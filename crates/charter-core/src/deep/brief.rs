//! The short form of an interview, for whoever works on one need of it.
//!
//! Owns what is kept and what is cut where there is much: the latest rounds whole, the earlier ones
//! in short, whatever is open always. Must not know needs.

use super::round::{Lifecycle, Round};
use super::setup::{CONTEXT_CHARS_MAX, FIELD_CHARS_MAX};
use super::{Component, Fact, Interview, Units};
use serde_json::{Value, json};

/// How many scored rounds are told whole.
const RECENT: usize = 3;

/// How much is told of an earlier answer.
const SHORT_CHARS: usize = 300;

/// How much all rounds together may take.
const TRANSCRIPT_CHARS: usize = 30_000;

/// How much all facts together may take.
const FACTS_CHARS: usize = 15_000;

/// Cuts a text, visibly.
#[must_use]
pub(super) fn cut(text: &str, chars_max: usize) -> String {
    if text.chars().count() <= chars_max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars_max).collect();
    format!("{kept}… [cut]")
}

/// Tells the components with what is known and missing.
pub(super) fn topology(interview: &Interview) -> Value {
    let row = |it: &Component| {
        json!({
            "id": it.id,
            "name": it.name,
            "description": it.description,
            "deferred": it.deferred,
            "clarity": it.clarity,
            "gaps": it.gaps,
        })
    };
    let topology = &interview.topology;
    json!({
        "components": topology.components.iter().map(row).collect::<Vec<_>>(),
        "lastTargeted": topology.last_targeted,
    })
}

/// Tells what is established: what is disputed first, then the latest.
pub(super) fn facts(interview: &Interview) -> Value {
    let (open, others): (Vec<&Fact>, Vec<&Fact>) =
        interview.facts.iter().rev().partition(|it| it.is_open_dispute());
    let mut left = FACTS_CHARS;
    let mut told: Vec<&Fact> = Vec::new();
    for it in open.into_iter().chain(others) {
        let chars = it.statement.chars().count() + it.evidence.as_ref().map_or(0, String::len);
        if chars > left && !it.is_open_dispute() {
            break;
        }
        left = left.saturating_sub(chars);
        told.push(it);
    }
    told.sort_by_key(|it| interview.facts.iter().position(|other| other.id == it.id));
    json!(told)
}

/// Tells the rounds before one, in their order.
pub(super) fn transcript(interview: &Interview, number: u32) -> Value {
    let before: Vec<&Round> = interview.rounds.iter().filter(|it| it.number != number).collect();
    let n_scored = before.iter().filter(|it| it.is_scored()).count();
    let mut seen = 0;
    let mut rows: Vec<(usize, Value)> = Vec::new();
    let mut left = TRANSCRIPT_CHARS;
    for (idx, round) in before.iter().enumerate().rev() {
        seen += usize::from(round.is_scored());
        let is_recent = !round.is_scored() || seen <= RECENT;
        let row = row(round, if is_recent { FIELD_CHARS_MAX } else { SHORT_CHARS });
        let chars = row.to_string().chars().count();
        if chars > left && !is_recent {
            break;
        }
        left = left.saturating_sub(chars);
        rows.push((idx, row));
    }
    rows.reverse();
    let omitted = before.len() - rows.len();
    let rows: Vec<Value> = rows.into_iter().map(|(_, row)| row).collect();
    json!({ "rounds": rows, "omitted": omitted, "scored": n_scored })
}

fn row(round: &Round, chars_max: usize) -> Value {
    let said = match (&round.structure, round.settled) {
        (Some(structure), true) => Some(structure.render()),
        _ => round.said().map(str::to_owned),
    };
    let question = round.question.as_ref().map(|it| cut(&it.text, chars_max));
    json!({
        "round": round.number,
        "component": round.target.component,
        "dimension": round.target.dimension,
        "question": question,
        "answer": said.map(|it| cut(&it, chars_max)),
        "assumed": round.auto().is_some(),
        "lifecycle": round.lifecycle,
    })
}

/// Holds a context within its bound: a text that is too long in it is cut, the longest first.
pub(super) fn fit(mut context: Value) -> Value {
    let mut chars_max = CONTEXT_CHARS_MAX / 2;
    while context.to_string().chars().count() > CONTEXT_CHARS_MAX && chars_max > SHORT_CHARS {
        cut_all(&mut context, chars_max);
        chars_max /= 2;
    }
    context
}

fn cut_all(value: &mut Value, chars_max: usize) {
    match value {
        Value::String(text) => {
            if text.chars().count() > chars_max {
                *text = cut(text, chars_max);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| cut_all(it, chars_max)),
        Value::Object(map) => map.values_mut().for_each(|it| cut_all(it, chars_max)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Tells an interview in short: the latest scored rounds, everything that is pending, the triggers
/// that are open, the components.
#[must_use]
pub fn compact(interview: &Interview, n_recent: usize) -> Value {
    let scored: Vec<&Round> = interview.scored().collect();
    let from = scored.len().saturating_sub(n_recent);
    let recent = scored.iter().skip(from).map(|it| row(it, FIELD_CHARS_MAX));
    let is_pending = |it: &&Round| match it.lifecycle {
        Lifecycle::Open | Lifecycle::Answered => true,
        Lifecycle::Scored | Lifecycle::Gap => false,
    };
    let pending = interview.rounds.iter().filter(is_pending).map(|it| row(it, FIELD_CHARS_MAX));
    let triggers = interview.open_triggers();
    let ambiguity: Units = interview.ambiguity();
    json!({
        "ambiguity": ambiguity,
        "scored": recent.collect::<Vec<_>>(),
        "pending": pending.collect::<Vec<_>>(),
        "openTriggers": triggers.into_iter().map(|(_, it)| it).collect::<Vec<_>>(),
        "topology": topology(interview),
    })
}
