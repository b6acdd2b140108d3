//! Gates, honest and otherwise: each case changes one thing about a gate that passes.

use super::*;
use crate::artifact::{Place, Replayed};
use crate::event::ReceiptKind;
use crate::gate::{FileFacts, ReplaySeen, SeenFile, digest, template, wants};
use charter_contract::artifact::{Picture, PictureFormat, PictureProblem};
use serde_json::json;

const SOURCE: &str = "5f0c1f7a";

fn lane() -> Value {
    json!({ "status": "CLEAR", "sourceHash": SOURCE, "evidence": "read every changed file", "blockers": [] })
}

/// A gate of a web surface and a package that passes.
fn honest() -> Value {
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
                { "id": "shot", "kind": "screenshot", "description": "the page", "path": "shot.png" },
                { "id": "steps", "kind": "browser-automation", "description": "the steps", "path": "steps.json" },
                { "id": "report", "kind": "api-test-report", "description": "the tests", "path": "report.txt" },
            ],
            "surfaceEvidence": [
                { "id": "s1", "contractRef": "VAL-A", "surface": "web", "invocation": "open it",
                  "verdict": "passed", "artifactRefs": ["shot", "steps"] },
                { "id": "s2", "contractRef": "VAL-B", "surface": "api", "invocation": "call it",
                  "result": "success", "artifactRefs": ["report"] },
            ],
            "adversarialCases": [
                { "id": "a1", "contractRef": "VAL-A", "scenario": "no network", "expectedBehavior": "it waits",
                  "verdict": "passed", "artifactRefs": ["report"] },
            ],
            "contractCoverage": [
                { "id": "c1", "contractRef": "VAL-A", "obligation": "it is kept", "status": "covered",
                  "surfaceEvidenceRefs": ["s1"], "adversarialCaseRefs": ["a1"] },
                { "id": "c2", "contractRef": "VAL-B", "obligation": "it answers", "status": "verified",
                  "surfaceEvidenceRefs": ["s2"], "artifactRefs": ["report"] },
            ],
        },
        "iteration": {
            "status": "passed", "fullRerun": true, "rerunCommands": ["cargo test"],
            "evidence": "everything once more", "blockers": [],
            "reviewCohort": {
                "reviewGeneration": 1, "sourceHash": SOURCE, "joined": true,
                "lanes": { "cleaner": lane(), "architect": lane(), "qa": lane() },
            },
        },
        "criticReview": { "verdict": "OKAY", "evidence": "agreed", "blockers": [], "sourceHash": SOURCE },
    })
}

fn file(bytes: impl Into<Vec<u8>>) -> SeenFile {
    let picture = Err(PictureProblem::NotDecodable("no picture".to_owned()));
    SeenFile::File(FileFacts { bytes: bytes.into(), picture })
}

fn picture(width: u32, n_detail_rows: u32) -> SeenFile {
    let format = PictureFormat::Png;
    let picture = Picture { format, width, height: 720, n_colours: 9, n_detail_rows };
    SeenFile::File(FileFacts { bytes: vec![1; 5000], picture: Ok(picture) })
}

fn steps(surface: &str) -> Vec<u8> {
    let at = "2026-11-16T08:00:00Z";
    json!({ "schemaVersion": 1, "surface": surface, "tool": "playwright",
        "actions": [{ "type": "click", "selector": "#save", "timestamp": at }] })
    .to_string()
    .into_bytes()
}

fn seen() -> Seen {
    let files = [
        ("shot.png", picture(1280, 40)),
        ("steps.json", file(steps("web"))),
        ("report.txt", file("12 tests passed\n")),
    ];
    let files = files.into_iter().map(|(path, it)| (path.to_owned(), it)).collect();
    Seen { files, ..Seen::default() }
}

fn expected() -> Expected {
    let criteria = vec!["VAL-A".to_owned(), "VAL-B".to_owned()];
    Expected { kind: ReceiptKind::Final, criteria, sources: vec![SOURCE.to_owned()] }
}

