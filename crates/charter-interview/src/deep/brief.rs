//! The short form of an interview, for whoever works on one need of it.
//!
//! Owns what is kept and what is cut where there is much: the latest rounds whole, the earlier ones
//! in short, whatever is open always. Must not know needs.

use super::fulfilment::{Answer, AutoAnswer, PanelFinding, Persona, Question, Structure};
use super::round::{Clarification, Lifecycle, Round, Target};
use super::setup::{CONTEXT_CHARS_MAX, FIELD_CHARS_MAX};
use super::state::PanelCause;
use super::{
    Clarity, Component, Dimension, Entity, Fact, Intent, Interview, Language, Project, Trigger,
    Units,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many scored rounds are told whole.
const RECENT: usize = 2;

/// How much is told of an earlier answer.
const SHORT_CHARS: usize = 300;

/// How much all entities, all open triggers, all gaps or all findings may take.
pub(super) const PART_CHARS: usize = 1_500;

/// How many items a list has at most where cutting texts was not enough; then half as many.
const ITEMS: usize = 64;

/// What can be told in short.
pub(super) trait Tellable: Clone + Serialize + DeserializeOwned {}

impl<T: Clone + Serialize + DeserializeOwned> Tellable for T {}

/// Cuts a text, visibly.
#[must_use]
pub(super) fn cut(text: &str, chars_max: usize) -> String {
    if text.chars().count() <= chars_max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars_max).collect();
    format!("{kept}… [cut]")
}

/// What a mind is told, of which the JSON of a need is made; what a need does not tell is none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Brief {
    pub language: Option<Language>,
    /// Whether there is something already that the work changes.
    pub project: Project,
    /// What is there, in a few lines.
    pub codebase: Option<String>,
    pub earlier: Option<Value>,
    /// The idea, or its summary.
    pub idea: String,
    pub summary_needed: Option<bool>,
    /// What the user said about the proposed components.
    pub correction: Option<String>,
    pub topology: Option<TopologyBrief>,
    pub facts: Option<Vec<Fact>>,
    /// The other rounds.
    pub transcript: Option<Transcript>,
    /// The ids that may be cited.
    pub references: Option<Vec<String>>,
    pub open_triggers: Option<Vec<Trigger>>,
    pub entities: Option<Vec<Entity>>,
    pub why_now: Option<String>,
    /// The fact that the question is to settle.
    pub dispute: Option<Fact>,
    pub cause: Option<PanelCause>,
    pub personas: Option<Vec<Persona>>,
    /// Whether they are to say what the thing is.
    pub ontology: Option<bool>,
    pub findings: Option<Vec<PanelFinding>>,
    pub target: Option<Target>,
    pub must_answer: Option<bool>,
    pub gaps: Option<Vec<String>>,
    /// The goal in one sentence, as the user took it.
    pub restated_goal: Option<String>,
    pub round: Option<RoundBrief>,
    pub intents: Option<Vec<Intent>>,
}

/// The round that a mind works on, with the whole answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoundBrief {
    pub number: u32,
    pub target: Target,
    /// The fact that it is to settle.
    pub dispute: Option<Fact>,
    pub question: Option<Question>,
    pub answer: Option<Answer>,
    /// What the user wrote in its place.
    pub rewrite: Option<String>,
    /// The answer in parts, once the user has seen it.
    pub structure: Option<Structure>,
    pub auto_answer: Option<AutoAnswer>,
    pub clarifications: Vec<Clarification>,
    pub is_rescored: bool,
    /// How clear every component was before it was scored for the first time.
    pub clarity_before: Option<BTreeMap<String, Clarity>>,
    /// The ambiguity of the scored round before.
    pub prior_ambiguity: Option<Units>,
}

/// A component as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PartBrief {
    pub id: String,
    pub name: String,
    pub description: String,
    /// Why it is not part of this work, where the user has deferred it.
    pub deferred: Option<String>,
    pub clarity: Clarity,
    pub gaps: BTreeMap<Dimension, String>,
}

/// The components as they are told.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TopologyBrief {
    pub components: Vec<PartBrief>,
    pub last_targeted: Option<String>,
}

/// The rounds as they are told.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Transcript {
    /// The latest, in their order.
    pub rounds: Vec<RowBrief>,
    /// How many there were before them.
    pub omitted: usize,
    /// How many of all are scored.
    pub scored: usize,
}

/// One round as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowBrief {
    pub round: u32,
    pub component: String,
    pub dimension: Dimension,
    pub question: Option<String>,
    /// What was answered, or assumed.
    pub answer: Option<String>,
    /// Whether nobody but a mind answered.
    pub assumed: bool,
    pub lifecycle: Lifecycle,
}

