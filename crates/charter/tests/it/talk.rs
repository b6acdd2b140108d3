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

/// Answers whatever is asked until the interview ends.
fn answer_all(pty: &mut Pty) {
    for round in 2..=5 {
        let screen = pty.wait_for(&format!("question {round} of 5"));
        let asked = screen.rsplit("question ").next().unwrap().to_owned();
        let answer = if asked.contains("primary users") {
            USERS
        } else if asked.contains("get out of it") {
            VALUE
        } else if asked.contains("first version") {
            SCOPE
        } else if asked.contains("How will you know") {
            SUCCESS
        } else {
            IDEA
        };
        pty.send(answer);
        pty.send(ENTER);
        pty.wait_for(&format!("✓ {round}  "));
        if pty.screen().contains("criteria.md") {
            return;
        }
    }
}

#[test]
fn an_idea_becomes_a_charter_and_a_register() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(100, 60);
    let screen = pty.wait_for("question 2 of 5");
    assert!(screen.contains("Answers are saved as you give them. Ctrl-C stops"), "{screen}");
    assert!(screen.contains("enter: send   alt-enter: new line   ctrl-e: $EDITOR"), "{screen}");
    answer_all(&mut pty);
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
    let screen = pty.wait_for("question 2 of 5");
    assert!(screen.contains("nurses-lose"), "{screen}");
    // However little it says, it is not asked for again.
    let repo = self::repo();
    let mut pty = repo.charter(&["new"]).on_terminal(80, 40);
    pty.wait_for("Tell me everything about it");
    pty.send("A todo app for cats");
    pty.send(ENTER);
    let screen = pty.wait_for("question 2 of 5");
    assert!(!screen.contains("Tell me everything"), "{screen}");
}

#[test]
fn stopping_loses_nothing_and_the_same_command_goes_on() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
    pty.send(USERS);
    pty.send(ENTER);
    pty.wait_for("question 3 of 5");
    pty.send("half an ans");
    pty.wait_for("half an ans");
    pty.send(CTRL_C);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("Stopped. 2 of 5 answered, and no answer is lost"), "{screen}");
    assert!(screen.contains("next  charter interview"), "{screen}");
    assert!(charter_md(&repo).contains(USERS));
    let home = repo.charter(&[]).run().success();
    assert!(home.stdout.contains("interview, 2 of 5 answered, open: "), "{home}");
    let mut pty = repo.charter(&["interview"]).on_terminal(80, 40);
    pty.wait_for("question 3 of 5");
    pty.send(CTRL_D);
    assert_eq!(pty.end().0, Some(1));
}

#[test]
fn an_answer_has_lines_is_edited_and_pasted() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
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
    pty.wait_for("question 3 of 5");
    let text = charter_md(&repo);
    assert!(text.contains("**Answer**: 밤 근무 간호사\nsecond line\nthird\n"), "{text}");
}

#[test]
fn an_earlier_answer_is_corrected_and_the_open_one_is_kept() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
    pty.send("Day nurses on four wards, and their managers");
    pty.send(ENTER);
    pty.wait_for("question 3 of 5");
    pty.send("they get");
    pty.send(CTRL_B);
    pty.wait_for("› Day nurses on four wards, and their managers");
    pty.send(CTRL_U);
    pty.send(USERS);
    pty.send(ENTER);
    pty.wait_for("› they get");
    let text = charter_md(&repo);
    assert!(text.contains(USERS) && !text.contains("Day nurses"), "{text}");
    pty.send(CTRL_B);
    pty.send(CTRL_B);
    pty.wait_for(&format!("› {}", &IDEA[..30]));
    pty.send(CTRL_B);
    pty.wait_for("there is no earlier answer");
    pty.send(ESC);
    pty.wait_for("› they get");
    let log = repo.charter(&["log", "--json"]).run().success().json();
    let answered = log["events"].as_array().unwrap().iter();
    assert_eq!(answered.filter(|it| it["type"] == "question_answered").count(), 2, "{log:#}");
}

#[test]
fn a_question_is_skipped_with_a_reason_and_not_without() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
    pty.send(ENTER);
    pty.wait_for("an answer needs words");
    pty.send(CTRL_S);
    pty.wait_for("why is it skipped?");
    pty.send(ENTER);
    pty.wait_for("a skipped question needs a reason");
    pty.send("nobody knows yet");
    pty.send(ENTER);
    pty.wait_for("question 3 of 5");
    assert!(charter_md(&repo).contains("**Skipped**: nobody knows yet"));
}

