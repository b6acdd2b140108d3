//! Which question comes next, and what a question must be to be asked.
//!
//! Owns the bank of questions, the choice of the dimension and the form of a question with its
//! options. Must not ask: whoever calls does.

use super::dimension::{Dimension, Scores};
use super::profile::Weights;
use super::state::{Preflight, ResearchKind};
use super::trigger::TriggerKind;
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
    fn new(label: &str, description: &str) -> Self {
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
}

impl Question {
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

/// A question of the bank.
#[derive(Debug, Clone)]
struct Banked {
    trigger: Option<TriggerKind>,
    question: Question,
}

/// Chooses the dimension to ask about: the least clear one that weighs anything; of several the one
/// that weighs most, then the first.
#[must_use]
pub fn choose_target(scores: &Scores, weights: &Weights) -> Option<Dimension> {
    let open = Dimension::ALL.into_iter().filter(|it| weights.of(*it) > 0 && scores.of(*it) < 100);
    open.min_by_key(|it| (scores.of(*it), std::cmp::Reverse(weights.of(*it))))
}

/// Gives the next question, unless there is nothing to ask or no question is left.
#[must_use]
pub fn next_question(state: &Preflight) -> Option<Question> {
    if state.is_asked_out() || state.is_stopped() || state.gate_now().is_open() {
        return None;
    }
    let target = choose_target(&state.scores, &state.weights)?;
    let was_asked = |text: &str| state.questions.iter().any(|it| it.question == text);
    if let Some(question) = about_risk(state).filter(|it| !was_asked(&it.text)) {
        return Some(Question { found: latest_findings(state), ..question });
    }
    let about_trigger = state.triggers.iter().find_map(|trigger| {
        let kind =
            trigger.kind.filter(|it| it.dimension() == target && *it != TriggerKind::Risk)?;
        let words = trigger.keyword.as_ref().or(trigger.description.as_ref())?;
        let banked = bank().iter().find(|it| it.trigger == Some(kind))?;
        let text = banked.question.text.replace("{words}", words);
        (!was_asked(&text)).then(|| Question { text, ..banked.question.clone() })
    });
    let plain = bank().iter().filter(|it| it.trigger.is_none() && it.question.target == target);
    let plain = plain.map(|it| &it.question).find(|it| !was_asked(&it.text)).cloned();
    let question = about_trigger.or(plain).unwrap_or_else(|| last_resort(target, state));
    Some(Question { found: latest_findings(state), ..question })
}

/// Gives the question about everything irreversible that was named: it comes first, wherever risk
/// weighs anything and is not fully clear.
fn about_risk(state: &Preflight) -> Option<Question> {
    let is_open = state.weights.of(Dimension::Risk) > 0 && state.scores.of(Dimension::Risk) < 100;
    let risks = state.triggers.iter().filter(|it| is_open && it.is(TriggerKind::Risk));
    let words = risks.filter_map(|it| it.keyword.as_ref().or(it.description.as_ref()));
    let words: Vec<String> = words.map(|it| format!("“{it}”")).collect();
    let banked = bank().iter().find(|it| it.trigger == Some(TriggerKind::Risk))?;
    let text = banked.question.text.replace("{words}", &words.join(", "));
    (!words.is_empty()).then(|| Question { text, ..banked.question.clone() })
}

/// Gives what was found out about the latest answer.
fn latest_findings(state: &Preflight) -> Option<String> {
    let latest = state.questions.iter().rev().find(|it| it.answer.is_some())?;
    let research = latest.research.as_ref().filter(|it| it.kind != Some(ResearchKind::None))?;
    research.findings.clone()
}

fn last_resort(target: Dimension, state: &Preflight) -> Question {
    let n = state.questions.iter().filter(|it| it.target == Some(target)).count() + 1;
    let text = format!("What else matters about {target} ({}), point {n}?", target.about());
    let choices = vec![
        Choice::new("That is all", "everything that matters was said"),
        Choice::new("One more thing", "say it in your own words"),
    ];
    Question { target, header: "What else".to_owned(), text, choices, found: None }
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
    bank().iter().map(|it| it.question.clone()).collect()
}

fn bank() -> &'static [Banked] {
    static BANK: OnceLock<Vec<Banked>> = OnceLock::new();
    BANK.get_or_init(|| {
        let mut bank: Vec<Banked> = Vec::new();
        for line in SHIPPED.lines().map(str::trim) {
            if let Some(row) = line.strip_prefix("? ") {
                bank.extend(parse_row(row));
            } else if let Some(row) = line.strip_prefix("- ")
                && let (Some(banked), Some((label, description))) =
                    (bank.last_mut(), row.split_once('|'))
            {
                banked.question.choices.push(Choice::new(label, description));
            }
        }
        bank
    })
}

fn parse_row(row: &str) -> Option<Banked> {
    let mut cells = row.splitn(3, '|').map(str::trim);
    let (about, header, text) = (cells.next()?, cells.next()?, cells.next()?);
    let (dimension, trigger) = match about.split_once('!') {
        Some((dimension, trigger)) => (dimension.trim(), TriggerKind::parse(trigger.trim())),
        None => (about, None),
    };
    let question = Question {
        target: Dimension::parse(dimension)?,
        header: header.to_owned(),
        text: text.to_owned(),
        choices: Vec::new(),
        found: None,
    };
    Some(Banked { trigger, question })
}
