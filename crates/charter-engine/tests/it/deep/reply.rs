//! What a need says that it takes, held against what is taken: its schema and its options, for every
//! kind of need.

use super::table::{Talk, context, flat, setup};
use crate::whole;
use charter_engine::event::EventBody;
use charter_engine::{Refusal, State};
use charter_interview::InterviewEvent;
use charter_interview::deep;
use charter_interview::deep::{Need, Step};
use charter_kernel::Refuse;
use charter_kernel::markdown::Source;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The rules that no schema can tell: they are about two fields at once, or about what was said.
/// Each with the words of the need that tell it.
const BEYOND_A_SCHEMA: [(&str, &str); 10] = [
    ("dispute-open", "only in the answer to the question about that dispute"),
    ("dispute-open", "it is not disputed"),
    ("figure-missing", "before the first answer there is none"),
    ("gap-missing", "needed where the score is below 0.9"),
    ("intent-missing", "Every intent in `intents` is named by its id"),
    ("not-disputed", "ids of disputed facts"),
    ("nothing-left", "one part must stay"),
    ("trigger-improved", "not higher than before"),
    ("ambiguity-not-raised", "less clear than before the answer"),
    ("rationale-missing", "needed where the status is disputed or unresolved"),
];

/// What only the user's own choices can come to: which part twice, or all of them.
const OF_THE_USER: [&str; 2] = ["nothing-left", "twice"];

/// An interview that waits for something.
struct Scene {
    name: String,
    state: State,
    criteria: Source,
    need: Need,
}

impl Scene {
    fn submit(&self, content: &Value) -> Result<whole::Outcome, Refusal> {
        let id = &self.need.need_id;
        whole::fulfil(&self.state, &self.criteria, id, content, &context())
    }

    /// Submits an object that the schema allows.
    fn check(&self, content: &Value) {
        let Err(refusal) = self.submit(content) else { return };
        let problems = refusal.problems();
        assert!(!problems.is_empty());
        let told = format!("{} {}", self.need.prompt, self.need.schema);
        for problem in problems {
            let mut rules = BEYOND_A_SCHEMA.iter().filter(|(code, _)| *code == problem.code);
            let is_told = rules.any(|(_, words)| told.contains(words));
            let is_users = self.need.r#for == deep::NeedFor::User
                && OF_THE_USER.contains(&problem.code.as_str());
            let is_doubled = problem.code == "twice";
            assert!(is_told || is_users || is_doubled, "{}: {content}: {problem:?}", self.name);
        }
    }
}

/// Gives a word for what an interview waits for.
fn name_of(talk: &Talk) -> String {
    let step = format!("{:?}", talk.interview().steps()[0]);
    let word: String = step.chars().take_while(|it| it.is_alphanumeric()).collect();
    match talk.interview().steps()[0] {
        Step::Ask(_) => format!("{word}{:?}", talk.interview().may_exit()),
        Step::Done => format!("{word}{:?}", talk.interview().is_capped()),
        _ => word,
    }
}

/// Gives the user's part of an interview that comes by every kind of need.
fn said(name: &str, n_asked: usize) -> Value {
    let long = "the nurse enters it ".repeat(20);
    match (name, n_asked) {
        ("Confirm" | "Crossing", _) => json!({ "choice": "confirm" }),
        ("Warn", _) => json!({ "choice": "keepAsking" }),
        ("Restate", _) => json!({ "choice": "yes" }),
        (_, 0) => json!({ "askBack": "What is meant?" }),
        (_, 1) => json!({ "answer": long }),
        (_, 5) => json!({ "exit": true }),
        (_, 7) => json!({ "decide": true }),
        _ => json!({ "answer": "Under five minutes" }),
    }
}

