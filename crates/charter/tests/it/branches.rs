//! A ledger that merges: real git, parallel branches, worktrees and clones.
//!
//! What git does to files is left to git. What is shown: no conflict ever comes from charter's own files,
//! nothing that was acknowledged is lost, and what came together is judged by the worse and told in words.

use crate::scene::Scene;
use charter_kernel::{Digest, canonical};
use charter_testkit::Output;
use serde_json::{Value, json};
use std::fs;

const REGISTER: &str = "\
# Criteria

## m1 One

### VAL-A — it holds
Verifier: manual

### VAL-B — the other holds
Verifier: manual
";

/// A repository with one committed charter of two criteria, on branch `main`.
pub(super) fn begin() -> Scene {
    let scene = Scene::new();
    scene.repo.write(scene.file("criteria.md"), REGISTER);
    scene.repo.write(".git/info/exclude", "wt*\n");
    git(&scene, &["checkout", "-q", "-b", "main"]);
    commit(&scene, "charter");
    scene
}

#[track_caller]
pub(super) fn git(scene: &Scene, args: &[&str]) -> Output {
    scene.repo.git(args).success()
}

#[track_caller]
pub(super) fn commit(scene: &Scene, message: &str) {
    git(scene, &["add", "-A"]);
    git(scene, &["commit", "-q", "-m", message]);
}

#[track_caller]
pub(super) fn record(scene: &Scene, id: &str, outcome: &str) {
    let args = ["record", id, outcome, "-m", "seen", "--because", "looked"];
    let _ = scene.charter(&args).run().success();
}

#[track_caller]
pub(super) fn status(scene: &Scene) -> Value {
    scene.charter(&["status", "--json"]).run().success().json()
}

pub(super) fn verdict<'a>(status: &'a Value, id: &str) -> &'a str {
    let rows = status["criteria"].as_array().unwrap();
    rows.iter().find(|it| it["id"] == id).unwrap()["verdict"].as_str().unwrap()
}

pub(super) fn merged(status: &Value) -> Vec<&str> {
    let words = status["merged"].as_array().map(Vec::as_slice).unwrap_or_default();
    words.iter().filter_map(Value::as_str).collect()
}

/// Records a failure on a branch `side` and a pass on `main`, each committed.
fn apart() -> Scene {
    let scene = begin();
    git(&scene, &["checkout", "-q", "-b", "side"]);
    record(&scene, "VAL-A", "--fail");
    commit(&scene, "side");
    git(&scene, &["checkout", "-q", "main"]);
    record(&scene, "VAL-A", "--pass");
    commit(&scene, "main");
    scene
}

#[track_caller]
fn is_clean(scene: &Scene) {
    let output = git(scene, &["status", "--porcelain"]);
    assert_eq!(output.stdout, "", "git status is clean after reading");
}

#[track_caller]
fn they_disagree(scene: &Scene) {
    let status = status(scene);
    assert_eq!(verdict(&status, "VAL-A"), "failed");
    assert_eq!(merged(&status), ["VAL-A: two branches disagree: attested, failed"]);
    let blockers = status["blockers"].as_array().unwrap();
    assert!(blockers.iter().any(|it| it["reason"] == "branches-disagree"), "{blockers:?}");
    assert_eq!(status["ledger"]["intact"], true);
    is_clean(scene);
    let log = scene.charter(&["log", "--json"]).run().success().json();
    let events = log["events"].as_array().unwrap();
    let outcomes: Vec<&str> = events.iter().filter_map(|it| it["outcome"].as_str()).collect();
    assert_eq!(outcomes.len(), 2, "both are there, once each");
    assert!(events.iter().all(|it| it["after"].is_array()));
}

#[test]
fn two_branches_that_both_recorded_merge_without_a_conflict_and_disagree() {
    let scene = apart();
    git(&scene, &["merge", "-q", "-m", "merge", "side"]);
    they_disagree(&scene);
    let text = scene.charter(&["log"]).run().success().stdout;
    assert!(text.contains('●'), "the branches are drawn:\n{text}");
    // Both agreed on the same text; who changes it now is told so, and nothing of two texts.
    scene.repo.write(scene.file("criteria.md"), REGISTER.replace("it holds", "it mostly holds"));
    let changed = self::status(&scene)["blockers"].to_string();
    assert!(changed.contains("its text was changed after it was agreed"), "{changed}");
    scene.repo.write(scene.file("criteria.md"), REGISTER);
    // A record that has seen both is the last word.
    record(&scene, "VAL-A", "--pass");
    let status = status(&scene);
    assert_eq!(verdict(&status, "VAL-A"), "attested");
    assert_eq!(merged(&status), [""; 0]);
}

