//! `charter prove`: the tool runs it, and a pass counts only if it could have failed.

use crate::scene::{Scene, open, repo, texts};
use serde_json::{Value, json};

fn scene_of(rigor: &str) -> Scene {
    let repo = repo();
    repo.write("src/a.sh", "exit 0\n");
    let _ = repo.git(&["add", "src"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let args = ["new", "Rates", "--rigor", rigor, "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let text = "## m1\n\n### VAL-A — a\nVerifier: command\n\n### VAL-B — b\nVerifier: command\n";
    scene.repo.write(scene.file("criteria.md"), text);
    scene
}

/// What the work makes of `src/a.sh`.
const RATES: &str = "if [ \"$1\" -gt 10 ]; then\n  echo 40\nelse\n  echo 2\nfi\n";

/// A check of it that counts nothing.
const CHECK: &str = "test \"$(sh src/a.sh 20)\" = 40 && test \"$(sh src/a.sh 1)\" = 2";

/// Does the work.
fn work(scene: &Scene) {
    scene.repo.write("src/a.sh", RATES);
}

/// Does the work, with a script beside it that tests it and prints what a runner would.
fn worked(scene: &Scene, name: &str) {
    work(scene);
    scene.repo.write(name, counted(2, 0));
}

/// A script that tests the work, and counts that.
fn counted(passed: u64, skipped: u64) -> String {
    let words = |result: &str, passed: u64, failed: u64| {
        format!(
            "echo 'test result: {result}. {passed} passed; {failed} failed; {skipped} ignored; 0 measured; 0 filtered out'"
        )
    };
    let (good, bad) = (words("ok", passed, 0), words("FAILED", passed - 1, 1));
    format!("if {CHECK}; then\n  {good}\nelse\n  {bad}\n  exit 101\nfi\n")
}

/// Gives the first trial of a kind.
fn trial<'a>(value: &'a Value, kind: &str) -> &'a Value {
    let trials = value["run"]["trials"].as_array().unwrap();
    trials.iter().find(|it| it["kind"] == kind).unwrap_or(&Value::Null)
}

fn reasons(value: &Value) -> Vec<&str> {
    value["entries"][0]["reasons"].as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

/// A script that only prints what a runner would.
fn runner(scene: &Scene, name: &str, passed: u64, failed: u64, skipped: u64) {
    let result = if failed > 0 { "FAILED" } else { "ok" };
    let exit = if failed > 0 { 101 } else { 0 };
    let text = format!(
        "echo 'test result: {result}. {passed} passed; {failed} failed; {skipped} ignored; 0 measured; 0 filtered out'\nexit {exit}\n"
    );
    scene.repo.write(name, text);
}

fn prove(scene: &Scene, args: &[&str], exit: i32) -> Value {
    let args = [&["prove"], args].concat();
    let (flags, command) = args.split_at(args.iter().position(|it| *it == "--").unwrap());
    let args = [flags, &["--json"], command].concat();
    scene.charter(&args).run().code(exit).json()
}

fn verdict(value: &Value) -> &str {
    value["entries"][0]["verdict"].as_str().unwrap()
}

#[test]
fn counted_tests_prove_and_the_output_is_kept() {
    let scene = scene_of("standard");
    work(&scene);
    scene.repo.write("t.sh", counted(4, 1));
    let value = prove(&scene, &["VAL-A,VAL-B", "--", "sh", "t.sh"], 0);
    assert_eq!(texts(&value["entries"], "verdict"), ["proven", "proven"]);
    let words = ["4 of 5 tests passed, 1 skipped", "fails without the change"];
    assert_eq!(reasons(&value)[..2], words, "{value:#}");
    assert_eq!(value["run"]["tests"]["runner"], "cargo test");
    assert_eq!(value["run"]["argv"], json!(["sh", "t.sh"]));
    let dir = value["entries"][1]["path"].as_str().unwrap();
    let output = scene.repo.read(scene.file(&format!("{dir}/output.txt")));
    assert!(output.starts_with("test result: ok. 4 passed"), "{output}");
    let row: Value =
        serde_json::from_str(&scene.repo.read(scene.file(&format!("{dir}/evidence.json"))))
            .unwrap();
    assert_eq!((&row["source"], &row["run"]["exitCode"]), (&json!("verifier"), &json!(0)));
}

#[test]
fn an_artifact_with_the_name_of_the_output_does_not_replace_it() {
    let scene = scene_of("standard");
    worked(&scene, "t.sh");
    scene.repo.write("output.txt", "somebody's own\n");
    let args = ["VAL-A", "--artifact", "output.txt", "--", "sh", "t.sh"];
    let value = prove(&scene, &args, 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    let _ = scene.charter(&["verify"]).run().success();
}

#[test]
fn what_could_not_have_failed_is_void() {
    let scene = scene_of("standard");
    runner(&scene, "none.sh", 0, 0, 0);
    runner(&scene, "skipped.sh", 0, 0, 3);
    for command in [
        &["true"][..],
        &["sh", "-c", "exit 0"],
        &["echo", "ok"],
        &["sh", "none.sh"],
        &["sh", "skipped.sh"],
        &["sh", "-c", "make nothing | cat"],
        &["sh", "src/a.sh"],
        &["ls", "src"],
    ] {
        let value = prove(&scene, &[&["VAL-A", "--"], command].concat(), 1);
        assert_eq!(verdict(&value), "void", "{command:?}: {value:#}");
        assert_eq!(value["ok"], false);
    }
    let said = ["VAL-A", "--because", "trust me", "--", "true"];
    assert_eq!(verdict(&prove(&scene, &said, 1)), "void", "a reason does not help a no-op");
}

#[test]
fn what_fails_without_the_work_is_proven_without_a_count() {
    let scene = scene_of("standard");
    let check = ["VAL-A", "--", "sh", "-c", CHECK];
    assert_eq!(verdict(&prove(&scene, &check, 1)), "failed");
    work(&scene);
    let value = prove(&scene, &check, 0);
    assert_eq!(verdict(&value), "proven");
    let swap = trial(&value, "swap");
    assert_eq!((&swap["exitCode"], &swap["noticed"]), (&json!(1), &json!(true)), "{value:#}");
    let trees = scene.repo.git(&["worktree", "list"]).success();
    assert_eq!(trees.stdout.lines().count(), 1, "nothing is registered: {trees}");
    assert!(!scene.repo.path(".git/worktrees").exists());
}

#[test]
fn what_was_not_tried_is_passed_and_a_person_may_let_it_count() {
    let scene = scene_of("standard");
    work(&scene);
    let said = ["--no-base", "--because", "looked at it", "--", "sh", "-c", CHECK];
    let args = [&["prove", "VAL-A", "--actor", "agent:builder", "--json"], &said[..]].concat();
    let value = scene.charter(&args).run().code(1).json();
    assert_eq!((verdict(&value), &value["ok"]), ("passed", &json!(false)), "an agent's reason");
    let value = prove(&scene, &["VAL-A", "--no-base", "--", "sh", "-c", CHECK], 1);
    let words = "not tried without the work: `--no-base` was given";
    assert_eq!((verdict(&value), reasons(&value)), ("passed", vec![words]), "{value:#}");
    let value = prove(&scene, &[&["VAL-A"], &said[..]].concat(), 0);
    assert_eq!(verdict(&value), "passed", "{value:#}");
}

#[test]
fn new_tests_are_tried_on_the_product_of_before() {
    let scene = scene_of("strict");
    worked(&scene, "tests/done.sh");
    let value = prove(&scene, &["VAL-A", "--", "sh", "tests/done.sh"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(trial(&value, "swap")["tests"]["failed"], 1, "{value:#}");
    runner(&scene, "tests/old.sh", 1, 0, 0);
    let value = prove(&scene, &["VAL-B", "--", "sh", "tests/old.sh"], 1);
    assert_eq!(verdict(&value), "void", "it looks at nothing: {value:#}");
    assert_eq!(reasons(&value)[1], "passes without the change as well", "{value:#}");
}

#[test]
fn failures_that_the_exit_code_hides_are_failures() {
    let scene = scene_of("standard");
    runner(&scene, "t.sh", 3, 1, 0);
    let value = prove(&scene, &["VAL-A", "--", "sh", "-c", "sh t.sh | cat"], 1);
    assert_eq!(verdict(&value), "failed", "{value:#}");
}

#[test]
fn a_run_goes_stale_with_the_source_and_comes_back() {
    let scene = scene_of("standard");
    worked(&scene, "src/t.sh");
    let _ = scene.repo.git(&["add", "src"]);
    let value = prove(&scene, &["VAL-A", "--", "sh", "src/t.sh"], 0);
    assert_eq!(verdict(&value), "proven");
    let now = || {
        let status = scene.charter(&["status", "--json"]).run().success().json();
        status["criteria"][0]["verdict"].as_str().unwrap().to_owned()
    };
    scene.repo.write("src/a.sh", "exit 1\n");
    assert_eq!(now(), "stale");
    work(&scene);
    assert_eq!(now(), "proven");
    scene.repo.write("README.md", "a document\n");
    assert_eq!(now(), "proven");
}

#[test]
fn what_cannot_be_run_or_tried_is_told_and_nothing_is_recorded() {
    let scene = scene_of("standard");
    let before = scene.repo.read(scene.ledger());
    let output = scene.charter(&["prove", "VAL-A", "--", "no-such-program"]).run().code(4);
    assert!(output.stderr.contains("no-such-program"), "{output}");
    let refused = |args: &[&str], exit: i32, code: &str| {
        assert_eq!(prove(&scene, args, exit)["code"], code, "{args:?}");
    };
    refused(&["VAL-A", "--base", "nowhere", "--", "ls"], 2, "base-unknown");
    refused(&["VAL-X", "--", "ls"], 2, "unknown-criterion");
    let _ = scene.charter(&["prove", "VAL-A"]).run().code(2);
    assert_eq!(scene.repo.read(scene.ledger()), before);
    let _ = scene.charter(&["pause"]).run().success();
    refused(&["VAL-A", "--", "ls"], 1, "wrong-state");
}

#[test]
fn a_command_in_a_terminal_has_a_terminal() {
    let scene = scene_of("standard");
    work(&scene);
    scene.repo.write("t.sh", format!("test -t 1 && echo 'a terminal: yes'\n{}", counted(2, 0)));
    let pty = scene.charter(&["prove", "VAL-A", "--", "sh", "t.sh"]).on_terminal(80, 24);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("a terminal: yes") && screen.contains("✓ VAL-A  proven"), "{screen}");
}

#[test]
fn it_works_without_git() {
    for (rigor, exit) in [("light", 0), ("standard", 1)] {
        let repo = charter_testkit::Repo::without_git(crate::scene::BIN);
        let args = ["new", "Rates", "--rigor", rigor, "--json"];
        let opened = repo.charter(&args).run().success().json();
        let id = opened["charterId"].as_str().unwrap().to_owned();
        let scene = Scene { repo, id };
        scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — a\nVerifier: command\n");
        worked(&scene, "t.sh");
        let value = prove(&scene, &["VAL-A", "--", "sh", "t.sh"], exit);
        assert_eq!(verdict(&value), "passed", "{value:#}");
        assert_eq!(value["run"]["noBase"]["reason"], "no-git", "{value:#}");
    }
}

#[test]
fn what_went_stale_is_run_again_in_one_go() {
    let scene = scene_of("standard");
    worked(&scene, "src/t.sh");
    let _ = scene.repo.git(&["add", "src"]);
    let _ = prove(&scene, &["VAL-A,VAL-B", "--", "sh", "src/t.sh"], 0);
    let output = scene.charter(&["refresh"]).run().success();
    assert!(output.stdout.contains("nothing that charter ran is stale"), "{output}");
    scene.repo.write("src/a.sh", format!("{RATES}# changed\n"));
    let value = scene.charter(&["refresh", "--json"]).run().success().json();
    assert_eq!(texts(&value["entries"], "verdict"), ["proven", "proven"], "{value:#}");
    scene.repo.write("src/a.sh", format!("{RATES}# again\n"));
    runner(&scene, "src/t.sh", 0, 1, 0);
    let output = scene.charter(&["refresh"]).run().code(1);
    assert!(output.stderr.contains("1 of 1  sh src/t.sh"), "{output}");
    assert!(output.stdout.matches("failed").count() >= 2, "{output}");
    let log = scene.charter(&["log", "--json"]).run().success().json();
    assert_eq!(log["events"].as_array().unwrap().len(), 8, "one run for both each time");
}

/// A repository with a product and a test of it with two assertions at its base.
fn tested() -> Scene {
    let repo = repo();
    repo.write("pay.py", "def pay(n):\n    return n * 2\n");
    repo.write("tests/test_pay.py", TESTS);
    let _ = repo.git(&["add", "pay.py", "tests"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let id = open(&repo, "Rates");
    let scene = Scene { repo, id };
    let text = "## m1\n\n### VAL-A — a\nVerifier: command\n\n### VAL-B — b\nVerifier: command\nWatches: *.py\n";
    scene.repo.write(scene.file("criteria.md"), text);
    scene
}

const TESTS: &str = "\
import sys, unittest
sys.path.insert(0, '.')
from pay import pay

class Pay(unittest.TestCase):
    def test_pay(self):
        self.assertEqual(pay(1), 2)
        self.assertEqual(pay(0), 0)
";

const PAY_TESTS: [&str; 6] = ["python3", "-m", "unittest", "discover", "-s", "tests"];

#[test]
fn tests_that_lost_an_assertion_are_named_unless_those_of_before_pass() {
    let scene = tested();
    scene
        .repo
        .write("tests/test_pay.py", TESTS.replace("        self.assertEqual(pay(0), 0)\n", ""));
    let words = "tests/test_pay.py lost 1 assertion since the base: `self.assertEqual(pay(0), 0)`";
    let untried = [&["VAL-A,VAL-B", "--no-base", "--"], &PAY_TESTS[..]].concat();
    let value = prove(&scene, &untried, 1);
    assert_eq!(texts(&value["entries"], "verdict"), ["passed", "passed"]);
    for idx in 0..2 {
        let reasons = value["entries"][idx]["reasons"].as_array().unwrap();
        assert_eq!(reasons.last().unwrap(), words, "a run may run any test: {value:#}");
    }
    // With nothing but that, what was promised before still holds: there is nothing to defend.
    let value = prove(&scene, &[&["VAL-A", "--"], &PAY_TESTS[..]].concat(), 1);
    assert!(!reasons(&value).contains(&words), "{value:#}");
    assert_eq!(trial(&value, "old-tests")["reason"], "the tests of before still pass", "{value:#}");
    scene.repo.write("pay.py", "def pay(n):\n    return 1 + n * 1\n");
    let value = prove(&scene, &[&["VAL-A", "--"], &PAY_TESTS[..]].concat(), 1);
    assert_eq!(verdict(&value), "passed", "{value:#}");
    assert!(reasons(&value)[1].starts_with("tests of before fail now: `test_pay ("), "{value:#}");
}

#[test]
fn tests_that_moved_or_say_the_same_are_not_named() {
    for (case, text) in [
        ("moved", None),
        ("rewritten", Some(TESTS.replace("pay(0), 0", "pay(0), 3 - 3"))),
        ("more", Some(format!("{TESTS}        self.assertEqual(pay(2), 4)\n"))),
    ] {
        let scene = tested();
        match text {
            Some(text) => scene.repo.write("tests/test_pay.py", text),
            None => {
                std::fs::remove_file(scene.repo.path("tests/test_pay.py")).unwrap();
                scene.repo.write("tests/unit/test_pay.py", TESTS);
                scene.repo.write("tests/unit/__init__.py", "");
            }
        }
        let value = prove(&scene, &[&["VAL-A", "--no-base", "--"], &PAY_TESTS[..]].concat(), 1);
        assert_eq!(reasons(&value).len(), 2, "{case}: {value:#}");
        let value = prove(&scene, &[&["VAL-A", "--"], &PAY_TESTS[..]].concat(), 1);
        assert!(!reasons(&value).concat().contains("of before fail"), "{case}: {value:#}");
    }
}

#[test]
fn a_word_that_rests_on_tests_is_marked_as_well() {
    let scene = tested();
    let text = "## m1\n\n### VAL-A — a\nVerifier: manual\nWatches: tests/**\n";
    scene.repo.write(scene.file("criteria.md"), text);
    std::fs::remove_file(scene.repo.path("tests/test_pay.py")).unwrap();
    scene.repo.write("tests/readme.txt", "gone");
    let args = ["record", "VAL-A", "--pass", "-m", "seen", "--because", "looked", "--json"];
    let value = scene.charter(&args).run().success().json();
    let words = value["entries"][0]["reasons"][1].as_str().unwrap();
    assert!(words.starts_with("tests/test_pay.py lost 2 assertions and 1 test"), "{words}");
}

#[test]
fn a_check_that_is_new_is_tried_on_the_product_of_before() {
    let scene = scene_of("standard");
    work(&scene);
    scene.repo.write("check.sh", CHECK);
    let value = prove(&scene, &["VAL-A", "--", "sh", "./check.sh"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(trial(&value, "swap")["exitCode"], 1, "its own answer, not that it is missing");
    scene.repo.write("empty.sh", "cd .\n");
    let value = prove(&scene, &["VAL-A", "--", "sh", "empty.sh"], 1);
    assert_eq!(verdict(&value), "void", "it passes without the work as well: {value:#}");
    let scene = scene_of("strict");
    runner(&scene, "fake.sh", 9, 0, 0);
    let value = prove(&scene, &["VAL-A", "--", "sh", "fake.sh"], 1);
    assert_eq!(verdict(&value), "void", "a script that prints: {value:#}");
}

#[test]
fn a_trial_has_what_was_installed_and_not_the_settings_of_the_present() {
    let scene = scene_of("standard");
    scene.repo.write(".gitignore", "node_modules\n");
    scene.repo.write("node_modules/tool.sh", "exit 0\n");
    scene.repo.write("settings.ini", "new = yes\n");
    // Looks for its settings in the directories above, as many tools do.
    let script = "sh node_modules/tool.sh || exit 0\ndir=$PWD; while [ \"$dir\" != / ]; do \
                  grep -qs 'new = yes' \"$dir/settings.ini\" && exit 0; dir=$(dirname \"$dir\"); done; exit 1\n";
    scene.repo.write("tests/up.sh", script);
    let value = prove(&scene, &["VAL-A", "--", "sh", "tests/up.sh"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(trial(&value, "swap")["exitCode"], 1, "{value:#}");
    assert_eq!(trial(&value, "revert")["exitCode"], 1, "{value:#}");
    assert_eq!(scene.repo.read("node_modules/tool.sh"), "exit 0\n", "lent, not taken");
}

#[test]
fn what_is_installed_and_leads_back_leads_to_the_trial() {
    for (link, is_path) in [("node_modules/core", false), (".venv/lib/p/site-packages/e.pth", true)]
    {
        let scene = scene_of("standard");
        scene.repo.write(".gitignore", "node_modules\n.venv\n");
        scene.repo.write("packages/core/rate.sh", "echo 40\n");
        let target = scene.repo.path("packages/core");
        let check = if is_path {
            scene.repo.write(link, format!("{}\n", target.display()));
            format!("test \"$(sh \"$(cat {link})/rate.sh\")\" = 40\n")
        } else {
            std::fs::create_dir(scene.repo.path("node_modules")).unwrap();
            std::os::unix::fs::symlink("../packages/core", scene.repo.path(link)).unwrap();
            format!("test \"$(sh {link}/rate.sh)\" = 40\n")
        };
        scene.repo.write("tests/core.sh", check);
        let value = prove(&scene, &["VAL-A", "--", "sh", "tests/core.sh"], 0);
        assert_eq!(verdict(&value), "proven", "{link}: {value:#}");
        assert_eq!(trial(&value, "mutant")["at"], "packages/core/rate.sh:1", "{value:#}");
    }
}

#[test]
fn a_run_in_another_place_shows_nothing() {
    let scene = scene_of("standard");
    worked(&scene, "t.sh");
    let other = repo();
    let root = scene.repo.path(".charter");
    let args = ["prove", "VAL-A", "--json", "--root", root.to_str().unwrap(), "--", "true"];
    assert_eq!(other.charter(&args).run().code(2).json()["code"], "run-outside");
    let link = other.path("link");
    std::os::unix::fs::symlink(scene.repo.path(""), &link).unwrap();
    let args = ["prove", "VAL-A", "--", "sh", "t.sh"];
    let _ = other.charter(&args).dir("link").run().success();
}

#[test]
fn a_file_that_git_does_not_follow_yet_is_source_as_well() {
    let scene = scene_of("standard");
    worked(&scene, "t.sh");
    scene.repo.write("src/new.py", "new");
    scene.repo.write("results.json", "{}");
    let verdict_now = || {
        let value = scene.charter(&["check", "--json"]).run().json();
        value["criteria"][0]["verdict"].as_str().unwrap().to_owned()
    };
    let _ = prove(&scene, &["VAL-A", "--", "sh", "t.sh"], 0);
    scene.repo.write("results.json", "{\"another\": \"run\"}");
    scene.repo.write("src/later.py", "not there at the time");
    assert_eq!(verdict_now(), "proven", "a result is no source");
    let _ = scene.repo.git(&["add", "src/new.py", "t.sh", "results.json"]).success();
    assert_eq!(verdict_now(), "proven", "following them changes nothing");
    let _ = scene.repo.git(&["commit", "-qm", "work"]).success();
    assert_eq!(verdict_now(), "proven", "nor does committing it");
    scene.repo.write("src/new.py", "broken");
    assert_eq!(verdict_now(), "stale");
    scene.repo.write("src/new.py", "new");
    assert_eq!(verdict_now(), "proven");
    let _ = scene.repo.git(&["add", "src/later.py"]).success();
    assert_eq!(verdict_now(), "stale", "it was not there when it was shown");
}

#[test]
fn at_strict_the_base_is_not_an_agents_to_choose() {
    let repo = repo();
    repo.write("src/a.sh", RATES);
    repo.write("t.sh", counted(2, 0));
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let args = ["new", "Rates", "--rigor", "strict", "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — a\nVerifier: command\n");
    scene.repo.write("src/a.sh", "exit 1 # broken on purpose\n");
    let _ = scene.repo.git(&["commit", "-qam", "broken"]).success();
    work(&scene);
    let run = |flags: &[&str], actor: &str, exit: i32| {
        let args = [&["prove", "VAL-A", "--json", "--actor", actor], flags].concat();
        scene.charter(&[&args[..], &["--", "sh", "t.sh"]].concat()).run().code(exit).json()
    };
    for (flags, exit, word) in
        [(&["--no-base"][..], 1, "passed"), (&["--base", "HEAD"], 0, "proven")]
    {
        assert_eq!(run(flags, "agent:builder", 1)["code"], "person-needed", "{flags:?}");
        assert_eq!(verdict(&run(flags, "person:Ada", exit)), word, "{flags:?}");
    }
    let value = run(&["--base", "HEAD~1"], "agent:builder", 1);
    assert_eq!(verdict(&value), "void", "where the charter began: {value:#}");
    let value = run(&[], "agent:builder", 1);
    assert_eq!(verdict(&value), "void", "nothing was done since: {value:#}");
}

#[test]
fn what_was_said_beside_a_run_is_said_again_by_refresh() {
    let scene = tested();
    scene.repo.write("pay.py", "def pay(n):\n    return n * 3\n");
    scene.repo.write("tests/test_pay.py", TESTS.replace("pay(1), 2", "pay(1), 3"));
    let said = ["prove", "VAL-A", "--because", "the rate went up", "--json", "--"];
    let value = scene.charter(&[&said[..], &PAY_TESTS].concat()).run().success().json();
    assert_eq!((verdict(&value), &value["ok"]), ("passed", &json!(true)), "{value:#}");
    scene.repo.write("pay.py", "def pay(n):\n    return 3 * n\n");
    let refreshed = scene.charter(&["refresh", "--actor", "person:Ada"]).run().success();
    assert!(refreshed.stdout.contains("tests of before fail now"), "it is named: {refreshed}");
    scene.repo.write("pay.py", "def pay(n):\n    return n + n + n\n");
    let _ = scene.charter(&["refresh", "--actor", "agent:builder"]).run().code(1);
}

#[test]
fn the_base_is_tried_where_the_command_ran_whatever_the_project_is_called() {
    let scene = scene_of("standard");
    scene.repo.write("sub/marker", "there");
    let _ = scene.repo.git(&["add", "sub"]).success();
    let _ = scene.repo.git(&["commit", "-qm", "marker"]).success();
    let elsewhere = repo();
    std::os::unix::fs::symlink(scene.repo.path(""), elsewhere.path("link")).unwrap();
    let root = elsewhere.path("link/.charter");
    let flags = ["prove", "VAL-A", "--base", "HEAD", "--json", "--root", root.to_str().unwrap()];
    let args = [&flags[..], &["--", "test", "-f", "marker"]].concat();
    let value = scene.repo.charter(&args).dir("sub").run().code(1).json();
    assert_eq!(verdict(&value), "void", "{value:#}");
}

#[test]
fn a_criterion_that_is_named_twice_is_shown_once() {
    let scene = scene_of("standard");
    worked(&scene, "t.sh");
    let value = prove(&scene, &["VAL-A,VAL-A", "--", "sh", "t.sh"], 0);
    assert_eq!(value["entries"].as_array().unwrap().len(), 1);
}