fn found(gate: &Value, seen: &Seen) -> Vec<(String, String)> {
    let problems = check(gate, &expected(), seen);
    problems.into_iter().map(|it| (it.path, it.code)).collect()
}

#[track_caller]
fn check_seen(gate: &Value, seen: &Seen, problems: &[(&str, &str)]) {
    let found = found(gate, seen);
    let found: Vec<(&str, &str)> = found.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect();
    assert_eq!(found, problems);
}

/// Puts a value at a place of the honest gate (a null takes away what is there).
#[track_caller]
fn with(pointer: &str, value: Value) -> Value {
    let mut gate = honest();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = gate.pointer_mut(parent).unwrap();
    match (parent, value) {
        (Value::Object(map), Value::Null) => {
            map.remove(key);
        }
        (Value::Object(map), value) => {
            map.insert(key.to_owned(), value);
        }
        (parent, value) => parent[key.parse::<usize>().unwrap()] = value,
    }
    gate
}

#[track_caller]
fn check_with(pointer: &str, value: Value, problems: &[(&str, &str)]) {
    check_seen(&with(pointer, value), &seen(), problems);
}

#[track_caller]
fn check_file(path: &str, it: SeenFile, problems: &[(&str, &str)]) {
    let mut seen = seen();
    seen.files.insert(path.to_owned(), it);
    check_seen(&honest(), &seen, problems);
}

/// Puts one surface and its only artifact in the place of the web's.
fn with_surface(surface: &str, artifact: Value) -> Value {
    let mut gate = honest();
    gate["executorQa"]["surfaceEvidence"][0]["surface"] = surface.into();
    gate["executorQa"]["surfaceEvidence"][0]["artifactRefs"] = json!([artifact["id"]]);
    gate["executorQa"]["artifactRefs"][0] = artifact;
    gate
}

#[test]
fn an_honest_gate_passes() {
    check_seen(&honest(), &seen(), &[]);
    let free = with("/executorQa/contractCoverage/0/id", json!("other"));
    check_seen(&free, &seen(), &[]);
}

#[test]
fn everything_that_is_wrong_is_said_in_one_go() {
    let gate = json!({
        "architectReview": { "architectureStatus": "WATCH", "blockers": ["one"] },
        "executorQa": { "status": "failed" },
        "iteration": { "status": "open" },
        "extra": 1,
    });
    let problems = check(&gate, &expected(), &Seen::default());
    let codes: Vec<&str> = problems.iter().map(|it| it.code.as_str()).collect();
    assert!(problems.len() > 25, "{codes:?}");
    for code in [
        "unsupported_keys",
        "architect_not_clear",
        "executor_qa_not_passed",
        "iteration_not_passed",
        "missing_evidence",
        "non_empty_blockers",
        "missing_command_array",
        "review_cohort_invalid",
        "missing_blockers",
        "missing_artifact_refs",
        "missing_surface_evidence",
        "missing_adversarial_cases",
        "missing_contract_coverage",
        "missing_critic_review",
        "criterion_not_covered",
    ] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    let plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    assert!(codes.iter().all(|it| it.chars().all(plain)), "{codes:?}");
    assert!(problems.iter().all(|it| !it.path.is_empty() && !it.message.is_empty()));
    assert_eq!(found(&json!([]), &seen()), [("gate".to_owned(), "not_an_object".to_owned())]);
    let missing = found(&json!({}), &seen());
    assert_eq!(missing.iter().filter(|it| it.1 == "missing_section").count(), 3);
}