/// Holds interviews until each kind of need was open once.
fn scenes() -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for (hard, idea) in [(100, "Nurses copy vital signs".to_owned()), (1, "so long ".repeat(1100))]
    {
        let limits = deep::Limits::with_hard(hard);
        let mut talk = Talk::begun(&deep::Setup { limits, idea, ..setup(2000) });
        let mut n_asked = 0;
        for _ in 0..200 {
            let (name, need) = (name_of(&talk), talk.need());
            let is_new = scenes.iter().all(|it| it.name != name);
            if is_new {
                let (state, criteria) =
                    (talk.state.clone(), Source::new(talk.criteria.bytes().to_vec()));
                scenes.push(Scene { name: name.clone(), state, criteria, need: need.clone() });
            }
            let content = match need.r#for {
                _ if name.starts_with("Done") => break,
                deep::NeedFor::User => said(&name, n_asked),
                deep::NeedFor::Mind => thought(&mut talk, &need, n_asked),
            };
            n_asked += usize::from(name.starts_with("Ask"));
            talk.give(content);
        }
    }
    scenes
}

fn thought(talk: &mut Talk, need: &Need, n_asked: usize) -> Value {
    talk.sheet = flat(&["entry"], if n_asked < 8 { "0.5" } else { "0.85" });
    let mut content = talk.thought(need);
    if need.need_id.ends_with("draft") {
        content["question"]["options"] = json!(["by hand", "by voice", "by both"]);
    }
    if need.need_id.starts_with("topology") {
        content["summary"] = json!("in short");
    }
    content
}

/// Which of the fields of an object are there, and how much of each.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    Least,
    Most,
}

