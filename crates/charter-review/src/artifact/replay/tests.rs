//! What replays are taken, and what counts as the same output.

use super::*;
use serde_json::json;

fn honest() -> Value {
    json!({
        "schemaVersion": 1, "kind": "cli-replay", "replaySafe": true,
        "command": ["tool", "--version"], "recordedStdout": "tool 1.2.3\nin /home/ada/work\n",
        "normalization": "default",
    })
}

fn codes(problems: &[Problem]) -> Vec<&str> {
    problems.iter().map(|it| it.code.as_str()).collect()
}

#[track_caller]
fn check_shape(key: &str, to: Value, code: &str) {
    let mut value = honest();
    value[key] = to;
    let problems = Replay::parse(&value, "replay").unwrap_err();
    assert_eq!(codes(&problems), [code], "{key}");
    assert!(problems[0].path.starts_with("replay."), "{problems:?}");
}

#[track_caller]
fn check_run(invariants: Value, stdout: &str, stderr: &str, exit: i32, expected: &[&str]) {
    let mut value = honest();
    value["invariants"] = invariants;
    let replay = Replay::parse(&value, "replay").unwrap();
    let ran = Replayed {
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
        exit_code: Some(exit),
        place: Place { cwd: "/tmp/fresh".to_owned(), home: "/tmp/home".to_owned() },
    };
    let here = Place { cwd: "/home/ada/work".to_owned(), home: "/home/ada".to_owned() };
    assert_eq!(codes(&replay.compare(&ran, &here, "replay")), expected, "{stdout:?}");
}

#[test]
fn a_replay_is_words_in_the_project_with_few_variables() {
    assert!(Replay::parse(&honest(), "replay").is_ok());
    check_shape("command", json!("tool --version"), "replay_command_string");
    check_shape("command", json!([]), "replay_command_missing");
    check_shape("command", json!(["tool", 1]), "replay_command_missing");
    check_shape("command", json!(["./tool"]), "replay_executable_path");
    check_shape("command", json!(["/bin/sh", "-c", "x"]), "replay_executable_path");
    check_shape("env", json!({ "PATH": "/x" }), "replay_env_not_allowed");
    check_shape("env", json!({ "TZ": 1 }), "replay_env_invalid");
    check_shape("cwd", json!("../x"), "replay_cwd_outside");
    check_shape("cwd", json!("/etc"), "replay_cwd_outside");
    check_shape("cwd", json!("a/../../x"), "replay_cwd_outside");
    check_shape("replaySafe", json!("yes"), "replay_not_safe");
    check_shape("kind", json!("cli"), "replay_kind");
    check_shape("schemaVersion", json!(2), "replay_schema_version");
    check_shape("recordedStdout", Value::Null, "replay_stdout_missing");
    check_shape("normalization", json!("none"), "replay_normalization_unknown");
    check_shape("expectedExitCode", json!("0"), "replay_exit_invalid");
    check_shape("timeout", json!("10s"), "replay_timeout_invalid");
    check_shape("invariants", json!("x"), "replay_invariant_invalid");
    let regex = json!([{ "type": "regex", "value": ".*" }]);
    check_shape("invariants", regex, "replay_invariant_invalid");
}

#[test]
fn all_that_is_wrong_comes_at_once_and_nothing_is_taken_for_a_replay() {
    let problems = Replay::parse(&json!("tool --version"), "replay").unwrap_err();
    assert_eq!(problems.len(), 5, "{problems:?}");
}

#[test]
fn a_time_limit_is_held_within_its_limits() {
    for (key, given, expected) in [
        ("other", json!(1), 10_000),
        ("timeout", json!(0), 1_000),
        ("timeout", json!(12), 12_000),
        ("timeout", json!(900), 30_000),
        ("timeoutMs", json!(1500), 1_500),
        ("timeoutMs", json!(1), 1_000),
    ] {
        let mut value = honest();
        value[key] = given.clone();
        let replay = Replay::parse(&value, "replay").unwrap();
        assert_eq!(replay.timeout_ms, expected, "{key} {given}");
    }
}

#[test]
fn the_same_output_is_the_same_wherever_it_ran() {
    check_run(json!([]), "tool 1.2.3\nin /tmp/fresh", "", 0, &[]);
    check_run(json!([]), "\u{1b}[1mtool 1.2.3\u{1b}[0m\r\nin /tmp/fresh\r\n\r\n", "", 0, &[]);
    check_run(json!([]), "tool 1.2.4\nin /tmp/fresh", "", 0, &["replay_stdout_differs"]);
    check_run(json!([]), "tool 1.2.3\nin /tmp/fresh", "oh", 0, &["replay_stderr_differs"]);
    check_run(json!([]), "tool 1.2.3\nin /tmp/fresh", "", 3, &["replay_exit_differs"]);
    check_run(
        json!([]),
        "",
        "oh",
        1,
        &["replay_exit_differs", "replay_stderr_differs", "replay_stdout_differs"],
    );
}

#[test]
fn trivial_invariants_do_not_waive_equality() {
    let meaningful = json!([{ "type": "substring", "value": "tool 1" }]);
    check_run(meaningful.clone(), "tool 1.9 of today", "", 0, &[]);
    check_run(meaningful, "another", "", 0, &["replay_invariant_broken"]);
    let short = json!([{ "type": "substring", "value": "o 1" }]);
    check_run(short, "foo 1", "", 0, &["replay_invariant_broken", "replay_stdout_differs"]);
    let short = json!([{ "type": "substring", "value": "1. " }]);
    check_run(short, "tool 1.9", "", 0, &["replay_stdout_differs"]);
    let absent = json!([{ "type": "not_substring", "value": "error" }]);
    check_run(absent.clone(), "tool 1.9", "", 0, &["replay_stdout_differs"]);
    check_run(absent, "error", "", 0, &["replay_invariant_broken", "replay_stdout_differs"]);
    // What the recording never held is no invariant of it.
    let other = json!([{ "type": "substring", "value": "always" }]);
    check_run(other, "always", "", 0, &["replay_invariant_broken"]);
}
