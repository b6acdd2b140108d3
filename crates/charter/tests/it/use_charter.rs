//! `charter use`: chooses the charter to work on.

use crate::scene::{Scene, keys, open, refused};
use insta::assert_snapshot;

#[test]
fn a_session_is_bound_by_name() {
    let scene = Scene::new();
    assert_snapshot!(scene.charter(&["use", "NIGHT", "--session", "claude-1"]).run(), @"
    exit 0
    --- stdout
    session `claude-1` works on 20261116-090000-nurses-night-shifts
    ");
    let event = &scene.events()[1];
    assert_eq!((&event["session"], &event["turn"]), (&"claude-1".into(), &1.into()));
}

#[test]
fn without_a_session_every_caller_without_one_is_meant() {
    let scene = Scene::new();
    assert_snapshot!(scene.charter(&["use", "nurses"]).run(), @"
    exit 0
    --- stdout
    commands without --charter work on 20261116-090000-nurses-night-shifts
    ");
    let value = scene.charter(&["use", "nurses", "--json"]).run().success().json();
    assert_eq!(keys(&value), ["ok", "charterId", "changed", "nextActions"]);
    assert_eq!(value["changed"], false);
}

#[test]
fn using_the_same_charter_again_writes_nothing() {
    let scene = Scene::new();
    let _ = scene.charter(&["use", "nurses", "--session", "a"]).run().success();
    let before = scene.ledger_bytes();
    let _ = scene.charter(&["use", "nurses", "--session", "a"]).run().success();
    assert_eq!(scene.ledger_bytes(), before);
}

#[test]
fn the_last_use_wins_even_when_the_clock_stands_still() {
    let scene = Scene::new();
    let second = open(&scene.repo, "Second");
    let now = "2026-11-16T12:00:00Z";
    let choose = |fragment: &str, expected: &str| {
        let args = ["use", fragment, "--session", "a"];
        let _ = scene.charter(&args).now(now).run().success();
        let status = scene.charter(&["status", "--json", "--session", "a"]).now(now).run();
        assert_eq!(status.success().json()["charterId"], expected);
    };
    choose("second", &second);
    choose("nurses", &scene.id);
    choose("second", &second);
    choose("nurses", &scene.id);
}

#[test]
fn a_session_that_cannot_be_one_is_refused() {
    let scene = Scene::new();
    let long = "s".repeat(201);
    for session in ["a\nb", "\u{1b}[31m", "   ", &long] {
        let args = ["use", "nurses", "--session", session];
        let _ = refused(&scene.repo, &args, 2, "session-unusable");
    }
}

#[test]
fn a_fragment_that_names_nothing_or_too_much_is_refused() {
    let scene = Scene::new();
    open(&scene.repo, "Second");
    let _ = refused(&scene.repo, &["use", "zzz"], 2, "unknown-charter");
    let _ = refused(&scene.repo, &["use", "20261116"], 2, "ambiguous-charter");
    let _ = refused(&scene.repo, &["use", ""], 2, "unknown-charter");
    let _ = refused(&scene.repo, &["use"], 2, "usage");
}

#[test]
fn a_choice_without_a_session_is_this_machine_s_and_no_event() {
    let scene = Scene::new();
    crate::scene::open(&scene.repo, "Second");
    let before = crate::scene::kept_tree(&scene.repo);
    let _ = scene.charter(&["use", "nurses"]).run().success();
    assert_eq!(crate::scene::kept_tree(&scene.repo), before, "only `.local` may change");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["charterId"], scene.id.as_str());
    let named = scene.charter(&["status", "--session", "other"]).run();
    assert_eq!(named.code, Some(2), "another session has no part in it:\n{named}");
}

#[test]
fn a_charter_that_has_ended_is_not_taken_up_again() {
    let scene = Scene::new();
    let _ = scene.charter(&["abandon", "--reason", "bought"]).run().success();
    let _ = refused(&scene.repo, &["use", "nurses"], 1, "wrong-state");
    let _ = refused(&scene.repo, &["use", "nurses", "--session", "a"], 1, "wrong-state");
}
