//! `charter plan`: planner, architect and critic until they agree, and a person approves.

use crate::scene::{CRITERIA, Scene, kept_tree, keys, open, refused, refused_with, texts};
use serde_json::{Value, json};
use std::os::unix::fs::symlink;
use std::{fs, thread};

const PLAN: &str = "# Plan\n\n## Steps\n\n1. Keep readings\n2. Send them\n\n## Acceptance Criteria\n\n\
    - a reading is there after a reload (step 1)\n- 100 readings are sent in 60 s (step 2)\n";

const AGENT: (&str, &str) = ("CHARTER_ACTOR", "agent:codex");

/// A charter with an open plan and the texts to write.
const CLEAR: &str = "Nothing is against it.\n\nVerdict: CLEAR\n";

/// Gives the file of a text: its name says which text it is.
fn text_file(scene: &Scene, name: &str, text: &str) -> String {
    let digest = charter_kernel::Digest::of(text.as_bytes()).short();
    scene.file(&format!("plan/{name}-{digest}.md"))
}

fn opened() -> Scene {
    let scene = Scene::new();
    for (file, text) in [
        ("plan.md", PLAN),
        ("clear.md", CLEAR),
        ("okay.md", "Thought through.\n\n**Verdict:** OKAY\n"),
        ("iterate.md", "Say how it is tested.\n\nVerdict: ITERATE\n"),
    ] {
        scene.repo.write(file, text);
    }
    let _ = scene.charter(&["plan", "open", "readings at the bed"]).run().success();
    scene
}

#[track_caller]
fn write(scene: &Scene, stage: &str, file: &str) -> Value {
    let args = ["plan", "write", "--stage", stage, file, "--json"];
    scene.charter(&args).run().success().json()
}

#[track_caller]
fn status(scene: &Scene) -> Value {
    scene.charter(&["plan", "status", "--json"]).run().success().json()
}

/// A plan that waits for approval.
fn finished() -> Scene {
    let scene = opened();
    write(&scene, "planner", "plan.md");
    write(&scene, "architect", "clear.md");
    write(&scene, "critic", "okay.md");
    let _ = scene.charter(&["plan", "write", "--stage", "final"]).run().success();
    scene
}

#[test]
fn where_a_plan_stands_in_words() {
    let scene = opened();
    write(&scene, "planner", "plan.md");
    write(&scene, "architect", "clear.md");
    let output = scene.charter(&["plan", "status"]).run().success();
    assert_eq!(
        output.stdout,
        "
  P1 readings at the bed
  iteration 1 of 5 · plan/stage-01-planner-cbfc5637.md (cbfc5637)
  ✓ architect  CLEAR    0 of 1 passes left
  · critic     not yet  1 of 1 passes left

  next  charter plan write --stage critic --n 1 --about cbfc5637 -
        the critic is to read plan/stage-01-planner-cbfc5637.md (cbfc5637) and
        end with a line `Verdict: OKAY|ITERATE|REJECT`
"
    );
    assert_eq!(scene.charter(&["plan"]).run().success().stdout, output.stdout);
    write(&scene, "critic", "iterate.md");
    let output = scene.charter(&["plan", "status"]).run().success().stdout;
    assert!(output.contains("architect says CLEAR, the critic says ITERATE"), "{output}");
    assert!(output.contains("plan write --stage revision --n 2 -"), "{output}");
    let wide = output.lines().filter(|it| it.chars().count() > 80).count();
    assert_eq!(wide, 0, "{output}");
}

#[test]
fn where_a_plan_stands_as_json() {
    let scene = opened();
    let written = write(&scene, "planner", "plan.md");
    assert_eq!(
        keys(&written),
        [
            "ok",
            "runId",
            "stage",
            "n",
            "path",
            "digest",
            "createdAt",
            "deduplicated",
            "next",
            "stuck",
            "pendingApproval",
            "nextActions"
        ],
        "a receipt, never the words"
    );
    let report = status(&scene);
    assert_eq!(
        keys(&report)[..9],
        [
            "ok",
            "runId",
            "iteration",
            "maxIterations",
            "stuck",
            "planDigest",
            "verdicts",
            "next",
            "pendingApproval"
        ]
    );
    assert_eq!(report["planDigest"], written["digest"]);
    let next = &report["next"];
    assert_eq!((&next["stage"], &next["n"]), (&json!("architect"), &json!(1)));
    assert_eq!(report["passesLeft"], json!({ "architect": 1, "critic": 1 }));
    let short: String = written["digest"].as_str().unwrap().chars().take(8).collect();
    let command = report["nextActions"][0]["command"].as_str().unwrap();
    let expected = format!(
        "charter plan write --charter {} --stage architect --n 1 --about {short} -",
        scene.id
    );
    assert_eq!(command, expected);
    let piped = scene
        .charter(&["plan", "write", "--stage", "architect", "--n", "1", "--about", &short, "-"])
        .stdin("Verdict: CLEAR\n");
    let _ = piped.run().success();
    assert_eq!(status(&scene)["verdicts"], json!({ "architect": "CLEAR" }));
}

