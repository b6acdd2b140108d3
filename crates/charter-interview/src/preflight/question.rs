//! What a question must be to be asked.
//!
//! Owns the form of a question with its options, and the bank of those about dimensions. Must not know which
//! comes next.

use super::dimension::Dimension;
use super::vocabulary::Looseness;
use charter_kernel::Problem;
use serde_json::{Value, json};
use std::sync::OnceLock;

const SHIPPED: &str = include_str!("../../data/preflight/questions.txt");

pub(super) const HEADER_CHARS_MAX: usize = 12;

/// The fewest and the most options.
const OPTIONS: std::ops::RangeInclusive<usize> = 2..=4;

/// The fewest and the most words of a label.
const LABEL_WORDS: std::ops::RangeInclusive<usize> = 1..=5;

/// One way to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    pub description: String,
}

impl Choice {
    pub(super) fn new(label: &str, description: &str) -> Self {
        Self { label: label.trim().to_owned(), description: description.trim().to_owned() }
    }
}

/// A question as it can be asked: with a header and ways to answer, and room for other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub target: Dimension,
    /// Its name, a word or two.
    pub header: String,
    pub text: String,
    pub choices: Vec<Choice>,
    /// What was found out since the last answer, so that it is not asked for.
    pub found: Option<String>,
    /// The words of the request that it is about.
    pub about: Vec<String>,
}

impl Question {
    /// Tells whether it asks what else belongs to a list, so that a bare yes or no answers it.
    pub(super) fn asks_for_more(&self) -> bool {
        let rest = Some(Looseness::Rest);
        !self.about.is_empty() && self.about.iter().all(|it| Looseness::of_keyword(it) == rest)
    }

    #[must_use]
    pub fn to_json(&self) -> Value {
        let choice = |it: &Choice| json!({ "label": it.label, "description": it.description });
        let choices: Vec<Value> = self.choices.iter().map(choice).collect();
        let mut value = json!({
            "targetDimension": self.target.word(),
            "question": self.text,
            "header": self.header,
            "options": choices,
        });
        if let (Some(found), Some(map)) = (&self.found, value.as_object_mut()) {
            map.insert("found".to_owned(), json!(found));
        }
        value
    }
}

/// Reads a question as somebody asked it, or says what keeps it from being one: words alone are not
/// enough, since they can be passed over.
pub fn parse_question(value: &Value, target: Dimension) -> Result<Question, Vec<Problem>> {
    let Some(map) = value.as_object() else {
        return Err(vec![wrong("question", "it is plain text, not a question with options")]);
    };
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let choices = map.get("options").and_then(Value::as_array).into_iter().flatten();
    let choice = |it: &Value| Choice {
        label: text(it.get("label")),
        description: text(it.get("description")),
    };
    let named = map.get("targetDimension").and_then(Value::as_str).and_then(Dimension::parse);
    let question = Question {
        target: named.unwrap_or(target),
        header: text(map.get("header")),
        text: text(map.get("question")),
        choices: choices.map(choice).collect(),
        found: None,
        about: Vec::new(),
    };
    let problems = problems_of(&question);
    if problems.is_empty() { Ok(question) } else { Err(problems) }
}

/// Lists what keeps a question from being asked.
#[must_use]
pub fn problems_of(question: &Question) -> Vec<Problem> {
    let mut problems = Vec::new();
    if question.text.trim().is_empty() {
        problems.push(wrong("question", "it says nothing"));
    }
    let n_chars = question.header.chars().count();
    if n_chars == 0 || n_chars > HEADER_CHARS_MAX {
        problems.push(wrong("header", &format!("it has {n_chars} characters; 1 to 12 fit")));
    }
    if !OPTIONS.contains(&question.choices.len()) {
        let n = question.choices.len();
        problems.push(wrong("options", &format!("there are {n}; it takes 2 to 4")));
    }
    for it in &question.choices {
        let n_words = it.label.split_whitespace().count();
        if !LABEL_WORDS.contains(&n_words) {
            problems.push(wrong("label", &format!("`{}` is not 1 to 5 words", it.label)));
        }
    }
    problems
}

fn wrong(path: &str, message: &str) -> Problem {
    Problem {
        path: path.to_owned(),
        code: "question-unusable".to_owned(),
        message: message.to_owned(),
    }
}

/// Lists the questions that are built in.
#[must_use]
pub fn shipped_questions() -> Vec<Question> {
    bank().to_vec()
}

pub(super) fn bank() -> &'static [Question] {
    static BANK: OnceLock<Vec<Question>> = OnceLock::new();
    BANK.get_or_init(|| {
        let mut bank: Vec<Question> = Vec::new();
        for line in SHIPPED.lines().map(str::trim) {
            if let Some(row) = line.strip_prefix("? ") {
                bank.extend(parse_row(row));
            } else if let Some(row) = line.strip_prefix("- ")
                && let (Some(question), Some((label, description))) =
                    (bank.last_mut(), row.split_once('|'))
            {
                question.choices.push(Choice::new(label, description));
            }
        }
        bank
    })
}

fn parse_row(row: &str) -> Option<Question> {
    let mut cells = row.splitn(3, '|').map(str::trim);
    let (dimension, header, text) = (cells.next()?, cells.next()?, cells.next()?);
    Some(Question {
        target: Dimension::parse(dimension)?,
        header: header.to_owned(),
        text: text.to_owned(),
        choices: Vec::new(),
        found: None,
        about: Vec::new(),
    })
}
