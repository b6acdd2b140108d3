//! Agents' command lines as minds: shell scripts that write what the real ones write.

use crate::scene::repo;
use charter_testkit::Repo;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// What every one of them does first: it says its version, keeps what it was given, and looks around.
const BEGIN: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "tool 2.1.197 (fake)"; exit 0; fi
{ printf '%s\n' "$@"; echo "stdin: $(cat)"; echo "files: $(ls -A)"; echo "vars: $CLAUDECODE$CHARTER_SESSION$KEPT"; } > "$HOME/seen"
"#;

const ANSWERS: [(&str, &str); 5] = [
    (
        "claude",
        r#"{"type":"result","is_error":false,"result":"","structured_output":{"word":"ready"},"usage":{"input_tokens":9,"output_tokens":2}}"#,
    ),
    (
        "codex",
        r#"{"type":"item.completed","item":{"type":"agent_message","text":"{\"word\":\"ready\"}"}}"#,
    ),
    ("gemini", r#"{ "response": "```json\n{\"word\":\"ready\"}\n```", "stats": {} }"#),
    ("opencode", r#"{"type":"text","part":{"type":"text","text":"{\"word\":\"ready\"}"}}"#),
    ("pi", r#"Ready. {"word":"ready"}"#),
];

/// Puts a program into a directory of the user's, and gives a PATH with it.
pub(crate) fn install(repo: &Repo, name: &str, script: &str) -> String {
    let dir = repo.home().join("bin");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join(name), script).unwrap();
    fs::set_permissions(dir.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:/usr/bin:/bin", dir.display())
}

fn saying(answer: &str) -> String {
    format!("{BEGIN}cat <<'END'\n{answer}\nEND\n")
}

fn test(repo: &Repo, path: &str) -> Value {
    let call = repo.charter(&["mind", "--test", "--json"]).env("PATH", path).env("KEPT", "yes");
    call.env("CHARTER_SESSION", "s1").run().json()
}

#[test]
fn each_agent_answers_through_its_command_line_in_an_empty_directory() {
    for (name, answer) in ANSWERS {
        let repo = repo();
        let path = install(&repo, name, &saying(answer));
        let call = repo.charter(&["mind", "use", name, "--model", "m-1"]).env("PATH", &path);
        let _ = call.run().success();
        let report = test(&repo, &path);
        assert_eq!(
            (&report["ok"], &report["test"]["version"]),
            (&json!(true), &json!("2.1")),
            "{report}"
        );
        let found = json!([{ "name": name, "kind": "program", "place": format!("{}/bin/{name}", repo.home().display()) }]);
        assert_eq!(report["found"], found);
        let seen = fs::read_to_string(repo.home().join("seen")).unwrap();
        assert!(seen.contains("Give the word ready"), "{seen}");
        // Gemini reads its own settings there, which keep the user's hooks away.
        let files = if name == "gemini" { ".gemini" } else { "" };
        assert!(seen.ends_with(&format!("files: {files}\nvars: yes\n")), "{seen}");
        assert!(seen.contains("\nm-1\n"), "{seen}");
    }
}

#[test]
fn looking_starts_nothing() {
    let repo = repo();
    let path = install(&repo, "claude", "#!/bin/sh\ntouch \"$HOME/started\"\n");
    for args in [&["mind"][..], &["mind", "use", "claude"], &["mind"], &["status"]] {
        let _ = repo.charter(args).env("PATH", &path).run();
    }
    assert!(!repo.home().join("started").exists());
    let _ = test(&repo, &path);
    assert!(repo.home().join("started").exists());
}

#[test]
fn a_program_of_the_project_is_not_taken_for_the_users() {
    let repo = repo();
    repo.write("bin/claude", "#!/bin/sh\n");
    let program = repo.path("bin/claude");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
    let call = repo.charter(&["mind", "--json"]).env("PATH", &path).env("CHARTER_MIND", "claude");
    let report = call.run().success().json();
    assert_eq!(report["found"], json!([]));
    assert_eq!(report["problem"], "`claude` isn't in PATH");
}

#[test]
fn what_goes_wrong_with_a_program_is_said() {
    for (script, code, message) in [
        (
            "cat > /dev/null; echo 'Not logged in' >&2; exit 1",
            "mind-program-failed",
            "the program failed: exit code 1: Not logged in",
        ),
        (
            "cat > /dev/null; echo I am ready",
            "mind-wrong-shape",
            "the answer doesn't have the requested form: it has no JSON",
        ),
        ("sleep 60", "mind-timed-out", "no answer after 1 s"),
        (
            "while :; do echo 0123456789012345678901234567890123456789; done",
            "mind-too-large",
            "the answer is larger than 4 MB",
        ),
    ] {
        let repo = repo();
        let path = install(
            &repo,
            "pi",
            &format!("#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n{script}\n"),
        );
        let call = repo.charter(&["mind", "--test", "--json"]).env("PATH", &path);
        let output =
            call.env("CHARTER_MIND", "pi").env("CHARTER_MIND_TIMEOUT_S", "1").run().code(1);
        let test = &output.json()["test"];
        assert_eq!((&test["code"], &test["message"]), (&json!(code), &json!(message)));
    }
}

#[test]
fn a_program_of_the_users_own_gets_json_and_gives_json() {
    let repo = repo();
    let line = "cat > \"$HOME/question.json\"; echo '{\"word\": \"ready\"}'";
    let _ = repo.charter(&["mind", "use", "command", "--command", line]).run().success();
    let report = repo.charter(&["mind", "--test", "--json"]).run().success().json();
    assert_eq!((&report["use"], &report["command"]), (&json!("command"), &json!(line)));
    let question = fs::read_to_string(repo.home().join("question.json")).unwrap();
    let question: Value = serde_json::from_str(&question).unwrap();
    assert_eq!((&question["v"], &question["schema"]["required"]), (&json!(1), &json!(["word"])));
}
