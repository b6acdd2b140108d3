//! The deep interview, driven by scripts and agents: needs out, fulfilments in.

use crate::host::{IDEA, answer, hosted, next, submit, think, thought};
use crate::scene::{Scene, keys, refused, refused_with, repo};
use charter_testkit::Repo;
use serde_json::{Value, json};
use std::fs;

/// Answers to the questions of a checklist, by what they are about.
const ANSWERS: [(&str, &str); 8] = [
    (
        "steps",
        "A nurse opens the bed's page, then types the pulse and taps save, and the list shows it.",
    ),
    ("users", "Night nurses on four wards, who write the vital signs on paper today."),
    ("first-version", "Entering the vital signs, and a list for the morning."),
    ("success", "Copying vital signs takes under 5 minutes a night."),
    ("left-out", "No billing, no medication."),
    ("limits", "It has to work without network for 8 hours."),
    ("existing", "Four tablets and a printer are there."),
    ("trouble", "When the network is down, the values wait on the tablet."),
];

/// Says what answers the open question of a checklist.
#[track_caller]
fn answer_to(need: &Value) -> &'static str {
    let topic = need["context"]["topic"].as_str();
    let found = ANSWERS.into_iter().find(|(it, _)| Some(*it) == topic);
    assert!(found.is_some(), "no question of a checklist: {need:#}");
    found.unwrap().1
}

const KEYS: [&str; 8] =
    ["needId", "kind", "for", "round", "prompt", "options", "schema", "context"];

fn first_line(repo: &Repo, id: &str) -> String {
    let args = ["interview", "next", "--charter", id];
    let output = repo.charter(&args).env("CHARTER_MIND", "host").run().success();
    output.stdout.lines().next().unwrap().to_owned()
}

#[test]
fn the_first_line_says_the_threshold_and_where_it_comes_from() {
    let repo = repo();
    let check = |args: &[&str], expected: &str| {
        let output = repo.charter(&[&["new", "--deep"], args, &["--", IDEA]].concat());
        let output = output.env("CHARTER_MIND", "host").run().success();
        let first = output.stdout.lines().next();
        assert_eq!(first.unwrap(), format!("Deep Interview threshold: {expected}"), "{args:?}");
    };
    check(&[], "5% (source: default)");
    check(&["--profile", "quick"], "60% (source: flag:--profile quick)");
    check(&["--threshold", "0.125"], "12.5% (source: flag:--threshold)");
    fs::create_dir_all(repo.home().join(".config/charter")).unwrap();
    fs::write(repo.home().join(".config/charter/config.toml"), "profile = \"deep\"\n").unwrap();
    let new = || repo.charter(&["new", "--deep", "--", IDEA]).env("CHARTER_MIND", "host");
    let output = new().run().success();
    assert!(output.stdout.contains("threshold: 35% (source:"), "{output}");
    assert!(output.stdout.contains("config.toml:1, profile deep)"), "{output}");
    fs::write(repo.home().join(".config/charter/config.toml"), "threshold = 0.3\n").unwrap();
    let output = repo.charter(&["new", "--deep", "--profile", "quick", "--", IDEA]);
    let output = output.env("CHARTER_MIND", "host").run().success();
    assert!(output.stdout.contains("threshold: 30% (source:"), "{output}");
    repo.write(".charter/config.toml", "threshold = 0.2\n");
    check(&["--profile", "quick"], "20% (source: .charter/config.toml:1)");
    check(&["--threshold", "0.1"], "10% (source: flag:--threshold)");
    let output = new().env("CHARTER_THRESHOLD", "0.4");
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
    let need = scene.charter(&again).env("CHARTER_THRESHOLD", "0.4").env("CHARTER_MIND", "host");
    let need = need.run().success().json();
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
            ("parts", _) => json!({ "choice": "confirm" }),
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
        of("parts", "mind"),
        of("parts", "user"),
        of("ask", "user"),
        of("turn", "mind"),
        of("panel", "mind"),
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
            (_, "parts") => json!({ "choice": "confirm" }),
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
    assert_eq!((&changed["kind"], &changed["round"]), (&json!("turn"), &json!(1)));
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
    let output = scene.charter(&["interview", "submit", "-", "--json"]).env("CHARTER_MIND", "host");
    let output = output.stdin(bad).run().code(2);
    let value = output.json();
    assert_eq!(value["code"], "fulfilment-unusable");
    assert!(value["problems"].as_array().unwrap().len() > 1, "all at once: {value:#}");
    assert_eq!(scene.lines(), lines);
    let output = scene.charter(&["interview", "submit", "-"]).stdin("[1, 2]").run().code(2);
    assert!(output.stderr.contains("is no object"), "{output}");
    let need = submit(&scene, &next(&scene)["needId"], &json!({ "failed": "no model today" }));
    assert_eq!((&need["kind"], &need["for"]), (&json!("ask"), &json!("user")));
    assert_eq!(need["context"]["way"], "checklist", "the rest is a checklist: {need:#}");
}