#[test]
fn a_rebase_a_cherry_pick_and_a_squash_merge_as_well() {
    let scene = apart();
    git(&scene, &["rebase", "-q", "side"]);
    they_disagree(&scene);

    let scene = apart();
    git(&scene, &["cherry-pick", "side"]);
    they_disagree(&scene);

    let scene = apart();
    git(&scene, &["merge", "-q", "--squash", "side"]);
    git(&scene, &["commit", "-q", "-m", "squashed"]);
    they_disagree(&scene);
    // The branch goes on, and is merged once more.
    git(&scene, &["checkout", "-q", "side"]);
    record(&scene, "VAL-B", "--pass");
    commit(&scene, "side again");
    git(&scene, &["checkout", "-q", "main"]);
    git(&scene, &["merge", "-q", "-m", "again", "side"]);
    they_disagree_with_b(&scene);
}

#[track_caller]
fn they_disagree_with_b(scene: &Scene) {
    let status = status(scene);
    assert_eq!((verdict(&status, "VAL-A"), verdict(&status, "VAL-B")), ("failed", "attested"));
    assert_eq!(status["ledger"]["intact"], true);
}

#[test]
fn worktrees_write_side_by_side_and_come_together() {
    let scene = begin();
    git(&scene, &["worktree", "add", "-q", "-b", "one", "wt1"]);
    git(&scene, &["worktree", "add", "-q", "-b", "two", "wt2"]);
    for (dir, id) in [("wt1", "VAL-A"), ("wt2", "VAL-B")] {
        for _ in 0..3 {
            let args = ["record", id, "--pass", "-m", "seen", "--because", "looked"];
            // The same instant on both sides.
            let _ = scene.charter(&args).dir(dir).now("2026-11-16T12:00:00Z").run().success();
        }
        git(&scene, &["-C", dir, "add", "-A"]);
        git(&scene, &["-C", dir, "commit", "-q", "-m", id]);
        git(&scene, &["merge", "-q", "-m", id, if dir == "wt1" { "one" } else { "two" }]);
    }
    let status = status(&scene);
    assert_eq!((verdict(&status, "VAL-A"), verdict(&status, "VAL-B")), ("attested", "attested"));
    let log = scene.charter(&["log", "--json"]).run().success().json();
    let paths: Vec<&str> =
        log["events"].as_array().unwrap().iter().filter_map(|it| it["path"].as_str()).collect();
    let mut different = paths.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!((paths.len(), different.len()), (6, 6), "{paths:?}");
    is_clean(&scene);
}

#[test]
fn a_completion_that_had_not_seen_a_failure_is_taken_back() {
    let scene = begin();
    record(&scene, "VAL-A", "--pass");
    record(&scene, "VAL-B", "--pass");
    commit(&scene, "shown");
    git(&scene, &["checkout", "-q", "-b", "side"]);
    record(&scene, "VAL-A", "--fail");
    commit(&scene, "side");
    git(&scene, &["checkout", "-q", "main"]);
    let _ = scene.charter(&["complete", "-m", "in use on four wards"]).run().success();
    let report = scene.repo.read(scene.file("REPORT.md"));
    assert!(report.contains("## Outcome\n\nin use on four wards\n"), "{report}");
    commit(&scene, "done");
    assert_eq!(
        scene.charter(&["status", "--json", "--charter", "nurses"]).run().json()["status"],
        "completed"
    );
    git(&scene, &["merge", "-q", "-m", "merge", "side"]);
    let status = scene.charter(&["status", "--json", "--charter", "nurses"]).run().success().json();
    assert_eq!(status["status"], "active");
    let words = merged(&status).join("\n");
    assert!(words.contains("reopened by a merge: VAL-A: fail on another branch"), "{words}");
    // Whoever shows it afterwards does not complete it by that.
    record(&scene, "VAL-A", "--pass");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!((&status["status"], verdict(&status, "VAL-A")), (&json!("active"), "attested"));
    let _ = scene.charter(&["complete", "-m", "in use on five wards"]).run().success();
}

