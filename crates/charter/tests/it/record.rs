//! `charter record` and `waive`: evidence goes in whole or not at all.

use crate::scene::{Scene, kept_tree, refused, texts};
use charter_testkit::picture::{Canvas, bomb_png};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::symlink;

const ID: &str = "VAL-ENTRY-001";

fn record(scene: &Scene, args: &[&str]) -> Value {
    let args = [&["record"], args, &["--json"]].concat();
    scene.charter(&args).run().success().json()
}

fn pass(scene: &Scene, id: &str) -> Value {
    record(scene, &[id, "--pass", "-m", "saw it", "--because", "watched it on the ward"])
}

fn criterion(scene: &Scene, id: &str) -> Value {
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let found = status["criteria"].as_array().unwrap().iter().find(|it| it["id"] == id).cloned();
    found.unwrap()
}

fn batch(scene: &Scene, entries: &Value) -> Value {
    scene.repo.write("entries.json", entries.to_string());
    record(scene, &["--batch", "entries.json"])
}

fn refused_batch(scene: &Scene, entries: &Value) -> Value {
    scene.repo.write("entries.json", entries.to_string());
    let args = ["record", "--batch", "entries.json"];
    let _ = refused(&scene.repo, &args, 2, "entries-unusable");
    scene.charter(&["record", "--batch", "entries.json", "--json"]).run().code(2).json()
}

fn codes(refusal: &Value) -> Vec<&str> {
    texts(&refusal["problems"], "code")
}

#[test]
fn evidence_is_a_row_in_a_directory_of_its_own() {
    let scene = Scene::with_criteria();
    scene.repo.write("shot.txt", "ten readings\n");
    let value = record(
        &scene,
        &[
            "entry-001",
            "--pass",
            "-m",
            " saw it ",
            "--because",
            "watched",
            "--artifact",
            "shot.txt",
        ],
    );
    let entry = &value["entries"][0];
    assert_eq!((&entry["criterionId"], &entry["verdict"]), (&json!(ID), &json!("attested")));
    let dir = entry["path"].as_str().unwrap();
    assert!(dir.starts_with("work/_charter/evidence/2026-11-16T09-"), "{dir}");
    let row: Value =
        serde_json::from_str(&scene.repo.read(scene.file(&format!("{dir}/evidence.json"))))
            .unwrap();
    assert_eq!(row["summary"], "saw it");
    assert_eq!(row["recordedBy"], "person:Ada");
    assert_eq!(row["source"], "manual");
    assert_eq!(row["verifier"], "command");
    assert_eq!(row["artifacts"][0]["path"], format!("{dir}/shot.txt"));
    assert_eq!(scene.repo.read(scene.file(&format!("{dir}/shot.txt"))), "ten readings\n");
    assert_eq!(criterion(&scene, ID)["lastEvidencePath"], dir);
    assert_eq!(criterion(&scene, ID)["lastTs"], row["ts"]);
    let state: Value =
        serde_json::from_str(&scene.repo.read(scene.derived("criterion-state.json"))).unwrap();
    assert_eq!(state["criteria"][ID]["lastSummary"], "saw it");
}

#[test]
fn a_batch_keeps_its_order_and_the_last_word_counts() {
    let scene = Scene::with_criteria();
    let entry = |id: &str, outcome: &str, segment: &str| json!({ "criterionId": id, "outcome": outcome, "summary": "s", "because": "b", "featureId": segment });
    let entries = json!([
        entry(ID, "pass", "m1"),
        entry("VAL-READ-001", "partial", "m2"),
        entry(ID, "fail", "m1"),
    ]);
    let value = batch(&scene, &entries);
    assert_eq!(texts(&value["entries"], "criterionId"), [ID, "VAL-READ-001", ID]);
    let paths = texts(&value["entries"], "path");
    assert!(paths[0].starts_with("work/m1/evidence/") && paths[2] == format!("{}-1", paths[0]));
    assert_eq!(criterion(&scene, ID)["verdict"], "failed");
    assert_eq!(criterion(&scene, "VAL-READ-001")["verdict"], "partial");
    pass(&scene, ID);
    assert_eq!(criterion(&scene, ID)["verdict"], "attested");
    let _ = record(&scene, &[ID, "--fail", "-m", "broke again"]);
    assert_eq!(criterion(&scene, ID)["verdict"], "failed");
}

