//! The deep interview from the outside: where our design answers otherwise than the interview it was
//! modelled on (docs/deep-interview.md has the table), and what a user meets at its beginning and its end.

use crate::host::{IDEA, hosted, next, submit, think, thought};
use crate::scene::{Scene, kept_tree, open, refused, repo};
use serde_json::{Value, json};
use std::fs;

/// Drives an interview of the scripted mind to its end.
fn crystallised() -> (Scene, Value) {
    let scene = hosted(&["--threshold", "0.3"]);
    let mut need = next(&scene);
    for _ in 0..60 {
        let content = match (need["kind"].as_str().unwrap(), need["for"].as_str().unwrap()) {
            (_, "mind") => thought(&need, if need["round"] == 1 { 0.55 } else { 0.8 }),
            ("parts", _) => json!({ "choice": "confirm" }),
            ("ask", _) => json!({ "answer": format!("answer {}, under 5 minutes", need["round"]) }),
            ("restate", _) => json!({ "choice": "yes" }),
            _ => break,
        };
        need = submit(&scene, &need["needId"], &content);
    }
    assert_eq!(need["kind"], "done", "{need:#}");
    (scene, need)
}

fn interview_json(scene: &Scene) -> Value {
    serde_json::from_slice(&scene.derived_bytes("interview.json")).unwrap()
}

#[test]
fn a_derived_state_that_is_none_is_made_again_and_a_broken_ledger_stays_as_it_is() {
    let scene = hosted(&[]);
    let need = think(&scene, next(&scene), 0.5);
    let whole = scene.derived_bytes("interview.json");
    for text in ["{ not json", "42"] {
        scene.repo.write(scene.derived("interview.json"), text);
        assert_eq!(next(&scene)["needId"], need["needId"], "the ledger is what counts");
        assert_eq!(scene.derived_bytes("interview.json"), whole);
    }
    let mut lines = scene.lines();
    lines[1] = "{ not json".to_owned();
    scene.write_lines(&lines);
    let before = scene.ledger_bytes();
    let args = ["interview", "submit", "--answer", "confirm"];
    let _ = scene.charter(&args).env("CHARTER_MIND", "host").run().code(4);
    assert_eq!(scene.ledger_bytes(), before);
}

#[test]
fn where_nothing_says_which_charter_is_meant_nothing_is_written() {
    let scene = hosted(&[]);
    let _ = open(&scene.repo, "Another idea");
    let args = ["interview", "submit", "--answer", "confirm", "--session", "nobody"];
    refused(&scene.repo, &args, 2, "NO_CHARTER_BOUND");
}

#[test]
fn a_submission_is_one_step_and_leaves_no_draft() {
    let scene = hosted(&[]);
    let need = think(&scene, next(&scene), 0.5);
    let names = || -> Vec<String> { kept_tree(&scene.repo).into_keys().collect() };
    let (before, n_events) = (names(), scene.lines().len());
    let _ = submit(&scene, &need["needId"], &json!({ "choice": "confirm" }));
    // The question that came with the parts follows by itself.
    assert_eq!(scene.lines().len(), n_events + 2);
    assert_eq!(names(), before, "nothing waits to be applied");
    assert_eq!(interview_json(&scene)["ledger"]["events"], n_events + 2);
    // There is nothing to apply without a need: what is not open is refused.
    let late = json!({ "needId": "confirm-9", "choice": "confirm" });
    let output = scene.charter(&["interview", "submit", "-"]).stdin(&late.to_string());
    let output = output.env("CHARTER_MIND", "host").run().code(3);
    assert!(output.stderr.contains("confirm-9"), "{output}");
}

#[test]
fn a_submission_without_an_interview_is_refused() {
    let repo = repo();
    refused(&repo, &["interview", "submit", "--answer", "x"], 2, "NO_CHARTER_BOUND");
    let scene = Scene::new();
    refused(&scene.repo, &["interview", "bill"], 3, "no-question");
    let torn = hosted(&[]);
    let text = torn.repo.read(torn.ledger());
    torn.repo.write(torn.ledger(), format!("{text}{{\"seq\":"));
    let need = next(&torn);
    assert_eq!(need["kind"], "parts", "a cut-off write is no reason to stop");
}

#[test]
fn a_review_takes_the_criteria_of_the_spec_that_an_interview_wrote() {
    let (scene, _) = crystallised();
    let spec = scene.file("spec.md");
    let missing = || -> Vec<String> {
        let output = scene.charter(&["review", "--spec", &spec, "--json"]).run().code(1).json();
        assert_eq!(output["contractStrength"], "strong", "{output:#}");
        let findings = output["findings"].as_array().unwrap().clone();
        let is_spec = |it: &&Value| it["code"].as_str().unwrap().starts_with("spec-");
        findings.iter().filter(is_spec).map(|it| it["message"].as_str().unwrap().into()).collect()
    };
    assert_eq!(missing(), Vec::<String>::new(), "what was drafted from it covers it");
    scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — something else\n");
    let missing = missing();
    let words = "the spec wants what no criterion says: Copying takes under 5 minutes a night";
    assert!(missing.iter().any(|it| it == words), "{missing:?}");
}

