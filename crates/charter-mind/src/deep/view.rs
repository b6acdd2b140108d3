//! What a need tells, as values.
//!
//! Owns the reading of a need's context; what is not there is empty. Must not decide anything.

use super::language::Tongue;
use charter_core::deep::{
    Answer, Dimension, Entity, Fact, Need, PanelFinding, Persona, Project, Question, Structure,
    Target, Trigger,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// A component as a need tells it.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) is_active: bool,
    /// How clear each dimension is, in ten-thousandths.
    pub(super) clarity: BTreeMap<Dimension, u32>,
    pub(super) gaps: BTreeMap<Dimension, String>,
}

/// An earlier round as a need tells it.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) round: u64,
    pub(super) component: String,
    pub(super) dimension: Option<Dimension>,
    pub(super) question: String,
    pub(super) answer: Option<String>,
    pub(super) is_assumed: bool,
}

/// The round that a need is about.
#[derive(Debug, Clone)]
pub(super) struct Current {
    pub(super) number: u32,
    pub(super) target: Target,
    pub(super) question: String,
    /// The words that count as the answer.
    pub(super) answer: String,
    /// What the user marked as out of scope.
    pub(super) excluded: Vec<String>,
    /// Whether the user said them.
    pub(super) is_direct: bool,
    pub(super) is_rescored: bool,
    /// How clear each component was before the round was scored for the first time, where that is told.
    pub(super) before: Option<BTreeMap<String, BTreeMap<Dimension, u32>>>,
    pub(super) prior: Option<u32>,
}

/// Everything that a need tells.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) tongue: Tongue,
    pub(super) idea: String,
    pub(super) project: Project,
    pub(super) codebase: Option<String>,
    pub(super) parts: Vec<Part>,
    pub(super) facts: Vec<Fact>,
    pub(super) rows: Vec<Row>,
    pub(super) entities: Vec<Entity>,
    pub(super) triggers: Vec<Trigger>,
    pub(super) current: Option<Current>,
    pub(super) target: Option<Target>,
    pub(super) findings: Vec<PanelFinding>,
    pub(super) personas: Vec<Persona>,
    /// Whether a panel is to say what the thing is.
    pub(super) asks_core: bool,
    pub(super) correction: Option<String>,
    pub(super) needs_summary: bool,
    pub(super) intents: Vec<(String, String)>,
}

fn read<T: serde::de::DeserializeOwned>(context: &Value, key: &str) -> Option<T> {
    let value = context.get(key)?.clone();
    serde_json::from_value(value).ok()
}

/// Reads a list, item by item; what is out of shape is left out.
fn read_list<T: serde::de::DeserializeOwned>(context: &Value, key: &str) -> Vec<T> {
    let items = context.get(key).and_then(Value::as_array);
    let read = |it: &Value| serde_json::from_value(it.clone()).ok();
    items.into_iter().flatten().filter_map(read).collect()
}

