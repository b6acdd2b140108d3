//! `charter interview`: answers are kept as they are given, and the document ends whole.

use crate::scene::{Scene, open, refused, repo, texts};
use charter_testkit::Rng;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

const ANSWERS: [&str; 6] = [
    "Nurses lose 40 minutes a night copying vital signs, and errors slip in",
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

fn next(scene: &Scene) -> Value {
    scene.charter(&["interview", "next", "--json"]).run().success().json()
}

/// Answers by topic and accepts what is shown, until the interview is at its end.
fn to_the_end(scene: &Scene) -> Value {
    for _ in 0..9 {
        let need = next(scene);
        let answer = match (need["kind"].as_str(), need["context"]["topic"].as_str()) {
            (Some("review"), _) => "accept",
            (_, Some("Target Users")) => ANSWERS[1],
            (_, Some("Value Proposition")) => ANSWERS[2],
            (_, Some("Scope")) => ANSWERS[3],
            (_, Some("Success Criteria")) => ANSWERS[4],
            (_, Some(_)) => ANSWERS[0],
            (_, None) => return need,
        };
        let after = submit(scene, answer);
        if after["kind"] == "done" {
            return after;
        }
    }
    next(scene)
}

#[test]
fn the_open_question_is_shown_and_nothing_is_written() {
    let scene = scene();
    let before = scene.repo.snapshot_tree();
    let value = scene.charter(&["interview", "next", "--json"]).run().success().json();
    assert_eq!(
        (&value["kind"], &value["round"], &value["for"]),
        (&json!("dump"), &json!(0), &json!("user"))
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
fn first_words_a_look_and_what_is_empty_lead_to_a_whole_charter() {
    let scene = scene();
    let shown = submit(&scene, ANSWERS[0]);
    // What was understood is shown in the user's own words and is not asked.
    assert_eq!(shown["kind"], "review", "{shown:#}");
    let rows = shown["rows"].as_array().unwrap();
    assert_eq!(texts(&shown["rows"], "id"), ["problem", "users", "value_prop", "scope", "success"]);
    assert_eq!((&rows[0]["text"], &rows[0]["from"]), (&json!(ANSWERS[0]), &json!("Q1")));
    let n_empty = rows.iter().filter(|it| it["text"].is_null()).count() as u64;
    let first = submit(&scene, "accept");
    assert_eq!((&first["kind"], &first["round"]), (&json!("ask"), &json!(1)), "{first:#}");
    assert_eq!(first["context"]["totalQuestions"], n_empty, "only the empty ones are asked");
    assert_ne!(first["context"]["topic"], "Problem & Context");
    let end = to_the_end(&scene);
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(!text.contains("Scratch Pad") && text.contains("**Status**: Complete"), "{text}");
    let scope = "### Will\n\n- Version one has vital signs only\n\n### Won't\n\n- billing";
    let said = [ANSWERS[0], ANSWERS[2], scope, ANSWERS[4]];
    assert!(said.iter().all(|it| text.contains(it)), "{text}");
    assert_eq!(end["kind"], "done", "{end:#}");
    let log = scene.charter(&["log", "--json"]).run().success().json();
    let kinds = texts(&log["events"], "type");
    assert_eq!(kinds.iter().filter(|it| **it == "interview_finished").count(), 1);
}

#[test]
fn a_section_is_changed_and_taken_out_on_the_screen() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let shown = next(&scene);
    let reply =
        json!({ "edit": { "problem": "Copying takes forty minutes." }, "needId": shown["needId"] });
    let send = |reply: &Value| {
        scene.charter(&["interview", "submit", "-", "--json"]).stdin(&reply.to_string()).run()
    };
    let after = send(&reply).success().json();
    assert_eq!(after["rows"][0]["text"], "Copying takes forty minutes.", "{after:#}");
    // What was accepted is what was shown, and nothing else.
    let late = json!({ "accept": true, "needId": shown["needId"] });
    assert_eq!(send(&late).code(3).json()["code"], "other-question");
    submit(&scene, "accept");
    for answer in &ANSWERS[2..5] {
        submit(&scene, answer);
    }
    let last = next(&scene);
    assert_eq!(last["kind"], "review", "{last:#}");
    let after = submit(&scene, "scope: Vital signs on four wards, no billing");
    assert_eq!(after["rows"][3]["text"], "Vital signs on four wards, no billing", "{after:#}");
    // Taken out it is asked after all.
    let after = send(&json!({ "edit": { "scope": "" } })).success().json();
    assert_eq!(after["context"]["topic"], "Scope", "{after:#}");
    submit(&scene, ANSWERS[3]);
    assert_eq!(submit(&scene, "yes")["kind"], "done");
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains("Copying takes forty minutes."), "{text}");
    assert!(text.contains("vital signs only") && !text.contains("no billing"), "{text}");
}

#[test]
fn words_that_are_neither_a_yes_nor_a_change_are_refused_on_the_screen() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let kept = || (scene.repo.read(scene.file("charter.md")), scene.events().len());
    let before = kept();
    for args in [["--answer", "Night nurses on four wards"], ["--skip", "later"]] {
        let args = [&["interview", "submit"][..], &args].concat();
        let args = [&args, &["--json"][..]].concat();
        assert_eq!(scene.charter(&args).run().code(2).json()["code"], "review-unclear");
    }
    assert_eq!(kept(), before);
}

