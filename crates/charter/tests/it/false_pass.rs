//! Passes that show nothing: a trial that fails for want of a terminal or of a new file, a picture that
//! the run did not make; and what is advised instead of somebody's word.

use crate::scene::{Scene, repo, texts};
use serde_json::Value;

const RIGORS: [&str; 3] = ["light", "standard", "strict"];

/// A charter that began when `product` said hello.
fn scene_of(rigor: &str) -> Scene {
    let repo = repo();
    repo.write("product", "hello\n");
    let _ = repo.git(&["add", "product"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let args = ["new", "Rates", "--rigor", rigor, "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let text = "## m1\n\n### VAL-A — a\nVerifier: command\n\n### VAL-B — b\nVerifier: command\n";
    scene.repo.write(scene.file("criteria.md"), text);
    scene
}

fn prove(scene: &Scene, args: &[&str], exit: i32) -> Value {
    let args = [&["prove"], args].concat();
    let (flags, command) = args.split_at(args.iter().position(|it| *it == "--").unwrap());
    scene.charter(&[flags, &["--json"], command].concat()).run().code(exit).json()
}

fn verdict(value: &Value) -> &str {
    value["entries"][0]["verdict"].as_str().unwrap()
}

fn reasons(value: &Value) -> String {
    let reasons = value["entries"][0]["reasons"].as_array().unwrap();
    reasons.iter().map(|it| it.as_str().unwrap()).collect::<Vec<_>>().join("; ")
}

/// Gives the first trial of a kind.
fn trial<'a>(value: &'a Value, kind: &str) -> &'a Value {
    let trials = value["run"]["trials"].as_array().unwrap();
    trials.iter().find(|it| it["kind"] == kind).unwrap_or(&Value::Null)
}

fn first_command(value: &Value) -> &str {
    value["nextActions"][0]["command"].as_str().unwrap()
}

#[test]
fn a_terminal_is_no_work() {
    for rigor in RIGORS {
        let scene = scene_of(rigor);
        let value = prove(&scene, &["VAL-A", "--pty", "--", "sh", "-c", "[ -t 1 ]"], 1);
        assert_eq!(verdict(&value), "void", "{rigor}: {value:#}");
        assert_eq!(trial(&value, "swap")["exitCode"], 0, "a trial has one, too: {value:#}");
        assert!(reasons(&value).starts_with("passes without the change as well"), "{value:#}");
    }
    let scene = scene_of("standard");
    let args = ["prove", "VAL-A", "--", "sh", "-c", "[ -t 1 ] && [ -t 2 ]"];
    let pty = scene.charter(&args).on_terminal(80, 24);
    let _ = pty.wait_for("void");
    assert_eq!(pty.end().0, Some(1));
}

#[test]
fn what_a_new_check_reads_is_no_work() {
    for rigor in RIGORS {
        let scene = scene_of(rigor);
        scene.repo.write("checks/lib.sh", "want=hello\n");
        scene.repo.write("checks/a.sh", ". checks/lib.sh; grep -q $want product\n");
        scene.repo.write("want.txt", "hello\n");
        for command in [&["sh", "checks/a.sh"][..], &["sh", "-c", "diff want.txt product"]] {
            let value = prove(&scene, &[&["VAL-A", "--"], command].concat(), 1);
            assert_eq!(verdict(&value), "void", "{rigor}: {value:#}");
            let words = "passes without the change as well";
            assert!(reasons(&value).starts_with(words), "{value:#}");
            assert_eq!(trial(&value, "swap")["exitCode"], 0, "it goes with the check: {value:#}");
        }
        // What was tried is kept beside what the run wrote.
        scene.repo.write("product", "goodbye\n");
        scene.repo.write("want.txt", "goodbye\n");
        let value = prove(&scene, &["VAL-A", "--", "diff", "want.txt", "product"], 0);
        let dir = value["entries"][0]["path"].as_str().unwrap();
        let output = scene.repo.read(scene.file(&format!("{dir}/base-output.txt")));
        let section = output.split("=== without the change: exit 1").nth(1).unwrap();
        assert!(section.contains("> hello"), "{output}");
    }
}

#[test]
fn honest_work_with_new_files_is_still_proven() {
    for rigor in RIGORS {
        let scene = scene_of(rigor);
        scene.repo.write("checks/lib.sh", "want=goodbye\n");
        scene.repo.write("checks/a.sh", ". checks/lib.sh; grep -q $want product\n");
        scene.repo.write("want.txt", "goodbye\n");
        scene.repo.write("product", "goodbye\n");
        for command in [
            &["sh", "checks/a.sh"][..],
            &["diff", "want.txt", "product"],
            &["sh", "-c", "cat product > out.txt; diff want.txt out.txt"],
            &["sh", "-c", "cat product | grep -qx 'goodbye'"],
        ] {
            let value = prove(&scene, &[&["VAL-A", "--"], command].concat(), 0);
            assert_eq!(verdict(&value), "proven", "{rigor} {command:?}: {value:#}");
        }
    }
}

#[test]
fn a_new_document_is_shown_by_what_it_says() {
    for rigor in RIGORS {
        let scene = scene_of(rigor);
        scene.repo.write("new.md", "goodbye\n");
        let value = prove(&scene, &["VAL-A", "--", "grep", "-q", "goodbye", "new.md"], 0);
        assert_eq!(verdict(&value), "proven", "{rigor}: {value:#}");
        let value = prove(&scene, &["VAL-A", "--", "test", "-e", "new.md"], 1);
        assert_eq!(verdict(&value), "void", "{rigor}: it may say anything: {value:#}");
    }
}

#[test]
fn a_file_that_the_run_did_not_write_is_told() {
    let check = ["VAL-A", "--artifact", "shot.txt", "--", "grep", "-q", "bye", "product"];
    for (rigor, exit, word) in [("standard", 0, "proven"), ("strict", 1, "void")] {
        let scene = scene_of(rigor);
        scene.repo.write("product", "bye\n");
        scene.repo.write("shot.txt", "of yesterday\n");
        let value = prove(&scene, &check, exit);
        assert_eq!(verdict(&value), word, "{value:#}");
        assert!(reasons(&value).ends_with("`shot.txt` was not written by this run"), "{value:#}");
        let script = "cp product shot.txt && grep -q bye product";
        let value =
            prove(&scene, &["VAL-A", "--artifact", "shot.txt", "--", "sh", "-c", script], 0);
        assert_eq!(verdict(&value), "proven", "{value:#}");
        assert!(!reasons(&value).contains("not written"), "{value:#}");
    }
}

#[test]
fn a_run_without_its_artifact_is_recorded_all_the_same() {
    let scene = scene_of("standard");
    scene.repo.write("product", "bye\n");
    let _ = prove(&scene, &["VAL-A", "--", "grep", "-q", "bye", "product"], 0);
    let value = prove(&scene, &["VAL-A", "--artifact", "shot.png", "--", "false"], 1);
    assert_eq!(verdict(&value), "failed", "{value:#}");
    assert!(reasons(&value).contains("`shot.png` is not there"), "{value:#}");
    let again = format!("charter prove VAL-A --charter {} --artifact shot.png -- false", scene.id);
    assert_eq!(first_command(&value), again);
    let args = ["VAL-A", "--artifact", "shot.png", "--", "grep", "-q", "bye", "product"];
    let value = prove(&scene, &args, 1);
    assert_eq!(verdict(&value), "void", "{value:#}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["criteria"][0]["reasonCode"], "artifact-gone", "{status:#}");
    assert_eq!(status["criteria"][0]["verdict"], "void", "the earlier pass is no more");
    // What is not the project's is refused before anything runs.
    let args = ["VAL-A", "--artifact", "../shot.png", "--", "touch", "ran"];
    assert_eq!(prove(&scene, &args, 2)["problems"][0]["code"], "artifact-outside");
    assert!(!scene.repo.path("ran").exists());
}

#[test]
fn refresh_keeps_what_was_kept_before() {
    let scene = scene_of("standard");
    scene.repo.write("product", "bye\n");
    let script = "mkdir -p target && cp product target/shot.txt && [ -t 1 ] && grep -q bye product";
    scene.repo.write(".gitignore", "target\n");
    let args = ["VAL-A", "--pty", "--artifact", "target/shot.txt", "--", "sh", "-c", script];
    let _ = prove(&scene, &args, 0);
    scene.repo.write("product", "bye bye\n");
    let value = scene.charter(&["refresh", "--json"]).run().success().json();
    let dir = value["entries"][0]["path"].as_str().unwrap();
    assert_eq!(scene.repo.read(scene.file(&format!("{dir}/shot.txt"))), "bye bye\n");
    assert!(scene.repo.path(scene.file(&format!("{dir}/terminal.cast"))).exists());
    assert!(!reasons(&value).contains("not written"), "{value:#}");
}

#[test]
fn the_criterion_that_failed_comes_next_with_its_command() {
    let scene = scene_of("standard");
    let value = prove(&scene, &["VAL-B", "--", "sh", "-c", "grep -q 'a b' product"], 1);
    let again = format!(
        "charter prove VAL-B --charter {} -- sh -c 'grep -q '\\''a b'\\'' product'",
        scene.id
    );
    assert_eq!(first_command(&value), again);
    for command in texts(&value["nextActions"], "command") {
        assert!(!command.contains("--pass"), "nobody is asked for a word: {command}");
    }
    let output = scene.charter(&["block", "VAL-B", "-m", "which rate?"]).run().success();
    assert!(output.stdout.contains("next  charter prove VAL-A -- "), "{output}");
}

#[test]
fn a_command_that_is_not_there_is_called_so() {
    let scene = scene_of("standard");
    let output = scene.charter(&["prove", "VAL-A", "--", "no-such-tool"]).run().code(4);
    assert!(output.stderr.contains("the command was not found"), "{output}");
    assert!(output.stderr.contains("command -v no-such-tool"), "{output}");
    let output = scene.charter(&["prove", "VAL-A", "--", "grep -q a b"]).run().code(4);
    assert!(output.stderr.contains("leave the quotes out"), "{output}");
}
