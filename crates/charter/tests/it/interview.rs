//! `charter interview`: answers are kept as they are given, and the document ends whole.

use crate::scene::{Scene, open, refused, repo, texts};
use charter_testkit::Rng;
use serde_json::{Value, json};
use std::fmt::Write;
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
fn the_ledger_keeps_question_and_answer_in_words() {
    let scene = scene();
    let _ = submit(&scene, ANSWERS[0]);
    let events = scene.events();
    let event = events.iter().find(|it| it["type"] == "question_answered").unwrap();
    assert_eq!(event["said"], ANSWERS[0]);
    assert!(event["question"].as_str().unwrap().starts_with("Tell me everything"), "{event:#}");
    assert!(event["actor"].is_string() && event["ts"].is_string());
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
    open(&repo, "Night nurses lose 40 minutes a shift copying numbers, and errors slip in");
    let value = repo.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(value["round"], 2, "{value:#}");
    assert_ne!(value["context"]["topic"], "Brain Dump");
    let repo = self::repo();
    open(&repo, "Nurses on night shifts lose 40 minutes copying vital signs from paper");
    let value = repo.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(value["context"]["topic"], "Target Users", "{value:#}");
    assert!(value["prompt"].as_str().unwrap().contains("I understood: “Nurses on night"));
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
fn an_interview_that_somebody_else_began_goes_on_with_its_line_ends() {
    let scene = scene();
    let pad = "## Scratch Pad\r\n\r\n<!-- Mode: CREATE -->\r\n\r\n### Q1: Brain Dump\r\n\
               **Asked**: ?\r\n**Answer**: apples\r\n";
    let text = format!("# Charter: X\r\n\r\n{pad}");
    scene.repo.write(scene.file("charter.md"), &text);
    let value = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(value["round"], 2, "{value:#}");
    assert_eq!(scene.repo.read(scene.file("charter.md")), text, "nothing before the first answer");
    submit(&scene, ANSWERS[1]);
    let after = scene.repo.read(scene.file("charter.md"));
    assert!(after.starts_with(&text) && !after.replace("\r\n", "").contains('\n'), "{after:?}");
    let end = format!("**Answer**: {}\r\n\r\n<!-- End scratch pad -->\r\n", ANSWERS[1]);
    assert!(after.ends_with(&end), "{after:?}");
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
    scene.repo.write(scene.file("charter.md"), "# Charter: X\n\n<!-- never closed\n");
    let _ = refused(&scene.repo, &answer("some words"), 2, "pad-hidden");
    let names = ["Problem", "Users", "Value Proposition", "Scope", "Success Criteria"];
    let section = |it: &str| format!("\n## {it}\nIt hurts here. It hurts there.\n");
    let done = names.map(section).concat();
    scene.repo.write(scene.file("charter.md"), format!("# Charter: X\n{done}"));
    let _ = refused(&scene.repo, &answer("some words"), 3, "no-question");
}

#[test]
fn two_answers_at_once_are_both_there() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let args = |answer| ["interview", "submit", "--answer", answer];
    let running: Vec<_> =
        [ANSWERS[1], ANSWERS[2]].map(|it| scene.charter(&args(it)).spawn()).into_iter().collect();
    for it in running {
        let _ = it.wait().success();
    }
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains(ANSWERS[1]) && text.contains(ANSWERS[2]), "{text}");
}

#[test]
fn an_earlier_answer_is_corrected_by_its_id() {
    let scene = scene();
    let first = scene.charter(&["interview", "next", "--json"]).run().success().json();
    let second = submit(&scene, ANSWERS[0]);
    submit(&scene, "Day nurses on two wards use it, and nobody else does.");
    let id = |value: &Value| value["needId"].as_str().unwrap().to_owned();
    let send = |need: &str, answer: &str| {
        let args = ["interview", "submit", "--need", need, "--answer", answer, "--json"];
        scene.charter(&args).run().success().json()
    };
    let open = send(&id(&second), ANSWERS[1]);
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains(ANSWERS[1]) && !text.contains("Day nurses"), "{text}");
    assert_eq!(text.matches("### Q").count(), 2, "{text}");
    // The same again is a no-op, for every question.
    let before = scene.repo.snapshot_tree();
    assert_eq!(send(&id(&second), ANSWERS[1]), open);
    assert_eq!(send(&id(&first), ANSWERS[0]), open);
    assert_eq!(scene.repo.read(scene.file("charter.md")), text);
    let lines = |it: &std::collections::BTreeMap<String, Vec<u8>>| {
        it.iter().find(|(path, _)| path.contains("/ledger/")).unwrap().1.clone()
    };
    assert_eq!(lines(&scene.repo.snapshot_tree()), lines(&before));
    let replies = open["context"]["replies"].as_array().unwrap();
    assert_eq!(replies[1]["answer"], ANSWERS[1], "{replies:?}");
}

