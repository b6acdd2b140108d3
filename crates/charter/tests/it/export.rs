//! `charter key`, `charter export` and `charter verify --export`: what leaves the project, and who can
//! trust it.

use crate::scene::{Scene, refused, repo, write_check};
use charter_review::attest::{Envelope, Fingerprint, Sha256, from_base64, to_base64};
use serde_json::{Value, json};
use std::fs;

const ID: &str = "VAL-ENTRY-001";
const FILE: &str = "out.jsonl";

/// A key that nobody here has: key B of the DSSE test vectors.
const OTHER_KEY: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

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
    let _ = scene.charter(&["key"]).run().success();
    let _ = scene.charter(&["export", "--in-toto", "--out", FILE]).run().success();
    scene
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
    let args = [&["verify", "--export", FILE, "--json"], args].concat();
    let output = scene.charter(&args).run();
    let report = output.json();
    let verdict = report["verdict"].as_str().unwrap().to_owned();
    let _ = output.code(if verdict == "pass" { 0 } else { 1 });
    assert_eq!(report["ok"], verdict == "pass", "{report:#}");
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
fn a_key_is_made_once_for_its_user_alone() {
    let repo = repo();
    let _ = refused(&repo, &["key", "--show"], 2, "key-missing");
    let made = repo.charter(&["key", "--json"]).run().success().json();
    assert_eq!(made["made"], true);
    let path = repo.home().join(".config/charter/signing-key.pem");
    let secret = fs::read_to_string(&path).unwrap();
    assert!(secret.starts_with("-----BEGIN PRIVATE KEY-----\n"), "{secret}");
    assert!(!repo.charter(&["key"]).run().success().stdout.contains("PRIVATE"));
    for args in [&["key", "--json"][..], &["key", "--show", "--json"]] {
        let again = repo.charter(args).run().success().json();
        assert_eq!((&again["made"], &again["keyId"]), (&json!(false), &made["keyId"]));
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), secret, "never replaced");
    assert_eq!(repo.tree(), "", "nothing in the repository");
    let pem = made["pem"].as_str().unwrap().lines().nth(1).unwrap();
    let id = Sha256::of(&from_base64(pem).unwrap());
    assert_eq!(made["keyId"], id.as_str(), "the digest of the public key");
    fs::write(&path, "no key").unwrap();
    let _ = refused(&repo, &["key"], 2, "key-unusable");
    assert_eq!(fs::read_to_string(&path).unwrap(), "no key");
}

