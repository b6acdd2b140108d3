//! `charter export` and `charter verify FILE`: what leaves the project, and what it shows elsewhere.

use crate::key::{make_key, people_line};
use crate::scene::{Scene, refused, repo, write_check};
use charter_review::attest::{Envelope, Fingerprint, Sha256, from_base64, to_base64};
use serde_json::{Value, json};
use std::fs;
use std::process::Stdio;

const ID: &str = "VAL-ENTRY-001";
const FILE: &str = "out.jsonl";

/// Four criteria: two with evidence, one waived, one without anything.
#[track_caller]
fn scene() -> Scene {
    let scene = Scene::with_criteria();
    scene.repo.write("shot.txt", "ten readings\n");
    scene.repo.git(&["add", "."]);
    scene.repo.git(&["commit", "--quiet", "-m", "start"]);
    let record = |args: &[&str]| {
        let _ = scene.charter(&[&["record"], args].concat()).run().success();
    };
    record(&[ID, "--pass", "-m", "saw it", "--because", "on the ward", "--artifact", "shot.txt"]);
    record(&["VAL-ENTRY-002", "--fail", "-m", "one is lost"]);
    let _ = scene.charter(&["waive", "VAL-READ-001", "--reason", "later"]).run().success();
    scene
}

#[track_caller]
fn signed_scene() -> Scene {
    let scene = scene();
    let key = make_key(&scene.repo, "id");
    let _ = scene.charter(&["key", "--add", "--key", &key]).run().success();
    export(&scene);
    scene
}

/// Exports anew, signed with the key of the scene.
#[track_caller]
fn export(scene: &Scene) {
    let key = scene.repo.home().join("id").display().to_string();
    let args = ["export", "--in-toto", "--key", &key, "--out", FILE];
    let _ = scene.charter(&args).run().success();
}

#[track_caller]
fn lines(scene: &Scene) -> Vec<String> {
    scene.repo.read(FILE).lines().map(str::to_owned).collect()
}

#[track_caller]
fn statement(line: &str) -> Value {
    let envelope = Envelope::parse(line.as_bytes()).unwrap();
    serde_json::from_slice(&envelope.payload).unwrap()
}

/// Verifies the export and gives the verdict and the codes of what was found.
#[track_caller]
fn verify(scene: &Scene, args: &[&str]) -> (String, Vec<String>) {
    let args = [&["verify", FILE, "--json"], args].concat();
    let output = scene.charter(&args).run();
    let report = output.json();
    let verdict = report["verdict"].as_str().unwrap().to_owned();
    let _ = output.code(if verdict == "fail" { 1 } else { 0 });
    assert_eq!(report["ok"], verdict != "fail", "{report:#}");
    assert_eq!(report["integrity"]["holds"], verdict != "fail", "{report:#}");
    if verdict != "fail" {
        assert_eq!(report["provenance"]["state"] == "listed", verdict == "pass", "{report:#}");
    }
    let codes = report["problems"].as_array().unwrap().iter();
    (verdict, codes.map(|it| it["code"].as_str().unwrap().to_owned()).collect())
}

/// Changes the export, and verifies it.
#[track_caller]
fn tampered(scene: &Scene, change: impl FnOnce(&mut Vec<String>)) -> Vec<String> {
    let before = lines(scene);
    let mut changed = before.clone();
    change(&mut changed);
    assert_ne!(changed, before);
    scene.repo.write(FILE, changed.join("\n"));
    let (verdict, codes) = verify(scene, &[]);
    assert_eq!(verdict, "fail", "{codes:?}");
    scene.repo.write(FILE, before.join("\n"));
    codes
}

/// Gives an envelope with another value at a place.
fn with(line: &str, pointer: &str, change: impl Fn(&str) -> String) -> String {
    let mut envelope: Value = serde_json::from_str(line).unwrap();
    let value = envelope.pointer_mut(pointer).unwrap();
    *value = json!(change(value.as_str().unwrap()));
    envelope.to_string()
}

/// Flips one bit of some bytes in base64.
fn flip(text: &str) -> String {
    let mut bytes = from_base64(text).unwrap();
    let idx = bytes.len() / 2;
    bytes[idx] ^= 1;
    to_base64(&bytes)
}

