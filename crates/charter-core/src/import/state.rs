//! The state of an interview as other tools write it: JSON under many keys, or nearly JSON.
//!
//! Owns which keys mean what. A file that is not JSON is read line by line, so that no answer is
//! lost for a quote. Must not fail.

use super::figure::share;
use super::read::{Form, Imported, ImportedRound, ROUNDS_MAX};
use crate::deep::Units;
use serde_json::{Deserializer, Map, Value};
use std::collections::BTreeSet;

const IDEA: [&str; 7] =
    ["initial_idea", "initialIdea", "idea", "task", "task_description", "goal", "topic"];
const TITLE: [&str; 5] = ["interview_id", "interviewId", "slug", "name", "title"];
const AMBIGUITY: [&str; 7] = [
    "final_ambiguity",
    "current_ambiguity",
    "currentAmbiguity",
    "ambiguity_score",
    "ambiguity",
    "ambiguity_after",
    "final_ambiguity_score",
];
const THRESHOLD: [&str; 2] = ["threshold", "ambiguity_threshold"];
const ROUNDS: [&str; 4] = ["rounds", "transcript", "history", "qa"];
const NUMBER: [&str; 5] = ["round", "round_number", "n", "number", "id"];
const QUESTION: [&str; 4] = ["question", "q", "asked", "prompt"];
const ANSWER: [&str; 6] =
    ["answer", "a", "user_answer", "answer_summary", "response", "resolution"];

/// The most keys that are named as not understood.
const KEYS_MAX: usize = 20;

/// Reads a state.
pub(super) fn read(text: &str) -> Imported {
    let mut imported = Imported::new(Form::State);
    let mut odd = BTreeSet::new();
    let mut n_values = 0;
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(Value::Object(map)) => take(&mut imported, &map, &mut odd),
            Ok(Value::Array(items)) => take_rounds(&mut imported, &items),
            Ok(_) => imported.note("a value that is no object was passed over"),
            Err(err) => {
                imported.note(format!(
                    "it is not JSON from line {} on; it was read line by line",
                    err.line()
                ));
                salvage(&mut imported, text);
                break;
            }
        }
        n_values += 1;
    }
    if n_values > 1 {
        imported.note(format!("it holds {n_values} values one after the other"));
    }
    if !odd.is_empty() {
        let keys: Vec<&str> = odd.iter().take(KEYS_MAX).map(String::as_str).collect();
        imported.note(format!("keys that were not read: {}", keys.join(", ")));
    }
    imported
}

fn take(imported: &mut Imported, map: &Map<String, Value>, odd: &mut BTreeSet<String>) {
    for key in ["state", "payload"] {
        if let Some(Value::Object(inner)) = map.get(key) {
            take(imported, inner, odd);
        }
    }
    if let Some(idea) = text_of(map, &IDEA).filter(|_| imported.idea.is_empty()) {
        imported.idea = idea;
    }
    if let Some(title) = text_of(map, &TITLE).filter(|_| imported.title.is_empty()) {
        imported.title = title;
    }
    imported.ambiguity = share_of(map, &AMBIGUITY).or(imported.ambiguity);
    imported.threshold = share_of(map, &THRESHOLD).or(imported.threshold);
    for key in ROUNDS {
        match map.get(key) {
            Some(Value::Array(items)) => take_rounds(imported, items),
            Some(Value::String(text)) => match serde_json::from_str::<Value>(text) {
                Ok(Value::Array(items)) => take_rounds(imported, &items),
                Ok(_) | Err(_) => {
                    imported.note(format!("`{key}` is the text `{text}`, and no rounds"));
                }
            },
            Some(Value::Number(number)) => {
                imported.note(format!("`{key}` is the number {number}, and no rounds"));
            }
            Some(Value::Null | Value::Bool(_) | Value::Object(_)) | None => {}
        }
    }
    let has_reply = text_of(map, &QUESTION).is_some() && text_of(map, &ANSWER).is_some();
    if has_reply {
        take_rounds(imported, &[Value::Object(map.clone())]);
    }
    let known: Vec<&str> =
        [&IDEA[..], &TITLE, &AMBIGUITY, &THRESHOLD, &ROUNDS, &["state", "payload"]].concat();
    let is_odd = |it: &&String| !known.contains(&it.as_str()) && !has_reply;
    odd.extend(map.keys().filter(is_odd).cloned());
}

fn take_rounds(imported: &mut Imported, items: &[Value]) {
    let mut n_odd = 0;
    for item in items.iter().take(ROUNDS_MAX) {
        let next = u32::try_from(imported.rounds.len()).unwrap_or(0) + 1;
        let Some(map) = item.as_object() else {
            n_odd += 1;
            continue;
        };
        let number = NUMBER.iter().find_map(|it| map.get(*it)).and_then(whole);
        let question = text_of(map, &QUESTION).unwrap_or_default();
        let answer = text_of(map, &ANSWER).unwrap_or_default();
        if question.is_empty() && answer.is_empty() {
            n_odd += 1;
            continue;
        }
        let ambiguity = share_of(map, &AMBIGUITY);
        let number = number.unwrap_or(next);
        imported.rounds.push(ImportedRound { number, question, answer, ambiguity });
    }
    if n_odd > 0 {
        imported.note(format!("{n_odd} rounds have neither a question nor an answer"));
    }
}

fn whole(value: &Value) -> Option<u32> {
    let number = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok());
    number.and_then(|it| u32::try_from(it).ok())
}

fn text_of(map: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| match map.get(*key)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        value @ (Value::Object(_) | Value::Array(_)) if *key != "id" => Some(value.to_string()),
        Value::String(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Object(_)
        | Value::Array(_) => None,
    })
}

fn share_of(map: &Map<String, Value>, keys: &[&str]) -> Option<Units> {
    keys.iter().find_map(|key| match map.get(*key)? {
        Value::Number(number) => share(&number.to_string()),
        Value::String(text) => share(text),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    })
}

/// Reads `"key": "value",` line by line, with whatever quotes there are in the value.
fn salvage(imported: &mut Imported, text: &str) {
    for line in text.lines() {
        let line = line.trim().trim_end_matches(',');
        let Some((key, value)) = line.strip_prefix('"').and_then(|it| it.split_once("\":")) else {
            continue;
        };
        let value = value.trim();
        let inner = value.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(value);
        let inner = inner.replace("\\\"", "\"").replace("\\n", "\n");
        let last = imported.rounds.last_mut();
        if QUESTION.contains(&key) {
            let number = u32::try_from(imported.rounds.len()).unwrap_or(0) + 1;
            let round = ImportedRound { number, question: inner, ..ImportedRound::default() };
            imported.rounds.push(round);
        } else if ANSWER.contains(&key) {
            match last {
                Some(round) if round.answer.is_empty() => round.answer = inner,
                Some(_) | None => imported.note("an answer without a question was passed over"),
            }
        } else if IDEA.contains(&key) && imported.idea.is_empty() {
            imported.idea = inner;
        } else if TITLE.contains(&key) && imported.title.is_empty() {
            imported.title = inner;
        } else if AMBIGUITY.contains(&key) {
            match last {
                Some(round) if round.ambiguity.is_none() => round.ambiguity = share(&inner),
                Some(_) | None => imported.ambiguity = share(&inner).or(imported.ambiguity),
            }
        } else if THRESHOLD.contains(&key) {
            imported.threshold = share(&inner);
        }
    }
}
