//! The deep interview, driven by scripts and agents: needs out, fulfilments in.

use crate::host::{IDEA, answer, begin, hosted, next, submit, think, thought};
use crate::scene::{Scene, keys, refused, refused_with, repo};
use charter_testkit::Repo;
use serde_json::{Value, json};
use std::fs;

const KEYS: [&str; 8] =
    ["needId", "kind", "for", "round", "prompt", "options", "schema", "context"];

fn first_line(repo: &Repo, id: &str) -> String {
    let args = ["interview", "next", "--json", "--charter", id];
    let need = repo.charter(&args).run().success().json();
    need["context"]["firstLine"].as_str().unwrap().to_owned()
}

#[test]
fn the_first_line_says_the_threshold_and_where_it_comes_from() {
    let repo = repo();
    let check = |args: &[&str], expected: &str| {
        let output = repo.charter(&[&["new", "--deep"], args, &["--", IDEA]].concat());
        let output = output.run().success();
        let first = output.stdout.lines().next();
        assert_eq!(first.unwrap(), format!("Deep Interview threshold: {expected}"), "{args:?}");
    };
    check(&[], "5% (source: default)");
    check(&["--profile", "quick"], "60% (source: flag:--profile quick)");
    check(&["--threshold", "0.125"], "12.5% (source: flag:--threshold)");
    fs::create_dir_all(repo.home().join(".config/charter")).unwrap();
    fs::write(repo.home().join(".config/charter/config.toml"), "profile = \"deep\"\n").unwrap();
    let output = repo.charter(&["new", "--deep", "--", IDEA]).run().success();
    assert!(output.stdout.contains("threshold: 35% (source:"), "{output}");
    assert!(output.stdout.contains("config.toml:1, profile deep)"), "{output}");
    fs::write(repo.home().join(".config/charter/config.toml"), "threshold = 0.3\n").unwrap();
    let output = repo.charter(&["new", "--deep", "--profile", "quick", "--", IDEA]).run().success();
    assert!(output.stdout.contains("threshold: 30% (source:"), "{output}");
    repo.write(".charter/config.toml", "threshold = 0.2\n");
    check(&["--profile", "quick"], "20% (source: .charter/config.toml:1)");
    check(&["--threshold", "0.1"], "10% (source: flag:--threshold)");
    let output = repo.charter(&["new", "--deep", "--", IDEA]).env("CHARTER_THRESHOLD", "0.4");
    assert!(output.run().success().stdout.contains("40% (source: env:CHARTER_THRESHOLD)"));
}

#[test]
fn a_threshold_that_is_none_is_refused_and_leaves_no_charter() {
    let repo = repo();
    for threshold in ["0", "1.5", "5%", "x", "0.00001"] {
        let args = ["new", IDEA, "--deep", "--threshold", threshold];
        refused(&repo, &args, 2, "threshold-unusable");
    }
    for args in [["--batch", "7"], ["--max-rounds", "101"], ["--profile", "slow"]] {
        let all = [&["new", "--deep"], &args[..], &["an idea"]].concat();
        let _ = repo.charter(&all).run().code(2);
    }
    // Its options mean nothing without it.
    let _ = repo.charter(&["new", "--threshold", "0.2", "an idea"]).run().code(2);
    refused_with(&repo, &["list"], 2, "config-bad-value", &[("CHARTER_MIND", "magic")]);
    assert!(!repo.path(".charter").exists());
}

#[test]
fn what_was_begun_keeps_its_settings_until_they_are_changed() {
    let scene = hosted(&["--threshold", "0.3"]);
    assert!(first_line(&scene.repo, &scene.id).contains("30% (source: flag:--threshold)"));
    let n_events = scene.lines().len();
    let again = ["interview", "--deep", "--json"];
    let need = scene.charter(&again).env("CHARTER_THRESHOLD", "0.4").run().success().json();
    assert_eq!(need["context"]["threshold"]["units"], 3000);
    let args = ["interview", "--deep", "--threshold", "0.2", "--max-rounds", "7", "--batch", "2"];
    let _ = scene.charter(&args).env("CHARTER_MIND", "host").run().success();
    let need = next(&scene);
    assert_eq!(need["context"]["threshold"]["units"], 2000);
    assert_eq!(need["context"]["limits"]["hard"], 7);
    let begun = scene.events().into_iter().filter(|it| it["type"] == "deep_interview_begun");
    assert_eq!(begun.count(), 2);
    assert!(scene.lines().len() > n_events);
}

