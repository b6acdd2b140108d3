//! The interview as a conversation: what a person at a terminal sees and does.

use crate::scene::repo;
use charter_testkit::{Pty, Repo, Rng};
use std::time::Duration;

const IDEA: &str = "Nurses lose 40 minutes a night copying vital signs, and errors slip in";
const USERS: &str = "Night nurses on four wards enter; ward managers read.";
const VALUE: &str = "They get forty minutes a night back and make fewer mistakes than on paper.";
const SCOPE: &str = "Vital signs at the bed; no billing.";
const SUCCESS: &str = "Copying takes under 5 minutes a night. Entering is easy.";

const ENTER: &str = "\r";
const ALT_ENTER: &str = "\u{1b}\r";
const CTRL_B: &str = "\u{2}";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_E: &str = "\u{5}";
const CTRL_S: &str = "\u{13}";
const CTRL_U: &str = "\u{15}";
const ESC: &str = "\u{1b}";
const LEFT: &str = "\u{1b}[D";

fn charter_md(repo: &Repo) -> String {
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let path = list["charters"][0]["path"].as_str().unwrap().to_owned();
    repo.read(format!("{path}/charter.md"))
}

/// Accepts what was understood of the idea, which leads to the first question.
fn accept(pty: &mut Pty) -> String {
    pty.wait_for("enter: accept");
    pty.send(ENTER);
    pty.wait_for("question 1 of 3")
}

/// Answers whatever is asked from a question on, and accepts the sections at the end.
fn answer_all(pty: &mut Pty, first: usize) {
    for round in first..=3 {
        let screen = pty.wait_for(&format!("question {round} of 3"));
        let asked = screen.rsplit("question ").next().unwrap().to_owned();
        let answer = if asked.contains("get out of it") {
            VALUE
        } else if asked.contains("first version") {
            SCOPE
        } else {
            SUCCESS
        };
        pty.send(answer);
        pty.send(ENTER);
    }
    pty.wait_for("This is the charter");
    pty.send(ENTER);
    pty.wait_for("criteria drafted from what you said");
    pty.send(ENTER);
    pty.wait_for("criteria.md");
}

#[test]
fn an_idea_becomes_a_charter_and_a_register() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(100, 60);
    let screen = pty.wait_for("1-5: edit one");
    assert!(screen.contains("Is it right?") && screen.contains("3 ○ value"), "{screen}");
    let screen = accept(&mut pty);
    assert!(screen.contains("Answers are saved as you give them. Ctrl-C stops"), "{screen}");
    assert!(screen.contains("enter: send   alt-enter: new line   ctrl-e: $EDITOR"), "{screen}");
    answer_all(&mut pty, 1);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("5 of 5 sections, Status: Complete"), "{screen}");
    assert!(screen.contains("“Entering is easy”: what would you count?"), "{screen}");
    assert!(screen.contains("next  charter status"), "{screen}");
    let text = charter_md(&repo);
    assert!(text.contains("### Won't\n\n- no billing.\n"), "{text}");
    assert!(!text.contains("Scratch Pad") && text.contains("**Status**: Complete"), "{text}");
}

#[test]
fn without_an_idea_it_is_asked_for_before_anything_is_written() {
    let repo = repo();
    let before = repo.snapshot_tree();
    let mut pty = repo.charter(&["new"]).on_terminal(80, 40);
    pty.wait_for("Tell me everything about it");
    pty.send(CTRL_C);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("Stopped before anything was said."), "{screen}");
    assert_eq!(repo.snapshot_tree(), before);
    let mut pty = repo.charter(&["new"]).on_terminal(80, 40);
    pty.wait_for("Tell me everything about it");
    pty.send(IDEA);
    pty.send(ENTER);
    let screen = pty.wait_for("enter: accept");
    assert!(screen.contains("nurses-lose"), "{screen}");
    // However little it says, it is not asked for again.
    let repo = self::repo();
    let mut pty = repo.charter(&["new"]).on_terminal(80, 40);
    pty.wait_for("Tell me everything about it");
    pty.send("A todo app for cats");
    pty.send(ENTER);
    let screen = pty.wait_for("question 1 of 5");
    assert!(!screen.contains("Tell me everything"), "{screen}");
}

#[test]
fn stopping_loses_nothing_and_the_same_command_goes_on() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    pty.send(USERS);
    pty.send(ENTER);
    pty.wait_for("question 2 of 3");
    pty.send("half an ans");
    pty.wait_for("half an ans");
    pty.send(CTRL_C);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("Stopped; nothing you said is lost. 3 of 5 sections"), "{screen}");
    assert!(screen.contains("next  charter interview"), "{screen}");
    assert!(charter_md(&repo).contains(USERS));
    let home = repo.charter(&[]).run().success();
    assert!(home.stdout.contains("interview, 3 of 5 sections, open: "), "{home}");
    let mut pty = repo.charter(&["interview"]).on_terminal(80, 40);
    pty.wait_for("question 2 of 3");
    pty.send(CTRL_D);
    assert_eq!(pty.end().0, Some(1));
}

