//! Which charter is meant: what is named, then the session's or the chosen one, then the only open one.

use crate::scene::{Scene, open, refused, refused_with, repo, texts};
use charter_testkit::{Invocation, Output};
use insta::assert_snapshot;

/// Opens two charters, `nurses` and `second`.
fn two() -> (Scene, String) {
    let scene = Scene::new();
    let second = open(&scene.repo, "Second");
    (scene, second)
}

/// Gives the charter that a status is about.
#[track_caller]
fn meant(invocation: Invocation<'_>) -> String {
    let output: Output = invocation.run().success();
    output.json()["charterId"].as_str().unwrap().to_owned()
}

const STATUS: [&str; 2] = ["status", "--json"];

#[test]
fn the_only_open_charter_is_meant() {
    let scene = Scene::new();
    assert_eq!(meant(scene.charter(&STATUS)), scene.id);
    let second = open(&scene.repo, "Second");
    let _ = scene.charter(&["abandon", "--charter", "nurses", "--reason", "no"]).run().success();
    assert_eq!(meant(scene.charter(&STATUS)), second);
}

#[test]
fn a_paused_charter_is_open() {
    let (scene, _) = two();
    let _ = scene.charter(&["pause", "--charter", "second"]).run().success();
    let _ = refused(&scene.repo, &["status", "--session", "a"], 2, "NO_CHARTER_BOUND");
}

#[test]
fn the_option_comes_before_the_variable_and_the_variable_before_the_session() {
    let (scene, second) = two();
    let third = open(&scene.repo, "Third");
    let _ = scene.charter(&["use", "second", "--session", "a"]).run().success();
    let session = ["status", "--json", "--session", "a"];
    assert_eq!(meant(scene.charter(&session)), second);
    assert_eq!(meant(scene.charter(&session).env("CHARTER_ID", "third")), third);
    let named = [&session[..], &["--charter", "nurses"]].concat();
    assert_eq!(meant(scene.charter(&named).env("CHARTER_ID", "third")), scene.id);
}

#[test]
fn an_empty_variable_names_nothing() {
    let scene = Scene::new();
    assert_eq!(meant(scene.charter(&STATUS).env("CHARTER_ID", "")), scene.id);
    assert_eq!(meant(scene.charter(&STATUS).env("CHARTER_SESSION", "")), scene.id);
}

#[test]
fn each_session_has_its_own_charter() {
    let (scene, second) = two();
    let _ = scene.charter(&["use", "nurses", "--session", "a"]).run().success();
    let of_agent = scene.charter(&["use", "second"]).env("CHARTER_ACTOR", "agent:b");
    let _ = of_agent.env("CHARTER_SESSION", "b").run().success();
    let of = |session: &str| meant(scene.charter(&STATUS).env("CHARTER_SESSION", session));
    assert_eq!(of("a"), scene.id);
    assert_eq!(of("b"), second);
    let args = ["status", "--session", "c"];
    let _ = refused(&scene.repo, &args, 2, "NO_CHARTER_BOUND");
}

#[test]
fn a_use_without_a_session_is_for_those_without_one() {
    let (scene, _) = two();
    let _ = scene.charter(&["use", "nurses"]).run().success();
    assert_eq!(meant(scene.charter(&STATUS)), scene.id);
    let _ = refused(&scene.repo, &["status", "--session", "a"], 2, "NO_CHARTER_BOUND");
}

#[test]
fn a_new_charter_is_the_session_s_own() {
    let (scene, _) = two();
    let args = ["new", "Third", "--session", "a", "--json"];
    let third = meant(scene.charter(&args));
    assert_eq!(meant(scene.charter(&["status", "--json", "--session", "a"])), third);
}

#[test]
fn a_new_charter_is_meant_until_another_one_is_chosen() {
    let (scene, second) = two();
    assert_eq!(meant(scene.charter(&STATUS)), second);
    let third = open(&scene.repo, "Third");
    assert_eq!(meant(scene.charter(&STATUS)), third);
    let _ = scene.charter(&["pause"]).run().success();
    assert_eq!(meant(scene.charter(&STATUS)), third, "paused is not ended");
    let _ = scene.charter(&["use", "second"]).run().success();
    assert_eq!(meant(scene.charter(&STATUS)), second);
}