#[test]
fn an_agent_drives_it_need_by_need_to_a_spec_and_a_register() {
    let scene = hosted(&["--threshold", "0.3"]);
    let mut need = next(&scene);
    let mut kinds: Vec<(String, String)> = Vec::new();
    for step in 0..60 {
        assert_eq!(keys(&need), KEYS, "{need:#}");
        let word = |key: &str| need[key].as_str().unwrap().to_owned();
        kinds.push((word("kind"), word("for")));
        let score = if step < 12 { 0.55 } else { 0.8 };
        let content = match (word("kind").as_str(), word("for").as_str()) {
            (_, "mind") => thought(&need, score),
            ("topology", _) => json!({ "choice": "confirm" }),
            ("ask", _) => json!({ "answer": format!("answer number {step}, under 5 minutes") }),
            ("restate", _) => json!({ "choice": "yes" }),
            ("done", _) => break,
            other => panic!("{other:?}"),
        };
        assert!(!scene.repo.path(scene.file("spec.md")).exists(), "nothing before the end");
        need = submit(&scene, &need["needId"], &content);
    }
    let of = |kind: &str, whom: &str| (kind.to_owned(), whom.to_owned());
    for step in [
        of("topology", "mind"),
        of("topology", "user"),
        of("ask", "mind"),
        of("ask", "user"),
        of("score", "mind"),
        of("panel", "mind"),
        of("closure", "mind"),
        of("restate", "mind"),
        of("restate", "user"),
        of("spec", "mind"),
        of("done", "user"),
    ] {
        assert!(kinds.contains(&step), "{step:?} never came: {kinds:?}");
    }
    let spec = scene.repo.read(scene.file("spec.md"));
    assert!(spec.contains("Copying takes under 5 minutes a night"), "{spec}");
    let register = scene.repo.read(scene.file("criteria.md"));
    assert!(register.contains("From: R1") && register.contains("From: R2"), "{register}");
    let home = scene.charter(&[]).run().success();
    assert!(home.stdout.contains("0 of 2 criteria shown"), "{home}");
    // The choice is offered and recorded; nothing is executed.
    let before = scene.repo.snapshot_tree();
    let chosen = submit(&scene, &need["needId"], &json!({ "choice": "plan" }));
    assert_eq!((&chosen["kind"], &chosen["context"]["next"]), (&json!("done"), &json!("plan")));
    let after = scene.repo.snapshot_tree();
    let changed: Vec<&String> =
        after.keys().filter(|it| before.get(*it) != after.get(*it)).collect();
    assert!(
        changed.iter().all(|it| it.contains("/.local/") || it.contains("/ledger/")),
        "{changed:?}"
    );
    let output = scene.charter(&["interview"]).run().success();
    assert!(output.stdout.contains("2 criteria drafted from what you said"), "{output}");
    let _ = scene.charter(&["interview", "submit", "--answer", "accept"]).run().success();
    let output = scene.charter(&["interview"]).run().success();
    assert!(output.stdout.contains("Chosen: a plan first. Nothing was executed."), "{output}");
    assert_eq!(scene.findings(), [("missing-verifier".to_owned(), Some(18))]);
}

#[test]
fn submitting_twice_changes_nothing() {
    let scene = hosted(&["--threshold", "0.3"]);
    let mut need = next(&scene);
    for _ in 0..9 {
        let content = match (need["for"].as_str().unwrap(), need["kind"].as_str().unwrap()) {
            ("mind", _) => thought(&need, 0.5),
            (_, "topology") => json!({ "choice": "confirm" }),
            _ => json!({ "answer": "under 5 minutes" }),
        };
        let id = need["needId"].clone();
        need = submit(&scene, &id, &content);
        let lines = scene.lines();
        assert_eq!(submit(&scene, &id, &content), need, "the answer is the same");
        assert_eq!(scene.lines(), lines, "{id} was taken twice");
    }
}