#[test]
fn a_spec_is_written_with_its_event_or_not_at_all() {
    let (scene, need) = crystallised();
    assert_eq!(need["context"]["status"], "PASSED");
    let events = scene.events();
    let last = events.last().unwrap();
    assert_eq!(last["fulfilment"]["kind"], "crystallised", "{last:#}");
    let is_agreed = |it: &Value| it["type"] == "register_agreed";
    assert!(!events.iter().any(is_agreed), "what was drafted waits for a look");
    assert!(scene.repo.path(scene.file("spec.md")).exists());
    // What no interview wrote is refused: there is no way to hand in a spec from outside.
    let other = hosted(&[]);
    let spec = json!({ "needId": "spec-1", "criteria": [] }).to_string();
    let output = other.charter(&["interview", "submit", "-"]).stdin(&spec);
    let _ = output.env("CHARTER_MIND", "host").run().code(3);
    assert!(!other.repo.path(other.file("spec.md")).exists());
}

#[test]
fn a_long_text_is_an_answer_and_never_a_path() {
    let scene = hosted(&[]);
    let need = think(&scene, next(&scene), 0.5);
    let need = think(&scene, submit(&scene, &need["needId"], &json!({ "choice": "confirm" })), 0.5);
    assert_eq!(need["kind"], "ask");
    let text = format!("# A spec\n\n{}\n- and /etc/passwd", "It has many lines.\n".repeat(900));
    let args = ["interview", "submit", "--json", "--answer", &text];
    let _ = scene.charter(&args).env("CHARTER_MIND", "host").run().success();
    assert_eq!(interview_json(&scene)["rounds"][0]["reply"]["answer"]["text"], text.trim());
}

