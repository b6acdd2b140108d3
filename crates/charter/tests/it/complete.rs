//! `charter complete`: everything that stands against it at once, and nothing after it.

use crate::scene::{Scene, refused, texts};
use serde_json::{Value, json};

const IDS: [&str; 4] = ["VAL-ENTRY-001", "VAL-ENTRY-002", "VAL-READ-001", "VAL-FLAT"];

fn pass(scene: &Scene, id: &str) {
    let args = ["record", id, "--pass", "-m", "saw it", "--because", "watched it on the ward"];
    let _ = scene.charter(&args).run().success();
}

fn blocked(scene: &Scene) -> Value {
    scene.charter(&["complete", "--json"]).run().code(1).json()
}

fn fill_report(scene: &Scene) {
    let text = scene.repo.read(scene.file("REPORT.md"));
    let text = text.replace("<!-- What came of it, in your words. -->", "Four wards use it.");
    let text = text.replace(
        "<!-- What a reader should know: what was left out, what surprised you. -->",
        "None.",
    );
    scene.repo.write(scene.file("REPORT.md"), text);
}

fn status(scene: &Scene) -> Value {
    scene.charter(&["status", "--json"]).run().success().json()
}

#[test]
fn a_whole_walk_ends_complete() {
    let scene = Scene::with_criteria();
    pass(&scene, IDS[0]);
    let refusal = blocked(&scene);
    assert_eq!(refusal["code"], "not-shown");
    let paths = texts(&refusal["problems"], "path");
    assert_eq!(paths, [IDS[1], IDS[2], IDS[3], "REPORT.md", "REPORT.md"], "{refusal:#}");
    assert_eq!(status(&scene)["status"], "active");
    let report = scene.repo.read(scene.file("REPORT.md"));
    assert!(report.contains("## Outcome") && !report.contains("criteria are shown"), "{report}");
    for id in &IDS[1..] {
        pass(&scene, id);
    }
    fill_report(&scene);
    let before = scene.repo.read(scene.file("REPORT.md"));
    let value = scene.charter(&["complete", "-m", "done", "--json"]).run().success().json();
    assert_eq!((&value["status"], &value["changed"]), (&json!("completed"), &json!(true)));
    let after = scene.repo.read(scene.file("REPORT.md"));
    assert!(after.contains("4 of 4 criteria are shown.") && after.contains("Four wards use it."));
    assert!(after.contains("| VAL-ENTRY-001 a reading entered offline"), "{after}");
    assert_eq!(after.split("## Criteria").next(), before.split("## Criteria").next());
    let args = ["log", "--json", "--charter", scene.id.as_str()];
    let log = scene.charter(&args).run().success().json();
    let last = log["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["type"], &last["criteriaCount"]), (&json!("charter_completed"), &json!(4)));
    // What has ended takes nothing more.
    for args in [
        &["pause"][..],
        &["resume"],
        &["complete"],
        &["abandon", "--reason", "x"],
        &["record", "VAL-FLAT", "--fail", "-m", "x"],
        &["waive", "VAL-FLAT", "--reason", "x"],
        &["interview", "submit", "--answer", "one two three four"],
    ] {
        let args = [args, &["--charter", scene.id.as_str()]].concat();
        let _ = refused(&scene.repo, &args, 1, "wrong-state");
    }
}

#[test]
fn an_empty_register_and_a_paused_charter_are_not_completed() {
    let scene = Scene::new();
    let refusal = blocked(&scene);
    assert!(texts(&refusal["problems"], "code").contains(&"register-empty"), "{refusal:#}");
    let _ = scene.charter(&["pause"]).run().success();
    let _ = refused(&scene.repo, &["complete"], 1, "wrong-state");
}

#[test]
fn light_work_needs_no_report() {
    let repo = crate::scene::repo();
    let value =
        repo.charter(&["new", "Nurses", "--rigor", "light", "--json"]).run().success().json();
    let scene = Scene { repo, id: value["charterId"].as_str().unwrap().to_owned() };
    scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — a\nWatches: src/**\n");
    scene.repo.write("src/a.rs", "1");
    pass(&scene, "VAL-A");
    scene.repo.write("src/a.rs", "2");
    let shown = status(&scene);
    assert_eq!(shown["criteria"][0]["verdict"], "stale");
    assert_eq!(shown["blockers"], json!([]), "stale is shown and does not block");
    let _ = scene.charter(&["complete"]).run().success();
    assert!(!scene.repo.path(scene.file("REPORT.md")).exists());
}

#[test]
fn a_strict_charter_takes_only_a_person_s_word_and_only_for_manual_criteria() {
    let repo = crate::scene::repo();
    let args = ["new", "Nurses", "--rigor", "strict", "--json"];
    let value = repo.charter(&args).run().success().json();
    let scene = Scene { repo, id: value["charterId"].as_str().unwrap().to_owned() };
    let text = "### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nVerifier: command\n\n### VAL-C — c\nVerifier: manual\n";
    scene.repo.write(scene.file("criteria.md"), format!("## m1\n\n{text}"));
    pass(&scene, "VAL-A");
    pass(&scene, "VAL-B");
    let agent =
        ["record", "VAL-C", "--pass", "-m", "s", "--because", "b", "--actor", "agent:codex"];
    let _ = scene.charter(&agent).run().success();
    let counts: Vec<bool> = status(&scene)["criteria"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["counts"].as_bool().unwrap())
        .collect();
    assert_eq!(counts, [true, false, false]);
}

#[test]
fn what_another_agent_saw_completes_and_a_pass_by_hand_in_a_derived_file_does_not() {
    let scene = Scene::with_criteria();
    let args = ["record", "VAL-FLAT", "--pass", "-m", "reviewed the diff", "--source", "subagent"];
    let _ = scene.charter(&args).run().success();
    assert_eq!(status(&scene)["criteria"][3]["verdict"], "attested");
    let forged = scene.repo.read(scene.derived("criterion-state.json")).replace(
        "\"criteria\": {",
        "\"criteria\": {\n    \"VAL-READ-001\": {\"outcome\": \"pass\", \"because\": \"trust me\"},",
    );
    scene.repo.write(scene.derived("criterion-state.json"), forged);
    let shown = status(&scene);
    assert_eq!(shown["criteria"][2]["verdict"], "missing");
    assert_eq!(shown["drift"]["sidecarDrift"], json!(["criterion-state.json"]));
}

#[test]
fn blockers_and_the_refusal_of_complete_are_the_same_list() {
    let scene = Scene::with_criteria();
    pass(&scene, IDS[0]);
    scene.repo.write("src/entry/a.rs", "new");
    let _ = blocked(&scene);
    let shown = status(&scene);
    let refusal = blocked(&scene);
    let blockers: Vec<(&str, &str)> = shown["blockers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["reason"].as_str().unwrap(), it["description"].as_str().unwrap()))
        .collect();
    let problems: Vec<(&str, &str)> = refusal["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["code"].as_str().unwrap(), it["message"].as_str().unwrap()))
        .collect();
    assert_eq!(blockers, problems);
    assert_eq!(blockers[0].0, "stale");
    let drift = &shown["drift"];
    assert_eq!(texts(&drift["stale"], "criterionId"), [IDS[0]]);
    assert_eq!(texts(&drift["uncovered"], "criterionId"), IDS[1..]);
    assert_eq!(texts(&drift["readyNext"], "criterionId"), [IDS[0]], "stale is offered, too");
}

#[test]
fn a_report_that_cannot_be_written_leaves_the_charter_as_it_was() {
    let scene = Scene::with_criteria();
    let _ = blocked(&scene);
    IDS.iter().for_each(|id| pass(&scene, id));
    fill_report(&scene);
    let in_the_way = scene.repo.path(scene.file(".tmp-REPORT.md"));
    std::fs::create_dir_all(in_the_way.join("x")).unwrap();
    let n_events = scene.events().len();
    let output = scene.charter(&["complete"]).run().code(4);
    assert!(output.stderr.contains("REPORT.md"), "{output}");
    assert_eq!(scene.events().len(), n_events, "it failed, so nothing has happened");
    std::fs::remove_dir_all(&in_the_way).unwrap();
    let value = scene.charter(&["complete", "--json"]).run().success().json();
    assert_eq!((&value["status"], &value["behind"]), (&json!("completed"), &Value::Null));
    assert!(scene.repo.read(scene.file("REPORT.md")).contains("4 of 4 criteria are shown."));
}
