//! What each need takes, and a submission into a fulfilment.
//!
//! Owns the one table of replies: the fields of each with their shapes and bounds, the choices with
//! what people read. The reader, the JSON Schema and the options of a need all come from it. A field
//! is read under the name that the ledger has for it. What an interview must know to judge a reply is
//! looked at in `check`. Must not decide.

use super::form::{ANY, Demand, FormField, Problems, ValueShape};
use super::fulfilment::{Answer, Fulfilment};
use super::need_kind::NeedOption;
use super::setup::{
    CONTEXT_CHARS_MAX, FIELD_CHARS_MAX, NAME_CHARS_MAX, OPTIONS_MAX, TEXT_CHARS_MAX,
};
use super::state::PanelCause;
use super::topology::{COMPONENTS_MAX, Intent};
use super::{
    Dimension, Interview, NeedFor, Persona, Step, TriggerKind, TriggerStatus, context, schema,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;

/// The most characters of why a question is asked now.
const WHY_CHARS_MAX: usize = 1000;

/// What a step takes.
#[derive(Debug)]
pub(super) enum ReplyForm<'i> {
    /// An object, which makes a fulfilment of this kind.
    Object(&'static str, Vec<FormField<'i>>),
    /// A choice, or words alone where those make something.
    Choice(Vec<FormChoice<'i>>, Option<Alone>),
    /// The answer to a question with these options: one of the things that keys make together, of
    /// which the first is needed.
    Answer(&'i [String], Vec<FormField<'i>>, Vec<&'static [&'static str]>),
}

/// One of the choices that a step offers.
#[derive(Debug)]
pub(super) struct FormChoice<'i> {
    word: &'static str,
    /// What people read; nothing where it is taken and not offered.
    label: &'static str,
    kind: &'static str,
    fields: Vec<FormField<'i>>,
    /// Whether it is offered now; `check` refuses it else.
    is_open: bool,
}

/// What words without a choice make: a fulfilment of this kind, with this choice where it has one.
#[derive(Debug)]
pub(super) struct Alone(&'static str, Option<&'static str>);

fn may<'i>(key: &'static str, shape: ValueShape<'i>) -> FormField<'i> {
    FormField { key, name: key, shape, demand: Demand::None, about: "" }
}

fn must<'i>(key: &'static str, shape: ValueShape<'i>) -> FormField<'i> {
    may(key, shape).with(Demand::Read)
}

/// A field that a schema wants and that is asked for alone where it is left out.
fn wanted<'i>(key: &'static str, shape: ValueShape<'i>) -> FormField<'i> {
    may(key, shape).with(Demand::Wanted)
}

fn text(chars_max: usize) -> ValueShape<'static> {
    ValueShape::Text(chars_max)
}

fn texts(n: RangeInclusive<usize>, few: &'static str) -> ValueShape<'static> {
    let most = *n.end();
    ValueShape::List { items: Box::new(text(FIELD_CHARS_MAX)), n, most, few }
}

fn list<'i>(
    fields: Vec<FormField<'i>>,
    n: RangeInclusive<usize>,
    most: usize,
    few: &'static str,
) -> ValueShape<'i> {
    ValueShape::List { items: Box::new(ValueShape::Object(fields)), n, most, few }
}

