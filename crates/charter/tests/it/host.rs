//! A scripted mind for deep interviews: the agent that calls, as far as a test needs one.
//!
//! Owns what it says to each kind of need. Must not know the engine: it reads the need as JSON.

use crate::scene::{Scene, repo};
use charter_testkit::Repo;
use serde_json::{Map, Value, json};

pub(crate) const IDEA: &str = "Nurses lose 40 minutes a night copying vital signs from paper";

/// Opens a charter with a deep interview whose mind is the test.
#[track_caller]
pub(crate) fn hosted(args: &[&str]) -> Scene {
    let repo = repo();
    let id = begin(&repo, args);
    Scene { repo, id }
}

#[track_caller]
pub(crate) fn begin(repo: &Repo, args: &[&str]) -> String {
    let all = [&["new", "--deep", "--json"], args, &["--", IDEA]].concat();
    let output = repo.charter(&all).env("CHARTER_MIND", "host").run().success();
    output.json()["charterId"].as_str().unwrap().to_owned()
}

/// Shows the open need.
#[track_caller]
pub(crate) fn next(scene: &Scene) -> Value {
    let output = scene.charter(&["interview", "next", "--json"]).env("CHARTER_MIND", "host");
    output.run().success().json()
}

/// Submits an object for a need and gives the next one.
#[track_caller]
pub(crate) fn submit(scene: &Scene, need_id: &Value, content: &Value) -> Value {
    let mut content = content.clone();
    content["needId"] = need_id.clone();
    let output = scene.charter(&["interview", "submit", "-", "--json"]);
    output.env("CHARTER_MIND", "host").stdin(&content.to_string()).run().success().json()
}

/// Thinks until the user is needed.
#[track_caller]
pub(crate) fn think(scene: &Scene, mut need: Value, score: f64) -> Value {
    for _ in 0..20 {
        if need["for"] != "mind" {
            break;
        }
        need = submit(scene, &need["needId"], &thought(&need, score));
    }
    assert_eq!(need["for"], "user", "the user is never needed: {need:#}");
    need
}

/// Answers one question and thinks until the user is needed again.
#[track_caller]
pub(crate) fn answer(scene: &Scene, need: &Value, words: &str, score: f64) -> Value {
    assert_eq!((&need["kind"], &need["for"]), (&json!("ask"), &json!("user")), "{need:#}");
    think(scene, submit(scene, &need["needId"], &json!({ "answer": words })), score)
}

/// Says what a need for a mind wants; every score is the same.
pub(crate) fn thought(need: &Value, score: f64) -> Value {
    let context = &need["context"];
    let id = need["needId"].as_str().unwrap();
    match need["kind"].as_str().unwrap() {
        "parts" => json!({ "components": [
            { "name": "Entry", "description": "values at the bed" },
            { "name": "Export", "description": "a list for the ward manager" },
        ], "question": question("Entry", "goal") }),
        "turn" if id.contains("explain") => {
            json!({ "explanation": "It means the bed, not the desk." })
        }
        "turn" if id.contains("draft") => json!({ "question": question("entry", "goal") }),
        "turn" if id.contains("auto") => {
            json!({ "answer": "At the bed", "rationale": ["safest", "easy to undo"],
            "confidence": "low", "uncertainty": "nobody was asked", "sheet": turn(context, score) })
        }
        "turn" if id.contains("score") => turn(context, score),
        "turn" => json!({ "gaps": [], "goal": GOAL }),
        "panel" => {
            let personas = context["personas"].as_array().unwrap().iter();
            let finding = |it: &Value| {
                json!({ "persona": it, "finding": "a blind spot",
                "rationale": ["seen before"], "options": ["look again"], "confidence": "medium" })
            };
            let findings = personas.map(finding).collect::<Vec<_>>();
            json!({ "findings": findings, "question": question("export", "constraints") })
        }
        "spec" => json!({
            "constraints": ["works without network"],
            "nonGoals": ["billing"],
            "criteria": [
                { "statement": "Copying takes under 5 minutes a night", "component": "entry", "from": ["R1"] },
                { "statement": "The list holds every value of the night", "component": "export", "from": ["R2"] },
            ],
        }),
        other => {
            assert_eq!(other, "", "there is no thought about it");
            Value::Null
        }
    }
}

const GOAL: &str = "Night nurses enter vital signs at the bed and managers export them.";

fn question(component: &str, dimension: &str) -> Value {
    json!({ "text": format!("What about {dimension} of {component}?"), "component": component,
        "dimension": dimension, "options": ["At the bed", "At the desk"] })
}

/// Says everything that may be needed about an answer; what is asked turns from one part to the other.
fn turn(context: &Value, score: f64) -> Value {
    let number = context["round"]["number"].as_u64().unwrap_or_default();
    let part = if number.is_multiple_of(2) { "entry" } else { "export" };
    let mut turn = sheet(context, score);
    turn["gaps"] = json!([]);
    turn["goal"] = json!(GOAL);
    turn["question"] = question(part, "criteria");
    turn
}

fn sheet(context: &Value, score: f64) -> Value {
    let rows = context["topology"]["components"].as_array().unwrap().iter();
    let marks = || {
        let mark =
            json!({ "score": score, "justification": "said so", "gap": "how long it may take" });
        json!({ "goal": mark, "constraints": mark, "criteria": mark })
    };
    let components: Map<String, Value> = rows
        .filter(|it| it["deferred"].is_null())
        .map(|it| (it["id"].as_str().unwrap().to_owned(), marks()))
        .collect();
    let round = &context["round"];
    let said = round["answer"]["text"].as_str().unwrap_or("assumed");
    json!({
        "components": components,
        "facts": [{ "statement": format!("it is {said}"), "component": round["target"]["component"],
            "dimension": round["target"]["dimension"], "evidence": said }],
        "entities": [{ "name": "Reading", "type": "record", "fields": ["value", "time"] }],
    })
}
