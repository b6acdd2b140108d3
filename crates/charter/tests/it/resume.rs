//! `charter resume`: goes on.

use crate::scene::{Scene, keys, refused};
use insta::assert_snapshot;

#[test]
fn a_paused_charter_goes_on() {
    let scene = Scene::new();
    let _ = scene.charter(&["pause"]).run().success();
    assert_snapshot!(scene.charter(&["resume"]).run(), @"
    exit 0
    --- stdout
    20261116-090000-nurses-night-shifts goes on
      next  charter interview
            answer up to five questions, which draft what must be shown
    ");
}

#[test]
fn resuming_what_goes_on_changes_nothing() {
    let scene = Scene::new();
    let before = scene.ledger_bytes();
    let output = scene.charter(&["resume"]).run().success();
    assert!(output.stdout.contains("was active already"), "{output}");
    assert_eq!(scene.ledger_bytes(), before);
}

#[test]
fn resuming_binds_the_session_that_calls() {
    let scene = Scene::new();
    let _ = scene.charter(&["pause"]).run().success();
    let value = scene.charter(&["resume", "--session", "pi-7", "--json"]).run().success().json();
    assert_eq!(keys(&value), ["ok", "charterId", "status", "changed", "nextActions"]);
    let events = scene.events();
    assert_eq!(events[2]["type"], "charter_resumed");
    assert_eq!(
        (&events[3]["type"], &events[3]["session"]),
        (&"session_bound".into(), &"pi-7".into())
    );
}

#[test]
fn what_has_ended_cannot_go_on() {
    let scene = Scene::new();
    let _ = scene.charter(&["abandon", "--reason", "bought instead"]).run().success();
    let _ = refused(&scene.repo, &["resume", "--charter", "nurses"], 1, "wrong-state");
}