#[test]
fn another_answer_replaces_the_first_and_disputes_what_rested_on_it() {
    let scene = hosted(&[]);
    let need = think(&scene, next(&scene), 0.5);
    let need = think(&scene, submit(&scene, &need["needId"], &json!({ "choice": "confirm" })), 0.5);
    let open = answer(&scene, &need, "five minutes a night", 0.5);
    let changed = submit(&scene, &need["needId"], &json!({ "answer": "ten minutes a night" }));
    assert_eq!(changed["context"]["disputed"], json!(["F1"]), "{changed:#}");
    assert_eq!((&changed["kind"], &changed["round"]), (&json!("score"), &json!(1)));
    let raised = scene.charter(&["interview", "bill", "--json"]).run().success().json();
    assert_eq!(raised["floor"]["disputed"], 1);
    assert_eq!(
        raised["items"].as_array().unwrap().iter().filter(|it| it["kind"] == "dispute").count(),
        1
    );
    let after = think(&scene, changed, 0.6);
    assert_eq!(after["needId"], open["needId"], "it goes on where it was");
    let log = scene.charter(&["log"]).run().success();
    assert!(log.stdout.contains("answered"), "{log}");
}

#[test]
fn what_is_out_of_shape_is_refused_whole_and_a_mind_may_give_up() {
    let scene = hosted(&[]);
    let lines = scene.lines();
    let bad = r#"{"components":[{"name":""},{"title":"x"}],"intents":[{"id":"no"}]}"#;
    let output = scene.charter(&["interview", "submit", "-", "--json"]).stdin(bad).run().code(2);
    let value = output.json();
    assert_eq!(value["code"], "fulfilment-unusable");
    assert!(value["problems"].as_array().unwrap().len() > 1, "all at once: {value:#}");
    assert_eq!(scene.lines(), lines);
    let output = scene.charter(&["interview", "submit", "-"]).stdin("[1, 2]").run().code(2);
    assert!(output.stderr.contains("is no object"), "{output}");
    let need = submit(&scene, &next(&scene)["needId"], &json!({ "failed": "no model today" }));
    assert_eq!((&need["kind"], &need["for"]), (&json!("topology"), &json!("user")));
    let state: Value = serde_json::from_slice(&scene.derived_bytes("interview.json")).unwrap();
    assert_eq!(state["mindFailures"], 1);
}

#[test]
fn by_default_the_embedded_mind_does_what_is_for_a_mind() {
    let repo = repo();
    let id = begin(&repo, &[]);
    let scene = Scene { repo, id };
    assert_eq!(next(&scene)["for"], "mind");
    // What was left to the host is done by the embedded rules where they are the mind now.
    let need = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!((&need["kind"], &need["for"]), (&json!("topology"), &json!("user")));
    let submit = |words: &str| {
        let args = ["interview", "submit", "--answer", words, "--json"];
        scene.charter(&args).run().success().json()
    };
    let need = submit("confirm");
    assert_eq!(
        (&need["kind"], &need["for"], &need["round"]),
        (&json!("ask"), &json!("user"), &json!(1))
    );
    let need = submit("Under 5 minutes a night, measured by the ward manager.");
    assert_eq!((&need["for"], &need["context"]["report"]["round"]), (&json!("user"), &json!(1)));
}

#[test]
fn the_derived_file_is_rebuilt_and_an_edited_one_is_named() {
    let scene = hosted(&[]);
    let _ = think(&scene, next(&scene), 0.5);
    let written = scene.derived_bytes("interview.json");
    let value: Value = serde_json::from_slice(&written).unwrap();
    assert_eq!(value["ledger"]["events"], json!(scene.lines().len()));
    assert_eq!(value["topology"]["components"][0]["name"], "Entry");
    let path = scene.repo.path(scene.derived("interview.json"));
    fs::remove_file(&path).unwrap();
    assert_eq!(scene.findings(), [], "a file that is written anew is nothing to find");
    assert!(!path.exists(), "looking writes nothing");
    let _ = scene.charter(&["status"]).run().success();
    assert_eq!(scene.derived_bytes("interview.json"), written);
    let edited = String::from_utf8(written.clone()).unwrap().replace("Entry", "Nothing");
    fs::write(&path, edited).unwrap();
    assert_eq!(scene.findings(), [("derived-edited".to_owned(), None)]);
    let _ = scene.charter(&["status"]).run().success();
    assert_eq!(scene.derived_bytes("interview.json"), written);
    // A charter without a deep interview has no such file.
    let other = Scene::new();
    assert!(other.repo.path(other.derived("state.json")).exists());
    for file in [other.derived("interview.json"), other.file("interview.json")] {
        assert!(!other.repo.path(file).exists());
    }
    assert_eq!(other.findings(), []);
}

