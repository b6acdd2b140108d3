//! What git or this working copy has seen of a ledger and what is not here any more.
//!
//! What is shown: an event that came by two ways is no loss; one that is gone is said by every read, refused by
//! what must not rest on less, and comes back or is given up by a person.

use crate::branches::{begin, commit, git, record, status, verdict};
use crate::scene::Scene;
use charter_kernel::{Digest, canonical};
use serde_json::Value;
use std::fs;

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

/// Records passes in one commit and a failure of `VAL-A` in the next; gives the failure's file.
fn failed() -> (Scene, String) {
    let scene = begin();
    record(&scene, "VAL-A", "--pass");
    record(&scene, "VAL-B", "--pass");
    commit(&scene, "shown");
    record(&scene, "VAL-A", "--fail");
    let strand = git(&scene, &["status", "--porcelain", "-uall", "--", &scene.file("ledger")]);
    let strand = strand.stdout.trim().trim_start_matches("?? ").to_owned();
    commit(&scene, "failed");
    (scene, strand)
}

/// Every read says that something is gone, `verify` does not pass, and nothing is completed.
#[track_caller]
fn every_read_says_so(scene: &Scene, dir: &str) {
    let run = |args: &[&str]| scene.charter(args).dir(dir).run();
    // The status line starts no process: it knows what any other read was told by git.
    for args in [&["status"][..], &["log"], &["list"], &["show", "VAL-A"], &["statusline"]] {
        let output = run(args);
        let said = format!("{}{}", output.stdout, output.stderr);
        assert!(said.contains("ledger"), "{args:?} says nothing:\n{said}");
    }
    let status = run(&["status", "--json"]).json();
    assert_eq!(status["ledger"]["intact"], false, "{status:#}");
    assert_ne!(run(&["verify"]).code, Some(0));
    assert_ne!(run(&["check"]).code, Some(0));
    assert_ne!(run(&["complete", "-m", "all shown"]).code, Some(0));
}

#[test]
fn every_read_says_that_a_committed_file_was_deleted_or_cut() {
    for is_read in [true, false] {
        let (scene, strand) = failed();
        if is_read {
            let _ = scene.charter(&["status"]).run().success();
        }
        fs::remove_file(scene.repo.path(&strand)).unwrap();
        every_read_says_so(&scene, ".");
        git(&scene, &["checkout", "-q", "--", &strand]);
        is_intact(&scene);
    }
    let (scene, strand) = failed();
    let shown = git(&scene, &["show", "--format=", "--name-only", "HEAD~1", "--", "*.jsonl"]);
    let text = scene.repo.read(shown.stdout.trim());
    let n_bytes = text.trim_end().rfind('\n').unwrap() + 1;
    scene.repo.write(shown.stdout.trim(), &text[..n_bytes]);
    fs::remove_file(scene.repo.path(&strand)).unwrap();
    commit(&scene, "cut");
    every_read_says_so(&scene, ".");
    git(&scene, &["clone", "-q", ".", "wt-clone"]);
    every_read_says_so(&scene, "wt-clone");
}

#[test]
fn every_read_says_that_a_merge_was_reverted_or_took_nothing() {
    let apart = || {
        let scene = begin();
        record(&scene, "VAL-A", "--pass");
        record(&scene, "VAL-B", "--pass");
        commit(&scene, "shown");
        git(&scene, &["checkout", "-q", "-b", "side"]);
        record(&scene, "VAL-A", "--fail");
        commit(&scene, "side");
        git(&scene, &["checkout", "-q", "main"]);
        scene.repo.write("other.txt", "main\n");
        commit(&scene, "main");
        // Honest work on another branch is no loss.
        is_intact(&scene);
        scene
    };
    let scene = apart();
    git(&scene, &["merge", "-q", "--no-ff", "-m", "merge", "side"]);
    git(&scene, &["revert", "--no-edit", "-m1", "HEAD"]);
    every_read_says_so(&scene, ".");
    git(&scene, &["revert", "--no-edit", "HEAD"]);
    is_intact(&scene);

    let scene = apart();
    git(&scene, &["merge", "-q", "-s", "ours", "-m", "merge", "side"]);
    every_read_says_so(&scene, ".");
}

#[test]
fn every_read_says_that_the_history_of_a_branch_was_rewritten() {
    let (scene, _) = failed();
    let _ = scene.charter(&["status"]).run().success();
    git(&scene, &["reset", "-q", "--hard", "HEAD~1"]);
    every_read_says_so(&scene, ".");
    // Another branch from there has never had it.
    git(&scene, &["checkout", "-q", "-b", "anew"]);
    is_intact(&scene);

    let (scene, strand) = failed();
    git(&scene, &["rm", "-q", &strand]);
    git(&scene, &["commit", "-q", "--amend", "--allow-empty", "-m", "nothing"]);
    every_read_says_so(&scene, ".");
}

