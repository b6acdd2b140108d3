//! A ledger that a later version of charter wrote to: readable, and not written to.

use crate::scene::{Scene, codes, line_behind, refused};
use insta::assert_snapshot;
use serde_json::json;

/// Puts an event of a kind, or of an envelope, that nobody knows yet behind the ledger.
fn later(kind: &str, version: u64) -> Scene {
    let scene = Scene::with_events(6);
    let mut lines = scene.lines();
    lines.push(line_behind(lines.last().unwrap(), kind, version));
    scene.write_lines(&lines);
    scene
}

#[test]
fn reads_answer_around_an_unknown_event_with_a_warning() {
    for (kind, version) in [("criterion_moved", 2), ("charter_paused", 3)] {
        let scene = later(kind, version);
        let status = scene.charter(&["status"]).run().success();
        assert!(status.stderr.contains("[unknown-event]"), "{status}");
        assert!(status.stderr.contains(&format!("`{kind}`")), "{status}");
        let value = scene.charter(&["status", "--json"]).run().success().json();
        assert_eq!((&value["status"], &value["ledger"]["events"]), (&json!("active"), &json!(7)));
        let log = scene.charter(&["log", "-n", "1"]).run().success();
        assert!(log.stdout.contains(&format!("{kind} (unknown to this version)")), "{log}");
    }
}

#[test]
fn doctor_names_the_event_and_its_line() {
    let scene = later("criterion_moved", 2);
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let examined = &report["charters"][0];
    let errors = examined["findings"].as_array().unwrap().iter();
    let errors: Vec<_> = errors.filter(|it| it["severity"] == "error").cloned().collect();
    assert_eq!(codes(&json!(errors)), [("unknown-event".to_owned(), Some(7))]);
    assert_eq!(examined["intact"], true, "the chain holds");
}

#[test]
fn doctor_does_not_call_a_newer_ledger_broken() {
    let scene = later("criterion_moved", 2);
    let output = scene.charter(&["doctor"]).run().code(4);
    assert!(output.stdout.contains("chain intact"), "{output}");
    assert!(!output.stdout.contains("0 of 1 charters"), "none is broken:\n{output}");
}

#[test]
fn writes_refuse_and_change_nothing() {
    let scene = later("criterion_moved", 2);
    let output = refused(&scene.repo, &["pause"], 4, "ledger-newer");
    let first = output.stderr.lines().next().unwrap();
    assert_snapshot!(first, @"error: the ledger of `20261116-090000-nurses-night-shifts` was written by a later version of charter");
    let args = ["use", "nurses", "--session", "new"];
    let _ = refused(&scene.repo, &args, 4, "ledger-newer");
}

#[test]
fn a_repair_does_not_touch_what_it_does_not_understand() {
    let scene = later("criterion_moved", 2);
    let before = scene.ledger_bytes();
    let _ = scene.charter(&["doctor", "--repair"]).run().code(4);
    assert_eq!(scene.ledger_bytes(), before);
}
