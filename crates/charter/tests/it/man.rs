//! `charter man` and `--help`: manual pages and short help.

use crate::scene::{keys, refused, repo};
use insta::assert_snapshot;

const COMMANDS: [&str; 13] = [
    "new",
    "status",
    "list",
    "show",
    "log",
    "use",
    "pause",
    "resume",
    "abandon",
    "doctor",
    "gc",
    "completions",
    "man",
];

#[test]
fn there_is_a_page_for_charter_and_for_every_command() {
    let repo = repo();
    let output = repo.charter(&["man"]).run().success();
    assert!(output.stdout.contains(".TH charter 1"), "{output}");
    for command in COMMANDS {
        let output = repo.charter(&["man", command]).run().success();
        assert!(output.stdout.contains(&format!(".TH charter-{command} 1")), "{output}");
    }
    let value = repo.charter(&["man", "--json"]).run().success().json();
    assert_eq!(keys(&value), ["ok", "page"]);
    assert_eq!(repo.tree(), "");
}

#[test]
fn a_page_for_no_command_is_refused() {
    let output = refused(&repo(), &["man", "frobnicate"], 2, "unknown-command");
    assert!(output.stderr.starts_with("error: there is no command `frobnicate`\n"), "{output}");
}

#[test]
fn every_command_has_help_with_an_example_that_fits_the_screen() {
    let repo = repo();
    for command in COMMANDS {
        for flag in ["-h", "--help"] {
            let output = repo.charter(&[command, flag]).run().success();
            assert!(output.stdout.contains("Example:\n  charter "), "{output}");
            assert_eq!(output.stderr, "");
        }
    }
}

#[test]
fn the_version_is_one_line() {
    let output = repo().charter(&["--version"]).run();
    assert_snapshot!(output, @"
    exit 0
    --- stdout
    charter 0.0.0
    ");
}