/// Gives an object, or whatever a schema allows; texts are all different.
fn sample(schema: &Value, size: Size, n_texts: &mut usize) -> Value {
    let numbers = |key: &str| schema[key].as_u64().map(|it| usize::try_from(it).unwrap());
    if let Some(words) = schema["enum"].as_array() {
        return words[if size == Size::Least { 0 } else { words.len() - 1 }].clone();
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if schema.get("pattern").is_some() {
        *n_texts += 1;
        return json!(format!("artifact:x{n_texts}"));
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match kind {
        Some("object") => object(schema, size, n_texts),
        Some("array") => {
            // Twenty items show that there may be more than the least.
            let most = numbers("maxItems").unwrap().min(20);
            let n = if size == Size::Least { numbers("minItems").unwrap_or(0) } else { most };
            (0..n).map(|_| sample(&schema["items"], size, n_texts)).collect()
        }
        Some("number") => json!(if size == Size::Least { 0.9 } else { 1.0 }),
        Some("string") => {
            *n_texts += 1;
            json!(format!("text {n_texts}"))
        }
        _ => sample(&schema["oneOf"][usize::from(size == Size::Most)], size, n_texts),
    }
}

fn object(schema: &Value, size: Size, n_texts: &mut usize) -> Value {
    let required = schema["required"].as_array().unwrap();
    let fields = schema["properties"].as_object().unwrap().iter();
    let told = fields.filter(|(key, _)| size == Size::Most || required.contains(&json!(key)));
    Value::Object(told.map(|(key, it)| (key.clone(), sample(it, size, n_texts))).collect())
}

/// Lists the objects that a schema tells of.
fn forms(schema: &Value) -> Vec<Value> {
    let either = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    match either.and_then(Value::as_array) {
        Some(all) => all.iter().flat_map(forms).collect(),
        None => vec![schema.clone()],
    }
}

/// Gives the object with one more field, at its longest: every word, the longest text, the fullest
/// list.
fn at_the_edge(form: &Value) -> Vec<Value> {
    let least = sample(form, Size::Least, &mut 0);
    let mut all = Vec::new();
    for (key, schema) in form["properties"].as_object().unwrap() {
        let mut put = |value: Value| {
            let mut content = least.clone();
            content[key] = value;
            all.push(content);
        };
        for word in schema["enum"].as_array().into_iter().flatten() {
            put(word.clone());
        }
        if let Some(most) = schema["maxLength"].as_u64() {
            put(json!("x".repeat(usize::try_from(most).unwrap())));
        }
        if let Some(most) = schema["maxItems"].as_u64() {
            let item = || sample(&schema["items"], Size::Least, &mut 0);
            put((0..most).map(|_| item()).collect());
        }
    }
    all
}

#[test]
fn each_kind_of_need_is_looked_at() {
    let scenes = scenes();
    let names: BTreeSet<&str> = scenes.iter().map(|it| it.name.as_str()).collect();
    let all = [
        "Askfalse",
        "Asktrue",
        "Audit",
        "AutoAnswer",
        "Confirm",
        "Crossing",
        "Donefalse",
        "Donetrue",
        "Draft",
        "Explain",
        "Panel",
        "Propose",
        "Restate",
        "Score",
        "Spec",
        "State",
        "Warn",
    ];
    assert_eq!(names, BTreeSet::from(all), "{names:?}");
}

#[test]
fn a_mind_is_asked_with_the_schema_of_its_need_and_what_it_answers_is_read_alike() {
    for scene in scenes() {
        let interview = scene.state.interview.deep.as_deref().unwrap();
        let step = interview.steps().remove(0);
        let prompted = deep::prompted(interview, &step);
        assert_eq!(prompted.is_some(), scene.need.r#for == deep::NeedFor::Mind, "{}", scene.name);
        let Some(prompted) = prompted else { continue };
        assert_eq!(prompted.schema, scene.need.schema, "{}", scene.name);
        assert!(prompted.user.starts_with(&scene.need.prompt), "{}", scene.name);
        let failed = deep::read_reply(interview, &step, &json!({ "failed": "no mind" }));
        assert!(matches!(failed, Ok(deep::Fulfilment::Failed { .. })), "{failed:?}");
        let problems = deep::read_reply(interview, &step, &json!([])).unwrap_err();
        assert_eq!(problems[0].code, "not-an-object");
    }
}

#[test]
fn each_object_that_a_schema_allows_is_taken() {
    for scene in scenes() {
        for form in forms(&scene.need.schema) {
            scene.check(&sample(&form, Size::Least, &mut 0));
            scene.check(&sample(&form, Size::Most, &mut 0));
            at_the_edge(&form).iter().for_each(|it| scene.check(it));
        }
    }
}

/// Gives any value that a schema allows, as the choices say.
fn any_value(schema: &Value, choices: &mut impl Iterator<Item = u32>) -> Value {
    let mut pick = |n: usize| choices.next().unwrap_or_default() as usize % n.max(1);
    let either = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
    if let Some(all) = either {
        let form = &all[pick(all.len())];
        return any_value(form, choices);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[pick(words.len())].clone();
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
        Some("object") => {
            let required = schema["required"].as_array().unwrap();
            let mut made = serde_json::Map::new();
            for (key, it) in schema["properties"].as_object().unwrap() {
                let is_wanted = choices.next().unwrap_or_default().is_multiple_of(2);
                if is_wanted || required.contains(&json!(key)) {
                    made.insert(key.clone(), any_value(it, choices));
                }
            }
            Value::Object(made)
        }
        Some("array") => {
            let least = usize::try_from(schema["minItems"].as_u64().unwrap_or_default()).unwrap();
            let most = usize::try_from(schema["maxItems"].as_u64().unwrap().min(3)).unwrap();
            let n = least + pick(most.saturating_sub(least) + 1);
            (0..n).map(|_| any_value(&schema["items"], choices)).collect()
        }
        Some("number") => {
            json!(f64::from(choices.next().unwrap_or_default() % 100_001) / 100_000.0)
        }
        Some("string") if schema.get("pattern").is_some() => json!("artifact:list-1"),
        Some("string") => json!(format!("text {}", pick(50))),
        other => panic!("{other:?}: {schema}"),
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(60))]

    #[test]
    fn whatever_a_schema_allows_is_taken_or_refused_by_a_rule_that_the_need_tells(
        choices in proptest::collection::vec(proptest::prelude::any::<u32>(), 40..400),
    ) {
        for scene in SCENES.iter() {
            let content = any_value(&scene.need.schema, &mut choices.iter().copied().cycle());
            scene.check(&content);
        }
    }
}

static SCENES: std::sync::LazyLock<Vec<Scene>> = std::sync::LazyLock::new(scenes);

#[test]
fn each_option_that_is_offered_is_taken_and_stands_in_the_schema() {
    for scene in scenes() {
        let forms = forms(&scene.need.schema);
        for option in &scene.need.options {
            let is_named = |it: &&Value| {
                let words = it["properties"]["choice"]["enum"].as_array();
                words.is_some_and(|all| all.contains(&json!(option.value)))
            };
            let content = match forms.iter().find(is_named) {
                Some(form) => {
                    let mut content = sample(form, Size::Least, &mut 0);
                    content["choice"] = json!(option.value);
                    content
                }
                None if scene.name.starts_with("Ask") => json!({ "options": [option.value] }),
                None if scene.name == "Panel" => continue,
                None => panic!("{}: no schema tells of `{}`", scene.name, option.value),
            };
            scene.check(&content);
        }
        let personas =
            &forms[0]["properties"]["findings"]["items"]["properties"]["persona"]["enum"];
        if scene.name == "Panel" {
            let offered: Vec<&str> =
                scene.need.options.iter().map(|it| it.value.as_str()).collect();
            assert_eq!(*personas, json!(offered));
        }
    }
}

#[test]
fn each_field_that_a_schema_tells_of_arrives_in_the_ledger() {
    for scene in scenes() {
        for form in forms(&scene.need.schema) {
            if form["properties"].get("failed").is_some() {
                continue;
            }
            let content = mended(&scene, sample(&form, Size::Most, &mut 0));
            let outcome = scene.submit(&content).unwrap_or_else(|it| {
                panic!("{}: {content} is refused: {:?}", scene.name, it.problems())
            });
            assert_eq!(outcome.ignored, Vec::<String>::new(), "{}", scene.name);
            let [EventBody::Interview(InterviewEvent::DeepNeedFulfilled { fulfilment, .. })] =
                &*outcome.decision.events
            else {
                panic!("{}: {outcome:?}", scene.name);
            };
            let kept = serde_json::to_string(&fulfilment).unwrap();
            for text in texts(&content) {
                let name = &scene.name;
                assert!(kept.contains(&text), "{name}: {text} of {content} is not in {kept}");
            }
        }
    }
}

/// Takes out of an object that was made up what rules refuse: things that are not there, the same
/// twice, and nothing being left.
fn mended(scene: &Scene, mut content: Value) -> Value {
    if let Some(first) = content.pointer_mut("/components/0").and_then(Value::as_object_mut) {
        first.remove("deferred");
    }
    for (idx, finding) in each(&mut content, "findings").iter_mut().enumerate() {
        finding["persona"] = json!(scene.need.options[idx].value);
    }
    if let Some(sheet) = content.get_mut("sheet") {
        *sheet = mended(scene, sheet.take());
    }
    each(&mut content, "criteria").iter_mut().for_each(|it| it["from"] = json!(["R1"]));
    for (list, key) in [("triggers", "contradictedFact"), ("facts", "id"), ("facts", "supersedes")]
    {
        each(&mut content, list).iter_mut().filter_map(Value::as_object_mut).for_each(|it| {
            it.remove(key);
        });
    }
    let map = content.as_object_mut().unwrap();
    map.remove("disputes");
    map.remove("confirms");
    match (scene.name.as_str(), map.contains_key("deferred"), map.contains_key("options")) {
        // Its only component cannot be deferred.
        ("Confirm", true, _) => json!({ "choice": "confirm" }),
        ("Askfalse" | "Asktrue", _, true) => {
            map.insert("options".to_owned(), json!(["by voice"]));
            content
        }
        _ => content,
    }
}

fn each<'v>(content: &'v mut Value, list: &str) -> &'v mut [Value] {
    let items = content.get_mut(list).and_then(Value::as_array_mut);
    items.map(Vec::as_mut_slice).unwrap_or_default()
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) if text.starts_with("text ") => vec![format!("{text}\"")],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(map) => map.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