#[test]
fn an_export_says_of_every_criterion_what_its_evidence_is() {
    let scene = signed_scene();
    let lines = lines(&scene);
    assert_eq!(lines.len(), 3, "the charter and two criteria with evidence");
    let charter = statement(&lines[0]);
    assert_eq!(charter["predicateType"], "urn:charterhouse:charter:v1");
    let said = &charter["predicate"];
    assert_eq!(said["charterId"], scene.id);
    assert_eq!(said["status"], "active");
    let by_verdict = json!({ "attested": 1, "failed": 1, "missing": 1, "waived": 1 });
    assert_eq!(said["counts"], json!({ "byVerdict": by_verdict, "pass": 1, "total": 4 }));
    let events = scene.all_lines();
    let last: Value = serde_json::from_str(events.last().unwrap()).unwrap();
    let head = json!({ "events": events.len(), "head": last["id"] });
    assert_eq!(said["ledger"], head);
    let subjects = charter["subject"].as_array().unwrap();
    assert_eq!(scene.strands().len(), 2, "git moved");
    let ledger = events.join("\n") + "\n";
    let files = [
        ("charter.md", scene.bytes("charter.md")),
        ("criteria.md", scene.bytes("criteria.md")),
        ("ledger", ledger.into_bytes()),
    ];
    assert_eq!(subjects.len(), files.len());
    for (subject, (name, bytes)) in subjects.iter().zip(files) {
        let file = Fingerprint::of(&bytes);
        let digest = json!({ "sha256": file.sha256.as_str(), "blake3": file.blake3 });
        let expected = json!({ "name": format!("{}/{name}", scene.id), "digest": digest });
        assert_eq!(*subject, expected);
    }
    let result = statement(&lines[1]);
    assert_eq!(result["_type"], "https://in-toto.io/Statement/v1");
    assert_eq!(result["predicateType"], "https://in-toto.io/attestation/test-result/v0.1");
    let predicate = &result["predicate"];
    assert_eq!(predicate["result"], "WARNED", "somebody's word is no run");
    assert_eq!(predicate["warnedTests"], json!([ID]));
    assert_eq!((&predicate["passedTests"], &predicate["failedTests"]), (&json!([]), &json!([])));
    let register = format!("{}/criteria.md", scene.id);
    assert_eq!(predicate["configuration"][0]["name"], register);
    let own = &predicate["charterhouse_evidence"];
    assert_eq!((&own["criterionId"], &own["verdict"]), (&json!(ID), &json!("attested")));
    assert_eq!((&own["because"], &own["actor"]), (&json!("on the ward"), &json!("person:Ada")));
    assert_eq!(own["ledger"], head);
    let subjects = result["subject"].as_array().unwrap();
    let commit = scene.repo.git(&["rev-parse", "HEAD"]).stdout;
    assert_eq!(subjects[0]["digest"]["gitCommit"], commit.trim());
    let shot = subjects.iter().find(|it| it["name"].as_str().unwrap().ends_with("/shot.txt"));
    let shot = &shot.unwrap()["digest"];
    assert_eq!(shot["sha256"], Sha256::of(b"ten readings\n").as_str());
    assert_eq!(shot["blake3"], charter_kernel::Digest::of(b"ten readings\n").to_string());
    assert_eq!(statement(&lines[2])["predicate"]["result"], "FAILED");
    let digest = Sha256::of(&Envelope::parse(lines[1].as_bytes()).unwrap().payload);
    assert_eq!(said["criteria"][0]["statement"]["sha256"], digest.as_str());
    assert!(said["criteria"][3]["statement"].is_null(), "nothing was shown for it");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(said["blockers"], status["blockers"]);
}