#[test]
fn what_comes_next_is_recorded_and_the_interview_is_over() {
    let (scene, need) = crystallised();
    let _ = submit(&scene, &need["needId"], &json!({ "choice": "work" }));
    let last = scene.events().into_iter().next_back().unwrap();
    assert_eq!(last["fulfilment"]["choice"], "work", "{last:#}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["status"], "active");
    assert!(status["deepInterview"].is_null(), "{status:#}");
    let drafted = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(drafted["kind"], "review", "what was drafted waits for a look: {drafted:#}");
    let _ = scene.charter(&["interview", "submit", "--answer", "accept"]).run().success();
    let output = scene.charter(&["interview"]).run().success();
    assert!(output.stdout.contains("Chosen: the work"), "{output}");
}

#[test]
fn the_end_says_why_in_words_and_fills_the_charter() {
    let (scene, _) = crystallised();
    let output = scene.charter(&["interview", "next"]).run().success();
    assert!(output.stdout.contains("The spec is written"), "{output}");
    let (id, choice) = (next(&scene)["needId"].clone(), json!({ "choice": "work" }));
    let _ = submit(&scene, &id, &choice);
    let _ = scene.charter(&["interview", "submit", "--answer", "accept"]).run().success();
    let output = scene.charter(&["interview"]).run().success();
    assert!(output.stdout.contains("spec.md        PASSED after 2 answers"), "{output}");
    assert!(!output.stdout.contains('%'), "figures are in the bill: {output}");
    let charter = scene.repo.read(scene.file("charter.md"));
    for words in [
        "Night nurses enter vital signs at the bed",
        "### Won't\n\n- billing",
        "- Copying takes under 5 minutes a night",
        "- works without network",
    ] {
        assert!(charter.contains(words), "{words}: {charter}");
    }
}

#[test]
fn what_has_changed_since_is_asked_for_and_answered_behind_a_deep_interview() {
    let (scene, need) = crystallised();
    let _ = submit(&scene, &need["needId"], &json!({ "choice": "work" }));
    let asked = scene.charter(&["interview", "--update", "--json"]).run().success().json();
    let open = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(open["needId"], asked["needId"], "the brief interview asks now: {open:#}");
    let args = ["interview", "submit", "--json", "--answer", "scope: Nothing but the ward's name."];
    let _ = scene.charter(&args).run().success();
    let charter = scene.repo.read(scene.file("charter.md"));
    assert!(charter.contains("Nothing but the ward's name."), "{charter}");
}

#[test]
fn an_import_is_where_the_next_interview_begins() {
    let repo = repo();
    let spec = "# Spec: Ward\n\n- Final ambiguity: 14%\n\n## Topology\n\n| Component | Status | \
                Description | Coverage |\n|---|---|---|---|\n| Entry | active | at the bed | 1 |\n| \
                Export | deferred | lists | next year |\n\n## Established Facts\n\n- It works \
                offline\n\n## Goal\n\nLess copying.\n\n## Acceptance Criteria\n\n- [ ] Under 5 \
                minutes\n\n### Round 1\n\n**Q:** Who?\n**A:** Night nurses\n";
    repo.write("spec.md", spec);
    let report = repo.charter(&["import", "spec.md", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!((&row["components"], &row["facts"]), (&json!(2), &json!(1)));
    let output = repo.charter(&["interview", "--deep"]).env("CHARTER_MIND", "host").run().success();
    assert!(output.stdout.contains("Taken over from spec.md: 1 round, ambiguity 14%"), "{output}");
    assert!(output.stdout.contains("Entry: at the bed"), "{output}");
    let args = ["interview", "submit", "--json", "--answer", "confirm"];
    let need = repo.charter(&args).env("CHARTER_MIND", "host").run().success().json();
    assert_eq!(need["context"]["earlier"]["rounds"][0]["answer"], "Night nurses");
    assert_eq!(need["context"]["facts"][0]["statement"], "It works offline");
}

#[test]
fn an_unusable_threshold_in_a_file_is_passed_over_with_a_warning() {
    let repo = repo();
    fs::create_dir_all(repo.home().join(".config/charter")).unwrap();
    fs::write(repo.home().join(".config/charter/config.toml"), "threshold = 0.3\n").unwrap();
    for value in ["2", "\"5%\"", "0.12345", "[0.1]"] {
        repo.write(".charter/config.toml", format!("# ours\nthreshold = {value}\n"));
        let output = repo.charter(&["new", "--deep", "--", IDEA]).env("CHARTER_MIND", "host");
        let output = output.run().success();
        let first = output.stdout.lines().next().unwrap();
        assert!(first.starts_with("Deep Interview threshold: 30% (source:"), "{output}");
        let told = output.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("config.toml:2: `threshold` is `"), "{output}");
        assert!(told.contains("[setting-unusable]"), "{output}");
        assert!(told.contains(value.trim_matches('"').trim_start_matches('[').get(..1).unwrap()));
    }
    // A flag or a variable is somebody's word for now, and is refused.
    let output = repo.charter(&["list"]).env("CHARTER_THRESHOLD", "2").run().code(2);
    assert!(output.stderr.contains("CHARTER_THRESHOLD"), "{output}");
}

#[test]
fn a_bad_item_of_a_list_is_named_by_its_number() {
    let repo = repo();
    for (list, words) in [
        (r#"["one", 7]"#, "answer 2 of the list is neither a text nor an object"),
        (r#"["one", "two", " "]"#, "answer 3 of the list holds no word"),
    ] {
        repo.write("a.json", list);
        let args = ["new", IDEA, "--deep", "--answers", "a.json"];
        let output = refused(&repo, &args, 2, "replies-unusable");
        assert!(output.stderr.contains(words), "{output}");
    }
    repo.write("a.json", r#"["one", {"skop": 1}]"#);
    let output = refused(&repo, &["new", IDEA, "--answers", "a.json"], 2, "replies-unusable");
    assert!(output.stderr.contains("answer 2 of the list"), "{output}");
}

#[test]
fn a_mind_that_reads_text_sees_its_target_and_what_it_is_to_give() {
    let scene = hosted(&[]);
    let need = think(&scene, next(&scene), 0.5);
    let need = submit(&scene, &need["needId"], &json!({ "choice": "confirm" }));
    let _ = submit(&scene, &need["needId"], &json!({ "answer": "five minutes a night" }));
    let output = scene.charter(&["interview", "next"]).env("CHARTER_MIND", "host").run().success();
    assert!(output.stdout.contains("target: goal of “Entry” (entry)"), "{output}");
    assert!(output.stdout.contains("said: five minutes a night"), "{output}");
    assert!(output.stdout.contains("takes: "), "{output}");
}

#[test]
fn an_answer_and_what_follows_from_it_are_one_write() {
    let repo = repo();
    let report = repo.charter(&["new", "--deep", "--json", "--", IDEA]).run().success().json();
    let scene = Scene { repo, id: report["charterId"].as_str().unwrap().to_owned() };
    let n = scene.lines().len();
    let words = "A nurse opens the page, then types the pulse and taps save.";
    let _ = scene.charter(&["interview", "submit", "--answer", words]).run().success();
    let events: Vec<Value> = scene.events().split_off(n);
    let kinds: Vec<&str> =
        events.iter().map(|it| it["fulfilment"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["answered", "topicAsked"]);
    assert_eq!(interview_json(&scene)["ledger"]["events"], scene.lines().len());
    // Cut off behind any of its lines it was never taken, and is asked for again.
    let lines = scene.lines();
    for kept in n + 1..lines.len() {
        scene.write_lines(&lines[..kept]);
        for file in ["interview.json", "state.json", "criterion-state.json"] {
            fs::remove_file(scene.repo.path(scene.derived(file))).unwrap();
        }
        let need = scene.charter(&["interview", "next", "--json"]).run().success().json();
        assert_eq!((&need["kind"], &need["round"]), (&json!("ask"), &json!(1)), "{kept}");
    }
}
