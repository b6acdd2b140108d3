//! A write that was cut off: what counts still counts, and the rest is set aside, not dropped.

use crate::scene::{Scene, codes, texts};
use charter_kernel::Digest;
use insta::assert_snapshot;
use serde_json::json;
use std::fs;

/// Cuts a write off as a crash does: a piece of a line behind the ledger, no derived file touched.
fn torn(piece: &str) -> Scene {
    let scene = Scene::with_events(6);
    let text = scene.repo.read(scene.ledger());
    scene.repo.write(scene.ledger(), format!("{text}{piece}"));
    scene
}

const PIECE: &str = "{\"seq\":7,\"ts\":\"2026-11-16T09:0";

#[test]
fn doctor_names_it_and_is_content() {
    let scene = torn(PIECE);
    let report = scene.charter(&["doctor", "--json"]).run().success().json();
    let examined = &report["charters"][0];
    assert_eq!(codes(&examined["findings"]), [("torn-tail".to_owned(), None)]);
    assert_eq!((&examined["intact"], &examined["events"]), (&json!(true), &json!(6)));
}

#[test]
fn reads_answer_with_a_warning() {
    let scene = torn(PIECE);
    let status = scene.charter(&["status"]).run().success();
    assert_snapshot!(status.stderr, @"
    warn   ledger/0c54878bcf147340.jsonl: the last 30 bytes were cut off while they
           were written; they were never acknowledged and the next write sets them
           aside [torn-tail]
    ");
    let log = scene.charter(&["log"]).run().success();
    assert!(log.stderr.contains("[torn-tail]"), "{log}");
    assert_eq!(log.stdout.matches("Z  person:").count(), 6);
}

#[test]
fn the_next_write_sets_it_aside_and_reports_it() {
    let scene = torn(PIECE);
    let _ = scene.charter(&["pause"]).run().success();
    let events = scene.events();
    assert_eq!(events[6]["type"], "tail_set_aside");
    assert_eq!(events[7]["type"], "charter_paused");
    assert_eq!(events[6]["bytes"], PIECE.len());
    assert_eq!(events[6]["digest"], json!(Digest::of(PIECE.as_bytes()).to_string()));
    assert_eq!(scene.bytes(events[6]["path"].as_str().unwrap()), PIECE.as_bytes());
    assert_eq!(scene.findings(), [("set-aside".to_owned(), None)]);
    let output = scene.charter(&["status"]).run().success();
    assert_eq!(output.stderr, "");
}

#[test]
fn a_repair_sets_it_aside_without_another_write() {
    let scene = torn(PIECE);
    let _ = scene.charter(&["doctor", "--repair"]).run().success();
    let events = scene.events();
    assert_eq!((events.len(), &events[6]["type"]), (7, &json!("tail_set_aside")));
    assert_eq!(scene.bytes(events[6]["path"].as_str().unwrap()), PIECE.as_bytes());
}

#[test]
fn a_read_changes_nothing_about_it() {
    let scene = torn(PIECE);
    let before = crate::scene::kept_tree(&scene.repo);
    for args in [&["status"][..], &["log"], &["list"], &["show"], &["doctor"]] {
        let _ = scene.charter(args).run().success();
    }
    assert_eq!(crate::scene::kept_tree(&scene.repo), before);
}

#[test]
fn zeros_behind_the_ledger_are_a_torn_end() {
    let scene = torn(&"\0".repeat(512));
    assert_eq!(scene.findings(), [("torn-tail".to_owned(), None)]);
    let _ = scene.charter(&["pause"]).run().success();
    assert_eq!(scene.examine()["intact"], true);
}

#[test]
fn an_acknowledged_event_that_was_cut_is_a_loss_and_not_a_torn_end() {
    let scene = Scene::with_events(6);
    let path = scene.repo.path(scene.ledger());
    let len = fs::metadata(&path).unwrap().len();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(len - 50).unwrap();
    let check_told = |n_strands: usize| {
        let found = scene.findings();
        let truncated = ("ledger-truncated".to_owned(), None);
        assert_eq!(found.iter().filter(|it| **it == truncated).count(), 1, "{found:?}");
        let strands = fs::read_dir(scene.repo.path(scene.file("ledger"))).unwrap();
        assert_eq!(strands.count(), n_strands);
        for args in [["check", "--json"], ["complete", "--json"]] {
            let output = scene.charter(&args).run();
            assert_ne!(output.code, Some(0), "{output}");
            let problems = &output.json()["problems"];
            let codes = texts(problems, "code");
            assert!(codes.contains(&"ledger-truncated"), "{output}");
        }
    };
    check_told(1);
    // What comes next goes on in another strand, and hides nothing.
    let _ = scene.charter(&["pause"]).run().success();
    check_told(2);
    let _ = scene.charter(&["doctor", "--repair"]).run().success();
    let event = scene.all_events().pop().unwrap();
    assert_eq!((&event["type"], &event["lost"]), (&json!("ledger_repaired"), &json!(1)));
    assert_eq!(scene.examine()["intact"], true);
    let _ = scene.charter(&["resume"]).run().success();
}