#[test]
fn a_commit_a_checkout_and_a_copy_begin_a_new_strand_and_nothing_else_does() {
    let scene = begin();
    let n_strands =
        |scene: &Scene| fs::read_dir(scene.repo.path(scene.file("ledger"))).unwrap().count();
    record(&scene, "VAL-A", "--pass");
    let n = n_strands(&scene);
    assert_eq!(n, 2, "the first one was committed");
    record(&scene, "VAL-A", "--pass");
    let _ = scene.charter(&["status"]).run().success();
    assert_eq!(n_strands(&scene), n, "git has seen nothing");
    // What is staged may be committed at any moment.
    git(&scene, &["add", "-A"]);
    record(&scene, "VAL-B", "--pass");
    let n = n + 1;
    assert_eq!(n_strands(&scene), n);
    git(&scene, &["commit", "-q", "-m", "what was staged"]);
    let check = scene.charter(&["check", "--json"]).run().json();
    assert_eq!(check["ledger"]["intact"], true, "{check:#}");
    commit(&scene, "two");
    record(&scene, "VAL-B", "--pass");
    assert_eq!(n_strands(&scene), n + 1);
    // There and back leaves the same commit.
    git(&scene, &["checkout", "-q", "-b", "there"]);
    git(&scene, &["checkout", "-q", "main"]);
    record(&scene, "VAL-B", "--pass");
    assert_eq!(n_strands(&scene), n + 2);
}

#[test]
fn a_strand_that_travelled_to_another_branch_is_told_from_one_that_was_cut() {
    let scene = begin();
    git(&scene, &["checkout", "-q", "-b", "side"]);
    record(&scene, "VAL-A", "--pass");
    commit(&scene, "side");
    // Written on the side branch and carried over to another one without it.
    record(&scene, "VAL-B", "--pass");
    git(&scene, &["checkout", "-q", "main"]);
    let output = scene.charter(&["status", "--json"]).run().success();
    let status = output.json();
    let warnings = status["parseWarnings"].as_array().unwrap();
    let found = warnings.iter().find(|it| it["reason"] == "ledger-incomplete").unwrap();
    assert!(found["detail"].as_str().unwrap().contains("on another branch"), "{found}");
    let check = scene.charter(&["check", "--json"]).run();
    assert_ne!(check.code, Some(0));
    // Ordinary work goes on, and the merge makes it whole.
    record(&scene, "VAL-A", "--pass");
    commit(&scene, "main");
    git(&scene, &["merge", "-q", "-m", "merge", "side"]);
    let status = self::status(&scene);
    assert_eq!(status["ledger"]["intact"], true, "{status:#}");
}

#[test]
fn a_strand_that_is_deleted_is_noticed_and_repaired_without_losing_what_is_left() {
    let scene = begin();
    record(&scene, "VAL-A", "--pass");
    commit(&scene, "one");
    record(&scene, "VAL-B", "--pass");
    let dir = scene.repo.path(scene.file("ledger"));
    let committed = git(&scene, &["ls-tree", "-r", "--name-only", "HEAD", &scene.file("ledger")]);
    let names: Vec<&str> = committed.stdout.lines().collect();
    let text_of = |name: &&str| fs::read_to_string(scene.repo.path(name)).unwrap();
    let victim = names.iter().find(|it| text_of(it).contains("evidence_recorded")).unwrap();
    fs::remove_file(scene.repo.path(victim)).unwrap();
    let status = self::status(&scene);
    assert_eq!(status["ledger"]["intact"], false);
    assert_ne!(scene.charter(&["check"]).run().code, Some(0));
    assert_ne!(scene.charter(&["complete"]).run().code, Some(0));
    let doctor = scene.charter(&["doctor", "--json"]).run().json();
    let codes: Vec<&str> = doctor["charters"][0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["code"].as_str())
        .collect();
    assert!(codes.contains(&"ledger-incomplete"), "{codes:?}");
    assert!(codes.contains(&"ledger-rewritten"), "git has seen it: {codes:?}");
    let _ = scene.charter(&["doctor", "--repair"]).run();
    commit(&scene, "repaired");
    let status = self::status(&scene);
    assert_eq!(status["ledger"]["intact"], true, "{status:#}");
    assert_eq!(verdict(&status, "VAL-B"), "attested", "what is left counts");
    assert_eq!(fs::read_dir(dir).unwrap().count(), 3);
}