#[test]
fn one_bad_entry_and_nothing_is_recorded() {
    let scene = Scene::with_criteria();
    let good = json!({ "criterionId": ID, "outcome": "pass", "summary": "s", "because": "b" });
    let refusal = refused_batch(
        &scene,
        &json!([good, { "criterionId": ID, "outcome": "pass", "summary": "s" }]),
    );
    assert_eq!(codes(&refusal), ["because-missing"]);
    assert!(refusal["message"].as_str().unwrap().contains("entry 2"), "{refusal:#}");
    assert!(refusal["message"].as_str().unwrap().contains(ID), "{refusal:#}");
    let bad = json!([
        { "criterionId": "VAL-NO-001", "outcome": "pass", "summary": "s", "because": "b" },
        { "outcome": "maybe", "colour": 1 },
        { "criterionId": ID, "outcome": "pass", "summary": " ", "because": " ", "featureId": "../x" },
        { "criterionId": ID, "outcome": "pass", "summary": "s", "because": "b", "artifacts": 7, "source": "hope", "details": [] },
        { "kind": "review", "criterionId": ID, "outcome": "pass", "summary": "s", "because": "b" },
        "text",
    ]);
    let refusal = refused_batch(&scene, &bad);
    let all = codes(&refusal);
    for code in [
        "criterion-missing",
        "outcome-missing",
        "unknown-field",
        "summary-missing",
        "because-missing",
        "segment-unusable",
        "not-a-list",
        "source-unknown",
        "not-an-object",
        "legacy-evidence",
        "not-an-entry",
    ] {
        assert!(all.contains(&code), "{code} is not among {all:?}");
    }
    let unknown = json!([good, { "criterionId": "VAL-NO-001", "outcome": "fail", "summary": "s" }]);
    let refusal = refused_batch(&scene, &unknown);
    assert_eq!(codes(&refusal), ["unknown-criterion"]);
    assert!(
        refusal["problems"][0]["message"].as_str().unwrap().contains(ID),
        "names what there is"
    );
    assert_eq!(codes(&refused_batch(&scene, &json!([]))), ["entries-missing"]);
    assert!(!scene.repo.path(scene.file("work")).exists());
}

#[test]
fn what_is_no_list_of_entries_is_told() {
    let scene = Scene::with_criteria();
    scene.repo.write("entries.json", "{\"a\":");
    let _ = refused(&scene.repo, &["record", "--batch", "entries.json"], 2, "entries-unusable");
    scene.repo.write("entries.json", b"\xff\xfe");
    let _ = refused(&scene.repo, &["record", "--batch", "entries.json"], 2, "entries-unusable");
    let _ = scene.charter(&["record", "--batch", "nowhere.json"]).run().code(4);
    // One way to say it.
    let _ = scene.charter(&["record", ID, "--batch", "entries.json"]).run().code(2);
    let _ = scene.charter(&["record", ID, "--pass", "--fail", "-m", "x"]).run().code(2);
    let _ = scene.charter(&["record", ID, "-m", "x"]).run().code(2);
    let row = json!({ "criterionId": ID, "outcome": "fail", "summary": "s", "ts": "2026-11-16T09:00:00Z" });
    let output = scene.charter(&["record", "--batch", "-", "--json"]).stdin(&row.to_string()).run();
    assert_eq!(output.success().json()["entries"][0]["outcome"], "fail");
}