#[test]
fn six_writes_at_once_are_one() {
    let scene = opened();
    let one = || {
        let args = ["plan", "write", "--stage", "planner", "--n", "1", "plan.md", "--json"];
        let command = scene.charter(&args).env("CHARTER_LOCK_WAIT_MS", "60000");
        command.run().success().json()["deduplicated"].as_bool().unwrap()
    };
    let n_new = thread::scope(|scope| {
        let running: Vec<_> = (0..6).map(|_| scope.spawn(one)).collect();
        running.into_iter().map(|it| it.join().unwrap()).filter(|it| !it).count()
    });
    assert_eq!(n_new, 1);
    let written = scene.events().iter().filter(|it| it["type"] == "plan_stage_written").count();
    assert_eq!(written, 1);
    assert_eq!(status(&scene)["iteration"], 1);
    // Without a number it is the same text, too.
    assert_eq!(write(&scene, "planner", "plan.md")["deduplicated"], true);
    scene.repo.write("other.md", "# Another plan\n");
    let args = ["plan", "write", "--stage", "planner", "--n", "1", "other.md"];
    refused(&scene.repo, &args, 2, "plan-text-taken");
}

#[test]
fn limits_are_the_ledger_s_whatever_happens_to_the_files() {
    let scene = opened();
    write(&scene, "planner", "plan.md");
    for n in 2..=5 {
        scene.repo.write("next.md", format!("{PLAN}\nRevision {n}.\n"));
        write(&scene, "revision", "next.md");
    }
    write(&scene, "architect", "clear.md");
    let before = kept_tree(&scene.repo);
    fs::remove_dir_all(scene.repo.path(scene.file("plan"))).unwrap();
    fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
    scene.repo.write("sixth.md", "# Sixth\n");
    let sixth = ["plan", "write", "--stage", "revision", "sixth.md"];
    let output = refused(&scene.repo, &sixth, 3, "planning-stuck");
    assert!(output.stderr.contains("PLANNING-STUCK: 5 of 5 iterations are used"), "{output}");
    let again = ["plan", "write", "--stage", "architect", "okay.md"];
    refused(&scene.repo, &again, 3, "planning-stuck");
    // A look brings the files back, and a file that was cut off.
    assert_eq!(status(&scene)["iteration"], 5);
    assert_eq!(kept_tree_of(&scene), kept_plan(&before));
    scene.repo.write(text_file(&scene, "stage-01-planner", PLAN), "# Pl");
    scene.repo.write(text_file(&scene, "stage-02-revision", &format!("{PLAN}\nRevision 2.\n")), "");
    let _ = scene.charter(&["plan", "status"]).run().success();
    assert_eq!(kept_tree_of(&scene), kept_plan(&before));
    write(&scene, "critic", "iterate.md");
    let report = status(&scene);
    assert_eq!(report["stuck"], true);
    let reason = report["stuckReason"].as_str().unwrap();
    assert!(reason.ends_with("the architect says CLEAR, the critic says ITERATE"), "{reason}");
    assert_eq!(report.get("next"), None);
    let anew = ["plan", "open", "--again"];
    refused_with(&scene.repo, &anew, 1, "person-needed", &[AGENT]);
    let report = scene.charter(&["plan", "open", "--again", "--json"]).run().success().json();
    assert_eq!((&report["runId"], &report["iteration"]), (&json!("P2"), &json!(0)));
    write(&scene, "planner", "plan.md");
    assert_eq!(scene.repo.read(text_file(&scene, "run-2/stage-01-planner", PLAN)), PLAN);
    assert_eq!(scene.repo.read(text_file(&scene, "stage-01-planner", PLAN)), PLAN);
}

/// The files of the plan.
fn kept_tree_of(scene: &Scene) -> Vec<(String, Vec<u8>)> {
    kept_plan(&kept_tree(&scene.repo))
}

