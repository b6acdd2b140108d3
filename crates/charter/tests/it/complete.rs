//! `charter complete`: everything that stands against it at once, and nothing after it.

use crate::scene::{Scene, refused, texts};
use insta::assert_snapshot;
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
    assert_eq!(paths, [IDS[1], IDS[2], IDS[3], "REPORT.md"], "{refusal:#}");
    assert_eq!(paths.len(), 4);
    assert!(!scene.repo.path(scene.file("REPORT.md")).exists(), "a refusal writes nothing");
    for id in &IDS[1..] {
        pass(&scene, id);
    }
    let value = scene.charter(&["complete", "--json"]).run().success().json();
    assert_eq!((&value["ok"], &value["changed"]), (&json!(true), &json!(true)), "{value:#}");
    assert_eq!((&value["completed"], &value["status"]), (&json!(false), &json!("active")));
    assert_eq!((&value["written"], &value["valPass"]), (&json!(["REPORT.md"]), &json!(4)));
    let report = scene.repo.read(scene.file("REPORT.md"));
    assert!(report.contains("## Outcome") && !report.contains("criteria are shown"), "{report}");
    fill_report(&scene);
    let before = scene.repo.read(scene.file("REPORT.md"));
    let value = scene.charter(&["complete", "-m", "done", "--json"]).run().success().json();
    assert_eq!((&value["status"], &value["changed"]), (&json!("completed"), &json!(true)));
    assert_eq!(value["completed"], true);
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
        let said = refused(&scene.repo, &args, 1, "wrong-state").to_string();
        assert!(
            said.contains(" is already complete") || said.contains(" is complete, so "),
            "{said}"
        );
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
    repo.list_signer("Ada");
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
    IDS.iter().for_each(|id| pass(&scene, id));
    let _ = scene.charter(&["complete"]).run().success();
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

