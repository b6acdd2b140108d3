//! `charter interviewer`: one JSON object, valid against the schema, and not a byte written.

use crate::scene::{Scene, repo};
use crate::schema::violation;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn schema() -> Value {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/interviewer.schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Runs a step on a text, checks its shape and gives the response.
#[track_caller]
fn step(text: Option<&str>, mode: &str, exit: i32) -> Value {
    let repo = repo();
    if let Some(text) = text {
        repo.write("charter.md", text);
    }
    let before = repo.snapshot_tree();
    let output = repo.charter(&["interviewer", "charter.md", mode]).run().code(exit);
    assert_eq!(output.stderr, "", "one object on stdout and nothing else:\n{output}");
    let value = output.json();
    let root = schema();
    assert_eq!(violation(&value, &root, &root), None);
    assert_eq!(repo.snapshot_tree(), before, "nothing is written");
    value
}

fn pad(entries: &[(&str, &str)]) -> String {
    let mut text = "# Charter: X\n\n## Scratch Pad\n\n<!-- Mode: CREATE -->\n\n".to_owned();
    for (number, (topic, answer)) in (1..).zip(entries) {
        writeln!(text, "### Q{number}: {topic}\n**Asked**: ?\n**Answer**: {answer}\n").unwrap();
    }
    text + "<!-- End scratch pad -->\n"
}

const USERS: &str = "Night nurses on four wards use it at the bed, and ward managers read it.";
const VALUE: &str = "They get forty minutes a night back and make fewer mistakes than on paper.";
const SCOPE: &str = "Version one has vital signs only; billing and medication are not part of it.";
const SUCCESS: &str = "It worked when copying takes less than five minutes a night by March.";
const PROBLEM: &str = "Nurses lose forty minutes a night copying numbers, and errors slip in.";

#[test]
fn without_a_file_the_first_question_is_asked() {
    let value = step(None, "CREATE", 0);
    assert_eq!(
        (&value["type"], &value["metadata"]["question_number"]),
        (&json!("next_question"), &json!(1))
    );
    let value = step(None, "create", 0);
    assert_eq!(value["type"], "next_question");
}

#[test]
fn what_cannot_go_on_is_an_error_and_exits_with_1() {
    for (text, mode) in [(None, "RESUME"), (None, "UPDATE"), (Some("# X\n"), "RESUME")] {
        assert_eq!(step(text, mode, 1)["type"], "error");
    }
    let scene = Scene::new();
    let output = scene.charter(&["interviewer", ".charter"]).run().code(1);
    assert_eq!(output.json()["type"], "error");
}

#[test]
fn five_answers_make_a_success_of_the_user_s_own_words() {
    let text = pad(&[
        ("Problem & Context", PROBLEM),
        ("Target Users", USERS),
        ("Value Proposition", VALUE),
        ("Scope", SCOPE),
        ("Success Criteria", SUCCESS),
    ]);
    let value = step(Some(&text), "RESUME", 0);
    assert_eq!(
        (&value["type"], &value["metadata"]["gaps_remaining"]),
        (&json!("success"), &json!([]))
    );
    let content = json!({
        "problem": PROBLEM, "users": USERS, "value_prop": VALUE, "scope": SCOPE, "success": SUCCESS,
    });
    assert_eq!(value["charter_content"], content);
}

#[test]
fn every_question_on_the_way_has_the_next_number() {
    let answers = [
        ("Brain Dump", "Something for the ward."),
        ("Problem & Context", PROBLEM),
        ("Target Users", USERS),
        ("Value Proposition", VALUE),
    ];
    for n_answers in 1..=answers.len() {
        let value = step(Some(&pad(&answers[..n_answers])), "RESUME", 0);
        let expected = json!(n_answers + 1);
        assert_eq!(value["metadata"]["question_number"], expected, "{value:#}");
    }
}

#[test]
fn a_path_that_is_no_file_is_an_error_and_nothing_is_written() {
    let repo = repo();
    repo.write("dir/x", "");
    let before = repo.snapshot_tree();
    let value = repo.charter(&["interviewer", "dir", "CREATE"]).run().code(1).json();
    assert_eq!(
        (&value["type"], &value["metadata"]["question_number"]),
        (&json!("error"), &json!(0))
    );
    assert_eq!(repo.snapshot_tree(), before);
}

#[test]
fn a_bad_mode_is_a_usage_error() {
    let output = repo().charter(&["interviewer", "charter.md", "BANANA"]).run().code(2);
    assert!(output.stderr.contains("CREATE"), "{output}");
}