#[test]
fn an_answer_has_lines_is_edited_and_pasted() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    pty.send("Nihgt");
    pty.send(&LEFT.repeat(3));
    pty.send("\u{1b}[3~\u{1b}[Chx\u{7f}");
    pty.wait_for("› Night");
    pty.send(CTRL_U);
    pty.send("\u{b}");
    pty.send("밤 근무 간호사");
    pty.send(ALT_ENTER);
    pty.send("\u{1b}[200~second line\nthird\u{1b}[201~");
    pty.wait_for("    third");
    pty.send(ENTER);
    pty.wait_for("question 2 of 3");
    let text = charter_md(&repo);
    assert!(text.contains("**Answer**: 밤 근무 간호사\nsecond line\nthird\n"), "{text}");
}

#[test]
fn an_earlier_answer_is_corrected_and_the_open_one_is_kept() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    pty.send("Day nurses on four wards, and their managers");
    pty.send(ENTER);
    pty.wait_for("question 2 of 3");
    pty.send("they get");
    pty.send(CTRL_B);
    pty.wait_for("› Day nurses on four wards, and their managers");
    pty.send(CTRL_U);
    pty.send(USERS);
    pty.send(ENTER);
    pty.wait_for("› they get");
    let text = charter_md(&repo);
    assert!(text.contains(USERS) && !text.contains("Day nurses"), "{text}");
    pty.send(CTRL_B.repeat(4).as_str());
    pty.wait_for("Tell me everything");
    pty.wait_for(&format!("› {}", &IDEA[..30]));
    pty.send(CTRL_B);
    pty.wait_for("there is no earlier answer");
    pty.send(ESC);
    pty.wait_for("› they get");
    let log = repo.charter(&["log", "--json"]).run().success().json();
    let answered = log["events"].as_array().unwrap().iter();
    assert_eq!(answered.filter(|it| it["type"] == "question_answered").count(), 5, "{log:#}");
}

#[test]
fn a_question_is_skipped_with_a_reason_and_not_without() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    pty.send(ENTER);
    pty.wait_for("an answer needs words");
    pty.send(CTRL_S);
    pty.wait_for("why is it skipped?");
    pty.send(ENTER);
    pty.wait_for("a skipped question needs a reason");
    pty.send("nobody knows yet");
    pty.send(ENTER);
    pty.wait_for("question 2 of 3");
    assert!(charter_md(&repo).contains("**Skipped**: nobody knows yet"));
}

#[test]
fn an_answer_is_written_in_an_editor() {
    let repo = repo();
    repo.write("edit.sh", "sed -i '1s/.*/From the editor: night nurses, four wards/' \"$1\"\n");
    let editor = format!("sh {}", repo.path("edit.sh").display());
    let invocation = repo.charter(&["new", IDEA]).env_remove("VISUAL").env("EDITOR", &editor);
    let mut pty = invocation.on_terminal(80, 40);
    accept(&mut pty);
    pty.send("begun");
    pty.send(CTRL_E);
    pty.wait_for("› From the editor: night nurses, four wards");
    pty.send(ENTER);
    pty.wait_for("question 2 of 3");
    assert!(charter_md(&repo).contains("**Answer**: From the editor: night nurses, four wards\n"));
    pty.kill();
    let mut pty = repo.charter(&["interview"]).env("VISUAL", "false").on_terminal(80, 40);
    pty.wait_for("question 2 of 3");
    pty.send("kept");
    pty.send(CTRL_E);
    pty.wait_for("`false` did not end well; nothing was changed");
    assert!(pty.screen().contains("› kept"));
}

#[test]
fn a_finished_charter_is_shown_and_changed_in_place() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 60);
    accept(&mut pty);
    answer_all(&mut pty, 1);
    let _ = pty.end();
    let before = charter_md(&repo);
    let mut pty = repo.charter(&["interview", "--update"]).on_terminal(80, 40);
    let screen = pty.wait_for("What is different now?");
    assert!(screen.contains("3 ● value    They get forty minutes"), "{screen}");
    pty.send("3");
    pty.wait_for("Change “value”");
    pty.send(CTRL_U);
    pty.send("They get an hour back.");
    pty.send(ENTER);
    pty.wait_for("3 ● value    They get an hour back.");
    // What is left as it was is not sent.
    pty.send("4");
    pty.wait_for("Change “scope”");
    pty.send(ESC);
    pty.wait_for("enter: accept");
    pty.send(ENTER);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    let after = charter_md(&repo);
    assert_eq!(after, before.replace(VALUE, "They get an hour back."), "only what was changed");
}