#[test]
fn only_a_run_that_could_have_failed_is_passed() {
    let scene = Scene::with_criteria();
    write_check(&scene.repo, "tests/t.sh", 1, "");
    scene.repo.git(&["add", "."]);
    scene.repo.git(&["commit", "--quiet", "-m", "start"]);
    let untried = ["prove", ID, "--no-base", "--because", "b", "--", "sh", "tests/t.sh"];
    let _ = scene.charter(&untried).run().success();
    let text = scene.charter(&["export", "--in-toto"]).run().success().stdout;
    let predicate = statement(text.lines().nth(1).unwrap())["predicate"].clone();
    assert_eq!((&predicate["result"], &predicate["warnedTests"]), (&json!("WARNED"), &json!([ID])));
    let _ = scene.charter(&["prove", ID, "--", "sh", "tests/t.sh"]).run().success();
    let text = scene.charter(&["export", "--in-toto"]).run().success().stdout;
    let predicate = statement(text.lines().nth(1).unwrap())["predicate"].clone();
    assert_eq!((&predicate["result"], &predicate["passedTests"]), (&json!("PASSED"), &json!([ID])));
    let subjects = |text: &str| statement(text.lines().nth(1).unwrap())["subject"].clone();
    assert!(subjects(&text)[0]["digest"]["gitCommit"].is_string());
    write_check(&scene.repo, "tests/t.sh", 1, "# changed");
    let _ = scene.charter(&["prove", ID, "--", "sh", "tests/t.sh"]).run().success();
    let dirty = scene.charter(&["export", "--in-toto"]).run().success().stdout;
    assert!(!subjects(&dirty).to_string().contains("gitCommit"), "it was not about the commit");
    let run = &predicate["charterhouse_evidence"]["run"];
    assert_eq!((&run["argv"], &run["exitCode"]), (&json!(["sh", "tests/t.sh"]), &json!(0)));
    assert_eq!(run["tests"]["passed"], 1);
}

#[test]
fn a_commit_is_named_only_where_it_has_all_that_was_there() {
    let scene = Scene::with_criteria();
    scene.repo.write("tap.sh", "echo 'ok 1 - a'\necho 1..1\n");
    // The charter is committed with the rest.
    let _ = scene.repo.git(&["add", "--force", "."]).success();
    let _ = scene.repo.git(&["commit", "--quiet", "-m", "start"]).success();
    let names_commit = |script: &str| {
        let _ = scene
            .charter(&["prove", ID, "--no-base", "--because", "b", "--", "sh", script])
            .run()
            .success();
        let text = scene.charter(&["export", "--in-toto"]).run().success().stdout;
        let subject = statement(text.lines().nth(1).unwrap())["subject"].to_string();
        let commit = scene.repo.git(&["rev-parse", "HEAD"]).stdout;
        assert_eq!(subject.contains("gitCommit"), subject.contains(commit.trim()), "{subject}");
        subject.contains("gitCommit")
    };
    assert!(names_commit("tap.sh"));
    assert!(names_commit("tap.sh"), "what charter wrote itself is no difference");
    scene.repo.write("new.sh", "echo 'ok 1 - a'\necho 1..1\n");
    assert!(!names_commit("new.sh"), "the commit does not have it");
    let _ = scene.repo.git(&["add", "new.sh"]).success();
    assert!(!names_commit("new.sh"), "nor yet");
    let _ = scene.repo.git(&["commit", "--quiet", "-m", "new", "--", "new.sh"]).success();
    assert!(names_commit("new.sh"));
}

#[test]
fn a_place_above_the_project_is_one_like_any_other_and_git_s_own_is_none() {
    let scene = scene();
    scene.repo.write("sub/there.txt", "here\n");
    for (dir, out) in [("sub", "../up.jsonl"), ("", "sub/../../beside.jsonl")] {
        let _ = scene.charter(&["export", "--in-toto", "--out", out]).dir(dir).run().success();
        let _ = scene.charter(&["verify", out]).dir(dir).run();
        assert!(scene.repo.path(dir).join(out).exists(), "{out}");
    }
    let spec = "../spec.md";
    fs::write(scene.repo.path(spec), "# S\n\n## Requirements\n\n- it holds\n").unwrap();
    let read = scene.charter(&["review", "--spec", spec, "--json"]).run();
    assert_ne!(read.code, Some(4), "{read}");
    let hook = [".git/hooks/pre-commit", "sub/../.git/hooks/pre-commit"];
    for out in hook {
        let _ = scene.charter(&["export", "--markdown", "--out", out]).run().code(4);
    }
    assert!(!scene.repo.path(".git/hooks/pre-commit").exists());
}

