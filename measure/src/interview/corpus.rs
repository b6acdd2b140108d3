//! The interviews, pairs and headings that are measured on.
//!
//! Owns how the labels are read. What is not a number or a text is not there. Must not judge.

use std::collections::BTreeMap;
use std::path::Path;

use charter_interview::deep::ChecklistTopic;
use serde_json::Value;

use crate::Measured;
use crate::corpus::load_rows;
use crate::failure::MeasureFailure;

/// Pairs of our own: written before the rules of an earlier edition; after them, and then learned from; after
/// that.
const OWN_PAIRS: [(&str, &str); 3] = [
    ("own, first", include_str!("pairs/before.jsonl")),
    ("own, second", include_str!("pairs/later.jsonl")),
    ("own, third", include_str!("pairs/last.jsonl")),
];

/// One recorded round.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) number: u64,
    pub(crate) question: String,
    pub(crate) answer: String,
    /// What it was about, where the record says so.
    pub(crate) topics: &'static [ChecklistTopic],
}

/// One recorded interview.
#[derive(Debug, Clone)]
pub(crate) struct RecordedInterview {
    pub(crate) spec: String,
    pub(crate) lang: String,
    pub(crate) rounds: Vec<Recorded>,
}

/// A statement, a later answer, and how a person says they stand to each other.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) label: String,
    pub(crate) lang: String,
    pub(crate) statement: String,
    pub(crate) evidence: String,
    pub(crate) question: String,
    pub(crate) answer: String,
}

fn text(row: &Value, path: &str) -> String {
    row.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Loads the interviews, in the order of their files.
pub(crate) fn load_interviews(dir: &Path) -> Measured<Vec<RecordedInterview>> {
    let mut interviews: BTreeMap<String, RecordedInterview> = BTreeMap::new();
    for row in load_rows(&dir.join("labels/rounds.jsonl"))? {
        let spec = text(&row, "/spec");
        let interview = interviews.entry(spec.clone()).or_insert_with(|| RecordedInterview {
            spec,
            lang: text(&row, "/lang"),
            rounds: Vec::new(),
        });
        interview.rounds.push(Recorded {
            number: row.pointer("/round").and_then(Value::as_u64).unwrap_or_default(),
            question: text(&row, "/question"),
            answer: text(&row, "/answer"),
            topics: topics(&text(&row, "/dimension")),
        });
    }
    Ok(interviews.into_values().collect())
}

/// The record's words for what a round was about are not ours.
fn topics(word: &str) -> &'static [ChecklistTopic] {
    match word {
        "success" => &[ChecklistTopic::Success],
        "constraints" => &[ChecklistTopic::Limits],
        "non_goals" => &[ChecklistTopic::LeftOut],
        "scope" => &[ChecklistTopic::FirstVersion, ChecklistTopic::LeftOut],
        "context" => &[ChecklistTopic::Existing],
        _ => &[],
    }
}

/// Loads the pairs of the corpus and our own, each with the name of its set.
pub(crate) fn load_pairs(dir: &Path) -> Measured<Vec<(&'static str, Vec<Pair>)>> {
    let labelled = load_rows(&dir.join("labels/contradictions.jsonl"))?;
    let mut sets = vec![("corpus", labelled.iter().map(pair).collect())];
    for (name, file) in OWN_PAIRS {
        let rows = file.lines().map(serde_json::from_str);
        let rows: Vec<Value> = rows
            .collect::<Result<_, _>>()
            .map_err(|err| MeasureFailure::Odd(format!("cannot read the pairs `{name}`: {err}")))?;
        sets.push((name, rows.iter().map(pair).collect()));
    }
    Ok(sets)
}

fn pair(row: &Value) -> Pair {
    Pair {
        label: text(row, "/label"),
        lang: text(row, "/lang"),
        statement: text(row, "/fact"),
        evidence: text(row, "/fact_source/answer"),
        question: text(row, "/later_question"),
        answer: text(row, "/later_answer"),
    }
}