/// Tells the components with what is known and missing.
pub(super) fn topology(interview: &Interview) -> TopologyBrief {
    let part = |it: &Component| PartBrief {
        id: it.id.clone(),
        name: it.name.clone(),
        description: it.description.clone(),
        deferred: it.deferred.clone(),
        clarity: it.clarity.clone(),
        gaps: it.gaps.clone(),
    };
    let topology = &interview.topology;
    let components = topology.components.iter().map(part).collect();
    TopologyBrief { components, last_targeted: topology.last_targeted.clone() }
}

/// Tells what is established: what is disputed first, then the latest.
pub(super) fn facts(interview: &Interview, chars_max: usize) -> Vec<Fact> {
    let (open, others): (Vec<&Fact>, Vec<&Fact>) =
        interview.facts.iter().rev().partition(|it| it.is_open_dispute());
    let first = open.into_iter().chain(others);
    let mut told = within(first, chars_max);
    told.sort_by_key(|it| interview.facts.iter().position(|other| other.id == it.id));
    told
}

/// Tells the triggers that are open, the latest first where not all fit.
pub(super) fn triggers(interview: &Interview) -> Vec<Trigger> {
    let open = interview.open_triggers();
    let mut told = within(open.iter().rev().map(|(_, it)| *it), PART_CHARS);
    told.reverse();
    told
}

/// Takes items as long as there is room: each whole, or with its texts cut, or not at all.
pub(super) fn within<'t, T: Tellable + 't>(
    items: impl IntoIterator<Item = &'t T>,
    chars_max: usize,
) -> Vec<T> {
    let mut left = chars_max;
    let mut told = Vec::new();
    for item in items {
        let is_short = n_chars(item) <= left;
        let item = if is_short { item.clone() } else { cut_texts(item, SHORT_CHARS) };
        let chars = n_chars(&item);
        if chars <= left {
            left -= chars;
            told.push(item);
        }
    }
    told
}

/// Counts the characters of a value as JSON, without keeping it anywhere.
fn n_chars(value: &impl Serialize) -> usize {
    struct Counter(usize);
    impl std::io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.iter().filter(|it| **it & 0xc0 != 0x80).count();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

/// Cuts every text of a value, by way of its JSON.
fn cut_texts<T: Tellable>(item: &T, chars_max: usize) -> T {
    let mut value = json!(item);
    cut_all(&mut value, chars_max);
    serde_json::from_value(value).unwrap_or_else(|_| item.clone())
}

/// Tells the rounds before one, in their order.
pub(super) fn transcript(interview: &Interview, number: u32, chars_max: usize) -> Transcript {
    let before: Vec<&Round> = interview.rounds.iter().filter(|it| it.number != number).collect();
    let scored = before.iter().filter(|it| it.is_scored()).count();
    let mut seen = 0;
    let mut rounds: Vec<RowBrief> = Vec::new();
    let mut left = chars_max;
    for round in before.iter().rev() {
        seen += usize::from(round.is_scored());
        let is_recent = !round.is_scored() || seen <= RECENT;
        let mut row = row(round, if is_recent { FIELD_CHARS_MAX } else { SHORT_CHARS });
        if is_recent && n_chars(&row) > left {
            row = cut_texts(&row, SHORT_CHARS);
        }
        let chars = n_chars(&row);
        if chars > left {
            break;
        }
        left = left.saturating_sub(chars);
        rounds.push(row);
    }
    rounds.reverse();
    let omitted = before.len() - rounds.len();
    Transcript { rounds, omitted, scored }
}

fn row(round: &Round, chars_max: usize) -> RowBrief {
    let said = match (&round.structure, round.settled) {
        (Some(structure), true) => Some(structure.render()),
        _ => round.said().map(str::to_owned),
    };
    RowBrief {
        round: round.number,
        component: round.target.component.clone(),
        dimension: round.target.dimension,
        question: round.question.as_ref().map(|it| cut(&it.text, chars_max)),
        answer: said.map(|it| cut(&it, chars_max)),
        assumed: round.auto().is_some(),
        lifecycle: round.lifecycle,
    }
}

/// Holds a context within its bound: a text that is too long in it is cut, the longest first, and
/// then every list.
pub(super) fn fit<T: Tellable>(context: T) -> T {
    if n_chars(&context) <= CONTEXT_CHARS_MAX {
        return context;
    }
    let mut value = json!(context);
    let mut chars_max = CONTEXT_CHARS_MAX / 2;
    while n_chars(&value) > CONTEXT_CHARS_MAX && chars_max > SHORT_CHARS {
        cut_all(&mut value, chars_max);
        chars_max /= 2;
    }
    let mut n_max = ITEMS;
    while n_chars(&value) > CONTEXT_CHARS_MAX && n_max > 0 {
        cut_lists(&mut value, n_max);
        n_max /= 2;
    }
    serde_json::from_value(value).unwrap_or(context)
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
