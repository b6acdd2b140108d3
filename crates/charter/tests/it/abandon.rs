//! `charter abandon`: gives the work up.

use crate::scene::{Scene, open, refused};
use insta::assert_snapshot;

#[test]
fn giving_up_is_recorded_with_its_reason() {
    let scene = Scene::new();
    assert_snapshot!(scene.charter(&["abandon", "--reason", " bought instead "]).run(), @"
    exit 0
    --- stdout
    20261116-090000-nurses-night-shifts abandoned
      next  charter log --charter 20261116-090000-nurses-night-shifts
            see what happened
    ");
    assert_eq!(scene.events()[1]["reason"], "bought instead");
    let args = ["status", "--json", "--charter", "nurses"];
    assert_eq!(scene.charter(&args).run().success().json()["status"], "abandoned");
}

#[test]
fn giving_up_needs_a_reason() {
    let scene = Scene::new();
    assert_snapshot!(refused(&scene.repo, &["abandon", "--reason", "  "], 2, "reason-missing"), @r#"
    exit 2
    --- stderr
    error: this needs a reason, and there is none
    hint: charter abandon --help  (see what it takes)
    "#);
    let _ = refused(&scene.repo, &["abandon"], 2, "usage");
}

#[test]
fn giving_up_twice_is_refused() {
    let scene = Scene::new();
    let _ = scene.charter(&["abandon", "--reason", "bought instead"]).run().success();
    let args = ["abandon", "--reason", "again", "--charter", "nurses"];
    let _ = refused(&scene.repo, &args, 1, "wrong-state");
}

#[test]
fn a_new_charter_takes_the_place_of_one_that_was_given_up() {
    let scene = Scene::new();
    let _ = scene.charter(&["use", "nurses"]).run().success();
    let _ = scene.charter(&["abandon", "--reason", "bought instead"]).run().success();
    let second = open(&scene.repo, "Second");
    let value = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(value["charterId"], second, "the only open one is meant, not the ended one");
}