#[test]
fn a_clone_with_other_line_ends_and_a_shallow_one_read_the_same() {
    let scene = begin();
    record(&scene, "VAL-A", "--pass");
    commit(&scene, "one");
    let events = status(&scene)["ledger"]["events"].clone();
    git(&scene, &["clone", "-q", "-c", "core.autocrlf=true", ".", "wt-crlf"]);
    let url = format!("file://{}", scene.repo.path("").display());
    git(&scene, &["clone", "-q", "--depth", "1", &url, "wt-shallow"]);
    for dir in ["wt-crlf", "wt-shallow"] {
        let status = scene.charter(&["status", "--json"]).dir(dir).run().success().json();
        assert_eq!(status["ledger"]["events"], events, "{dir}");
        assert_eq!(status["ledger"]["intact"], true, "{dir}: {status:#}");
        let args = ["record", "VAL-B", "--pass", "-m", "seen", "--because", "looked"];
        let _ = scene.charter(&args).dir(dir).run().success();
    }
}

#[test]
fn a_reworded_criterion_waits_for_a_person_and_an_added_one_does_not() {
    let scene = begin();
    record(&scene, "VAL-A", "--pass");
    let more = format!("{REGISTER}\n### VAL-C — one more\nVerifier: manual\n");
    scene.repo.write(scene.file("criteria.md"), more.replace("it holds", "it mostly holds"));
    let reasons = |scene: &Scene| -> Vec<String> {
        let status = status(scene);
        let blockers = status["blockers"].as_array().unwrap().clone();
        let reason = |it: &Value| {
            Some(format!("{} {}", it["criterionId"].as_str()?, it["reason"].as_str()?))
        };
        blockers.iter().filter_map(reason).collect()
    };
    let found = reasons(&scene);
    assert!(found.contains(&"VAL-A register-changed".to_owned()), "{found:?}");
    assert!(!found.iter().any(|it| it == "VAL-C register-changed"), "{found:?}");
    let agent =
        scene.charter(&["agree", "-m", "better"]).env("CHARTER_ACTOR", "agent:claude").run();
    assert_ne!(agent.code, Some(0));
    let person = scene
        .charter(&["agree", "-m", "better"])
        .env("CHARTER_ACTOR", "person:Ada")
        .run()
        .success();
    assert!(person.stderr.contains("it mostly holds") || person.stdout.contains("it mostly holds"));
    assert!(!reasons(&scene).contains(&"VAL-A register-changed".to_owned()));
    let again = scene.charter(&["agree"]).run().success();
    assert!(again.stdout.contains("nothing new to agree on"), "{}", again.stdout);
}

/// Writes a ledger of the first format: one file, `hash` in the place of `id`.
fn first_format(scene: &Scene, payloads: &[Value]) -> String {
    let mut prev = "0".repeat(64);
    let mut text = String::new();
    for (idx, payload) in payloads.iter().enumerate() {
        let mut line = json!({
            "seq": idx + 1,
            "ts": "2026-11-01T09:00:00.000Z",
            "charterId": scene.id,
            "actor": "person:Ada",
            "v": 1,
            "prev": prev,
        });
        let object = line.as_object_mut().unwrap();
        object.extend(payload.as_object().unwrap().clone());
        let hash = Digest::of(&canonical::render(&line)).to_string();
        line["hash"] = hash.clone().into();
        text.push_str(&line.to_string());
        text.push('\n');
        prev = hash;
    }
    text
}

#[test]
fn a_directory_of_the_first_format_opens_and_goes_on_and_its_file_stays_as_it_is() {
    let scene = Scene::new();
    let created = json!({ "type": "charter_created", "name": "Old", "objective": "old", "rigor": "standard" });
    let raised =
        json!({ "type": "objection_raised", "id": "B1", "target": "VAL-A", "text": "no unit" });
    let text = first_format(&scene, &[created, raised]);
    fs::remove_dir_all(scene.repo.path(scene.file("ledger"))).unwrap();
    fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
    scene.repo.write(scene.file("events.jsonl"), &text);
    let mut state =
        json!({ "charterId": scene.id, "ledger": { "events": 2, "head": "0".repeat(64) } });
    state["digest"] = Digest::of(&canonical::render(&state)).to_string().into();
    scene.repo.write(scene.file("state.json"), state.to_string());
    scene.repo.write(scene.file("criteria.md"), REGISTER);
    let status = status(&scene);
    assert_eq!(status["ledger"]["events"], 2);
    assert_eq!(status["ledger"]["intact"], true);
    assert!(
        status["blockers"].as_array().unwrap().iter().any(|it| it["reason"] == "review-blocker")
    );
    let _ = scene.charter(&["block", "--resolve", "B1", "-m", "done"]).run().success();
    record(&scene, "VAL-A", "--pass");
    assert_eq!(scene.repo.read(scene.file("events.jsonl")), text, "it is never written again");
    assert!(!scene.repo.path(scene.file("state.json")).exists(), "nothing derived is tracked");
    let after = self::status(&scene);
    assert_eq!(after["ledger"]["events"], 5);
    assert!(
        !after["blockers"].as_array().unwrap().iter().any(|it| it["reason"] == "review-blocker")
    );
    // What was changed in it is seen.
    scene.repo.write(scene.file("events.jsonl"), text.replace("no unit", "no Unit"));
    assert_eq!(self::status(&scene)["ledger"]["intact"], false);
}