#[test]
fn questions_that_are_asked_together_are_answered_in_any_order() {
    let scene = hosted(&["--batch", "2"]);
    let need = think(&scene, next(&scene), 0.5);
    let need = think(&scene, submit(&scene, &need["needId"], &json!({ "choice": "confirm" })), 0.5);
    let together = need["context"]["together"].as_array().unwrap().clone();
    assert_eq!(together.len(), 2, "{need:#}");
    assert_eq!(keys(&together[1]), KEYS);
    let rest = submit(&scene, &together[1]["needId"], &json!({ "answer": "the second" }));
    assert_eq!(rest["needId"], together[0]["needId"]);
    let text = scene.charter(&["interview", "next"]).run().success();
    assert!(text.stdout.contains("Round 1 |"), "{text}");
}

#[test]
fn the_bill_says_what_each_answer_would_take_off() {
    let scene = hosted(&[]);
    let output = scene.charter(&["interview", "bill"]).env("CHARTER_MIND", "host").run().success();
    assert!(output.stdout.contains("Nothing is scored yet"), "{output}");
    let need = think(&scene, next(&scene), 0.5);
    let need = think(&scene, submit(&scene, &need["needId"], &json!({ "choice": "confirm" })), 0.5);
    let _ = answer(&scene, &need, "five minutes", 0.5);
    let output = scene.charter(&["interview", "bill"]).run().success();
    assert!(output.stdout.contains("Ambiguity 50%, enough at 5%"), "{output}");
    assert!(output.stdout.contains("Entry, goal: how long it may take"), "{output}");
    let bill = scene.charter(&["interview", "bill", "--json"]).run().success().json();
    assert_eq!(bill["items"].as_array().unwrap().len(), 6, "{bill:#}");
    refused(&Scene::new().repo, &["interview", "bill"], 3, "no-question");
}

