//! `charter completions`: for the shell.

use crate::scene::{keys, repo};

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    let repo = repo();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = repo.charter(&["completions", shell]).run().success();
        assert_eq!(output.stderr, "");
        for command in ["new", "status", "doctor", "abandon"] {
            assert!(output.stdout.contains(command), "{shell} does not know {command}");
        }
        let value = repo.charter(&["completions", shell, "--json"]).run().success().json();
        assert_eq!(keys(&value), ["ok", "shell", "script"]);
        assert_eq!(value["script"], output.stdout);
    }
    assert_eq!(repo.tree(), "");
}

#[test]
fn completions_need_no_project() {
    let repo = repo();
    repo.write(".charter", "a file where the root should be\n");
    let _ = repo.charter(&["completions", "bash"]).env("CHARTER_NOW", "never").run().success();
}

#[test]
fn what_is_hidden_from_help_is_hidden_from_the_shell() {
    let repo = repo();
    let help = repo.charter(&["--help"]).run().success();
    assert!(!help.stdout.contains("reference"), "{help}");
    let offers = |shell: &&str| {
        let output = repo.charter(&["completions", shell]).run().success();
        output.stdout.contains("reference")
    };
    let shells: Vec<&str> =
        ["bash", "elvish", "fish", "powershell", "zsh"].into_iter().filter(offers).collect();
    assert!(shells.is_empty(), "the hidden `reference` is offered by {shells:?}");
}