#[test]
fn a_run_of_each_branch_still_counts_after_the_merge() {
    let scene = begin();
    scene.repo.write("t.sh", "#!/bin/sh\necho yes\n");
    commit(&scene, "script");
    git(&scene, &["checkout", "-q", "-b", "side"]);
    let prove = ["prove", "VAL-A", "--because", "it says so", "--", "sh", "t.sh"];
    let _ = scene.charter(&prove).run();
    commit(&scene, "side");
    git(&scene, &["checkout", "-q", "main"]);
    let _ = scene.charter(&prove).run();
    commit(&scene, "main");
    let before = status(&scene);
    git(&scene, &["merge", "-q", "-m", "merge", "side"]);
    let after = status(&scene);
    assert_eq!(verdict(&after, "VAL-A"), verdict(&before, "VAL-A"), "{after:#}");
    assert_eq!(merged(&after), [""; 0]);
}

#[test]
fn a_failure_does_not_go_by_deleting_its_file_in_a_commit_or_on_a_branch() {
    let scene = begin();
    record(&scene, "VAL-A", "--pass");
    record(&scene, "VAL-B", "--pass");
    commit(&scene, "shown");
    record(&scene, "VAL-A", "--fail");
    let strand = git(&scene, &["status", "--porcelain", "-uall", "--", &scene.file("ledger")]);
    let strand = strand.stdout.trim().trim_start_matches("?? ").to_owned();
    commit(&scene, "failed");
    git(&scene, &["rm", "-q", &strand]);
    git(&scene, &["commit", "-q", "-m", "tidy"]);
    let check = scene.charter(&["check", "--json"]).run();
    let codes: Vec<String> = check.json()["problems"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["code"].as_str().map(str::to_owned))
        .collect();
    assert!(codes.contains(&"ledger-rewritten".to_owned()), "{codes:?}");
    assert_ne!(scene.charter(&["complete", "-m", "all shown"]).run().code, Some(0));
    // What git has is brought back.
    git(&scene, &["checkout", "-q", "HEAD~1", "--", &strand]);
    commit(&scene, "back");
    assert_eq!(verdict(&status(&scene), "VAL-A"), "failed");
    let check = scene.charter(&["check", "--json"]).run().json();
    assert_eq!(check["ledger"]["intact"], true, "{check:#}");
}

#[test]
fn an_agent_does_not_repair_its_failure_away_and_another_charters_events_do_not_count() {
    let scene = begin();
    record(&scene, "VAL-A", "--pass");
    commit(&scene, "one");
    record(&scene, "VAL-A", "--fail");
    let dir = scene.repo.path(scene.file("ledger"));
    let staged = git(&scene, &["status", "--porcelain", "-uall", "--", &scene.file("ledger")]);
    fs::remove_file(scene.repo.path(staged.stdout.trim().trim_start_matches("?? "))).unwrap();
    let repair = scene.charter(&["doctor", "--repair"]).env("CHARTER_ACTOR", "agent:x").run();
    assert_ne!(repair.code, Some(0));
    assert_ne!(scene.charter(&["check"]).run().code, Some(0));

    let scene = begin();
    let other = Scene::new();
    other.repo.write(other.file("criteria.md"), REGISTER);
    let text = other.repo.read(other.ledger()).replace(&other.id, "20990101-000000-other");
    let mut event: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    event.as_object_mut().unwrap().shift_remove("id");
    event["strand"] = "ffffffffffffffff".into();
    event["ts"] = "2099-01-01T00:00:00.000Z".into();
    event["id"] = Digest::of(&canonical::render(&event)).to_string().into();
    let path = dir.file_name().map(|_| scene.file("ledger/ffffffffffffffff.jsonl")).unwrap();
    scene.repo.write(path, format!("{event}\n"));
    let status = status(&scene);
    assert_eq!(status["ledger"]["intact"], false);
}