#[test]
fn noise_is_no_answer_and_honest_short_ones_are() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    let question = submit(&scene, "accept");
    let prompt = question["prompt"].as_str().unwrap();
    let kept = || (scene.repo.read(scene.file("charter.md")), scene.events().len());
    let before = kept();
    for noise in ["I don't know", prompt, "yes", "asdf jkl qwer", ANSWERS[0], "why do you ask?"] {
        let value = submit(&scene, noise);
        assert_eq!(value["needId"], question["needId"], "`{noise}` was taken: {value:#}");
        assert!(value["notice"].as_str().is_some_and(|it| !it.is_empty()), "{noise}: {value:#}");
    }
    assert_eq!(kept(), before, "nothing of it is kept");
    for honest in ["less paper", "vitals only", "5 min a night"] {
        let value = submit(&scene, honest);
        assert!(value["notice"].is_null(), "`{honest}` was refused: {value:#}");
    }
    assert_eq!(next(&scene)["kind"], "review");
}

#[test]
fn a_finished_interview_proposes_what_must_be_shown() {
    let scene = scene();
    for _ in 0..8 {
        let value = next(&scene);
        let answer = match (value["kind"].as_str(), value["context"]["topic"].as_str()) {
            (Some("review"), _) => "accept",
            (_, Some("Scope")) => "- vital signs at the bed\n- no billing",
            (_, Some("Success Criteria")) => "Copying takes under 5 minutes. Entering is easy.",
            (_, Some("Target Users")) => ANSWERS[1],
            (_, Some("Value Proposition")) => ANSWERS[2],
            (_, Some(_)) => ANSWERS[0],
            (_, None) => break,
        };
        if submit(&scene, answer)["kind"] == "done" {
            break;
        }
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
    for idea in [
        "Night nurses lose 40 minutes a shift copying numbers, and errors slip in",
        "Nurses on night shifts lose 40 minutes copying vital signs from paper",
    ] {
        let repo = repo();
        let id = open(&repo, idea);
        let scene = Scene { repo, id };
        let value = next(&scene);
        assert_eq!(value["kind"], "review", "{value:#}");
        assert!(value["prompt"].as_str().unwrap().contains(idea), "{value:#}");
        // Accepted, it is in the ledger in words, as the answer to the first question.
        submit(&scene, "accept");
        let events = scene.events();
        let first = events.iter().find(|it| it["type"] == "question_answered").unwrap();
        assert_eq!((&first["number"], &first["said"]), (&json!(1), &json!(idea)));
        let again = next(&scene);
        assert!(!again["prompt"].as_str().unwrap().contains(idea), "{again:#}");
    }
}

#[test]
fn a_reply_can_come_on_stdin_as_text_or_json() {
    let scene = scene();
    let text = scene.charter(&["interview", "submit", "-", "--json"]).stdin(ANSWERS[0]).run();
    let id = text.success().json()["needId"].as_str().unwrap().to_owned();
    let reply = json!({ "needId": id, "accept": true });
    let run = scene.charter(&["interview", "submit", "--json"]).stdin(&reply.to_string()).run();
    let id = run.success().json()["needId"].as_str().unwrap().to_owned();
    let reply = json!({ "needId": id, "answer": "## A heading\n```\nand --> a <!-- comment" });
    let run = scene.charter(&["interview", "submit", "--json"]).stdin(&reply.to_string()).run();
    assert_eq!(run.success().json()["round"], 2);
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
    assert_eq!(value["round"], 1, "{value:#}");
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
    let before = submit(&scene, "accept");
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
    submit(&scene, "accept");
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
    submit(&scene, "accept");
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
    submit(&scene, ANSWERS[0]);
    let second = submit(&scene, "accept");
    submit(&scene, "They get an hour a night back, as the day shift does.");
    let id = |value: &Value| value["needId"].as_str().unwrap().to_owned();
    let send = |need: &str, answer: &str| {
        let args = ["interview", "submit", "--need", need, "--answer", answer, "--json"];
        scene.charter(&args).run().success().json()
    };
    let open = send(&id(&second), ANSWERS[2]);
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains(ANSWERS[2]) && !text.contains("an hour a night"), "{text}");
    assert_eq!(text.matches("### Q").count(), 4, "{text}");
    // The same again is a no-op, for every question.
    let before = scene.repo.snapshot_tree();
    assert_eq!(send(&id(&second), ANSWERS[2]), open);
    assert_eq!(send(&id(&first), ANSWERS[0]), open);
    assert_eq!(scene.repo.read(scene.file("charter.md")), text);
    let lines = |it: &std::collections::BTreeMap<String, Vec<u8>>| {
        it.iter().find(|(path, _)| path.contains("/ledger/")).unwrap().1.clone()
    };
    assert_eq!(lines(&scene.repo.snapshot_tree()), lines(&before));
    let replies = open["context"]["replies"].as_array().unwrap();
    assert_eq!(replies[3]["answer"], ANSWERS[2], "{replies:?}");
}

