//! `charter show`: a charter or a criterion, whole.

use crate::scene::{Scene, keys, refused};
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

      nothing recorded yet
    ");
}

#[test]
fn the_json_of_a_criterion_has_what_the_register_says() {
    let scene = Scene::with_criteria();
    let value = scene.charter(&["show", "VAL-ENTRY-001", "--json"]).run().success().json();
    assert_eq!(
        keys(&value).join(" "),
        "charterId path criterion text description command watches from history findings"
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
