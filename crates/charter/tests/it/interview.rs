//! `charter interview`: answers are kept as they are given, and the document ends whole.

use crate::scene::{Scene, open, refused, repo, texts};
use charter_testkit::Rng;
use serde_json::{Value, json};
use std::time::Duration;

const ANSWERS: [&str; 6] = [
    "Nurses lose forty minutes a night copying numbers, and errors slip in.",
    "Night nurses on four wards use it at the bed, and ward managers read it.",
    "They get forty minutes a night back and make fewer mistakes than on paper.",
    "Version one has vital signs only; billing and medication are not part of it.",
    "It worked when copying takes less than five minutes a night by March.",
    "There is nothing more that I could say about it at the moment, really.",
];

fn scene() -> Scene {
    let repo = repo();
    let id = open(&repo, "Ward");
    Scene { repo, id }
}

fn submit(scene: &Scene, answer: &str) -> Value {
    scene.charter(&["interview", "submit", "--answer", answer, "--json"]).run().success().json()
}

#[test]
fn the_open_question_is_shown_and_nothing_is_written() {
    let scene = scene();
    let before = scene.repo.snapshot_tree();
    let value = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(
        (&value["kind"], &value["round"], &value["for"]),
        (&json!("ask"), &json!(1), &json!("user"))
    );
    assert_eq!(value["context"]["topic"], "Brain Dump");
    let same = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(same, value);
    assert_eq!(scene.repo.snapshot_tree(), before);
}

#[test]
fn answers_lead_to_a_whole_charter_in_at_most_five_questions() {
    let scene = scene();
    let mut n_asked = 0;
    for answer in ANSWERS {
        let value = submit(&scene, answer);
        n_asked += 1;
        if value["kind"] == "done" {
            break;
        }
        let text = scene.repo.read(scene.file("charter.md"));
        assert!(text.contains(answer), "kept as it was given");
        assert_eq!(text.matches("## Scratch Pad").count(), 1);
    }
    assert!(n_asked <= 5, "{n_asked} questions");
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(!text.contains("Scratch Pad") && !text.contains("### Q"), "{text}");
    let value = scene.charter(&["interview", "next", "--json"]).run().success().json();
    let is_draft = text.contains("**Status**: Draft");
    assert!(is_draft || value["kind"] == "done", "{text}\n{value:#}");
    let log = scene.charter(&["log", "--json"]).run().success().json();
    let kinds = texts(&log["events"], "type");
    assert_eq!(kinds.iter().filter(|it| **it == "interview_finished").count(), 1);
}

#[test]
fn a_finished_interview_proposes_what_must_be_shown() {
    let scene = scene();
    for _ in 0..6 {
        let value = scene.charter(&["interview", "next", "--json"]).run().success().json();
        let answer = match value["context"]["topic"].as_str() {
            Some("Scope") => "- vital signs at the bed\n- no billing",
            Some("Success Criteria") => "Copying takes under 5 minutes. Entering is easy.",
            Some("Target Users") => ANSWERS[1],
            Some("Value Proposition") => ANSWERS[2],
            Some(_) => ANSWERS[0],
            None => break,
        };
        submit(&scene, answer);
    }
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let titles = texts(&status["criteria"], "title");
    assert!(titles.contains(&"Copying takes under 5 minutes"), "{titles:?}");
    assert!(titles.contains(&"vital signs at the bed"), "{titles:?}");
    assert!(!titles.iter().any(|it| it.contains("billing")), "{titles:?}");
    let text = scene.repo.read(scene.file("criteria.md"));
    assert!(text.contains("Measure: _TBD_ (“easy” — what would you count?)"), "{text}");
    assert!(text.contains("\nFrom: Q"), "{text}");
}

#[test]
fn an_idea_that_says_enough_is_not_asked_for_again() {
    let repo = repo();
    open(&repo, "Night nurses lose 40 minutes a shift copying vital signs from paper by hand");
    let value = repo.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(value["round"], 2, "{value:#}");
    assert_ne!(value["context"]["topic"], "Brain Dump");
}

#[test]
fn a_reply_can_come_on_stdin_as_text_or_json() {
    let scene = scene();
    let text = scene.charter(&["interview", "submit", "-", "--json"]).stdin(ANSWERS[0]).run();
    let id = text.success().json()["needId"].as_str().unwrap().to_owned();
    let reply = json!({ "needId": id, "answer": "## A heading\n```\nand --> a <!-- comment" });
    let run = scene.charter(&["interview", "submit", "--json"]).stdin(&reply.to_string()).run();
    assert_eq!(run.success().json()["round"], 3);
    for bad in ["{\"answer\":\"a\",\"skip\":\"b\"}", "{}"] {
        let output =
            scene.charter(&["interview", "submit", "-", "--json"]).stdin(bad).run().code(2);
        assert_eq!(output.json()["code"], "reply-unusable");
    }
}

#[test]
fn a_question_is_skipped_with_a_reason_and_not_asked_again() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let before = scene.charter(&["interview", "next", "--json"]).run().success().json();
    let args = ["interview", "submit", "--skip", "nobody knows yet", "--json"];
    let after = scene.charter(&args).run().success().json();
    assert_ne!(after["context"]["topic"], before["context"]["topic"]);
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains("**Skipped**: nobody knows yet"), "{text}");
}