#[test]
fn each_word_of_a_review_counts() {
    let architect = |key: &str| format!("architectReview.{key}");
    for key in ["architectureStatus", "productStatus", "codeStatus", "recommendation"] {
        let pointer = format!("/architectReview/{key}");
        check_with(&pointer, json!("COMMENT"), &[(&architect(key), "architect_not_clear")]);
    }
    check_with(
        "/architectReview/commands",
        json!("cargo test"),
        &[("architectReview.commands", "missing_command_array")],
    );
    check_with(
        "/executorQa/redTeamCommands",
        json!(["", "x"]),
        &[("executorQa.redTeamCommands", "missing_command_array")],
    );
    check_with(
        "/executorQa/evidence",
        json!("TODO"),
        &[("executorQa.evidence", "missing_evidence")],
    );
    check_with(
        "/iteration/fullRerun",
        json!("yes"),
        &[("iteration.fullRerun", "iteration_not_passed")],
    );
    check_with("/codeReview", json!({}), &[("codeReview", "legacy_code_review")]);
    check_with(
        "/executorQa/blockers",
        json!([{}]),
        &[("executorQa.blockers", "non_empty_blockers")],
    );
}

#[test]
fn a_template_has_every_surface_and_passes_nothing() {
    let gate = template(&["web".to_owned(), "api".to_owned()]);
    let rows = gate["executorQa"]["surfaceEvidence"].as_array().unwrap();
    assert_eq!(rows.iter().map(|it| &it["surface"]).collect::<Vec<_>>(), ["web", "api"]);
    let codes: Vec<String> = found(&gate, &Seen::default()).into_iter().map(|it| it.1).collect();
    assert!(codes.len() > 20, "{codes:?}");
    for code in ["unsupported_keys", "missing_section", "missing_id", "surface_kind_missing"] {
        assert!(!codes.iter().any(|it| it == code), "{code} in {codes:?}");
    }
    // What a template asks for is what an honest gate has.
    let keys = |it: &Value| it.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for pointer in ["", "/architectReview", "/executorQa", "/iteration", "/iteration/reviewCohort"]
    {
        let (left, right) = (gate.pointer(pointer).unwrap(), honest());
        assert_eq!(keys(left), keys(right.pointer(pointer).unwrap()), "{pointer}");
    }
}

#[test]
fn the_tables_name_what_is_wrong_with_them() {
    let qa = "executorQa";
    check_with(
        "/executorQa/contractCoverage",
        Value::Null,
        &[
            ("executorQa.contractCoverage", "missing_contract_coverage"),
            ("executorQa.contractCoverage", "criterion_not_covered"),
            ("executorQa.contractCoverage", "criterion_not_covered"),
        ],
    );
    let codes = |gate: &Value| found(gate, &seen()).into_iter().map(|it| it.1).collect::<Vec<_>>();
    assert!(
        codes(&with("/executorQa/surfaceEvidence", json!([])))
            .contains(&"missing_surface_evidence".to_owned())
    );
    let mut gate = with("/executorQa/contractCoverage/0/obligation", Value::Null);
    gate[qa]["contractCoverage"][0]["description"] = "it is kept".into();
    let problems = check(&gate, &expected(), &seen());
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].message.contains("description") && problems[0].message.contains("obligation")
    );
    check_with(
        "/executorQa/contractCoverage/0/status",
        json!("todo"),
        &[
            ("executorQa.contractCoverage[0].status", "contract_not_covered"),
            ("executorQa.contractCoverage", "criterion_not_covered"),
        ],
    );
    let row = |id: &str| json!({ "id": id, "contractRef": "VAL-A", "status": "not_applicable", "reason": "there is none" });
    let gate = with("/executorQa/surfaceEvidence", json!([row("s1"), row("s2")]));
    assert!(codes(&gate).contains(&"no_applicable_surface".to_owned()));
    assert!(codes(&gate).contains(&"ref_not_applicable".to_owned()));
    check_with(
        "/executorQa/surfaceEvidence/0/contractRef",
        json!("VAL-B"),
        &[("executorQa.contractCoverage[0].surfaceEvidenceRefs", "contract_ref_mismatch")],
    );
    check_with(
        "/executorQa/surfaceEvidence/0/id",
        json!("s2"),
        &[
            ("executorQa.surfaceEvidence[1].id", "duplicate_id"),
            ("executorQa.contractCoverage[0].surfaceEvidenceRefs", "unknown_ref"),
            ("executorQa.contractCoverage[1].surfaceEvidenceRefs", "contract_ref_mismatch"),
        ],
    );
    check_with(
        "/executorQa/adversarialCases/0/status",
        json!("not_applicable"),
        &[("executorQa.adversarialCases[0]", "adversarial_not_applicable")],
    );
    check_with(
        "/executorQa/adversarialCases/0/artifactRefs",
        json!(["other"]),
        &[("executorQa.adversarialCases[0].artifactRefs", "unknown_artifact_ref")],
    );
    check_with(
        "/executorQa/artifactRefs/2/id",
        json!("shot"),
        &[
            ("executorQa.artifactRefs[2].id", "duplicate_id"),
            ("executorQa.surfaceEvidence[1].artifactRefs", "unknown_artifact_ref"),
            ("executorQa.adversarialCases[0].artifactRefs", "unknown_artifact_ref"),
            ("executorQa.contractCoverage[1].artifactRefs", "unknown_artifact_ref"),
        ],
    );
}