#[test]
fn what_lacks_only_the_report_gets_a_draft_and_is_no_error() {
    let scene = Scene::with_criteria();
    IDS.iter().for_each(|id| pass(&scene, id));
    assert_snapshot!(scene.charter(&["complete"]).run(), @"
    exit 0
    --- stdout
    All 4 criteria are shown. Wrote REPORT.md: fill in Outcome and Notes, then run
    `charter complete` again
      next  ${EDITOR:-vi} .charter/20261116-090000-nurses-night-shifts/REPORT.md
            write what came of it: REPORT.md has empty parts
    ");
    // Whoever does not fill it in is told what is empty.
    let _ = refused(&scene.repo, &["complete"], 1, "not-shown");
    fill_report(&scene);
    let output = scene.charter(&["complete"]).run().success();
    let words = "is complete\n  All 4 criteria are shown. Wrote REPORT.md and CERTIFICATE.md.\n";
    assert!(output.stdout.contains(words), "{output}");
}

#[test]
fn one_command_finishes_with_a_line_about_the_outcome() {
    let scene = Scene::with_criteria();
    IDS.iter().for_each(|id| pass(&scene, id));
    let args = ["complete", "-m", "Four wards use it.", "--json"];
    let value = scene.charter(&args).run().success().json();
    assert_eq!((&value["completed"], &value["status"]), (&json!(true), &json!("completed")));
    assert_eq!(value["written"], json!(["REPORT.md", "CERTIFICATE.md"]));
    let report = scene.repo.read(scene.file("REPORT.md"));
    assert!(report.contains("## Outcome\n\nFour wards use it.\n"), "{report}");
    assert!(report.contains("4 of 4 criteria are shown."), "{report}");
}

/// Passes all criteria but the last one, which a person takes out.
fn with_waiver() -> Scene {
    let scene = Scene::with_criteria();
    IDS[..3].iter().for_each(|id| pass(&scene, id));
    let args = ["waive", IDS[3], "--reason", "not in the first version"];
    let _ = scene.charter(&args).run().success();
    scene
}

#[test]
fn what_is_waived_is_never_counted_as_shown() {
    let scene = with_waiver();
    let shown = status(&scene);
    assert_eq!((&shown["valPass"], &shown["valWaived"]), (&json!(3), &json!(1)));
    let last = &shown["milestones"][2];
    assert_eq!((&last["valPassCount"], &last["valWaivedCount"]), (&json!(0), &json!(1)));
    let says = |args: &[&str], words: &str| {
        let output = scene.charter(args).run().success();
        assert!(output.stdout.contains(words), "{words}\n{output}");
    };
    says(&["status"], "3 of 4 criteria shown, 1 waived");
    says(&["status"], "– VAL-FLAT");
    says(&["status"], "0 of 1, 1 waived");
    says(&["list"], "3 of 4 shown, 1 waived");
    says(&["statusline"], "3/4 · waived 1");
    says(&["check"], "3 of 4 shown, 1 waived");
    says(&["check", "--format", "github"], "3 of 4 criteria shown, 1 waived");
    says(&["check", "--format", "junit"], "skipped=\"1\"");
    says(&["complete"], "3 of 4 criteria are shown, 1 waived. Wrote REPORT.md");
    fill_report(&scene);
    says(&["complete"], "3 of 4 criteria are shown, 1 waived.");
    says(&["statusline", "--charter", "nurses"], "3/4 · waived 1 · completed");
    let report = scene.repo.read(scene.file("REPORT.md"));
    assert!(report.contains("3 of 4 criteria are shown, 1 waived."), "{report}");
}

#[test]
fn a_certificate_says_what_was_shown_and_what_was_not() {
    let scene = with_waiver();
    crate::scene::write_check(&scene.repo, "tests/t.sh", 2, "");
    let prove = ["prove", IDS[0], "--", "sh", "tests/t.sh"];
    let _ = scene.charter(&prove).env("CHARTER_ACTOR", "agent:claude").run().success();
    let head = status(&scene)["ledger"]["head"].as_str().unwrap().to_owned();
    assert!(!scene.repo.path(scene.file("CERTIFICATE.md")).exists());
    let _ = scene.charter(&["complete", "-m", "in use"]).run().success();
    let text = scene.repo.read(scene.file("CERTIFICATE.md"));
    let (shown, not_shown) = text.split_once("\n## Not shown\n").unwrap();
    for words in [
        "Derived from the ledger by `charter complete`.",
        "- Shown: 3 of 4 criteria, 1 waived\n",
        "- Verdicts: 1 proven, 2 attested, 1 waived (of 4)\n",
        &format!("head `{head}`"),
        "### VAL-ENTRY-001 — a reading entered offline is there after a reload\n\n- Verdict: proven\n",
        "- Command: `sh tests/t.sh`, 2 of 2 tests passed\n- Tried: fails without the change; notices ",
        "by agent:claude\n",
        "by person:Ada\n",
        "- Because: watched it on the ward\n",
        "- Agreed: ",
    ] {
        assert!(shown.contains(words), "{words}\n{text}");
    }
    assert!(!shown.contains("### VAL-FLAT"), "{text}");
    let waived = "outside of any milestone: waived by person:Ada: not in the first version\n";
    assert!(not_shown.contains(waived), "{text}");
    let word = "VAL-ENTRY-002 — two readings entered at once are both there: shown by the word of person:Ada alone; no check was run for it\n";
    assert!(not_shown.contains(word) && !not_shown.contains("VAL-ENTRY-001"), "{text}");
}

#[test]
fn a_certificate_of_proven_work_says_that_nothing_is_missing() {
    let scene = Scene::new();
    scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — triples\n");
    crate::scene::write_check(&scene.repo, "tests/t.sh", 1, "");
    let _ = scene.charter(&["prove", "VAL-A", "--", "sh", "tests/t.sh"]).run().success();
    let _ = scene.charter(&["complete", "-m", "in use"]).run().success();
    let text = scene.repo.read(scene.file("CERTIFICATE.md"));
    assert!(text.ends_with("\n## Not shown\n\nNothing.\n"), "{text}");
}

#[test]
fn what_people_and_agents_say_stays_words_in_a_certificate() {
    let scene = Scene::new();
    let title = "a `b` | c <!-- d <script>";
    scene.repo.write(scene.file("criteria.md"), format!("## m1\n\n### VAL-A — {title}\n"));
    let summary = "ok\n## Not shown\n\nNothing.\n\n<!-- \u{202e}x\u{1b}[31m";
    let args = ["record", "VAL-A", "--pass", "-m", summary, "--because", "# why\n- b"];
    let _ = scene.charter(&args).run().success();
    let _ = scene.charter(&["complete", "-m", "in use"]).run().success();
    let text = scene.repo.read(scene.file("CERTIFICATE.md"));
    assert_eq!(text.matches("\n## Not shown\n").count(), 1, "{text}");
    assert!(!text.contains("<!--") && !text.contains("<script>"), "{text}");
    assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
}
