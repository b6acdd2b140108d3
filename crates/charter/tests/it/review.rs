//! `charter review` and `charter block`: what a reviewer finds, and what stands until it is settled.

use crate::scene::{Scene, kept_tree, refused, repo, texts};
use serde_json::Value;

const REGISTER: &str =
    "## m1 One\n\n### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nVerifier: manual\n";

/// A repository with a charter that says what success is, everything of it committed.
fn scene_of(success: &str) -> Scene {
    let repo = repo();
    repo.write("src/a.txt", "a");
    repo.write("tests/test_a.py", "def test_a():\n    assert a() == 1\n");
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let id = repo.charter(&["new", "Rates", "--json"]).run().success().json();
    let scene = Scene { repo, id: id["charterId"].as_str().unwrap().to_owned() };
    scene.repo.write(scene.file("criteria.md"), REGISTER);
    if !success.is_empty() {
        let text = format!("# Charter: Rates\n\n## Success Criteria\n\n- {success}\n");
        scene.repo.write(scene.file("charter.md"), text);
    }
    scene
}

fn show(scene: &Scene, criteria: &str) {
    for id in criteria.split(',') {
        let args = ["record", id, "--pass", "-m", "seen", "--because", "looked"];
        let _ = scene.charter(&args).run().success();
    }
}

fn commit(scene: &Scene) {
    let _ = scene.repo.git(&["add", "."]).success();
    let _ = scene.repo.git(&["commit", "-qm", "work"]).success();
}

fn review(scene: &Scene, args: &[&str], exit: i32) -> Value {
    scene.charter(&[&["review", "--json"], args].concat()).run().code(exit).json()
}

#[test]
fn a_strong_contract_that_is_shown_passes() {
    let scene = scene_of("both work");
    show(&scene, "VAL-A,VAL-B");
    let before = kept_tree(&scene.repo);
    let value = review(&scene, &[], 0);
    assert_eq!((&value["verdict"], &value["ok"]), (&"pass".into(), &true.into()), "{value:#}");
    assert_eq!(value["contractStrength"], "strong");
    assert_eq!(value["cleanPassEligible"], true);
    assert_eq!(value["source"]["kind"], "worktree");
    assert_eq!(kept_tree(&scene.repo), before, "a review changes nothing");
}

#[test]
fn a_thin_contract_cannot_pass() {
    let scene = scene_of("");
    show(&scene, "VAL-A,VAL-B");
    let value = review(&scene, &[], 1);
    assert_eq!(value["verdict"], "inconclusive: weak-contract");
    assert_eq!(value["contractStrength"], "thin-derived");
    assert_eq!(value["weakContractCapApplied"], true);
    let nothing = repo();
    nothing.write("a", "a");
    let value = nothing.charter(&["review", "--json"]).run().code(1).json();
    assert_eq!(value["verdict"], "inconclusive: weak-contract", "no charter at all");
    assert_eq!(value["charterId"], Value::Null);
}

#[test]
fn findings_fail_and_are_kept_once() {
    let scene = scene_of("both work");
    show(&scene, "VAL-A");
    let value = review(&scene, &[], 1);
    assert_eq!(value["verdict"], "fail");
    assert_eq!(texts(&value["findings"], "code"), ["missing"]);
    assert_eq!(value["findings"][0]["target"], "VAL-B");
    let kept = review(&scene, &["--record"], 1);
    assert_eq!(kept["blockerIds"], serde_json::json!(["B1"]));
    let again = review(&scene, &["--record"], 1);
    assert_eq!(again["blockerIds"], serde_json::json!(["B1"]), "once");
    assert_eq!(texts(&again["findings"], "code"), ["missing", "review-blocker"]);
}

#[test]
fn a_branch_is_looked_at_as_it_stands_there() {
    let scene = scene_of("both work");
    show(&scene, "VAL-A,VAL-B");
    commit(&scene);
    let _ = scene.repo.git(&["branch", "good"]).success();
    let _ = scene.repo.git(&["update-ref", "refs/pull/7/head", "good"]).success();
    scene.repo.write(scene.file("criteria.md"), REGISTER.replace("— b", "— something else"));
    commit(&scene);
    assert_eq!(review(&scene, &[], 1)["verdict"], "fail", "here");
    let there = review(&scene, &["--branch", "good"], 0);
    assert_eq!((&there["verdict"], &there["source"]["kind"]), (&"pass".into(), &"branch".into()));
    let pull = review(&scene, &["--pr", "7"], 0);
    assert_eq!(pull["source"]["revision"], "refs/pull/7/head", "{pull:#}");
    let trees = scene.repo.git(&["worktree", "list"]).success();
    assert_eq!(trees.stdout.lines().count(), 1, "the copy is gone: {trees}");
    let _ = refused(&scene.repo, &["review", "--branch", "nowhere"], 2, "base-unknown");
    // A commit from before the charter has agreed on nothing.
    let early = review(&scene, &["--branch", "HEAD~2"], 1);
    assert_eq!(early["verdict"], "inconclusive: weak-contract", "{early:#}");
}

