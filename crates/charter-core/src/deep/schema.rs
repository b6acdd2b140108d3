//! The JSON Schema of what each need takes.
//!
//! Owns the schemas, which say what `parse` and `check` accept as far as a schema can. Must not
//! refuse anything itself.

use super::topology::COMPONENTS_MAX;
use super::{Interview, NeedFor, Persona, RefineChoice, Step, TriggerKind, TriggerStatus};
use serde_json::{Map, Value, json};

/// Gives the schema of what a step takes beside `needId`.
pub(super) fn of(interview: &Interview, step: &Step) -> Value {
    let schema = match step {
        Step::Propose => propose(interview),
        Step::Confirm => confirm(),
        Step::Draft(_) => object(
            &[("question", text()), ("whyNow", text()), ("options", list(&text(), 0, 6))],
            &["question"],
        ),
        Step::Explain(_) => object(&[("explanation", text())], &["explanation"]),
        Step::Ask(number) => ask(interview, *number),
        Step::Structure(_) => object(
            &[
                ("decision", text()),
                ("reasoning", text()),
                ("constraints", texts()),
                ("outOfScope", texts()),
                ("context", texts()),
            ],
            &["decision"],
        ),
        Step::Refine(_) => refine(),
        Step::Panel(cause) => panel(&cause.personas()),
        Step::AutoAnswer(_) => auto_answer(),
        Step::Score(_) => score(interview),
        Step::Crossing(_) => choice(&["confirm", "revise", "keepAsking"], &["revise"]),
        Step::Warn => choice(&["proceed", "keepAsking"], &[]),
        Step::Audit => object(&[("gaps", list(&gap(interview), 0, 200))], &[]),
        Step::State => object(&[("goal", text())], &["goal"]),
        Step::Restate => choice(&["yes", "adjust", "missing"], &["adjust", "missing"]),
        Step::Spec => spec(),
        Step::Done if interview.is_capped() => choice(&["work"], &[]),
        Step::Done => choice(&["work", "refine"], &[]),
    };
    match step.r#for() {
        NeedFor::User => schema,
        NeedFor::Mind => json!({ "anyOf": [schema, object(&[("failed", text())], &["failed"])] }),
    }
}