fn kept_plan(tree: &std::collections::BTreeMap<String, Vec<u8>>) -> Vec<(String, Vec<u8>)> {
    let rows = tree.iter().filter(|(path, _)| path.contains("/plan/stage-"));
    rows.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
}

#[test]
fn the_limits_are_settings() {
    let scene = opened();
    for (value, key) in
        [("0", "ITERATIONS"), ("21", "ITERATIONS"), ("x", "PASSES"), ("11", "PASSES")]
    {
        let name = format!("CHARTER_PLAN_{key}");
        refused_with(&scene.repo, &["plan", "status"], 2, "config-bad-value", &[(&name, value)]);
    }
    scene.repo.write(".charter/config.toml", "plan-iterations = 1\nplan-passes = 2\n");
    assert_eq!(status(&scene)["maxIterations"], 5, "an open plan keeps its limits");
    let _ = scene.charter(&["plan", "open", "--again"]).run().success();
    write(&scene, "planner", "plan.md");
    let first = write(&scene, "architect", "clear.md");
    assert_eq!(first.get("reviewBudgetWarning"), None);
    scene.repo.write("watch.md", "Verdict: WATCH\n");
    let last = write(&scene, "architect", "watch.md");
    let warning = "the architect has spoken 2 of 2 times about this text";
    assert_eq!(last["reviewBudgetWarning"], warning);
    refused(&scene.repo, &["plan", "write", "--stage", "revision", "okay.md"], 3, "planning-stuck");
}

#[test]
fn a_file_that_somebody_changed_is_named_and_left() {
    let scene = opened();
    write(&scene, "planner", "plan.md");
    let path = text_file(&scene, "stage-01-planner", PLAN);
    scene.repo.write(&path, "# My own words\n");
    let output = scene.charter(&["plan", "status"]).run().success();
    assert!(output.stderr.contains("[plan-file-edited]"), "{output}");
    assert_eq!(scene.repo.read(&path), "# My own words\n");
    assert_eq!(status(&scene)["findings"][0]["code"], "plan-file-edited");
    assert_eq!(write(&scene, "planner", "plan.md")["deduplicated"], true);
    assert_eq!(scene.repo.read(&path), "# My own words\n");
    fs::remove_file(scene.repo.path(&path)).unwrap();
    assert_eq!(write(&scene, "planner", "plan.md")["deduplicated"], true);
    assert_eq!(scene.repo.read(&path), PLAN);
}

#[test]
fn what_somebody_changed_is_not_approved_for_what_the_ledger_has() {
    let scene = finished();
    let is_final = |it: &String| it.contains("/plan/stage-01-final-");
    let path = kept_tree(&scene.repo).into_keys().find(is_final).unwrap();
    let text = scene.repo.read(&path);
    scene.repo.write(&path, format!("{text}\nAnd nothing is deleted.\n"));
    let n_events = scene.lines().len();
    let _ = refused(&scene.repo, &["plan", "approve"], 2, "plan-text-unusable");
    let refusal = scene.charter(&["plan", "approve", "--json"]).run().json();
    assert_eq!(refusal["problems"][0]["code"], "plan-file-edited", "{refusal:#}");
    assert_eq!(scene.lines().len(), n_events);
    fs::remove_file(scene.repo.path(&path)).unwrap();
    let _ = scene.charter(&["plan", "status"]).run().success();
    assert_eq!(scene.repo.read(&path), text);
    let _ = scene.charter(&["plan", "approve"]).run().success();
}

#[test]
fn a_file_that_is_there_before_its_text_is_kept_unless_it_is_the_same() {
    let scene = opened();
    let path = text_file(&scene, "stage-01-planner", PLAN);
    scene.repo.write(&path, "# Somebody else's\n");
    let args = ["plan", "write", "--stage", "planner", "plan.md"];
    refused(&scene.repo, &args, 2, "plan-text-taken");
    scene.repo.write(&path, PLAN);
    assert_eq!(write(&scene, "planner", "plan.md")["deduplicated"], false);
    let out = scene.repo.home();
    fs::remove_dir_all(scene.repo.path(scene.file("plan"))).unwrap();
    symlink(&out, scene.repo.path(scene.file("plan"))).unwrap();
    let args = ["plan", "write", "--stage", "adr", "clear.md"];
    let before = kept_tree(&scene.repo);
    assert_ne!(scene.charter(&args).run().code, Some(0));
    assert_eq!(kept_tree(&scene.repo), before);
}

