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

/// A script that prints what a runner would.
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
    runner(&scene, "t.sh", 4, 0, 1);
    let value = prove(&scene, &["VAL-A,VAL-B", "--", "sh", "t.sh"], 0);
    assert_eq!(texts(&value["entries"], "verdict"), ["proven", "proven"]);
    assert_eq!(value["entries"][0]["reasons"][0], "4 of 5 tests passed, 1 skipped");
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
    runner(&scene, "t.sh", 2, 0, 0);
    scene.repo.write("output.txt", "somebody's own\n");
    let args = ["VAL-A", "--artifact", "output.txt", "--", "sh", "t.sh"];
    let value = prove(&scene, &args, 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    let _ = scene.charter(&["verify"]).run().success();
}

#[test]
fn what_could_not_have_failed_is_vacuous() {
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
        assert_eq!(verdict(&value), "vacuous", "{command:?}: {value:#}");
        assert_eq!(value["ok"], false);
    }
    let said = ["VAL-A", "--because", "trust me", "--", "true"];
    assert_eq!(verdict(&prove(&scene, &said, 1)), "vacuous", "a reason does not help a no-op");
}

#[test]
fn what_fails_on_the_base_is_proven_without_a_count() {
    let scene = scene_of("standard");
    let check = ["VAL-A", "--", "test", "-f", "src/new.sh"];
    assert_eq!(verdict(&prove(&scene, &check, 1)), "failed");
    scene.repo.write("src/new.sh", "new");
    let value = prove(&scene, &check, 0);
    assert_eq!(verdict(&value), "proven");
    assert_eq!(value["run"]["base"]["exitCode"], 1, "{value:#}");
    let trees = scene.repo.git(&["worktree", "list"]).success();
    assert_eq!(trees.stdout.lines().count(), 1, "the copy is gone: {trees}");
    // A program that is not there on the base tells nothing.
    scene.repo.write("tool", "#!/bin/sh\nexit 0\n");
    let tool = ["VAL-A", "--no-base", "--", "sh", "tool"];
    assert_eq!(verdict(&prove(&scene, &tool, 1)), "unverifiable");
    let said = ["VAL-A", "--no-base", "--because", "looked at it", "--", "sh", "tool"];
    assert_eq!(verdict(&prove(&scene, &said, 0)), "attested");
}

