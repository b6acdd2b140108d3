//! What git or this working copy has seen of a ledger and what is not here any more.
//!
//! What is shown: an event that came by two ways is no loss; one that is gone is said by every read, refused by
//! what must not rest on less, and comes back or is given up by a person.

use crate::branches::{begin, commit, git, record};
use crate::scene::Scene;
use serde_json::Value;

/// Lists the codes of what `check` says about the ledger.
#[track_caller]
fn ledger_codes(scene: &Scene) -> Vec<String> {
    let check = scene.charter(&["check", "--json"]).run().json();
    let problems = check["problems"].as_array().unwrap().clone();
    let codes = problems.iter().filter_map(|it| it["code"].as_str().map(str::to_owned));
    codes.filter(|it| it.starts_with("ledger-")).collect()
}

#[track_caller]
fn is_intact(scene: &Scene) {
    assert_eq!(ledger_codes(scene), [""; 0]);
    let check = scene.charter(&["check", "--json"]).run().json();
    assert_eq!(check["ledger"]["intact"], Value::Bool(true), "{check:#}");
}

/// Records on a branch `side` in two commits, with another commit on `main`.
fn side() -> Scene {
    let scene = begin();
    git(&scene, &["checkout", "-q", "-b", "side"]);
    record(&scene, "VAL-A", "--pass");
    commit(&scene, "side one");
    record(&scene, "VAL-B", "--pass");
    commit(&scene, "side two");
    git(&scene, &["checkout", "-q", "main"]);
    scene.repo.write("other.txt", "main\n");
    commit(&scene, "main");
    scene
}

#[test]
fn a_squash_that_is_merged_back_is_no_loss() {
    let scene = side();
    git(&scene, &["merge", "-q", "--squash", "side"]);
    git(&scene, &["commit", "-q", "-m", "squashed"]);
    git(&scene, &["checkout", "-q", "side"]);
    git(&scene, &["merge", "-q", "-m", "back", "main"]);
    is_intact(&scene);
    let _ = scene.charter(&["complete", "-m", "in use"]).run().success();
}

#[test]
fn a_cherry_pick_a_rebase_an_amended_commit_and_a_stash_that_come_twice_are_no_loss() {
    let scene = side();
    git(&scene, &["cherry-pick", "main..side"]);
    git(&scene, &["merge", "-q", "-m", "merge", "side"]);
    is_intact(&scene);

    let scene = side();
    git(&scene, &["branch", "old", "side"]);
    git(&scene, &["checkout", "-q", "side"]);
    git(&scene, &["rebase", "-q", "main"]);
    git(&scene, &["merge", "-q", "-m", "merge", "old"]);
    is_intact(&scene);

    let scene = side();
    git(&scene, &["branch", "old", "side"]);
    git(&scene, &["checkout", "-q", "side"]);
    git(&scene, &["commit", "-q", "--amend", "-m", "side two, better"]);
    git(&scene, &["merge", "-q", "-m", "merge", "old"]);
    is_intact(&scene);

    let scene = begin();
    git(&scene, &["branch", "side"]);
    record(&scene, "VAL-A", "--pass");
    git(&scene, &["stash", "-q", "-u"]);
    for branch in ["main", "side"] {
        git(&scene, &["checkout", "-q", branch]);
        git(&scene, &["stash", "apply", "-q"]);
        commit(&scene, branch);
    }
    git(&scene, &["merge", "-q", "-m", "merge", "main"]);
    is_intact(&scene);
}
