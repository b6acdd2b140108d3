//! The derived files: the ledger counts, and what differs from it is put right and said.

use crate::scene::{Scene, codes, kept_tree};
use serde_json::json;
use std::fs;

const NAMES: [&str; 2] = ["state.json", "criterion-state.json"];

fn derived_files(scene: &Scene) -> [Vec<u8>; 2] {
    NAMES.map(|name| scene.derived_bytes(name))
}

/// Edits one of the derived files as somebody would who wants to be done.
fn edit(scene: &Scene, name: &str) {
    let text = scene.repo.read(scene.derived(name));
    let edited = match name {
        "state.json" => text.replace("\"active\"", "\"completed\""),
        _ => text.replace("\"criteria\": {}", "\"criteria\": { \"VAL-1\": \"pass\" }"),
    };
    assert_ne!(edited, text);
    scene.repo.write(scene.derived(name), edited);
}

#[test]
fn doctor_says_which_file_was_edited() {
    for name in NAMES {
        let scene = Scene::with_events(6);
        edit(&scene, name);
        let report = scene.charter(&["doctor", "--json"]).run().success().json();
        let findings = &report["charters"][0]["findings"];
        assert_eq!(codes(findings), [("derived-edited".to_owned(), None)]);
        assert_eq!(
            (&findings[0]["file"], &findings[0]["severity"]),
            (&json!(name), &json!("warning"))
        );
    }
}

#[test]
fn doctor_says_so_too_when_it_is_asked_about_this_charter() {
    let scene = Scene::with_events(6);
    edit(&scene, "state.json");
    let args = ["doctor", "--json", "--charter", "nurses"];
    let report = scene.charter(&args).run().success().json();
    let found = codes(&report["charters"][0]["findings"]);
    assert_eq!(found, [("derived-edited".to_owned(), None)]);
}

#[test]
fn the_next_read_writes_an_edited_file_anew_and_says_so() {
    for name in NAMES {
        for args in [&["status"][..], &["list"], &["show"], &[]] {
            let scene = Scene::with_events(6);
            let before = (kept_tree(&scene.repo), derived_files(&scene));
            edit(&scene, name);
            let output = scene.charter(args).run().success();
            let after = (kept_tree(&scene.repo), derived_files(&scene));
            assert_eq!(after, before, "{name} is written anew by {args:?}");
            assert!(output.stderr.contains("[derived-edited]"), "{args:?} is silent:\n{output}");
            assert!(output.stderr.contains(name), "{output}");
        }
    }
}

#[test]
fn status_lists_an_edited_file_as_drift() {
    let scene = Scene::with_events(6);
    edit(&scene, "state.json");
    let value = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!((&value["status"], &value["phase"]), (&json!("active"), &json!("active")));
    assert_eq!(value["drift"]["sidecarDrift"], json!(["state.json"]));
    assert_eq!(value["ledger"]["intact"], true);
}

#[test]
fn a_repair_keeps_a_copy_of_what_was_edited() {
    let scene = Scene::with_events(6);
    edit(&scene, "state.json");
    let edited = scene.derived_bytes("state.json");
    let _ = scene.charter(&["doctor", "--repair"]).run().success();
    let saved = fs::read_dir(scene.repo.path(scene.file("saved"))).unwrap();
    let saved = saved.map(|it| it.unwrap()).filter(|it| it.file_name() != ".gitignore");
    let saved: Vec<Vec<u8>> = saved.map(|it| fs::read(it.path()).unwrap()).collect();
    assert_eq!(saved, [edited]);
    assert_eq!(scene.lines().len(), 6, "the ledger was never wrong");
    assert_eq!(scene.findings(), [("set-aside".to_owned(), None)]);
}

#[test]
fn missing_files_are_written_by_the_next_read() {
    let scene = Scene::with_events(6);
    let before = (kept_tree(&scene.repo), derived_files(&scene));
    for name in NAMES {
        fs::remove_file(scene.repo.path(scene.derived(name))).unwrap();
    }
    assert_eq!(scene.findings(), [], "nobody is told of what mends itself");
    assert!(NAMES.iter().all(|it| !scene.repo.path(scene.derived(it)).exists()), "it looked");
    let output = scene.charter(&["status"]).run().success();
    assert_eq!(output.stderr, "", "what mends itself is not worth a word");
    assert_eq!((kept_tree(&scene.repo), derived_files(&scene)), before);
}

#[test]
fn files_from_before_the_last_event_are_brought_up_by_the_next_read() {
    let scene = Scene::with_events(6);
    let old = derived_files(&scene);
    let _ = scene.charter(&["pause"]).run().success();
    let before = (kept_tree(&scene.repo), derived_files(&scene));
    for (name, bytes) in NAMES.iter().zip(&old) {
        scene.repo.write(scene.derived(name), bytes);
    }
    assert_eq!(scene.findings(), [], "nobody is told of what mends itself");
    assert_eq!(derived_files(&scene), old, "it looked");
    let value = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(value["status"], "paused");
    assert_eq!((kept_tree(&scene.repo), derived_files(&scene)), before);
}

#[test]
fn a_write_says_nothing_false_behind_an_edited_file() {
    let scene = Scene::with_events(6);
    edit(&scene, "state.json");
    let _ = scene.charter(&["pause"]).run().success();
    let state = scene.repo.read(scene.derived("state.json"));
    assert!(state.contains("\"status\": \"paused\""), "{state}");
    assert_eq!(scene.findings(), []);
}

#[test]
fn without_the_local_cache_everything_is_the_same() {
    let scene = Scene::with_events(6);
    let answers = || {
        let run = |args: &[&str]| scene.charter(args).run().success().stdout;
        [run(&["status", "--json"]), run(&["list", "--json"]), run(&["log", "--json"])]
    };
    let before = answers();
    fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
    assert_eq!(answers(), before);
    let _ = scene.charter(&["pause"]).run().success();
    assert_eq!(scene.repo.read(".charter/.local/.gitignore"), "*\n");
}

#[test]
fn a_forged_cache_is_not_believed() {
    let scene = Scene::with_events(6);
    let seal = format!(".charter/.local/{}.seal", scene.id);
    scene.repo.write(&seal, "{\"format\":1}");
    scene.repo.write(format!(".charter/.local/{}.checkpoint", scene.id), "0".repeat(200));
    let value = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(value["ledger"]["events"], 6);
    assert_eq!(scene.findings(), []);
}
