//! `charter check`: a verdict with its reasons and its denominator.

use crate::scene::{Scene, repo, texts};
use serde_json::{Value, json};

fn scene() -> Scene {
    let scene = Scene::new();
    let text = "## m1\n\n### VAL-A — a & b\nVerifier: manual\nBecause: c\n\n### VAL-B — b\nVerifier: hook\n";
    scene.repo.write(scene.file("criteria.md"), text);
    scene
}

fn pass(scene: &Scene, id: &str) {
    let args = ["record", id, "--pass", "-m", "s", "--because", "b"];
    let _ = scene.charter(&args).run().success();
}

#[test]
fn a_charter_holds_when_every_criterion_is_shown() {
    let scene = scene();
    pass(&scene, "VAL-A");
    let value = scene.charter(&["check", "--json"]).run().code(1).json();
    assert_eq!((&value["verdict"], &value["ok"]), (&json!("fail"), &json!(false)));
    assert_eq!(value["counts"]["byVerdict"], json!({ "attested": 1, "missing": 1 }));
    assert_eq!(texts(&value["problems"], "path"), ["VAL-B"]);
    let text = scene.charter(&["check"]).run().code(1);
    assert!(text.stdout.contains("1 of 2 shown") && text.stdout.contains("  fail\n"), "{text}");
    pass(&scene, "VAL-B");
    let value = scene.charter(&["check", "--json"]).run().success().json();
    assert_eq!((&value["verdict"], &value["counts"]["pass"]), (&json!("pass"), &json!(2)));
    let text = scene.charter(&["check"]).run().success();
    assert!(text.stdout.contains("ledger 4 events, chain intact\n  pass\n"), "{text}");
}

#[test]
fn nothing_agreed_is_inconclusive_and_a_broken_ledger_fails() {
    let scene = Scene::new();
    let value = scene.charter(&["check", "--json"]).run().code(1).json();
    assert_eq!(value["verdict"], "inconclusive");
    let scene = self::scene();
    pass(&scene, "VAL-A");
    pass(&scene, "VAL-B");
    let ledger = scene.repo.read(scene.ledger());
    scene
        .repo
        .write(scene.ledger(), ledger.replacen("saw", "was", 1).replacen("\"s\"", "\"t\"", 1));
    let value = scene.charter(&["check", "--json"]).run().code(1).json();
    assert_eq!(value["verdict"], "fail", "{value:#}");
    assert!(texts(&value["problems"], "code").contains(&"ledger-broken"), "{value:#}");
    let _ = repo().charter(&["check"]).run().code(2);
}

#[test]
fn a_fresh_clone_says_the_same_of_a_completed_charter() {
    let scene = scene();
    pass(&scene, "VAL-A");
    pass(&scene, "VAL-B");
    let _ = scene.charter(&["complete"]).run().success();
    let report = scene.repo.read(scene.file("REPORT.md"));
    let report = report
        .replace("## Outcome\n", "## Outcome\n\nDone.\n")
        .replace("## Notes\n", "## Notes\n\nNone.\n");
    scene.repo.write(scene.file("REPORT.md"), report);
    let _ = scene.charter(&["complete"]).run().success();
    let _ = scene.repo.git(&["add", "."]);
    let _ = scene.repo.git(&["commit", "-qm", "all"]);
    let _ = scene.repo.git(&["clone", "-q", ".", "clone"]);
    let value = scene.repo.charter(&["check", "--json"]).dir("clone").run().success().json();
    assert_eq!((&value["verdict"], &value["status"]), (&json!("pass"), &json!("completed")));
}

#[test]
fn machines_get_it_in_their_own_words() {
    let scene = scene();
    pass(&scene, "VAL-B");
    let github = scene.charter(&["check", "--format", "github"]).run().code(1).stdout;
    let error = format!(
        "::error file=.charter/{}/criteria.md,line=3,title=VAL-A missing::no evidence yet\n",
        scene.id
    );
    assert!(github.starts_with(&error), "{github}");
    let junit = scene.charter(&["check", "--format", "junit"]).run().code(1).stdout;
    assert!(junit.contains("name=\"VAL-A a &amp; b\"><failure type=\"missing\""), "{junit}");
    assert!(junit.contains("tests=\"2\" failures=\"1\""), "{junit}");
    let sarif = scene.charter(&["check", "--format", "sarif"]).run().code(1).stdout;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "missing", "{sarif:#}");
    let json: Value =
        serde_json::from_str(&scene.charter(&["check", "--format", "json"]).run().code(1).stdout)
            .unwrap();
    assert_eq!(json["verdict"], "fail");
}