#[test]
fn a_bound_session_means_its_newest_charter_and_leaves_everybody_else_theirs() {
    let (scene, second) = two();
    let of = |session: &str| meant(scene.charter(&STATUS).env("CHARTER_SESSION", session));
    let new = |idea: &str, session: &str| {
        let agent = scene.charter(&["new", idea, "--json"]).env("CHARTER_ACTOR", "agent:a");
        meant(agent.env("CHARTER_SESSION", session))
    };
    let _ = new("Third", "a");
    let fourth = new("Fourth", "a");
    let fifth = new("Fifth", "b");
    assert_eq!((of("a"), of("b")), (fourth, fifth));
    assert_eq!(meant(scene.charter(&STATUS)), second, "a person goes on with their own");
}

/// Forgets what was chosen on this machine, as a fresh clone has it.
fn forget(scene: &Scene) {
    std::fs::remove_file(scene.repo.path(".charter/.local/chosen")).unwrap();
}

#[test]
fn nothing_bound_names_the_candidates() {
    let (scene, second) = two();
    forget(&scene);
    assert_snapshot!(refused(&scene.repo, &["pause"], 2, "NO_CHARTER_BOUND"), @"
    exit 2
    --- stderr
    error: no charter is bound here and 2 are open
    hint: charter list  (see every charter)
    hint: charter use 20261116-090000-nurses-night-shifts  (work on this one)
    ");
    let value = scene.charter(&["pause", "--json"]).run().code(2).json();
    let uses = [format!("charter use {}", scene.id), format!("charter use {second}")];
    assert_eq!(texts(&value["nextActions"], "command")[1..], uses);
}

#[test]
fn a_fragment_must_be_unique_and_a_whole_id_always_is() {
    let repo = repo();
    let now = "2026-11-16T09:12:04Z";
    for _ in 0..2 {
        let _ = repo.charter(&["new", "Twice"]).now(now).run().success();
    }
    let whole = ["status", "--json", "--charter", "20261116-091204-twice"];
    assert_eq!(meant(repo.charter(&whole)), "20261116-091204-twice");
    let _ = refused(&repo, &["status", "--charter", "twice"], 2, "ambiguous-charter");
    let last = ["status", "--json", "--charter", "TWICE-2"];
    assert_eq!(meant(repo.charter(&last)), "20261116-091204-twice-2");
}

#[test]
fn an_unknown_charter_is_refused_with_what_there_is() {
    let scene = Scene::new();
    let output = refused(&scene.repo, &["log", "--charter", "zzz"], 2, "unknown-charter");
    assert_snapshot!(output, @"
    exit 2
    --- stderr
    error: no charter matches `zzz`
    hint: charter use 20261116-090000-nurses-night-shifts  (work on this one)
    hint: charter list  (see every charter)
    ");
    let vars = [("CHARTER_ID", "zzz")];
    let _ = refused_with(&scene.repo, &["show"], 2, "unknown-charter", &vars);
}

#[test]
fn a_session_keeps_its_charter_to_the_end_and_takes_up_no_other() {
    let (scene, _) = two();
    let _ = scene.charter(&["use", "nurses", "--session", "a"]).run().success();
    let args = ["abandon", "--session", "a", "--reason", "bought"];
    let _ = scene.charter(&args).run().success();
    let _ = refused(&scene.repo, &["pause", "--session", "a"], 1, "wrong-state");
}

#[test]
fn a_copied_directory_is_not_the_charter_that_it_was_copied_from() {
    let scene = Scene::new();
    let _ = scene.charter(&["use", "nurses", "--session", "a"]).run().success();
    let copy = format!(".charter/{}-copy", scene.id);
    std::fs::create_dir_all(scene.repo.path(format!("{copy}/ledger"))).unwrap();
    for path in [scene.file("charter.md"), scene.file("criteria.md"), scene.ledger()] {
        let to = path.replacen(&scene.id, &format!("{}-copy", scene.id), 1);
        std::fs::copy(scene.repo.path(path), scene.repo.path(to)).unwrap();
    }
    let value = scene.charter(&["status", "--json", "--session", "a"]).run().success().json();
    assert_eq!(value["charterId"], scene.id.as_str());
    let named = format!("{}-copy", scene.id);
    let value = scene.charter(&["status", "--json", "--charter", &named]).run().success().json();
    assert_eq!((&value["charterId"], &value["ledger"]["intact"]), (&named.into(), &false.into()));
}
