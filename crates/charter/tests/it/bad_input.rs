//! Bad input: a clear word, the right exit code, and not a byte changed.

use crate::scene::{BIN, Scene, open, raw_command, refused, refused_with, repo};
use charter_testkit::Repo;
use insta::assert_snapshot;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::{Output, Stdio};

/// A name that is no text.
fn not_text() -> &'static OsStr {
    OsStr::from_bytes(b"bad\xffname")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_command_line_without_sense_is_a_usage_error() {
    let scene = Scene::new();
    assert_snapshot!(refused(&scene.repo, &["frobnicate"], 2, "usage"), @"
    exit 2
    --- stderr
    error: unrecognized subcommand 'frobnicate'

    Usage: charter [OPTIONS] [COMMAND]

    For more information, try '--help'.
    ");
    let _ = refused(&scene.repo, &["status", "--bogus"], 2, "usage");
    let _ = refused(&scene.repo, &["log", "-n", "many"], 2, "usage");
    let _ = refused(&scene.repo, &["status", "--color", "sometimes"], 2, "usage");
    let _ = refused(&scene.repo, &["completions", "ksh"], 2, "usage");
}

#[test]
fn a_usage_error_as_json_says_what_is_missing() {
    let value = repo().charter(&["abandon", "--json"]).run().code(2).json();
    let message = value["message"].as_str().unwrap();
    assert!(message.contains("--reason"), "which argument? {message}");
    assert!(!message.trim_end().ends_with(':'), "half a sentence: {message}");
}

#[test]
fn json_behind_the_separator_is_an_idea() {
    let repo = repo();
    let output = repo.charter(&["new", "--", "--json"]).run().success();
    assert!(output.stdout.contains("Charter 20261116-090000-json"), "{output}");
}

#[test]
fn an_argument_that_is_no_text_is_refused() {
    let scene = Scene::new();
    let before = scene.repo.snapshot_tree();
    for args in
        [&["use"][..], &["new"], &["show"], &["status", "--charter"], &["list", "--session"]]
    {
        let mut command = raw_command(&scene.repo, BIN, &scene.repo.path(""));
        let output = command.args(args).arg(not_text()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).starts_with("error: "), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(scene.repo.snapshot_tree(), before);
}

#[test]
fn a_variable_that_is_no_text_is_not_passed_over_in_silence() {
    let scene = Scene::new();
    for name in ["CHARTER_ROOT", "CHARTER_NOW", "CHARTER_ID", "CHARTER_SESSION", "CHARTER_RIGOR"] {
        let mut command = raw_command(&scene.repo, BIN, &scene.repo.path(""));
        let output = command.arg("status").env(name, not_text()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
    }
}

#[test]
fn a_directory_whose_name_is_no_text_is_left_alone() {
    let scene = Scene::new();
    let stray = scene.repo.path(".charter").join(not_text());
    fs::create_dir(&stray).unwrap();
    fs::write(stray.join("charter.md"), "# Charter: odd\n").unwrap();
    let output = scene.charter(&["list"]).run().success();
    assert_eq!(output.stderr.matches("[stray-entry]").count(), 1, "{output}");
    let _ = scene.charter(&["status"]).run().success();
    let _ = scene.charter(&["doctor", "--repair"]).run().success();
    let _ = scene.charter(&["pause"]).run().success();
    assert!(stray.join("charter.md").exists());
}

#[test]
fn a_working_directory_whose_name_is_no_text_works() {
    let repo = Repo::without_git(BIN);
    let dir = repo.path("").join(not_text());
    fs::create_dir(&dir).unwrap();
    for args in [&["new", "From an odd place"][..], &["status"], &["pause"], &["doctor", "--json"]]
    {
        let output = raw_command(&repo, BIN, &dir).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    }
    assert!(dir.join(".charter/20261116-090000-odd-place/charter.md").exists());
}

#[test]
fn a_working_directory_that_is_gone_is_named() {
    let scene = Scene::new();
    let mut shell = raw_command(&scene.repo, "sh", &scene.repo.path(""));
    let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" status --json";
    let output = shell.args(["-c", script, BIN]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\"code\": \"cwd-gone\""), "{text}");
}

#[test]
fn a_root_that_is_a_file_is_refused_everywhere() {
    let repo = repo();
    repo.write(".charter", "I am a file\n");
    for args in [&[][..], &["new", "x"], &["status"], &["list"], &["doctor"], &["gc", "--prune"]] {
        let _ = refused(&repo, args, 2, "root-not-a-directory");
    }
    repo.write("file", "me too\n");
    let output = refused(&repo, &["list", "--root", "file"], 2, "root-not-a-directory");
    assert!(output.to_string().contains("`$REPO/file`"), "{output}");
}

#[test]
fn a_root_below_a_file_is_a_failure_that_names_the_path() {
    let repo = repo();
    repo.write("file", "not a directory\n");
    for args in
        [&["new", "x", "--root", "file/charters"][..], &["status", "--root", "file/charters"]]
    {
        let output = refused(&repo, args, 4, "io");
        assert!(output.to_string().contains("$REPO/file/charters"), "{output}");
        assert!(output.stderr.contains("  caused by: Not a directory"), "{output}");
    }
}

#[test]
fn a_time_that_cannot_be_read_is_refused() {
    let scene = Scene::new();
    for text in ["yesterday", "2026-13-01T00:00:00Z", "0"] {
        let vars = [("CHARTER_NOW", text)];
        let output = refused_with(&scene.repo, &["pause"], 2, "bad-time", &vars);
        assert!(output.stderr.contains(text), "{output}");
    }
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    let scene = Scene::new();
    // More than a pipe holds, so that the end is written after the reader is gone.
    scene.repo.write(scene.file("charter.md"), "# Charter: long\n".repeat(20_000));
    let mut running = scene.charter(&["show"]).spawn();
    drop(running.child().stdout.take());
    let output = running.wait().success();
    assert_eq!(output.stderr, "");
}

#[test]
fn an_answer_that_cannot_be_written_is_a_failure_that_is_said() {
    let scene = Scene::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = raw_command(&scene.repo, BIN, &scene.repo.path(""));
    let output = command.arg("status").stdout(Stdio::from(full)).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).starts_with("error: "), "nothing was said: {:?}", stderr(&output));
}

