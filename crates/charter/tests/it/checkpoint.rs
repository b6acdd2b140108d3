//! `charter checkpoint`: gates to fill in, checked against the files of a real project.

use crate::scene::{Scene, kept_tree, keys, refused, repo, texts};
use charter_testkit::Repo;
use charter_testkit::picture::{Canvas, bomb_png};
use serde_json::{Value, json};
use std::os::unix::fs::symlink;

const GATE: &str = "gate.json";

fn source(repo: &Repo) -> String {
    let value = repo.charter(&["checkpoint", "source", GATE, "--json"]).run().success().json();
    assert_eq!(keys(&value), ["ok", "sourceHash", "files"]);
    value["sourceHash"].as_str().unwrap().to_owned()
}

fn lane(source: &str) -> Value {
    json!({ "status": "CLEAR", "sourceHash": source, "evidence": "read what changed", "blockers": [] })
}

/// A gate about milestone m1 that passes, with the files that it names.
fn honest(scene: &Scene) -> Value {
    let repo = &scene.repo;
    repo.write(GATE, "{}");
    let source = source(repo);
    repo.write("shots/page.png", Canvas::page(360, 200, 3, 20).png());
    let step = json!({ "type": "click", "selector": "#save", "timestamp": "2026-11-16T08:00:00Z" });
    let steps =
        json!({ "schemaVersion": 1, "surface": "web", "tool": "playwright", "actions": [step] });
    repo.write("shots/steps.json", steps.to_string());
    repo.write("shots/report.txt", "12 tests passed\n");
    let surface = |id: &str, contract: &str, surface: &str, artifacts: Value| {
        json!({ "id": id, "contractRef": contract, "surface": surface, "invocation": "as a user would",
            "verdict": "passed", "artifactRefs": artifacts })
    };
    json!({
        "architectReview": {
            "architectureStatus": "CLEAR", "productStatus": "CLEAR", "codeStatus": "CLEAR",
            "recommendation": "APPROVE", "evidence": "the walls hold", "commands": ["cargo test"],
            "blockers": [],
        },
        "executorQa": {
            "status": "passed", "e2eStatus": "passed", "redTeamStatus": "passed",
            "e2eCommands": ["npx playwright test"], "redTeamCommands": ["cargo test --test red"],
            "evidence": "12 of 12", "blockers": [],
            "artifactRefs": [
                { "id": "shot", "kind": "screenshot", "description": "the page", "path": "shots/page.png" },
                { "id": "steps", "kind": "automation", "description": "the steps", "path": "shots/steps.json" },
                { "id": "report", "kind": "api-test-report", "description": "tests", "path": "shots/report.txt" },
            ],
            "surfaceEvidence": [
                surface("s1", "VAL-ENTRY-001", "web", json!(["shot", "steps"])),
                surface("s2", "VAL-ENTRY-002", "api", json!(["report"])),
            ],
            "adversarialCases": [
                { "id": "a1", "contractRef": "VAL-ENTRY-001", "scenario": "no network",
                  "expectedBehavior": "it waits", "verdict": "passed", "artifactRefs": ["report"] },
            ],
            "contractCoverage": [
                { "id": "c1", "contractRef": "VAL-ENTRY-001", "obligation": "it is kept", "status": "covered",
                  "surfaceEvidenceRefs": ["s1"], "adversarialCaseRefs": ["a1"] },
                { "id": "c2", "contractRef": "VAL-ENTRY-002", "obligation": "both are there",
                  "status": "covered", "surfaceEvidenceRefs": ["s2"] },
            ],
        },
        "iteration": {
            "status": "passed", "fullRerun": true, "rerunCommands": ["cargo test"],
            "evidence": "everything once more", "blockers": [],
            "reviewCohort": { "reviewGeneration": 1, "sourceHash": source, "joined": true,
                "lanes": { "cleaner": lane(&source), "architect": lane(&source), "qa": lane(&source) } },
        },
        "criticReview": { "verdict": "OKAY", "evidence": "agreed", "blockers": [] },
    })
}

const VALIDATE: [&str; 5] = ["checkpoint", "validate", GATE, "--milestone", "m1"];

