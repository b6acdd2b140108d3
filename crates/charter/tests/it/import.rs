//! `charter import`: interviews made elsewhere, and nothing of them lost.

use crate::scene::{refused, repo};
use charter_kernel::Digest;
use serde_json::{Value, json};
use std::fs;

const SPEC: &str = "# Deep Interview Spec: Ward\n\n- Final ambiguity: 14%\n\n## Goal\n\nLess copying at night.\n\n## Acceptance Criteria\n\n- [ ] Copying takes under 5 minutes\n- [ ] No reading is lost\n\n### Round 1\n\n**Q:** Who enters?\n**A:** Night nurses\n";

#[test]
fn a_spec_becomes_a_charter_that_can_be_interviewed_on() {
    let repo = repo();
    repo.write("spec.md", SPEC);
    let report = repo.charter(&["import", "spec.md", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!(
        (&row["rounds"], &row["answered"], &row["criteria"]),
        (&json!(1), &json!(1), &json!(2))
    );
    assert_eq!((&row["form"], &row["ambiguity"]), (&json!("spec"), &json!(1400)));
    let path = row["path"].as_str().unwrap();
    assert_eq!(repo.read(format!("{path}/imported.md")), SPEC);
    let register = repo.read(format!("{path}/criteria.md"));
    assert!(register.contains("— Copying takes under 5 minutes\nFrom: imported"), "{register}");
    let ledger = repo.read(repo.ledger(path));
    let event: Value = serde_json::from_str(ledger.lines().nth(1).unwrap()).unwrap();
    assert_eq!(event["type"], "interview_imported");
    assert_eq!(event["digest"], Digest::of(SPEC.as_bytes()).to_string());
    assert_eq!(event["rounds"][0]["answer"], "Night nurses");
    let log = repo.charter(&["log"]).run().success();
    assert!(log.stdout.contains("imported spec.md, 1 round"), "{log}");
    let need = repo.charter(&["interview", "--deep", "--json"]).env("CHARTER_MIND", "host").run();
    assert_eq!(need.success().json()["kind"], "parts");
}

#[test]
fn what_is_not_understood_is_said_and_kept_as_it_was() {
    let repo = repo();
    let broken = b"{ \"question\": \"a \"b\" c\",\n \xff\xfe";
    fs::create_dir(repo.path("old")).unwrap();
    fs::write(repo.path("old/state.json"), broken).unwrap();
    repo.write("old/spec.md", SPEC);
    repo.write("old/notes.txt", "not an interview");
    let output = repo.charter(&["import", "old"]).run().success();
    assert!(output.stdout.contains("2 of 2 imported"), "{output}");
    assert!(output.stdout.contains("! it is not JSON from line 1 on"), "{output}");
    let kept: Vec<Vec<u8>> = repo
        .snapshot_tree()
        .into_iter()
        .filter(|(path, _)| path.ends_with("imported.json"))
        .map(|(_, bytes)| bytes)
        .collect();
    assert_eq!(kept, [broken.to_vec()]);
    refused(&repo, &["import", "nothing-there"], 2, "import-unusable");
}

#[test]
fn a_file_that_says_nothing_makes_no_charter() {
    let repo = repo();
    let random: Vec<u8> = (0..=255).cycle().step_by(7).take(4096).collect();
    for bytes in [&b""[..], b"{", b"hi", &random] {
        fs::write(repo.path("odd.md"), bytes).unwrap();
        refused(&repo, &["import", "odd.md"], 2, "import-unusable");
    }
    let list = repo.charter(&["list", "--json"]).run().success().stdout;
    assert!(!list.contains("charterId"), "{list}");
}

#[test]
fn the_same_bytes_are_imported_once() {
    let repo = repo();
    repo.write("spec.md", SPEC);
    let report = repo.charter(&["import", "spec.md", "--json"]).run().success();
    assert!(!report.stdout.contains("where it stopped"), "{report}");
    let id = report.json()["imported"][0]["charterId"].as_str().unwrap().to_owned();
    repo.write("copy.md", SPEC);
    let output = refused(&repo, &["import", "copy.md"], 3, "already-imported");
    assert!(format!("{output}").contains(&id), "{output}");
    fs::create_dir(repo.path("old")).unwrap();
    repo.write("old/a.md", "# Another\n");
    repo.write("old/b.md", "# Another\n");
    let output = repo.charter(&["import", "old"]).run().code(1);
    assert!(output.stdout.contains("1 of 2 imported"), "{output}");
}

const CHANGE: [(&str, &str); 3] = [
    (
        "proposal.md",
        "# Proposal\n\n## Why\n\nOne client can starve all others.\n\n## What Changes\n\n- Limit requests per key\n",
    ),
    (
        "specs/api-limit/spec.md",
        "## ADDED Requirements\n\n### Requirement: Limit per key\nThe API SHALL refuse more than 100 requests a minute.\n\n#### Scenario: The hundred and first\n- **WHEN** a key sends 101 requests in a minute\n- **THEN** the last is answered with 429\n",
    ),
    ("tasks.md", "## 1. Code\n\n- [ ] 1.1 count\n"),
];

#[test]
fn a_contract_of_another_tool_becomes_a_register_and_is_kept_whole() {
    let repo = repo();
    for (path, text) in CHANGE {
        repo.write(format!("openspec/changes/add-limit/{path}"), text);
    }
    let report = repo.charter(&["import", "openspec/changes", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!((&row["form"], &row["criteria"]), (&json!("openspec"), &json!(1)));
    let path = row["path"].as_str().unwrap();
    for (name, text) in CHANGE {
        assert_eq!(repo.read(format!("{path}/imported/{name}")), text);
    }
    let register = repo.read(format!("{path}/criteria.md"));
    assert!(
        register.contains(
            "### VAL-APILIMIT-001 — Limit per key: The hundred and first\n- The API SHALL"
        ),
        "{register}"
    );
    let charter = repo.read(format!("{path}/charter.md"));
    assert!(charter.contains("### Will\n\n- Limit requests per key\n"), "{charter}");
    let problem = "## Problem & Context\n\nOne client can starve all others.\n";
    assert!(charter.contains(problem), "{charter}");
    let log = repo.charter(&["log"]).env("COLUMNS", "120").run().success();
    assert!(log.stdout.contains("imported add-limit of OpenSpec, 1 criterion"), "{log}");
    refused(&repo, &["import", "openspec/changes/add-limit"], 3, "already-imported");
    repo.charter(&["doctor"]).run().success();
}

#[test]
fn a_contract_without_anything_to_show_is_refused_and_nothing_is_made() {
    let repo = repo();
    repo.write("f/spec.md", "# Feature Specification: [NAME]\n\n- **FR-001**: [capability]\n");
    let before = repo.snapshot_tree();
    refused(&repo, &["import", "f"], 2, "import-unusable");
    assert_eq!(repo.snapshot_tree(), before);
}

#[test]
fn criteria_go_out_as_gherkin_and_come_back_with_their_ids() {
    let repo = repo();
    for (path, text) in CHANGE {
        repo.write(format!("change/{path}"), text);
    }
    repo.charter(&["import", "change"]).run().success();
    let feature = repo.charter(&["export", "--gherkin"]).run().success();
    let expected = "# Exported by charter.\nFeature: change\n  One client can starve all others.\n\n  Rule: api limit\n\n    # missing\n    @VAL-APILIMIT-001\n    Scenario: Limit per key: The hundred and first\n      The API SHALL refuse more than 100 requests a minute.\n      When a key sends 101 requests in a minute\n      Then the last is answered with 429\n";
    assert_eq!(feature.stdout, expected);
    repo.charter(&["export", "--gherkin", "--out", "limit.feature"]).run().success();
    repo.charter(&["export", "--gherkin", "--out", "limit.feature"]).run().success();
    let report = repo.charter(&["import", "limit.feature", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!((&row["form"], &row["criteria"]), (&json!("gherkin"), &json!(1)));
    let register = repo.read(format!("{}/criteria.md", row["path"].as_str().unwrap()));
    assert!(register.contains("### VAL-APILIMIT-001 — Limit per key"), "{register}");
}

#[test]
fn a_page_for_people_names_every_verdict_and_replaces_nothing_of_theirs() {
    let repo = repo();
    repo.write("limit.feature", "Feature: Limit\n  Scenario: 429\n    Then 429\n");
    repo.charter(&["import", "limit.feature"]).run().success();
    let page = repo.charter(&["export", "--markdown"]).run().success();
    assert!(page.stdout.contains("0 of 1 criterion shown · active · standard\n"), "{page}");
    assert!(page.stdout.contains("| `VAL-LIMIT-001` | 429 | missing |  |\n"), "{page}");
    repo.write("notes.md", "mine");
    refused(&repo, &["export", "--markdown", "--out", "notes.md"], 2, "out-taken");
    assert_eq!(repo.read("notes.md"), "mine");
}

#[test]
fn what_a_limit_leaves_out_is_said_and_an_empty_folder_is_refused() {
    let repo = repo();
    fs::create_dir_all(repo.path("empty")).unwrap();
    refused(&repo, &["import", "empty"], 2, "import-unusable");
    repo.write("f/a.feature", "Feature: A\n  @slow\n  Scenario: x\n    Then y\n");
    repo.write("f/long.feature", "#\n".repeat(600_000));
    let report = repo.charter(&["import", "f", "--json"]).run().success().json();
    let notes = report["imported"][0]["notes"].to_string();
    assert!(notes.contains("1 file was passed over") && notes.contains("long.feature"), "{notes}");
    assert!(notes.contains("1 tag is not taken over"), "{notes}");
}

#[test]
fn an_outline_goes_out_as_an_outline() {
    let repo = repo();
    let text = "Feature: A\n  Scenario Outline: log in\n    Given <who>\n    Then <what>\n    Examples:\n      | who | what |\n      | me  | yes  |\n";
    repo.write("a.feature", text);
    repo.charter(&["import", "a.feature"]).run().success();
    let feature = repo.charter(&["export", "--gherkin"]).run().success().stdout;
    let expected = "    Scenario Outline: log in\n      Given <who>\n      Then <what>\n      Examples:\n      | who | what |\n      | me  | yes  |\n";
    assert!(feature.ends_with(expected), "{feature}");
}

#[test]
fn goals_and_briefs_of_ultragoal_become_criteria_and_nothing_counts_as_shown() {
    let repo = repo();
    let goals = json!({ "version": 1, "goals": [
        { "id": "G001-limit", "title": "Limit per key", "objective": "The API refuses the 101st request.", "status": "complete" },
        { "id": "G002-log", "title": "", "objective": "Refusals are logged.", "status": "pending" },
    ] });
    repo.write("ultra/goals.json", goals.to_string());
    repo.write("ultra/brief.md", "One client can starve all others.\n\n@goal: Limit per key\n");
    let report = repo.charter(&["import", "ultra", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!((&row["form"], &row["criteria"]), (&json!("ultragoal"), &json!(2)), "{row:#}");
    assert!(row["notes"].to_string().contains("1 of 2 goals were complete there"), "{row:#}");
    let path = row["path"].as_str().unwrap();
    let register = repo.read(format!("{path}/criteria.md"));
    assert!(register.contains("### VAL-G001 — Limit per key\n- The API refuses"), "{register}");
    assert!(register.contains("### VAL-G002 — Refusals are logged"), "{register}");
    assert_eq!(repo.read(format!("{path}/imported/goals.json")), goals.to_string());
    assert!(repo.read(format!("{path}/charter.md")).contains("One client can starve all others."));
    let status = repo.charter(&["status", "--json"]).run().success().json();
    assert_eq!((&status["valPass"], &status["valTotal"]), (&json!(0), &json!(2)));

    let brief =
        "Shared.\n @goal indented\n@goals: no\n@goal: First\nIt works.\n@goal\nSecond one\n";
    repo.write("notes.md", brief);
    let report = repo.charter(&["import", "notes.md", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!((&row["form"], &row["criteria"]), (&json!("ultragoal"), &json!(2)), "{row:#}");
    let register = repo.read(format!("{}/criteria.md", row["path"].as_str().unwrap()));
    assert!(
        register.contains("— First\n- It works.") && register.contains("— Second one"),
        "{register}"
    );
    // A file alone, and one that is no such thing.
    repo.write("plan.json", goals.to_string().replace("101st", "102nd"));
    let report = repo.charter(&["import", "plan.json", "--json"]).run().success().json();
    assert_eq!(report["imported"][0]["form"], "ultragoal");
}

#[test]
fn what_charter_exported_comes_back_with_its_ids_and_without_its_verdicts() {
    let scene = crate::scene::Scene::with_criteria();
    let waive = ["waive", "VAL-FLAT", "--reason", "later"];
    let _ = scene.charter(&waive).run().success();
    let ids = ["VAL-ENTRY-001", "VAL-ENTRY-002", "VAL-READ-001", "VAL-FLAT"];
    for (form, name, tool) in
        [("--markdown", "page.md", "charter"), ("--gherkin", "all.feature", "gherkin")]
    {
        let _ =
            scene.charter(&["export", form, "--out", name, "--charter", &scene.id]).run().success();
        let report = scene.charter(&["import", name, "--json"]).run().success().json();
        let row = &report["imported"][0];
        assert_eq!((&row["form"], &row["criteria"]), (&json!(tool), &json!(4)), "{row:#}");
        let path = row["path"].as_str().unwrap();
        let register = scene.repo.read(format!("{path}/criteria.md"));
        for id in ids {
            assert!(register.contains(&format!("## {id} — ")), "{id}\n{register}");
        }
        assert!(register.contains("the network cable pulled"), "{register}");
        assert!(!register.contains("Verdict") && !register.contains("waived"), "{register}");
        let status = scene.charter(&["status", "--json"]).run().success().json();
        assert_eq!((&status["valPass"], &status["valWaived"]), (&json!(0), &json!(0)));
    }
}

#[test]
fn acceptance_criteria_of_goals_are_criteria_and_unknown_fields_are_listed() {
    let repo = repo();
    let goals = json!({ "version": 1, "codexObjective": "run it", "brief": "# Fair share\n\nOne client can starve all others.", "constraints": ["no new service"], "goals": [
        { "id": "G001-limit", "title": "Limit per key", "brief": "The API refuses the 101st request.",
          "acceptanceCriteria": ["The 101st gets 429", { "text": "Another key is answered" }, 7], "commitIntent": "limit" },
        { "id": "G002-log", "title": "Log refusals", "objective": "Refusals are logged.", "commitIntent": "log", "evidence": "seen" },
        { "id": "G003", "title": "Show", "objective": "o", "acceptance_criteria": ["A page shows it"] },
    ] });
    repo.write("goals.json", goals.to_string());
    let report = repo.charter(&["import", "goals.json", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!(row["criteria"], 4, "{row:#}");
    let path = row["path"].as_str().unwrap();
    let register = repo.read(format!("{path}/criteria.md"));
    for words in [
        "## m1 Limit per key\n\n### VAL-G001-001 — The 101st gets 429\n",
        "### VAL-G001-002 — Another key is answered\n",
        "### VAL-G002 — Log refusals\n- Refusals are logged.\n",
        "## m3 Show\n\n### VAL-G003-001 — A page shows it\n",
    ] {
        assert!(register.contains(words), "{words}\n{register}");
    }
    let charter = repo.read(format!("{path}/charter.md"));
    assert!(charter.starts_with("# Charter: Fair share\n"), "{charter}");
    assert!(charter.contains("\nOne client can starve all others.\n"), "{charter}");
    assert!(charter.contains("- Limit per key: The API refuses the 101st request.\n"), "{charter}");
    assert_eq!(
        row["notes"],
        json!([
            "not understood: `acceptanceCriteria` (1 entry)",
            "not understood: `commitIntent` (2 goals)",
            "`evidence` of 1 of 3 goals is not taken over",
            "not understood: `constraints` of the file",
        ])
    );
}

#[test]
fn a_brief_gives_its_heading_as_the_name_and_its_lists_as_lines() {
    let repo = repo();
    let brief = "# Night entry\n\nLess copying.\n\n@goal: Readings\n- ten readings\n* [ ] none is lost\n1.5 seconds at most\n";
    repo.write("brief.md", brief);
    let report = repo.charter(&["import", "brief.md", "--json"]).run().success().json();
    let path = report["imported"][0]["path"].as_str().unwrap();
    let charter = repo.read(format!("{path}/charter.md"));
    assert!(charter.starts_with("# Charter: Night entry\n"), "{charter}");
    assert!(charter.contains("## Objective\n\nLess copying.\n"), "{charter}");
    let register = repo.read(format!("{path}/criteria.md"));
    let body = "— Readings\n- ten readings\n- none is lost\n- 1.5 seconds at most\n";
    assert!(register.contains(body), "{register}");
}

const OWN: &str = "\
# Criteria: Nurses

## m1 Entry & more

### VAL-ENTRY-001 — it's there & seen: `Vec<String>`!
Marked <b>bold</b>, see:
- one
- two

> quoted by its author
Verifier: command
Command: sh -c \"test 'a  b' = \\`x\\` < in | wc *\"
Watches: src/**, tests/**
Kind: regression

### VAL-ENTRY-002 — gone
Absent: old_api in src/**

## VAL-FLAT — outside of any milestone.
Verifier: manual
Because: nobody can see it
";

#[test]
fn a_page_of_ours_comes_back_whole() {
    let scene = crate::scene::Scene::new();
    scene.repo.write(scene.file("criteria.md"), OWN);
    let export =
        |id: &str| scene.charter(&["export", "--markdown", "--charter", id]).run().success().stdout;
    let page = export(&scene.id);
    assert!(page.contains("\n## m1 Entry & more\n\n### VAL-ENTRY-001 — "), "{page}");
    assert!(page.contains("\n- Absent: old\\_api in src/\\*\\*\n\nVerdict: missing\n"), "{page}");
    scene.repo.write("page.md", &page);
    let report = scene.charter(&["import", "page.md", "--json"]).run().success().json();
    let row = &report["imported"][0];
    let register = scene.repo.read(format!("{}/criteria.md", row["path"].as_str().unwrap()));
    for line in OWN.lines().filter(|it| !it.is_empty() && !it.starts_with('#')) {
        assert!(register.contains(line), "{line}\n{register}");
    }
    for heading in ["\n## m1 Entry & more\n", "\n## VAL-FLAT — outside of any milestone.\n"] {
        assert!(register.contains(heading), "{register}");
    }
    let again = export(row["charterId"].as_str().unwrap());
    assert_eq!(again, page, "{register}");
}

#[test]
fn an_in_toto_export_of_ours_becomes_a_charter_and_what_it_lacks_is_said() {
    let scene = crate::scene::Scene::with_criteria();
    crate::scene::write_check(&scene.repo, "tests/t.sh", 1, "");
    let _ = scene.charter(&["prove", "VAL-ENTRY-001", "--", "sh", "tests/t.sh"]).run();
    let args = ["export", "--in-toto", "--unsigned", "--out", "all.jsonl"];
    let _ = scene.charter(&args).run().success();
    let report = scene.charter(&["import", "all.jsonl", "--json"]).run().success().json();
    let row = &report["imported"][0];
    assert_eq!((&row["form"], &row["criteria"]), (&json!("charter"), &json!(4)), "{row:#}");
    let path = row["path"].as_str().unwrap();
    let register = scene.repo.read(format!("{path}/criteria.md"));
    let first = "## VAL-ENTRY-001 — a reading entered offline is there after a reload\nVerifier: command\nCommand: sh tests/t.sh\nWatches: src/entry/**\n";
    assert!(register.contains(first), "{register}");
    assert!(register.contains("## VAL-READ-001 — ward managers see"), "{register}");
    let charter = scene.repo.read(format!("{path}/charter.md"));
    assert!(charter.contains(crate::scene::IDEA), "{charter}");
    assert!(row["notes"][0].as_str().unwrap().contains("no descriptions, milestones"), "{row:#}");
    assert_eq!(scene.repo.read(format!("{path}/imported/all.jsonl")), scene.repo.read("all.jsonl"));
    let _ = crate::scene::refused(&scene.repo, &["import", "all.jsonl"], 3, "already-imported");
}