#[test]
fn an_annotation_points_at_a_file_from_the_top_of_the_repository() {
    let repo = repo();
    repo.write("app/.charter/config.toml", "mood = \"good\"\n");
    repo.write("app/src/deep/a.rs", "");
    let new = repo.charter(&["new", "--json", "--", "Nurses lose time"]).dir("app").run();
    let id = new.success().json()["charterId"].as_str().unwrap().to_owned();
    let text = "# C\n\n## m1\n\n### VAL-A — a\nVerifier: command\n\n### VAL-B — b\nVerifier: odd\n";
    repo.write(format!("app/.charter/{id}/criteria.md"), text);
    let block = ["block", "m1", "-m", "a::b,c\n::error::d"];
    let _ = repo.charter(&block).dir("app").run().success();
    let root = ["--root", "app/.charter"];
    for (dir, more) in [("app", &[][..]), ("app/src/deep", &[]), ("", &root), (".", &root)] {
        let args = [&["check", "--format", "github"][..], more].concat();
        let github = repo.charter(&args).dir(dir).run().code(1).stdout;
        for expected in [
            format!("::error file=app/.charter/{id}/criteria.md,line=5,title=VAL-A missing::"),
            format!("::error file=app/.charter/{id}/criteria.md,line=8,title=VAL-B missing::"),
            format!(
                "::warning file=app/.charter/{id}/criteria.md,line=9,title=VAL-B unknown-verifier::"
            ),
            format!(
                "::error file=app/.charter/{id}/criteria.md,line=1,title=m1 review-blocker::B1: a::b,c"
            ),
            "::warning file=app/.charter/config.toml,line=1,title=".to_owned(),
        ] {
            assert!(
                github.lines().any(|it| it.starts_with(&expected)),
                "{dir}: {expected}\n{github}"
            );
        }
        let args = [&["check", "--format", "sarif"][..], more].concat();
        let sarif = repo.charter(&args).dir(dir).run().code(1).json();
        let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        let uri = format!("app/.charter/{id}/criteria.md");
        assert_eq!(place["artifactLocation"]["uri"], uri.as_str(), "{dir}: {sarif:#}");
    }
}

#[test]
fn everything_that_was_ever_recorded_is_verified() {
    let scene = scene();
    scene.repo.write("shot.txt", "first\n");
    let args = ["record", "VAL-A", "--pass", "-m", "s", "--because", "b", "--artifact", "shot.txt"];
    let first = scene.charter(&[&args[..], &["--json"]].concat()).run().success().json();
    let _ = scene.charter(&args).run().success();
    let value = scene.charter(&["verify", "--json"]).run().success().json();
    assert_eq!((&value["events"], &value["artifacts"]), (&json!(4), &json!(2)), "{value:#}");
    // What no longer counts is verified as well.
    let kept = format!("{}/shot.txt", first["entries"][0]["path"].as_str().unwrap());
    scene.repo.write(scene.file(&kept), "forged\n");
    let value = scene.charter(&["verify", "--json"]).run().code(1).json();
    assert_eq!(texts(&value["problems"], "code"), ["artifact-changed"], "{value:#}");
    let text = scene.charter(&["verify"]).run().code(1);
    assert!(text.stdout.contains("4 events hashed, 2 artifacts read"), "{text}");
    let ledger = scene.repo.read(scene.ledger());
    scene.repo.write(scene.ledger(), ledger.replacen("\"b\"", "\"c\"", 1));
    let value = scene.charter(&["verify", "--json"]).run().code(1).json();
    assert!(texts(&value["problems"], "code").contains(&"hash-mismatch"), "{value:#}");
}

#[test]
fn what_holds_and_is_odd_is_not_passed_over() {
    let scene = scene();
    for id in ["VAL-A", "VAL-B"] {
        pass(&scene, id);
    }
    let text = scene.repo.read(scene.file("criteria.md"));
    let odd =
        format!("{text}\n### VAL-A — easier\n").replace("### VAL-B — b\nVerifier: hook\n", "");
    scene.repo.write(scene.file("criteria.md"), odd);
    let value = scene.charter(&["check", "--json"]).run().code(1).json();
    let both = ["register-changed", "duplicate-criterion"];
    assert_eq!(texts(&value["problems"], "code"), both, "said once: {value:#}");
    assert_eq!(texts(&value["problems"], "path")[0], "VAL-B");
    let once = scene.repo.read(scene.file("criteria.md")).replace("\n### VAL-A — easier\n", "");
    scene.repo.write(scene.file("criteria.md"), once);
    let _ = scene.charter(&["waive", "VAL-B", "--reason", "not needed"]).run().success();
    let value = scene.charter(&["check", "--json"]).run().success().json();
    assert_eq!(texts(&value["warnings"], "code"), ["criterion-gone"]);
    assert_eq!(texts(&value["beforeCompletion"], "code"), ["report-missing"]);
    let shown = scene.charter(&["check"]).run().success();
    assert!(shown.stdout.contains("! VAL-B criterion-gone: it was recorded (pass: s)"), "{shown}");
    assert!(shown.stdout.contains("before it can be completed: there is no REPORT.md"), "{shown}");
    let github = scene.charter(&["check", "--format", "github"]).run().success();
    assert!(github.stdout.contains("::warning file="), "{github}");
}

#[test]
fn a_row_of_evidence_that_was_rewritten_is_noticed() {
    let scene = scene();
    pass(&scene, "VAL-A");
    let _ = scene.charter(&["verify"]).run().success();
    let events = scene.events();
    let dir = events.last().unwrap()["path"].as_str().unwrap();
    let file = scene.file(&format!("{dir}/evidence.json"));
    let row = scene.repo.read(&file);
    scene.repo.write(&file, row.replace("VAL-A", "VAL-B"));
    let value = scene.charter(&["verify", "--json"]).run().code(1).json();
    assert_eq!(texts(&value["problems"], "code"), ["evidence-row-differs"]);
    std::fs::remove_file(scene.repo.path(&file)).unwrap();
    let value = scene.charter(&["verify", "--json"]).run().code(1).json();
    assert_eq!(texts(&value["problems"], "code"), ["evidence-row-missing"]);
}
