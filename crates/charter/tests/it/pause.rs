//! `charter pause`: lets the work rest.

use crate::scene::{Scene, keys, refused};
use insta::assert_snapshot;

#[test]
fn pausing_says_how_to_go_on() {
    let scene = Scene::new();
    assert_snapshot!(scene.charter(&["pause", "--reason", "waiting for the ward"]).run(), @"
    exit 0
    --- stdout
    20261116-090000-nurses-night-shifts paused
      next  charter resume
            take it up again
    ");
    assert_eq!(scene.events()[1]["reason"], "waiting for the ward");
    assert!(scene.repo.read(scene.derived("state.json")).contains("\"status\": \"paused\""));
}

#[test]
fn pausing_twice_changes_nothing() {
    let scene = Scene::new();
    let _ = scene.charter(&["pause"]).run().success();
    let before = scene.ledger_bytes();
    let output = scene.charter(&["pause", "--reason", "again"]).run().success();
    assert!(output.stdout.contains("was paused already"), "{output}");
    let value = scene.charter(&["pause", "--json"]).run().success().json();
    assert_eq!(keys(&value), ["ok", "charterId", "status", "changed", "nextActions"]);
    assert_eq!((&value["status"], &value["changed"]), (&"paused".into(), &false.into()));
    assert_eq!(scene.ledger_bytes(), before);
}

#[test]
fn a_reason_of_blanks_is_no_reason() {
    let scene = Scene::new();
    let _ = scene.charter(&["pause", "--reason", "  "]).run().success();
    assert!(scene.events()[1].get("reason").is_none());
}

#[test]
fn what_has_ended_cannot_be_paused() {
    let scene = Scene::new();
    let _ = scene.charter(&["abandon", "--reason", "bought instead"]).run().success();
    let output = refused(&scene.repo, &["pause", "--charter", "nurses"], 1, "wrong-state");
    assert_snapshot!(output, @r#"
    exit 1
    --- stderr
    error: `20261116-090000-nurses-night-shifts` is abandoned, so it can't be paused
    hint: charter status --charter 20261116-090000-nurses-night-shifts  (see where it stands)
    hint: charter new "an idea"  (open a new charter)
    "#);
}