#[test]
fn an_artifact_is_a_plain_file_of_the_project() {
    let scene = Scene::with_criteria();
    let outside = scene.repo.home().join("secret.txt");
    fs::write(&outside, "secret").unwrap();
    symlink(&outside, scene.repo.path("link.txt")).unwrap();
    fs::create_dir(scene.repo.path("dir")).unwrap();
    symlink(scene.repo.home(), scene.repo.path("away")).unwrap();
    let big = fs::File::create(scene.repo.path("big.bin")).unwrap();
    big.set_len(100 * 1024 * 1024).unwrap();
    for (artifact, code) in [
        ("../secret.txt", "artifact-outside"),
        (outside.to_str().unwrap(), "artifact-outside"),
        ("link.txt", "artifact-linked"),
        ("away/secret.txt", "artifact-linked"),
        ("dir", "artifact-no-file"),
        ("nowhere.txt", "artifact-missing"),
        ("big.bin", "artifact-too-large"),
    ] {
        let args =
            ["record", ID, "--pass", "-m", "s", "--because", "b", "--artifact", artifact, "--json"];
        let refusal = scene.charter(&args).run().code(2).json();
        assert_eq!(codes(&refusal), [code], "{artifact}: {refusal:#}");
    }
    assert!(!scene.repo.path(scene.file("work")).exists());
}

#[test]
fn an_artifact_that_is_not_what_was_recorded_shows_nothing() {
    let scene = Scene::with_criteria();
    scene.repo.write("shot.txt", "ten readings\n");
    let value =
        record(&scene, &[ID, "--pass", "-m", "s", "--because", "b", "--artifact", "shot.txt"]);
    let kept = scene.file(&format!("{}/shot.txt", value["entries"][0]["path"].as_str().unwrap()));
    scene.repo.write("shot.txt", "changed later\n");
    assert_eq!(criterion(&scene, ID)["verdict"], "attested", "the copy counts");
    scene.repo.write(&kept, "ten forgeries\n");
    assert_eq!(criterion(&scene, ID)["verdict"], "void");
    fs::remove_file(scene.repo.path(&kept)).unwrap();
    let row = criterion(&scene, ID);
    assert_eq!(row["verdict"], "void");
    assert!(row["reasons"][0].as_str().unwrap().ends_with("is gone"), "{row:#}");
}

#[test]
fn a_narrative_is_a_markdown_file_that_is_kept() {
    let scene = Scene::with_criteria();
    scene.repo.write("review.md", "# Review\n");
    let entry = |path: &str| json!([{ "criterionId": ID, "outcome": "fail", "summary": "s", "narrativePath": path }]);
    for path in ["/etc/passwd.md", "../review.md", "review.txt"] {
        assert_eq!(codes(&refused_batch(&scene, &entry(path))), ["narrative-unusable"], "{path}");
    }
    assert_eq!(codes(&refused_batch(&scene, &entry("nowhere.md"))), ["artifact-missing"]);
    let value = batch(&scene, &entry("review.md"));
    let dir = value["entries"][0]["path"].as_str().unwrap();
    assert_eq!(scene.repo.read(scene.file(&format!("{dir}/review.md"))), "# Review\n");
}

#[test]
fn evidence_is_taken_only_while_work_goes_on() {
    let scene = Scene::with_criteria();
    let _ = scene.charter(&["pause"]).run().success();
    let args = ["record", ID, "--fail", "-m", "s"];
    let _ = refused(&scene.repo, &args, 1, "wrong-state");
    let _ = refused(&scene.repo, &["waive", ID, "--reason", "later"], 1, "wrong-state");
}

#[test]
fn a_waiver_is_a_person_s_and_evidence_takes_it_back() {
    let scene = Scene::with_criteria();
    let agent = ["waive", ID, "--reason", "later", "--actor", "agent:codex"];
    let _ = refused(&scene.repo, &agent, 1, "person-needed");
    let _ = refused(&scene.repo, &["waive", ID, "--reason", " "], 2, "reason-missing");
    let _ = refused(&scene.repo, &["waive", "VAL-NO", "--reason", "x"], 2, "unknown-criterion");
    let _ = scene.charter(&["waive", ID, "--reason", "later"]).run().success();
    let row = criterion(&scene, ID);
    assert_eq!((&row["verdict"], &row["counts"]), (&json!("waived"), &json!(true)));
    let again = scene.charter(&["waive", ID, "--reason", "later", "--json"]).run().success().json();
    assert_eq!(again["changed"], false);
    let _ = record(&scene, &[ID, "--fail", "-m", "tried it"]);
    assert_eq!(criterion(&scene, ID)["verdict"], "failed");
}