#[test]
fn an_answer_is_written_in_an_editor() {
    let repo = repo();
    repo.write("edit.sh", "sed -i '1s/.*/From the editor: night nurses, four wards/' \"$1\"\n");
    let editor = format!("sh {}", repo.path("edit.sh").display());
    let invocation = repo.charter(&["new", IDEA]).env_remove("VISUAL").env("EDITOR", &editor);
    let mut pty = invocation.on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
    pty.send("begun");
    pty.send(CTRL_E);
    pty.wait_for("› From the editor: night nurses, four wards");
    pty.send(ENTER);
    pty.wait_for("question 3 of 5");
    assert!(charter_md(&repo).contains("**Answer**: From the editor: night nurses, four wards\n"));
    pty.kill();
    let mut pty = repo.charter(&["interview"]).env("VISUAL", "false").on_terminal(80, 40);
    pty.wait_for("question 3 of 5");
    pty.send("kept");
    pty.send(CTRL_E);
    pty.wait_for("`false` did not end well; nothing was changed");
    assert!(pty.screen().contains("› kept"));
}

#[test]
fn a_finished_charter_is_asked_what_has_changed() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 60);
    answer_all(&mut pty);
    let _ = pty.end();
    let before = charter_md(&repo);
    let mut pty = repo.charter(&["interview", "--update"]).on_terminal(80, 40);
    pty.wait_for("What has changed since this charter was written?");
    let change =
        "The scope is larger: tablets are part of the first version, phones are out of scope.";
    pty.send(change);
    pty.send(ENTER);
    for _ in 0..4 {
        let screen = pty.wait_for("✓ 1  What Changed");
        if screen.contains("sections, Status: Complete") {
            break;
        }
        pty.send("yes");
        pty.send(ENTER);
        std::thread::sleep(Duration::from_millis(200));
    }
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    let after = charter_md(&repo);
    assert!(after.contains("tablets are part of the first version"), "{after}");
    let section = |text: &str, name: &str| {
        let body = text.split(&format!("## {name}\n")).nth(1).unwrap().to_owned();
        body.split("\n## ").next().unwrap().to_owned()
    };
    for name in ["Objective", "Target Users"] {
        assert_eq!(section(&after, name), section(&before, name));
    }
    assert!(after.contains("**Status**: Complete") && !after.contains("Scratch Pad"), "{after}");
}

#[test]
fn an_answer_that_cannot_be_saved_stays_on_the_screen() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
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
    pty.wait_for("question 3 of 5");
}

#[test]
fn an_answer_that_somebody_else_gave_meanwhile_is_not_replaced() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
    let _ = repo.charter(&["interview", "submit", "--answer", VALUE]).run().success();
    pty.send(USERS);
    pty.send(ENTER);
    let screen = pty.wait_for("was answered somewhere else meanwhile");
    assert!(screen.contains("question 3 of 5") && screen.contains(USERS), "{screen}");
    pty.send(ENTER);
    pty.wait_for("question 4 of 5");
    let text = charter_md(&repo);
    assert!(text.contains(VALUE) && text.contains(USERS), "{text}");
}

#[test]
fn a_narrow_and_a_low_terminal_will_do() {
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(40, 12);
    pty.wait_for("I understood: “Nurses lose 40 minutes");
    pty.send(&"night nurses on four wards ".repeat(12));
    pty.send("end");
    let screen = pty.wait_for("wards end");
    assert!(screen.lines().all(|it| it.chars().count() < 40), "{screen}");
    assert!(screen.contains("I understood: “Nurses lose 40 minutes"), "{screen}");
    pty.send(ENTER);
    pty.wait_for("night nurses on …");
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
    assert!(output.stdout.contains("question 2 of 5"), "{output}");
    drop((pipe, other));
}

#[test]
fn answers_are_piped_in() {
    let repo = repo();
    let answers = [VALUE, USERS, SCOPE, SUCCESS].join("\n");
    let output = repo.charter(&["new", IDEA]).stdin(&answers).run().success();
    assert!(output.stdout.contains("charter.md"), "{output}");
    assert!(charter_md(&repo).contains(VALUE));
    let repo = self::repo();
    let output = repo.charter(&["new"]).stdin(&format!("{IDEA}\n{VALUE}\n")).run().success();
    assert!(output.stdout.contains("question 3 of 5"), "{output}");
    let args = ["interview", "--answers", "-", "--json"];
    let value = repo.charter(&args).stdin("[{\"skip\":\"later\"}]").run().success().json();
    assert_eq!(value["round"], 4, "{value:#}");
}

#[test]
fn killing_the_terminal_at_any_moment_loses_no_answer_that_was_taken() {
    let mut rng = Rng::new(0x7a1c);
    let repo = repo();
    let mut pty = repo.charter(&["new", IDEA]).on_terminal(80, 40);
    pty.wait_for("question 2 of 5");
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
        while !pty.screen().contains("question ") && !pty.screen().contains("Status: ") {
            std::thread::sleep(Duration::from_millis(5));
        }
        if pty.screen().contains("Status: ") || !text.contains("## Scratch Pad") {
            break;
        }
    }
}
