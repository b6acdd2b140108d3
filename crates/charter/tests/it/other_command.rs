//! A check by another command than the one that criteria.md names, and the commit that holds what was proven.

use crate::scene::{repo, texts, write_check};
use charter_testkit::Repo;
use serde_json::Value;

const REGISTER: &str =
    "### VAL-RATE — the rate is three times\nVerifier: command\nCommand: sh named.sh\n";

/// Opens a charter that names one of two checks; the work is done and not committed.
fn begin(rigor: &str) -> (Repo, String) {
    let repo = repo();
    repo.list_signer("Ada");
    repo.write("readme.txt", "a project\n");
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-qm", "base"]);
    let new = ["new", "--rigor", rigor, "--no-interview", "--json", "--", "rates"];
    let new = repo.charter(&new).run().success().json();
    let id = new["charterId"].as_str().unwrap().to_owned();
    repo.write(format!(".charter/{id}/criteria.md"), REGISTER);
    let _ = repo.charter(&["agree"]).run().success();
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-qm", "charter"]);
    write_check(&repo, "named.sh", 2, "");
    write_check(&repo, "other.sh", 2, "");
    (repo, id)
}

fn show(repo: &Repo, id: &str) -> Value {
    repo.charter(&["show", "VAL-RATE", "--charter", id, "--json"]).run().success().json()
}

#[test]
fn a_check_by_another_command_is_said_wherever_somebody_looks() {
    let (repo, id) = begin("standard");
    let words = "ran `sh other.sh`; criteria.md names `sh named.sh`";
    let prove = repo.charter(&["prove", "VAL-RATE", "--", "sh", "other.sh"]).run().success();
    assert!(
        prove.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(words),
        "{prove}"
    );
    let report = repo.charter(&["check", "--json"]).run().success().json();
    assert_eq!(texts(&report["warnings"], "code"), ["other-command"], "{report:#}");
    assert_eq!(report["warnings"][0]["message"], words);
    let reasons = show(&repo, &id)["criterion"]["reasons"].to_string();
    assert!(reasons.contains(words), "{reasons}");
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-qm", "work"]);
    let gate = ["check", "--ci", "--against", "HEAD~1", "--summary", "summary.md"];
    let gate = repo.charter(&gate).run();
    assert!(gate.stdout.contains("criteria.md names"), "{gate}");
    assert!(repo.read("summary.md").contains("criteria.md names"), "{}", repo.read("summary.md"));
    let _ = repo.charter(&["complete", "-m", "done"]).run().success();
    let certificate = repo.read(format!(".charter/{id}/CERTIFICATE.md"));
    assert!(certificate.contains("criteria.md names"), "{certificate}");
    // The one that is named is said nothing about.
    let (repo, _) = begin("standard");
    let prove = repo.charter(&["prove", "VAL-RATE", "--", "sh", "named.sh"]).run().success();
    assert!(!prove.stdout.contains("criteria.md names"), "{prove}");
}

#[test]
fn at_strict_another_command_is_another_agreement() {
    for (rigor, exit) in [("light", 0), ("standard", 0), ("strict", 1)] {
        let (repo, id) = begin(rigor);
        let _ = repo.charter(&["prove", "VAL-RATE", "--", "sh", "named.sh"]).run().success();
        let other = REGISTER.replace("named.sh", "other.sh");
        repo.write(format!(".charter/{id}/criteria.md"), other);
        let report = repo.charter(&["check", "--json"]).run().json();
        let codes = texts(&report["problems"], "code");
        assert_eq!(codes.contains(&"register-changed"), exit == 1, "{rigor}: {codes:?}");
        if exit == 1 {
            let listed = repo.charter(&["confirm", "--json"]).run().success().json();
            let rows = listed["waiting"].as_array().unwrap();
            let row = rows.iter().find(|it| it["kind"] == "register").unwrap();
            assert_eq!(row["claim"], "its `Command:` was changed", "{listed:#}");
            let agreed = repo.charter(&["agree", "-m", "renamed"]).run().success();
            assert!(agreed.stderr.contains("Command: sh other.sh"), "{agreed}");
        }
    }
}

#[test]
fn the_trace_ends_at_the_commit_that_holds_what_was_proven() {
    let (repo, id) = begin("standard");
    let _ = repo.charter(&["prove", "VAL-RATE", "--", "sh", "named.sh"]).run().success();
    let before = show(&repo, &id);
    assert_eq!(before["trace"]["evidence"][0]["dirty"], true);
    assert_eq!(before["trace"]["evidence"][0]["recordedIn"], Value::Null);
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-qm", "work"]);
    let commit = repo.git(&["rev-parse", "HEAD"]).stdout.trim().to_owned();
    repo.write("later.txt", "more\n");
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-qm", "later"]);
    let _ = repo.charter(&["prove", "VAL-RATE", "--", "sh", "named.sh"]).run().success();
    let after = show(&repo, &id);
    assert_eq!(after["trace"]["evidence"][0]["recordedIn"], commit.as_str(), "{after:#}");
    let text = repo.charter(&["show", "VAL-RATE", "--charter", &id]).run().success();
    let at = format!("committed in {}", commit.chars().take(10).collect::<String>());
    let words = text.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&at), "{text}");
}

#[test]
fn a_certificate_names_the_commit_that_holds_what_was_proven() {
    let (repo, id) = begin("standard");
    let _ = repo.charter(&["prove", "VAL-RATE", "--", "sh", "named.sh"]).run().success();
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-qm", "work"]);
    let commit = repo.git(&["rev-parse", "HEAD"]).stdout.trim().to_owned();
    let _ = repo.charter(&["complete", "-m", "done"]).run().success();
    let certificate = repo.read(format!(".charter/{id}/CERTIFICATE.md"));
    assert!(certificate.contains(&format!("committed in `{commit}`")), "{certificate}");
}