#[test]
fn tests_show_criteria_through_their_report() {
    let scene = Scene::with_criteria();
    let suite = r#"<testsuite>
        <testcase classname="entry" name="offline reload"/>
        <testcase classname="entry" name="offline sync"/>
        <testcase classname="read" name="glance"><failure/></testcase>
        <testcase classname="read" name="later"><skipped/></testcase>
    </testsuite>"#;
    scene.repo.write("junit.xml", suite);
    let map = |val: &str, tests: &str| format!("{val}={tests}");
    let args = |maps: &[String]| {
        let mut args = vec!["--junit".to_owned(), "junit.xml".to_owned()];
        args.extend(maps.iter().flat_map(|it| ["--map".to_owned(), it.clone()]));
        args
    };
    let all = args(&[
        map(ID, "offline"),
        map("VAL-READ-001", "read *"),
        map("VAL-FLAT", "entry offline sync"),
        map("ENTRY-002", "*e*"),
    ]);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let value = record(&scene, &all);
    assert_eq!(texts(&value["entries"], "outcome"), ["pass", "fail", "pass", "fail"]);
    let show = scene.charter(&["show", ID, "--json"]).run().success().json();
    assert_eq!(show["history"][0]["summary"], "2 of 2 tests passed", "{show:#}");
    let skipped = args(&[map(ID, "later")]);
    let skipped: Vec<&str> = skipped.iter().map(String::as_str).collect();
    let refusal =
        scene.charter(&[&["record", "--json"], &skipped[..]].concat()).run().code(2).json();
    assert_eq!(codes(&refusal), ["no-test-ran"]);
    let none = args(&[map(ID, "ofline")]);
    let none: Vec<&str> = none.iter().map(String::as_str).collect();
    let refusal = scene.charter(&[&["record", "--json"], &none[..]].concat()).run().code(2).json();
    assert_eq!(codes(&refusal), ["no-test-matches"]);
    scene.repo.write("junit.xml", "<html/>");
    let refusal = scene.charter(&[&["record", "--json"], &all[..]].concat()).run().code(2).json();
    assert_eq!(codes(&refusal), ["junit-unreadable"]);
}

/// Records a report under a mapping, and gives what the refusal or the first entry says.
#[track_caller]
fn report(scene: &Scene, flag: &str, text: &str, tests: &str) -> (String, String) {
    scene.repo.write("report", text);
    let map = format!("{ID}={tests}");
    let output = scene.charter(&["record", flag, "report", "--map", &map, "--json"]).run();
    let value = output.json();
    if value["ok"] == false {
        let _ = output.code(2);
        return (codes(&value)[0].to_owned(), value["problems"][0]["message"].to_string());
    }
    let row = &value["entries"][0];
    let history = scene.charter(&["show", ID, "--json"]).run().success().json();
    let words = history["history"].as_array().unwrap().iter().map(|it| it["summary"].to_string());
    (row["verdict"].as_str().unwrap().to_owned(), words.collect::<Vec<_>>().join(" "))
}

