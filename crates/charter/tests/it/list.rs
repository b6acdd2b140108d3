//! `charter list`: every charter of the project.

use crate::scene::{Scene, keys, open, repo, texts};
use insta::assert_snapshot;
use std::fs;

#[test]
fn charters_are_listed_oldest_first_and_the_current_one_is_marked() {
    let scene = Scene::with_criteria();
    open(&scene.repo, "Eine größere Übergabe");
    let _ = scene.charter(&["abandon", "--charter", "nurses", "--reason", "no"]).run().success();
    open(&scene.repo, "夜勤の看護師");
    let _ = scene.charter(&["pause", "--charter", "夜勤"]).run().success();
    let _ = scene.charter(&["use", "größere"]).run().success();
    assert_snapshot!(scene.charter(&["list"]).run(), @"
    exit 0
    --- stdout

        abandoned  20261116-090000-nurses-night-shifts  0 of 4 shown
                   Nurses on night shifts lose 40 minutes copying vital signs…
      ● active     20261116-090001-größere-übergabe  no criteria
                   Eine größere Übergabe
        paused     20261116-090003-夜勤の看護師  no criteria
                   夜勤の看護師

    ");
    let list = scene.charter(&["list"]).run().success();
    assert_eq!(scene.charter(&["ls"]).run().success().stdout, list.stdout);
}

#[test]
fn an_empty_repository_has_an_empty_list_and_stays_empty() {
    let repo = repo();
    assert_snapshot!(repo.charter(&["list"]).run(), @r#"
    exit 0
    --- stdout

      no charter here
      next  charter new "an idea"
            start a charter
    "#);
    assert_eq!(repo.tree(), "");
}

#[test]
fn the_json_has_a_row_for_every_charter() {
    let scene = Scene::new();
    open(&scene.repo, "Second");
    let value = scene.charter(&["list", "--json"]).run().success().json();
    assert_eq!(keys(&value), ["charters", "findings", "nextActions"]);
    let row = &value["charters"][0];
    let promised = "charterId name path status rigor valTotal valPass valWaived createdAt \
                    updatedAt current intact";
    assert_eq!(keys(row).join(" "), promised);
    assert_eq!(row["createdAt"], "2026-11-16T09:00:00.000Z");
    assert_eq!((&row["current"], &row["intact"]), (&false.into(), &true.into()));
}

#[test]
fn what_is_not_a_charter_is_left_alone_and_named() {
    let scene = Scene::new();
    scene.repo.write(".charter/notes.txt", "mine");
    fs::create_dir(scene.repo.path(".charter/empty")).unwrap();
    let output = scene.charter(&["list"]).run().success();
    assert_snapshot!(output.stderr, @"
    note   empty: this is not a charter and is left alone [stray-entry]
    note   notes.txt: this is not a charter and is left alone [stray-entry]
    ");
    let value = scene.charter(&["list", "--json"]).run().success().json();
    assert_eq!(texts(&value["findings"], "file"), ["empty", "notes.txt"]);
}

#[test]
fn a_charter_that_cannot_be_read_is_listed_with_the_reason() {
    let scene = Scene::new();
    let ledger = scene.repo.path(scene.ledger());
    fs::remove_file(&ledger).unwrap();
    fs::create_dir(&ledger).unwrap();
    let output = scene.charter(&["list"]).run().success();
    assert!(output.stderr.contains("[document-unreadable]"), "{output}");
    assert!(!output.stdout.contains("no charter here"), "there is one:\n{output}");
    assert!(output.stdout.contains(&scene.id), "{output}");
    let value = scene.charter(&["list", "--json"]).run().success().json();
    assert_eq!(texts(&value["charters"], "charterId"), [scene.id.as_str()]);
}

#[test]
fn a_broken_ledger_shows_in_the_list() {
    let scene = Scene::with_events(3);
    let mut lines = scene.lines();
    lines.remove(1);
    scene.write_lines(&lines);
    let output = scene.charter(&["list"]).run().success();
    assert!(output.stdout.contains("ledger broken"), "{output}");
    let value = scene.charter(&["list", "--json"]).run().success().json();
    assert_eq!(value["charters"][0]["intact"], false);
}