#[test]
fn a_person_approves_what_both_agreed_on() {
    let scene = opened();
    write(&scene, "planner", "plan.md");
    write(&scene, "architect", "clear.md");
    let last = ["plan", "write", "--stage", "final", "plan.md"];
    refused(&scene.repo, &last, 1, "plan-not-agreed");
    refused(&scene.repo, &["plan", "approve"], 1, "plan-not-final");
    write(&scene, "critic", "okay.md");
    let written = scene.charter(&["plan", "write", "--stage", "final", "--json"]).run().success();
    let written = written.json();
    assert_eq!(written["pendingApproval"], true);
    let text = scene.repo.read(written["path"].as_str().unwrap());
    assert!(text.starts_with(PLAN.trim_end()) && text.contains("The critic says OKAY"), "{text}");
    refused_with(&scene.repo, &["plan", "approve"], 1, "person-needed", &[AGENT]);
    refused_with(
        &scene.repo,
        &["plan", "approve"],
        1,
        "person-needed",
        &[("CHARTER_ACTOR", "unknown")],
    );
    refused(&scene.repo, &["plan", "approve", "00000000"], 1, "plan-out-of-turn");
    let digest = written["digest"].as_str().unwrap();
    let report = scene.charter(&["plan", "approve", digest, "--json"]).run().success().json();
    assert_eq!((&report["register"], &report["criteria"]), (&json!("drafted"), &json!(2)));
    let shown = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(texts(&shown["milestones"], "title"), ["m1 Keep readings", "m2 Send them"]);
    assert_eq!(shown["valTotal"], 2);
    assert_eq!(shown.get("plan"), None);
    let again = scene.charter(&["plan", "approve", "--json"]).run().success().json();
    assert_eq!((&again["changed"], &again["digest"]), (&json!(false), &json!(digest)));
    let events = scene.events();
    for (event, kind) in events.iter().rev().zip(["register_agreed", "plan_approved"]) {
        assert_eq!((&event["type"], &event["actor"]), (&json!(kind), &json!("person:Ada")));
    }
    refused(&scene.repo, &["plan", "write", "--stage", "adr", "clear.md"], 1, "plan-out-of-turn");
    let log = scene.charter(&["log"]).run().success().stdout;
    assert!(log.contains("plan P1: critic 1, OKAY") && log.contains("approved plan P1"), "{log}");
}

#[test]
fn a_register_of_one_s_own_is_left_alone() {
    let scene = finished();
    scene.repo.write(scene.file("criteria.md"), CRITERIA);
    let output = scene.charter(&["plan", "approve"]).run().success();
    assert!(output.stdout.contains("criteria.md holds criteria of your own"), "{output}");
    assert_eq!(scene.repo.read(scene.file("criteria.md")), CRITERIA);
    assert_eq!(status(&scene)["approved"], true);
}

#[test]
fn a_plan_is_its_charters_alone() {
    let scene = opened();
    let other = open(&scene.repo, "Second");
    let args = ["plan", "write", "--stage", "planner", "plan.md"];
    refused(&scene.repo, &[&args[..], &["--session", "s1"]].concat(), 2, "NO_CHARTER_BOUND");
    let _ = scene.charter(&["use", "nurses", "--session", "s1"]).run().success();
    let _ = scene.charter(&[&args[..], &["--session", "s1"]].concat()).run().success();
    assert_eq!(scene.repo.read(text_file(&scene, "stage-01-planner", PLAN)), PLAN);
    // Whoever names a charter means it, whatever their session is bound to.
    let named = ["plan", "status", "--session", "s1", "--charter", &other];
    refused(&scene.repo, &named, 2, "no-plan");
    assert!(!scene.repo.path(format!(".charter/{other}/plan")).exists());
}

#[test]
fn what_cannot_be_written_is_refused() {
    let scene = opened();
    let write = |rest: &[&str], code: &str| {
        refused(&scene.repo, &[&["plan", "write", "--stage"], rest].concat(), 2, code);
    };
    write(&["planner", "--n", "0", "plan.md"], "plan-text-unusable");
    write(&["planner", "--n", "1000", "plan.md"], "plan-text-unusable");
    write(&["post-interview", "plan.md"], "usage");
    write(&["planner", "nowhere.md"], "plan-text-unusable");
    write(&["planner", ".charter"], "plan-text-unusable");
    write(&["planner"], "plan-text-unusable");
    write(&["planner", "-"], "plan-text-unusable");
    scene.repo.write("long.md", vec![b'a'; 128 * 1024 + 1]);
    write(&["planner", "long.md"], "plan-text-unusable");
    let piped = scene.charter(&["plan", "write", "--stage", "planner", "-"]);
    let piped = piped.stdin(&"a\n".repeat(700_000)).run().code(2);
    assert!(piped.stderr.contains("128 KiB"), "{piped}");
    refused(&scene.repo, &["plan", "write", "--stage", "critic", "okay.md"], 1, "plan-out-of-turn");
    refused(&scene.repo, &["plan", "open", "something else"], 3, "plan-active");
}