#[test]
fn reports_of_other_forms_show_criteria_too() {
    let scene = Scene::with_criteria();
    let check = |flag: &str, text: &str, tests: &str, code: &str, words: &str| {
        let (found, said) = report(&scene, flag, text, tests);
        assert_eq!(found, code, "{flag} {tests}: {said}");
        assert!(said.contains(words), "{flag} {tests}: {said}");
    };
    let tap = "1..3\nok 1 - offline reload\nok 2 - offline sync # SKIP\nnot ok 3 - glance\n";
    check("--tap", tap, "reload", "attested", "1 of 1 tests passed");
    check("--tap", tap, "offline", "partial", "1 of 2 tests passed, 1 skipped");
    check("--tap", tap, "*", "failed", "1 of 3 tests passed, 1 failed, 1 skipped");
    check("--tap", tap, "sync", "no-test-ran", "all 1 tests");
    check("--tap", tap, "ofline", "no-test-matches", "none of the 3 tests");
    check("--tap", "1..2\nok 1\n", "1", "tap-unreadable", "2 tests were planned and 1 are there");
    let step = |status: &str| json!({ "result": { "status": status } });
    let cucumber = json!([{ "name": "Entry", "elements": [
        { "name": "reload", "type": "scenario", "steps": [step("passed")] },
        { "name": "sync", "type": "scenario", "steps": [step("passed"), step("undefined")] },
    ] }]);
    let cucumber = cucumber.to_string();
    check("--cucumber", &cucumber, "Entry reload", "attested", "1 of 1 scenarios passed");
    check("--cucumber", &cucumber, "Entry", "partial", "1 of 2 scenarios passed, 1 skipped");
    check("--cucumber", "{}", "Entry", "cucumber-unreadable", "no list of features");
    let sarif = |results: &Value, went_well: bool| {
        let driver = json!({ "name": "lint", "rules": [{ "id": "A1" }, { "id": "B2" }] });
        let run = json!({
            "tool": { "driver": driver },
            "invocations": [{ "executionSuccessful": went_well }],
            "results": results,
        });
        json!({ "version": "2.1.0", "runs": [run] }).to_string()
    };
    let clean = sarif(&json!([]), true);
    check("--sarif", &clean, "lint", "attested", "2 of 2 checks passed");
    check("--sarif", &clean, "typo", "no-test-matches", "none of the 2 checks");
    check("--sarif", &clean, "src/entry", "no-test-matches", "none of the 2 checks");
    let bare = r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"lint"}},"results":[]}]}"#;
    check("--sarif", bare, "src/entry", "attested", "1 of 1 checks passed");
    let off =
        clean.replace(r#""id":"B2""#, r#""id":"B2","defaultConfiguration":{"enabled":false}"#);
    assert_ne!(off, clean);
    check("--sarif", &off, "B2", "no-test-matches", "none of the 1 checks");
    let place = json!({ "artifactLocation": { "uri": "src/entry/mod.rs" } });
    let result = json!([{ "ruleId": "A1", "locations": [{ "physicalLocation": place }] }]);
    let found = sarif(&result, true);
    check("--sarif", &found, "A1", "failed", "0 of 1 checks passed, 1 failed");
    check("--sarif", &found, "src/entry", "failed", "0 of 1 checks passed, 1 failed");
    check("--sarif", &found, "B2", "attested", "1 of 1 checks passed");
    check("--sarif", &found, "C3", "no-test-matches", "none of the 2 checks");
    check(
        "--sarif",
        &sarif(&json!([]), false),
        "lint",
        "sarif-unreadable",
        "did not run to its end",
    );
    let events = scene.events();
    let last = events.last().unwrap();
    assert_eq!((&last["source"], &last["run"]), (&json!("verifier"), &Value::Null));
    assert_eq!(last["artifacts"].as_array().unwrap().len(), 1, "the report is kept");
}

#[test]
fn a_report_that_cannot_be_used_changes_nothing() {
    let scene = Scene::with_criteria();
    scene.repo.write("report", "what is this\n");
    for flag in ["--junit", "--tap", "--cucumber", "--sarif"] {
        let args = ["record", flag, "report", "--map", "VAL-FLAT=a"];
        let _ = refused(&scene.repo, &args, 2, "entries-unusable");
        let _ = refused(&scene.repo, &["record", flag, "nowhere", "--map", "VAL-FLAT=a"], 4, "io");
        let _ = refused(
            &scene.repo,
            &["record", flag, "report", "--map", "VAL-FLAT"],
            2,
            "entries-unusable",
        );
    }
    let _ = scene.charter(&["record", "--tap", "report"]).run().code(2);
    let both = ["record", "--tap", "report", "--sarif", "report", "--map", "VAL-FLAT=a"];
    let _ = scene.charter(&both).run().code(2);
}

