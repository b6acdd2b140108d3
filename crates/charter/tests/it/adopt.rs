//! Charters of the earlier tool: they open as they are and go on.

use crate::scene::{repo, texts};
use charter_testkit::Repo;
use serde_json::{Value, json};

const ID: &str = "0b1f6f0e-6a55-4f5e-9d57-1f5c2b7d9a10";
const DIR: &str = ".pi/charters/0b1f6f0e-6a55-4f5e-9d57-1f5c2b7d9a10";

const REGISTER: &str = "# Criteria for rate\n\n## m1 limits\n\n### VAL-RATE-001 — limited\n\
    Verifier: command\nCommand: bun test tests/rate.test.ts\n\n### VAL-RATE-002 — told\n\
    Verifier: manual\nBecause: nobody can see it\n";

const EVENTS: &str = "{\"type\":\"charter_created\",\"ts\":\"2026-05-15T03:00:00.000Z\",\"charterId\":\"0b1f6f0e-6a55-4f5e-9d57-1f5c2b7d9a10\",\"objective\":\"limit rates\"}\n\
    {\"type\":\"evidence_recorded\",\"ts\":\"2026-05-15T04:00:00.000Z\",\"charterId\":\"0b1f6f0e-6a55-4f5e-9d57-1f5c2b7d9a10\",\"criterionId\":\"VAL-RATE-001\",\"outcome\":\"pass\",\"source\":\"subagent\"}\n";

fn state(status: &str) -> String {
    let state = json!({
        "charterId": ID, "schemaVersion": "v2", "name": "rate", "objective": "limit rates",
        "status": status, "createdAt": "2026-05-15T03:00:00.000Z", "updatedAt": "2026-05-15T04:00:00.000Z",
        "sessionId": "s", "budget": { "turns": 3 },
    });
    format!("{state:#}\n")
}

/// A repository with one charter of the earlier tool.
fn earlier(status: &str) -> Repo {
    let repo = repo();
    let records = json!({ "charterId": ID, "criteria": { "VAL-RATE-001": {
        "outcome": "pass", "lastEvidencePath": "work/_charter/evidence/2026-05-15T04-00-00-000Z/evidence.json",
        "lastTs": "2026-05-15T04:00:00.000Z", "lastSummary": "4 of 4", "source": "subagent",
    }}});
    let files = [
        (
            "charter.md",
            "# Charter: rate\n\n## Objective\nlimit rates\n\n## Commands\ntest: bun test\n",
        ),
        ("criteria.md", REGISTER),
        ("events.jsonl", EVENTS),
    ];
    for (name, text) in files {
        repo.write(format!("{DIR}/{name}"), text);
    }
    repo.write(format!("{DIR}/state.json"), state(status));
    repo.write(format!("{DIR}/criterion-state.json"), format!("{records:#}\n"));
    repo.write(".pi/charters/index.json", "{\"charters\":[]}");
    repo
}

fn status(repo: &Repo) -> Value {
    repo.charter(&["status", "--json"]).run().success().json()
}

#[test]
fn it_opens_shows_its_status_and_nothing_is_written() {
    let repo = earlier("review");
    let before = repo.snapshot_tree();
    let value = status(&repo);
    assert_eq!((&value["charterId"], &value["name"]), (&json!(ID), &json!("rate")));
    assert_eq!((&value["status"], &value["valPass"]), (&json!("active"), &json!(0)), "{value:#}");
    assert_eq!(texts(&value["criteria"], "verdict"), ["attested", "missing"]);
    assert_eq!(value["commands"]["test"], "bun test");
    assert_eq!(value["drift"]["sidecarDrift"], json!([]));
    assert_eq!(texts(&value["parseWarnings"], "reason"), ["not-adopted"], "{value:#}");
    let list = repo.charter(&["list", "--json"]).run().success().json();
    assert_eq!(list["charters"][0]["valPass"], 0, "an agent said it, no person confirmed it");
    assert_eq!(texts(&list["findings"], "code"), ["not-adopted"]);
    let _ = repo.charter(&["show", "RATE-001"]).run().success();
    let _ = repo.charter(&["doctor"]).run().success();
    assert_eq!(repo.snapshot_tree(), before);
}