#[test]
fn a_pull_request_that_was_not_fetched_is_never_green() {
    let scene = scene_of("both work");
    show(&scene, "VAL-A,VAL-B");
    let value = review(&scene, &["--pr", "9"], 1);
    assert_eq!(value["verdict"], "inconclusive: incomplete-capture");
    assert_eq!(value["source"]["captureIncomplete"], true);
    assert_eq!(texts(&value["findings"], "code"), ["capture-incomplete"]);
}

#[test]
fn what_a_spec_asks_for_and_nobody_registered_is_found() {
    let scene = scene_of("");
    show(&scene, "VAL-A,VAL-B");
    scene
        .repo
        .write("spec.md", "# Spec\n\n## Acceptance Criteria\n\n- [ ] a\n- **b**\n- a third\n");
    let value = review(&scene, &["--spec", "spec.md"], 1);
    assert_eq!(value["contractStrength"], "strong");
    assert_eq!(texts(&value["findings"], "code"), ["spec-not-covered"]);
    scene.repo.write("spec.md", "# Spec\n\n## Acceptance Criteria\n\n- [ ] a\n- **b**\n");
    assert_eq!(review(&scene, &["--spec", "spec.md"], 0)["verdict"], "pass");
    scene.repo.write("spec.md", "# Spec\n\nJust make it good.\n");
    let value = review(&scene, &["--spec", "spec.md"], 1);
    assert_eq!(value["verdict"], "inconclusive: weak-contract", "it asks for nothing");
    assert_eq!(texts(&value["findings"], "code"), ["spec-empty"]);
    scene.repo.write("register.md", REGISTER.replace("— b", "— not b"));
    let value = review(&scene, &["--spec", "register.md"], 1);
    assert_eq!(texts(&value["findings"], "target"), ["VAL-B"]);
}

#[test]
fn a_spec_that_was_named_is_read_or_nothing_passes() {
    let scene = scene_of("both work");
    show(&scene, "VAL-A,VAL-B");
    assert_eq!(review(&scene, &[], 0)["verdict"], "pass");
    for asks in ["1. a\n2) a third\n", "### Later\n\n- a third\n\n```\n- not this\n```\n"] {
        scene.repo.write("spec.md", format!("# Spec\n\n## Acceptance Criteria\n\n{asks}"));
        let value = review(&scene, &["--spec", "spec.md"], 1);
        assert_eq!(texts(&value["findings"], "code"), ["spec-not-covered"], "{value:#}");
        assert!(value["findings"][0]["message"].as_str().unwrap().ends_with(": a third"));
    }
    // What charter.md says does not stand in for a spec of which nothing is known.
    scene.repo.write("spec.md", "# Spec\n\n| what | how |\n|---|---|\n| a third | well |\n");
    let value = review(&scene, &["--spec", "spec.md"], 1);
    assert_eq!(value["verdict"], "inconclusive: weak-contract", "{value:#}");
    assert_eq!(texts(&value["findings"], "code"), ["spec-empty"]);
    assert_eq!(texts(&value["findings"], "severity"), ["warning"]);
    assert_eq!(value["cleanPassEligible"], false);
}

#[test]
fn tests_that_show_less_are_found() {
    let scene = scene_of("both work");
    show(&scene, "VAL-A,VAL-B");
    scene.repo.write("tests/test_a.py", "def test_a():\n    pass\n");
    let value = review(&scene, &[], 0);
    assert_eq!(texts(&value["findings"], "code"), ["tests-weakened"], "a warning: {value:#}");
    assert_eq!(texts(&value["findings"], "severity"), ["warning"]);
}

#[test]
fn a_blocker_stands_until_it_is_settled() {
    let scene = scene_of("both work");
    show(&scene, "VAL-A,VAL-B");
    let _ = scene.charter(&["check"]).run().success();
    let args = ["block", "VAL-A", "-m", "a reading without a unit is taken", "--json"];
    let value = scene.charter(&args).run().success().json();
    assert_eq!((&value["blockerId"], &value["changed"]), (&"B1".into(), &true.into()));
    let again = scene.charter(&args).run().success().json();
    assert_eq!((&again["blockerId"], &again["changed"]), (&"B1".into(), &false.into()));
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["blockers"][0]["reason"], "review-blocker");
    assert!(
        status["nextActions"][0]["command"].as_str().unwrap().contains("block --charter"),
        "{status:#}"
    );
    let check = scene.charter(&["check", "--json"]).run().code(1).json();
    assert_eq!(texts(&check["problems"], "code"), ["review-blocker"]);
    for (n, text) in ["two", "three"].iter().enumerate() {
        let value = scene.charter(&["block", "VAL-A", "-m", text, "--json"]).run().success().json();
        assert_eq!(value["open"], n + 2);
    }
    let before = kept_tree(&scene.repo);
    let cap = "review_blocker_recursion_cap";
    let _ = refused(&scene.repo, &["block", "VAL-A", "-m", "four"], 3, cap);
    assert_eq!(kept_tree(&scene.repo), before);
    let _ = refused(&scene.repo, &["block", "m9", "-m", "x"], 2, "unknown-milestone");
    let _ = refused(&scene.repo, &["block", "--resolve", "B9", "-m", "x"], 2, "unknown-blocker");
    for id in ["B1", "B2", "B3"] {
        let _ = scene.charter(&["block", "--resolve", id, "-m", "refused now"]).run().success();
    }
    let _ = scene.charter(&["check"]).run().success();
}
