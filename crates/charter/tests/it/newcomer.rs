//! What somebody meets who tries the interviews for the first time.

use crate::scene::repo;
use charter_testkit::Repo;

const IDEA: &str = "Nurses lose forty minutes a night copying vital signs onto paper.";

fn dir(repo: &Repo) -> String {
    let list = repo.charter(&["list", "--json"]).run().success().json();
    list["charters"][0]["path"].as_str().unwrap().to_owned()
}

fn n_charters(repo: &Repo) -> usize {
    let list = repo.charter(&["list", "--json"]).run().success().json();
    list["charters"].as_array().map_or(0, Vec::len)
}

/// Answers what is asked, by topic, and accepts what is shown; what the list does not name is skipped.
fn answer(repo: &Repo, known: &[(&str, &str)]) {
    for _ in 0..9 {
        let need = repo.charter(&["interview", "next", "--json"]).run().success().json();
        let submit = |flag: &str, words: &str| {
            repo.charter(&["interview", "submit", flag, words, "--json"]).run().success().json()
        };
        let topic = need["context"]["topic"].as_str();
        let said = topic.and_then(|topic| known.iter().find(|(it, _)| *it == topic));
        let after = match (need["kind"].as_str(), said) {
            (Some("review"), _) => submit("--answer", "accept"),
            (_, Some((_, said))) => submit("--answer", said),
            (_, None) if topic.is_some() => {
                let noise = submit("--answer", "I don't know");
                assert_eq!(noise["needId"], need["needId"], "{noise:#}");
                submit("--skip", "nobody knows yet")
            }
            (_, None) => break,
        };
        if after["kind"] == "done" {
            break;
        }
    }
}

#[test]
fn who_does_not_know_leaves_a_gap_and_the_later_answer_is_drafted() {
    let repo = repo();
    repo.charter(&["new", IDEA, "--no-interview"]).run().success();
    let first = [
        ("Problem & Context", "Nurses copy numbers by hand every night and errors slip in."),
        ("Target Users", "Night nurses on four wards use it at the bed."),
        ("Value Proposition", "They get forty minutes a night back for their patients."),
        ("Scope", "Version one has vital signs only; billing is not part of it."),
    ];
    answer(&repo, &first);
    let dir = dir(&repo);
    let charter = repo.read(format!("{dir}/charter.md"));
    let criteria = repo.read(format!("{dir}/criteria.md"));
    assert!(!charter.contains("I don't know") && !criteria.contains("KNOW"), "{charter}{criteria}");
    assert!(charter.contains("**Status**: Draft"), "{charter}");
    let real = "Copying takes less than five minutes a night by March.";
    answer(&repo, &[("Success Criteria", real)]);
    let charter = repo.read(format!("{dir}/charter.md"));
    let criteria = repo.read(format!("{dir}/criteria.md"));
    assert!(charter.contains(real), "{charter}");
    assert!(criteria.contains("Copying takes less than five minutes"), "{criteria}");
}

#[test]
fn answers_that_are_refused_name_the_charter_they_leave() {
    let repo = repo();
    repo.write("answers.txt", "asdf asdf\n");
    let args = ["new", "--deep", IDEA, "--answers", "answers.txt"];
    let run = repo.charter(&args).run();
    let id = dir(&repo).rsplit('/').next().unwrap().to_owned();
    assert!(run.stderr.contains(&format!("the charter {id} is open")), "{}", run.stderr);
    let hint = format!("hint: charter interview --charter {id}");
    assert!(run.stderr.contains(&hint), "{}", run.stderr);
}

#[test]
fn answers_that_are_no_text_open_no_charter() {
    let repo = repo();
    let cases: [(&[u8], &str); 3] = [
        (b"fine\n\xff\n", "is no UTF-8 text: byte 6"),
        (b"fine\na\0b\n", "line 2 holds a NUL byte"),
        (b"[\"fine\",\n bad]", "line 2 column 2"),
    ];
    for (bytes, words) in cases {
        for deep in [&["--deep"][..], &[]] {
            repo.write("answers.txt", bytes);
            let args = [&["new", IDEA, "--answers", "answers.txt"], deep].concat();
            let run = repo.charter(&args).run();
            assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
        }
    }
    assert_eq!(n_charters(&repo), 0);
}

#[test]
fn a_reply_that_is_none_says_where_it_breaks() {
    let repo = repo();
    repo.charter(&["new", IDEA, "--no-interview"]).run().success();
    let run = repo.charter(&["interview", "submit", "-"]).stdin("{bad json").run();
    assert!(run.stderr.contains("at line 1 column 2"), "{}", run.stderr);
    let run = repo.charter(&["interview", "submit", "-"]).stdin("").run();
    assert!(run.stderr.contains("stdin holds no reply"), "{}", run.stderr);
    let run = repo.charter(&["export"]).run();
    assert!(run.stderr.contains("--in-toto|--gherkin|--markdown"), "{}", run.stderr);
}

#[test]
fn the_first_screen_says_what_was_taken_from_the_idea() {
    let repo = repo();
    repo.charter(&["new", IDEA, "--no-interview"]).run().success();
    let run = repo.charter(&["interview", "next"]).run().success();
    assert!(run.stdout.contains("1 ● problem  Nurses lose forty minutes"), "{}", run.stdout);
    assert!(run.stdout.contains("5 ○ success  (nothing yet)"), "{}", run.stdout);
    assert!(
        run.stdout.contains("next  charter interview submit --answer accept"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_question_back_is_no_answer_to_a_checklist() {
    let repo = repo();
    let mut pty = repo.charter(&["new", "--deep", IDEA]).on_terminal(80, 24);
    pty.wait_for("Question 1");
    pty.wait_for("ctrl-s: skip");
    pty.send("why do you ask me this again?");
    pty.send("\r");
    pty.wait_for("That doesn't answer the question; it stays open.");
    pty.send("\u{15}");
    pty.send("A nurse opens the page, then types the pulse and taps save.");
    pty.send("\r");
    let screen = pty.wait_for("Question 2");
    assert!(screen.contains("Answered: "), "{screen}");
    pty.send("\u{3}");
    pty.end();
}