#[test]
fn every_criterion_of_the_milestone_is_covered_and_others_are_welcome() {
    let mut gate = honest();
    let rows = gate["executorQa"]["contractCoverage"].as_array_mut().unwrap();
    rows[1]["contractRef"] = "the README's promise".into();
    gate["executorQa"]["surfaceEvidence"][1]["contractRef"] = "the README's promise".into();
    check_seen(&gate, &seen(), &[("executorQa.contractCoverage", "criterion_not_covered")]);
    let only_a = Expected { criteria: vec!["VAL-A".to_owned()], ..expected() };
    assert_eq!(check(&gate, &only_a, &seen()), []);
    assert!(super::super::covered(&gate).contains("VAL-A"));
}

#[test]
fn reviewers_speak_about_the_same_source() {
    let cohort = "iteration.reviewCohort";
    check_with(
        "/criticReview/sourceHash",
        json!("other"),
        &[("criticReview.sourceHash", "critic_source_mismatch")],
    );
    check_with(
        "/criticReview/verdict",
        json!("ITERATE"),
        &[("criticReview.verdict", "critic_not_okay")],
    );
    check_with("/criticReview", Value::Null, &[("criticReview", "missing_critic_review")]);
    let milestone = Expected { kind: ReceiptKind::Milestone, ..expected() };
    assert_eq!(check(&with("/criticReview", Value::Null), &milestone, &seen()), []);
    check_with(
        "/iteration/reviewCohort/lanes/qa/sourceHash",
        json!("other"),
        &[("iteration.reviewCohort.lanes.qa.sourceHash", "review_cohort_invalid")],
    );
    check_with(
        "/iteration/reviewCohort/lanes/cleaner",
        Value::Null,
        &[("iteration.reviewCohort.lanes.cleaner", "review_cohort_invalid")],
    );
    let bad = [
        ("deltaOnly", "review_cohort_invalid"),
        ("priorGenerationSourceHash", "review_cohort_invalid"),
        ("deltaPaths", "review_cohort_invalid"),
    ];
    let bad = bad.map(|(key, code)| (format!("{cohort}.{key}"), code));
    let bad: Vec<(&str, &str)> = bad.iter().map(|it| (it.0.as_str(), it.1)).collect();
    check_with("/iteration/reviewCohort/reviewGeneration", json!(2), &bad);
    let mut gate = with("/iteration/reviewCohort/reviewGeneration", json!(2));
    gate["iteration"]["reviewCohort"]["deltaOnly"] = true.into();
    gate["iteration"]["reviewCohort"]["deltaPaths"] = json!(["src/a.rs"]);
    gate["iteration"]["reviewCohort"]["priorGenerationSourceHash"] = SOURCE.into();
    check_seen(&gate, &seen(), &bad[1..2]);
    gate["iteration"]["reviewCohort"]["priorGenerationSourceHash"] = "before".into();
    check_seen(&gate, &seen(), &[]);
    gate["iteration"]["reviewCohort"]["scopeExpansion"] =
        json!([{ "severity": "high", "novelty": "new" }]);
    let place = "iteration.reviewCohort.scopeExpansion[0].justification";
    check_seen(&gate, &seen(), &[(place, "review_cohort_invalid")]);
    let now = Expected { sources: vec!["another".to_owned(), "third".to_owned()], ..expected() };
    let stale = check(&honest(), &now, &seen());
    assert_eq!(stale.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), ["source_hash_stale"]);
    assert_eq!(check(&honest(), &Expected { sources: Vec::new(), ..expected() }, &seen()), []);
}

