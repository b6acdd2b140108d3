//! A submitted JSON object into a fulfilment.
//!
//! Owns the shape of every submission. What an interview must know to judge it is looked at in
//! `check`. Must not decide.

use super::form::{Form, ITEMS_MAX, Problems};
use super::fulfilment::{
    Answer, Assumption, AutoAnswer, ClosureGap, Confidence, CrossingChoice, ExitChoice, FactDraft,
    Fulfilment, GoalChoice, Mark, NextChoice, PanelFinding, Persona, Proposal, Question,
    RefineChoice, ScoreSheet, SpecCriterion, SpecDraft, Structure,
};
use super::ontology::Entity;
use super::setup::{CONTEXT_CHARS_MAX, FIELD_CHARS_MAX, TEXT_CHARS_MAX};
use super::topology::{COMPONENTS_MAX, ComponentDraft, Intent};
use super::{Dimension, Interview, NeedFor, Step, Trigger, TriggerKind, TriggerStatus};
use serde_json::Value;
use std::collections::BTreeMap;

const CONFIDENCES: [(&str, Confidence); 3] =
    [("high", Confidence::High), ("medium", Confidence::Medium), ("low", Confidence::Low)];

/// Reads a submission for a step; none where something is wrong with it.
pub(super) fn parse(
    interview: &Interview,
    step: &Step,
    content: &Value,
    problems: &mut Problems,
) -> Option<Fulfilment> {
    let n_problems = problems.list.len();
    let chars = n_chars(content);
    if chars > CONTEXT_CHARS_MAX {
        let message =
            format!("its texts are {chars} characters long; the most is {CONTEXT_CHARS_MAX}");
        problems.add("", "too-long", message);
        return None;
    }
    let mut form = Form::new(String::new(), content, problems);
    let _ = form.find("needId");
    let failed = match step.r#for() {
        NeedFor::Mind => form.text("failed", FIELD_CHARS_MAX, problems),
        NeedFor::User => None,
    };
    let fulfilment = match failed {
        _ if problems.list.len() > n_problems => None,
        Some(reason) => Some(Fulfilment::Failed { of: step.kind(), reason }),
        None => parse_step(interview, step, &mut form, problems),
    };
    form.close(problems);
    fulfilment.filter(|_| problems.list.len() == n_problems)
}