#[test]
fn answers_from_a_file_or_a_pipe_go_to_questions_in_order() {
    let repo = repo();
    repo.write("answers.txt", "Under 5 minutes a night\nNo network at night\n");
    let args = ["new", "--deep", "--answers", "answers.txt", "--", IDEA];
    let output = repo.charter(&args).run().success();
    assert!(output.stdout.contains("Round 3 |"), "{output}");
    assert_eq!(output.stderr, "");
    let need =
        repo.charter(&["interview", "--json"]).stdin(r#"["No network", {"exit": "enough"}]"#);
    let need = need.run().success().json();
    assert_eq!(need["kind"], "closure", "{need:#}");
    // Words are never taken for a choice that they do not name.
    let output = repo.charter(&["interview"]).stdin("and one more thing\n").run().success();
    assert!(
        output.stderr.contains("1 of 1 reply was not used: no open question takes such a reply"),
        "{output}"
    );
    let need =
        repo.charter(&["interview", "--json"]).stdin("proceed\nyes\n").run().success().json();
    assert_eq!(need["kind"], "done", "{need:#}");
    let spec: Vec<_> =
        repo.snapshot_tree().into_keys().filter(|it| it.ends_with("spec.md")).collect();
    assert_eq!(spec.len(), 1);
}

#[test]
fn an_answer_stays_where_the_spec_cannot_be_written() {
    let repo = repo();
    let id = begin(&repo, &[]);
    let scene = Scene { repo, id };
    let answers = "confirm\nUnder 5 minutes a night\nNo network at night\nNo network\n{\"exit\": \"enough\"}\nproceed\n";
    let answers: Vec<&str> = answers.lines().collect();
    let reply =
        |words: &str| scene.charter(&["interview", "submit", "-", "--json"]).stdin(words).run();
    let _ = scene.charter(&["interview", "next"]).run().success();
    for words in answers {
        let content = match words {
            it if it.starts_with('{') => it.to_owned(),
            "confirm" | "proceed" => json!({ "choice": words }).to_string(),
            it => json!({ "answer": it }).to_string(),
        };
        let _ = reply(&content).success();
    }
    let spec = scene.repo.path(scene.file("spec.md"));
    fs::create_dir(&spec).unwrap();
    let n_events = scene.lines().len();
    let behind = reply("{\"choice\": \"yes\"}").success().json()["behind"][0].clone();
    assert!(behind["message"].as_str().unwrap().contains("spec.md"), "{behind:#}");
    assert!(behind["command"].as_str().unwrap().starts_with("charter interview next"));
    assert_eq!(scene.lines().len(), n_events + 1, "what was said is written down");
    fs::remove_dir(&spec).unwrap();
    let need = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(need["kind"], "done", "{need:#}");
    assert!(spec.is_file());
}

#[test]
fn words_name_choices_by_word_number_or_label() {
    let scene = hosted(&[]);
    let _ = think(&scene, next(&scene), 0.5);
    let say = |words: &str| {
        let args = ["interview", "submit", "--answer", words, "--json"];
        scene.charter(&args).env("CHARTER_MIND", "host").run().success().json()
    };
    let need = think(&scene, say("defer 2: not this year"), 0.5);
    let state: Value = serde_json::from_slice(&scene.derived_bytes("interview.json")).unwrap();
    assert_eq!(state["topology"]["components"][1]["deferred"], "not this year");
    assert_eq!(need["options"][1]["label"], "At the desk");
    let _ = think(&scene, say("2"), 0.5);
    let state: Value = serde_json::from_slice(&scene.derived_bytes("interview.json")).unwrap();
    assert_eq!(state["rounds"][0]["reply"]["answer"]["options"], json!(["At the desk"]));
    let need = say("You decide.");
    assert_eq!((&need["kind"], &need["round"]), (&json!("panel"), &json!(2)));
    refused(&scene.repo, &["interview", "submit", "--skip", "no idea"], 2, "reply-unusable");
}

#[test]
fn status_and_home_say_that_it_runs_and_the_brief_one_stays_reachable() {
    let scene = hosted(&[]);
    let home = scene.charter(&[]).run().success();
    assert!(
        home.stdout.contains("deep interview, 0 answered, ambiguity 100%, enough at 5%"),
        "{home}"
    );
    assert!(home.stdout.contains("next  charter interview"), "{home}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(keys(&status["deepInterview"]), ["kind", "answered", "ambiguity", "threshold"]);
    let need = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(need["kind"], "topology");
    let need = scene.charter(&["interview", "--update", "--json"]).run().success().json();
    assert_eq!(need["needId"].as_str().unwrap().chars().next(), Some('s'), "{need:#}");
}

#[test]
fn a_paused_or_ended_charter_is_not_interviewed() {
    let scene = hosted(&[]);
    let _ = think(&scene, next(&scene), 0.5);
    let _ = scene.charter(&["abandon", "--reason", "bought"]).run().success();
    let args = ["interview", "submit", "--answer", "confirm", "--charter", &scene.id];
    refused(&scene.repo, &args, 1, "wrong-state");
}

#[test]
fn a_reply_that_is_refused_is_named_by_its_number() {
    let repo = repo();
    repo.write("a.json", r#"[{"choice":"confirm"},"Nurses enter it at the bed.",{"nonsense":1}]"#);
    let output = repo.charter(&["new", IDEA, "--deep", "--answers", "a.json"]).run().code(2);
    assert!(format!("{output}").contains("reply 3: "), "{output}");
}

#[test]
fn while_it_is_open_nothing_offers_the_five_questions() {
    let repo = repo();
    let report = repo.charter(&["new", IDEA, "--deep", "--json"]).run().success();
    assert!(!report.stdout.contains("five questions"), "{report}");
    let actions = report.json()["nextActions"].clone();
    let action = |it: &serde_json::Value| it["action"].as_str().unwrap().to_owned();
    let actions: Vec<String> = actions.as_array().unwrap().iter().map(action).collect();
    assert_eq!(actions[..2], ["interview next", "interview"]);
}

#[test]
fn a_profile_counts_for_an_interview_that_is_open() {
    let repo = repo();
    let _ = repo.charter(&["new", IDEA, "--deep"]).run().success();
    let output = repo.charter(&["interview", "--deep", "--profile", "quick"]).run().success();
    let first = output.stdout.lines().next();
    assert_eq!(first, Some("Deep Interview threshold: 60% (source: flag:--profile quick)"));
    let output = repo.charter(&["interview"]).run().success();
    assert_eq!(output.stdout.lines().next(), first, "it stays");
}
