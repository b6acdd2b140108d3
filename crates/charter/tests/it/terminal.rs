//! Running a command as without charter: its terminal, its keys, its signals.

use crate::scene::{Scene, open, repo, write_check};
use serde_json::Value;
use std::process::Command;

fn scene() -> Scene {
    let repo = repo();
    repo.write("src/a.txt", "a\n");
    repo.write(".gitignore", "made\nwait\n");
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let id = open(&repo, "Rates");
    let scene = Scene { repo, id };
    let text: String = ["VAL-A", "VAL-B", "VAL-C"]
        .map(|id| format!("### {id} — it holds\nVerifier: command\nWatches: src/**\n\n"))
        .concat();
    scene.repo.write(scene.file("criteria.md"), format!("## m1\n\n{text}"));
    scene
}

fn verdicts(scene: &Scene) -> Vec<String> {
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let rows = status["criteria"].as_array().unwrap().iter();
    rows.map(|it| it["verdict"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_recording_is_kept_wherever_the_output_goes() {
    let scene = scene();
    let script = "test -t 1 && printf '\\033[32mgreen\\033[0m\\n'";
    write_check(&scene.repo, "tests/t.sh", 1, script);
    let args = ["prove", "VAL-A", "--pty", "--", "sh", "tests/t.sh"];
    let output = scene.charter(&args).run().success();
    assert!(output.stdout.starts_with("\u{1b}[32mgreen"), "{output}");
    let args = ["prove", "VAL-A", "--pty", "--json", "--", "sh", "tests/t.sh"];
    let output = scene.charter(&args).run().success();
    assert!(output.stderr.contains("green"), "{output}");
    let dir = output.json()["entries"][0]["path"].as_str().unwrap().to_owned();
    let cast = scene.repo.read(scene.file(&format!("{dir}/terminal.cast")));
    let lines: Vec<Value> = cast.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!((&lines[0]["version"], &lines[0]["width"]), (&2.into(), &80.into()), "{cast}");
    let shown: String = lines[1..].iter().map(|it| it[2].as_str().unwrap()).collect();
    assert!(shown.starts_with("\u{1b}[32mgreen\u{1b}[0m\r\n"), "{cast}");
    assert!(lines[1..].iter().all(|it| it[0].is_number() && it[1] == "o"), "{cast}");
    let row: Value =
        serde_json::from_str(&scene.repo.read(scene.file(&format!("{dir}/evidence.json"))))
            .unwrap();
    let names = row["artifacts"].to_string();
    assert!(names.contains("/terminal.cast") && names.contains("/output.txt"), "{names}");
    let _ = scene.charter(&["verify"]).run().success();
}

#[test]
fn keys_reach_the_command() {
    let scene = scene();
    let script = "echo ready; read line; echo \"got $line\"";
    write_check(&scene.repo, "tests/t.sh", 1, script);
    let mut pty = scene.charter(&["prove", "VAL-A", "--", "sh", "tests/t.sh"]).on_terminal(80, 24);
    let _ = pty.wait_for("ready");
    pty.send("some words\n");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("got some words"), "{screen}");
}

#[test]
fn a_command_that_wants_single_keys_gets_them() {
    let scene = scene();
    // As screen libraries do, it asks where it writes.
    let script = "stty -icanon -echo min 1 <&1; echo ready; k=$(dd bs=1 count=1 2>/dev/null); echo \"key $k\"";
    write_check(&scene.repo, "tests/t.sh", 1, script);
    let mut pty = scene.charter(&["prove", "VAL-A", "--", "sh", "tests/t.sh"]).on_terminal(80, 24);
    let _ = pty.wait_for("ready");
    pty.send("q");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("key q"), "{screen}");
}

#[test]
fn the_size_of_the_window_is_that_of_the_command() {
    let scene = scene();
    let script =
        "trap 'stty size <&1' WINCH; stty size <&1\nwhile ! test -f made; do sleep 0.05; done";
    write_check(&scene.repo, "tests/t.sh", 1, script);
    let args = ["prove", "VAL-A", "--pty", "--", "bash", "tests/t.sh"];
    let mut pty = scene.charter(&args).on_terminal(70, 20);
    let _ = pty.wait_for("20 70");
    pty.resize(90, 33);
    let _ = pty.wait_for("33 90");
    scene.repo.write("made", "");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    let log = scene.charter(&["show", "VAL-A", "--json"]).run().success().stdout;
    let dir = log.split("work/").nth(1).unwrap().split('"').next().unwrap();
    let dir = dir.rsplit_once("/output.txt").map_or(dir, |it| it.0);
    let dir = dir.rsplit_once("/terminal.cast").map_or(dir, |it| it.0);
    let cast = scene.repo.read(scene.file(&format!("work/{dir}/terminal.cast")));
    assert!(cast.contains("\"r\", \"90x33\""), "{cast}");
}

#[test]
fn an_interrupted_run_is_no_evidence() {
    let scene = scene();
    let before = scene.lines().len();
    // It passes in the end, whatever was pressed.
    let script = "trap '' INT; echo begun; while ! test -f made; do sleep 0.05; done";
    write_check(&scene.repo, "tests/t.sh", 1, script);
    for taping in [&[][..], &["--pty"]] {
        let args = [&["prove", "VAL-A"], taping, &["--", "sh", "tests/t.sh"]].concat();
        let pty = scene.charter(&args).on_terminal(80, 24);
        let _ = pty.wait_for("begun");
        pty.signal("INT");
        scene.repo.write("made", "");
        let (code, screen) = pty.end();
        assert_eq!(code, Some(130), "{screen}");
        assert!(screen.contains("was interrupted; nothing was recorded"), "{screen}");
        std::fs::remove_file(scene.repo.path("made")).unwrap();
    }
    assert_eq!(scene.lines().len(), before);
}

#[test]
fn asking_charter_to_end_asks_the_command() {
    let scene = scene();
    scene.repo.write(
        "tests/t.sh",
        "trap 'echo ended; exit 0' TERM; echo begun; while :; do sleep 0.05; done\n",
    );
    let pty = scene.charter(&["prove", "VAL-A", "--", "sh", "tests/t.sh"]).on_terminal(80, 24);
    let _ = pty.wait_for("begun");
    pty.signal("TERM");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(130), "{screen}");
    assert!(screen.contains("ended"), "{screen}");
}