#[track_caller]
fn repair(scene: &Scene, actor: &str) -> charter_testkit::Output {
    scene.charter(&["doctor", "--repair"]).env("CHARTER_ACTOR", actor).run()
}

#[test]
fn a_person_brings_back_what_git_has_and_an_agent_does_not() {
    let (scene, strand) = failed();
    let whole = scene.repo.read(&strand);
    let shown = git(&scene, &["show", "--format=", "--name-only", "HEAD~1", "--", "*.jsonl"]);
    let shown = shown.stdout.trim().to_owned();
    let text = scene.repo.read(&shown);
    for change in ["gone", "half", "committed", "edited"] {
        match change {
            "half" => scene.repo.write(&shown, &text[..text.len() - 40]),
            "edited" => scene.repo.write(&shown, text.replacen("seen", "sean", 1)),
            _ => fs::remove_file(scene.repo.path(&strand)).unwrap(),
        }
        if change == "committed" {
            commit(&scene, "hidden");
        }
        let agent = repair(&scene, "agent:x");
        assert_ne!(agent.code, Some(0), "{change}: {}", agent.stdout);
        let person = repair(&scene, "person:Ada");
        assert_eq!(person.code, Some(0), "{change}:\n{}{}", person.stdout, person.stderr);
        assert_eq!(
            (scene.repo.read(&strand), scene.repo.read(&shown)),
            (whole.clone(), text.clone())
        );
        assert_eq!(verdict(&status(&scene), "VAL-A"), "failed", "{change}");
        is_intact(&scene);
        git(&scene, &["add", "-A"]);
        git(&scene, &["commit", "-q", "--allow-empty", "-m", "repaired"]);
        is_intact(&scene);
    }
    let ignored = git(&scene, &["ls-files", "--", "*saved*"]);
    assert_eq!(ignored.stdout, "", "what repairs save is not for git");
}

#[test]
fn a_person_gives_up_what_only_a_commit_holds_that_the_branch_left() {
    let (scene, _) = failed();
    git(&scene, &["reset", "-q", "--hard", "HEAD~1"]);
    assert_ne!(repair(&scene, "agent:x").code, Some(0));
    every_read_says_so(&scene, ".");
    let _ = repair(&scene, "person:Ada").success();
    is_intact(&scene);
    let status = scene.charter(&["status"]).run().success().stdout;
    assert!(status.contains("goes on without 1 event"), "{status}");
    let log = scene.charter(&["log"]).run().success().stdout;
    assert!(log.contains("gave up 1"), "{log}");
    commit(&scene, "given up");
    is_intact(&scene);
    git(&scene, &["clone", "-q", ".", "wt-clone"]);
    let check = scene.charter(&["check"]).dir("wt-clone").run();
    assert_eq!(check.code, scene.charter(&["check"]).run().code, "{}", check.stdout);
}

#[test]
fn a_line_that_was_replaced_by_another_valid_one_is_noticed_and_both_are_kept() {
    let (scene, strand) = failed();
    let failure = scene.repo.read(&strand);
    // Another writer at the same place of the ledger, with the same name for its file.
    let mut event: Value = serde_json::from_str(failure.trim()).unwrap();
    event.as_object_mut().unwrap().shift_remove("id");
    event["outcome"] = "pass".into();
    event["because"] = "looked".into();
    event["id"] = Digest::of(&canonical::render(&event)).to_string().into();
    scene.repo.write(&strand, format!("{event}\n"));
    every_read_says_so(&scene, ".");
    commit(&scene, "replaced");
    every_read_says_so(&scene, ".");
    git(&scene, &["clone", "-q", ".", "wt-clone"]);
    every_read_says_so(&scene, "wt-clone");
    let _ = repair(&scene, "person:Ada").success();
    assert_eq!(scene.repo.read(&strand), failure);
    assert_eq!(verdict(&status(&scene), "VAL-A"), "failed");
    is_intact(&scene);
}

#[test]
fn another_branch_that_holds_more_is_named_and_stops_nothing() {
    let scene = side();
    let check = |scene: &Scene| scene.charter(&["check", "--json"]).run().json();
    let said = |check: &Value| -> Vec<String> {
        let warnings = check["warnings"].as_array().unwrap().iter();
        let elsewhere = warnings.filter(|it| it["code"] == "ledger-elsewhere");
        elsewhere.map(|it| it["message"].as_str().unwrap().to_owned()).collect()
    };
    let found = check(&scene);
    // The agreement on the register came with the first record.
    assert_eq!(said(&found), ["refs/heads/side holds 3 events that are not here: merge it"]);
    assert_eq!(found["ledger"]["intact"], true);
    assert_eq!(ledger_codes(&scene), [""; 0]);
    git(&scene, &["merge", "-q", "--squash", "side"]);
    git(&scene, &["commit", "-q", "-m", "squashed"]);
    assert_eq!(said(&check(&scene)), [""; 0]);
}
