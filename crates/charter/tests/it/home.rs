//! `charter` alone: where things stand, or how to start.

use crate::scene::{Scene, keys, open, repo};
use insta::assert_snapshot;

#[test]
fn an_empty_repository_is_told_how_to_start_and_stays_empty() {
    let repo = repo();
    assert_snapshot!(repo.charter(&[]).run(), @r#"
    exit 0
    --- stdout

      No charter here yet. A charter takes a piece of work from an idea to a proven
      end.

      start  charter new "what it is about, in your own words"
      learn  charter --help
    "#);
    let value = repo.charter(&["--json"]).run().success().json();
    assert_eq!(keys(&value), ["charters", "findings", "nextActions"]);
    assert_eq!(repo.tree(), "");
}

#[test]
fn one_charter_is_shown_as_status_shows_it() {
    let scene = Scene::with_criteria();
    let home = scene.charter(&[]).run().success();
    let status = scene.charter(&["status"]).run().success();
    assert_eq!(home.stdout, status.stdout);
    let home = scene.charter(&["--json"]).run().success();
    let status = scene.charter(&["status", "--json"]).run().success();
    assert_eq!(home.stdout, status.stdout);
}

#[test]
fn what_is_wrong_is_said_as_status_says_it() {
    let scene = Scene::with_events(3);
    let mut lines = scene.lines();
    lines.remove(1);
    scene.write_lines(&lines);
    let home = scene.charter(&[]).run().success();
    let status = scene.charter(&["status"]).run().success();
    assert!(status.stderr.contains("[chain-gap]"), "{status}");
    assert_eq!(home.stderr, status.stderr, "`charter` alone keeps quiet about a broken ledger");
}

#[test]
fn two_open_charters_are_listed_with_how_to_choose() {
    let scene = Scene::new();
    open(&scene.repo, "Eine größere Übergabe");
    // A fresh clone does not know what was chosen elsewhere.
    std::fs::remove_file(scene.repo.path(".charter/.local/chosen")).unwrap();
    assert_snapshot!(scene.charter(&[]).run(), @"
    exit 0
    --- stdout

        active     20261116-090000-nurses-night-shifts  no criteria
                   Nurses on night shifts lose 40 minutes copying vital signs…
        active     20261116-090001-größere-übergabe  no criteria
                   Eine größere Übergabe

      next  charter use 20261116-090001-größere-übergabe
            choose one to work on
    ");
    let value = scene.charter(&["--json"]).run().success().json();
    assert_eq!(keys(&value), ["charters", "findings", "nextActions"]);
}
