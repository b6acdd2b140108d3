//! The harness itself, tried on programs that every Unix has.

use crate::Repo;
use std::io::{BufRead, BufReader, Write};

#[test]
fn a_command_sees_only_what_the_harness_sets() {
    let repo = Repo::without_git("env");
    let output = repo.charter(&[]).env("EXTRA", "1").env_remove("COLUMNS").run().success();
    let shown = output.to_string();
    let mut lines: Vec<_> = shown.lines().filter(|line| !line.starts_with("PATH=")).collect();
    lines.sort_unstable();
    let expected = "\
--- stdout
CHARTER_ABOVE=unseen
CHARTER_ACTOR=person:Ada
CHARTER_NOW=2026-11-16T09:00:00Z
EXTRA=1
GIT_AUTHOR_DATE=2026-11-16T09:00:00Z
GIT_AUTHOR_EMAIL=ada@example.com
GIT_AUTHOR_NAME=Ada
GIT_CEILING_DIRECTORIES=$TEMP
GIT_COMMITTER_DATE=2026-11-16T09:00:00Z
GIT_COMMITTER_EMAIL=ada@example.com
GIT_COMMITTER_NAME=Ada
GIT_CONFIG_GLOBAL=/dev/null
GIT_CONFIG_NOSYSTEM=1
GIT_TERMINAL_PROMPT=0
HOME=$HOME
LANG=C.UTF-8
NO_COLOR=1
XDG_CONFIG_HOME=$HOME/.config
exit 0";
    assert_eq!(lines.join("\n"), expected);
}

#[test]
fn the_clock_ticks_once_per_command() {
    let repo = Repo::without_git("sh");
    let now = || repo.charter(&["-c", "echo ${CHARTER_NOW-none}"]);
    assert_eq!(now().run().stdout, "2026-11-16T09:00:00Z\n");
    assert_eq!(now().now("2027-01-01T00:00:00Z").run().stdout, "2027-01-01T00:00:00Z\n");
    assert_eq!(now().real_clock().run().stdout, "none\n");
    assert_eq!(now().run().stdout, "2026-11-16T09:00:03Z\n");
}

#[test]
fn an_output_renders_streams_and_exit_without_temporary_paths() {
    let repo = Repo::without_git("sh");
    repo.write("sub/file", "");
    let script = "pwd; echo $HOME >&2; exit 3";
    let output = repo.charter(&["-c", script]).dir("sub").run().code(3);
    assert_eq!(output.to_string(), "exit 3\n--- stdout\n$REPO/sub\n--- stderr\n$HOME\n");
    let output = repo.charter(&["-c", "cat; kill -9 $$"]).stdin("{\"a\": 1}").run();
    assert_eq!(output.to_string(), "signal 9\n--- stdout\n{\"a\": 1}\n");
    assert_eq!(output.json()["a"], 1);
}

#[test]
fn a_long_text_on_stdin_does_not_block() {
    let repo = Repo::without_git("cat");
    let text = "line\n".repeat(100_000);
    assert_eq!(repo.charter(&[]).stdin(&text).run().stdout, text);
}

#[test]
fn a_spawned_command_can_be_talked_to_and_killed() {
    let repo = Repo::without_git("cat");
    let mut running = repo.charter(&[]).stdin_open().spawn();
    let child = running.child();
    child.stdin.as_mut().unwrap().write_all(b"ping\n").unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ping\n");
    assert_eq!(running.kill().signal, Some(9));
}

#[test]
fn commits_are_the_same_in_every_repository() {
    let commit = || {
        let repo = Repo::new("true");
        repo.write("docs/a.md", "# A\n");
        repo.git(&["add", "--all"]);
        repo.git(&["commit", "--quiet", "--message=start"]);
        repo.git(&["log", "--format=%H %an %D"]).stdout
    };
    let log = commit();
    assert!(log.ends_with(" Ada HEAD -> main\n"), "{log}");
    assert_eq!(log, commit());
}

#[test]
fn a_tree_lists_files_links_and_empty_directories_without_git() {
    let repo = Repo::new("true");
    repo.write("docs/a.md", "# A\n");
    repo.write(".charter/b", "");
    std::fs::create_dir(repo.path("empty")).unwrap();
    std::os::unix::fs::symlink("docs/a.md", repo.path("link")).unwrap();
    assert_eq!(repo.tree(), ".charter/b 0\ndocs/a.md 4\nempty/\nlink 9\n");
    assert_eq!(repo.snapshot_tree()["docs/a.md"], b"# A\n");
    assert_eq!(repo.read("docs/a.md"), "# A\n");
}