#[test]
fn what_answers_nothing_stays_on_the_screen_and_the_second_time_skipping_is_offered() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    pty.send("I don't know");
    pty.send(ENTER);
    let screen = pty.wait_for("That doesn't answer the question; it stays open.");
    assert!(
        screen.contains("› I don't know") && !screen.contains("Nothing to say yet?"),
        "{screen}"
    );
    pty.send(CTRL_U);
    pty.send("why do you ask?");
    pty.send(ENTER);
    let screen = pty.wait_for("Nothing to say yet?");
    assert!(screen.contains("It is asked because"), "{screen}");
    pty.send(CTRL_U);
    pty.send("night nurses");
    pty.send(ENTER);
    pty.wait_for("question 2 of 3");
    let text = charter_md(&repo);
    assert!(!text.contains("I don't know") && text.contains("night nurses"), "{text}");
}

#[test]
fn drafted_criteria_are_changed_with_a_key_each_and_leaving_loses_nothing() {
    let repo = repo();
    let answers = [VALUE, SCOPE, SUCCESS].join("\n");
    let _ = repo.charter(&["new", IDEA]).stdin(&answers).run().success();
    let mut pty = repo.charter(&["interview"]).on_terminal(80, 30);
    let screen = pty.wait_for("esc: later");
    assert!(
        screen.contains("Entering is easy") && screen.contains("what would you count?"),
        "{screen}"
    );
    // Down to the one without a measure, which asks for it right there.
    pty.send("\u{1b}[B");
    pty.send("w");
    pty.wait_for("enter: save");
    pty.send("three taps for a reading");
    pty.send(ENTER);
    pty.wait_for("esc: later");
    pty.send("d");
    pty.send(CTRL_C);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("wait for a look"), "{screen}");
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let path = list["charters"][0]["path"].as_str().unwrap().to_owned();
    let text = repo.read(format!("{path}/criteria.md"));
    assert!(!text.contains("Entering is easy") && text.contains("5 minutes"), "{text}");
    let mut pty = repo.charter(&["interview"]).on_terminal(40, 24);
    let screen = pty.wait_for("esc: later");
    assert!(screen.lines().all(|it| it.chars().count() < 40), "{screen}");
    pty.send("A");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(
        repo.charter(&["interview", "next", "--json"]).run().success().json()["kind"],
        "done"
    );
}

#[test]
fn the_frame_is_in_the_language_of_the_idea() {
    let repo = repo();
    let idea = "Die Meister tippen heute Zettel ab und verlieren jeden Tag eine Stunde.";
    let mut pty = repo.charter(&["new", idea]).on_terminal(80, 40);
    let screen = pty.wait_for("Enter: stimmt so");
    assert!(screen.contains("So habe ich Sie verstanden") && screen.contains("Umfang"), "{screen}");
    pty.send(ENTER);
    let screen = pty.wait_for("Frage 1 von ");
    assert!(screen.contains("Strg-S: mit Grund überspringen"), "{screen}");
    pty.send(CTRL_C);
    assert_eq!(pty.end().0, Some(1));
}

#[test]
fn an_answer_that_cannot_be_saved_stays_on_the_screen() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let ledger = repo.ledger(list["charters"][0]["path"].as_str().unwrap());
    let kept = repo.read(&ledger);
    repo.write(&ledger, kept.replacen("charter_created", "charter_greeted", 1));
    pty.send(USERS);
    pty.send(ENTER);
    let screen = pty.wait_for("not saved: ");
    assert!(screen.contains(&format!("› {USERS}")), "{screen}");
    repo.write(&ledger, kept);
    pty.send(ENTER);
    pty.wait_for("question 2 of 3");
}

#[test]
fn an_answer_that_somebody_else_gave_meanwhile_is_not_replaced() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    let _ = repo.charter(&["interview", "submit", "--answer", VALUE]).run().success();
    pty.send(USERS);
    pty.send(ENTER);
    let screen = pty.wait_for("was answered somewhere else meanwhile");
    assert!(screen.contains("question 2 of 3") && screen.contains(USERS), "{screen}");
    pty.send(ENTER);
    pty.wait_for("question 3 of 3");
    let text = charter_md(&repo);
    assert!(text.contains(VALUE) && text.contains(USERS), "{text}");
}

