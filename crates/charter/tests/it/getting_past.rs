//! What somebody meets who tries to get past the proof, or who follows the advice, for the first time.

use crate::scene::{Scene, refused_with, repo, texts};
use serde_json::Value;

const AGENT: (&str, &str) = ("CHARTER_ACTOR", "agent:codex");
const ADA: (&str, &str) = ("CHARTER_ACTOR", "person:Ada");

const ONE_AND_TWO: &str = "## m1\n\n### VAL-A — a\nVerifier: command\nCommand: sh check.sh\n\n\
    ### VAL-B — b\nVerifier: command\n";

fn scene_of(rigor: &str) -> Scene {
    let repo = repo();
    repo.write("rates.py", "def rate():\n    return 0\n");
    let _ = repo.git(&["add", "rates.py"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let args = ["new", "Rates", "--rigor", rigor, "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), ONE_AND_TWO);
    scene
}

#[track_caller]
fn typed(scene: &Scene, actor: (&str, &str), args: &[&str], exit: i32) -> Value {
    let args = [&args[..1], &["--json"], &args[1..]].concat();
    scene.charter(&args).env(actor.0, actor.1).run().code(exit).json()
}

#[track_caller]
fn status(scene: &Scene) -> Value {
    typed(scene, AGENT, &["status"], 0)
}

fn reasons(row: &Value) -> String {
    texts_of(&row["reasons"]).join("; ")
}

fn texts_of(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

/// Writes a test under a name that does not say so, and proves with it by the module's name.
fn prove_module(scene: &Scene, assertion: &str, command: &[&str], exit: i32) -> Value {
    let test = format!(
        "import unittest, rates\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        {assertion}\n"
    );
    scene.repo.write("t.py", test);
    let args = [&["prove", "VAL-A", "--"], command].concat();
    let _ = typed(scene, AGENT, &args, exit);
    status(scene)["criteria"][0].clone()
}

#[test]
fn a_tautology_in_a_new_module_is_not_proven() {
    let python = std::process::Command::new("python3").arg("--version").output();
    assert!(python.is_ok(), "this test runs python3, which is not here");
    let scene = scene_of("strict");
    let by_name = ["python3", "-m", "unittest", "t"];
    let row = prove_module(&scene, "self.assertTrue(True)", &by_name, 1);
    assert_eq!(
        (&row["verdict"], &row["reasonCode"]),
        (&"void".into(), &"nothing-new".into()),
        "{row}"
    );
    assert!(reasons(&row).contains("passes without the change as well"), "{row}");
    let by_search = ["python3", "-m", "unittest", "discover", "-p", "t*.py"];
    let row = prove_module(&scene, "self.assertTrue(True)", &by_search, 1);
    assert_eq!(row["verdict"], "void", "{row}");
    scene.repo.write("rates.py", "def rate():\n    return 1 + 0\n");
    let row = prove_module(&scene, "self.assertTrue(rates)", &by_name, 1);
    assert_eq!(row["counts"], false, "beside work it is none either: {row}");
    scene.repo.write("rates.py", "def rate():\n    return 1\n");
    let row = prove_module(&scene, "self.assertEqual(rates.rate(), 1)", &by_name, 0);
    assert_eq!(row["verdict"], "proven", "honest work: {row}");
    assert!(!reasons(&row).contains(".charter"), "{row}");
}

#[test]
fn words_of_a_runner_that_a_script_echoes_are_void() {
    let scene = scene_of("light");
    let script = "echo 'Ran 3 tests in 0.001s\n\nOK' >&2";
    let _ = typed(&scene, AGENT, &["prove", "VAL-A", "--", "sh", "-c", script], 1);
    let report = status(&scene);
    assert_eq!(report["criteria"][0]["verdict"], "void");
    assert_eq!(report["criteria"][0]["reasonCode"], "no-op");
    let advised = texts(&report["nextActions"], "command");
    assert!(advised[0].ends_with("-- sh check.sh"), "{advised:?}");
}

#[test]
fn an_agent_s_word_does_not_outrank_a_run_that_failed() {
    let scene = scene_of("standard");
    scene.repo.write("check.sh", "grep -q 'return 1' rates.py\n");
    let word = ["record", "VAL-A", "--pass", "-m", "seen", "--because", "it is fine"];
    let _ = typed(&scene, AGENT, &["prove", "VAL-A", "--", "sh", "./check.sh"], 1);
    let advised = status(&scene)["nextActions"][0]["command"].as_str().unwrap().to_owned();
    assert!(advised.ends_with("-- sh check.sh"), "the register's command comes first: {advised}");
    let _ = typed(&scene, AGENT, &word, 0);
    let row = status(&scene)["criteria"][0].clone();
    assert_eq!((&row["verdict"], &row["counts"]), (&"failed".into(), &false.into()), "{row}");
    assert!(reasons(&row).contains("does not outrank a run that failed"), "{row}");
    let _ = typed(&scene, ADA, &word, 0);
    let row = status(&scene)["criteria"][0].clone();
    assert_eq!(row["verdict"], "attested", "{row}");
    assert!(reasons(&row).contains("failed on the same content"), "{row}");
    let _ = typed(&scene, AGENT, &["prove", "VAL-A", "--", "sh", "./check.sh"], 1);
    scene.repo.write("rates.py", "def rate():\n    return 1\n");
    let _ = typed(&scene, AGENT, &word, 0);
    let row = status(&scene)["criteria"][0].clone();
    assert_eq!(row["verdict"], "attested", "the content changed since: {row}");
}

#[test]
fn a_criterion_that_failed_does_not_go_by_being_deleted() {
    let scene = scene_of("light");
    let without_a = "## m1\n\n### VAL-B — b\nVerifier: command\n";
    let word = |id, outcome| {
        let args = ["record", id, outcome, "-m", "seen", "--because", "looked"];
        let _ = typed(&scene, AGENT, &args, 0);
    };
    word("VAL-A", "--fail");
    word("VAL-B", "--pass");
    scene.repo.write(scene.file("criteria.md"), without_a);
    let blockers = status(&scene)["blockers"].clone();
    assert_eq!(texts(&blockers, "reason"), ["register-changed"], "{blockers}");
    assert_eq!(texts(&blockers, "criterionId"), ["VAL-A"], "{blockers}");
    let advised = status(&scene)["nextActions"].clone();
    assert_eq!(texts(&advised, "action")[..2], ["edit", "waive"], "{advised}");
    let shown = scene.charter(&["status"]).run().success();
    assert!(shown.stdout.contains("open  VAL-A it was agreed and is gone"), "{shown}");
    let check = typed(&scene, AGENT, &["check"], 1);
    assert_eq!(texts(&check["problems"], "path"), ["VAL-A"], "{check}");
    let _ = typed(&scene, AGENT, &["complete"], 1);
    let waive = ["waive", "VAL-A", "--reason", "not needed"];
    let told = refused_with(&scene.repo, &waive, 1, "person-needed", &[AGENT]);
    let line = format!("charter waive VAL-A --reason 'not needed' --charter {}", scene.id);
    assert!(told.stderr.contains(&line), "{told}");
    let _ = typed(&scene, ADA, &waive, 0);
    let _ = typed(&scene, AGENT, &["complete"], 0);
    let told = scene.charter(&["log", "--session", "new"]).run().code(2);
    assert!(told.stderr.contains(&format!("charter status --charter {}", scene.id)), "{told}");
}

/// Makes a ledger one from before criteria were agreed on, with a chain that holds.
fn forget_agreement(scene: &Scene) {
    let mut lines = scene.lines();
    lines.retain(|it| !it.contains("\"type\":\"register_agreed\""));
    assert_eq!(lines.len() + 1, scene.lines().len());
    scene.write_lines(&lines);
    let n_events = std::cell::Cell::new(0);
    scene.rechain(|event| {
        n_events.set(n_events.get() + 1);
        event["seq"] = n_events.get().into();
        for key in ["part", "parts"] {
            event.as_object_mut().unwrap().shift_remove(key);
        }
    });
    std::fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
    assert_eq!(status(scene)["ledger"]["intact"], true);
}

#[test]
fn a_criterion_that_passed_may_be_renamed_below_strict() {
    for (rigor, n_gone) in [("light", 0), ("strict", 1)] {
        let scene = scene_of(rigor);
        let args = ["record", "VAL-A", "--pass", "-m", "seen", "--because", "looked"];
        let _ = typed(&scene, AGENT, &args, 0);
        scene.repo.write(scene.file("criteria.md"), ONE_AND_TWO.replace("VAL-A", "VAL-C"));
        let count = |word: &str| {
            let report = status(&scene);
            texts(&report["blockers"], "reason").iter().filter(|it| **it == word).count()
        };
        assert_eq!((count("register-changed"), count("criterion-gone")), (1, 0), "it was agreed");
        forget_agreement(&scene);
        assert_eq!((count("register-changed"), count("criterion-gone")), (0, n_gone), "{rigor}");
    }
}

#[test]
fn a_gate_that_is_not_there_is_written_first() {
    let scene = scene_of("strict");
    scene.repo.write("check.sh", "python3 -c 'import rates; assert rates.rate() == 1'\n");
    scene.repo.write("rates.py", "def rate():\n    return 1\n");
    scene.repo.write("other.sh", "python3 -c 'import rates; assert 0 < rates.rate() < 2'\n");
    let shared = typed(&scene, AGENT, &["prove", "VAL-A,VAL-B", "--", "sh", "check.sh"], 1);
    assert_eq!(shared["entries"][0]["reasonCode"], "shared-run", "{shared:#}");
    let _ = typed(&scene, AGENT, &["prove", "VAL-B", "--", "sh", "other.sh"], 0);
    let init = "charter checkpoint init --surface cli --out gate.json";
    assert_eq!(status(&scene)["nextActions"][0]["command"], init);
    let args = ["checkpoint", "init", "--surface", "cli", "--out", "gate.json"];
    let _ = scene.charter(&args).run().success();
    let next = status(&scene)["nextActions"][0]["command"].as_str().unwrap().to_owned();
    assert!(next.contains("--gate gate.json"), "{next}");
}

#[test]
fn a_plan_that_is_approved_says_so_and_one_that_begins_anew_keeps_its_task() {
    let scene = scene_of("light");
    let _ = typed(&scene, ADA, &["plan", "open", "readings at the bed"], 0);
    let again = ["plan", "open", "--again"];
    let told = refused_with(&scene.repo, &again, 1, "person-needed", &[AGENT]);
    let line = format!("charter plan open --again --charter {}", scene.id);
    assert!(told.stderr.contains(&line), "{told}");
    assert_eq!(typed(&scene, ADA, &again, 0)["task"], "readings at the bed");
    scene
        .repo
        .write("plan.md", "## Steps\n\n1. Keep\n\n## Acceptance Criteria\n\n- kept (step 1)\n");
    let early = ["plan", "write", "--stage", "critic", "--verdict", "OKAY", "plan.md"];
    refused_with(&scene.repo, &early, 1, "plan-out-of-turn", &[]);
    let write = |stage: &str, more: &[&str]| {
        let args = [&["plan", "write", "--stage", stage], more].concat();
        let _ = scene.charter(&args).run().success();
    };
    write("planner", &["plan.md"]);
    write("architect", &["--verdict", "CLEAR", "plan.md"]);
    let other = ["--verdict", "CLEAR", "--about", "00000000", "plan.md"];
    let other = [&["plan", "write", "--stage", "architect"], &other[..]].concat();
    refused_with(&scene.repo, &other, 1, "plan-out-of-turn", &[]);
    write("critic", &["--verdict", "OKAY", "plan.md"]);
    write("final", &[]);
    let _ = typed(&scene, ADA, &["plan", "approve"], 0);
    let shown = scene.charter(&["plan", "status"]).run().success();
    assert!(shown.stdout.contains("approved by a person"), "{shown}");
}