#[test]
fn a_record_says_what_it_means_and_what_comes_next() {
    let scene = Scene::with_criteria();
    let args = ["record", ID, "--pass", "-m", "saw it", "--because", "watched it on the ward"];
    insta::assert_snapshot!(scene.charter(&args).run(), @r#"
    exit 0
    --- stdout

      ✓ VAL-ENTRY-001  attested  the word of a person: watched it on the ward

      next  charter record VAL-ENTRY-002 --pass -m "what you saw" --because "why"
            VAL-ENTRY-002: no evidence yet
    "#);
    let args = ["record", ID, "--partial", "-m", "one of two"];
    insta::assert_snapshot!(scene.charter(&args).run(), @r#"
    exit 0
    --- stdout

      ✗ VAL-ENTRY-001  partial  the latest record says it holds in part: one of two

      next  charter prove VAL-ENTRY-001 -- cargo test --test offline
            VAL-ENTRY-001: the latest record says it holds in part: one of two
    "#);
}

/// Records a pass with artifacts; gives the problems' codes where it is refused.
#[track_caller]
fn pass_with(scene: &Scene, id: &str, artifacts: &[&str]) -> Vec<String> {
    let mut args =
        vec!["record", id, "--pass", "-m", "saw it", "--because", "watched it", "--json"];
    args.extend(artifacts.iter().flat_map(|it| ["--artifact", it]));
    let before = kept_tree(&scene.repo);
    let value = scene.charter(&args).run().json();
    if value["ok"] == true {
        return Vec::new();
    }
    assert!(kept_tree(&scene.repo) == before, "a refusal changed files");
    assert_eq!(value["code"], "entries-unusable", "{value:#}");
    codes(&value).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_picture_that_is_none_is_refused_before_anything_is_written() {
    let scene = Scene::with_criteria();
    let page = Canvas::page(360, 200, 3, 20);
    for (name, bytes, code) in [
        ("cut.png", page.png()[..5000].to_vec(), "image_not_decodable"),
        ("text.PNG", b"a line of text\n".to_vec(), "image_not_decodable"),
        ("empty.png", Vec::new(), "image_not_decodable"),
        ("fake.jpeg", [&[0xff, 0xd8, 0xff][..], &[7; 5000]].concat(), "image_not_decodable"),
        ("moving.jpg", b"GIF89a and more".to_vec(), "image_format_unsupported"),
        ("bomb.png", bomb_png(60_000, 60_000, 5000), "image_too_large"),
    ] {
        scene.repo.write(name, bytes);
        assert_eq!(pass_with(&scene, ID, &[name]), [code], "{name}");
        assert_eq!(pass_with(&scene, ID, &["src/entry/mod.rs", name]), [code], "{name}");
    }
    // What has another name is a file like any other.
    scene.repo.write("notes.gif", b"GIF89a and more");
    assert_eq!(pass_with(&scene, ID, &["notes.gif"]), [""; 0]);
    let args =
        ["prove", ID, "--no-base", "--because", "b", "--artifact", "cut.png", "--json", "--"];
    let value = scene.charter(&[&args[..], &["grep", "entry", "src/entry/mod.rs"]].concat());
    let value = value.run().code(1).json();
    assert_eq!(value["entries"][0]["verdict"], "void", "{value:#}");
    let words = value["entries"][0]["reasons"][1].as_str().unwrap();
    assert!(words.starts_with("not kept: `cut.png`: it is not decodable"), "{words}");
}

#[test]
fn a_pass_does_not_rest_on_blank_pictures_alone() {
    let scene = Scene::with_criteria();
    let page = Canvas::page(360, 200, 3, 20);
    scene.repo.write("page.png", page.png());
    scene.repo.write("page.jpg", page.jpeg());
    assert!(page.packed_png().len() < 4096);
    scene.repo.write("packed.png", page.packed_png());
    scene.repo.write("jpeg-by-another-name.png", page.jpeg());
    scene.repo.write("blank.png", Canvas::blank(360, 200).png());
    scene.repo.write("icon.png", Canvas::page(32, 32, 1, 2).png());
    scene.repo.write("notes.txt", "what was seen\n");
    assert_eq!(pass_with(&scene, ID, &["blank.png"]), ["screenshot_uniform"]);
    assert_eq!(pass_with(&scene, ID, &["icon.png"]), ["screenshot_too_small"]);
    let both = ["screenshot_too_small", "screenshot_uniform"];
    assert_eq!(pass_with(&scene, ID, &["icon.png", "blank.png"]), both);
    // Beside something that shows it, and where nothing is claimed to hold, they are files.
    for artifacts in [
        &["page.png"][..],
        &["page.jpg"],
        &["packed.png"],
        &["jpeg-by-another-name.png"],
        &["icon.png", "notes.txt"],
        &["blank.png", "page.png"],
    ] {
        assert_eq!(pass_with(&scene, ID, artifacts), [""; 0], "{artifacts:?}");
    }
    let _ = record(&scene, &[ID, "--fail", "-m", "it stays blank", "--artifact", "blank.png"]);
    let args = ["prove", ID, "--no-base", "--because", "b", "--artifact", "icon.png", "--"];
    let _ = scene
        .charter(&[&args[..], &["grep", "entry", "src/entry/mod.rs"]].concat())
        .run()
        .success();
}

#[test]
fn the_same_file_for_two_criteria_is_flagged() {
    for (rigor, verdict) in [("light", "attested"), ("standard", "attested"), ("strict", "void")] {
        let repo = crate::scene::repo();
        repo.list_signer("Ada");
        let args = ["new", "--json", "--rigor", rigor, "--", crate::scene::IDEA];
        let id =
            repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
        let scene = Scene { repo, id };
        let text = "## m1\n\n### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nVerifier: manual\n";
        scene.repo.write(scene.file("criteria.md"), text);
        scene.repo.write("one.txt", "seen at nine\n");
        scene.repo.write("copy.txt", "seen at nine\n");
        scene.repo.write("two.txt", "seen at ten\n");
        let said = |id: &str| {
            let row = criterion(&scene, id);
            (
                row["verdict"].as_str().unwrap().to_owned(),
                row["counts"].as_bool().unwrap(),
                row["reasons"].to_string(),
            )
        };
        assert_eq!(pass_with(&scene, "VAL-A", &["one.txt"]), [""; 0]);
        assert_eq!(pass_with(&scene, "VAL-A", &["one.txt"]), [""; 0], "again for the same");
        let (found, counts, reasons) = said("VAL-A");
        assert!(found == "attested" && counts && !reasons.contains("same file"), "{reasons}");
        assert_eq!(pass_with(&scene, "VAL-B", &["two.txt", "copy.txt"]), [""; 0]);
        for (id, other, file) in [("VAL-A", "VAL-B", "one.txt"), ("VAL-B", "VAL-A", "copy.txt")] {
            let (found, counts, reasons) = said(id);
            let words = format!("`{file}` is the same file as for {other}");
            assert!(reasons.contains(&words), "{rigor} {id}: {reasons}");
            assert_eq!((found.as_str(), counts), (verdict, rigor != "strict"), "{rigor} {id}");
        }
        // A person can say why: by naming the other. What an agent says answers nothing.
        let args = ["record", "VAL-A", "--pass", "-m", "saw it", "--artifact", "one.txt"];
        for (actor, because, is_open) in [
            ("person:Ada", "one look at nine, as for VAL-BB", true),
            ("agent:coder", "one look at nine, as for VAL-B", true),
            ("person:Ada", "one look at nine, as for VAL-B.", false),
        ] {
            let args = [&args[..], &["--because", because]].concat();
            let _ = scene.charter(&args).env("CHARTER_ACTOR", actor).run().success();
            let (found, counts, reasons) = said("VAL-A");
            assert_eq!(reasons.contains("same file"), is_open, "{rigor} {actor}: {reasons}");
            let is_down = rigor == "strict" && is_open;
            assert_eq!(found == "void", is_down, "{rigor} {actor}: {reasons}");
            assert_eq!(reasons.contains("would answer it"), is_down, "{reasons}");
            // An agent's word waits for a person at standard, whatever files it has.
            let waits = rigor == "standard" && actor.starts_with("agent:");
            assert_eq!(counts, !is_down && !waits, "{rigor} {actor}: {reasons}");
        }
        assert_eq!(pass_with(&scene, "VAL-B", &["two.txt"]), [""; 0]);
        let (found, counts, reasons) = said("VAL-A");
        assert!(found == "attested" && counts && !reasons.contains("same file"), "{reasons}");
    }
}

#[test]
fn a_report_of_any_format_may_show_several_criteria() {
    let (id, rigor) = ("VAL-A", ["new", "--json", "--rigor", "strict", "--", crate::scene::IDEA]);
    let repo = crate::scene::repo();
    repo.list_signer("Ada");
    let new = repo.charter(&rigor).run().success().json();
    let scene = Scene { repo, id: new["charterId"].as_str().unwrap().to_owned() };
    let text = "## m1\n\n### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nVerifier: manual\n";
    scene.repo.write(scene.file("criteria.md"), text);
    let scenario = |it: &str| {
        format!(
            r#"{{"type":"scenario","name":"{it}","steps":[{{"name":"x","keyword":"Given ","result":{{"status":"passed"}}}}]}}"#
        )
    };
    let rules = r#"{"name":"lint","rules":[{"id":"one"},{"id":"two"}]}"#;
    for (option, file, report) in [
        ("--tap", "out.log", "1..2\nok 1 - one\nok 2 - two\n".to_owned()),
        (
            "--cucumber",
            "c.json",
            format!(r#"[{{"name":"f","elements":[{},{}]}}]"#, scenario("one"), scenario("two")),
        ),
        (
            "--sarif",
            "s.sarif",
            format!(
                r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{rules}}},"results":[]}}]}}"#
            ),
        ),
    ] {
        scene.repo.write(file, report);
        let _ = record(&scene, &[option, file, "--map", "VAL-A=one", "--map", "VAL-B=two"]);
        let row = criterion(&scene, id);
        let reasons = row["reasons"].to_string();
        assert!(!reasons.contains("same file"), "{option}: {reasons}");
        assert_eq!(
            (&row["verdict"], &row["counts"]),
            (&"attested".into(), &true.into()),
            "{row:#}"
        );
    }
    // Its name makes a file no report.
    scene.repo.write("seen.xml", "seen");
    let row = |id: &str| {
        serde_json::json!({ "criterionId": id, "outcome": "pass", "source": "verifier",
            "summary": "s", "because": "b", "artifacts": ["seen.xml"] })
    };
    scene.repo.write("entries.json", serde_json::json!([row("VAL-A"), row("VAL-B")]).to_string());
    let _ = record(&scene, &["--batch", "entries.json"]);
    let reasons = criterion(&scene, id)["reasons"].to_string();
    assert!(reasons.contains("`seen.xml` is the same file as for VAL-B"), "{reasons}");
}