#[cfg(unix)]
#[test]
fn only_its_owner_can_read_a_key() {
    use std::os::unix::fs::PermissionsExt;
    let repo = repo();
    let _ = repo.charter(&["key"]).run().success();
    let path = repo.home().join(".config/charter/signing-key.pem");
    assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn no_key_is_put_into_a_repository_or_nowhere() {
    let repo = repo();
    let inside = repo.path("conf").display().to_string();
    let refusal = repo.charter(&["key", "--json"]).env("XDG_CONFIG_HOME", &inside).run().code(2);
    assert_eq!(refusal.json()["code"], "key-unusable");
    assert_eq!(repo.tree(), "");
    #[cfg(unix)]
    {
        repo.write("conf/a", "");
        let link = repo.home().join("linked");
        std::os::unix::fs::symlink(repo.path("conf"), &link).unwrap();
        let link = link.display().to_string();
        let refusal = repo.charter(&["key", "--json"]).env("XDG_CONFIG_HOME", &link).run().code(2);
        assert_eq!(refusal.json()["code"], "key-unusable");
        assert_eq!(repo.tree(), "conf/a 0\n");
    }
    let homeless = repo.charter(&["key"]).env_remove("XDG_CONFIG_HOME").env_remove("HOME").run();
    assert!(homeless.code(2).stderr.contains("no home directory"));
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
fn an_export_without_a_key_is_unsigned_and_says_so() {
    let scene = scene();
    let output = scene.charter(&["export", "--in-toto", "--out", FILE]).run().success();
    assert!(output.stderr.contains("unsigned: there is no key; `charter key` makes one"));
    assert_eq!(output.stdout, "");
    let envelope: Value = serde_json::from_str(&lines(&scene)[0]).unwrap();
    assert_eq!(envelope["signatures"], json!([]));
    assert_eq!(verify(&scene, &[]), ("inconclusive".to_owned(), vec!["unsigned".to_owned()]));
    let _ = scene.charter(&["key"]).run().success();
    let args = ["export", "--in-toto", "--unsigned", "--json"];
    let report = scene.charter(&args).run().success().json();
    assert!(report["signedBy"].is_null());
    assert_eq!(report["envelopes"].as_array().unwrap().len(), 3);
}

#[test]
fn a_signed_export_is_verified_where_there_is_nothing_else() {
    let scene = signed_scene();
    assert_eq!(verify(&scene, &[]), ("pass".to_owned(), vec![]), "by its own user");
    let key = scene.charter(&["key", "--json"]).run().success().json();
    let elsewhere = repo();
    elsewhere.write(FILE, scene.repo.read(FILE));
    elsewhere.write("key.pem", key["pem"].as_str().unwrap());
    let before = elsewhere.snapshot_tree();
    for key in ["key.pem", key["publicKey"].as_str().unwrap()] {
        let args = ["verify", "--export", FILE, "--key", key, "--json"];
        let report = elsewhere.charter(&args).run().success().json();
        assert_eq!(report["verdict"], "pass");
        assert_eq!((&report["summary"]["pass"], &report["compared"]), (&json!(1), &json!(0)));
    }
    assert_eq!(elsewhere.snapshot_tree(), before);
    let unknown = elsewhere.charter(&["verify", "--export", FILE]).run().code(1).stdout;
    let id = key["keyId"].as_str().unwrap();
    assert!(unknown.replace(['\n', ' '], "").contains(&format!("signedby{id}")), "{unknown}");
    let flat = unknown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("which you did not name"), "{unknown}");
    assert!(unknown.ends_with("inconclusive\n"), "{unknown}");
    let other = verify(&scene, &["--key", OTHER_KEY]);
    assert_eq!(other, ("inconclusive".to_owned(), vec!["signer-unknown".to_owned()]));
}

#[test]
fn what_is_no_key_and_what_is_no_export_is_told() {
    let scene = signed_scene();
    scene.repo.write("key.pem", "-----BEGIN PUBLIC KEY-----\n");
    let args = ["verify", "--export", FILE, "--key", "key.pem"];
    let _ = refused(&scene.repo, &args, 2, "key-unusable");
    let secret = fs::read(scene.repo.home().join(".config/charter/signing-key.pem")).unwrap();
    scene.repo.write("key.pem", secret);
    let _ = refused(&scene.repo, &args, 2, "key-unusable");
    let _ = refused(&scene.repo, &["verify", "--export", "nowhere"], 4, "io");
    scene.repo.write(FILE, "hello\n");
    let codes = ["envelope-unreadable", "unsigned", "charter-statement-missing"];
    let (verdict, found) = verify(&scene, &[]);
    assert_eq!(verdict, "fail");
    assert!(found.iter().all(|it| codes.contains(&it.as_str())), "{found:?}");
    scene.repo.write(FILE, "");
    assert_eq!(verify(&scene, &[]).0, "fail");
}

#[test]
fn a_payload_or_signature_that_was_touched_is_refused() {
    let scene = signed_scene();
    for idx in 0..3 {
        let codes = tampered(&scene, |it| it[idx] = with(&it[idx], "/payload", flip));
        assert!(codes.contains(&"signature-wrong".to_owned()), "line {idx}: {codes:?}");
        let codes = tampered(&scene, |it| it[idx] = with(&it[idx], "/signatures/0/sig", flip));
        assert_eq!(codes, ["signature-wrong"], "line {idx}");
    }
    let failed_to_passed = |it: &str| {
        let text = String::from_utf8(from_base64(it).unwrap()).unwrap();
        to_base64(text.replace("FAILED", "PASSED").as_bytes())
    };
    let codes = tampered(&scene, |it| it[2] = with(&it[2], "/payload", failed_to_passed));
    assert_eq!(codes, ["signature-wrong", "statement-unlisted", "statement-missing"]);
    let codes = tampered(&scene, |it| {
        let sig = |line: &str| {
            serde_json::from_str::<Value>(line).unwrap()["signatures"][0]["sig"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        let (one, two) = (sig(&it[1]), sig(&it[2]));
        it[1] = with(&it[1], "/signatures/0/sig", |_| two.clone());
        it[2] = with(&it[2], "/signatures/0/sig", |_| one.clone());
    });
    assert_eq!(codes, ["signature-wrong", "signature-wrong"]);
    let other_type = |it: &str| it.replace("in-toto", "in-tutu");
    let codes = tampered(&scene, |it| it[1] = with(&it[1], "/payloadType", other_type));
    assert_eq!(codes[0], "envelope-unreadable");
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
    let _ = scene.charter(&["export", "--in-toto", "--out", FILE]).run().success();
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
fn inside_its_project_an_export_is_compared_with_what_is_there() {
    let scene = signed_scene();
    let _ = scene.charter(&["record", ID, "--fail", "-m", "later"]).run().success();
    scene.repo.write(scene.file("charter.md"), "# Charter: other words\n");
    let args = ["verify", "--export", FILE, "--json"];
    let report = scene.charter(&args).run().success().json();
    assert_eq!(report["compared"], report["files"], "{report:#}");
    let notes =
        json!(["the ledger here has 1 more events since", "charter.md says something else by now"]);
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