fn word(known: &[&'static str]) -> ValueShape<'static> {
    ValueShape::Word { known: known.to_vec(), offered: known.to_vec() }
}

/// A list of ids.
fn some_ids(known: Vec<String>, n: RangeInclusive<usize>) -> ValueShape<'static> {
    let most = *n.end();
    ValueShape::List { items: Box::new(ValueShape::Id(known)), n, most, few: "" }
}

/// A field of ids; nobody is told of it while there is nothing to name.
fn ids(key: &'static str, known: Vec<String>) -> FormField<'static> {
    told_if(!known.is_empty(), may(key, some_ids(known, ANY)))
}

/// A field of one id, in the same way.
fn id(key: &'static str, known: Vec<String>) -> FormField<'static> {
    told_if(!known.is_empty(), may(key, ValueShape::Id(known)))
}

fn told_if(is_told: bool, field: FormField<'static>) -> FormField<'static> {
    if is_told { field } else { field.with(Demand::Untold) }
}

/// Lists the facts that nothing supersedes.
fn standing(interview: &Interview) -> Vec<String> {
    let facts = interview.facts.iter().filter(|it| !it.is_superseded());
    facts.map(|it| it.id.clone()).collect()
}

/// Lists the facts whose dispute is open.
fn disputed(interview: &Interview) -> Vec<String> {
    let facts = interview.facts.iter().filter(|it| it.is_open_dispute());
    facts.map(|it| it.id.clone()).collect()
}

/// A list of objects that nothing else bounds.
fn any(fields: Vec<FormField<'_>>) -> ValueShape<'_> {
    list(fields, ANY, *ANY.end(), "")
}

/// Gives what a step takes.
pub(super) fn form<'i>(interview: &'i Interview, step: &Step) -> ReplyForm<'i> {
    use ReplyForm::Object;
    match step {
        Step::Propose => Object("componentsProposed", proposal(interview)),
        Step::Confirm => confirmation(interview),
        Step::Draft(_) => Object("questionDrafted", vec![must("question", question(interview))]),
        // Nobody is asked for it: there is nothing to hand in.
        Step::AskOn => Object("topicAsked", Vec::new()),
        Step::Explain(_) => {
            let field = must("explanation", text(FIELD_CHARS_MAX)).named("text");
            Object("explained", vec![field])
        }
        Step::Ask(number) => answer(interview, *number),
        Step::Panel(cause) => Object("reviewed", panel(interview, cause)),
        Step::AutoAnswer(_) => Object("autoAnswered", decided(interview)),
        Step::Score(_) => Object("scored", turn(interview)),
        Step::Crossing(_) => {
            let kind = "crossingDecided";
            let choices = vec![
                plain(kind, "confirm", "It is right"),
                worded(kind, "revise", "It is wrong; this is right"),
                plain(kind, "keepAsking", "Keep asking"),
            ];
            ReplyForm::Choice(choices, None)
        }
        Step::Warn => {
            let bare = |word, label| bare("exitDecided", word, label, Vec::new());
            let choices = vec![bare("proceed", "End it here"), bare("keepAsking", "Keep asking")];
            ReplyForm::Choice(choices, None)
        }
        Step::Audit => Object("audited", vec![gaps(interview)]),
        Step::State => Object("goalStated", vec![goal().with(Demand::Read)]),
        Step::Restate => {
            let kind = "goalDecided";
            let choices = vec![
                plain(kind, "yes", "Yes, crystallise"),
                worded(kind, "adjust", "Adjust the wording"),
                worded(kind, "missing", "Something is missing"),
            ];
            ReplyForm::Choice(choices, None)
        }
        Step::Spec => Object("crystallised", spec(interview)),
        Step::Done => {
            let bare = |word, label| bare("nextChosen", word, label, Vec::new());
            let choices = vec![
                bare("work", "Start the work under the register"),
                bare("plan", "Agree on a plan first"),
                FormChoice { is_open: !interview.is_capped(), ..bare("refine", "Keep asking") },
            ];
            ReplyForm::Choice(choices, None)
        }
    }
}

fn bare<'i>(
    kind: &'static str,
    word: &'static str,
    label: &'static str,
    fields: Vec<FormField<'i>>,
) -> FormChoice<'i> {
    FormChoice { word, label, kind, fields, is_open: true }
}

/// A choice that words may be said to.
fn plain(kind: &'static str, word: &'static str, label: &'static str) -> FormChoice<'static> {
    let words = may("text", text(TEXT_CHARS_MAX)).with(Demand::Untold);
    bare(kind, word, label, vec![words])
}

/// A choice that takes exact words; they are never guessed from its label.
fn worded(kind: &'static str, word: &'static str, label: &'static str) -> FormChoice<'static> {
    bare(kind, word, label, vec![must("text", text(TEXT_CHARS_MAX))])
}

fn proposal(interview: &Interview) -> Vec<FormField<'_>> {
    let needs_summary = interview.setup.is_oversized() && interview.summary.is_none();
    let demand = if needs_summary { Demand::Checked } else { Demand::None };
    let intent = vec![
        must("id", ValueShape::IntentId),
        must("statement", text(Intent::STATEMENT_CHARS_MAX)),
    ];
    let components = list(component(), 1..=COMPONENTS_MAX, *ANY.end(), "");
    vec![
        may("components", components).with(Demand::Checked),
        may("summary", text(FIELD_CHARS_MAX)).with(demand),
        may("intents", list(intent, 0..=Intent::MAX, Intent::MAX, "")).about(
            "what the spec must name: explicit deliverables, surfaces, integrations, constraints; each id once",
        ),
        wanted("question", question(interview)).about(
            "the first question, asked once the user has confirmed the parts; `component` is the name of a part",
        ),
    ]
}

/// A question, with what it is about.
fn question(interview: &Interview) -> ValueShape<'static> {
    ValueShape::Object(vec![
        must("text", text(FIELD_CHARS_MAX)),
        may("whyNow", text(WHY_CHARS_MAX)).about("why it is asked now, in one plain sentence for the user"),
        may("options", texts(0..=OPTIONS_MAX, "")).about(
            "two to four answers to choose from, each a whole answer to the question; free text is always possible",
        ),
        may("component", text(NAME_CHARS_MAX)).about("the id of the part that it is about"),
        may("dimension", dimension(interview)),
    ])
}

fn gaps(interview: &Interview) -> FormField<'_> {
    may("gaps", any(gap(interview)))
        .about("what stands against closing now, most important first; empty where nothing does")
}