#[test]
fn one_run_and_one_report_may_show_several_criteria() {
    let scene = Scene::with_criteria();
    scene.repo.write("seen.log", "all of it\n");
    let args = [
        "prove",
        "ENTRY-001,ENTRY-002",
        "--no-base",
        "--because",
        "b",
        "--artifact",
        "seen.log",
        "--",
    ];
    let _ = scene
        .charter(&[&args[..], &["grep", "entry", "src/entry/mod.rs"]].concat())
        .run()
        .success();
    let xml = "<testsuite><testcase classname=\"a\" name=\"one\"/><testcase classname=\"a\" name=\"two\"/></testsuite>";
    scene.repo.write("report.xml", xml);
    let junit = ["--junit", "report.xml", "--map", "VAL-READ-001=one", "--map", "VAL-FLAT=two"];
    let _ = record(&scene, &junit);
    for id in ["VAL-ENTRY-001", "VAL-ENTRY-002", "VAL-READ-001", "VAL-FLAT"] {
        let reasons = criterion(&scene, id)["reasons"].to_string();
        assert!(!reasons.contains("same file"), "{id}: {reasons}");
    }
    // By hand it is flagged, and what the run showed is not.
    assert_eq!(pass_with(&scene, "VAL-FLAT", &["seen.log"]), [""; 0]);
    assert!(
        criterion(&scene, "VAL-FLAT")["reasons"]
            .to_string()
            .contains("the same file as for VAL-ENTRY-001")
    );
    assert!(!criterion(&scene, ID)["reasons"].to_string().contains("same file"));
}