#[test]
fn a_page_is_shown_by_its_steps_and_a_picture_with_something_on_it() {
    let place = "executorQa.artifactRefs[0].path";
    check_file("shot.png", picture(1280, 0), &[(place, "screenshot_uniform")]);
    check_file("shot.png", picture(200, 40), &[(place, "screenshot_too_small")]);
    check_file("shot.png", file(vec![7; 5000]), &[(place, "image_not_decodable")]);
    let gif = FileFacts { bytes: vec![1; 5000], picture: Err(PictureProblem::Format("GIF")) };
    check_file("shot.png", SeenFile::File(gif), &[(place, "image_format_unsupported")]);
    for key in ["inlineEvidence", "verifiedReceipt"] {
        let mut gate = honest();
        for idx in [0, 1] {
            let row = gate["executorQa"]["artifactRefs"][idx].as_object_mut().unwrap();
            row.remove("path");
            let receipt = json!({ "type": "browser", "id": "r1", "status": "verified" });
            row.insert(key.to_owned(), receipt);
        }
        let place = "executorQa.surfaceEvidence[0].artifactRefs";
        check_seen(&gate, &seen(), &[(place, "artifact_file_required")]);
    }
    let mut gate = honest();
    gate["executorQa"]["surfaceEvidence"][0]["artifactRefs"] = json!(["shot"]);
    let place = "executorQa.surfaceEvidence[0].artifactRefs";
    check_seen(&gate, &seen(), &[(place, "surface_kind_missing")]);
    // A picture that calls itself one of a browser is not what the browser did.
    gate["executorQa"]["artifactRefs"][0]["kind"] = "browser-screenshot".into();
    check_seen(&gate, &seen(), &[(place, "surface_kind_missing")]);
    gate["executorQa"]["artifactRefs"][0]["verifiedReceipt"] = json!({ "status": "passed" });
    gate["executorQa"]["surfaceEvidence"][0]["artifactRefs"] = json!(["shot", "steps"]);
    let place = "executorQa.artifactRefs[0].verifiedReceipt";
    check_seen(&gate, &seen(), &[(place, "receipt_invalid")]);
}

#[test]
fn steps_are_a_transcript() {
    let place = "executorQa.artifactRefs[1].path";
    check_file("steps.json", SeenFile::Missing, &[(place, "artifact_missing")]);
    check_file("steps.json", SeenFile::Empty, &[(place, "artifact_empty")]);
    check_file("steps.json", file("clicked around"), &[(place, "transcript_not_json")]);
    check_file("steps.json", file(steps("cli")), &[(place, "transcript_surface_mismatch")]);
}

#[test]
fn a_native_surface_is_shown_by_any_of_three() {
    let mut seen = seen();
    let capture = format!("\u{1b}[2J{}", "a line that was drawn on the screen\n".repeat(20));
    seen.files.insert("tui.cap".to_owned(), file(capture));
    seen.files.insert("tui.txt".to_owned(), file("a line that was typed by hand\n".repeat(40)));
    seen.files.insert("tui.json".to_owned(), file(steps("tui")));
    let place = "executorQa.artifactRefs[0].path";
    for (kind, path, problems) in [
        ("screenshot", "shot.png", vec![]),
        ("pty", "tui.cap", vec![]),
        ("transcript", "tui.json", vec![]),
        ("native", "tui.cap", vec![]),
        ("native", "tui.json", vec![]),
        ("native", "shot.png", vec![]),
        ("pty", "tui.txt", vec![(place, "pty_without_control")]),
        ("native", "tui.txt", vec![(place, "pty_without_control")]),
    ] {
        let artifact = json!({ "id": "one", "kind": kind, "description": "it", "path": path });
        check_seen(&with_surface("tui", artifact), &seen, &problems);
    }
}