fn goal() -> FormField<'static> {
    wanted("goal", text(FIELD_CHARS_MAX)).about(
        "the goal in one sentence that covers every part; shown to the user where the interview comes to its end",
    )
}

/// What a mind makes of an answer: what was established, and what may be needed next.
fn turn(interview: &Interview) -> Vec<FormField<'_>> {
    let next = wanted("question", question(interview)).about(
        "the next question, on what is least clear then; not asked where the interview ends",
    );
    [sheet(interview), vec![gaps(interview), goal(), next]].concat()
}

/// A panel's findings, and where one is heard between two questions the next one with them in it.
fn panel<'i>(interview: &'i Interview, cause: &PanelCause) -> Vec<FormField<'i>> {
    let findings = findings(&cause.personas());
    match cause {
        PanelCause::BeforeAnswer { .. } => vec![findings],
        PanelCause::Transition { .. } | PanelCause::Stall {} => {
            let next = wanted("question", question(interview))
                .about("the next question, with the finding that matters most in it");
            vec![findings, next]
        }
    }
}

/// An answer in place of the user's, with what it makes of the interview.
fn decided(interview: &Interview) -> Vec<FormField<'_>> {
    let sheet = wanted("sheet", ValueShape::Object(turn(interview))).about(
        "what this answer makes of the interview; an assumption never counts as clearer than 0.85",
    );
    [auto_answer(), vec![sheet]].concat()
}

fn component() -> Vec<FormField<'static>> {
    vec![
        must("name", text(NAME_CHARS_MAX)),
        may("description", text(FIELD_CHARS_MAX)),
        may("evidence", texts(ANY, "")),
        may("deferred", text(FIELD_CHARS_MAX))
            .about("why it is no part of this work; one part must stay"),
    ]
}