/// Checks a gate, and that doing so writes nothing; gives the report.
#[track_caller]
fn validate(scene: &Scene, gate: &Value) -> Value {
    scene.repo.write(GATE, format!("{gate:#}"));
    let before = kept_tree(&scene.repo);
    let output = scene.charter(&[&VALIDATE[..], &["--json"]].concat()).run();
    assert!(kept_tree(&scene.repo) == before, "it wrote something");
    let value = output.json();
    let ok = value["ok"].as_bool().unwrap();
    let _ = output.code(if ok { 0 } else { 1 });
    assert_eq!(ok, value["problems"].as_array().unwrap().is_empty(), "{value:#}");
    value
}

#[track_caller]
fn check(scene: &Scene, gate: &Value, problems: &[(&str, &str)]) {
    let value = validate(scene, gate);
    let found = texts(&value["problems"], "path").into_iter();
    let found: Vec<_> = found.zip(texts(&value["problems"], "code")).collect();
    assert_eq!(found, problems, "{value:#}");
}

fn artifact<'a>(gate: &'a mut Value, id: &str) -> &'a mut Value {
    let rows = gate["executorQa"]["artifactRefs"].as_array_mut().unwrap();
    rows.iter_mut().find(|it| it["id"] == id).unwrap()
}

#[test]
fn an_honest_gate_holds_and_says_how_much_was_looked_at() {
    let scene = Scene::with_criteria();
    let gate = honest(&scene);
    let value = validate(&scene, &gate);
    assert_eq!(value["ok"], true, "{value:#}");
    assert_eq!(
        keys(&value),
        [
            "ok",
            "gate",
            "milestoneId",
            "isFinal",
            "digest",
            "sourceHash",
            "counts",
            "problems",
            "nextActions"
        ]
    );
    let counts = json!({ "criteria": 2, "covered": 2, "files": 3, "filesRead": 3, "replays": 0, "replaysRun": 0 });
    assert_eq!(value["counts"], counts);
    let text = scene.charter(&VALIDATE).run().success().stdout;
    assert!(text.contains("2 of 2 criteria covered · 3 of 3 files read\n  holds\n"), "{text}");
    // The same, said in another order and with keys that hold nothing.
    let mut again: Value = serde_json::from_str(&gate.to_string()).unwrap();
    again["iteration"]["notes"] = json!([]);
    assert_eq!(validate(&scene, &again)["digest"], value["digest"]);
    let _ = scene.charter(&[&VALIDATE[..], &["--final"]].concat()).run().success();
    // It is named from the top of the project, wherever it is checked.
    let args = ["checkpoint", "validate", "../gate.json", "--milestone", "Entry works"];
    let _ = scene.repo.charter(&args).dir("src").run().success();
}

#[test]
fn everything_that_is_wrong_is_listed_in_words_too() {
    let scene = Scene::with_criteria();
    let gate = json!({ "architectReview": { "blockers": [1] }, "executorQa": {}, "iteration": {}, "x": 1 });
    let value = validate(&scene, &gate);
    let codes = texts(&value["problems"], "code");
    assert!(codes.len() > 20, "{codes:?}");
    for code in [
        "unsupported_keys",
        "architect_not_clear",
        "executor_qa_not_passed",
        "iteration_not_passed",
        "missing_evidence",
        "non_empty_blockers",
        "missing_command_array",
        "review_cohort_invalid",
        "criterion_not_covered",
    ] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    let output = scene.charter(&VALIDATE).run().code(1);
    assert_eq!(output.stdout.matches("✗").count(), codes.len(), "{output}");
    assert!(output.stdout.contains(&format!("refused  {} problems", codes.len())), "{output}");
    assert!(output.stdout.contains("next  charter checkpoint validate gate.json --milestone m1"));
    scene.repo.write(GATE, "{ not json");
    let value = scene.charter(&[&VALIDATE[..], &["--json"]].concat()).run().code(1).json();
    assert_eq!(texts(&value["problems"], "code"), ["gate_not_json"]);
    let _ = refused(&scene.repo, &["checkpoint", "validate", "none.json"], 4, "io");
}