#[test]
fn an_export_without_a_key_is_unsigned_and_says_so() {
    let scene = scene();
    let output = scene.charter(&["export", "--in-toto", "--out", FILE]).run().success();
    assert!(output.stderr.contains("unsigned: no SSH key found; `charter key`"), "{output:?}");
    assert_eq!(output.stdout, "");
    let envelope: Value = serde_json::from_str(&lines(&scene)[0]).unwrap();
    assert_eq!(envelope["signatures"], json!([]));
    assert_eq!(verify(&scene, &[]), ("inconclusive".to_owned(), vec![]));
    let text = scene.charter(&["verify", FILE]).run().success().stdout;
    assert!(text.contains("signed by    nobody\n"), "{text}");
    assert!(
        text.contains("cannot tell  who made it, or whether all of it was rewritten"),
        "{text}"
    );
    let key = make_key(&scene.repo, "id");
    let unsigned = ["export", "--in-toto", "--unsigned", "--json"];
    let report = scene.charter(&unsigned).run().success().json();
    assert!(report["signedBy"].is_null());
    assert_eq!(report["envelopes"].as_array().unwrap().len(), 3);
    // An agent does not sign with a person's key.
    let by_agent = ["export", "--in-toto", "--key", &key, "--json"];
    let by_agent = scene.charter(&by_agent).env("CHARTER_ACTOR", "agent:claude").run().success();
    assert!(by_agent.json()["signedBy"].is_null());
    assert_eq!(by_agent.json()["unsignedBecause"], "an agent can't sign for a person");
}

#[test]
fn an_export_whose_key_cannot_be_used_is_not_written() {
    let scene = scene();
    scene.repo.write("key.pub", "hello\n");
    let args = ["export", "--in-toto", "--key", "key.pub", "--out", FILE];
    let _ = refused(&scene.repo, &args, 2, "key-unusable");
    let key = make_key(&scene.repo, "id");
    fs::remove_file(&key).unwrap();
    let args = ["export", "--in-toto", "--key", &format!("{key}.pub"), "--out", FILE];
    let _ = refused(&scene.repo, &args, 1, "signing-failed");
    assert!(!scene.repo.path(FILE).exists());
}

#[test]
fn a_signed_export_is_verified_where_there_is_nothing_else() {
    let scene = signed_scene();
    assert_eq!(verify(&scene, &[]), ("pass".to_owned(), vec![]), "by its own list of people");
    let elsewhere = repo();
    elsewhere.write(FILE, scene.repo.read(FILE));
    let before = elsewhere.snapshot_tree();
    let unknown = elsewhere.charter(&["verify", FILE, "--json"]).run().success().json();
    let fingerprint = unknown["provenance"]["fingerprint"].as_str().unwrap();
    assert_eq!(unknown["verdict"], "inconclusive");
    assert_eq!(unknown["provenance"], json!({ "state": "unlisted", "fingerprint": fingerprint }));
    assert_eq!((&unknown["summary"]["pass"], &unknown["compared"]), (&json!(1), &json!(0)));
    let text = elsewhere.charter(&["verify", FILE]).run().success().stdout;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("signed by unknown: {fingerprint} is not listed")), "{text}");
    assert!(text.contains("cannot tell who signed it: there is no list of people"), "{text}");
    assert!(text.contains("whether it is the newest"), "{text}");
    assert_eq!(elsewhere.snapshot_tree(), before);
    elsewhere.write("known", scene.repo.read(".charter/people"));
    let args = ["verify", FILE, "--people", "known", "--json"];
    let known = elsewhere.charter(&args).run().success().json();
    let ada = json!({
        "state": "listed", "person": "Ada", "fingerprint": fingerprint, "people": "known"
    });
    assert_eq!((&known["verdict"], &known["provenance"]), (&json!("pass"), &ada));
    let told = known["cannotTell"].as_array().unwrap();
    assert_eq!(told[0], "whether the key is really Ada's: known says so");
    assert_eq!(told.len(), 4, "{told:?}");
}

#[test]
fn a_key_that_is_listed_no_more_or_not_then_is_not_known() {
    let scene = signed_scene();
    let key = scene.repo.home().join("id").display().to_string();
    let other = make_key(&scene.repo, "other");
    let inconclusive = ("inconclusive".to_owned(), vec![]);
    for line in [
        people_line("Ada", "namespaces=\"charter\"", &other),
        people_line("Ada", "namespaces=\"git\"", &key),
        people_line("Ada", "valid-before=\"20261101\"", &key),
        people_line("Ada", "cert-authority", &key),
    ] {
        scene.repo.write(".charter/people", &line);
        assert_eq!(verify(&scene, &[]), inconclusive, "{line}");
    }
    // It was listed when the export was made.
    let until = people_line("Ada", "valid-after=\"20261101\",valid-before=\"20261201\"", &key);
    scene.repo.write("then", until);
    assert_eq!(verify(&scene, &["--people", "then"]), ("pass".to_owned(), vec![]));
}