#[test]
fn a_package_is_shown_by_a_file() {
    let place = "executorQa.surfaceEvidence[0].artifactRefs";
    let receipt = json!({ "kind": "api", "id": "r1", "status": "passed" });
    for (key, value) in [("verifiedReceipt", receipt), ("inlineEvidence", json!("it answered"))] {
        let mut artifact = json!({ "id": "one", "kind": "api-test-report", "description": "it" });
        artifact[key] = value;
        let gate = with_surface("api", artifact);
        check_seen(&gate, &seen(), &[(place, "artifact_file_required")]);
    }
    let blank = with_surface(
        "api",
        json!({ "id": "one", "kind": "package", "description": "it", "path": "blank" }),
    );
    let mut seen = seen();
    seen.files.insert("blank".to_owned(), file(" \n\n"));
    check_seen(&blank, &seen, &[("executorQa.artifactRefs[0].path", "artifact_blank")]);
    seen.files.insert("blank".to_owned(), file("ok\n"));
    check_seen(&blank, &seen, &[]);
}

fn replay_gate(key: &str, value: Value) -> Value {
    let mut artifact = json!({ "id": "again", "kind": "cli-replay", "description": "it", "replay": {
        "schemaVersion": 1, "kind": "cli-replay", "replaySafe": true, "command": ["tool", "--version"],
        "recordedStdout": "tool 1.2.3\n" } });
    artifact[key] = value;
    with_surface("cli", artifact)
}

#[test]
fn a_replay_counts_when_it_ran_and_said_the_same() {
    let ran = |stdout: &str| {
        let (stdout, stderr) = (stdout.to_owned(), String::new());
        ReplaySeen::Ran(Replayed { stdout, stderr, exit_code: Some(0), place: Place::default() })
    };
    let place = "executorQa.artifactRefs[0].replay";
    let stdout = "executorQa.artifactRefs[0].replay.recordedStdout";
    let gate = replay_gate("note", json!("x"));
    assert_eq!(wants(&gate).replays.len(), 1);
    check_seen(&gate, &seen(), &[(place, "replay_not_run")]);
    for (result, problems) in [
        (ran("tool 1.2.3"), vec![]),
        (ran("tool 1.2.4"), vec![(stdout, "replay_stdout_differs")]),
        (ReplaySeen::NotRun("no sandbox".to_owned()), vec![(place, "replay_not_run")]),
        (ReplaySeen::NotAllowed, vec![(place, "replay_command_not_allowed")]),
        (ReplaySeen::TimedOut, vec![(place, "replay_timed_out")]),
    ] {
        let mut seen = seen();
        seen.replays.insert("again".to_owned(), result);
        check_seen(&gate, &seen, &problems);
    }
    let mixed = replay_gate("path", json!("report.txt"));
    let codes: Vec<String> = found(&mixed, &seen()).into_iter().map(|it| it.1).collect();
    assert!(codes.contains(&"mixed_replay_sources".to_owned()), "{codes:?}");
}

