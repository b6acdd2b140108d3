//! The state of an interview as other tools write it: JSON under many keys, or nearly JSON.
//!
//! Owns which keys mean what. A file that is not JSON is read line by line, so that no answer is
//! lost for a quote. Must not fail.

use super::figure::share;
use super::imported::Imported;
use crate::deep::{ComponentDraft, ImportForm, ImportedRound, Units};
use charter_kernel::counted;
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
const FACTS: [&str; 3] = ["established_facts", "establishedFacts", "facts"];
const NUMBER: [&str; 5] = ["round", "round_number", "n", "number", "id"];
const QUESTION: [&str; 6] = ["question", "question_text", "questionText", "q", "asked", "prompt"];
const ANSWER: [&str; 6] =
    ["answer", "a", "user_answer", "answer_summary", "response", "resolution"];

/// What was chosen and said beside it, where it is not the answer itself.
const CHOSEN: [&str; 4] = ["selected_options", "selectedOptions", "custom_input", "customInput"];

/// The most parts and facts that are read.
const PARTS_MAX: usize = 50;
const FACTS_MAX: usize = 100;

/// The most keys that are named as not understood.
const KEYS_MAX: usize = 20;

/// Reads a state.
pub(super) fn read(text: &str) -> Imported {
    let mut imported = Imported { form: ImportForm::State, ..Imported::default() };
    let mut odd = BTreeSet::new();
    let mut n_values = 0;
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let mut n_read = 0;
    while let Some(value) = values.next() {
        match value {
            Ok(value) => take_value(&mut imported, &value, &mut odd),
            Err(err) => {
                imported.note(format!(
                    "it is not JSON from line {} on; it was read line by line",
                    err.line()
                ));
                salvage(&mut imported, text, n_read, &mut odd);
                break;
            }
        }
        n_read = values.byte_offset();
        n_values += 1;
    }
    if n_values > 1 {
        imported.note(format!("it holds {n_values} values one after the other"));
    }
    if !odd.is_empty() {
        let keys: Vec<&str> = odd.iter().take(KEYS_MAX).map(String::as_str).collect();
        let more = match odd.len().saturating_sub(KEYS_MAX) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        imported.note(format!("keys that were not read: {}{more}", keys.join(", ")));
    }
    imported
}

fn take_value(imported: &mut Imported, value: &Value, odd: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => take(imported, map, odd),
        Value::Array(items) => take_rounds(imported, items, odd),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            imported.note("a value that is no object was passed over");
        }
    }
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
        if let Some(value) = map.get(key) {
            take_rounds_of(imported, key, value, odd);
        }
    }
    let has_reply = text_of(map, &QUESTION).is_some() && answer_of(map).is_some();
    if has_reply {
        take_rounds(imported, &[Value::Object(map.clone())], odd);
    }
    take_topology(imported, map);
    take_facts(imported, map);
    let known: Vec<&str> = [
        &IDEA[..],
        &TITLE,
        &AMBIGUITY,
        &THRESHOLD,
        &ROUNDS,
        &FACTS,
        &["state", "payload", "topology", "components"],
    ]
    .concat();
    let is_odd = |it: &&String| !known.contains(&it.as_str()) && !has_reply;
    odd.extend(map.keys().filter(is_odd).cloned());
}

/// Takes the parts: a list of objects or names, under `topology` or beside it.
fn take_topology(imported: &mut Imported, map: &Map<String, Value>) {
    let inner = map.get("topology").and_then(|it| it.get("components"));
    let Some(items) = inner.or_else(|| map.get("components")).and_then(Value::as_array) else {
        return;
    };
    for item in items.iter().take(PARTS_MAX) {
        let text = |keys: &[&str]| item.as_object().and_then(|it| text_of(it, keys));
        let name = item.as_str().map(str::to_owned).or_else(|| text(&["name", "title", "id"]));
        let Some(name) = name.filter(|it| !it.trim().is_empty()) else { continue };
        let is_deferred = text(&["status"]).is_some_and(|it| it.to_lowercase().contains("defer"));
        let reason = text(&["reason", "deferral_reason"]);
        let reason = reason.unwrap_or_else(|| "deferred where it was imported from".to_owned());
        imported.components.push(ComponentDraft {
            name,
            description: text(&["description", "summary"]).unwrap_or_default(),
            deferred: is_deferred.then_some(reason),
            ..ComponentDraft::default()
        });
    }
}

/// Takes what was established and is not disputed: a list of objects or texts.
fn take_facts(imported: &mut Imported, map: &Map<String, Value>) {
    let items = FACTS.iter().filter_map(|it| map.get(*it)?.as_array()).flatten();
    for item in items.take(FACTS_MAX) {
        let flag = |key: &str| item.get(key).and_then(Value::as_bool) == Some(true);
        let is_open = flag("disputed") || item.get("superseded_by").is_some_and(Value::is_string);
        let object = item.as_object();
        let inner = object.and_then(|it| text_of(it, &["statement", "fact", "text", "value"]));
        let statement = item.as_str().map(str::to_owned).or(inner);
        if let Some(statement) = statement.filter(|it| !it.trim().is_empty() && !is_open) {
            imported.facts.push(statement);
        }
    }
}

/// Takes rounds in whatever they are held.
fn take_rounds_of(imported: &mut Imported, key: &str, value: &Value, odd: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => take_rounds(imported, items, odd),
        Value::Object(map) if QUESTION.iter().any(|it| map.contains_key(*it)) => {
            take_rounds(imported, std::slice::from_ref(value), odd);
        }
        Value::Object(map) => take_rounds(imported, &by_number(map), odd),
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(inner @ (Value::Array(_) | Value::Object(_))) => {
                take_rounds_of(imported, key, &inner, odd);
            }
            Ok(_) | Err(_) => {
                imported.note(format!("`{key}` is the text `{text}`, and no rounds"));
            }
        },
        Value::Number(number) => {
            imported.note(format!("`{key}` is the number {number}, and no rounds"));
        }
        Value::Bool(is_so) => imported.note(format!("`{key}` is `{is_so}`, and no rounds")),
        Value::Null => {}
    }
}

