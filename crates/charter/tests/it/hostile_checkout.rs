//! A checkout from a stranger, as any seed makes it: no command runs anything of it, shows or changes
//! anything outside of it, dies or goes on without end.
//!
//! Owns which commands a seed is tried with. The same generator is fuzzed in `fuzz/`; a seed that
//! fails here fails there.

use crate::scene::{BIN, repo};
use charter_testkit::Repo;
use charter_testkit::hostile::{Hostile, SECRET};
use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// How many seeds each test tries.
const SEEDS: u64 = 25;

/// How many commands that only look are run in each checkout, and how many that write.
const N_READERS: usize = 2;
const N_WRITERS: usize = 1;

const READERS: &[&[&str]] = &[
    &["status"],
    &["verify"],
    &["hook", "claude"],
    &["show"],
    &["review"],
    &["check", "--json"],
    &["log"],
    &["doctor"],
    &["statusline"],
    &["list"],
    &["preflight"],
    &["show", "VAL-A"],
    &["status", "--json"],
    &["interview", "next"],
    &["export", "--gherkin"],
    &["plan", "status"],
    &["gc"],
];

const WRITERS: &[&[&str]] = &[
    &["record", "VAL-A", "--pass", "-m", "seen", "--because", "a", "--artifact", "src/a.txt"],
    &["pause", "--reason", "rest"],
    &["preflight", "check", "delete everything in production"],
    &["new", "--no-interview", "Another"],
    &["install", "claude", "--project"],
    &["doctor", "--repair"],
    &["complete"],
];

const CRITERIA: &str =
    "## m1 One\n\n### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nWatches: src/**\n";

const STOP: &str = r#"{ "hook_event_name": "Stop", "session_id": "s1" }"#;

/// A sound project with one charter and evidence in it.
static TEMPLATE: LazyLock<Repo> = LazyLock::new(|| {
    let repo = repo();
    repo.write("src/a.txt", "a\n");
    commit(&repo);
    let args = ["new", "--json", "--no-interview", "--session", "s1", "Rates"];
    let made = repo.charter(&args).run().success().json();
    let id = made["charterId"].as_str().unwrap();
    repo.write(format!(".charter/{id}/criteria.md"), CRITERIA);
    let _ = repo.charter(WRITERS[0]).run().success();
    let prove = ["prove", "VAL-B", "--because", "it is there", "--", "test", "-f", "src/a.txt"];
    let _ = repo.charter(&prove).run();
    commit(&repo);
    repo
});

fn commit(repo: &Repo) {
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "work"]);
}

/// Runs a command in little memory and little time, as nothing of a checkout needs more. The secret is
/// a variable, too: a link to the process's own environment must not show it.
fn run_bounded(hostile: &Hostile, args: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new("sh");
    let limits =
        "ulimit -v 1500000; ulimit -f 524288; printf %s \"$0\" | exec timeout -k 1 30 \"$@\"";
    command.args(["-c", limits, STOP, BIN]).args(args).current_dir(hostile.cwd());
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("KEY", SECRET);
    command.env("HOME", hostile.home()).env("TMPDIR", hostile.temp());
    command.env("XDG_CONFIG_HOME", hostile.settings());
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("CHARTER_LOCK_WAIT_MS", "100");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    (text, output.status.code())
}

/// Tries a part of the commands in the checkout of a seed.
fn try_seed(seed: u64) {
    let hostile = Hostile::of_seed(&TEMPLATE.path(""), seed);
    let turn = usize::try_from(seed).unwrap();
    let readers = READERS.iter().cycle().skip(turn * N_READERS % READERS.len()).take(N_READERS);
    let writers = WRITERS.iter().cycle().skip(turn * N_WRITERS % WRITERS.len()).take(N_WRITERS);
    let mut said = String::new();
    for args in readers.chain(writers) {
        let (text, code) = run_bounded(&hostile, args);
        writeln!(said, "{args:?}:\n{text}").unwrap();
        let is_ended = matches!(code, Some(0..=4));
        assert!(is_ended, "seed {seed}, ended with {code:?}: {said}\n{}", hostile.deeds());
    }
    let harm = hostile.harm(&said);
    assert!(harm.is_empty(), "seed {seed}, {harm:#?}: {said}\n{}", hostile.deeds());
}

#[track_caller]
fn try_seeds(first: u64) {
    (first..first + SEEDS).for_each(try_seed);
}

#[test]
fn no_hostile_checkout_harms_anything_first_quarter() {
    try_seeds(0);
}

#[test]
fn no_hostile_checkout_harms_anything_second_quarter() {
    try_seeds(SEEDS);
}

#[test]
fn no_hostile_checkout_harms_anything_third_quarter() {
    try_seeds(2 * SEEDS);
}

#[test]
fn no_hostile_checkout_harms_anything_last_quarter() {
    try_seeds(3 * SEEDS);
}

#[test]
fn every_command_is_one_and_harms_nothing_in_a_sound_project() {
    let hostile = Hostile::lay_out(&TEMPLATE.path(""), &[]);
    let (text, code) = run_bounded(&hostile, &["verify"]);
    assert!(text.contains("artifacts read") && code == Some(0), "{text}");
    let (text, code) = run_bounded(&hostile, WRITERS[0]);
    assert_eq!(code, Some(0), "{text}");
    let mut said = String::new();
    for args in READERS.iter().chain(WRITERS) {
        let (text, code) = run_bounded(&hostile, args);
        assert!(!text.contains("--help") && code != Some(4), "{args:?}: {text}");
        said.push_str(&text);
    }
    assert_eq!(hostile.harm(&said), [""; 0]);
}

/// Found by the fuzzer: git waited for a branch that is a pipe.
#[test]
fn a_branch_that_is_a_pipe_keeps_no_command() {
    let pipe_in_the_place_of_main = [0, 10, 33];
    let hostile = Hostile::lay_out(&TEMPLATE.path(""), &pipe_in_the_place_of_main);
    assert_eq!(hostile.deeds(), ".git/refs/heads/main is a pipe (true)");
    for args in [&["new", "--no-interview", "Another"][..], &["review"], WRITERS[0]] {
        let (text, code) = run_bounded(&hostile, args);
        assert!(matches!(code, Some(0..=4)), "{args:?} ended with {code:?}: {text}");
    }
}
