//! `charter verify --replay`: the recorded commands run again, and only with somebody's word.

use crate::scene::{Scene, check_text, kept_tree, refused, repo, texts, write_check};
use charter_testkit::{Output, Repo};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

/// A charter with three criteria; what is watched is `src`, so that scripts can change.
pub(crate) fn scene() -> Scene {
    let repo = repo();
    repo.write("src/a.txt", "a\n");
    repo.write(".gitignore", "made\n");
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let id = crate::scene::open(&repo, "Rates");
    let scene = Scene { repo, id };
    let text: String = ["VAL-A", "VAL-B", "VAL-C"]
        .map(|id| format!("### {id} — it holds\nVerifier: command\nWatches: src/**\n\n"))
        .concat();
    scene.repo.write(scene.file("criteria.md"), format!("## m1\n\n{text}"));
    scene
}

pub(crate) fn prove(scene: &Scene, id: &str, command: &[&str]) {
    let _ = scene.charter(&[&["prove", id, "--"], command].concat()).run().success();
}

#[track_caller]
pub(crate) fn replay(scene: &Scene, args: &[&str], exit: i32) -> Value {
    let args = [&["verify", "--replay", "--json"], args].concat();
    scene.charter(&args).run().code(exit).json()
}

fn words(row: &Value) -> String {
    format!("{} {}", row["result"].as_str().unwrap(), row["reasons"])
}

#[test]
fn what_does_the_same_is_the_same_and_nothing_is_recorded() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 3, "echo \"took 0.$$ s\"");
    prove(&scene, "VAL-A,VAL-B", &["sh", "tests/t.sh"]);
    // No test is counted here: the exit code tells, and the output is compared.
    let check = "test \"$(sh src/rate.sh 2)\" = 6 || exit 1; echo \"3 rows in $$ ms at $PWD\"";
    scene.repo.write("tests/c.sh", check);
    prove(&scene, "VAL-C", &["sh", "tests/c.sh"]);
    let before = kept_tree(&scene.repo);
    let value = replay(&scene, &[], 0);
    let report = &value["replay"];
    assert_eq!(
        (&report["commands"], &report["replayed"], &report["same"]),
        (&json!(2), &json!(2), &json!(2)),
        "{value:#}"
    );
    assert_eq!(report["rows"][0]["criteria"], json!(["VAL-A", "VAL-B"]), "one run for both");
    assert_eq!(report["rows"][0]["tests"]["passed"], 3);
    assert_eq!(kept_tree(&scene.repo), before);
    let output = scene.charter(&["verify", "--replay", "VAL-C"]).run().success();
    assert!(output.stdout.contains("1 of 1 command replayed, 1 the same"), "{output}");
    assert!(output.stdout.contains("sandbox network: "), "{output}");
    assert_eq!(output.stderr, "", "no progress where nobody looks");
}

#[test]
fn what_does_something_else_differs_and_says_how() {
    let scene = scene();
    for (id, passed) in [("VAL-A", 3), ("VAL-B", 2)] {
        let name = format!("tests/{id}.sh");
        write_check(&scene.repo, &name, passed, "");
        prove(&scene, id, &["sh", &name]);
    }
    scene.repo.write("c.sh", "echo fine; test -f src/a.txt");
    let args = ["prove", "VAL-C", "--because", "b", "--no-base", "--", "sh", "c.sh"];
    let _ = scene.charter(&args).run().success();
    write_check(&scene.repo, "tests/VAL-A.sh", 2, "");
    write_check(&scene.repo, "tests/VAL-B.sh", 2, "trap 'exit 7' EXIT");
    scene.repo.write("c.sh", "echo bad; test -f src/a.txt");
    let value = replay(&scene, &[], 1);
    let rows = value["replay"]["rows"].as_array().unwrap();
    let found: Vec<String> = rows.iter().map(words).collect();
    let expected = [
        r#"differs ["2 of 2 tests passed, was 3 of 3 tests passed"]"#,
        r#"differs ["exit code 7, was 0"]"#,
        r#"differs ["the output no longer has “fine”"]"#,
    ];
    assert_eq!(found, expected);
    assert_eq!(texts(&value["problems"], "code"), ["replay-differs"; 3], "{value:#}");
    assert_eq!((&value["ok"], &value["verdict"]), (&json!(false), &json!("fail")));
    let output = scene.charter(&["verify", "--replay"]).run().code(1);
    assert!(output.stdout.contains("3 of 3 commands replayed, 0 the same"), "{output}");
    // Without a replay nothing runs, and what was recorded is as it was.
    let _ = scene.charter(&["verify"]).run().success();
}