fn text(context: &Value, key: &str) -> String {
    context.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

impl View {
    /// Reads a need.
    pub(super) fn of(need: &Need) -> Self {
        let context = &need.context;
        let rows = context.pointer("/transcript/rounds").and_then(Value::as_array);
        let parts = context.pointer("/topology/components").and_then(Value::as_array);
        let current = context.get("round").and_then(current);
        let intents = context.get("intents").and_then(Value::as_array);
        let mut view = Self {
            tongue: Tongue::English,
            idea: text(context, "idea"),
            project: read(context, "project").unwrap_or_default(),
            codebase: read(context, "codebase"),
            parts: parts.into_iter().flatten().map(part).collect(),
            facts: read_list(context, "facts"),
            rows: rows.into_iter().flatten().map(row).collect(),
            entities: read_list(context, "entities"),
            triggers: read_list(context, "openTriggers"),
            target: read(context, "target")
                .or_else(|| current.as_ref().map(|it| it.target.clone())),
            current,
            findings: read_list(context, "findings"),
            personas: read_list(context, "personas"),
            asks_core: context.get("ontology").and_then(Value::as_bool).unwrap_or_default(),
            correction: read(context, "correction"),
            needs_summary: context
                .get("summaryNeeded")
                .and_then(Value::as_bool)
                .unwrap_or_default(),
            intents: intents
                .into_iter()
                .flatten()
                .map(|it| (text(it, "id"), text(it, "statement")))
                .collect(),
        };
        view.tongue = view.find_tongue(context);
        view
    }

    /// The language that is set, else that of the idea, else that of the answers.
    fn find_tongue(&self, context: &Value) -> Tongue {
        let set = context.pointer("/language/code").and_then(Value::as_str);
        if let Some(tongue) = set.and_then(Tongue::of_code) {
            return tongue;
        }
        match Tongue::of_text(&self.idea) {
            Tongue::English => {
                let answers: Vec<&str> =
                    self.rows.iter().filter_map(|it| it.answer.as_deref()).collect();
                let open = self.current.as_ref().map_or("", |it| it.answer.as_str());
                Tongue::of_text(&format!("{} {} {open}", self.idea, answers.join(" ")))
            }
            tongue => tongue,
        }
    }

    /// Lists the components that are part of the work.
    pub(super) fn active(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|it| it.is_active)
    }

    /// Gives the name of a component.
    pub(super) fn name_of<'v>(&'v self, id: &'v str) -> &'v str {
        self.parts.iter().find(|it| it.id == id).map_or(id, |it| it.name.as_str())
    }

    /// Gives the clarity of one dimension of one component.
    pub(super) fn clarity_of(&self, id: &str, dimension: Dimension) -> Option<u32> {
        self.parts.iter().find(|it| it.id == id)?.clarity.get(&dimension).copied()
    }

    /// Finds the dispute that a question about a target is to settle.
    pub(super) fn find_dispute(&self, target: &Target) -> Option<&Fact> {
        let asked = target.disputed_fact()?;
        self.facts.iter().find(|it| it.is_open_dispute() && it.id == asked)
    }

    /// Gives the component and dimension that are least clear.
    pub(super) fn weakest(&self) -> Option<(&Part, Dimension, u32)> {
        let cells = self.active().flat_map(|part| {
            self.project.weights().iter().map(move |(dimension, _)| {
                (part, *dimension, part.clarity.get(dimension).copied().unwrap_or_default())
            })
        });
        cells.min_by_key(|(_, _, clarity)| *clarity)
    }
}

fn part(value: &Value) -> Part {
    let clarity: BTreeMap<Dimension, u32> = read(value, "clarity").unwrap_or_default();
    Part {
        id: text(value, "id"),
        name: text(value, "name"),
        description: text(value, "description"),
        is_active: value.get("deferred").is_none_or(Value::is_null),
        clarity,
        gaps: read(value, "gaps").unwrap_or_default(),
    }
}

fn row(value: &Value) -> Row {
    Row {
        round: value.get("round").and_then(Value::as_u64).unwrap_or_default(),
        component: text(value, "component"),
        dimension: read(value, "dimension"),
        question: text(value, "question"),
        answer: read(value, "answer").map(|it: String| unstructured(&it)),
        is_assumed: value.get("assumed").and_then(Value::as_bool).unwrap_or_default(),
    }
}

/// Gives the words of an answer without the titles that a structured one is told with.
fn unstructured(answer: &str) -> String {
    if !answer.starts_with("**") {
        return answer.to_owned();
    }
    let is_title = |it: &&str| it.starts_with("**") && it.ends_with("**");
    let lines = answer.lines().filter(|it| !is_title(it) && !it.trim().is_empty());
    lines.map(|it| it.strip_prefix("- ").unwrap_or(it)).collect::<Vec<_>>().join("\n")
}

fn current(value: &Value) -> Option<Current> {
    let answer: Option<Answer> = read(value, "answer");
    let structure: Option<Structure> = read(value, "structure");
    let rewrite: Option<String> = read(value, "rewrite");
    let auto = value.pointer("/autoAnswer/text").and_then(Value::as_str);
    let is_direct = answer.is_some();
    let said = rewrite.or_else(|| answer.map(|it| it.text));
    let excluded = structure.as_ref().map(|it| it.out_of_scope.clone()).unwrap_or_default();
    let structured = structure.map(|it| flat(&it));
    let question: Option<Question> = read(value, "question");
    Some(Current {
        number: value.get("number").and_then(Value::as_u64)?.try_into().ok()?,
        target: read(value, "target")?,
        question: question.map(|it| it.text).unwrap_or_default(),
        answer: structured.or(said).or_else(|| auto.map(str::to_owned)).unwrap_or_default(),
        excluded,
        is_direct,
        is_rescored: value.get("isRescored").and_then(Value::as_bool).unwrap_or_default(),
        before: read(value, "clarityBefore"),
        prior: read(value, "priorAmbiguity"),
    })
}

/// Gives what a structured answer says, line by line, but for what is left out.
fn flat(structure: &Structure) -> String {
    let lists = [&structure.constraints, &structure.context];
    let texts = [&structure.decision, &structure.reasoning];
    let lines = texts.into_iter().chain(lists.into_iter().flatten());
    lines.filter(|it| !it.is_empty()).cloned().collect::<Vec<_>>().join("\n")
}
