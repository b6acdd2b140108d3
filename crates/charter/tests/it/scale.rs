//! Nothing takes the machine down: ledgers that are long or hostile, files that are many or large.
//!
//! What is measured is memory, by a limit that a child is given, and which programs were asked, by a
//! program that stands in the place of git. Nothing here looks at a clock.

use crate::scene::{BIN, Scene, raw_command};
use charter_contract::ContractEvent;
use charter_engine::event::{CharterDraft, EventBody};
use charter_kernel::event::link;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{Actor, CharterId, Digest, Timestamp, Witness};
use charter_testkit::Output;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt;

/// How much private memory a command may have in these tests, in KiB.
const MEMORY_KIB: usize = 48 * 1024;

/// Appends events to the ledger, as charter would have written them.
fn lengthen(scene: &Scene, n_events: usize, bytes_each: usize) {
    let last: Value = serde_json::from_str(scene.lines().last().unwrap()).unwrap();
    let mut end = StrandEnd {
        strand: StrandId::parse(last["strand"].as_str().unwrap()).unwrap(),
        seq: last["seq"].as_u64().unwrap(),
        id: Digest::parse(last["id"].as_str().unwrap()).unwrap(),
    };
    let path = scene.repo.path(scene.ledger());
    let mut ledger = fs::OpenOptions::new().append(true).open(path).unwrap();
    for number in 0..n_events {
        let body = if number % 2 == 0 {
            EventBody::Contract(ContractEvent::CharterPaused {
                reason: Some("x".repeat(bytes_each)),
            })
        } else {
            EventBody::Contract(ContractEvent::CharterResumed {})
        };
        let draft = CharterDraft {
            ts: Timestamp::from_millis(1_794_819_600_000),
            charter_id: CharterId::parse(&scene.id).unwrap(),
            actor: Actor::Person("Ada".to_owned()),
            witness: Witness::Fixed,
            body,
        };
        let (events, lines) = link(&end, &[], &[draft]);
        end = events[0].as_end();
        ledger.write_all(lines.as_bytes()).unwrap();
    }
}

/// Forgets what this machine remembers, as in a fresh clone.
fn forget(scene: &Scene) {
    fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
}

