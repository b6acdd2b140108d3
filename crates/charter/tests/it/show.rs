//! `charter show`: a charter or a criterion, whole.

use crate::scene::{Scene, check_text, keys, open, refused, repo};
use insta::assert_snapshot;

#[test]
fn without_a_criterion_the_charter_is_shown_as_it_is() {
    let scene = Scene::new();
    let text = scene.repo.read(scene.file("charter.md"));
    assert_eq!(scene.charter(&["show"]).run().success().stdout, text);
    let value = scene.charter(&["show", "--json"]).run().success().json();
    assert_eq!(keys(&value), ["charterId", "path", "charter", "findings"]);
    assert_eq!(value["charter"], text);
}

#[test]
fn a_criterion_is_found_by_a_fragment_in_any_case() {
    let scene = Scene::with_criteria();
    assert_snapshot!(scene.charter(&["show", "entry-001"]).run(), @"
    exit 0
    --- stdout

      VAL-ENTRY-001  a reading entered offline is there after a reload
      missing, in m1

      Entered on the ward, the network cable pulled; the value is on the screen
      after a reload.
      Verifier: command
      Command: cargo test --test offline
      Watches: src/entry/**
      From: R2, F1

      Answers
        R2  not an answer in this ledger
        F1  not an answer in this ledger

      Agreed
        not yet

      Evidence
        nothing recorded yet
    ");
}

#[test]
fn the_json_of_a_criterion_has_what_the_register_says() {
    let scene = Scene::with_criteria();
    let value = scene.charter(&["show", "VAL-ENTRY-001", "--json"]).run().success().json();
    assert_eq!(
        keys(&value).join(" "),
        "charterId path criterion text description command watches from trace history findings"
    );
    assert_eq!(value["criterion"]["id"], "VAL-ENTRY-001");
    assert_eq!(value["watches"], serde_json::json!(["src/entry/**"]));
}

#[test]
fn an_unknown_criterion_is_refused_and_an_ambiguous_one_is_called_that() {
    let scene = Scene::with_criteria();
    let output = refused(&scene.repo, &["show", "VAL-NOWHERE"], 2, "unknown-criterion");
    assert_snapshot!(output, @"
    exit 2
    --- stderr
    error: no criterion matches `VAL-NOWHERE` in `20261116-090000-nurses-night-shifts`
    hint: charter status --charter 20261116-090000-nurses-night-shifts  (see where it stands)
    ");
    assert_snapshot!(refused(&scene.repo, &["show", "ENTRY"], 2, "ambiguous-criterion"), @"
    exit 2
    --- stderr
    error: `ENTRY` matches 2 criteria in `20261116-090000-nurses-night-shifts`
    hint: charter show VAL-ENTRY-001 --charter 20261116-090000-nurses-night-shifts  (see this one)
    hint: charter show VAL-ENTRY-002 --charter 20261116-090000-nurses-night-shifts  (see this one)
    ");
}

#[test]
fn what_is_wrong_with_the_ledger_is_said_beside_the_document() {
    let scene = Scene::with_events(3);
    let mut lines = scene.lines();
    lines.remove(1);
    scene.write_lines(&lines);
    let output = scene.charter(&["show"]).run().success();
    assert!(output.stderr.contains("[chain-gap]"), "a read answers with a warning:\n{output}");
}

/// A charter whose criteria come from an interview, with a commit behind it.
fn interviewed() -> Scene {
    let repo = repo();
    repo.write("src/old.sh", "echo 1\n");
    let _ = repo.git(&["add", "-A"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let id = open(&repo, "Ward");
    let scene = Scene { repo, id };
    let answers =
        ["Nurses copy rates by hand.", "accept", "Night nurses on four wards use it at the bed."];
    for answer in answers {
        let _ = scene.charter(&["interview", "submit", "--answer", answer]).run().success();
    }
    let criteria = "## m1\n\n### VAL-A — the rate is tripled\nVerifier: command\nFrom: Q1, Q4\n";
    scene.repo.write(scene.file("criteria.md"), criteria);
    scene
}

#[test]
fn the_trace_of_a_criterion_goes_from_answers_in_words_to_runs() {
    let scene = interviewed();
    scene.repo.write("src/rate.sh", "echo $(($1 * 3))\n");
    scene.repo.write("tests/rate.sh", check_text(1, ""));
    let _ = scene.charter(&["prove", "VAL-A", "--", "sh", "tests/rate.sh"]).run();
    let text = scene.repo.read(scene.file("criteria.md")).replace("tripled", "fourfold");
    scene.repo.write(scene.file("criteria.md"), text);
    let value = scene.charter(&["show", "VAL-A", "--json"]).run().success().json();
    let trace = &value["trace"];
    assert_eq!(keys(trace), ["answers", "agreed", "evidence"]);
    assert_eq!(keys(&trace["answers"][0]), ["ref", "question", "answer", "actor", "ts"]);
    assert_eq!(trace["answers"][0]["ref"], "Q1");
    assert_eq!(trace["answers"][0]["answer"], "Nurses copy rates by hand.");
    assert!(trace["answers"][0]["question"].as_str().unwrap().starts_with("Tell me everything"));
    assert_eq!(trace["answers"][1]["answer"], "Night nurses on four wards use it at the bed.");
    assert!(trace["answers"][1]["ts"].is_string() && trace["answers"][1]["actor"].is_string());
    assert_eq!(trace["agreed"]["text"], "the rate is tripled\nVerifier: command");
    assert_eq!(trace["agreed"]["now"], "the rate is fourfold\nVerifier: command");
    let run = &trace["evidence"][0];
    assert_eq!(run["argv"], serde_json::json!(["sh", "tests/rate.sh"]));
    assert_eq!(run["verdict"], "proven", "as it was recorded: {run:#}");
    assert_eq!(value["criterion"]["verdict"], "suspect", "as it stands");
    assert!(run["commit"].is_string() && !run["reasons"].as_array().unwrap().is_empty());
    for width in ["40", "80"] {
        let shown = scene.charter(&["show", "VAL-A"]).env("COLUMNS", width).run().success().stdout;
        let width: usize = width.parse().unwrap();
        assert!(shown.lines().all(|it| it.chars().count() <= width), "{shown}");
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let order = [
            "suspect, in m1",
            "Answers",
            "“Nurses copy rates by hand.”",
            "Agreed",
            "- the rate is tripled + the rate is fourfold",
            "Evidence 1 proven, at",
            "sh tests/rate.sh",
        ];
        let mut rest = shown.as_str();
        for part in order {
            let (_, behind) = rest.split_once(part).unwrap_or_else(|| panic!("{part}: {shown}"));
            rest = behind;
        }
    }
}

#[test]
fn what_was_decided_about_a_criterion_is_part_of_its_trace() {
    let scene = interviewed();
    let _ = scene.charter(&["agree"]).run().success();
    let text = scene.repo.read(scene.file("criteria.md")).replace("tripled", "fourfold");
    scene.repo.write(scene.file("criteria.md"), text);
    let _ = scene.charter(&["agree", "-m", "the ward asked for it"]).run().success();
    let _ = scene.charter(&["block", "VAL-A", "-m", "units are missing"]).run().success();
    let shown = scene.charter(&["show", "VAL-A"]).run().success().stdout;
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let reworded = "reworded: the ward asked for it; before it said “the rate is tripled";
    assert!(shown.contains(reworded), "{shown}");
    assert!(shown.contains("objection B1 against VAL-A: units are missing"), "{shown}");
}

#[test]
fn an_older_answer_without_words_is_said_to_have_none() {
    let scene = interviewed();
    scene.rechain(|event| {
        if let Some(event) = event.as_object_mut() {
            event.remove("said");
            if event["type"] == "question_answered" {
                event.remove("question");
            }
        }
    });
    let value = scene.charter(&["show", "VAL-A", "--json"]).run().success().json();
    let answer = &value["trace"]["answers"][1];
    assert!(answer["answer"].is_null() && answer["question"].is_null(), "{answer:#}");
    assert!(
        answer["actor"].is_string() && answer["ts"].is_string(),
        "the envelope says who and when"
    );
    let shown = scene.charter(&["show", "VAL-A"]).run().success().stdout;
    assert!(shown.contains("Q4  not recorded in words"), "{shown}");
}

#[test]
fn words_of_an_answer_cannot_move_the_cursor() {
    let scene = interviewed();
    let answer = "They get forty minutes\u{1b}[2J back and make \u{202e}fewer mistakes.";
    let _ = scene.charter(&["interview", "submit", "--answer", answer]).run().success();
    let text = scene.repo.read(scene.file("criteria.md")).replace("Q1, Q4", "Q5");
    scene.repo.write(scene.file("criteria.md"), text);
    let shown = scene.charter(&["show", "VAL-A"]).run().success().stdout;
    assert!(shown.contains("They get forty minutes"), "{shown}");
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
}

#[test]
fn a_test_whose_name_shares_the_words_is_suggested_until_something_is_recorded() {
    let scene = Scene::new();
    for file in ["Cargo.toml", "tests/offline.rs", "tests/export.rs"] {
        scene.repo.write(file, "");
    }
    let text = "# Criteria\n\n### VAL-LIST-001 — users can export the list\n\n### VAL-PAGE-001 — the page loads in 2 s\n";
    scene.repo.write(scene.file("criteria.md"), text);
    let show = |id: &str| scene.charter(&["show", id, "--json"]).run().success().json();
    assert_eq!(show("VAL-LIST-001")["suggestedCommand"], "cargo test --test export");
    assert!(show("VAL-PAGE-001").get("suggestedCommand").is_none(), "nothing speaks for one");
    let shown = scene.charter(&["show", "VAL-LIST-001"]).run().success().stdout;
    assert!(shown.contains("  A test that may show it: cargo test --test export\n"), "{shown}");
    let _ = scene.charter(&["record", "VAL-LIST-001", "--fail", "-m", "not yet"]).run();
    assert!(show("VAL-LIST-001").get("suggestedCommand").is_none());
}