#[test]
fn the_first_write_takes_it_over_and_it_goes_on() {
    let repo = earlier("active");
    let args = ["record", "RATE-002", "--pass", "-m", "saw it", "--because", "watched"];
    let _ = repo.charter(&args).run().success();
    assert_eq!(repo.read(format!("{DIR}/events.jsonl")), EVENTS, "what was there stays");
    let ledger = repo.read(repo.ledger(DIR));
    let lines: Vec<Value> = ledger.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!((&lines[0]["type"], &lines[0]["seq"]), (&json!("adopted"), &json!(1)));
    assert_eq!(lines[0]["ledgerBytes"], EVENTS.len());
    assert_eq!((&lines[1]["type"], &lines[1]["seq"]), (&json!("register_agreed"), &json!(2)));
    assert_eq!((&lines[2]["type"], &lines[2]["seq"]), (&json!("evidence_recorded"), &json!(3)));
    assert_eq!(lines.len(), 3);
    assert_eq!(repo.read(format!("{DIR}/saved/earlier-state.json")), state("active"));
    let value = status(&repo);
    assert_eq!((&value["valPass"], &value["ledger"]["events"]), (&json!(1), &json!(3)));
    assert_eq!(texts(&value["criteria"], "verdict"), ["attested"; 2]);
    assert_eq!(value["ledger"]["intact"], true);
    let log = repo.charter(&["log"]).run().success();
    assert!(log.stdout.contains("taken over from an earlier tool, 1"), "{log}");
    let _ = repo.charter(&["doctor"]).run().success();
    let _ = repo.charter(&["pause"]).run().success();
    let _ = repo.charter(&["resume"]).run().success();
    // What it took over is bound to what the register said.
    repo.write(format!("{DIR}/criteria.md"), REGISTER.replace("— limited", "— unlimited"));
    assert_eq!(texts(&status(&repo)["criteria"], "verdict"), ["suspect", "attested"]);
    repo.write(format!("{DIR}/criteria.md"), REGISTER);
    // Without what this machine remembers it is the same.
    std::fs::remove_dir_all(repo.path(".pi/charters/.local")).unwrap();
    assert_eq!(status(&repo)["valPass"], 1);
    assert_eq!(texts(&status(&repo)["criteria"], "verdict"), ["attested"; 2]);
}

#[test]
fn what_stood_before_its_first_event_cannot_be_changed_unseen() {
    let repo = earlier("active");
    let _ = repo.charter(&["pause"]).run().success();
    let ledger = repo.read(format!("{DIR}/events.jsonl"));
    repo.write(format!("{DIR}/events.jsonl"), ledger.replacen("limit rates", "raise rates", 1));
    let value = status(&repo);
    assert_eq!(value["ledger"]["intact"], false, "{value:#}");
    let _ = repo.charter(&["resume"]).run().code(4);
}

#[test]
fn one_that_cannot_be_read_is_told_and_left_alone() {
    let repo = earlier("odd");
    let before = repo.snapshot_tree();
    let value = status(&repo);
    assert_eq!(value["ledger"]["intact"], false, "{value:#}");
    let output = repo.charter(&["pause"]).run().code(4);
    assert!(output.stderr.contains("`odd` is no status"), "{output}");
    let kept = |tree: std::collections::BTreeMap<String, Vec<u8>>| {
        tree.into_iter().filter(|(path, _)| !path.contains("/.local/")).collect::<Vec<_>>()
    };
    assert_eq!(kept(repo.snapshot_tree()), kept(before));
}

#[test]
fn a_register_in_charter_md_counts_where_there_is_no_other() {
    let repo = earlier("active");
    let register = "## Criteria\n\n### VAL-OLD-001 — old\nVerifier: hook\n\n## Notes\nx\n";
    repo.write(format!("{DIR}/charter.md"), format!("# Charter: rate\n\n{register}"));
    assert_eq!(texts(&status(&repo)["criteria"], "id"), ["VAL-RATE-001", "VAL-RATE-002"]);
    std::fs::remove_file(repo.path(format!("{DIR}/criteria.md"))).unwrap();
    let value = status(&repo);
    assert_eq!(texts(&value["criteria"], "id"), ["VAL-OLD-001"]);
    assert_eq!(texts(&value["milestones"], "milestoneId"), [""]);
    let example = "# Criteria for rate\n\n## m0-example a milestone\n\n### VAL-EXAMPLE — example\nVerifier: command\n";
    repo.write(format!("{DIR}/criteria.md"), example);
    let value = status(&repo);
    assert_eq!((&value["valTotal"], &value["registerEmpty"]), (&json!(0), &json!(true)));
}

#[test]
fn a_ledger_of_ours_is_not_replaced_by_lines_of_another_tool() {
    let scene = crate::scene::Scene::with_criteria();
    let args = ["record", "VAL-FLAT", "--fail", "-m", "it does not"];
    let _ = scene.charter(&args).run().success();
    let line =
        format!("{{\"type\":\"charter_created\",\"ts\":\"t\",\"charterId\":\"{}\"}}\n", scene.id);
    scene.repo.write(scene.ledger(), line);
    let value = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(value["ledger"]["intact"], false, "{value:#}");
    let args = ["record", "VAL-FLAT", "--pass", "-m", "s", "--because", "b"];
    let _ = scene.charter(&args).run().code(4);
}

#[test]
fn lines_without_an_end_or_with_nothing_in_them_are_its_own() {
    for text in [EVENTS.trim_end().to_owned(), EVENTS.replace("}\n{", "}\n\n{")] {
        let repo = earlier("active");
        repo.write(format!("{DIR}/events.jsonl"), &text);
        let verdicts = status(&repo);
        assert_eq!(texts(&verdicts["criteria"], "verdict"), ["attested", "missing"], "{text:?}");
        let _ = repo.charter(&["pause"]).run().success();
        let value = status(&repo);
        assert_eq!(
            (&value["status"], &value["ledger"]["intact"]),
            (&json!("paused"), &json!(true))
        );
        assert_eq!(repo.read(format!("{DIR}/events.jsonl")), text);
    }
}
