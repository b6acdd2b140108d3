//! The interviews and pairs that are measured on.
//!
//! Owns how the labels are read. What is not a number or a text is not there. Must not score.

use std::collections::BTreeMap;
use std::path::Path;

use charter_interview::deep::{Dimension, Project};
use serde_json::Value;

use crate::Measured;
use crate::corpus::{load_rows, workspace};

/// One recorded round.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) number: u64,
    pub(crate) question: String,
    pub(crate) answer: String,
    /// What it was about, where the record says so.
    pub(crate) dimension: Option<Dimension>,
    /// The recorded ambiguity, in ten-thousandths.
    pub(crate) before: Option<f64>,
    pub(crate) after: Option<f64>,
}

/// One recorded interview.
#[derive(Debug, Clone)]
pub(crate) struct RecordedInterview {
    pub(crate) repo: String,
    pub(crate) lang: String,
    pub(crate) project: Project,
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
        let interview =
            interviews.entry(text(&row, "/spec")).or_insert_with(|| RecordedInterview {
                repo: text(&row, "/repo"),
                lang: text(&row, "/lang"),
                project: Project::Greenfield,
                rounds: Vec::new(),
            });
        let word = text(&row, "/dimension");
        if row.pointer("/scores/context").is_some() || word == "context" {
            interview.project = Project::Brownfield;
        }
        let share = |path: &str| row.pointer(path).and_then(Value::as_f64).map(|it| it * 10_000.0);
        interview.rounds.push(Recorded {
            number: row.pointer("/round").and_then(Value::as_u64).unwrap_or_default(),
            question: text(&row, "/question"),
            answer: text(&row, "/answer"),
            dimension: dimension(&word),
            before: share("/ambiguity_before"),
            after: share("/ambiguity_after"),
        });
    }
    Ok(interviews.into_values().collect())
}

/// The record's words for dimensions are not ours.
fn dimension(word: &str) -> Option<Dimension> {
    match word {
        "goal" => Some(Dimension::Goal),
        "constraints" | "non_goals" | "scope" => Some(Dimension::Constraints),
        "success" => Some(Dimension::Criteria),
        "context" => Some(Dimension::Context),
        _ => None,
    }
}

/// Loads the pairs of a file that the mind's tests have.
pub(crate) fn load_own_pairs(file: &str) -> Measured<Vec<Pair>> {
    read_pairs(&workspace().join("crates/charter-mind/src/deep/tests").join(file))
}

/// Loads the pairs.
pub(crate) fn load_pairs(dir: &Path) -> Measured<Vec<Pair>> {
    read_pairs(&dir.join("labels/contradictions.jsonl"))
}

fn read_pairs(path: &Path) -> Measured<Vec<Pair>> {
    let rows = load_rows(path)?;
    let pair = |row: &Value| Pair {
        label: text(row, "/label"),
        lang: text(row, "/lang"),
        statement: text(row, "/fact"),
        evidence: text(row, "/fact_source/answer"),
        question: text(row, "/later_question"),
        answer: text(row, "/later_answer"),
    };
    Ok(rows.iter().map(pair).collect())
}
