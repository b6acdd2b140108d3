//! The deep interview as a conversation: what a person at a terminal sees and does.

use crate::mind_interview::with;
use crate::model_server::{ModelServer, Reply, answer_to, schema_of};
use crate::scene::repo;
use charter_testkit::{Pty, Repo};
use serde_json::{Value, json};
use std::fs;

const IDEA: &str = "Nurses lose 40 minutes a night copying vital signs, and errors slip in";
const ANSWER: &str = "Copying takes under 5 minutes a night, counted by the ward manager.";

const ENTER: &str = "\r";
const CTRL_B: &str = "\u{2}";
const CTRL_C: &str = "\u{3}";
const CTRL_R: &str = "\u{12}";
const CTRL_S: &str = "\u{13}";
const CTRL_U: &str = "\u{15}";
const CTRL_X: &str = "\u{18}";
const CTRL_Y: &str = "\u{19}";
const ESC: &str = "\u{1b}";

fn state(repo: &Repo) -> Value {
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let id = list["charters"][0]["charterId"].as_str().unwrap().to_owned();
    serde_json::from_str(&repo.read(format!(".charter/.local/{id}/interview.json"))).unwrap()
}

/// A model with two parts; whatever else it is asked, it gives what the schema allows.
fn mind() -> ModelServer {
    ModelServer::new(|asked, n| {
        let wants_parts = schema_of(asked).pointer("/properties/components/type");
        match wants_parts.and_then(Value::as_str) {
            Some("array") => Reply::Say(json!({ "components": [
                { "name": "Vital signs", "description": "values at the bed" },
                { "name": "Reading", "description": "a list for the doctors" },
            ], "question": { "text": "What about the bed?", "component": "Vital signs", "dimension": "goal" } })),
            _ => answer_to(asked, n),
        }
    })
}

/// Starts one that a model thinks for, and confirms the parts.
fn start(repo: &Repo, server: &ModelServer, columns: u16) -> Pty {
    let mut pty = with(repo.charter(&["new", "--deep", IDEA]), server).on_terminal(columns, 120);
    pty.wait_for("Are these the parts");
    pty.send(ENTER);
    pty.wait_for("Question 1");
    pty
}

fn say(pty: &mut Pty, words: &str, round: u32) {
    pty.send(words);
    pty.send(ENTER);
    pty.wait_for(&format!("Question {round}"));
}

/// Starts one without a model.
fn start_checklist(repo: &Repo, columns: u16) -> Pty {
    let pty = repo.charter(&["new", "--deep", IDEA]).on_terminal(columns, 120);
    pty.wait_for("Question 1");
    pty.wait_for("ctrl-c: stop");
    pty
}

fn tell(pty: &mut Pty, words: &str, next: u32) {
    pty.send(words);
    pty.send(ENTER);
    pty.wait_for(&format!("Question {next}"));
}

const STEPS: &str = "A nurse opens the page, then types the pulse and taps save.";

#[test]
fn without_a_model_questions_come_with_an_example_and_a_line_of_what_is_open() {
    let repo = repo();
    let mut pty = start_checklist(&repo, 100);
    let screen = pty.screen();
    assert!(screen.contains("Deep interview without a model: a checklist"), "{screen}");
    assert!(screen.contains("For example: A nurse opens the bed's page"), "{screen}");
    for word in ["%", "ambiguity", "Component", "Round", "threshold", "ctrl-y", "ctrl-r"] {
        assert!(!screen.contains(word), "{word}: {screen}");
    }
    tell(&mut pty, STEPS, 2);
    let screen = pty.screen();
    for words in ["✓ Question 1", "Answered: one use, step by step", "Open: ", "About "] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    pty.send(CTRL_C);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("Stopped after 1 answer."), "{screen}");
    assert!(screen.contains("next  charter interview"), "{screen}");
}