fn confirmation(interview: &Interview) -> ReplyForm<'_> {
    let components = || {
        let few = "the parts are needed";
        let shape = list(component(), 1..=COMPONENTS_MAX, COMPONENTS_MAX, few);
        vec![must("components", shape)]
    };
    let ids = interview.topology.components.iter().map(|it| it.id.as_str()).collect();
    let deferral = vec![must("id", ValueShape::Name(ids)), must("reason", text(FIELD_CHARS_MAX))];
    let few = "at least one part is needed";
    let deferred = list(deferral, 1..=COMPONENTS_MAX, COMPONENTS_MAX, few);
    let deferred = vec![must("deferred", deferred)];
    let choices = vec![
        bare("topologyConfirmed", "confirm", "Looks right", Vec::new()),
        bare("topologyConfirmed", "edit", "Add, remove or merge", components()),
        bare("topologyChanged", "change", "", components()),
        bare("topologyConfirmed", "defer", "Defer one or more", deferred),
    ];
    ReplyForm::Choice(choices, Some(Alone("topologyCorrected", None)))
}

fn answer(interview: &Interview, number: u32) -> ReplyForm<'_> {
    let question = interview.round(number).and_then(|it| it.question.as_ref());
    let (is_checklist, may_exit) = (interview.is_checklist(), interview.may_exit());
    let offered = question.map(|it| it.options.as_slice()).unwrap_or_default();
    let fields = vec![
        may("answer", text(TEXT_CHARS_MAX)),
        may("askBack", text(FIELD_CHARS_MAX)),
        may("exit", ValueShape::TrueOrText(FIELD_CHARS_MAX)),
        may("decide", ValueShape::True),
        may("options", ValueShape::Options(offered)),
        may("skip", text(FIELD_CHARS_MAX)),
    ];
    let forms: [(bool, &'static [&'static str]); 6] = [
        (true, &["answer"]),
        (!offered.is_empty(), &["options", "answer"]),
        (!is_checklist && !interview.must_answer(), &["decide"]),
        (!is_checklist, &["askBack"]),
        (is_checklist, &["skip"]),
        (may_exit, &["exit"]),
    ];
    let open = forms.into_iter().filter(|(is_open, _)| *is_open).map(|(_, keys)| keys);
    ReplyForm::Answer(offered, fields, open.collect())
}

fn confidence() -> ValueShape<'static> {
    word(&["high", "medium", "low"])
}

fn findings(asked: &[Persona]) -> FormField<'static> {
    let finding = vec![
        must(
            "persona",
            ValueShape::Word {
                known: Persona::ALL.map(Persona::word).to_vec(),
                offered: asked.iter().map(|it| it.word()).collect(),
            },
        ),
        must("finding", text(FIELD_CHARS_MAX)),
        must("rationale", texts(1..=3, "one to three of `rationale` are needed")),
        must("options", texts(1..=3, "one to three of `options` are needed")),
        must("confidence", confidence()),
    ];
    let findings = list(finding, 1..=asked.len(), Persona::ALL.len(), "");
    may("findings", findings).with(Demand::Checked)
}

fn auto_answer() -> Vec<FormField<'static>> {
    vec![
        must("answer", text(FIELD_CHARS_MAX)).named("text"),
        must("rationale", texts(2..=4, "two to four reasons are needed")),
        must("confidence", confidence()),
        may("uncertainty", text(FIELD_CHARS_MAX)).with(Demand::OrNull),
    ]
}

/// A component of the interview that is part of the work.
fn active(interview: &Interview) -> ValueShape<'_> {
    ValueShape::Name(interview.topology.active().map(|it| it.id.as_str()).collect())
}

/// One of the dimensions, of which those are offered that count.
fn dimension(interview: &Interview) -> ValueShape<'static> {
    let weights = interview.setup.project.weights();
    ValueShape::Word {
        known: Dimension::ALL.map(Dimension::word).to_vec(),
        offered: weights.iter().map(|(it, _)| it.word()).collect(),
    }
}

fn gap(interview: &Interview) -> Vec<FormField<'_>> {
    vec![
        must("component", active(interview)),
        must("dimension", dimension(interview)),
        must("gap", text(FIELD_CHARS_MAX)),
    ]
}