#[test]
fn the_last_answer_sent_twice_is_taken_once() {
    let scene = scene();
    let mut open = scene.charter(&["interview", "next", "--json"]).run().success().json();
    let mut last = (String::new(), "");
    for answer in ANSWERS {
        let Some(id) = open["needId"].as_str() else { break };
        last = (id.to_owned(), answer);
        open = submit(&scene, answer);
    }
    assert_eq!(open["kind"], "done", "{open:#}");
    let args = ["interview", "submit", "--need", &last.0, "--answer", last.1, "--json"];
    let again = scene.charter(&args).run().success().json();
    let log = scene.charter(&["log", "--json"]).run().success().json();
    let finished = texts(&log["events"], "type");
    assert_eq!(finished.iter().filter(|it| **it == "interview_finished").count(), 1);
    assert!(again["kind"] == "done" || again["round"] == 1, "{again:#}");
}

#[test]
fn a_status_that_disagrees_with_the_document_is_put_right() {
    let scene = scene();
    let whole = "It hurts here. It hurts there.";
    let sections = ["Problem & Context", "Target Users", "Business Rationale", "Scope"];
    let mut text = "# Charter: X\n**Status**: Draft\n".to_owned();
    for name in sections {
        write!(text, "\n## {name}\n{whole}\n").unwrap();
    }
    // Called complete with a gap.
    scene.repo.write(scene.file("charter.md"), text.replace("Draft", "Complete"));
    let value = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(value["context"]["gapsRemaining"], json!(["success"]));
    assert_eq!(scene.repo.read(scene.file("charter.md")), text, "only the status");
    // A draft without a gap.
    write!(text, "\n## Success Criteria\n{whole}\n").unwrap();
    scene.repo.write(scene.file("charter.md"), &text);
    let value = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(value["kind"], "done", "{value:#}");
    let complete = text.replace("Draft", "Complete");
    assert_eq!(scene.repo.read(scene.file("charter.md")), complete, "only the status");
    // Asked again it stays as it is.
    let _ = scene.charter(&["interview"]).run().success();
    assert_eq!(scene.repo.read(scene.file("charter.md")), complete);
}