#[test]
fn a_question_of_a_checklist_is_passed_over_and_an_earlier_answer_changed() {
    let repo = repo();
    let mut pty = start_checklist(&repo, 100);
    pty.send("asdf asdf");
    pty.send(ENTER);
    pty.wait_for("That doesn't answer the question; it stays open. (ctrl-s: skip)");
    pty.send(CTRL_U);
    pty.send(CTRL_S);
    pty.wait_for("why is it passed over?");
    pty.send("nobody knows yet");
    pty.send(ENTER);
    pty.wait_for("– Question 1");
    tell(&mut pty, "Night nurses, who write on paper today.", 3);
    pty.send(CTRL_B);
    pty.wait_for("Question 2 | what you said before; change it");
    pty.send(CTRL_U);
    pty.send("Night nurses and doctors, who write on paper today.");
    pty.send(ENTER);
    pty.wait_for("✓ Question 2");
    pty.wait_for("ctrl-x: enough");
    let rounds = state(&repo)["rounds"].clone();
    assert_eq!(rounds[0]["reply"]["reason"], "nobody knows yet");
    assert_eq!(
        rounds[1]["reply"]["answer"]["text"],
        "Night nurses and doctors, who write on paper today."
    );
}

#[test]
fn a_checklist_ends_early_after_a_warning_in_a_spec_and_a_choice() {
    let repo = repo();
    let mut pty = start_checklist(&repo, 100);
    tell(&mut pty, STEPS, 2);
    pty.send(CTRL_X);
    let screen = pty.wait_for("End it here all the same?");
    assert!(screen.contains("Questions are left."), "{screen}");
    pty.send("1");
    pty.send(ENTER);
    let screen = pty.wait_for("What is next?");
    assert!(screen.contains("not finished"), "{screen}");
    pty.send("1");
    pty.send(ENTER);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("spec.md        not finished after 1 answer"), "{screen}");
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let path = list["charters"][0]["path"].as_str().unwrap().to_owned();
    assert!(repo.read(format!("{path}/spec.md")).contains("- Status: CHECKLIST"));
}

#[test]
fn a_round_shows_what_it_is_about_and_an_answer_what_came_of_it() {
    let (repo, server) = (repo(), mind());
    let mut pty = with(repo.charter(&["new", "--deep", IDEA]), &server).on_terminal(100, 70);
    let screen = pty.wait_for("Are these the parts");
    assert!(screen.contains("Deep Interview threshold: 5% (source: default)"), "{screen}");
    assert!(screen.contains("The parts of the work"), "{screen}");
    assert!(screen.contains("enter: looks right"), "{screen}");
    pty.send(ENTER);
    let screen = pty.wait_for("ctrl-y: you decide");
    assert!(screen.contains("Question 1"), "{screen}");
    pty.send(ANSWER);
    pty.send(ENTER);
    let screen = pty.wait_for("Question 2");
    for words in [
        "✓ Question 1",
        ANSWER,
        "Open: goal · limits · how success shows",
        "About 6 questions left",
    ] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    for word in ["opology", "ntology", "omponent", "mbiguity", "Round", "50%", "milestone"] {
        assert!(!screen.contains(word), "{word}: {screen}");
    }
    pty.send(CTRL_C);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("Stopped after 1 answer."), "{screen}");
    assert!(screen.contains("next  charter interview"), "{screen}");
}

#[test]
fn stopping_loses_only_what_was_not_sent_and_the_same_command_goes_on() {
    let (repo, server) = (repo(), mind());
    let mut pty = start(&repo, &server, 80);
    say(&mut pty, ANSWER, 2);
    pty.send("half an ans");
    pty.wait_for("› half an ans");
    pty.send(CTRL_C);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("What you had not sent yet is not kept"), "{screen}");
    assert_eq!(state(&repo)["rounds"][0]["reply"]["answer"]["text"], ANSWER);
    for args in [&["interview"][..], &["interview", "--deep"]] {
        let mut pty = with(repo.charter(args), &server).on_terminal(80, 70);
        let screen = pty.wait_for("Question 2");
        assert!(screen.contains("Deep Interview threshold: 5% (source: default)"), "{screen}");
        pty.send(CTRL_C);
        assert_eq!(pty.end().0, Some(1));
    }
    // A terminal that is killed loses no more.
    let mut pty = with(repo.charter(&["interview"]), &server).on_terminal(80, 70);
    pty.wait_for("Question 2");
    pty.send("half");
    pty.wait_for("› half");
    pty.kill();
    let pty = with(repo.charter(&["interview"]), &server).on_terminal(80, 70);
    let screen = pty.wait_for("Question 2");
    assert!(!screen.contains("half"), "{screen}");
}

