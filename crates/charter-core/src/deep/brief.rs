//! The short form of an interview, for whoever works on one need of it.
//!
//! Owns what is kept and what is cut where there is much: the latest rounds whole, the earlier ones
//! in short, whatever is open always. Must not know needs.

use super::round::{Lifecycle, Round};
use super::setup::{CONTEXT_CHARS_MAX, FIELD_CHARS_MAX};
use super::{Component, Fact, Interview, Units};
use serde::Serialize;
use serde_json::{Value, json};

/// How many scored rounds are told whole.
const RECENT: usize = 3;

/// How much is told of an earlier answer.
const SHORT_CHARS: usize = 300;

/// How much all rounds together may take.
const TRANSCRIPT_CHARS: usize = 30_000;

/// How much all facts together may take.
const FACTS_CHARS: usize = 15_000;

/// How much all entities, all open triggers, all gaps or all findings may take.
pub(super) const PART_CHARS: usize = 10_000;

/// How many items a list has at most where cutting texts was not enough; then half as many.
const ITEMS: usize = 64;

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
    let first = open.into_iter().chain(others);
    let place = |it: &Fact| interview.facts.iter().position(|other| other.id == it.id);
    let mut told = within(first.map(|it| (place(it), json!(it))), FACTS_CHARS);
    told.sort_by_key(|(place, _)| *place);
    told.into_iter().map(|(_, it)| it).collect()
}

/// Tells the things that are talked about, as many as fit.
pub(super) fn entities(interview: &Interview) -> Value {
    match interview.snapshots.last() {
        Some(snapshot) => items(&snapshot.entities, PART_CHARS),
        None => Value::Null,
    }
}

/// Tells the triggers that are open, the latest first where not all fit.
pub(super) fn triggers(interview: &Interview) -> Value {
    let open = interview.open_triggers();
    let latest = open.iter().rev().map(|(_, it)| ((), json!(it)));
    let told = within(latest, PART_CHARS);
    told.into_iter().rev().map(|((), it)| it).collect()
}

/// Tells items in their order, as many as fit.
pub(super) fn items<T: Serialize>(items: &[T], chars_max: usize) -> Value {
    let told = within(items.iter().map(|it| ((), json!(it))), chars_max);
    told.into_iter().map(|((), it)| it).collect()
}

/// Takes items as long as there is room: each whole, or with its texts cut, or not at all.
fn within<K>(items: impl Iterator<Item = (K, Value)>, chars_max: usize) -> Vec<(K, Value)> {
    let mut left = chars_max;
    let mut told = Vec::new();
    for (key, mut item) in items {
        if n_chars(&item) > left {
            cut_all(&mut item, SHORT_CHARS);
        }
        let chars = n_chars(&item);
        if chars <= left {
            left -= chars;
            told.push((key, item));
        }
    }
    told
}

/// Counts the characters of a value as JSON, without writing it anywhere.
fn n_chars(value: &Value) -> usize {
    struct Counter(usize);
    impl std::fmt::Write for Counter {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0 += text.chars().count();
            Ok(())
        }
    }
    let mut counter = Counter(0);
    let _ = std::fmt::Write::write_fmt(&mut counter, format_args!("{value}"));
    counter.0
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
        let mut row = row(round, if is_recent { FIELD_CHARS_MAX } else { SHORT_CHARS });
        if is_recent && n_chars(&row) > left {
            cut_all(&mut row, SHORT_CHARS);
        }
        let chars = n_chars(&row);
        if chars > left {
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

/// Holds a context within its bound: a text that is too long in it is cut, the longest first, and
/// then every list.
pub(super) fn fit(mut context: Value) -> Value {
    let mut chars_max = CONTEXT_CHARS_MAX / 2;
    while n_chars(&context) > CONTEXT_CHARS_MAX && chars_max > SHORT_CHARS {
        cut_all(&mut context, chars_max);
        chars_max /= 2;
    }
    let mut n_max = ITEMS;
    while n_chars(&context) > CONTEXT_CHARS_MAX && n_max > 0 {
        cut_lists(&mut context, n_max);
        n_max /= 2;
    }
    context
}

fn cut_lists(value: &mut Value, n_max: usize) {
    match value {
        Value::Array(items) => {
            items.truncate(n_max);
            items.iter_mut().for_each(|it| cut_lists(it, n_max));
        }
        Value::Object(map) => map.values_mut().for_each(|it| cut_lists(it, n_max)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
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
    let ambiguity: Units = interview.ambiguity();
    json!({
        "ambiguity": ambiguity,
        "scored": recent.collect::<Vec<_>>(),
        "pending": pending.collect::<Vec<_>>(),
        "openTriggers": triggers(interview),
        "topology": topology(interview),
    })
}