#[test]
fn a_finished_charter_is_asked_what_has_changed_one_need_at_a_time() {
    let scene = scene();
    let whole = "It hurts here. It hurts there.";
    let mut text = "# Charter: X\r\n**Status**: Complete\r\n".to_owned();
    for name in ["Problem & Context", "Target Users", "Business Rationale", "Scope", "Success"] {
        write!(text, "\r\n## {name}\r\n{whole}\r\n").unwrap();
    }
    text.push_str("\r\n## Notes\r\nkeep  this");
    scene.repo.write(scene.file("charter.md"), &text);
    let value = scene.charter(&["interview", "--update", "--json"]).run().success().json();
    assert_eq!(value["context"]["topic"], "What Changed", "{value:#}");
    // The pad stands on its own line and what was there is as it was.
    let begun = scene.repo.read(scene.file("charter.md"));
    assert!(begun.starts_with(&format!("{text}\r\n\r\n## Scratch Pad\r\n")), "{begun:?}");
    assert!(begun.contains("<!-- Mode: UPDATE -->"), "{begun}");
    let next = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(next["needId"], value["needId"], "a crash here goes on with the same question");
    let change = "Zyxwv.";
    let value = submit(&scene, change);
    assert_eq!(value["context"]["topic"], "Where It Belongs", "{value:#}");
    let value = submit(&scene, "the scope");
    assert_eq!(value["kind"], "done", "{value:#}");
    let expected = text.replace(
        &format!("## Scope\r\n{whole}\r\n"),
        &format!("## Scope\r\n\r\n{whole}\r\n\r\n{change}\r\n"),
    );
    assert_eq!(scene.repo.read(scene.file("charter.md")), expected, "only the section concerned");
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

#[test]
fn short_answers_are_kept_although_they_leave_a_gap() {
    let scene = scene();
    for answer in ["Zebra todo lists.", "Wibble", "Quokka", "Offline only", "Frobnicate"] {
        let next = scene.charter(&["interview", "next", "--json"]).run().success().json();
        if next["needId"].is_null() {
            break;
        }
        submit(&scene, answer);
    }
    let text = scene.repo.read(scene.file("charter.md"));
    for answer in ["Zebra todo lists.", "Wibble", "Quokka", "Offline only", "Frobnicate"] {
        assert!(text.contains(answer), "`{answer}` is lost:\n{text}");
    }
    assert!(text.contains("**Status**: Draft") && !text.contains("Scratch Pad"), "{text}");
}

#[test]
fn a_yes_stands_for_what_was_quoted() {
    let repo = repo();
    let idea = "Translators cannot see which strings are missing, and releases ship with holes. \
                The first version covers iOS and Android; the web is out. \
                We will know it worked when no release ships with a missing string for three months.";
    let id = open(&repo, idea);
    let scene = Scene { repo, id };
    for _ in 0..5 {
        let next = scene.charter(&["interview", "next", "--json"]).run().success().json();
        let Some(prompt) = next["prompt"].as_str().filter(|_| !next["needId"].is_null()) else {
            break;
        };
        submit(&scene, if prompt.contains("I understood") { "Yes, exactly." } else { ANSWERS[1] });
    }
    let register = scene.repo.read(scene.file("criteria.md"));
    assert!(!register.to_lowercase().contains("— yes"), "{register}");
}

#[test]
fn what_looks_like_json_and_is_none_is_not_an_answer() {
    let scene = scene();
    for text in ["{\"answer\": \"trunc", "[\"a\"]"] {
        let run = scene.charter(&["interview", "submit", "-", "--json"]).stdin(text).run().code(2);
        assert_eq!(run.json()["code"], "reply-unusable");
    }
    scene.repo.write("bad.json", "[\"a\", ");
    let _ = refused(&scene.repo, &["interview", "--answers", "bad.json"], 2, "replies-unusable");
    scene.repo.write("reply.json", json!({ "answer": ANSWERS[0] }).to_string());
    let value =
        scene.charter(&["interview", "submit", "reply.json", "--json"]).run().success().json();
    assert_eq!(value["round"], 2, "{value:#}");
    let repo = self::repo();
    repo.write("half.json", json!([ANSWERS[0], { "skip": "" }]).to_string());
    let before = repo.snapshot_tree();
    let _ = repo.charter(&["new", "Ward", "--answers", "half.json"]).run().code(2);
    assert_eq!(repo.snapshot_tree(), before, "no charter is left with half of its answers");
}

#[test]
fn an_interview_whose_end_was_cut_off_ends_when_it_is_taken_up() {
    let scene = scene();
    let mut before = String::new();
    for answer in ANSWERS {
        before = scene.repo.read(scene.file("charter.md"));
        if submit(&scene, answer)["kind"] == "done" {
            break;
        }
    }
    let (charter, register) =
        (scene.repo.read(scene.file("charter.md")), scene.repo.read(scene.file("criteria.md")));
    // As if the power went between the last answer and the end: the pad is whole, nothing else is.
    let entry =
        format!("### Q5: Success Criteria\n**Asked**: ?\n**Answer**: {}\n\n<!-- End", ANSWERS[4]);
    let cut = before.replace("<!-- End", &entry);
    let scene = self::scene();
    scene.repo.write(scene.file("charter.md"), &cut);
    let value = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(value["kind"], "done", "{value:#}");
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(!text.contains("Scratch Pad") && text.contains(ANSWERS[0]), "{text}");
    assert!(
        scene.repo.read(scene.file("criteria.md")).contains("### VAL-"),
        "{register}\n{charter}"
    );
}