#[test]
fn plans_and_reports_of_two_branches_come_together_without_a_conflict() {
    let scene = begin();
    let write = |name: &str, text: &str| {
        scene.repo.write("wt-text.md", text);
        let args = ["plan", "write", "--stage", name, "wt-text.md"];
        let _ = scene.charter(&args).run().success();
    };
    for branch in ["one", "two"] {
        git(&scene, &["checkout", "-q", "-b", branch, "main"]);
        let _ = scene.charter(&["plan", "open", "the task"]).run().success();
        let steps =
            format!("1. do {branch}\n\n## Acceptance Criteria\n\n- {branch} works (step 1)\n");
        write("planner", &format!("# Plan\n\n## Steps\n\n{steps}"));
        write("architect", &format!("fine {branch}\n\nVerdict: CLEAR\n"));
        write("critic", &format!("fine {branch}\n\nVerdict: OKAY\n"));
        ["VAL-A", "VAL-B"].iter().for_each(|id| record(&scene, id, "--pass"));
        // Nobody wrote a word: the same draft on both.
        let value = scene.charter(&["complete", "--json"]).run().success().json();
        assert_eq!(value["completed"], false, "{value:#}");
        assert!(scene.repo.path(scene.file("REPORT.md")).exists());
        commit(&scene, branch);
    }
    git(&scene, &["merge", "-q", "-m", "merge", "one"]);
    let status = status(&scene);
    let words = merged(&status).join("\n");
    assert!(words.contains("P1: two branches planned without seeing each other"), "{words}");
    let plan = scene.charter(&["plan", "status", "--json"]).run().success().json();
    assert_eq!(plan["findings"].as_array().map_or(0, Vec::len), 0, "{plan:#}");
    is_clean(&scene);
}

#[test]
fn a_charter_that_two_clones_created_is_one_of_the_stricter_rigor_and_says_so() {
    let scene = Scene::new();
    git(&scene, &["checkout", "-q", "-b", "main"]);
    commit(&scene, "charter");
    let id = scene.id.clone();
    git(&scene, &["checkout", "-q", "--orphan", "side"]);
    fs::remove_dir_all(scene.repo.path(".charter")).unwrap();
    let idea = "Nurses on night shifts lose 40 minutes copying vital signs from paper";
    let args = ["new", idea, "--rigor", "strict", "--no-interview"];
    let _ = scene.charter(&args).now("2026-11-16T09:00:00Z").run().success();
    assert!(scene.repo.path(format!(".charter/{id}")).exists(), "the same second, the same idea");
    commit(&scene, "side");
    let args = ["merge", "-q", "--allow-unrelated-histories", "-X", "ours", "-m", "merge", "main"];
    git(&scene, &args);
    let status = status(&scene);
    assert_eq!(status["rigor"], "strict");
    let words = merged(&status).join("\n");
    assert!(words.contains("2 branches created a charter of this name"), "{words}");
}

#[test]
fn work_that_went_on_beside_an_abandonment_is_told() {
    let scene = begin();
    git(&scene, &["checkout", "-q", "-b", "side"]);
    let _ = scene.charter(&["abandon", "--reason", "no"]).run().success();
    commit(&scene, "side");
    git(&scene, &["checkout", "-q", "main"]);
    let _ = scene.charter(&["pause"]).run().success();
    let _ = scene.charter(&["resume"]).run().success();
    commit(&scene, "main");
    git(&scene, &["merge", "-q", "-m", "merge", "side"]);
    let status = scene.charter(&["status", "--json", "--charter", "nurses"]).run().success().json();
    let words = "active on one branch, abandoned on another: it is abandoned";
    assert_eq!((&status["status"], merged(&status)), (&json!("abandoned"), vec![words]));
}

#[test]
fn a_ledger_of_more_files_than_a_process_may_open_is_read() {
    let scene = Scene::new();
    let n_strands = 70;
    for number in 0..n_strands {
        let session = format!("s{number}");
        let _ = scene.charter(&["use", "nurses", "--session", &session]).run().success();
        let _ = scene.repo.git(&["add", "-A"]);
        let _ = scene.repo.git(&["commit", "-qm", "more"]);
    }
    assert!(scene.strands().len() >= n_strands, "{}", scene.strands().len());
    let script =
        format!("ulimit -n 48; rm -rf .charter/.local; exec {} log -n 1", crate::scene::BIN);
    let mut command = crate::scene::raw_command(&scene.repo, "sh", &scene.repo.path("."));
    let output = command.args(["-c", &script]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let trouble = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("bound session `s69`"), "{told}\n{trouble}");
}