#[test]
fn a_narrow_and_a_low_terminal_will_do() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(40, 12);
    let screen = pty.wait_for("Nurses lose 40 minutes");
    assert!(screen.lines().all(|it| it.chars().count() < 40), "{screen}");
    pty.send(ENTER);
    pty.wait_for("What do they get out of it");
    pty.send("night nurses on four wards get forty minutes back, make fewer mistakes, ");
    pty.send("can sit with a patient who cannot sleep, read what the day shift saw, ");
    pty.send("and go home on time at the end");
    let screen = pty.wait_for("at the end");
    assert!(screen.lines().all(|it| it.chars().count() < 40), "{screen}");
    assert!(screen.contains("What do they get out of it"), "{screen}");
    pty.send(ENTER);
    pty.wait_for("What is part of the first");
}

#[test]
fn nobody_is_asked_where_nobody_can_answer() {
    for (name, value) in [("CLAUDECODE", "1"), ("TERM", "dumb")] {
        let repo = repo();
        let command = repo.charter(&["new", IDEA]).env(name, value).env_remove("CHARTER_ACTOR");
        let (code, screen) = if name == "TERM" {
            let output = command.run();
            (output.code, output.stdout)
        } else {
            command.on_terminal(80, 40).end()
        };
        assert_eq!(code, Some(0), "{screen}");
        assert!(screen.contains("next  charter interview"), "{screen}");
    }
}

#[test]
fn a_pipe_that_stays_open_and_says_nothing_is_not_waited_for() {
    let repo = repo();
    let mut running = repo.charter(&["new", IDEA]).stdin_open().spawn();
    let pipe = running.child().stdin.take();
    let output = running.wait().success();
    assert!(output.stdout.contains("next  charter interview"), "{output}");
    let mut running = repo.charter(&["interview"]).stdin_open().spawn();
    let other = running.child().stdin.take();
    let output = running.wait().success();
    // Silence accepts nothing.
    assert!(output.stdout.contains("1 ● problem"), "{output}");
    assert!(output.stdout.contains("charter interview submit --answer accept"), "{output}");
    drop((pipe, other));
}

#[test]
fn answers_are_piped_in() {
    let repo = repo();
    let answers = [VALUE, SCOPE, SUCCESS].join("\n");
    let output = repo.charter(&["new", IDEA]).stdin(&answers).run().success();
    assert!(output.stdout.contains("accepted as they stand"), "{output}");
    assert!(output.stdout.contains("5 of 5 sections, Status: Complete"), "{output}");
    assert!(charter_md(&repo).contains(VALUE));
    let repo = self::repo();
    let output = repo.charter(&["new"]).stdin(&format!("{IDEA}\n{VALUE}\n")).run().success();
    assert!(output.stdout.contains("question 2 of 3"), "{output}");
    let args = ["interview", "--answers", "-", "--json"];
    let value = repo.charter(&args).stdin("[{\"skip\":\"later\"}]").run().success().json();
    assert_eq!(value["round"], 3, "{value:#}");
    // A line that answers nothing is left out and said, and the next line is for the next question.
    let value = repo.charter(&args).stdin("I don't know\n").run().success().json();
    assert_eq!(value["kind"], "done", "{value:#}");
    assert_eq!(value["context"]["gapsRemaining"][1], "success", "{value:#}");
    let note = value["notes"][0].as_str().unwrap();
    assert!(note.contains("Left out") && note.contains("I don't know"), "{note}");
    assert!(!charter_md(&repo).contains("I don't know"));
}

#[test]
fn killing_the_terminal_at_any_moment_loses_no_answer_that_was_taken() {
    let mut rng = Rng::new(0x7a1c);
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    accept(&mut pty);
    let mut taken: Vec<String> = Vec::new();
    for round in 0..8 {
        let answer = format!("round {round} says that nurses on the ward need this very much");
        pty.send(&answer);
        pty.send(ENTER);
        std::thread::sleep(Duration::from_micros(rng.below(60_000) as u64));
        let shown = pty.screen();
        pty.kill();
        let text = charter_md(&repo);
        if shown.contains(&format!("      round {round} says")) {
            taken.push(answer);
        }
        assert!(taken.iter().all(|it| text.contains(it.as_str())), "{taken:?}\n{text}");
        assert_eq!(repo.charter(&["doctor"]).run().code, Some(0));
        pty = repo.charter(&["interview"]).on_terminal(80, 40);
        // The last answer may have been taken and the end cut off, which the next run makes good.
        while !pty.screen().contains("ctrl-c: stop") && !pty.screen().contains("Status: ") {
            std::thread::sleep(Duration::from_millis(5));
        }
        if pty.screen().contains("Status: ") || !text.contains("## Scratch Pad") {
            break;
        }
    }
}