#[test]
fn every_error_says_what_to_type_next() {
    let scene = Scene::new();
    scene.repo.write("file", "");
    let silent = |args: &[&str], name: &str, value: &str| {
        let output = scene.charter(&[args, &["--json"]].concat()).env(name, value).run();
        let value = output.json();
        let actions = value["nextActions"].as_array().unwrap();
        actions.is_empty().then(|| value["code"].as_str().unwrap().to_owned())
    };
    let codes = [
        silent(&["frobnicate"], "A", ""),
        silent(&["status"], "CHARTER_NOW", "never"),
        silent(&["status"], "CHARTER_RIGOR", "extreme"),
        silent(&["status", "--root", "file"], "A", ""),
        silent(&["new", "x", "--root", "file/root"], "A", ""),
        silent(&["man", "frobnicate"], "A", ""),
        silent(&["show", "VAL-1"], "A", ""),
        silent(&["status", "--charter", "zzz"], "A", ""),
    ];
    let codes: Vec<String> = codes.into_iter().flatten().collect();
    assert!(codes.is_empty(), "a red line without a command to type next: {codes:?}");
}

#[test]
fn an_empty_name_is_a_mistake_and_not_the_current_charter() {
    let scene = Scene::new();
    let args = ["abandon", "--charter", "", "--reason", "oops"];
    let _ = refused(&scene.repo, &args, 2, "unknown-charter");
    let _ = refused(&scene.repo, &["status", "--session", ""], 2, "session-unusable");
}

#[test]
fn an_actor_is_a_person_or_an_agent_by_name() {
    let scene = Scene::new();
    for actor in ["bob", "person:", "", "robot:x"] {
        let _ = refused(&scene.repo, &["pause", "--actor", actor], 2, "actor-unusable");
    }
    let _ = scene.charter(&["pause", "--actor", "agent:codex"]).run().success();
}

#[test]
fn words_without_quotes_are_one_idea() {
    let repo = repo();
    let value = repo.charter(&["new", "rate", "limit", "the", "login", "--json"]).run().json();
    assert!(value["charterId"].as_str().unwrap().ends_with("-rate-limit-login"), "{value}");
}

#[test]
fn hints_carry_the_options_that_the_caller_needed() {
    let repo = repo();
    let _ = repo.charter(&["new", "x", "--root", "other place"]).run().success();
    let output = repo.charter(&["pause", "--root", "other place"]).run().success();
    assert!(output.stdout.contains("  next  charter resume --root 'other place'"), "{output}");
    let scene = Scene::new();
    open(&scene.repo, "Second");
    let output = scene.charter(&["status", "--session", "s 1"]).run().code(2);
    let hint = format!("hint: charter use {} --session 's 1'  ", scene.id);
    assert!(output.stderr.contains(&hint), "{output}");
}