#[test]
fn refresh_goes_on_after_a_failure_and_says_what_changed() {
    let scene = scene();
    for (id, name) in [("VAL-A", "tests/a.sh"), ("VAL-B", "./tests/b.sh"), ("VAL-C", "tests/c.sh")]
    {
        write_check(&scene.repo, name, 1, "#!/bin/sh");
        let _ = Command::new("chmod").arg("+x").arg(scene.repo.path(name)).status().unwrap();
        let argv = if name.starts_with('.') { vec![name] } else { vec!["sh", name] };
        let _ = scene.charter(&[&["prove", id, "--"], argv.as_slice()].concat()).run().success();
    }
    scene.repo.write("src/a.txt", "changed\n");
    scene.repo.write("tests/a.sh", "exit 3\n");
    std::fs::remove_file(scene.repo.path("tests/b.sh")).unwrap();
    let output = scene.charter(&["refresh"]).run().code(1);
    for words in [
        "✗ VAL-A  stale → failed\n      the latest record says it failed",
        "✗ VAL-B  still stale\n      it cannot be run: ",
        "✓ VAL-C  stale → proven\n      1 of 1 test passed",
    ] {
        assert!(output.stdout.contains(words), "`{words}` is missing:\n{output}");
    }
    assert!(output.stderr.contains("  2 of 3  ./tests/b.sh\n"), "{output}");
    assert!(!output.stderr.contains(['\u{1b}', '░']), "{output}");
    assert_eq!(verdicts(&scene), ["failed", "stale", "proven"]);
    let output = scene.charter(&["refresh", "--json"]).run().code(1);
    assert!(!output.stderr.contains("1 of 1"), "{output}");
    assert_eq!((&output.json()["commands"], &output.json()["ran"]), (&1.into(), &0.into()));
}

#[test]
fn stopping_a_refresh_keeps_what_was_done() {
    let scene = scene();
    let wait = "test ! -f wait || { echo begun; while ! test -f made; do sleep 0.05; done; }";
    for (id, name, more) in
        [("VAL-A", "tests/a.sh", ""), ("VAL-B", "tests/b.sh", wait), ("VAL-C", "tests/c.sh", "")]
    {
        write_check(&scene.repo, name, 1, more);
        let _ = scene.charter(&["prove", id, "--", "sh", name]).run().success();
    }
    scene.repo.write("src/a.txt", "changed\n");
    scene.repo.write("wait", "");
    let pty = scene.charter(&["refresh"]).on_terminal(80, 24);
    let _ = pty.wait_for("begun");
    pty.signal("INT");
    scene.repo.write("made", "");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(130), "{screen}");
    assert!(screen.contains("stopped: 1 of 3 commands ran"), "{screen}");
    assert!(screen.contains("░  1 of 3  sh tests/a.sh"), "{screen}");
    assert!(screen.contains("✓ VAL-A  stale → proven\n      1 of 1 test passed"), "{screen}");
    assert_eq!(verdicts(&scene), ["proven", "stale", "stale"]);
}
