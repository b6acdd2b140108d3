//! The lock: a writer waits, then says who is in the way; a reader never waits.

use crate::scene::{Scene, refused_with};
use std::fs::{self, File, OpenOptions};
use std::io::Write;

/// Holds a lock as another living process would.
fn hold(scene: &Scene, name: &str) -> File {
    let path = scene.repo.path(format!(".charter/.local/{name}"));
    let mut options = OpenOptions::new();
    let mut file = options.create(true).truncate(true).write(true).open(path).unwrap();
    file.lock().unwrap();
    file.write_all(b"agent:codex (process 4711)").unwrap();
    file
}

const SHORT_WAIT: [(&str, &str); 1] = [("CHARTER_LOCK_WAIT_MS", "50")];

#[test]
fn a_writer_that_waited_long_enough_names_the_holder() {
    let scene = Scene::with_events(3);
    let file = hold(&scene, &format!("{}.lock", scene.id));
    let writes: [&[&str]; 3] =
        [&["pause"], &["use", "nurses", "--session", "x"], &["abandon", "--reason", "x"]];
    for args in writes {
        let output = refused_with(&scene.repo, args, 3, "locked", &SHORT_WAIT);
        assert!(output.stderr.contains("is locked by agent:codex (process 4711)"), "{output}");
        assert!(output.stderr.contains(&format!("{}.lock", scene.id)), "{output}");
    }
    drop(file);
    let _ = scene.charter(&["pause"]).run().success();
}

#[test]
fn readers_do_not_wait_and_do_not_complain() {
    let scene = Scene::with_events(3);
    let _file = hold(&scene, &format!("{}.lock", scene.id));
    for args in [&["status"][..], &["log"], &["list"], &["show"], &["doctor"], &[]] {
        let output = scene.charter(args).env("CHARTER_LOCK_WAIT_MS", "600000").run().success();
        assert_eq!(output.stderr, "", "{args:?}");
    }
}

#[test]
fn a_reader_leaves_derived_files_to_the_writer_that_holds_the_lock() {
    let scene = Scene::with_events(3);
    fs::remove_file(scene.repo.path(scene.derived("state.json"))).unwrap();
    let _file = hold(&scene, &format!("{}.lock", scene.id));
    let output = scene.charter(&["status"]).run().success();
    assert_eq!(output.stderr, "");
    assert!(!scene.repo.path(scene.derived("state.json")).exists());
}

#[test]
fn one_charter_s_lock_does_not_stop_work_on_another() {
    let scene = Scene::new();
    let other = crate::scene::open(&scene.repo, "Another");
    let _file = hold(&scene, &format!("{}.lock", scene.id));
    let invocation = scene.charter(&["pause", "--charter", &other]);
    let _ = invocation.env("CHARTER_LOCK_WAIT_MS", "50").run().success();
}

#[test]
fn adding_a_charter_waits_for_the_root_s_lock() {
    let scene = Scene::new();
    let file = hold(&scene, "root.lock");
    let output = refused_with(&scene.repo, &["new", "Second"], 3, "locked", &SHORT_WAIT);
    assert!(output.stderr.contains("root.lock"), "{output}");
    let _ = scene.charter(&["pause"]).env("CHARTER_LOCK_WAIT_MS", "50").run().success();
    drop(file);
    let _ = scene.charter(&["new", "Second"]).run().success();
}

#[test]
fn a_lock_file_that_nobody_holds_is_no_lock() {
    let scene = Scene::new();
    drop(hold(&scene, &format!("{}.lock", scene.id)));
    let _ = scene.charter(&["pause"]).env("CHARTER_LOCK_WAIT_MS", "0").run().success();
}

#[test]
fn a_writer_takes_over_when_the_holder_lets_go() {
    let scene = Scene::new();
    let file = hold(&scene, &format!("{}.lock", scene.id));
    let running = scene.charter(&["pause"]).env("CHARTER_LOCK_WAIT_MS", "60000").spawn();
    drop(file);
    let _ = running.wait().success();
    assert_eq!(scene.examine()["events"], 2);
}

#[test]
fn an_empty_holder_is_another_process() {
    let scene = Scene::new();
    let file = hold(&scene, &format!("{}.lock", scene.id));
    file.set_len(0).unwrap();
    let output = refused_with(&scene.repo, &["pause"], 3, "locked", &SHORT_WAIT);
    assert!(output.stderr.contains("is locked by another process"), "{output}");
}