fn sheet(interview: &Interview) -> Vec<FormField<'_>> {
    let entity = vec![
        must("name", text(NAME_CHARS_MAX)),
        may("type", text(NAME_CHARS_MAX)),
        may("fields", texts(ANY, "")),
        may("relationships", texts(ANY, "")),
    ];
    let names = interview.topology.active().map(|it| it.id.as_str()).collect();
    let each = Box::new(ValueShape::Object(marks(interview)));
    vec![
        must("components", ValueShape::Named { names, each })
            .about("how clear every part is on every dimension after this answer"),
        may("triggers", any(trigger(interview))).about(
            "what made something less clear. One with status active must come with a score of its part and dimension \
             that is not higher than before, and low enough that the whole is less clear than before the answer; \
             before the first answer there is none. Else give it status disputed or unresolved, with a rationale",
        ),
        may("facts", any(fact(interview))).about("what is established by this answer, one statement each"),
        ids("disputes", standing(interview)).about("ids of facts in the context that this answer contradicts"),
        ids("confirms", disputed(interview)).about(
            "ids of disputed facts that hold after all; only in the answer to the question about that dispute",
        ),
        may("entities", any(entity)).about("the things that the work is about, all of them, or none"),
    ]
}

fn marks(interview: &Interview) -> Vec<FormField<'static>> {
    let mark = vec![
        must("score", ValueShape::Score),
        may("justification", text(FIELD_CHARS_MAX)),
        may("gap", text(FIELD_CHARS_MAX))
            .about("what is missing; needed where the score is below 0.9"),
    ];
    let weights = interview.setup.project.weights();
    let field = |it: Dimension| {
        let counts = weights.iter().any(|(other, _)| *other == it);
        let demand = if counts { Demand::Checked } else { Demand::Untold };
        may(it.word(), ValueShape::Object(mark.clone())).with(demand)
    };
    Dimension::ALL.map(field).to_vec()
}

fn trigger(interview: &Interview) -> Vec<FormField<'_>> {
    vec![
        must("kind", word(&TriggerKind::ALL.map(TriggerKind::letter))),
        must("status", word(&TriggerStatus::ALL.map(TriggerStatus::word))),
        must("component", active(interview)),
        must("dimension", dimension(interview)),
        may("evidence", text(FIELD_CHARS_MAX)),
        id("contradictedFact", standing(interview)).about("the id of a fact in the context"),
        may("rationale", text(FIELD_CHARS_MAX))
            .about("needed where the status is disputed or unresolved"),
    ]
}

fn fact(interview: &Interview) -> Vec<FormField<'_>> {
    vec![
        id("id", standing(interview)).about(
            "only to put a fact of the context in other words, where the user spoke and it is not disputed",
        ),
        must("statement", text(FIELD_CHARS_MAX)),
        may("component", active(interview)),
        may("dimension", dimension(interview)),
        may("evidence", text(FIELD_CHARS_MAX)),
        ids("supersedes", disputed(interview)).about(
            "ids of disputed facts that this one replaces; only in the answer to the question about that dispute",
        ),
    ]
}

fn spec(interview: &Interview) -> Vec<FormField<'_>> {
    let criterion = vec![
        must("statement", text(FIELD_CHARS_MAX)),
        may("component", active(interview)),
        may("from", some_ids(context::references(interview), 1..=*ANY.end()))
            .with(Demand::Checked)
            .about(
                "ids that the context lists as `references`: answered rounds (R3) and facts (F2)",
            ),
        may("vague", text(NAME_CHARS_MAX)),
    ];
    let assumption = vec![
        must("assumption", text(FIELD_CHARS_MAX)),
        may("challenge", text(FIELD_CHARS_MAX)),
        may("resolution", text(FIELD_CHARS_MAX)),
    ];
    let criteria = list(criterion, 1..=*ANY.end(), *ANY.end(), "");
    vec![
        may("goal", text(FIELD_CHARS_MAX)),
        may("constraints", texts(ANY, "")),
        may("nonGoals", texts(ANY, "")),
        may("criteria", criteria).with(Demand::Checked),
        may("assumptions", any(assumption)),
        may("technicalContext", text(FIELD_CHARS_MAX)),
    ]
}