#[test]
fn a_replay_may_stand_in_a_file() {
    let artifact =
        json!({ "id": "again", "kind": "cli-replay", "description": "it", "path": "again.json" });
    let gate = with_surface("cli", artifact);
    let mut seen = seen();
    let place = "executorQa.artifactRefs[0].replay";
    seen.files.insert("again.json".to_owned(), file("tool --version"));
    check_seen(&gate, &seen, &[(place, "replay_not_json")]);
    let value = replay_gate("note", json!("x"))["executorQa"]["artifactRefs"][0]["replay"].clone();
    seen.files.insert("again.json".to_owned(), file(value.to_string()));
    check_seen(&gate, &seen, &[(place, "replay_not_run")]);
    let log = json!({ "id": "log", "kind": "cli-log", "description": "it", "path": "report.txt" });
    check_seen(&with_surface("cli", log), &seen, &[]);
}

#[test]
fn an_exemption_needs_every_field_and_something_else_that_shows_it() {
    let exempt = json!({
        "reasonCode": "requires_network", "approvedBy": "person:Ada",
        "reason": "it asks the hospital's directory, which is not reachable from here",
        "fallbackArtifactRefs": ["report"],
    });
    let gate = replay_gate("replayExempt", exempt.clone());
    assert_eq!(wants(&gate).replays, []);
    check_seen(&gate, &seen(), &[]);
    let place = "executorQa.artifactRefs[0].replayExempt";
    for (key, value, code) in [
        ("reasonCode", json!("lazy"), "replay_exempt_reason_code"),
        ("reason", json!("no network"), "replay_exempt_reason"),
        ("approvedBy", json!(""), "replay_exempt_approver"),
        ("fallbackArtifactRefs", json!([]), "replay_exempt_fallback"),
        ("fallbackArtifactRefs", json!(["again"]), "replay_exempt_fallback"),
        ("fallbackArtifactRefs", json!(["other"]), "replay_exempt_fallback"),
    ] {
        let mut exempt = exempt.clone();
        exempt[key] = value;
        let gate = replay_gate("replayExempt", exempt);
        check_seen(&gate, &seen(), &[(&format!("{place}.{key}"), code)]);
    }
}

#[test]
fn a_path_stays_in_the_project() {
    let place = "executorQa.artifactRefs[2].path";
    check_file("report.txt", SeenFile::Outside, &[(place, "artifact_outside")]);
    check_file("report.txt", SeenFile::NotRegular, &[(place, "artifact_no_file")]);
    check_file("report.txt", SeenFile::TooLarge(9), &[(place, "artifact_too_large")]);
    check_file(
        "report.txt",
        SeenFile::Unreadable("no".to_owned()),
        &[(place, "artifact_unreadable")],
    );
    // What nobody looked at is not there.
    let none = Seen::default();
    let codes: Vec<String> = found(&honest(), &none).into_iter().map(|it| it.1).collect();
    assert_eq!(codes, ["artifact_missing"; 3]);
}

#[test]
fn any_json_is_checked_and_digested() {
    for gate in [
        json!(null),
        json!({ "architectReview": [], "executorQa": "x", "iteration": 1, "criticReview": null }),
        json!({ "executorQa": { "artifactRefs": [1, null, {}], "surfaceEvidence": {}, "contractCoverage": [[]] } }),
    ] {
        assert!(!check(&gate, &expected(), &seen()).is_empty());
        assert_eq!(digest(&gate), digest(&gate.clone()));
        let _ = wants(&gate);
    }
}

#[test]
fn a_key_that_holds_nothing_is_no_replay_and_no_exemption() {
    for nothing in [json!(null), json!({}), json!({ "note": null })] {
        let mut gate = honest();
        let row = &mut gate["executorQa"]["artifactRefs"][2];
        (row["replay"], row["replayExempt"]) = (nothing.clone(), nothing.clone());
        assert_eq!(digest(&gate), digest(&honest()));
        assert_eq!(wants(&gate).replays, []);
        check_seen(&gate, &seen(), &[]);
        // An exemption that says nothing excuses nothing.
        let gate = replay_gate("replayExempt", nothing);
        assert_eq!(wants(&gate).replays.len(), 1);
        let place = "executorQa.artifactRefs[0].replay";
        check_seen(&gate, &seen(), &[(place, "replay_not_run")]);
    }
}