#[test]
fn asking_back_does_not_count_and_an_earlier_answer_can_be_changed() {
    let (repo, server) = (repo(), mind());
    let mut pty = start(&repo, &server, 100);
    pty.send(CTRL_R);
    pty.wait_for("ask back: what do you want to know");
    pty.send("what is a part?");
    pty.send(CTRL_R);
    pty.wait_for("? Question 1");
    pty.wait_for("ctrl-y: you decide");
    let told = state(&repo);
    assert_eq!(told["rounds"][0]["clarifications"][0]["asked"], "what is a part?");
    assert!(told["rounds"][0]["reply"].is_null(), "it is no answer");
    say(&mut pty, ANSWER, 2);
    pty.send(CTRL_B);
    pty.wait_for("Question 1 | what you said before; change it");
    pty.send(ESC);
    pty.wait_for("Question 2");
    pty.send(CTRL_B);
    pty.wait_for("› Copying takes");
    pty.send(CTRL_U);
    pty.send("Copying takes under 8 minutes a night.");
    pty.send(ENTER);
    pty.wait_for("✓ Question 1");
    pty.wait_for("Copying takes under 8 minutes a night.");
    pty.wait_for("ctrl-y: you decide");
    assert_eq!(
        state(&repo)["rounds"][0]["reply"]["answer"]["text"],
        "Copying takes under 8 minutes a night."
    );
    pty.send(CTRL_B);
    pty.send(CTRL_B);
    pty.wait_for("there is no earlier answer");
}

#[test]
fn an_answer_can_be_left_to_the_mind() {
    let (repo, server) = (repo(), mind());
    let mut pty = start(&repo, &server, 100);
    pty.send(CTRL_Y);
    pty.wait_for("✓ Question 1");
    pty.wait_for("Question 2");
    assert_eq!(state(&repo)["rounds"][0]["reply"]["kind"], "delegated");
}

#[test]
fn a_long_answer_counts_as_it_was_given() {
    let (repo, server) = (repo(), mind());
    let mut pty = start(&repo, &server, 100);
    let long = "Night nurses write the vital signs on paper at the bed and copy them at the desk \
                later, which takes forty minutes, so the values have to be entered once, at the \
                bed, and nothing may be lost when the network is down.";
    pty.send(long);
    pty.send(ENTER);
    pty.wait_for("✓ Question 1");
    pty.wait_for("Question 2");
    assert_eq!(state(&repo)["rounds"][0]["reply"]["answer"]["text"], long);
}

#[test]
fn enough_is_said_with_a_warning_and_ends_in_a_spec_and_a_choice() {
    let (repo, server) = (repo(), mind());
    let mut pty = start(&repo, &server, 100);
    pty.send(CTRL_X);
    pty.wait_for("not taken:");
    say(&mut pty, ANSWER, 2);
    say(&mut pty, "No network at night, so it works offline.", 3);
    pty.wait_for("ctrl-x: enough");
    pty.send(CTRL_X);
    let screen = pty.wait_for("End it here all the same?");
    assert!(screen.contains("Still open:"), "{screen}");
    pty.send("1");
    pty.send(ENTER);
    let screen = pty.wait_for("would they reach the outcome");
    assert!(screen.contains("The goal in one sentence"), "{screen}");
    pty.send("2");
    pty.send(ENTER);
    pty.wait_for("Adjust the wording: your exact words");
    pty.send(ESC);
    pty.wait_for("3 Something is missing");
    pty.send("1");
    pty.send(ENTER);
    let screen = pty.wait_for("What is next?");
    assert!(screen.contains("Nothing is executed."), "{screen}");
    assert!(!screen.contains("critic agree") && !screen.contains("recommended"), "{screen}");
    pty.send("1");
    pty.send(ENTER);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("spec.md        not clear enough yet after"), "{screen}");
    assert!(screen.contains("Chosen: the work, under the register."), "{screen}");
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let path = list["charters"][0]["path"].as_str().unwrap().to_owned();
    assert!(fs::exists(repo.path(format!("{path}/spec.md"))).unwrap());
}

#[test]
fn forty_columns_are_enough_and_no_line_is_wider() {
    let (repo, server) = (repo(), mind());
    let mut pty = start(&repo, &server, 40);
    say(&mut pty, ANSWER, 2);
    let screen = pty.screen();
    assert!(screen.contains("Open: "), "{screen}");
    // An id and a path stay whole, and so does the first line.
    let mut lines = screen.trim_start().lines().skip(1).filter(|it| !it.contains("nurses-lose-40"));
    assert!(lines.all(|it| it.chars().count() < 40), "{screen}");
}