#[test]
fn without_ssh_keygen_nobody_is_known() {
    let scene = signed_scene();
    let empty = scene.repo.home().display().to_string();
    let args = ["verify", FILE, "--json"];
    let report = scene.charter(&args).env("PATH", &empty).run().success().json();
    assert_eq!(report["verdict"], "inconclusive");
    assert_eq!(report["provenance"]["state"], "not-checked");
    let reason = report["provenance"]["reason"].as_str().unwrap();
    assert!(reason.contains("`ssh-keygen` is not installed"), "{reason}");
}

#[test]
fn what_is_no_export_is_told_and_a_criterion_is_not_taken_for_one() {
    let scene = signed_scene();
    let _ = refused(&scene.repo, &["verify", "no/where"], 4, "io");
    let _ = refused(&scene.repo, &["verify", "nowhere.jsonl"], 4, "io");
    let _ = refused(&scene.repo, &["verify", ID], 2, "usage");
    let _ = refused(&scene.repo, &["verify", FILE, FILE], 2, "usage");
    let _ = refused(&scene.repo, &["verify", "--people", "known"], 2, "usage");
    let _ = scene.charter(&["verify", "--export", FILE]).run().success();
    scene.repo.write("plain", scene.repo.read(FILE));
    let _ = scene.charter(&["verify", "plain"]).run().success();
    scene.repo.write(FILE, "hello\n");
    let (verdict, found) = verify(&scene, &[]);
    assert_eq!(verdict, "fail");
    assert_eq!(found, ["envelope-unreadable", "charter-statement-missing"]);
    scene.repo.write(FILE, "");
    assert_eq!(verify(&scene, &[]).0, "fail");
}

#[test]
fn a_payload_or_signature_that_was_touched_is_refused() {
    let scene = signed_scene();
    let codes = tampered(&scene, |it| it[0] = with(&it[0], "/payload", flip));
    assert!(codes.contains(&"signature-wrong".to_owned()), "{codes:?}");
    let codes = tampered(&scene, |it| it[0] = with(&it[0], "/signatures/0/sig", flip));
    assert_eq!(codes, ["signature-wrong"]);
    let counted = |it: &str| {
        let text = String::from_utf8(from_base64(it).unwrap()).unwrap();
        let better = text.replace("\"pass\":1", "\"pass\":4");
        assert_ne!(text, better);
        to_base64(better.as_bytes())
    };
    let codes = tampered(&scene, |it| it[0] = with(&it[0], "/payload", counted));
    assert_eq!(codes, ["signature-wrong"], "all the rest fits");
    for idx in 1..3 {
        // The first statement, which is signed, has the digest of every other.
        let failed_to_passed = |it: &str| {
            let text = String::from_utf8(from_base64(it).unwrap()).unwrap();
            let better = text.replace("FAILED", "PASSED").replace("WARNED", "PASSED");
            to_base64(better.as_bytes())
        };
        let codes = tampered(&scene, |it| it[idx] = with(&it[idx], "/payload", failed_to_passed));
        assert_eq!(codes, ["statement-unlisted", "statement-missing"]);
    }
    let codes = tampered(&scene, |it| {
        let signed: Value = serde_json::from_str(&it[0]).unwrap();
        let mut other: Value = serde_json::from_str(&it[1]).unwrap();
        other["signatures"] = signed["signatures"].clone();
        it[1] = other.to_string();
    });
    assert_eq!(codes, ["signature-wrong"], "it is a signature of something else");
    let other_type = |it: &str| it.replace("in-toto", "in-tutu");
    let codes = tampered(&scene, |it| it[1] = with(&it[1], "/payloadType", other_type));
    assert_eq!(codes[0], "envelope-unreadable");
    scene.repo.write(FILE, with(&lines(&scene)[0], "/payload", counted));
    let text = scene.charter(&["verify", FILE]).run().code(1).stdout;
    assert!(text.contains("integrity    broken: "), "{text}");
    assert!(text.contains("signed by    nobody: a signature is wrong"), "{text}");
}

