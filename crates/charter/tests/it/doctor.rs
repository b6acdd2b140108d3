//! `charter doctor`: what it says when all is well, and its JSON.

use crate::scene::{Scene, keys, open, refused, repo, texts};
use insta::assert_snapshot;
use serde_json::json;
use std::fs;

#[test]
fn an_empty_repository_has_nothing_to_check() {
    let repo = repo();
    assert_snapshot!(repo.charter(&["doctor"]).run(), @"
    exit 0
    --- stdout

      root  .charter
      other settings as they are built in; --json lists them

      nothing to check: no charter here
    ");
    let _ = repo.charter(&["doctor", "--repair"]).run().success();
    assert_eq!(repo.tree(), "");
}

#[test]
fn whole_charters_are_said_to_be_whole() {
    let scene = Scene::with_events(3);
    open(&scene.repo, "Second");
    assert_snapshot!(scene.charter(&["doctor"]).run(), @"
    exit 0
    --- stdout

      root  .charter
      other settings as they are built in; --json lists them

      20261116-090000-nurses-night-shifts  3 events, chain intact

      20261116-090003-second  1 event, chain intact

      whole: 2 charters checked
    ");
}

#[test]
fn the_json_has_the_charters_the_findings_and_the_settings() {
    let scene = Scene::new();
    let value = scene.charter(&["doctor", "--json"]).run().success().json();
    assert_eq!(keys(&value).join(" "), "ok root charters findings config nextActions");
    let charter = &value["charters"][0];
    assert_eq!(keys(charter).join(" "), "charterId events intact findings repaired");
    assert_eq!(
        texts(&value["config"], "key"),
        [
            "root",
            "rigor",
            "color",
            "lock-wait-ms",
            "replay-seconds",
            "replay-allow",
            "proof-budget-s",
            "require-charter",
            "tests",
            "loop",
            "guard",
            "mind.use",
            "mind.model",
            "mind.base-url",
            "mind.key-env",
            "mind.command",
            "mind.timeout-s",
            "threshold",
            "profile",
            "batch",
            "max-rounds",
            "plan-iterations",
            "plan-passes",
            "preflight.state",
            "preflight.workflow",
            "preflight.ambiguity",
            "preflight.missing",
            "preflight.risk",
            "preflight.skip",
            "preflight.workflows"
        ]
    );
    assert_eq!(keys(&value["config"][0]).join(" "), "key value source");
}

#[test]
fn doctor_looks_and_touches_nothing() {
    let scene = Scene::with_events(3);
    fs::remove_file(scene.repo.path(scene.derived("state.json"))).unwrap();
    let before = scene.repo.snapshot_tree();
    let _ = scene.charter(&["doctor"]).run().success();
    let _ = scene.charter(&["doctor", "--json"]).run().success();
    assert_eq!(scene.repo.snapshot_tree(), before);
}

#[test]
fn a_repair_of_what_is_whole_changes_nothing() {
    let scene = Scene::with_events(3);
    let before = crate::scene::kept_tree(&scene.repo);
    let value = scene.charter(&["doctor", "--repair", "--json"]).run().success().json();
    assert_eq!(value["charters"][0]["repaired"], json!([]));
    assert_eq!(crate::scene::kept_tree(&scene.repo), before);
}

#[test]
fn one_charter_can_be_named() {
    let scene = Scene::new();
    let second = open(&scene.repo, "Second");
    let args = ["doctor", "--charter", "second", "--json"];
    let value = scene.charter(&args).run().success().json();
    assert_eq!(texts(&value["charters"], "charterId"), [second]);
    let _ = refused(&scene.repo, &["doctor", "--charter", "zzz"], 2, "unknown-charter");
}

#[test]
fn leftovers_of_unfinished_writes_are_notes() {
    let scene = Scene::new();
    scene.repo.write(scene.file(".tmp-state.json"), "{");
    scene.repo.write(scene.file("saved/tail-00000000.bin"), "{");
    let found = scene.findings();
    assert_eq!(found, [("leftover".to_owned(), None), ("set-aside".to_owned(), None)]);
    let _ = scene.charter(&["doctor"]).run().success();
}