#[test]
fn what_could_not_be_replayed_is_never_green() {
    let scene = scene();
    let value = replay(&scene, &[], 1);
    assert_eq!(texts(&value["problems"], "code"), ["nothing-to-replay"], "{value:#}");
    write_check(&scene.repo, "src/t_test.sh", 1, "");
    prove(&scene, "VAL-A", &["sh", "src/t_test.sh"]);
    let _ = replay(&scene, &[], 0);
    let value = replay(&scene, &["VAL-A,VAL-B"], 1);
    let rows = value["replay"]["rows"].as_array().unwrap();
    assert_eq!(words(&rows[1]), r#"notRun ["nothing that charter ran shows it"]"#);
    assert_eq!(value["replay"]["replayed"], 1);
    scene.repo.write("src/a.txt", "changed\n");
    let value = replay(&scene, &["VAL-A"], 1);
    let expected = r#"notRun ["its evidence is stale and does not count now"]"#;
    assert_eq!(words(&value["replay"]["rows"][0]), expected);
    scene.repo.write("src/a.txt", "a\n");
    scene.repo.write("tests/gone", check_text(1, "#!/bin/sh"));
    let gone = scene.repo.path("tests/gone");
    let _ = Command::new("chmod").arg("+x").arg(&gone).status().unwrap();
    prove(&scene, "VAL-B", &["tests/gone"]);
    fs::remove_file(gone).unwrap();
    let value = replay(&scene, &["VAL-B"], 1);
    assert_ne!(value["replay"]["rows"][0]["result"], "same", "{value:#}");
}

#[test]
fn a_command_runs_where_it_ran() {
    let scene = scene();
    write_check(&scene.repo, "sub/t_test.sh", 1, "test -f t_test.sh || exit 3\ncd ..");
    let args = ["prove", "VAL-A", "--", "sh", "t_test.sh"];
    let _ = scene.charter(&args).dir("sub").run().success();
    let value = replay(&scene, &[], 0);
    assert_eq!(value["replay"]["rows"][0]["dir"], "sub");
    let _ = scene.charter(&["refresh", "VAL-A"]).run().success();
    let _ = scene.charter(&["refresh", "VAL-A"]).dir("src").run().success();
    let root = scene.repo.path(".charter").display().to_string();
    let away = scene.charter(&["refresh", "VAL-A", "--root", &root]).dir("../home");
    let _ = away.run().success();
}

/// Checks that this machine has what a part of the sandbox needs; without it nothing is shown.
#[track_caller]
pub(crate) fn check_guarded(guard: &Value, part: &str) {
    let state = guard[part].as_str().unwrap();
    let lacks = "this test needs namespaces of the user and Landlock";
    assert!(!state.ends_with("not protected"), "{lacks}: {part}: {state}");
}

#[test]
fn the_sandbox_protects_and_says_how() {
    let scene = scene();
    let leak = scene.repo.home().join("leak");
    let script = format!(
        "env > made; echo x > $HOME/x; echo x > $TMPDIR/x; (echo x > {}) 2>/dev/null\n",
        leak.display()
    );
    write_check(&scene.repo, "tests/t.sh", 1, &script);
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    fs::remove_file(&leak).unwrap();
    fs::create_dir(scene.repo.home().join("temp")).unwrap();
    let temp = scene.repo.home().join("temp").display().to_string();
    let args = ["verify", "--replay", "--json"];
    let value =
        scene.charter(&args).env("SECRET", "hunter2").env("TMPDIR", &temp).run().success().json();
    let guard = &value["replay"]["rows"][0]["protection"];
    check_guarded(guard, "files");
    assert!(!leak.exists(), "{guard}");
    let seen = scene.repo.read("made");
    assert!(seen.contains("CHARTER_REPLAY=1\n") && !seen.contains("hunter2"), "{seen}");
    assert!(seen.contains(&format!("HOME={temp}/charter-replay-")), "{seen}");
    assert_eq!(fs::read_dir(&temp).unwrap().count(), 0, "they are gone");
}

#[test]
fn what_git_and_charter_are_told_stays_out_of_reach() {
    let scene = scene();
    let tries = "git config core.fsmonitor ./tests/t.sh\necho x > .git/hooks/post-checkout\necho x >> .git/config\nmv .git elsewhere\nrm -rf .git\nln .git/config made.d/link && echo x >> made.d/link\necho x >> .charter/.local/commands\nfor it in .charter/*/ledger/*.jsonl; do echo x >> \"$it\"; done\nmv .charter there\numount .git\nmount -o remount,rw,bind .git\nunshare --map-root-user --mount umount .git";
    // Both what is there already and what is new at the top can be written.
    let script = format!(
        "test -z \"$CHARTER_REPLAY\" || {{ mkdir -p made.d new.d && echo a > new.d/a && echo a > new && rm new || exit 9\n{tries}\n}} 2> said"
    );
    write_check(&scene.repo, "tests/t.sh", 1, &script);
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let ledger = scene.repo.read(scene.ledger());
    let commands = scene.repo.read(".charter/.local/commands");
    let config = scene.repo.read(".git/config");
    let value = replay(&scene, &[], 0);
    check_guarded(&value["replay"]["rows"][0]["protection"], "files");
    let said = scene.repo.read("said");
    assert_eq!(scene.repo.read(".git/config"), config, "{said}");
    assert!(!scene.repo.path(".git/hooks/post-checkout").exists(), "{said}");
    assert!(!scene.repo.path("elsewhere").exists() && !scene.repo.path("there").exists(), "{said}");
    assert_eq!(scene.repo.read(".charter/.local/commands"), commands, "{said}");
    assert_eq!(scene.repo.read(scene.ledger()), ledger, "{said}");
    assert_eq!(scene.repo.read("new.d/a"), "a\n", "{said}");
}

#[test]
fn a_replay_reaches_no_process_of_others_and_leaves_none() {
    let scene = scene();
    let mut other = Command::new("sleep").arg("300").spawn().unwrap();
    scene.repo.write("made", "");
    let script = format!(
        "test -z \"$CHARTER_REPLAY\" || {{ kill {}; setsid sh -c 'sleep 0.5; while :; do echo x >> made; sleep 0.05; done' & sleep 0.1; }}",
        other.id()
    );
    write_check(&scene.repo, "tests/t.sh", 1, &script);
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let value = replay(&scene, &[], 0);
    let guard = &value["replay"]["rows"][0]["protection"];
    assert!(other.try_wait().unwrap().is_none(), "it was ended: {guard}");
    other.kill().unwrap();
    other.wait().unwrap();
    assert!(guard["processes"].as_str().unwrap().ends_with("all stopped at the end"), "{guard}");
    let _ = Command::new("sleep").arg("0.8").status().unwrap();
    assert_eq!(scene.repo.read("made"), "", "it lives on: {guard}");
}

#[test]
fn a_test_can_serve_itself_and_reaches_nobody_else() {
    let scene = scene();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let python = "import socket,sys\ns=socket.create_server(('127.0.0.1',0))\nsocket.create_connection(s.getsockname())\ntry:\n  socket.create_connection(('127.0.0.1',int(sys.argv[1])))\n  print('reached')\nexcept OSError: print('alone')\n";
    scene.repo.write("tests/serve.py", python);
    let more = format!("python3 tests/serve.py {port} > made || exit 1");
    write_check(&scene.repo, "tests/t.sh", 1, &more);
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    assert_eq!(scene.repo.read("made"), "reached\n");
    let value = replay(&scene, &[], 0);
    check_guarded(&value["replay"]["rows"][0]["protection"], "network");
    assert_eq!(scene.repo.read("made"), "alone\n", "{value:#}");
}

#[test]
fn what_takes_too_long_is_ended() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 1, "test -z \"$CHARTER_REPLAY\" || sleep 60");
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let args = ["verify", "--replay", "--json"];
    let value = scene.charter(&args).env("CHARTER_REPLAY_SECONDS", "1").run().code(1).json();
    let expected = r#"differs ["it did not end within 1 s, and was ended"]"#;
    assert_eq!(words(&value["replay"]["rows"][0]), expected);
}

