//! Files that are missing or cannot be read: the path is named, nothing is guessed.

use crate::scene::{Scene, codes, kept_tree, refused, texts};
use insta::assert_snapshot;
use serde_json::json;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

/// Puts a directory where the ledger was.
fn ledger_is_a_directory() -> Scene {
    let scene = Scene::with_events(6);
    let path = scene.repo.path(scene.ledger());
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    scene
}

#[test]
fn a_ledger_that_is_a_directory_is_named_with_the_cause() {
    let scene = ledger_is_a_directory();
    let output = refused(&scene.repo, &["status"], 4, "io");
    let shown = output.to_string();
    assert!(shown.contains("error: cannot read `$REPO/.charter/20261116-090000-nurses"), "{shown}");
    assert!(shown.contains("\n  caused by: Is a directory"), "{shown}");
    for args in [&["log"][..], &["show"], &["pause"], &["use", "nurses"]] {
        let _ = refused(&scene.repo, args, 4, "io");
    }
}

#[test]
fn a_ledger_that_links_to_nothing_is_named_with_the_cause() {
    let scene = Scene::with_events(6);
    let path = scene.repo.path(scene.ledger());
    fs::remove_file(&path).unwrap();
    symlink("/nowhere/at/all", &path).unwrap();
    for args in [&["status"][..], &["log"], &["pause"]] {
        let output = refused(&scene.repo, args, 4, "io");
        assert!(output.stderr.contains("not a regular file"), "{output}");
    }
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let found = codes(&report["charters"][0]["findings"]);
    assert_eq!(found[0].0, "document-unreadable");
}

#[test]
fn doctor_does_not_call_the_chain_intact_when_it_could_not_read_it() {
    let scene = ledger_is_a_directory();
    let before = kept_tree(&scene.repo);
    let output = scene.charter(&["doctor", "--repair"]).run().code(4);
    assert!(output.stdout.contains("[document-unreadable]"), "{output}");
    assert!(!output.stdout.contains("chain intact"), "nobody read it:\n{output}");
    assert!(!output.stdout.contains("0 of 1 charters"), "{output}");
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    assert_eq!((&report["ok"], &report["charters"][0]["intact"]), (&json!(false), &json!(false)));
    assert_eq!(kept_tree(&scene.repo), before);
}

#[test]
fn one_unreadable_charter_does_not_hide_the_others() {
    let scene = ledger_is_a_directory();
    let other = crate::scene::open(&scene.repo, "Another");
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    assert_eq!(texts(&report["charters"], "charterId"), [scene.id.as_str(), &other]);
    let _ = scene.charter(&["status", "--charter", &other]).run().success();
}

#[test]
fn a_missing_ledger_is_said_and_reads_still_answer() {
    let scene = Scene::with_events(6);
    fs::remove_file(scene.repo.path(scene.ledger())).unwrap();
    let before = kept_tree(&scene.repo);
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let found = codes(&report["charters"][0]["findings"]);
    assert_eq!(found, [("ledger-missing".to_owned(), None)]);
    for args in [&["status"][..], &["log"], &["show"], &[]] {
        let output = scene.charter(args).run().success();
        assert!(output.stderr.contains("[ledger-missing]"), "{args:?}:\n{output}");
    }
    assert_eq!(kept_tree(&scene.repo), before, "no derived file says that all is well");
}

#[test]
fn a_missing_ledger_is_not_made_from_nothing() {
    let scene = Scene::with_events(6);
    fs::remove_file(scene.repo.path(scene.ledger())).unwrap();
    let output = refused(&scene.repo, &["pause"], 4, "ledger-broken");
    assert!(!output.stderr.contains("--repair"), "a repair cannot help here:\n{output}");
    let before = kept_tree(&scene.repo);
    let output = scene.charter(&["doctor", "--repair"]).run().code(4);
    assert!(output.stdout.contains("  next  git log --oneline -- "), "{output}");
    assert_eq!(kept_tree(&scene.repo), before);
}

#[test]
fn an_empty_ledger_is_a_missing_one() {
    let scene = Scene::with_events(6);
    scene.repo.write(scene.ledger(), "");
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let found = codes(&report["charters"][0]["findings"]);
    assert_eq!(found[0], ("ledger-missing".to_owned(), None));
    let log = scene.charter(&["log"]).run().success();
    assert!(log.stderr.contains("[ledger-missing]"), "{log}");
}

#[test]
fn a_missing_document_is_an_error_that_stops_nobody() {
    let scene = Scene::with_events(2);
    fs::remove_file(scene.repo.path(scene.file("criteria.md"))).unwrap();
    let status = scene.charter(&["status"]).run().success();
    assert_snapshot!(status.stderr, @"
    error  criteria.md: it cannot be read: No such file or directory (os error 2)
           [document-unreadable]
    ");
    let _ = scene.charter(&["pause"]).run().success();
    let output = scene.charter(&["doctor"]).run().code(4);
    assert!(output.stdout.contains("chain intact"), "{output}");
    assert!(!output.stdout.contains("0 of 1 charters"), "none is broken:\n{output}");
}

#[test]
fn a_directory_that_may_not_be_written_is_a_failure_that_names_the_path() {
    let scene = Scene::with_events(2);
    let path = scene.repo.path(format!(".charter/{}", scene.id));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o555)).unwrap();
    let ledger = scene.repo.path(scene.ledger());
    fs::set_permissions(&ledger, fs::Permissions::from_mode(0o444)).unwrap();
    charter_testkit::obey_permissions();
    let _ = refused(&scene.repo, &["pause"], 4, "io");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}
