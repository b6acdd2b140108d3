//! `charter log`: what happened.

use crate::scene::{Scene, keys, texts};
use insta::assert_snapshot;
use serde_json::Value;

/// Opens a charter to which everything happened that can.
fn eventful() -> Scene {
    let scene = Scene::new();
    let run = |args: &[&str]| drop(scene.charter(args).run().success());
    run(&["use", "nurses", "--session", "claude-1"]);
    run(&["pause", "--reason", "waiting for the ward"]);
    run(&["resume"]);
    run(&["pause"]);
    run(&["abandon", "--reason", "bought a product instead"]);
    scene
}

#[test]
fn events_are_told_oldest_first_in_a_line_each() {
    let scene = eventful();
    assert_snapshot!(scene.charter(&["log", "--charter", "nurses"]).run(), @"
    exit 0
    --- stdout
        1  2026-11-16 09:00Z  person:Ada  created “Nurses on night shifts lose 40
                                          minutes copying vital signs…”, rigor
                                          standard
        2  2026-11-16 09:00Z  person:Ada  bound session `claude-1`
        3  2026-11-16 09:00Z  person:Ada  paused: waiting for the ward
        4  2026-11-16 09:00Z  person:Ada  resumed
        5  2026-11-16 09:00Z  person:Ada  paused
        6  2026-11-16 09:00Z  person:Ada  abandoned: bought a product instead
    ");
}

#[test]
fn the_json_is_what_the_ledger_has() {
    let scene = eventful();
    let value = scene.charter(&["log", "--json", "--charter", "nurses"]).run().success().json();
    assert_eq!(keys(&value), ["charterId", "events", "findings"]);
    assert_eq!(value["events"], Value::Array(scene.events()));
    assert_eq!(
        texts(&value["events"], "type").join(" "),
        "charter_created session_bound charter_paused charter_resumed charter_paused \
         charter_abandoned"
    );
}

#[test]
fn the_last_events_can_be_asked_for() {
    let scene = eventful();
    let last = |n: &str| {
        let args = ["log", "-n", n, "--json", "--charter", "nurses"];
        let value = scene.charter(&args).run().success().json();
        let events = value["events"].as_array().unwrap().iter();
        events.map(|it| it["seq"].as_u64().unwrap()).collect::<Vec<u64>>()
    };
    assert_eq!(last("2"), [5, 6]);
    assert!(last("0").is_empty());
    assert_eq!(last("99").len(), 6);
    let output = scene.charter(&["log", "--last", "1", "--charter", "nurses"]).run().success();
    assert_eq!(output.stdout.lines().count(), 1);
}

#[test]
fn each_event_links_to_the_one_before() {
    let scene = eventful();
    let events = scene.events();
    for pair in events.windows(2) {
        assert_eq!(pair[1]["prev"], pair[0]["id"]);
        assert_eq!(pair[1]["seq"].as_u64(), pair[0]["seq"].as_u64().map(|it| it + 1));
    }
}