#[test]
fn a_host_led_interview_goes_on_as_a_checklist_from_the_first_answer_without_the_host() {
    let scene = hosted(&[]);
    let n = scene.lines().len();
    assert_eq!(next(&scene)["for"], "mind");
    // Looking writes nothing: whoever thinks is not driven off by it.
    let need = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!((&need["kind"], &need["for"]), (&json!("ask"), &json!("user")));
    assert_eq!(need["context"]["way"], "checklist");
    let _ = scene.charter(&["interview"]).run().success();
    assert_eq!((scene.lines().len(), &next(&scene)["for"]), (n, &json!("mind")));
    let args = ["interview", "submit", "--answer", ANSWERS[0].1, "--json"];
    let after = scene.charter(&args).run().success().json();
    assert_eq!((&after["kind"], &after["round"]), (&json!("ask"), &json!(2)));
    assert_eq!(next(&scene)["context"]["way"], "checklist", "it is one for the rest");
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
    assert!(text.stdout.contains("Question 1"), "{text}");
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
    repo.write("answers.txt", format!("{}\n{}\n", ANSWERS[0].1, ANSWERS[2].1));
    let args = ["new", "--deep", "--answers", "answers.txt", "--", IDEA];
    let output = repo.charter(&args).run().success();
    assert!(output.stdout.contains("Question 3"), "{output}");
    assert_eq!(output.stderr, "");
    let replies = json!([ANSWERS[3].1, { "exit": "enough" }]).to_string();
    let need = repo.charter(&["interview", "--json"]).stdin(&replies).run().success().json();
    assert_eq!(need["kind"], "closure", "{need:#}");
    // Words are never taken for a choice that they do not name.
    let output = repo.charter(&["interview"]).stdin("and one more thing\n").run().success();
    assert!(
        output.stderr.contains("1 of 1 reply was not used: no open question takes such a reply"),
        "{output}"
    );
    let need = repo.charter(&["interview", "--json"]).stdin("proceed\n").run().success().json();
    assert_eq!(need["kind"], "done", "{need:#}");
    let spec: Vec<_> =
        repo.snapshot_tree().into_keys().filter(|it| it.ends_with("spec.md")).collect();
    assert_eq!(spec.len(), 1);
}

#[test]
fn an_answer_stays_where_the_spec_cannot_be_written() {
    let scene = checklist();
    let reply =
        |words: &str| scene.charter(&["interview", "submit", "-", "--json"]).stdin(words).run();
    let next = || scene.charter(&["interview", "next", "--json"]).run().success().json();
    let mut need = next();
    while need["context"]["progress"]["questionsLeft"] != 1 {
        let words = json!({ "answer": answer_to(&need) }).to_string();
        need = reply(&words).success().json();
    }
    let last = answer_to(&need);
    let spec = scene.repo.path(scene.file("spec.md"));
    fs::create_dir(&spec).unwrap();
    let n_events = scene.lines().len();
    let behind =
        reply(&json!({ "answer": last }).to_string()).success().json()["behind"][0].clone();
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
    let skip = ["interview", "submit", "--skip", "no idea"];
    refused_with(&scene.repo, &skip, 2, "reply-unusable", &[("CHARTER_MIND", "host")]);
}