#[test]
fn new_tests_are_carried_to_the_base() {
    let scene = scene_of("strict");
    scene.repo.write("src/a.sh", "exit 0 # done\n");
    scene.repo.write("tests/done.sh", "grep -q done src/a.sh || { echo 'test result: FAILED. 0 passed; 1 failed; 0 ignored'; exit 1; }\necho 'test result: ok. 1 passed; 0 failed; 0 ignored'\n");
    let value = prove(&scene, &["VAL-A", "--", "sh", "tests/done.sh"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(value["run"]["base"]["tests"]["failed"], 1, "{value:#}");
    runner(&scene, "tests/old.sh", 1, 0, 0);
    let value = prove(&scene, &["VAL-B", "--", "sh", "tests/old.sh"], 1);
    assert_eq!(verdict(&value), "regression_only", "strict wants more: {value:#}");
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
    runner(&scene, "src/t.sh", 1, 0, 0);
    let _ = scene.repo.git(&["add", "src"]);
    let value = prove(&scene, &["VAL-A", "--", "sh", "src/t.sh"], 0);
    assert_eq!(verdict(&value), "proven");
    let now = || {
        let status = scene.charter(&["status", "--json"]).run().success().json();
        status["criteria"][0]["verdict"].as_str().unwrap().to_owned()
    };
    scene.repo.write("src/a.sh", "exit 1\n");
    assert_eq!(now(), "stale");
    scene.repo.write("src/a.sh", "exit 0\n");
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
    let script = "test -t 1 && echo 'a terminal: yes'; echo 'test result: ok. 1 passed; 0 failed; 0 ignored'";
    scene.repo.write("t.sh", script);
    let pty = scene.charter(&["prove", "VAL-A", "--", "sh", "t.sh"]).on_terminal(80, 24);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("a terminal: yes") && screen.contains("✓ VAL-A  proven"), "{screen}");
}

#[test]
fn it_works_without_git() {
    let repo = charter_testkit::Repo::without_git(crate::scene::BIN);
    let id = open(&repo, "Rates");
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — a\nVerifier: command\n");
    runner(&scene, "t.sh", 2, 0, 0);
    assert_eq!(verdict(&prove(&scene, &["VAL-A", "--", "sh", "t.sh"], 0)), "proven");
}

#[test]
fn what_went_stale_is_run_again_in_one_go() {
    let scene = scene_of("standard");
    runner(&scene, "src/t.sh", 1, 0, 0);
    let _ = scene.repo.git(&["add", "src"]);
    let _ = prove(&scene, &["VAL-A,VAL-B", "--", "sh", "src/t.sh"], 0);
    let output = scene.charter(&["refresh"]).run().success();
    assert!(output.stdout.contains("nothing that charter ran is stale"), "{output}");
    scene.repo.write("src/a.sh", "exit 0 # changed\n");
    let value = scene.charter(&["refresh", "--json"]).run().success().json();
    assert_eq!(texts(&value["entries"], "verdict"), ["proven", "proven"], "{value:#}");
    scene.repo.write("src/a.sh", "exit 0 # again\n");
    runner(&scene, "src/t.sh", 0, 1, 0);
    let output = scene.charter(&["refresh"]).run().code(1);
    assert!(output.stderr.contains("1 of 1  sh src/t.sh"), "{output}");
    assert!(output.stdout.matches("failed").count() >= 2, "{output}");
    let log = scene.charter(&["log", "--json"]).run().success().json();
    assert_eq!(log["events"].as_array().unwrap().len(), 8, "one run for both each time");
}

#[test]
fn a_copy_that_a_kill_left_behind_is_gone_with_the_next_one() {
    let scene = scene_of("standard");
    scene.repo.write("done.txt", "done");
    // Quick here, slow on the base, so that the kill comes in the middle of it.
    let script = "test -f done.txt || sleep 4; test -f done.txt";
    let temp = scene.repo.home().join("temp");
    std::fs::create_dir(&temp).unwrap();
    let in_temp = |args: &[&str]| scene.charter(args).env("TMPDIR", temp.to_str().unwrap());
    let running = in_temp(&["prove", "VAL-A", "--", "sh", "-c", script]).spawn();
    let copies = || {
        let names = temp.read_dir().unwrap().map(|it| it.unwrap().file_name());
        names.filter(|it| it.to_str().unwrap().starts_with("charter-base-")).count()
    };
    while copies() < 1 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let _ = running.kill();
    assert_eq!(copies(), 1, "the kill left it behind");
    let args = ["prove", "VAL-A", "--json", "--", "grep", "-q", "done", "done.txt"];
    let value = in_temp(&args).run().success().json();
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(temp.read_dir().unwrap().count(), 0, "nothing is left of either");
}

/// A repository with a test of two assertions at its base.
fn tested(rigor: &str) -> Scene {
    let repo = repo();
    repo.write("src/a.sh", "exit 0\n");
    repo.write("tests/test_pay.py", TESTS);
    let _ = repo.git(&["add", "src", "tests"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let args = ["new", "Rates", "--rigor", rigor, "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let text = "## m1\n\n### VAL-A — a\nVerifier: command\n\n### VAL-B — b\nVerifier: command\nWatches: src/**\n";
    scene.repo.write(scene.file("criteria.md"), text);
    runner(&scene, "t.sh", 2, 0, 0);
    scene
}

const TESTS: &str = "def test_pay():\n    assert pay(1) == 2\n    assert pay(0) == 0\n";

#[test]
fn tests_that_lost_an_assertion_are_named_and_strict_refuses_them() {
    let weaker = TESTS.replace("    assert pay(0) == 0\n", "");
    let words =
        "tests/test_pay.py lost 1 assertion since the base: `assert pay(0) == 0`".to_owned();
    let scene = tested("standard");
    scene.repo.write("tests/test_pay.py", &weaker);
    let value = prove(&scene, &["VAL-A,VAL-B", "--", "sh", "t.sh"], 0);
    assert_eq!(texts(&value["entries"], "verdict"), ["proven", "proven"]);
    assert_eq!(value["entries"][0]["reasons"][1], words, "a warning");
    assert_eq!(value["entries"][1]["reasons"][1], words, "a run may run any test");

    let scene = tested("strict");
    scene.repo.write("tests/test_pay.py", &weaker);
    // Red on the base: the command itself is new work.
    scene.repo.write("src/done", "yes");
    let red = ["VAL-A", "--", "sh", "-c", "test -e src/done && sh t.sh"];
    let value = prove(&scene, &red, 1);
    assert_eq!((verdict(&value), &value["ok"]), ("proven", &json!(false)), "{value:#}");
    let refused = scene.charter(&["check", "--json"]).run().code(1).json();
    let problem = &refused["problems"][0];
    assert!(problem["message"].as_str().unwrap().contains(&words), "{problem:#}");
    let said = [
        &["prove", "VAL-A", "--actor", "person:Ada", "--because", "it said the same twice"][..],
        &["--json", "--", "sh", "-c", "test -e src/done && sh t.sh"],
    ]
    .concat();
    let value = scene.charter(&said).run().success().json();
    assert_eq!(value["ok"], true, "a person says why: {value:#}");
}

#[test]
fn tests_that_moved_or_say_the_same_are_not_named() {
    for (case, text) in [
        ("moved", None),
        ("rewritten", Some(TESTS.replace("pay(0) == 0", "pay(0) is zero"))),
        ("more", Some(format!("{TESTS}    assert pay(2) == 4\n"))),
    ] {
        let scene = tested("standard");
        match text {
            Some(text) => scene.repo.write("tests/test_pay.py", text),
            None => {
                std::fs::remove_file(scene.repo.path("tests/test_pay.py")).unwrap();
                scene.repo.write("tests/unit/test_pay.py", TESTS);
            }
        }
        let value = prove(&scene, &["VAL-A", "--", "sh", "t.sh"], 0);
        let reasons = value["entries"][0]["reasons"].as_array().unwrap();
        assert_eq!(reasons.len(), 1, "{case}: {value:#}");
    }
}

#[test]
fn a_word_that_rests_on_tests_is_marked_as_well() {
    let scene = tested("standard");
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
fn a_check_that_is_new_is_tried_on_the_base_itself() {
    let scene = scene_of("standard");
    scene.repo.write("check.sh", "test -e src/done\n");
    scene.repo.write("src/done", "yes");
    let value = prove(&scene, &["VAL-A", "--", "sh", "./check.sh"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(value["run"]["base"]["exitCode"], 1, "its own answer, not that it is missing");
    scene.repo.write("empty.sh", "cd .\n");
    let value = prove(&scene, &["VAL-A", "--", "sh", "empty.sh"], 1);
    assert_eq!(verdict(&value), "vacuous", "it passes on the base as well: {value:#}");
    let scene = scene_of("strict");
    runner(&scene, "fake.sh", 9, 0, 0);
    let value = prove(&scene, &["VAL-A", "--", "sh", "fake.sh"], 1);
    assert_eq!(verdict(&value), "regression_only", "a script that prints: {value:#}");
}

#[test]
fn the_base_has_what_was_installed_and_not_the_settings_of_the_present() {
    let scene = scene_of("standard");
    scene.repo.write(".gitignore", "node_modules\n");
    scene.repo.write("node_modules/tool.sh", "exit 0\n");
    scene.repo.write("settings.ini", "new = yes\n");
    // Looks for its settings in the directories above, as many tools do.
    let script = "sh node_modules/tool.sh || exit 0\ndir=$PWD; while [ \"$dir\" != / ]; do \
                  [ -f \"$dir/settings.ini\" ] && exit 0; dir=$(dirname \"$dir\"); done; exit 1\n";
    scene.repo.write("tests/up.sh", script);
    let value = prove(&scene, &["VAL-A", "--", "sh", "tests/up.sh"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(value["run"]["base"]["exitCode"], 1, "{value:#}");
    assert_eq!(scene.repo.read("node_modules/tool.sh"), "exit 0\n", "lent, not taken");
}

#[test]
fn what_is_installed_and_leads_back_is_not_lent() {
    for (link, text) in [("node_modules/core", None), (".venv/lib/p/site-packages/e.pth", Some(()))]
    {
        let scene = scene_of("standard");
        scene.repo.write(".gitignore", "node_modules\n.venv\n");
        scene.repo.write("packages/core/new.txt", "new");
        let target = scene.repo.path("packages/core");
        match text {
            Some(()) => scene.repo.write(link, format!("{}\n", target.display())),
            None => {
                std::fs::create_dir(scene.repo.path("node_modules")).unwrap();
                std::os::unix::fs::symlink("../packages/core", scene.repo.path(link)).unwrap();
            }
        }
        let command = ["VAL-A", "--because", "seen", "--", "test", "-e", "packages/core/new.txt"];
        let value = prove(&scene, &command, 0);
        assert_eq!(verdict(&value), "attested", "{link}: {value:#}");
        assert_eq!(value["run"]["base"], Value::Null, "the base could not be told");
    }
}

#[test]
fn a_run_in_another_place_shows_nothing() {
    let scene = scene_of("standard");
    runner(&scene, "t.sh", 2, 0, 0);
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
    runner(&scene, "t.sh", 2, 0, 0);
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
    let scene = scene_of("strict");
    runner(&scene, "t.sh", 2, 0, 0);
    scene.repo.write("src/a.sh", "exit 1 # broken on purpose\n");
    let _ = scene.repo.git(&["commit", "-qam", "broken"]).success();
    scene.repo.write("src/a.sh", "exit 0\n");
    let run = |flags: &[&str], actor: &str, exit: i32| {
        let args = [&["prove", "VAL-A", "--json", "--actor", actor], flags].concat();
        let command = ["--", "sh", "-c", "sh src/a.sh && sh t.sh"];
        scene.charter(&[&args[..], &command].concat()).run().code(exit).json()
    };
    for flags in [&["--no-base"][..], &["--base", "HEAD"]] {
        assert_eq!(run(flags, "agent:builder", 1)["code"], "person-needed", "{flags:?}");
        assert_eq!(run(flags, "person:Ada", 0)["ok"], true, "{flags:?}");
    }
    let value = run(&["--base", "HEAD~1"], "agent:builder", 1);
    assert_eq!(verdict(&value), "regression_only", "where the charter began: {value:#}");
}

#[test]
fn what_was_said_beside_a_run_is_said_again_by_refresh() {
    let scene = tested("strict");
    scene.repo.write("tests/test_pay.py", TESTS.replace("    assert pay(0) == 0\n", ""));
    scene.repo.write("src/done", "yes");
    let _ = scene.repo.git(&["add", "."]).success();
    let args = [
        &["prove", "VAL-A", "--actor", "person:Ada", "--because", "it said the same twice"][..],
        &["--json", "--", "sh", "-c", "test -e src/done && sh t.sh"],
    ]
    .concat();
    assert_eq!(scene.charter(&args).run().success().json()["ok"], true);
    scene.repo.write("src/done", "yes, really");
    let refreshed = scene.charter(&["refresh", "--actor", "person:Ada"]).run().success();
    assert!(refreshed.stdout.contains("lost 1 assertion"), "it is still named: {refreshed}");
    scene.repo.write("src/done", "yes, again");
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
    assert_eq!(verdict(&value), "vacuous", "{value:#}");
}

#[test]
fn a_criterion_that_is_named_twice_is_shown_once() {
    let scene = scene_of("standard");
    runner(&scene, "t.sh", 2, 0, 0);
    let value = prove(&scene, &["VAL-A,VAL-A", "--", "sh", "t.sh"], 0);
    assert_eq!(value["entries"].as_array().unwrap().len(), 1);
}