#[test]
fn the_configuration_restricts_what_is_replayed() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 1, "");
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    prove(&scene, "VAL-B", &["bash", "tests/t.sh"]);
    scene.repo.write(".charter/config.toml", "replay-allow = [\"bash\", \"cargo test\"]\n");
    let value = replay(&scene, &[], 1);
    let rows = value["replay"]["rows"].as_array().unwrap();
    let found: Vec<String> = rows.iter().map(words).collect();
    let expected = [r#"notRun ["not allowed by the setting `replay-allow`"]"#, "same []"];
    assert_eq!(found, expected);
    assert_eq!(value["replay"]["replayed"], 1);
}

/// Clones the project of a scene, with its charters, to the place of another.
fn clone_of(scene: &Scene, more: &[&str]) -> Repo {
    let _ = scene.repo.git(&["add", "."]);
    if !more.is_empty() {
        let _ = scene.repo.git(&[&["add", "--force"], more].concat());
    }
    let _ = scene.repo.git(&["commit", "-qm", "charter"]);
    let clone = Repo::without_git(crate::scene::BIN);
    let from = scene.repo.path("").display().to_string();
    let _ = clone.git(&["clone", "-q", &from, "."]);
    clone
}

#[test]
fn the_commands_of_somebody_else_run_only_with_a_word() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 1, "touch made");
    prove(&scene, "VAL-A,VAL-B", &["sh", "tests/t.sh"]);
    prove(&scene, "VAL-C", &["sh", "./tests/t.sh", "a b"]);
    let clone = clone_of(&scene, &[]);
    let output = refused(&clone, &["verify", "--replay"], 1, "commands-unknown-here");
    for command in ["sh tests/t.sh", "sh ./tests/t.sh 'a b'"] {
        assert!(output.stderr.contains(command), "{output}");
    }
    assert!(output.stderr.contains("verify --replay --yes"), "{output}");
    let args = ["refresh", "VAL-A", "VAL-C"];
    let output = refused(&clone, &args, 1, "commands-unknown-here");
    assert!(output.stderr.contains("2 commands never ran here"), "{output}");
    assert!(!clone.path("made").exists(), "nothing ran");
    let args = ["verify", "--replay", "--yes", "--json"];
    let value = clone.charter(&args).run().success().json();
    assert_eq!(value["replay"]["same"], 2, "{value:#}");
    assert!(clone.path("made").exists());
    // Looking once is no word for ever; proving it oneself is.
    let _ = refused(&clone, &["verify", "--replay"], 1, "commands-unknown-here");
    let _ = clone.charter(&["refresh", "VAL-A,VAL-B,VAL-C", "--yes"]).run().success();
    let _ = clone.charter(&["verify", "--replay"]).run().success();
}