#[test]
fn status_and_home_say_that_it_runs_and_the_brief_one_stays_reachable() {
    let scene = hosted(&[]);
    let home = scene.charter(&[]).run().success();
    assert!(home.stdout.contains("deep interview, 0 answered"), "{home}");
    assert!(home.stdout.contains("next  charter interview"), "{home}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(keys(&status["deepInterview"]), ["kind", "answered", "ambiguity", "threshold"]);
    let need = scene.charter(&["interview", "--json"]).env("CHARTER_MIND", "host").run();
    assert_eq!(need.success().json()["kind"], "parts");
    let need = scene.charter(&["interview", "--update", "--json"]).run().success().json();
    assert_eq!(need["kind"], "review", "{need:#}");
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
    repo.write("a.json", json!([ANSWERS[0].1, ANSWERS[2].1, { "nonsense": 1 }]).to_string());
    let output = repo.charter(&["new", IDEA, "--deep", "--answers", "a.json"]).run().code(2);
    assert!(format!("{output}").contains("reply 3: "), "{output}");
    repo.write("a.json", json!([ANSWERS[0].1, "asdf asdf"]).to_string());
    let output = repo.charter(&["new", IDEA, "--deep", "--answers", "a.json"]).run().code(2);
    assert!(output.stderr.contains("reply 2: That doesn't answer the question"), "{output}");
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
    let scene = hosted(&[]);
    let host = |args: &[&str]| scene.charter(args).env("CHARTER_MIND", "host").run().success();
    let output = host(&["interview", "--deep", "--profile", "quick"]);
    let first = output.stdout.lines().next();
    assert_eq!(first, Some("Deep Interview threshold: 60% (source: flag:--profile quick)"));
    let output = host(&["interview"]);
    assert_eq!(output.stdout.lines().next(), first, "it stays");
}

/// Begins an interview without a model.
fn checklist() -> Scene {
    let repo = repo();
    let report = repo.charter(&["new", "--deep", "--json", "--", IDEA]).run().success().json();
    Scene { repo, id: report["charterId"].as_str().unwrap().to_owned() }
}

#[test]
fn without_a_model_it_is_a_checklist_from_the_first_question_to_the_agreed_register() {
    let scene = checklist();
    let say = |words: &str| {
        let args = ["interview", "submit", "--answer", words, "--json"];
        scene.charter(&args).run().success().json()
    };
    let mut need = scene.charter(&["interview", "next", "--json"]).run().success().json();
    for n in 1..=8 {
        if need["kind"] == "done" {
            break;
        }
        assert_eq!(keys(&need), KEYS, "{need:#}");
        assert_eq!((&need["kind"], &need["round"]), (&json!("ask"), &json!(n)), "{need:#}");
        assert!(need["context"]["ambiguity"].is_null(), "{need:#}");
        need = say(answer_to(&need));
        let progress = need["context"]["progress"]["lines"].as_array().cloned();
        assert!(need["kind"] == "done" || progress.is_some_and(|it| it.len() < 4), "{need:#}");
    }
    assert_eq!((&need["kind"], &need["context"]["status"]), (&json!("done"), &json!("CHECKLIST")));
    let spec = scene.file("spec.md");
    assert!(scene.repo.read(&spec).contains("No billing, no medication. (R"));
    let events = scene.events();
    assert_eq!(events.last().unwrap()["fulfilment"]["kind"], "checklistEnded");
    assert!(!events.iter().any(|it| it["type"] == "register_agreed"), "it waits for a look");
    // Our own readers understand it.
    let output = scene.charter(&["review", "--spec", &spec, "--json"]).run().code(1).json();
    let findings = output["findings"].as_array().unwrap().clone();
    assert!(findings.iter().all(|it| it["code"] != "spec-criterion-missing"), "{findings:#?}");
    let _ = say("plan");
    let drafted = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(drafted["kind"], "review", "{drafted:#}");
    let reviewed = say("accept");
    assert_ne!(reviewed["kind"], "review", "{reviewed:#}");
    assert!(scene.events().iter().any(|it| it["type"] == "register_agreed"));
    let plan = scene.charter(&["plan", "open", "--json"]).run().success().json();
    assert!(plan.to_string().contains("spec.md"), "{plan:#}");
    let other = repo();
    other.write("spec.md", scene.repo.read(&spec));
    let row = other.charter(&["import", "spec.md", "--json"]).run().success().json();
    let row = row["imported"][0].clone();
    assert_eq!((&row["criteria"], &row["rounds"]), (&json!(1), &json!(0)), "{row:#}");
}

#[test]
fn what_says_nothing_is_refused_and_a_question_is_passed_over_with_a_reason() {
    let scene = checklist();
    let n = scene.lines().len();
    let args = ["interview", "submit", "--answer", "asdf asdf"];
    let output = refused(&scene.repo, &args, 2, "no-answer");
    assert!(output.stderr.contains("That doesn't answer the question; it stays open."), "{output}");
    assert!(output.stderr.contains("--skip"), "{output}");
    assert_eq!(scene.lines().len(), n, "nothing was written");
    let skip = ["interview", "submit", "--skip", "no idea yet", "--json"];
    let need = scene.charter(&skip).run().success().json();
    assert_eq!((&need["kind"], &need["round"]), (&json!("ask"), &json!(2)));
    let log = scene.charter(&["log"]).run().success();
    assert!(log.stdout.contains("passed over a question"), "{log}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(keys(&status["deepInterview"]), ["kind", "answered"]);
    let bill = scene.charter(&["interview", "bill"]).run().success();
    assert!(bill.stdout.contains("A checklist without a model has no figures."), "{bill}");
}