impl ReplyForm<'_> {
    /// Lists what is offered: the choices, or the options of a question by their numbers.
    pub(super) fn options(&self) -> Vec<NeedOption> {
        match self {
            Self::Object(..) => Vec::new(),
            Self::Choice(choices, _) => {
                let offered = choices.iter().filter(|it| it.is_open && !it.label.is_empty());
                offered.map(|it| NeedOption::new(it.word, it.label)).collect()
            }
            Self::Answer(offered, ..) => {
                let option = |(label, n): (&String, u32)| NeedOption::new(&n.to_string(), label);
                offered.iter().zip(1..).map(option).collect()
            }
        }
    }

    /// Gives the JSON Schema of it.
    pub(super) fn schema(&self) -> Value {
        match self {
            Self::Object(_, fields) => schema::object(fields),
            Self::Answer(_, fields, forms) => {
                let form = |keys: &&[&str]| schema::object(&picked(fields, keys));
                schema::any_of("anyOf", forms.iter().map(form).collect())
            }
            Self::Choice(choices, alone) => {
                let mut forms = vec![schema_of_choices(choices)];
                let words = [must("text", text(TEXT_CHARS_MAX))];
                forms.extend(alone.as_ref().map(|_| schema::object(&words)));
                schema::any_of("anyOf", forms)
            }
        }
    }
}

/// Gives the schema of what a mind gives: that, or why it cannot.
pub(super) fn or_failed(form: Value) -> Value {
    let failed = [must("failed", text(FIELD_CHARS_MAX))];
    schema::any_of("anyOf", vec![form, schema::object(&failed)])
}

/// Gives some of the fields, of which the first is needed.
fn picked<'i>(fields: &[FormField<'i>], keys: &[&str]) -> Vec<FormField<'i>> {
    let field = |(idx, key): (usize, &&str)| {
        let found = fields.iter().find(|it| it.key == *key).cloned();
        found.map(|it| if idx == 0 { it.with(Demand::Read) } else { it })
    };
    keys.iter().enumerate().filter_map(field).collect()
}

/// Choices that take the same are told together.
fn schema_of_choices(choices: &[FormChoice<'_>]) -> Value {
    let mut told: Vec<Vec<&FormChoice<'_>>> = Vec::new();
    for choice in choices.iter().filter(|it| it.is_open) {
        let is_same = |it: &&mut Vec<&FormChoice<'_>>| {
            it.first().is_some_and(|first| first.fields == choice.fields)
        };
        match told.iter_mut().find(is_same) {
            Some(same) => same.push(choice),
            None => told.push(vec![choice]),
        }
    }
    let form = |same: &Vec<&FormChoice<'_>>| {
        let words: Vec<&'static str> = same.iter().map(|it| it.word).collect();
        let rest = same.first().map(|it| it.fields.clone()).unwrap_or_default();
        let choice = must("choice", word(&words));
        schema::object(&[vec![choice], rest].concat())
    };
    schema::any_of("oneOf", told.iter().map(form).collect())
}

/// Reads a submission for a step; none where something is wrong with it.
pub(crate) fn parse(
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
    let Some(map) = content.as_object() else {
        problems.add("", "not-an-object", "a JSON object is needed here");
        return None;
    };
    let read = match (step.r#for(), form(interview, step)) {
        (NeedFor::Mind, _) if map.get("failed").is_some_and(is_said) => {
            let field = must("failed", text(FIELD_CHARS_MAX)).named("reason");
            let mut read = problems.read(&[field], &["needId"], "", map);
            read.insert("of".to_owned(), json!(step.kind()));
            of_kind("failed", read)
        }
        (_, ReplyForm::Object(kind, fields)) => {
            of_kind(kind, problems.read(&fields, &["needId", "failed"], "", map))
        }
        (_, ReplyForm::Choice(choices, alone)) => {
            read_choice(&choices, alone.as_ref(), map, problems)?
        }
        (_, ReplyForm::Answer(_, fields, _)) => return read_answer(&fields, map, problems),
    };
    let read = flattened(read);
    let is_whole = problems.list.len() == n_problems;
    is_whole.then(|| serde_json::from_value(Value::Object(read)).ok()).flatten()
}