#[test]
fn what_cannot_be_taken_changes_nothing() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let answer = |text: &'static str| vec!["interview", "submit", "--answer", text];
    let _ = refused(&scene.repo, &answer(" … "), 2, "answer-missing");
    let other = ["interview", "submit", "--answer", "x", "--need", "q1-00000000"];
    let _ = refused(&scene.repo, &other, 3, "other-question");
    let text = scene.repo.read(scene.file("charter.md"));
    scene.repo.write(scene.file("charter.md"), "# Charter: X\n\n<!-- never closed\n");
    let _ = refused(&scene.repo, &answer("some words"), 2, "pad-hidden");
    let done = text.split("\n## Scratch Pad").next().unwrap().replace("Draft", "Complete");
    scene.repo.write(scene.file("charter.md"), done);
    let _ = refused(&scene.repo, &answer("some words"), 3, "no-question");
}

#[test]
fn two_answers_at_once_are_both_there_or_one_is_told() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let open = scene.charter(&["interview", "next", "--json"]).run().success().json();
    let need = open["needId"].as_str().unwrap().to_owned();
    let args = |answer| ["interview", "submit", "--need", &need, "--answer", answer];
    let running: Vec<_> =
        [ANSWERS[1], ANSWERS[2]].map(|it| scene.charter(&args(it)).spawn()).into_iter().collect();
    let codes: Vec<_> = running.into_iter().map(|it| it.wait().code).collect();
    let mut sorted = codes.clone();
    sorted.sort();
    assert_eq!(sorted, [Some(0), Some(3)], "one answer, one word that another came first");
}

#[test]
fn a_kill_at_any_moment_loses_no_answer_that_was_taken() {
    let seed = 0x1e57_1e57;
    let mut rng = Rng::new(seed);
    let mut scene = scene();
    let mut taken: Vec<String> = Vec::new();
    for round in 0..50 {
        let answer = format!("round {round} says that nurses on the ward need this very much");
        let args = ["interview", "submit", "--answer", &answer];
        let mut running = scene.charter(&args).real_clock().spawn();
        // The moment is the point of this test; nothing is timed.
        std::thread::sleep(Duration::from_micros(rng.below(9000) as u64));
        let finished = running.child().try_wait().unwrap();
        let output = running.kill();
        let text = scene.repo.read(scene.file("charter.md"));
        assert!(text.starts_with("# Charter: Ward"), "seed {seed}, round {round}: {text}");
        if finished.is_some_and(|it| it.success()) {
            taken.push(answer);
        }
        for answer in &taken {
            assert!(text.contains(answer), "seed {seed}, round {round} lost {answer}: {output}");
        }
        let doctor = scene.charter(&["doctor", "--json"]).run();
        assert_eq!(doctor.code, Some(0), "seed {seed}, round {round}: {doctor}");
        if !text.contains("## Scratch Pad") && !taken.is_empty() {
            scene = self::scene();
            taken.clear();
        }
    }
}

#[test]
fn answers_come_from_a_file_a_line_each_or_as_json() {
    let repo = repo();
    repo.write("answers.txt", ANSWERS.join("\n\n"));
    repo.write("answers.json", json!([ANSWERS[0], { "skip": "later" }, ANSWERS[2]]).to_string());
    let new = repo.charter(&["new", "Ward", "--answers", "answers.txt", "--json"]).run();
    let value = new.success().json();
    let text = repo.read(format!("{}/charter.md", value["path"].as_str().unwrap()));
    assert!(text.contains(ANSWERS[1]) && !text.contains("Scratch Pad"), "{text}");
    let id = open(&repo, "Second");
    let args = ["interview", "--charter", &id, "--answers", "answers.json", "--json"];
    let value = repo.charter(&args).run().success().json();
    assert_eq!((&value["kind"], &value["round"]), (&json!("ask"), &json!(4)), "{value:#}");
}

#[test]
fn a_file_of_answers_that_cannot_be_read_leaves_no_charter() {
    let repo = repo();
    let before = repo.snapshot_tree();
    let output = repo.charter(&["new", "Ward", "--answers", "nowhere.txt"]).run().code(4);
    assert!(output.stderr.contains("nowhere.txt"), "{output}");
    repo.write("bad.json", "[1]");
    let _ = repo.charter(&["new", "Ward", "--answers", "bad.json"]).run().code(2);
    std::fs::remove_file(repo.path("bad.json")).unwrap();
    assert_eq!(repo.snapshot_tree(), before);
}

#[test]
fn a_second_interview_asks_only_for_what_is_still_open() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    for _ in 0..5 {
        let value = scene.charter(&["interview", "next", "--json"]).run().success().json();
        match value["context"]["topic"].as_str() {
            Some("Success Criteria") => {
                let args = ["interview", "submit", "--skip", "nobody knows yet"];
                let _ = scene.charter(&args).run().success();
                break;
            }
            Some("Target Users") => submit(&scene, ANSWERS[1]),
            Some("Value Proposition") => submit(&scene, ANSWERS[2]),
            Some("Scope") => submit(&scene, ANSWERS[3]),
            _ => submit(&scene, ANSWERS[0]),
        };
    }
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains("**Status**: Draft") && !text.contains("Scratch Pad"), "{text}");
    let value = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(value["context"]["gapsRemaining"], json!(["success"]), "{value:#}");
    let value = submit(&scene, ANSWERS[4]);
    assert_eq!(value["kind"], "done", "{value:#}");
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains("**Status**: Complete") && text.contains(ANSWERS[4]), "{text}");
}

#[test]
fn a_running_interview_is_what_to_do_next() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let output = scene.charter(&[]).run().success();
    assert!(
        output.stdout.contains(
            "  next  charter interview\n        an interview is running, 1 answered so far"
        ),
        "{output}"
    );
}