/// Puts rounds that are held by their numbers or names in order, each with its number.
fn by_number(map: &Map<String, Value>) -> Vec<Value> {
    let digits = |key: &String| -> Option<u32> {
        let digits: String = key.chars().filter(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    let mut rows: Vec<(Option<u32>, Value)> = Vec::new();
    for (key, value) in map {
        let mut value = value.clone();
        if let (Some(number), Some(round)) = (digits(key), value.as_object_mut())
            && !NUMBER.iter().any(|it| round.get(*it).and_then(whole).is_some())
        {
            round.insert("round".to_owned(), Value::from(number));
        }
        rows.push((digits(key), value));
    }
    rows.sort_by_key(|(number, _)| number.unwrap_or(u32::MAX));
    rows.into_iter().map(|(_, value)| value).collect()
}

fn take_rounds(imported: &mut Imported, items: &[Value], odd: &mut BTreeSet<String>) {
    let known: Vec<&str> = [&NUMBER[..], &QUESTION, &ANSWER, &CHOSEN, &AMBIGUITY].concat();
    let mut n_odd = 0;
    for item in items {
        let next = u32::try_from(imported.rounds.len()).unwrap_or(0) + 1;
        let Some(map) = item.as_object() else {
            n_odd += 1;
            continue;
        };
        let number = NUMBER.iter().find_map(|it| map.get(*it)).and_then(whole);
        let question = text_of(map, &QUESTION).unwrap_or_default();
        let answer = answer_of(map).unwrap_or_default();
        if question.is_empty() && answer.is_empty() {
            n_odd += 1;
            continue;
        }
        let is_odd = |it: &&String| !known.contains(&it.as_str());
        odd.extend(map.keys().filter(is_odd).map(|it| format!("{it} of a round")));
        let ambiguity = share_of(map, &AMBIGUITY);
        let number = number.unwrap_or(next);
        imported.rounds.push(ImportedRound { number, question, answer, ambiguity });
    }
    if n_odd > 0 {
        imported.note(format!(
            "{} neither a question nor an answer",
            counted(n_odd, "round has", "rounds have")
        ));
    }
}

/// Gives the answer of a round, with what was chosen and said beside it.
fn answer_of(map: &Map<String, Value>) -> Option<String> {
    let answer = ANSWER.iter().find_map(|it| words_of(map.get(*it)?));
    let mut parts: Vec<String> = answer.into_iter().collect();
    for part in CHOSEN.iter().filter_map(|it| words_of(map.get(*it)?)) {
        if !parts.iter().any(|it| it.contains(&part)) {
            parts.push(part);
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Gives a value as words: texts, numbers, yes and no, and lists of them.
fn words_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => (!text.trim().is_empty()).then(|| text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Array(items) if items.iter().all(|it| !it.is_object() && !it.is_array()) => {
            let words: Vec<String> = items.iter().filter_map(words_of).collect();
            (!words.is_empty()).then(|| words.join("; "))
        }
        Value::Object(_) | Value::Array(_) => Some(value.to_string()),
        Value::Null => None,
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

/// Reads what is left line by line: whole objects, and `"key": "value",` with whatever quotes there
/// are in the value. `n_read` bytes were read before.
fn salvage(imported: &mut Imported, text: &str, n_read: usize, odd: &mut BTreeSet<String>) {
    let rest = text.get(n_read..).unwrap_or_default();
    let n_before = text.get(..n_read).unwrap_or_default().matches('\n').count();
    let mut unread: Vec<String> = Vec::new();
    for (idx, line) in rest.lines().enumerate() {
        let line = line.trim().trim_end_matches(',');
        if let Ok(Value::Object(map)) = serde_json::from_str(line) {
            take(imported, &map, odd);
        } else if !salvage_line(imported, line, odd) && line.contains(char::is_alphanumeric) {
            unread.push((n_before + idx + 1).to_string());
        }
    }
    if !unread.is_empty() {
        let n = unread.len();
        unread.truncate(KEYS_MAX);
        imported.note(format!(
            "{} could not be read: {}",
            counted(n, "line", "lines"),
            unread.join(", ")
        ));
    }
}

/// Reads one line with a key; tells whether it could be read.
fn salvage_line(imported: &mut Imported, line: &str, odd: &mut BTreeSet<String>) -> bool {
    let line = line.trim_start_matches(['{', '[', ' ']);
    let Some((key, value)) = line.strip_prefix('"').and_then(|it| it.split_once("\":")) else {
        return false;
    };
    let value = value.trim().trim_end_matches('}').trim_end();
    let inner = value.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(value);
    let inner = inner.replace("\\\"", "\"").replace("\\n", "\n");
    let last = imported.rounds.last_mut();
    if QUESTION.contains(&key) {
        let number = u32::try_from(imported.rounds.len()).unwrap_or(0) + 1;
        let round = ImportedRound { number, question: inner, ..ImportedRound::default() };
        imported.rounds.push(round);
    } else if ANSWER.contains(&key) || CHOSEN.contains(&key) {
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
    } else if ROUNDS.contains(&key) {
        if let Ok(rounds) = serde_json::from_str::<Value>(value) {
            take_rounds_of(imported, key, &rounds, odd);
        }
    } else if !NUMBER.contains(&key) {
        odd.insert(key.to_owned());
    }
    true
}