fn object(properties: &[(&str, Value)], required: &[&str]) -> Value {
    let properties: Map<String, Value> =
        properties.iter().map(|(key, schema)| ((*key).to_owned(), schema.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn text() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

fn texts() -> Value {
    json!({ "type": "array", "items": text() })
}

fn list(items: &Value, min: usize, max: usize) -> Value {
    json!({ "type": "array", "items": items, "minItems": min, "maxItems": max })
}

fn one_of(words: &[&str]) -> Value {
    json!({ "enum": words })
}

/// One of the dimensions that count.
fn dimension(interview: &Interview) -> Value {
    let words: Vec<&str> =
        interview.setup.project.weights().iter().map(|(it, _)| it.word()).collect();
    one_of(&words)
}

fn confidence() -> Value {
    one_of(&["high", "medium", "low"])
}

/// A choice, of which some need the exact words.
fn choice(words: &[&str], with_text: &[&str]) -> Value {
    let plain: Vec<&str> = words.iter().copied().filter(|it| !with_text.contains(it)).collect();
    let plain = object(&[("choice", one_of(&plain))], &["choice"]);
    if with_text.is_empty() {
        return plain;
    }
    let worded = object(&[("choice", one_of(with_text)), ("text", text())], &["choice", "text"]);
    json!({ "oneOf": [plain, worded] })
}

fn component() -> Value {
    object(
        &[("name", text()), ("description", text()), ("evidence", texts()), ("deferred", text())],
        &["name"],
    )
}

fn propose(interview: &Interview) -> Value {
    let intent = object(&[("id", text()), ("statement", text())], &["id", "statement"]);
    let needs_summary = interview.setup.is_oversized() && interview.summary.is_none();
    let required: &[&str] =
        if needs_summary { &["components", "summary"] } else { &["components"] };
    object(
        &[
            ("components", list(&component(), 1, COMPONENTS_MAX)),
            ("summary", text()),
            ("intents", list(&intent, 0, super::Intent::MAX)),
        ],
        required,
    )
}

fn confirm() -> Value {
    let deferral = object(&[("id", text()), ("reason", text())], &["id", "reason"]);
    let components = list(&component(), 1, COMPONENTS_MAX);
    let deferred = list(&deferral, 1, COMPONENTS_MAX);
    json!({ "oneOf": [
        object(&[("choice", one_of(&["confirm"]))], &["choice"]),
        object(&[("choice", one_of(&["edit", "change"])), ("components", components)], &["choice", "components"]),
        object(&[("choice", one_of(&["defer"])), ("deferred", deferred)], &["choice", "deferred"]),
        object(&[("text", text())], &["text"]),
    ] })
}

fn ask(interview: &Interview, number: u32) -> Value {
    let question = interview.round(number).and_then(|it| it.question.as_ref());
    let n_options = question.map_or(0, |it| it.options.len());
    let option = json!({ "type": ["integer", "string"] });
    let mut forms = vec![object(&[("answer", text())], &["answer"])];
    if n_options > 0 {
        let options = list(&option, 1, n_options);
        forms.push(object(&[("options", options), ("answer", text())], &["options"]));
    }
    if !interview.must_answer() {
        forms.push(object(&[("decide", json!({ "const": true }))], &["decide"]));
    }
    forms.push(object(&[("askBack", text())], &["askBack"]));
    if interview.may_exit() {
        let exit = json!({ "oneOf": [{ "const": true }, text()] });
        forms.push(object(&[("exit", exit)], &["exit"]));
    }
    json!({ "anyOf": forms })
}

fn refine() -> Value {
    let all = [
        RefineChoice::Send,
        RefineChoice::AddConstraint,
        RefineChoice::OutOfScope,
        RefineChoice::AddContext,
        RefineChoice::Rewrite,
    ];
    let words = all.map(RefineChoice::word);
    let with_text: Vec<&str> = words.iter().copied().filter(|it| *it != "send").collect();
    json!({ "anyOf": [choice(&words, &with_text), object(&[("text", text())], &["text"])] })
}

fn panel(personas: &[Persona]) -> Value {
    let words: Vec<&str> = personas.iter().map(|it| it.word()).collect();
    let finding = object(
        &[
            ("persona", one_of(&words)),
            ("finding", text()),
            ("rationale", list(&text(), 1, 3)),
            ("options", list(&text(), 1, 3)),
            ("confidence", confidence()),
        ],
        &["persona", "finding", "rationale", "options", "confidence"],
    );
    object(&[("findings", list(&finding, 1, words.len()))], &["findings"])
}

fn auto_answer() -> Value {
    object(
        &[
            ("answer", text()),
            ("rationale", list(&text(), 2, 4)),
            ("confidence", confidence()),
            ("uncertainty", json!({ "type": ["string", "null"] })),
        ],
        &["answer", "rationale", "confidence"],
    )
}

fn score(interview: &Interview) -> Value {
    let mark = object(
        &[
            (
                "score",
                json!({ "type": "number", "minimum": 0, "maximum": 1, "multipleOf": 0.0001 }),
            ),
            ("justification", text()),
            ("gap", text()),
        ],
        &["score"],
    );
    let weights = interview.setup.project.weights();
    let dimensions: Vec<(&str, Value)> =
        weights.iter().map(|(it, _)| (it.word(), mark.clone())).collect();
    let words: Vec<&str> = weights.iter().map(|(it, _)| it.word()).collect();
    let marks = object(&dimensions, &words);
    let ids: Vec<&str> = interview.topology.active().map(|it| it.id.as_str()).collect();
    let components: Vec<(&str, Value)> = ids.iter().map(|it| (*it, marks.clone())).collect();
    let trigger = object(
        &[
            ("kind", one_of(&TriggerKind::ALL.map(TriggerKind::letter))),
            ("status", one_of(&TriggerStatus::ALL.map(TriggerStatus::word))),
            ("component", one_of(&ids)),
            ("dimension", dimension(interview)),
            ("evidence", text()),
            ("contradictedFact", text()),
            ("rationale", text()),
        ],
        &["kind", "status", "component", "dimension"],
    );
    let fact = object(
        &[
            ("id", text()),
            ("statement", text()),
            ("component", one_of(&ids)),
            ("dimension", dimension(interview)),
            ("evidence", text()),
            ("supersedes", texts()),
        ],
        &["statement"],
    );
    let entity = object(
        &[("name", text()), ("type", text()), ("fields", texts()), ("relationships", texts())],
        &["name"],
    );
    let array = |items: &Value| json!({ "type": "array", "items": items });
    object(
        &[
            ("components", object(&components, &ids)),
            ("triggers", array(&trigger)),
            ("facts", array(&fact)),
            ("disputes", texts()),
            ("confirms", texts()),
            ("entities", array(&entity)),
        ],
        &["components"],
    )
}

fn gap(interview: &Interview) -> Value {
    object(
        &[("component", text()), ("dimension", dimension(interview)), ("gap", text())],
        &["component", "dimension", "gap"],
    )
}

fn spec() -> Value {
    let criterion = object(
        &[
            ("statement", text()),
            ("component", text()),
            ("from", list(&text(), 1, 200)),
            ("vague", text()),
        ],
        &["statement", "from"],
    );
    let assumption = object(
        &[("assumption", text()), ("challenge", text()), ("resolution", text())],
        &["assumption"],
    );
    object(
        &[
            ("goal", text()),
            ("constraints", texts()),
            ("nonGoals", texts()),
            ("criteria", list(&criterion, 1, 200)),
            ("assumptions", list(&assumption, 0, 200)),
            ("technicalContext", text()),
        ],
        &["criteria"],
    )
}