#[test]
fn the_last_yes_sent_twice_is_taken_once() {
    let scene = scene();
    let mut last = String::new();
    for _ in 0..8 {
        let open = next(&scene);
        last = open["needId"].as_str().unwrap().to_owned();
        let answer = match open["context"]["topic"].as_str() {
            Some("Brain Dump") => ANSWERS[0],
            Some("Target Users") => ANSWERS[1],
            Some("Value Proposition") => ANSWERS[2],
            Some("Scope") => ANSWERS[3],
            Some(_) => ANSWERS[4],
            None => "accept",
        };
        if submit(&scene, answer)["kind"] == "done" {
            break;
        }
    }
    let args = ["interview", "submit", "--need", &last, "--answer", "accept", "--json"];
    let again = scene.charter(&args).run().success().json();
    assert_eq!(again["kind"], "done", "{again:#}");
    assert_eq!(agreed(&scene), 0, "a yes to the sections is none to the criteria");
    let log = scene.charter(&["log", "--json"]).run().success().json();
    let finished = texts(&log["events"], "type");
    assert_eq!(finished.iter().filter(|it| **it == "interview_finished").count(), 1);
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
fn a_finished_charter_is_looked_at_again_and_only_what_is_changed_changes() {
    let scene = scene();
    let whole = "It hurts here. It hurts there.";
    let mut text = "# Charter: X\r\n**Status**: Complete\r\n".to_owned();
    for name in ["Problem & Context", "Target Users", "Business Rationale", "Scope", "Success"] {
        write!(text, "\r\n## {name}\r\n{whole}\r\n").unwrap();
    }
    text.push_str("\r\n## Notes\r\nkeep  this");
    scene.repo.write(scene.file("charter.md"), &text);
    let value = scene.charter(&["interview", "--update", "--json"]).run().success().json();
    assert_eq!(value["kind"], "review", "{value:#}");
    assert!(value["rows"].as_array().unwrap().iter().all(|it| it["text"] == whole), "{value:#}");
    // The pad stands on its own line and what was there is as it was.
    let begun = scene.repo.read(scene.file("charter.md"));
    assert!(begun.starts_with(&format!("{text}\r\n\r\n## Scratch Pad\r\n")), "{begun:?}");
    assert!(begun.contains("<!-- Mode: UPDATE -->"), "{begun}");
    assert_eq!(
        next(&scene)["needId"],
        value["needId"],
        "a crash here goes on with the same screen"
    );
    let change = "Tablets and phones are part of it";
    let value = submit(&scene, &format!("scope: {change}"));
    assert_eq!(value["rows"][3]["text"], change, "{value:#}");
    assert_eq!(submit(&scene, "accept")["kind"], "done");
    let expected =
        text.replace(&format!("## Scope\r\n{whole}\r\n"), &format!("## Scope\r\n\r\n{change}\r\n"));
    let now = scene.repo.read(scene.file("charter.md"));
    assert_eq!(now, expected, "only the section concerned, in the place of what was there");
}

/// Counts the criteria that were agreed on.
fn agreed(scene: &Scene) -> usize {
    let events = scene.events();
    let events = events.iter().filter(|it| it["type"] == "register_agreed");
    events.map(|it| it["criteria"].as_array().unwrap().len()).sum()
}

#[test]
fn drafted_criteria_are_looked_at_one_by_one_and_accepting_agrees_on_them() {
    let scene = scene();
    let end = to_the_end(&scene);
    assert!(end["nextActions"][0]["hint"].as_str().unwrap().contains("drafted"), "{end:#}");
    assert_eq!(agreed(&scene), 0, "nobody has looked at them");
    let review = next(&scene);
    assert_eq!((&review["kind"], &review["for"]), (&json!("review"), &json!("user")));
    let ids: Vec<String> = texts(&review["rows"], "id").into_iter().map(str::to_owned).collect();
    assert!(ids.len() >= 2 && review["rows"][0]["from"][0].as_str().unwrap().starts_with('Q'));
    let send = |reply: Value| {
        scene.charter(&["interview", "submit", "-", "--json"]).stdin(&reply.to_string()).run()
    };
    // What cannot be done changes nothing.
    let before = scene.repo.read(scene.file("criteria.md"));
    for bad in [json!({ "drop": ["VAL-NOWHERE-1"] }), json!({ "edit": { ids[0].clone(): " " } })] {
        assert_eq!(send(bad).code(2).json()["code"], "drafted-unclear");
    }
    let late = json!({ "accept": "all", "needId": "c-00000000" });
    assert_eq!(send(late).code(3).json()["code"], "other-question");
    assert_eq!(scene.repo.read(scene.file("criteria.md")), before);
    let text = "Copying takes less than 5 minutes a night";
    let reply = json!({
        "edit": { ids[0].clone(): text },
        "command": { ids[0].clone(): "cargo test copying" },
        "accept": [ids[0]],
    });
    let left = send(reply).success().json();
    assert_eq!(agreed(&scene), 1);
    assert!(!texts(&left["rows"], "id").contains(&ids[0].as_str()), "{left:#}");
    let now = scene.repo.read(scene.file("criteria.md"));
    let entry = format!("### {} — {text}\nCommand: cargo test copying\nFrom: Q", ids[0]);
    assert!(now.contains(&entry), "{now}");
    let done = send(json!({ "drop": ids[1..].to_vec() })).success().json();
    assert_eq!(done["kind"], "done", "{done:#}");
    let now = scene.repo.read(scene.file("criteria.md"));
    assert!(!now.contains(&ids[1]), "{now}");
    let _ = scene.charter(&["status"]).run();
    let check = scene.charter(&["doctor"]).run();
    assert_eq!(check.code, Some(0), "{check}");
}

#[test]
fn what_an_agent_accepts_is_recorded_as_the_agents_and_first_evidence_agrees_too() {
    let scene = scene();
    to_the_end(&scene);
    let accept = ["interview", "submit", "--answer", "accept", "--json"];
    let _ = scene.charter(&accept).env("CHARTER_ACTOR", "agent:claude").run().success();
    let events = scene.events();
    let event = events.iter().rfind(|it| it["type"] == "register_agreed").unwrap();
    assert_eq!(event["actor"], "agent:claude");
    let scene = self::scene();
    to_the_end(&scene);
    let id = next(&scene)["rows"][0]["id"].as_str().unwrap().to_owned();
    let _ = scene.charter(&["record", &id, "--fail", "-m", "not yet"]).run().success();
    assert!(agreed(&scene) > 0);
    assert_eq!(next(&scene)["kind"], "done");
}

#[test]
fn two_criteria_become_one_with_the_measure_of_either() {
    let scene = scene();
    submit(&scene, ANSWERS[0]);
    submit(&scene, "accept");
    submit(&scene, ANSWERS[2]);
    submit(&scene, ANSWERS[3]);
    submit(&scene, "Copying takes under 5 minutes. Entering is easy.");
    submit(&scene, "accept");
    let review = next(&scene);
    let rows = review["rows"].as_array().unwrap();
    let easy = rows.iter().find(|it| it["gap"].is_string()).unwrap();
    let other = rows.iter().find(|it| it["text"].as_str().unwrap().contains("5 minutes")).unwrap();
    let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
    let reply = json!({ "merge": [[id(other), id(easy)]] });
    let args = ["interview", "submit", "-", "--json"];
    let after = scene.charter(&args).stdin(&reply.to_string()).run().success().json();
    let row = after["rows"].as_array().unwrap().iter().find(|it| it["id"] == other["id"]).unwrap();
    assert_eq!(row["text"], "Copying takes under 5 minutes; Entering is easy", "{after:#}");
    assert!(row["gap"].is_null() && !after["rows"].to_string().contains(&id(easy)), "{after:#}");
}

#[test]
fn what_rests_on_a_section_is_suspect_when_the_section_changes() {
    let scene = scene();
    to_the_end(&scene);
    let status = || scene.charter(&["status", "--json"]).run().success().json();
    let of_success = |value: &Value| {
        let rows = value["criteria"].as_array().unwrap().clone();
        rows.into_iter().find(|it| it["title"].as_str().unwrap().contains("five minutes")).unwrap()
    };
    let id = of_success(&status())["id"].as_str().unwrap().to_owned();
    let args = ["record", &id, "--pass", "--because", "counted on four nights", "-m", "counted"];
    let _ = scene.charter(&args).run().success();
    assert_ne!(of_success(&status())["verdict"], "suspect");
    let _ = scene.charter(&["interview", "--update"]).run().success();
    submit(&scene, "scope: Vital signs on two wards; no billing");
    submit(&scene, "accept");
    assert_ne!(of_success(&status())["verdict"], "suspect", "it does not rest on the scope");
    let _ = scene.charter(&["interview", "--update"]).run().success();
    submit(&scene, "success: Copying takes less than two minutes a night by March.");
    submit(&scene, "accept");
    assert_eq!(of_success(&status())["verdict"], "suspect", "{:#}", status());
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains("two minutes") && !text.contains("five minutes"), "{text}");
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
    assert_eq!((&value["kind"], &value["round"]), (&json!("ask"), &json!(3)), "{value:#}");
    // A yes that nobody gave is said.
    assert!(value["notes"][0].as_str().unwrap().contains("accepted as they stand"), "{value:#}");
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
    for _ in 0..8 {
        let value = next(&scene);
        match (value["kind"].as_str(), value["context"]["topic"].as_str()) {
            (Some("review"), _) => submit(&scene, "accept"),
            (_, Some("Success Criteria")) => {
                let args = ["interview", "submit", "--skip", "nobody knows yet", "--json"];
                scene.charter(&args).run().success().json()
            }
            (_, Some("Target Users")) => submit(&scene, ANSWERS[1]),
            (_, Some("Value Proposition")) => submit(&scene, ANSWERS[2]),
            (_, Some("Scope")) => submit(&scene, ANSWERS[3]),
            _ => submit(&scene, ANSWERS[0]),
        };
        if !scene.repo.read(scene.file("charter.md")).contains("Scratch Pad") {
            break;
        }
    }
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(text.contains("**Status**: Draft") && !text.contains("Scratch Pad"), "{text}");
    let value = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(value["context"]["topic"], "Success Criteria", "{value:#}");
    assert_eq!(value["context"]["gapsRemaining"], json!(["success"]), "{value:#}");
    let value = submit(&scene, ANSWERS[4]);
    assert_eq!(value["kind"], "review", "the same screen ends it: {value:#}");
    submit(&scene, "accept");
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
fn short_answers_are_kept() {
    let scene = scene();
    let answers =
        ["Zebra todo lists.", "Paper lists", "Zoo keepers", "Zebras only", "Offline", "10 zebras"];
    for answer in answers {
        let need = next(&scene);
        if need["kind"] == "review" {
            submit(&scene, "accept");
        }
        submit(&scene, answer);
    }
    submit(&scene, "accept");
    let text = scene.repo.read(scene.file("charter.md"));
    for answer in answers {
        assert!(text.contains(answer), "`{answer}` is lost:\n{text}");
    }
    assert!(!text.contains("Scratch Pad"), "{text}");
}

#[test]
fn a_yes_stands_for_what_was_on_the_screen() {
    let repo = repo();
    let idea = "Translators cannot see which strings are missing, and releases ship with holes. \
                The first version covers iOS and Android; the web is out. \
                We will know it worked when no release ships with a missing string for three months.";
    let id = open(&repo, idea);
    let scene = Scene { repo, id };
    let shown = next(&scene);
    submit(&scene, "Yes, exactly.");
    let text = scene.repo.read(scene.file("charter.md"));
    for row in shown["rows"].as_array().unwrap() {
        let entry = format!("**Answer**: {}", row["text"].as_str().unwrap_or("Yes, exactly."));
        assert_eq!(text.contains(&entry), !row["text"].is_null(), "{row:#}\n{text}");
    }
    to_the_end(&scene);
    let register = scene.repo.read(scene.file("criteria.md"));
    assert!(!register.to_lowercase().contains("— yes"), "{register}");
    assert!(register.contains("no release ships with a missing string"), "{register}");
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
    assert_eq!(value["kind"], "review", "{value:#}");
    let repo = self::repo();
    repo.write("half.json", json!([ANSWERS[0], { "skip": "" }]).to_string());
    let before = repo.snapshot_tree();
    let _ = repo.charter(&["new", "Ward", "--answers", "half.json"]).run().code(2);
    assert_eq!(repo.snapshot_tree(), before, "no charter is left with half of its answers");
}

#[test]
fn an_interview_whose_end_was_cut_off_ends_with_the_same_yes() {
    let scene = scene();
    for _ in 0..8 {
        let need = next(&scene);
        if need["kind"] == "review" && need["context"]["gapsRemaining"] == json!([]) {
            break;
        }
        let answer = match need["context"]["topic"].as_str() {
            Some("Brain Dump") => ANSWERS[0],
            Some("Target Users") => ANSWERS[1],
            Some("Value Proposition") => ANSWERS[2],
            Some("Scope") => ANSWERS[3],
            Some(_) => ANSWERS[4],
            None => "accept",
        };
        submit(&scene, answer);
    }
    // As if the power went between the last yes and the end: the pad is whole, nothing else is.
    let cut = scene.repo.read(scene.file("charter.md"));
    let scene = self::scene();
    scene.repo.write(scene.file("charter.md"), &cut);
    let value = scene.charter(&["interview", "--json"]).run().success().json();
    assert_eq!(value["kind"], "review", "{value:#}");
    assert_eq!(submit(&scene, "accept")["kind"], "done");
    let text = scene.repo.read(scene.file("charter.md"));
    assert!(!text.contains("Scratch Pad") && text.contains(ANSWERS[0]), "{text}");
    assert!(scene.repo.read(scene.file("criteria.md")).contains("### VAL-"));
}