/// Runs a command with little memory and gives its exit code and what it said on stderr.
#[track_caller]
fn run_small(scene: &Scene, args: &str) -> (i32, String) {
    let script = format!("ulimit -d {MEMORY_KIB} && exec \"$0\" {args} >/dev/null");
    let mut command = raw_command(&scene.repo, "sh", &scene.repo.path("."));
    let output = command.args(["-c", &script, BIN]).output().unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[track_caller]
fn stop(scene: &Scene) -> Output {
    let payload = json!({ "hook_event_name": "Stop", "session_id": "s1" }).to_string();
    let hook = scene.charter(&["hook", "claude"]).env_remove("CHARTER_ACTOR");
    hook.stdin(&payload).run().success()
}

#[test]
fn a_long_ledger_is_read_with_the_memory_of_a_short_one() {
    let scene = Scene::with_criteria();
    lengthen(&scene, 4000, 32 * 1024);
    let ledger = fs::metadata(scene.repo.path(scene.ledger())).unwrap().len();
    assert!(ledger > 60 * 1024 * 1024, "{ledger} bytes would fit");
    let cases = ["log -n 3", "log", "log --json", "doctor", "status", "show entry-001"];
    for args in cases {
        let (code, said) = run_small(&scene, args);
        assert_eq!(code, 0, "charter {args}: {said}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_a_log() {
    let scene = Scene::with_criteria();
    lengthen(&scene, 2000, 1024);
    for args in [&["log"][..], &["log", "--json"]] {
        let mut running = scene.charter(args).spawn();
        let mut out = BufReader::new(running.child().stdout.take().unwrap());
        out.read_line(&mut String::new()).unwrap();
        drop(out);
        let output = running.wait().success();
        assert_eq!(output.stderr, "");
    }
}

#[test]
fn what_is_printed_in_pieces_is_what_would_be_printed_whole() {
    let scene = Scene::with_criteria();
    lengthen(&scene, 2400, 3);
    let json = scene.charter(&["log", "--json"]).run().success();
    assert_eq!(json.json()["events"], Value::Array(scene.events()));
    assert_eq!(json.stdout, format!("{:#}\n", json.json()));
    let text = scene.charter(&["log"]).run().success().stdout;
    let numbers: Vec<usize> =
        text.lines().filter_map(|it| it.get(..5)?.trim().parse().ok()).collect();
    assert_eq!(numbers, (1..=scene.lines().len()).collect::<Vec<_>>());
}

#[test]
fn a_hook_lets_go_of_a_long_history_that_was_not_checked_here_and_a_command_checks_it_once() {
    let scene = Scene::with_criteria();
    let _ = scene.charter(&["use", "nurses", "--session", "s1"]).run().success();
    lengthen(&scene, 600, 4096);
    forget(&scene);
    let output = stop(&scene);
    assert_eq!(output.stdout, "");
    let typed = format!("charter status --charter {}", scene.id);
    assert!(output.stderr.contains(&typed), "{output}");
    assert_eq!(output.stderr.lines().count(), 1, "{output}");
    assert!(!scene.repo.path(".charter/.local").exists(), "a hook writes nothing here");
    let line = scene.charter(&["statusline"]).run().success();
    assert!(line.stdout.contains("charter status"), "{line}");

    let _ = scene.charter(&["status", "--charter", &scene.id]).run().success();
    let output = stop(&scene);
    assert_eq!(output.json()["decision"], "block", "{output}");
    assert_eq!(output.stderr, "");
}

#[test]
fn any_command_checks_the_histories_that_it_chooses_among() {
    let scene = Scene::with_criteria();
    let _ = scene.charter(&["use", "nurses", "--session", "s1"]).run().success();
    lengthen(&scene, 600, 4096);
    let _ = scene.charter(&["new", "--json", "--", "another"]).run().success();
    forget(&scene);
    let _ = scene.charter(&["status", "--charter", "another"]).run().success();
    assert_eq!(stop(&scene).json()["decision"], "block");
}

#[test]
fn a_hostile_ledger_is_a_finding_and_takes_no_memory() {
    let scene = Scene::with_criteria();
    let _ = scene.charter(&["use", "nurses", "--session", "s1"]).run().success();
    let path = scene.repo.path(scene.ledger());
    let sound = fs::read(&path).unwrap();
    let long = [sound.as_slice(), &b" ".repeat(9 * 1024 * 1024), b"\n", &sound].concat();
    let values =
        format!("{}[{}0]\n", String::from_utf8(sound.clone()).unwrap(), "0,".repeat(3_000_000));
    let hostile: [(&str, &[u8], u64); 4] = [
        ("zeros without an end", &sound, 1024 * 1024 * 1024),
        ("nothing but zeros", b"", 1024 * 1024 * 1024),
        ("a line that is too long", &long, 0),
        ("a line of too many values", values.as_bytes(), 0),
    ];
    for (what, bytes, n_zeros) in hostile {
        fs::write(&path, bytes).unwrap();
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(bytes.len() as u64 + n_zeros).unwrap();
        assert_eq!(stop(&scene).stdout, "", "{what}");
        let (code, said) = run_small(&scene, "status");
        assert_eq!(code, 0, "{what}: {said}");
        assert!(said.contains("[foreign-line]"), "{what}: {said}");
        let (code, said) = run_small(&scene, "log");
        assert_eq!(code, 0, "{what}: {said}");
        let (code, _) = run_small(&scene, "pause");
        assert_eq!(code, 4, "{what}: nothing is written behind it");
    }
}

/// Puts a program in the place of git that notes what it is asked, and gives where.
fn watch_git(scene: &Scene) -> (String, String) {
    let (dir, calls) = (scene.repo.home().join("bin"), scene.repo.home().join("calls"));
    fs::create_dir_all(&dir).unwrap();
    let git = ["/usr/local/bin/git", "/usr/bin/git", "/bin/git"];
    let git = git.into_iter().find(|it| fs::metadata(it).is_ok()).unwrap();
    let script = format!("#!/bin/sh\necho \"$*\" >> '{}'\nexec {git} \"$@\"\n", calls.display());
    let path = dir.join("git");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let search = format!("{}:/usr/local/bin:/usr/bin:/bin", dir.display());
    (search, calls.display().to_string())
}

#[test]
fn a_look_asks_git_for_no_more_than_the_evidence_rests_on() {
    let scene = Scene::new();
    scene.repo.write("src/a.sh", "exit 0\n");
    let _ = scene.repo.git(&["add", "src"]).success();
    let _ = scene.repo.git(&["commit", "-qm", "a"]).success();
    let register = "## m1 One\n\n### VAL-A-1 — one\nVerifier: command\nCommand: sh src/a.sh\n\n\
                    ### VAL-B-1 — two\nVerifier: manual\nWatches: src/**\n";
    scene.repo.write(scene.file("criteria.md"), register);
    let _ = scene.charter(&["prove", "VAL-A-1", "--", "sh", "src/a.sh"]).run();
    let args = ["record", "VAL-B-1", "--pass", "-m", "seen", "--because", "looked"];
    let _ = scene.charter(&args).run().success();
    let (search, calls) = watch_git(&scene);
    for command in ["status", "statusline"] {
        let _ = scene.charter(&[command]).env("PATH", &search).run().success();
        let asked = fs::read_to_string(&calls).unwrap();
        fs::remove_file(&calls).unwrap();
        let listed = asked.lines().filter(|it| it.contains("ls-files")).count();
        assert!(listed <= 2, "{command}: {asked}");
        for call in asked.lines().filter(|it| it.contains("--others")) {
            assert!(call.contains("src"), "{command} looks for new files everywhere: {call}");
        }
    }
}

#[test]
fn a_large_file_that_nothing_rests_on_is_not_read() {
    let scene = Scene::new();
    scene.repo.write("src/a.sh", "exit 0\n");
    let _ = scene.repo.git(&["add", "src"]).success();
    let _ = scene.repo.git(&["commit", "-qm", "a"]).success();
    let file = fs::File::create(scene.repo.path("large.bin")).unwrap();
    file.set_len(64 * 1024 * 1024 * 1024).unwrap();
    let register = "## m1 One\n\n### VAL-A-1 — one\nVerifier: command\nCommand: sh src/a.sh\n\n\
                    ### VAL-B-1 — two\nVerifier: manual\nWatches: *.sh\n";
    scene.repo.write(scene.file("criteria.md"), register);
    scene.repo.write("b.sh", "exit 0\n");
    let _ = scene.charter(&["prove", "VAL-A-1", "--", "sh", "src/a.sh"]).run();
    let args = ["record", "VAL-B-1", "--pass", "-m", "seen", "--because", "looked"];
    let _ = scene.charter(&args).run().success();
    let check = scene.charter(&["check", "--json"]).run().json();
    let rows = check["criteria"].as_array().unwrap();
    let row = rows.iter().find(|it| it["id"] == "VAL-B-1").unwrap();
    assert_eq!(row["counts"], true, "{row:#}");
}

#[test]
fn thousands_of_entries_are_one_recording() {
    let scene = Scene::new();
    let mut register = String::from("## m1 One\n\n");
    let mut entries = Vec::new();
    for number in 0..2000 {
        let _ = write!(register, "### VAL-N-{number:04} — thing\nVerifier: manual\n\n");
        entries.push(json!({
            "criterionId": format!("VAL-N-{number:04}"), "outcome": "pass", "source": "manual",
            "summary": "seen", "because": "looked",
        }));
    }
    scene.repo.write(scene.file("criteria.md"), register);
    scene.repo.write("entries.json", Value::Array(entries).to_string());
    let report = scene.charter(&["record", "--json", "--batch", "entries.json"]).run().success();
    assert_eq!(report.json()["entries"].as_array().unwrap().len(), 2000);
    let verify = scene.charter(&["verify", "--json"]).run().json();
    assert_eq!(verify["problems"], json!([]));
}