#[test]
fn a_statement_that_is_missing_swapped_or_added_is_noticed() {
    let scene = signed_scene();
    let first = lines(&scene);
    let codes = tampered(&scene, |it| drop(it.remove(2)));
    assert_eq!(codes, ["statement-missing"]);
    let codes = tampered(&scene, |it| drop(it.remove(0)));
    assert_eq!(codes, ["charter-statement-missing"]);
    let codes = tampered(&scene, |it| it.push(it[1].clone()));
    assert_eq!(codes, ["statement-twice"]);
    let codes = tampered(&scene, |it| it.truncate(0));
    assert_eq!(codes, ["charter-statement-missing"]);
    // A later export of the same charter, in which the criterion failed, gets the earlier word back.
    let _ = scene.charter(&["record", ID, "--fail", "-m", "gone"]).run().success();
    export(&scene);
    let codes = tampered(&scene, |it| it[1].clone_from(&first[1]));
    assert_eq!(codes, ["statement-other-ledger", "statement-missing"]);
    let codes = tampered(&scene, |it| it.push(first[0].clone()));
    assert_eq!(codes, ["charter-statement-twice"]);
    // One of another charter, signed by the same user.
    let other = crate::scene::open(&scene.repo, "Ward managers see the night on one page");
    let criteria = format!(".charter/{other}/criteria.md");
    scene.repo.write(criteria, "## m\n\n### VAL-A — a\n");
    let on = |args: &[&str]| {
        scene.charter(&[args, &["--charter", other.as_str()]].concat()).run().success().stdout
    };
    let _ = on(&["record", "VAL-A", "--fail", "-m", "s"]);
    let foreign = on(&["export", "--in-toto"]).lines().nth(1).unwrap().to_owned();
    let codes = tampered(&scene, |it| it.push(foreign));
    assert_eq!(codes, ["statement-other-charter"]);
}

#[test]
fn what_people_signed_is_checked_offline_with_what_they_did() {
    let repo = repo();
    repo.list_signer("Ada");
    let args = ["new", "Nurses", "--rigor", "strict", "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — a\nVerifier: manual\n");
    let agree = ["agree", "-m", "as discussed"];
    let _ = scene.charter(&agree).run().success();
    let pass = ["record", "VAL-A", "--pass", "-m", "saw it", "--because", "on the ward"];
    let _ = scene.charter(&pass).run().success();
    let _ = scene.charter(&["export", "--in-toto", "--out", FILE]).run().success();
    let elsewhere = crate::scene::repo();
    let people = scene.repo.read(".charter/people");
    elsewhere.write("people", &people);
    elsewhere.write(FILE, lines(&scene).join("\n"));
    let args = ["verify", FILE, "--people", "people"];
    let report = elsewhere.charter(&[&args[..], &["--json"]].concat()).run().success().json();
    let acts = report["signedActs"].as_array().unwrap();
    let said: Vec<String> = acts.iter().map(|it| it["acts"].to_string()).collect();
    assert!(said[0].contains("agreed on 1 criterion: as discussed"), "{report:#}");
    assert!(said[1].contains("recorded VAL-A pass: saw it"), "{report:#}");
    assert!(acts.iter().all(|it| it["person"] == "Ada" && it["state"] == "listed"), "{report:#}");
    let text = elsewhere.charter(&args).run().success().stdout;
    assert!(text.contains("acts         Ada signed, 2026-11-16 09:00Z: agreed on 1"), "{text}");
    assert!(text.contains("the rest of what it says"), "{text}");
    assert!(text.ends_with("  verdict      pass\n"), "{text}");
    // Without the list nobody is known; what was changed is found, also where nobody signed the export.
    let _ = scene.charter(&["export", "--in-toto", "--unsigned", "--out", FILE]).run().success();
    let whole = lines(&scene);
    let verify = |first: &str| {
        let rest: Vec<&str> = whole.iter().skip(1).map(String::as_str).collect();
        elsewhere.write(FILE, [&[first], &rest[..]].concat().join("\n"));
        elsewhere.charter(&["verify", FILE, "--json"]).run().json()
    };
    let unknown = verify(&whole[0]);
    assert_eq!(unknown["signedActs"][0]["state"], "unlisted", "{unknown:#}");
    for (from, to, code) in [
        ("as discussed", "as disguised", "act-changed"),
        ("person:Ada", "person:Eve", "act-changed"),
    ] {
        let payload = |it: &str| {
            let text = String::from_utf8(from_base64(it).unwrap()).unwrap();
            to_base64(text.replace(from, to).as_bytes())
        };
        let report = verify(&with(&whole[0], "/payload", payload));
        let codes: Vec<&str> = report["problems"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["code"].as_str().unwrap())
            .collect();
        assert!(codes.contains(&code), "{report:#}");
    }
    let swapped = |it: &str| {
        let mut value: Value = serde_json::from_slice(&from_base64(it).unwrap()).unwrap();
        let other = value["predicate"]["signedActs"][1]["signature"].clone();
        value["predicate"]["signedActs"][0]["signature"] = other;
        to_base64(value.to_string().as_bytes())
    };
    let report = verify(&with(&whole[0], "/payload", swapped));
    assert_eq!(report["verdict"], "fail", "{report:#}");
    assert!(report["problems"].to_string().contains("signature-wrong"), "{report:#}");
}