#[test]
fn a_gate_to_fill_in_is_written_once() {
    let repo = repo();
    let args = ["checkpoint", "init", "--surface", "web", "--surface", "api", "--out", GATE];
    let value = repo.charter(&[&args[..], &["--json"]].concat()).run().success().json();
    assert_eq!((&value["path"], &value["surfaces"]), (&json!(GATE), &json!(["web", "api"])));
    let gate: Value = serde_json::from_str(&repo.read(GATE)).unwrap();
    assert_eq!(texts(&gate["executorQa"]["surfaceEvidence"], "surface"), ["web", "api"]);
    let _ = refused(&repo, &args, 2, "out-exists");
    let _ = refused(&repo, &["checkpoint", "init", "--surface", "web"], 2, "usage");
    let _ = refused(&repo, &["checkpoint", "init", "--out", "other.json"], 2, "usage");
    let _ = refused(&repo, &["checkpoint", "nothing"], 2, "usage");
    // It needs no charter, and passes nothing before it is filled in.
    let value = repo.charter(&["checkpoint", "validate", GATE, "--json"]).run().code(1).json();
    assert!(value["problems"].as_array().unwrap().len() > 20, "{value:#}");
}

#[test]
fn a_milestone_is_known_and_each_of_its_criteria_is_covered() {
    let scene = Scene::with_criteria();
    let mut gate = honest(&scene);
    gate["executorQa"]["contractCoverage"][1]["contractRef"] = "a promise of ours".into();
    gate["executorQa"]["surfaceEvidence"][1]["contractRef"] = "a promise of ours".into();
    let place = "executorQa.contractCoverage";
    check(&scene, &gate, &[(place, "criterion_not_covered")]);
    let args = ["waive", "VAL-ENTRY-002", "--reason", "not this time"];
    let _ = scene.charter(&args).env("CHARTER_ACTOR", "person:Ada").run().success();
    check(&scene, &gate, &[]);
    let named = |name: &str| {
        let args = ["checkpoint", "validate", GATE, "--milestone", name, "--json"];
        let value = scene.charter(&args).run().code(1).json();
        texts(&value["problems"], "code").iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(named("m9"), ["unknown_milestone"]);
    assert_eq!(named("m"), ["ambiguous_milestone"]);
    let _ = scene.charter(&["checkpoint", "validate", GATE]).run().success();
}

#[test]
fn a_page_is_shown_by_its_steps_and_a_picture_with_something_on_it() {
    let scene = Scene::with_criteria();
    let gate = honest(&scene);
    let place = "executorQa.artifactRefs[0].path";
    let page = Canvas::page(360, 200, 3, 20);
    for (name, bytes, code) in [
        ("blank", Canvas::blank(360, 200).png(), "screenshot_uniform"),
        ("small", Canvas::page(300, 200, 3, 20).png(), "screenshot_too_small"),
        ("garbage", b"not a picture".repeat(500), "image_not_decodable"),
        ("cut off", page.png()[..9000].to_vec(), "image_not_decodable"),
        ("GIF", [&b"GIF89a"[..], &[0; 5000]].concat(), "image_format_unsupported"),
        ("BMP", [&b"BM"[..], &[0; 5000]].concat(), "image_format_unsupported"),
        ("WebP", [&b"RIFF1234WEBP"[..], &[0; 5000]].concat(), "image_format_unsupported"),
        (
            "JPEG that is none",
            [&[0xff, 0xd8, 0xff][..], &[7; 5000], &[0xff, 0xd9]].concat(),
            "image_not_decodable",
        ),
        ("bomb", bomb_png(60_000, 60_000, 5000), "image_too_large"),
    ] {
        scene.repo.write("shots/page.png", bytes);
        let value = validate(&scene, &gate);
        assert_eq!(texts(&value["problems"], "code"), [code], "{name}");
        assert_eq!(texts(&value["problems"], "path"), [place], "{name}");
    }
    scene.repo.write("shots/page.png", page.interlaced_png());
    check(&scene, &gate, &[]);
    scene.repo.write("shots/page.png", page.jpeg());
    check(&scene, &gate, &[]);
    let place = "executorQa.artifactRefs[1].path";
    scene.repo.write("shots/steps.json", "");
    check(&scene, &gate, &[(place, "artifact_empty")]);
    scene.repo.write("shots/steps.json", "clicked here and there");
    check(&scene, &gate, &[(place, "transcript_not_json")]);
}

#[test]
fn a_path_stays_in_the_project() {
    let scene = Scene::with_criteria();
    let outside = scene.repo.home().join("secret.txt");
    std::fs::write(&outside, "secret\n").unwrap();
    let place = "executorQa.artifactRefs[2].path";
    let parent = format!("../{}/secret.txt", scene.repo.home().file_name().unwrap().display());
    symlink(&outside, scene.repo.path("link.txt")).unwrap();
    symlink(scene.repo.home(), scene.repo.path("linked")).unwrap();
    let mut gate = honest(&scene);
    std::fs::remove_file(scene.repo.path("shots/report.txt")).unwrap();
    for path in [
        "../nothing.txt",
        &parent,
        outside.to_str().unwrap(),
        "link.txt",
        "linked/secret.txt",
        "/etc/passwd",
    ] {
        artifact(&mut gate, "report")["path"] = path.into();
        let value = validate(&scene, &gate);
        assert_eq!(texts(&value["problems"], "code"), ["artifact_outside"], "{path}");
    }
    artifact(&mut gate, "report")["path"] = "shots".into();
    check(&scene, &gate, &[(place, "artifact_no_file")]);
    artifact(&mut gate, "report")["path"] = "shots/none.txt".into();
    check(&scene, &gate, &[(place, "artifact_missing")]);
    // A link that stays inside leads to a file of the project.
    symlink("steps.json", scene.repo.path("shots/latest.txt")).unwrap();
    artifact(&mut gate, "report")["path"] = "shots/latest.txt".into();
    let value = validate(&scene, &gate);
    assert!(!texts(&value["problems"], "path").contains(&place), "{value:#}");
}

#[test]
fn a_replay_that_nobody_ran_is_not_green() {
    let scene = Scene::with_criteria();
    let mut gate = honest(&scene);
    std::fs::remove_file(scene.repo.path("shots/report.txt")).unwrap();
    let row = artifact(&mut gate, "report").as_object_mut().unwrap();
    row.remove("path");
    row.insert("kind".to_owned(), "api-cli-replay".into());
    row.insert(
        "replay".to_owned(),
        json!({ "schemaVersion": 1, "kind": "cli-replay", "replaySafe": true,
        "command": ["git", "--version"], "recordedStdout": "git version 2\n" }),
    );
    let value = validate(&scene, &gate);
    assert_eq!(texts(&value["problems"], "code"), ["replay_not_run"], "{value:#}");
    assert_eq!(
        (&value["counts"]["replays"], &value["counts"]["replaysRun"]),
        (&json!(1), &json!(0))
    );
    artifact(&mut gate, "report")["replay"]["command"] = "git --version; rm -rf .".into();
    let value = validate(&scene, &gate);
    assert_eq!(texts(&value["problems"], "code"), ["replay_command_string"], "{value:#}");
}

#[test]
fn a_replay_is_run_when_it_is_asked_for_and_must_do_the_same() {
    let (scene, mut gate) = shown();
    scene.repo.write("greet.sh", "echo \"hello from $PWD\"; echo careful >&2; exit 3\n");
    let row = artifact(&mut gate, "report").as_object_mut().unwrap();
    row.remove("path");
    row.insert("kind".to_owned(), "api-cli-replay".into());
    let here = scene.repo.path("");
    let replay = json!({ "schemaVersion": 1, "kind": "cli-replay", "replaySafe": true,
        "command": ["sh", "greet.sh"], "recordedStdout": format!("hello from {}\n", here.display()),
        "recordedStderr": "careful\n", "expectedExitCode": 3 });
    row.insert("replay".to_owned(), replay);
    scene.repo.write(GATE, gate.to_string());
    let hash = json!(source(&scene.repo));
    gate["iteration"]["reviewCohort"]["sourceHash"] = hash.clone();
    for name in ["cleaner", "architect", "qa"] {
        gate["iteration"]["reviewCohort"]["lanes"][name]["sourceHash"] = hash.clone();
    }
    let run = |scene: &Scene, gate: &Value| {
        scene.repo.write(GATE, gate.to_string());
        let args = [&VALIDATE[..], &["--replay", "--yes", "--json"]].concat();
        let value = scene.charter(&args).run().json();
        texts(&value["problems"], "code").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(run(&scene, &gate), [""; 0]);
    for (key, value, code) in [
        ("recordedStdout", json!("hello from elsewhere\n"), "replay_stdout_differs"),
        ("recordedStderr", json!(""), "replay_stderr_differs"),
        ("expectedExitCode", json!(0), "replay_exit_differs"),
        ("command", json!("sh greet.sh"), "replay_command_string"),
        ("command", json!(["/bin/sh", "greet.sh"]), "replay_executable_path"),
        ("env", json!({ "LD_PRELOAD": "x.so" }), "replay_env_not_allowed"),
        ("cwd", json!("../elsewhere"), "replay_cwd_outside"),
    ] {
        let mut gate = gate.clone();
        artifact(&mut gate, "report")["replay"][key] = value;
        assert_eq!(run(&scene, &gate), [code], "{key}");
    }
    let mut slow = gate.clone();
    let replay = &mut artifact(&mut slow, "report")["replay"];
    replay["command"] = json!(["sleep", "30"]);
    replay["timeout"] = json!(1);
    assert_eq!(run(&scene, &slow), ["replay_timed_out"]);
    scene.repo.write(".charter/config.toml", "replay-allow = [\"cargo test\"]\n");
    assert_eq!(run(&scene, &gate), ["replay_command_not_allowed"]);
    scene.repo.write(".charter/config.toml", "replay-allow = [\"sh greet.sh\"]\n");
    let args = ["checkpoint", "m1", "--gate", GATE, "--replay", "--yes", "--json"];
    let value = scene.charter(&args).run().success().json();
    assert_eq!((&value["counts"]["replaysRun"], &value["changed"]), (&json!(1), &json!(true)));
    assert!(value["protection"]["files"].is_string(), "{value:#}");
}

/// Makes the report of a gate a replay of a command.
fn with_replay(gate: &mut Value, command: &Value) {
    let row = artifact(gate, "report").as_object_mut().unwrap();
    row.remove("path");
    row.insert("kind".to_owned(), "api-cli-replay".into());
    let replay = json!({ "schemaVersion": 1, "kind": "cli-replay", "replaySafe": true,
        "command": command, "recordedStdout": "hello\n" });
    row.insert("replay".to_owned(), replay);
}

#[test]
fn the_commands_of_a_gate_run_only_with_a_word() {
    let (scene, mut gate) = shown();
    scene.repo.write("greet.sh", "touch ran; echo hello\n");
    with_replay(&mut gate, &json!(["sh", "greet.sh"]));
    scene.repo.write(GATE, gate.to_string());
    let ask = [&VALIDATE[..], &["--replay"]].concat();
    let output = refused(&scene.repo, &ask, 1, "commands-unknown-here");
    assert!(output.stderr.contains("sh greet.sh"), "{output}");
    let next = format!("charter checkpoint validate {GATE} --milestone m1 --replay --yes");
    assert!(output.stderr.contains(&next), "{output}");
    let take = ["checkpoint", "m1", "--gate", GATE, "--replay"];
    let output = refused(&scene.repo, &take, 1, "commands-unknown-here");
    let next = format!("charter checkpoint m1 --gate {GATE} --replay --yes");
    assert!(output.stderr.contains(&next), "{output}");
    assert!(!scene.repo.path("ran").exists(), "nothing ran");
    // At a terminal it is asked about; a no is a no.
    let mut pty = scene.charter(&ask).on_terminal(100, 24);
    assert!(pty.wait_for("Run them? [y/N]").contains("sh greet.sh"));
    pty.send("n\n");
    assert_eq!(pty.end().0, Some(1));
    assert!(!scene.repo.path("ran").exists(), "nothing ran");
    // The word is for what was listed, not for what stands there afterwards.
    let mut pty = scene.charter(&ask).on_terminal(100, 24);
    let _ = pty.wait_for("Run them? [y/N]");
    let mut other = gate.clone();
    artifact(&mut other, "report")["replay"]["command"] = json!(["touch", "ran"]);
    scene.repo.write(GATE, other.to_string());
    pty.send("y\n");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("commands-unknown-here"), "{screen}");
    assert!(!scene.repo.path("ran").exists(), "nothing ran: {screen}");
    scene.repo.write(GATE, gate.to_string());
    let output = scene.charter(&[&ask[..], &["--yes"]].concat()).run();
    assert!(output.stdout.contains("sandbox network: "), "{output}");
    assert!(scene.repo.path("ran").exists(), "{output}");
}

#[test]
fn the_replays_of_a_gate_that_are_run_have_a_number() {
    let (scene, mut gate) = shown();
    with_replay(&mut gate, &json!(["echo", "hello"]));
    let row = artifact(&mut gate, "report").clone();
    for number in 0..50 {
        let mut row = row.clone();
        row["id"] = format!("more-{number}").into();
        gate["executorQa"]["artifactRefs"].as_array_mut().unwrap().push(row);
    }
    scene.repo.write(GATE, gate.to_string());
    let args = [&VALIDATE[..], &["--replay", "--yes", "--json"]].concat();
    let value = scene.charter(&args).run().json();
    assert_eq!(
        (&value["counts"]["replays"], &value["counts"]["replaysRun"]),
        (&json!(51), &json!(50)),
        "{value:#}"
    );
}

#[test]
fn the_source_is_its_content_however_it_is_kept() {
    let scene = Scene::with_criteria();
    let gate = honest(&scene);
    check(&scene, &gate, &[]);
    let before = source(&scene.repo);
    assert_eq!(source(&scene.repo), before);
    assert_eq!(gate["iteration"]["reviewCohort"]["sourceHash"], before);
    // Who hashes it before the gate names its files gets them in, and that is as good.
    scene.repo.write(GATE, "{}");
    let with_files = source(&scene.repo);
    assert_ne!(with_files, before);
    let other: Value =
        serde_json::from_str(&gate.to_string().replace(&before, &with_files)).unwrap();
    check(&scene, &other, &[]);
    check(&scene, &gate, &[]);
    let plain = scene.charter(&["checkpoint", "source"]).run().success().stdout;
    assert_eq!(plain.trim().len(), 64, "{plain}");
    // Documents, the gate and what only it names are no source; neither is it a change to commit.
    scene.repo.write("README.md", "more words\n");
    scene.repo.write("shots/page.png", Canvas::page(360, 200, 4, 20).png());
    assert_eq!(source(&scene.repo), before);
    let _ = scene.repo.git(&["add", "src"]);
    let _ = scene.repo.git(&["commit", "-qm", "entry"]);
    assert_eq!(source(&scene.repo), before);
    check(&scene, &gate, &[]);
    scene.repo.write("src/new.rs", "// new\n");
    assert_ne!(source(&scene.repo), before);
    check(&scene, &gate, &[("iteration.reviewCohort.sourceHash", "source_hash_stale")]);
    let text = scene.charter(&VALIDATE).run().code(1).stdout;
    assert!(text.contains("next  charter checkpoint source gate.json"), "{text}");
    std::fs::remove_file(scene.repo.path("src/new.rs")).unwrap();
    assert_eq!(source(&scene.repo), before);
    // A file that git follows is source, though a gate calls it an artifact.
    let mut gate = gate;
    artifact(&mut gate, "report")["path"] = "src/entry/mod.rs".into();
    scene.repo.write(GATE, gate.to_string());
    let named = source(&scene.repo);
    scene.repo.write("src/entry/mod.rs", "// another\n");
    assert_ne!(source(&scene.repo), named);
}

#[test]
fn without_git_the_files_are_walked() {
    let repo = Repo::without_git(crate::scene::BIN);
    repo.write("src/a.rs", "// a\n");
    let hash = || repo.charter(&["checkpoint", "source"]).run().success().stdout;
    let before = hash();
    assert_eq!(hash(), before);
    repo.write("src/a.rs", "// b\n");
    assert_ne!(hash(), before);
    let files: Vec<String> = repo.snapshot_tree().into_keys().collect();
    assert_eq!(files, ["src/a.rs"], "a look leaves nothing behind");
}

/// A strict charter with one milestone that a person showed, and its gate written.
fn shown() -> (Scene, Value) {
    let repo = repo();
    repo.list_signer("Ada");
    repo.write("src/a.txt", "a");
    let _ = repo.git(&["add", "src"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let args = ["new", "Nurses", "--rigor", "strict", "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let text = "## m1 Entry\n\n### VAL-ENTRY-001 — kept\nVerifier: manual\n\n\
                ### VAL-ENTRY-002 — both\nVerifier: manual\n";
    scene.repo.write(scene.file("criteria.md"), text);
    let _ = scene.charter(&["agree"]).run().success();
    for id in ["VAL-ENTRY-001", "VAL-ENTRY-002"] {
        show(&scene, id);
    }
    let gate = honest(&scene);
    scene.repo.write(GATE, gate.to_string());
    (scene, gate)
}

fn show(scene: &Scene, id: &str) {
    let args = ["record", id, "--pass", "-m", "seen", "--because", "on the ward"];
    let _ = scene.charter(&[&args[..], &["--actor", "person:Ada"]].concat()).run().success();
}

fn take(scene: &Scene) -> Value {
    scene.charter(&["checkpoint", "m1", "--gate", GATE, "--json"]).run().success().json()
}

fn reasons(scene: &Scene) -> Vec<String> {
    let status = scene.charter(&["status", "--json"]).run().success().json();
    texts(&status["blockers"], "reason").into_iter().map(str::to_owned).collect()
}

#[test]
fn a_checkpoint_wants_a_gate_and_a_milestone_that_is_there() {
    let (scene, gate) = shown();
    let output = scene.charter(&["checkpoint", "m1"]).run().code(2);
    assert!(output.stderr.contains("--gate <FILE>"), "{output}");
    let args = ["checkpoint", "m9", "--gate", GATE];
    let refusal = refused(&scene.repo, &args, 2, "unknown-milestone");
    assert!(refusal.stderr.contains("there is m1"), "{refusal}");
    let legacy = json!({ "codeReview": { "status": "passed" } });
    scene.repo.write(GATE, legacy.to_string());
    let args = ["checkpoint", "m1", "--gate", GATE, "--json"];
    let value = scene.charter(&args).run().code(1).json();
    assert_eq!(value["code"], "gate-refused");
    assert!(texts(&value["problems"], "code").contains(&"legacy_code_review"), "{value:#}");
    assert_eq!(reasons(&scene).first().map(String::as_str), Some("receipt-missing"));
    scene.repo.write(GATE, gate.to_string());
    let only = scene.charter(&["checkpoint", "--gate", GATE, "--json"]).run().success().json();
    assert_eq!(only["milestoneId"], "m1", "the only one needs no name");
}

#[test]
fn a_gate_that_is_refused_leaves_every_file_as_it_was() {
    let (scene, mut gate) = shown();
    gate["architectReview"]["codeStatus"] = json!("WATCH");
    scene.repo.write(GATE, gate.to_string());
    let before = kept_tree(&scene.repo);
    let args = ["checkpoint", "m1", "--gate", GATE];
    let _ = refused(&scene.repo, &args, 1, "gate-refused");
    assert_eq!(kept_tree(&scene.repo), before);
}

#[test]
fn a_receipt_is_minted_goes_stale_and_is_minted_anew() {
    let (scene, gate) = shown();
    let value = take(&scene);
    assert_eq!((&value["changed"], &value["receipt"]["kind"]), (&json!(true), &json!("final")));
    let first = value["receipt"]["receiptId"].clone();
    let again = take(&scene);
    assert_eq!((&again["changed"], &again["receipt"]["receiptId"]), (&json!(false), &first));
    assert_eq!(reasons(&scene), ["report-missing"], "only the report is left");
    show(&scene, "VAL-ENTRY-001");
    assert_eq!(reasons(&scene), ["receipt-stale", "report-missing"]);
    let anew = take(&scene);
    assert_ne!(anew["receipt"]["receiptId"], first);
    assert_eq!(reasons(&scene), ["report-missing"]);
    // Without the critic's word nothing is final.
    show(&scene, "VAL-ENTRY-002");
    let mut without = gate.clone();
    let _ = without.as_object_mut().unwrap().remove("criticReview");
    scene.repo.write(GATE, without.to_string());
    let args = ["checkpoint", "m1", "--gate", GATE, "--json"];
    let value = scene.charter(&args).run().code(1).json();
    assert_eq!(texts(&value["problems"], "path"), ["criticReview"], "{value:#}");
    scene.repo.write(GATE, gate.to_string());
    assert_eq!(take(&scene)["changed"], true);
}

#[test]
fn a_receipt_that_is_forged_breaks_the_ledger() {
    let (scene, _) = shown();
    let _ = take(&scene);
    let mut lines = scene.lines();
    let taken = lines.iter_mut().find(|it| it.contains("\"kind\":\"final\"")).unwrap();
    *taken = taken.replace("\"kind\":\"final\"", "\"kind\":\"milestone\"");
    scene.write_lines(&lines);
    let args = ["checkpoint", "m1", "--gate", GATE, "--json"];
    assert_eq!(scene.charter(&args).run().code(4).json()["code"], "ledger-broken");
}

#[test]
fn a_strict_charter_is_completed_with_its_receipts() {
    let (scene, _) = shown();
    let report = "# Report\n\n## Objective\n\nx\n\n## Outcome\n\nDone.\n\n## Notes\n\nNone.\n";
    scene.repo.write(scene.file("REPORT.md"), report);
    let output = scene.charter(&["complete", "--json"]).run().code(1).json();
    assert_eq!(texts(&output["problems"], "code"), ["receipt-missing"]);
    assert_eq!(output["problems"][0]["path"], "m1");
    let _ = take(&scene);
    let _ = scene.charter(&["complete"]).run().success();
}

#[test]
fn a_source_that_moved_on_needs_another_review() {
    let (scene, _) = shown();
    scene.repo.write("src/a.txt", "changed behind the reviewers' backs");
    let args = ["checkpoint", "m1", "--gate", GATE, "--json"];
    let value = scene.charter(&args).run().code(1).json();
    assert!(texts(&value["problems"], "code").contains(&"source_hash_stale"), "{value:#}");
}

#[test]
fn a_recording_that_charter_made_shows_a_native_surface() {
    let scene = Scene::with_criteria();
    let draw = "printf '\\033[2J\\033[H'\nfor i in $(seq 20); do echo \"row $i of the screen, drawn\"; done\n";
    scene.repo.write("draw.sh", draw);
    let args = ["prove", "VAL-ENTRY-001", "--pty", "--no-base", "--because", "it is drawn"];
    let args = [&args[..], &["--json", "--", "sh", "draw.sh"]].concat();
    let value = scene.charter(&args).run().json();
    let dir = value["entries"][0]["path"].as_str().unwrap();
    let tape = scene.file(&format!("{dir}/terminal.cast"));
    let mut gate = honest(&scene);
    gate["executorQa"]["surfaceEvidence"][0]["surface"] = json!("TUI");
    gate["executorQa"]["surfaceEvidence"][0]["artifactRefs"] = json!(["tape"]);
    let rows = gate["executorQa"]["artifactRefs"].as_array_mut().unwrap();
    rows.push(json!({ "id": "tape", "kind": "pty", "description": "the screen", "path": tape }));
    check(&scene, &gate, &[]);
    // Known by what it is as well, where its kind does not say it.
    artifact(&mut gate, "tape")["kind"] = json!("native");
    check(&scene, &gate, &[]);
}