#[test]
fn nothing_is_written_behind_a_broken_ledger() {
    let scene = finished();
    let mut lines = scene.lines();
    let last = lines.last_mut().unwrap();
    *last = last.replacen("\"actor\":\"", "\"actor\":\"x", 1);
    scene.write_lines(&lines);
    for args in [&["plan", "approve"][..], &["plan", "write", "--stage", "adr", "clear.md"]] {
        refused(&scene.repo, args, 4, "ledger-broken");
    }
    let mut lines = finished().lines();
    lines[2] = "{}".to_owned();
    scene.write_lines(&lines);
    refused(&scene.repo, &["plan", "write", "--stage", "final"], 4, "ledger-broken");
}

#[test]
fn a_text_that_is_recorded_is_written_whatever_is_in_the_way_of_its_file() {
    let scene = opened();
    let file = text_file(&scene, "stage-01-planner", PLAN);
    fs::create_dir_all(scene.repo.path(format!("{file}/in the way"))).unwrap();
    let n_events = scene.events().len();
    let output = scene.charter(&["plan", "write", "--stage", "planner", "plan.md"]).run().success();
    assert_eq!(scene.events().len(), n_events + 1);
    assert!(output.stderr.contains("note: recorded, but cannot write `"), "{output}");
    assert!(output.stderr.contains("hint: charter plan status"), "{output}");
    // Asked again, it is there already; a program reads what is behind.
    let again = write(&scene, "planner", "plan.md");
    assert_eq!(again["deduplicated"], true, "{again:#}");
    let value = {
        let file = text_file(&scene, "stage-01-architect", CLEAR);
        fs::create_dir_all(scene.repo.path(format!("{file}/in the way"))).unwrap();
        write(&scene, "architect", "clear.md")
    };
    let behind = &value["behind"][0];
    assert!(behind["message"].as_str().unwrap().contains("stage-01-architect-"), "{value:#}");
    assert!(behind["command"].as_str().unwrap().starts_with("charter plan status"), "{value:#}");
    fs::remove_dir_all(scene.repo.path(scene.file("plan"))).unwrap();
    let stands = status(&scene);
    assert!(stands["behind"].is_null() && stands["findings"].is_null(), "{stands:#}");
    assert_eq!(scene.repo.read(file), PLAN);
}

#[test]
fn a_plan_names_what_was_agreed_before_it_becomes_final() {
    let scene = opened();
    let text =
        format!("{}\n## m1 Entry\n\n### VAL-EXPORT-001 — the list comes as CSV\n", "# Criteria");
    scene.repo.write(scene.file("criteria.md"), &text);
    let _ = scene.charter(&["agree"]).run().success();
    let planned = write(&scene, "planner", "plan.md");
    let gap = "it leaves out `VAL-EXPORT-001`, which was agreed: the list comes as CSV";
    assert_eq!(planned["gaps"], json!([gap]));
    write(&scene, "architect", "clear.md");
    write(&scene, "critic", "okay.md");
    let before = kept_tree(&scene.repo);
    let output = refused(&scene.repo, &["plan", "write", "--stage", "final"], 1, "plan-misses");
    assert_eq!(kept_tree(&scene.repo), before, "a refusal changes nothing");
    assert!(output.to_string().contains("--stage revision"), "{output}");
    assert_eq!(status(&scene)["mustName"][0]["id"], "VAL-EXPORT-001");
    scene.repo.write("whole.md", format!("{PLAN}- VAL-EXPORT-001 holds (step 2)\n"));
    write(&scene, "revision", "whole.md");
    write(&scene, "architect", "clear.md");
    write(&scene, "critic", "okay.md");
    write(&scene, "final", "whole.md");
    let approve = ["plan", "approve", "--json"];
    let approved = scene.charter(&approve).env("CHARTER_ACTOR", "person:Ada").run().success();
    assert_eq!(approved.json()["register"], "authored");
}