#[test]
fn without_an_idea_it_is_asked_for_before_anything_is_written() {
    let repo = repo();
    let before = repo.snapshot_tree();
    let mut pty = repo.charter(&["new", "--deep"]).on_terminal(80, 40);
    let screen = pty.wait_for("Tell me everything about it");
    assert!(!screen.contains("question 1 of 5"), "{screen}");
    assert_eq!(repo.snapshot_tree(), before);
    pty.send(IDEA);
    pty.send(ENTER);
    pty.wait_for("Question 1");
    assert_eq!(state(&repo)["initialIdea"], IDEA);
}

#[test]
fn where_the_mind_is_the_host_a_terminal_says_what_waits_for_it() {
    let repo = repo();
    let pty = repo.charter(&["new", "--deep", IDEA]).env("CHARTER_MIND", "host");
    let (code, screen) = pty.on_terminal(80, 40).end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("For whoever thinks: parts"), "{screen}");
    assert!(screen.contains("the mind is the host"), "{screen}");
}

const PARTS: &str = "Nurses lose 40 minutes a night copying vital signs and doctors read them";

fn topology(repo: &Repo) -> Vec<Value> {
    state(repo)["topology"]["components"].as_array().unwrap().clone()
}

#[test]
fn a_part_is_deferred_by_its_number_alone() {
    let (repo, server) = (repo(), mind());
    let mut pty = with(repo.charter(&["new", "--deep", PARTS]), &server).on_terminal(100, 70);
    pty.wait_for("Are these the parts");
    let n = topology(&repo).len();
    assert!(n > 1, "the idea has several parts");
    pty.send("defer");
    pty.send(ENTER);
    pty.wait_for("which, and why if you like");
    pty.send("99");
    pty.send(ENTER);
    pty.wait_for("there is no `99`");
    pty.send(CTRL_U);
    pty.send("2");
    pty.send(ENTER);
    pty.wait_for("Question 1");
    let parts = topology(&repo);
    assert_eq!(parts.len(), n, "{parts:?}");
    assert!(parts[1]["deferred"].is_string(), "{parts:?}");
    assert!(parts[0]["deferred"].is_null(), "{parts:?}");
}

#[test]
fn a_part_is_renamed_in_words_or_in_the_list_and_the_others_stay() {
    let (repo, server) = (repo(), mind());
    let mut pty = with(repo.charter(&["new", "--deep", PARTS]), &server).on_terminal(100, 70);
    pty.wait_for("Are these the parts");
    let before = topology(&repo);
    pty.send("rename part 1 to Entry");
    pty.send(ENTER);
    pty.wait_for("1 Entry");
    pty.wait_for("Are these the parts");
    pty.send(ENTER);
    pty.wait_for("Question 1");
    let after = topology(&repo);
    assert_eq!(after.len(), before.len(), "{after:?}");
    assert_eq!((&after[0]["name"], &after[1]["name"]), (&"Entry".into(), &before[1]["name"]));
    drop(pty);
    let repo = crate::scene::repo();
    let mut pty = with(repo.charter(&["new", "--deep", PARTS]), &server).on_terminal(100, 70);
    pty.wait_for("Are these the parts");
    pty.send("edit");
    pty.send(ENTER);
    pty.wait_for("one line for each part");
    pty.send("remove 2");
    pty.send(ENTER);
    pty.wait_for("✓ The parts of the work");
    pty.wait_for("enter: looks right");
    pty.send("looks right");
    pty.send(ENTER);
    pty.wait_for("Question 1");
    let edited = topology(&repo);
    assert_eq!(edited.len() + 1, before.len(), "{edited:?}");
    assert_eq!(edited[0]["name"], before[0]["name"]);
}

#[test]
fn words_that_name_no_change_are_asked_back_and_enter_goes_on_with_the_list() {
    let (repo, server) = (repo(), mind());
    let mut pty = with(repo.charter(&["new", "--deep", PARTS]), &server).on_terminal(100, 120);
    pty.wait_for("Are these the parts");
    let before = topology(&repo);
    pty.send("no");
    pty.send(ENTER);
    pty.wait_for("what is to change was not said");
    pty.send("blargh");
    pty.send(ENTER);
    pty.wait_for("this names no change of the parts");
    pty.wait_for("merge 1 and 2");
    assert_eq!(topology(&repo), before);
    pty.send(ENTER);
    pty.wait_for("Question 1");
}