#[test]
fn a_memory_in_the_repository_vouches_for_nothing() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 1, "touch made");
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let clone = clone_of(&scene, &[".charter/.local/commands"]);
    assert!(clone.path(".charter/.local/commands").exists());
    let _ = refused(&clone, &["verify", "--replay"], 1, "commands-unknown-here");
    assert!(!clone.path("made").exists());
}

#[test]
fn at_a_terminal_it_is_asked_once() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 1, "");
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let clone = clone_of(&scene, &[]);
    for (key, exit, words) in
        [("n\n", 1, "commands-unknown-here"), ("\n", 1, "never ran here"), ("y\n", 0, "1 the same")]
    {
        let mut pty = clone.charter(&["verify", "--replay"]).on_terminal(80, 24);
        let screen = pty.wait_for("Run them? [y/N]");
        assert!(screen.contains("sh tests/t.sh"), "{screen}");
        pty.send(key);
        let (code, screen) = pty.end();
        assert_eq!(code, Some(exit), "{screen}");
        assert!(screen.contains(words), "{screen}");
        assert!(!screen.contains("1 of 1  sh"), "the line about the work is gone: {screen}");
    }
}

#[test]
fn a_narrow_window_is_enough() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 1, "");
    prove(&scene, "VAL-A,VAL-B,VAL-C", &["sh", "tests/t.sh", "with", "quite", "some", "arguments"]);
    let pty = scene.charter(&["verify", "--replay"]).on_terminal(40, 24);
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("  1 of 1 command replayed, 1 the same\n"), "{screen}");
    assert!(
        screen.contains("\n      sh tests/t.sh with quite some\n      arguments\n"),
        "{screen}"
    );
}

/// Sends a signal to a process.
fn send(name: &str, pid: u32) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(pid.to_string()).status();
    assert!(sent.unwrap().success());
}

#[test]
fn stopping_a_replay_ends_what_it_runs() {
    let scene = scene();
    write_check(
        &scene.repo,
        "tests/t.sh",
        1,
        "echo $$ > made; test -z \"$CHARTER_REPLAY\" || sleep 60.375",
    );
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    fs::remove_file(scene.repo.path("made")).unwrap();
    let mut running = scene.charter(&["verify", "--replay"]).spawn();
    while !fs::read_to_string(scene.repo.path("made")).is_ok_and(|it| it.ends_with('\n')) {
        std::thread::yield_now();
    }
    send("INT", running.child().id());
    let output: Output = running.wait().code(130);
    assert!(output.stderr.contains("was interrupted"), "{output}");
    // Its number is one of its own room.
    let left = Command::new("pgrep").args(["-f", "^sleep 60.375$"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&left.stdout), "", "it lives");
}