/// Gives what was read as the ledger has it: a question that is asked for alone is the whole of it.
fn flattened(mut read: Map<String, Value>) -> Map<String, Value> {
    let is_alone = read.get("kind").is_some_and(|it| it == "questionDrafted");
    if let Some(Value::Object(question)) = is_alone.then(|| read.remove("question")).flatten() {
        read.extend(question);
    }
    read
}

fn is_said(value: &Value) -> bool {
    !value.is_null() && value.as_str().is_none_or(|it| !it.trim().is_empty())
}

fn of_kind(kind: &str, mut read: Map<String, Value>) -> Map<String, Value> {
    read.insert("kind".to_owned(), kind.into());
    read
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

fn read_choice(
    choices: &[FormChoice<'_>],
    alone: Option<&Alone>,
    map: &Map<String, Value>,
    problems: &mut Problems,
) -> Option<Map<String, Value>> {
    let given = map.get("choice").filter(|it| !it.is_null());
    if let (None, Some(Alone(kind, choice))) = (given, alone)
        && map.get("text").is_some_and(is_said)
    {
        let words = [must("text", text(TEXT_CHARS_MAX))];
        let mut read = problems.read(&words, &["needId", "choice"], "", map);
        read.extend(choice.map(|it| ("choice".to_owned(), it.into())));
        return Some(of_kind(kind, read));
    }
    let Some(given) = given else {
        problems.add("choice", "missing", "`choice` is needed");
        return None;
    };
    let words: Vec<&str> = choices.iter().map(|it| it.word).collect();
    let word = problems.read_word("choice", given, &words)?;
    let choice = choices.iter().find(|it| word.as_str() == Some(it.word))?;
    let mut read = problems.read(&choice.fields, &["needId", "choice"], "", map);
    if let Some(rows) = read.get_mut("deferred").filter(|it| it.is_array()) {
        *rows = by_id(rows);
    }
    read.insert("choice".to_owned(), word);
    Some(of_kind(choice.kind, read))
}

/// Gives deferrals as the ledger has them: the reasons, by the ids of the components.
fn by_id(rows: &Value) -> Value {
    let text = |row: &Value, key: &str| Some(row.get(key)?.as_str()?.to_owned());
    let pair = |row: &Value| Some((text(row, "id")?, Value::String(text(row, "reason")?)));
    let rows = rows.as_array().into_iter().flatten();
    Value::Object(rows.filter_map(pair).collect())
}

/// What a user can say to a question.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct AskReply {
    answer: Option<String>,
    options: Vec<String>,
    decide: bool,
    ask_back: Option<String>,
    exit: Option<String>,
    skip: Option<String>,
}

fn read_answer(
    fields: &[FormField<'_>],
    map: &Map<String, Value>,
    problems: &mut Problems,
) -> Option<Fulfilment> {
    let n_problems = problems.list.len();
    let read = Value::Object(problems.read(fields, &["needId"], "", map));
    if problems.list.len() > n_problems {
        return None;
    }
    let AskReply { answer, options, decide, ask_back, exit, skip } =
        serde_json::from_value(read).ok()?;
    let is_answer = answer.is_some() || !options.is_empty();
    Some(match (is_answer, decide, ask_back, exit, skip) {
        (true, false, None, None, None) => {
            let words = options.iter().cloned().chain(answer).collect::<Vec<_>>();
            Fulfilment::Answered(Answer { text: words.join("\n"), options })
        }
        (false, true, None, None, None) => Fulfilment::Delegated {},
        (false, false, Some(text), None, None) => Fulfilment::AskedBack { text },
        (false, false, None, Some(text), None) => Fulfilment::ExitAsked { text },
        (false, false, None, None, Some(reason)) => Fulfilment::PassedOver { reason },
        _ => {
            let message = "give one of `answer` (with or without `options`), `decide`, `askBack`, `exit`, `skip`";
            problems.add("", "one-of", message);
            return None;
        }
    })
}
