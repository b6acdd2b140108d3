//! The line to type next: whatever a command advises works as it stands.

use crate::scene::{Scene, open, texts, words};
use charter_testkit::Output;

/// Types the line that an output advises, and fails unless it works.
#[track_caller]
fn follow(scene: &Scene, output: &Output) -> Output {
    let advised = output.stdout.lines().find_map(|line| line.strip_prefix("  next  charter "));
    assert!(advised.is_some(), "nothing is advised:\n{output}");
    let advised = advised.unwrap();
    let args = words(advised);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let followed = scene.charter(&args).run();
    // A check that is run may fail; that it can be typed is what counts.
    let is_done =
        followed.code == Some(0) || (advised.starts_with("prove ") && followed.code == Some(1));
    assert!(is_done, "advised by\n{output}\n`charter {advised}` says\n{followed}");
    followed
}

#[test]
fn after_a_pause() {
    let scene = Scene::new();
    let output = scene.charter(&["pause"]).run().success();
    assert!(follow(&scene, &output).stdout.contains("goes on"));
}

#[test]
fn after_a_pause_of_one_of_two() {
    let scene = Scene::new();
    open(&scene.repo, "Second");
    let _ = scene.charter(&["use", "second"]).run().success();
    let output = scene.charter(&["pause", "--charter", "nurses"]).run().success();
    let followed = follow(&scene, &output);
    assert!(followed.stdout.contains(&format!("{} goes on", scene.id)), "{followed}");
}

#[test]
fn after_giving_up_the_only_one() {
    let scene = Scene::new();
    let output = scene.charter(&["abandon", "--reason", "bought instead"]).run().success();
    assert!(follow(&scene, &output).stdout.contains("abandoned: bought instead"));
}

#[test]
fn after_giving_up_one_of_two() {
    let scene = Scene::new();
    open(&scene.repo, "Second");
    let _ = scene.charter(&["use", "nurses"]).run().success();
    let output = scene.charter(&["abandon", "--reason", "bought instead"]).run().success();
    assert!(follow(&scene, &output).stdout.contains("abandoned: bought instead"));
}

#[test]
fn after_status_of_a_session_s_charter() {
    let scene = Scene::with_criteria();
    open(&scene.repo, "Second");
    let _ = scene.charter(&["use", "nurses", "--session", "a"]).run().success();
    let output = scene.charter(&["status", "--session", "a"]).run().success();
    assert!(follow(&scene, &output).stdout.contains("VAL-ENTRY-001"));
}

#[test]
fn after_status_with_criteria() {
    let scene = Scene::with_criteria();
    let output = scene.charter(&["status"]).run().success();
    assert!(follow(&scene, &output).stdout.contains("VAL-ENTRY-001"));
}

#[test]
fn after_doctor_found_one_of_two_broken() {
    let scene = crate::corruption::DAMAGES[0].scene();
    open(&scene.repo, "Second");
    let output = scene.charter(&["doctor"]).run().code(4);
    assert!(follow(&scene, &output).stdout.contains("made whole"));
}

#[test]
fn after_a_charter_was_created_beside_another() {
    let scene = Scene::new();
    let args = ["new", "Second", "--json"];
    let value = scene.charter(&args).run().success().json();
    for command in texts(&value["nextActions"], "command") {
        let Some(advised) = command.strip_prefix("charter ") else { continue };
        if let Some(advised) = advised.strip_suffix(" --reason \"what happened\"") {
            let args: Vec<&str> = advised.split(' ').chain(["--reason", "so"]).collect();
            let _ = scene.charter(&args).run().success();
        } else {
            let args: Vec<&str> = advised.split(' ').collect();
            let _ = scene.charter(&args).run().success();
        }
    }
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["charterId"], scene.id, "only the second one was touched");
}