/// Counts the characters of all texts, with the names that they stand under.
fn n_chars(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.iter().map(n_chars).sum(),
        Value::Object(map) => map.iter().map(|(key, it)| key.chars().count() + n_chars(it)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

fn parse_step(
    interview: &Interview,
    step: &Step,
    form: &mut Form<'_>,
    problems: &mut Problems,
) -> Option<Fulfilment> {
    Some(match step {
        Step::Propose => Fulfilment::ComponentsProposed(proposal(form, problems)),
        Step::Confirm => return confirmation(form, problems),
        Step::Draft(_) => Fulfilment::QuestionDrafted(question(form, problems)),
        Step::Explain(_) => Fulfilment::Explained {
            text: form.needed_text("explanation", FIELD_CHARS_MAX, problems),
        },
        Step::Ask(number) => return answer(interview, *number, form, problems),
        Step::Structure(_) => Fulfilment::Structured(structure(form, problems)),
        Step::Refine(_) => return refinement(form, problems),
        Step::Panel(_) => {
            let findings = form.forms("findings", Persona::ALL.len(), problems, finding);
            Fulfilment::Reviewed { findings: findings.into_iter().flatten().collect() }
        }
        Step::AutoAnswer(_) => Fulfilment::AutoAnswered(auto_answer(form, problems)?),
        Step::Score(_) => Fulfilment::Scored(sheet(form, problems)),
        Step::Crossing(_) => {
            let words = [
                ("confirm", CrossingChoice::Confirm),
                ("revise", CrossingChoice::Revise),
                ("keepAsking", CrossingChoice::KeepAsking),
            ];
            let choice = needed_word(form, "choice", &words, problems)?;
            let text = words_for(form, choice == CrossingChoice::Revise, problems);
            Fulfilment::CrossingDecided { choice, text }
        }
        Step::Warn => {
            let words = [("proceed", ExitChoice::Proceed), ("keepAsking", ExitChoice::KeepAsking)];
            Fulfilment::ExitDecided { choice: needed_word(form, "choice", &words, problems)? }
        }
        Step::Audit => {
            let gaps = form.forms("gaps", ITEMS_MAX, problems, gap);
            Fulfilment::Audited { gaps: gaps.into_iter().flatten().collect() }
        }
        Step::State => {
            Fulfilment::GoalStated { goal: form.needed_text("goal", FIELD_CHARS_MAX, problems) }
        }
        Step::Restate => {
            let words = [
                ("yes", GoalChoice::Yes),
                ("adjust", GoalChoice::Adjust),
                ("missing", GoalChoice::Missing),
            ];
            let choice = needed_word(form, "choice", &words, problems)?;
            let text = words_for(form, choice != GoalChoice::Yes, problems);
            Fulfilment::GoalDecided { choice, text }
        }
        Step::Spec => Fulfilment::Crystallised(spec(form, problems)),
        Step::Done => {
            let words = [
                ("plan", NextChoice::Plan),
                ("work", NextChoice::Work),
                ("refine", NextChoice::Refine),
            ];
            Fulfilment::NextChosen { choice: needed_word(form, "choice", &words, problems)? }
        }
    })
}

fn needed_word<T: Copy>(
    form: &mut Form<'_>,
    key: &'static str,
    words: &[(&str, T)],
    problems: &mut Problems,
) -> Option<T> {
    if form.find(key).is_none() {
        problems.add(&form.at(key), "missing", format!("`{key}` is needed"));
        return None;
    }
    form.word(key, words, problems)
}

/// The exact words that go with a choice are never guessed from its label.
fn words_for(form: &mut Form<'_>, is_needed: bool, problems: &mut Problems) -> String {
    if is_needed {
        form.needed_text("text", TEXT_CHARS_MAX, problems)
    } else {
        form.text("text", TEXT_CHARS_MAX, problems).unwrap_or_default()
    }
}

fn proposal(form: &mut Form<'_>, problems: &mut Problems) -> Proposal {
    Proposal {
        components: form.forms("components", ITEMS_MAX, problems, component),
        summary: form.text("summary", FIELD_CHARS_MAX, problems),
        intents: form.forms("intents", Intent::MAX, problems, intent),
    }
}

fn component(form: &mut Form<'_>, problems: &mut Problems) -> ComponentDraft {
    ComponentDraft {
        name: form.needed_text("name", 200, problems),
        description: form.text("description", FIELD_CHARS_MAX, problems).unwrap_or_default(),
        evidence: form.texts("evidence", ITEMS_MAX, problems),
        deferred: form.text("deferred", FIELD_CHARS_MAX, problems),
    }
}

fn intent(form: &mut Form<'_>, problems: &mut Problems) -> Intent {
    let id = form.needed_text("id", 160, problems);
    if !id.is_empty() && !Intent::is_id(&id) {
        let message = "it must be artifact, surface, integration or constraint, a colon and a slug";
        problems.add(&form.at("id"), "not-an-intent", message);
    }
    Intent { id, statement: form.needed_text("statement", Intent::STATEMENT_CHARS_MAX, problems) }
}

#[derive(Debug, Clone, Copy)]
enum TopologyChoice {
    Confirm,
    Edit,
    Change,
    Defer,
}

fn confirmation(form: &mut Form<'_>, problems: &mut Problems) -> Option<Fulfilment> {
    if form.find("choice").is_none()
        && let Some(text) = form.text("text", TEXT_CHARS_MAX, problems)
    {
        return Some(Fulfilment::TopologyCorrected { text });
    }
    let words = [
        ("confirm", TopologyChoice::Confirm),
        ("edit", TopologyChoice::Edit),
        ("change", TopologyChoice::Change),
        ("defer", TopologyChoice::Defer),
    ];
    let none = BTreeMap::new();
    Some(match needed_word(form, "choice", &words, problems)? {
        TopologyChoice::Confirm => {
            Fulfilment::TopologyConfirmed { components: None, deferred: none }
        }
        TopologyChoice::Edit => {
            let components = Some(components(form, problems));
            Fulfilment::TopologyConfirmed { components, deferred: none }
        }
        TopologyChoice::Change => {
            Fulfilment::TopologyChanged { components: components(form, problems) }
        }
        TopologyChoice::Defer => {
            let pair = |form: &mut Form<'_>, problems: &mut Problems| {
                let id = form.needed_text("id", 200, problems);
                (id, form.needed_text("reason", FIELD_CHARS_MAX, problems))
            };
            let deferred = form.forms("deferred", COMPONENTS_MAX, problems, pair);
            if deferred.is_empty() {
                problems.add(&form.at("deferred"), "missing", "at least one component is needed");
            }
            let deferred = deferred.into_iter().collect();
            Fulfilment::TopologyConfirmed { components: None, deferred }
        }
    })
}

fn components(form: &mut Form<'_>, problems: &mut Problems) -> Vec<ComponentDraft> {
    let components = form.forms("components", COMPONENTS_MAX, problems, component);
    if components.is_empty() {
        problems.add(&form.at("components"), "missing", "the components are needed");
    }
    components
}

fn question(form: &mut Form<'_>, problems: &mut Problems) -> Question {
    Question {
        text: form.needed_text("question", FIELD_CHARS_MAX, problems),
        why_now: form.text("whyNow", 1000, problems),
        options: form.texts("options", 6, problems),
    }
}

fn answer(
    interview: &Interview,
    number: u32,
    form: &mut Form<'_>,
    problems: &mut Problems,
) -> Option<Fulfilment> {
    let n_problems = problems.list.len();
    let text = form.text("answer", TEXT_CHARS_MAX, problems);
    let asked = form.text("askBack", FIELD_CHARS_MAX, problems);
    let exit = exit(form, problems);
    let delegated = flag(form, "decide", "it must be true", problems);
    let given = form.list("options", 6, problems);
    let offered = interview.round(number).and_then(|it| it.question.as_ref());
    let offered = offered.map(|it| it.options.as_slice()).unwrap_or_default();
    let mut options = Vec::new();
    for (idx, item) in given.iter().enumerate() {
        match chosen(item, offered) {
            Some(option) if !options.contains(&option) => options.push(option),
            Some(_) => {
                problems.add(&format!("options[{idx}]"), "twice", "it is chosen twice");
            }
            None => problems.add(
                &format!("options[{idx}]"),
                "unknown-option",
                "it is neither the number nor the words of an option",
            ),
        }
    }
    if problems.list.len() > n_problems {
        return None;
    }
    let is_answer = text.is_some() || !given.is_empty();
    let n_given = [is_answer, asked.is_some(), exit.is_some(), delegated];
    if n_given.iter().filter(|it| **it).count() != 1 {
        let message =
            "give one of `answer` (with or without `options`), `decide`, `askBack`, `exit`";
        problems.add("", "one-of", message);
        return None;
    }
    Some(match (asked, exit) {
        (Some(text), _) => Fulfilment::AskedBack { text },
        (None, Some(text)) => Fulfilment::ExitAsked { text },
        (None, None) if delegated => Fulfilment::Delegated {},
        (None, None) => {
            let words = options.iter().cloned().chain(text);
            Fulfilment::Answered(Answer { text: words.collect::<Vec<_>>().join("\n"), options })
        }
    })
}

/// Reads the wish to end: true, or the words of it.
fn exit(form: &mut Form<'_>, problems: &mut Problems) -> Option<String> {
    match form.find("exit") {
        Some(Value::String(_)) => form.text("exit", FIELD_CHARS_MAX, problems),
        Some(_) | None => {
            flag(form, "exit", "it must be true or a text", problems).then(String::new)
        }
    }
}

/// Reads a wish that is there or not; false is absent.
fn flag(form: &mut Form<'_>, key: &'static str, message: &str, problems: &mut Problems) -> bool {
    match form.find(key) {
        Some(Value::Bool(is_wanted)) => *is_wanted,
        None => false,
        Some(_) => {
            problems.add(&form.at(key), "not-true", message);
            false
        }
    }
}

/// An option is chosen by its number, from 1, or by its words.
fn chosen(item: &Value, offered: &[String]) -> Option<String> {
    let by_number = |number: u64| {
        let idx = usize::try_from(number).ok()?.checked_sub(1)?;
        offered.get(idx).cloned()
    };
    match item {
        Value::Number(number) => by_number(number.as_u64()?),
        Value::String(text) => {
            let named = offered.iter().find(|it| it.trim() == text.trim()).cloned();
            named.or_else(|| by_number(text.trim().parse().ok()?))
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn structure(form: &mut Form<'_>, problems: &mut Problems) -> Structure {
    Structure {
        decision: form.needed_text("decision", FIELD_CHARS_MAX, problems),
        reasoning: form.text("reasoning", FIELD_CHARS_MAX, problems).unwrap_or_default(),
        constraints: form.texts("constraints", ITEMS_MAX, problems),
        out_of_scope: form.texts("outOfScope", ITEMS_MAX, problems),
        context: form.texts("context", ITEMS_MAX, problems),
    }
}

fn refinement(form: &mut Form<'_>, problems: &mut Problems) -> Option<Fulfilment> {
    // Words without a choice say that the structure is not what was meant.
    if form.find("choice").is_none()
        && let Some(text) = form.text("text", TEXT_CHARS_MAX, problems)
    {
        return Some(Fulfilment::Refined { choice: RefineChoice::Rewrite, text });
    }
    let all = [
        RefineChoice::Send,
        RefineChoice::AddConstraint,
        RefineChoice::OutOfScope,
        RefineChoice::AddContext,
        RefineChoice::Rewrite,
    ];
    let words = all.map(|it| (it.word(), it));
    let choice = needed_word(form, "choice", &words, problems)?;
    let text = words_for(form, choice != RefineChoice::Send, problems);
    Some(Fulfilment::Refined { choice, text })
}

fn finding(form: &mut Form<'_>, problems: &mut Problems) -> Option<PanelFinding> {
    let personas = Persona::ALL.map(|it| (it.word(), it));
    let persona = needed_word(form, "persona", &personas, problems);
    let finding = form.needed_text("finding", FIELD_CHARS_MAX, problems);
    let rationale = form.texts("rationale", 3, problems);
    let options = form.texts("options", 3, problems);
    for (key, items) in [("rationale", &rationale), ("options", &options)] {
        if items.is_empty() {
            problems.add(&form.at(key), "missing", format!("one to three of `{key}` are needed"));
        }
    }
    let confidence = needed_word(form, "confidence", &CONFIDENCES, problems);
    Some(PanelFinding { persona: persona?, finding, rationale, options, confidence: confidence? })
}

fn auto_answer(form: &mut Form<'_>, problems: &mut Problems) -> Option<AutoAnswer> {
    let text = form.needed_text("answer", FIELD_CHARS_MAX, problems);
    let rationale = form.texts("rationale", 4, problems);
    if rationale.len() < 2 {
        problems.add(&form.at("rationale"), "missing", "two to four reasons are needed");
    }
    let uncertainty = form.text("uncertainty", FIELD_CHARS_MAX, problems);
    let confidence = needed_word(form, "confidence", &CONFIDENCES, problems)?;
    Some(AutoAnswer { text, rationale, confidence, uncertainty })
}

fn dimension(form: &mut Form<'_>, problems: &mut Problems) -> Option<Dimension> {
    form.word("dimension", &Dimension::ALL.map(|it| (it.word(), it)), problems)
}

fn gap(form: &mut Form<'_>, problems: &mut Problems) -> Option<ClosureGap> {
    let component = form.needed_text("component", 200, problems);
    let gap = form.needed_text("gap", FIELD_CHARS_MAX, problems);
    let words = Dimension::ALL.map(|it| (it.word(), it));
    let dimension = needed_word(form, "dimension", &words, problems)?;
    Some(ClosureGap { component, dimension, gap, fact: None })
}

fn sheet(form: &mut Form<'_>, problems: &mut Problems) -> ScoreSheet {
    let mut components = BTreeMap::new();
    match form.find("components").map(|it| (it, it.as_object())) {
        Some((_, Some(map))) => {
            for (id, value) in map {
                let mut form = Form::new(format!("components.{id}"), value, problems);
                components.insert(id.clone(), marks(&mut form, problems));
                form.close(problems);
            }
        }
        Some((_, None)) => problems.add("components", "not-an-object", "an object is needed here"),
        None => problems.add("components", "missing", "`components` is needed"),
    }
    ScoreSheet {
        components,
        triggers: form
            .forms("triggers", ITEMS_MAX, problems, trigger)
            .into_iter()
            .flatten()
            .collect(),
        facts: form.forms("facts", ITEMS_MAX, problems, fact),
        disputes: form.texts("disputes", ITEMS_MAX, problems),
        confirms: form.texts("confirms", ITEMS_MAX, problems),
        entities: form.forms("entities", ITEMS_MAX, problems, entity),
    }
}

fn marks(form: &mut Form<'_>, problems: &mut Problems) -> BTreeMap<Dimension, Mark> {
    let mut marks = BTreeMap::new();
    for dimension in Dimension::ALL {
        let Some(value) = form.find(dimension.word()) else { continue };
        let mut form = Form::new(form.at(dimension.word()), value, problems);
        if form.find("score").is_none() {
            problems.add(&form.at("score"), "missing", "`score` is needed");
        }
        let score = form.units("score", problems);
        let justification = form.text("justification", FIELD_CHARS_MAX, problems);
        let gap = form.text("gap", FIELD_CHARS_MAX, problems);
        form.close(problems);
        if let Some(score) = score {
            marks.insert(dimension, Mark { score, justification, gap });
        }
    }
    marks
}

fn trigger(form: &mut Form<'_>, problems: &mut Problems) -> Option<Trigger> {
    let kinds = TriggerKind::ALL.map(|it| (it.letter(), it));
    let kind = needed_word(form, "kind", &kinds, problems);
    let statuses = TriggerStatus::ALL.map(|it| (it.word(), it));
    let status = needed_word(form, "status", &statuses, problems);
    let component = form.needed_text("component", 200, problems);
    let words = Dimension::ALL.map(|it| (it.word(), it));
    let dimension = needed_word(form, "dimension", &words, problems);
    let evidence = form.text("evidence", FIELD_CHARS_MAX, problems);
    let contradicted_fact = form.text("contradictedFact", 40, problems);
    let rationale = form.text("rationale", FIELD_CHARS_MAX, problems);
    let (kind, status, dimension) = (kind?, status?, dimension?);
    Some(Trigger { kind, status, component, dimension, evidence, contradicted_fact, rationale })
}

fn fact(form: &mut Form<'_>, problems: &mut Problems) -> FactDraft {
    FactDraft {
        id: form.text("id", 40, problems),
        statement: form.needed_text("statement", FIELD_CHARS_MAX, problems),
        component: form.text("component", 200, problems),
        dimension: dimension(form, problems),
        evidence: form.text("evidence", FIELD_CHARS_MAX, problems),
        supersedes: form.texts("supersedes", ITEMS_MAX, problems),
    }
}

fn entity(form: &mut Form<'_>, problems: &mut Problems) -> Entity {
    Entity {
        name: form.needed_text("name", 200, problems),
        r#type: form.text("type", 200, problems).unwrap_or_default(),
        fields: form.texts("fields", ITEMS_MAX, problems),
        relationships: form.texts("relationships", ITEMS_MAX, problems),
    }
}

fn spec(form: &mut Form<'_>, problems: &mut Problems) -> SpecDraft {
    let criterion = |form: &mut Form<'_>, problems: &mut Problems| SpecCriterion {
        statement: form.needed_text("statement", FIELD_CHARS_MAX, problems),
        component: form.text("component", 200, problems),
        from: form.texts("from", ITEMS_MAX, problems),
        vague: form.text("vague", 200, problems),
    };
    let assumption = |form: &mut Form<'_>, problems: &mut Problems| Assumption {
        assumption: form.needed_text("assumption", FIELD_CHARS_MAX, problems),
        challenge: form.text("challenge", FIELD_CHARS_MAX, problems).unwrap_or_default(),
        resolution: form.text("resolution", FIELD_CHARS_MAX, problems).unwrap_or_default(),
    };
    SpecDraft {
        goal: form.text("goal", FIELD_CHARS_MAX, problems).unwrap_or_default(),
        constraints: form.texts("constraints", ITEMS_MAX, problems),
        non_goals: form.texts("nonGoals", ITEMS_MAX, problems),
        criteria: form.forms("criteria", ITEMS_MAX, problems, criterion),
        assumptions: form.forms("assumptions", ITEMS_MAX, problems, assumption),
        technical_context: form
            .text("technicalContext", FIELD_CHARS_MAX, problems)
            .unwrap_or_default(),
    }
}
