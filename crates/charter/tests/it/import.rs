//! `charter import`: interviews made elsewhere, and nothing of them lost.

use crate::scene::{refused, repo};
use charter_core::Digest;
use charter_testkit::corpus;
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
    let ledger = repo.read(format!("{path}/events.jsonl"));
    let event: Value = serde_json::from_str(ledger.lines().nth(1).unwrap()).unwrap();
    assert_eq!(event["type"], "interview_imported");
    assert_eq!(event["digest"], Digest::of(SPEC.as_bytes()).to_string());
    assert_eq!(event["rounds"][0]["answer"], "Night nurses");
    let log = repo.charter(&["log"]).run().success();
    assert!(log.stdout.contains("imported spec.md, 1 rounds"), "{log}");
    let need = repo.charter(&["interview", "--deep", "--json"]).run().success().json();
    assert_eq!(need["kind"], "topology");
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
    assert!(output.stdout.contains("2 of 2 files imported"), "{output}");
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
    assert!(output.stdout.contains("1 of 2 files imported"), "{output}");
}

#[test]
fn every_interview_of_the_corpus_is_read_and_kept() {
    let Some(corpus) = corpus() else { return };
    // Some states hold nothing but what a tool notes about itself.
    for (dir, rounds_min, empty_max) in
        [("deep-interview-specs", 70, 0), ("deep-interview-states", 20, 15)]
    {
        let repo = repo();
        let path = corpus.join(dir);
        let files = fs::read_dir(&path).unwrap().count();
        let report = repo.charter(&["import", path.to_str().unwrap(), "--json"]).run().json();
        let rows = report["imported"].as_array().unwrap();
        let unread = report["unread"].as_array().unwrap();
        assert_eq!(rows.len() + unread.len(), files, "{dir}: {unread:?}");
        let is_empty = |it: &Value| {
            let message = it["message"].as_str().unwrap();
            message.contains("nothing in it was understood") || message.contains("imported before")
        };
        assert!(unread.iter().all(is_empty) && unread.len() <= empty_max, "{dir}: {unread:?}");
        for row in rows {
            let name = row["file"].as_str().unwrap().rsplit('/').next().unwrap();
            let form = if row["form"] == "spec" { "md" } else { "json" };
            let kept = repo.path(format!("{}/imported.{form}", row["path"].as_str().unwrap()));
            assert_eq!(fs::read(kept).unwrap(), fs::read(path.join(name)).unwrap(), "{name}");
        }
        let n = rows.iter().filter(|it| it["rounds"].as_u64() > Some(0)).count();
        let noted = rows.iter().filter(|it| !it["notes"].as_array().unwrap().is_empty()).count();
        eprintln!("{dir}: rounds in {n} of {files} files, remarks on {noted}");
        assert!(n >= rounds_min, "{dir}: rounds in {n} of {files}");
    }
}