#[test]
fn inside_its_project_an_export_is_compared_with_what_is_there() {
    let scene = signed_scene();
    let _ = scene.charter(&["record", ID, "--fail", "-m", "later"]).run().success();
    scene.repo.write(scene.file("charter.md"), "# Charter: other words\n");
    let args = ["verify", FILE, "--json"];
    let report = scene.charter(&args).run().success().json();
    assert_eq!(report["compared"], report["files"], "{report:#}");
    let notes =
        json!(["the ledger here has 1 more event since", "charter.md says something else by now"]);
    assert_eq!(report["notes"], notes, "work goes on");
    let shot = statement(&lines(&scene)[1])["subject"].as_array().unwrap().clone();
    let shot = shot.iter().find(|it| it["name"].as_str().unwrap().ends_with("shot.txt")).unwrap();
    let shot = format!(".charter/{}", shot["name"].as_str().unwrap());
    scene.repo.write(&shot, "ten forgeries\n");
    assert_eq!(verify(&scene, &[]), ("fail".to_owned(), vec!["subject-changed".to_owned()]));
    fs::remove_file(scene.repo.path(&shot)).unwrap();
    assert_eq!(verify(&scene, &[]).0, "pass", "what is not here is not compared");
    let strand = scene.last_strand();
    let kept: Vec<String> = scene.repo.read(&strand).lines().map(str::to_owned).collect();
    scene.repo.write(strand, format!("{}\n", kept[..2].join("\n")));
    assert_eq!(verify(&scene, &[]), ("fail".to_owned(), vec!["ledger-other".to_owned()]));
}

#[test]
fn an_export_replaces_an_earlier_one_and_nothing_else() {
    let scene = signed_scene();
    let _ = scene.charter(&["export", "--in-toto", "--out", FILE]).run().success();
    scene.repo.write("notes.txt", "mine\n");
    for out in ["notes.txt".to_owned()].into_iter().chain(scene.strands()) {
        let _ = refused(&scene.repo, &["export", "--in-toto", "--out", &out], 2, "out-taken");
    }
}

#[test]
fn a_broken_ledger_is_not_exported() {
    let scene = scene();
    let strand = scene.last_strand();
    let ledger = scene.repo.read(&strand);
    assert!(ledger.contains("saw it"), "{ledger}");
    scene.repo.write(strand, ledger.replace("saw it", "saw all"));
    let _ = refused(&scene.repo, &["export", "--in-toto"], 4, "ledger-broken");
}

#[test]
fn a_passphrase_is_asked_for_on_the_terminal() {
    let scene = scene();
    let key = make_key(&scene.repo, "id");
    let _ = scene.charter(&["key", "--add", "--key", &key]).run().success();
    let mut command = std::process::Command::new("ssh-keygen");
    command.args(["-q", "-p", "-P", "", "-N", "sesame", "-f", &key]).stdout(Stdio::null());
    assert!(command.status().unwrap().success());
    let args = ["export", "--in-toto", "--key", &key, "--out", FILE];
    let export = || scene.charter(&args).on_terminal(120, 24);
    let mut pty = export();
    let _ = pty.wait_for("Enter passphrase");
    pty.send("sesame\r");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(verify(&scene, &[]), ("pass".to_owned(), vec![]));
    fs::remove_file(scene.repo.path(FILE)).unwrap();
    let mut pty = export();
    let _ = pty.wait_for("Enter passphrase");
    pty.send("swordfish\r");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("incorrect passphrase"), "{screen}");
    assert!(!scene.repo.path(FILE).exists(), "nothing is written");
}
