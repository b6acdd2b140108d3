//! Every form in which `check` and the gate print their verdict says the same: a failure where it fails, none where
//! it doesn't.
//!
//! Must not test what is judged.

use crate::pull_request::{REGISTER, Story, TEST};
use serde_json::Value;

const FORMATS: [&str; 5] = ["text", "json", "junit", "sarif", "github"];

/// Counts the failures that a form tells.
fn failures(format: &str, text: &str) -> usize {
    let json = || -> Value { serde_json::from_str(text).unwrap() };
    match format {
        "text" => text
            .lines()
            .filter(|it| it.contains("FAIL") || it.trim() == "fail" || it.trim() == "inconclusive")
            .count(),
        "json" => usize::from(json()["ok"] == false),
        "junit" => {
            let counted: usize = text
                .split(" failures=\"")
                .skip(1)
                .map(|it| it.split('"').next().unwrap().parse::<usize>().unwrap())
                .sum();
            let cases: usize = text
                .split(" tests=\"")
                .skip(1)
                .map(|it| it.split('"').next().unwrap().parse::<usize>().unwrap())
                .sum();
            assert_eq!(counted, text.matches("<failure ").count(), "{text}");
            assert_eq!(cases, text.matches("<testcase ").count(), "{text}");
            counted
        }
        "sarif" => {
            let sarif = json();
            let results = sarif["runs"][0]["results"].as_array().unwrap();
            for it in results {
                let place = &it["locations"][0]["physicalLocation"];
                let file = place["artifactLocation"]["uri"].as_str().unwrap();
                assert!(file.contains(".charter") && !file.starts_with('/'), "{it:#}");
                assert!(place["region"]["startLine"].as_u64().unwrap() > 0, "{it:#}");
            }
            results.len()
        }
        _ => text.lines().filter(|it| it.starts_with("::error ")).count(),
    }
}

/// Makes sure that each form tells of a failure exactly where the exit code does, here and in CI.
#[track_caller]
fn agrees(story: &Story, what: &str) -> (bool, bool) {
    story.clone_afresh();
    let mut seen = [None, None];
    for format in FORMATS {
        let ci = ["check", "--ci", "--against", "origin/main", "--summary", "s.md", "--format"];
        let asked = [("", &["check", "--format"][..]), ("../clone", &ci[..])];
        for (idx, (dir, args)) in asked.into_iter().enumerate() {
            let (code, out, err) = story.run_in(dir, &[args, &[format]].concat());
            let fails = code != Some(0);
            assert!(matches!(code, Some(0 | 1)), "{what}: {format} {code:?}\n{out}\n{err}");
            let told = failures(format, &out) > 0;
            assert_eq!(told, fails, "{what}: {format} in `{dir}`, exit {code:?}\n{out}\n{err}");
            assert_eq!(*seen[idx].get_or_insert(fails), fails, "{what}: {format}");
        }
        let page = story.repo.read("../clone/s.md");
        assert_eq!(page.contains(": PASS\n") || page.contains(": NONE\n"), seen[1] == Some(false));
        std::fs::remove_file(story.repo.path("../clone/s.md")).unwrap();
    }
    (seen[0] == Some(false), seen[1] == Some(false))
}

/// Does the work without the quality gate.
fn shown(rigor: &str) -> Story {
    let story = Story::begin(rigor);
    story.work();
    story
}

#[test]
fn a_verdict_is_the_same_in_every_form() {
    let shorter = &REGISTER[..REGISTER.find("\n### VAL-WARD").unwrap()];
    let reworded = REGISTER.replace("a number is doubled", "there is a number");
    for rigor in ["light", "standard", "strict"] {
        let story = shown(rigor);
        assert_eq!(agrees(&story, "honest"), (true, true), "{rigor}");
        let cases: [(&str, &dyn Fn()); 6] = [
            ("a criterion is gone", &|| story.write("criteria.md", shorter)),
            ("a criterion says something else", &|| story.write("criteria.md", &reworded)),
            ("the register is empty", &|| story.write("criteria.md", "# Criteria\n")),
            ("the code is wrong", &|| {
                story.repo.write("src/calc.py", "def double(n):\n    return n\n");
            }),
            ("the settings are others", &|| {
                story.repo.write(".charter/config.toml", "tests = [\"t/**\"]\n");
            }),
            ("the ledger is broken", &|| {
                let strand = story.last_strand();
                let text = story.repo.read(&strand).replacen("VAL-WARD", "VAL-WORD", 1);
                story.repo.write(&strand, text);
            }),
        ];
        // The forms know no rigor: one case is enough for the others.
        let n_cases = if rigor == "standard" { cases.len() } else { 1 };
        for (what, change) in cases.into_iter().take(n_cases) {
            change();
            story.commit(what);
            let (_, ci) = agrees(&story, &format!("{rigor}: {what}"));
            assert!(!ci, "{rigor}: {what}");
            story.repo.git(&["reset", "-q", "--hard", "HEAD~1"]);
        }
    }
}

#[test]
fn what_stands_apart_from_the_criteria_fails_in_every_form() {
    // Without its receipt.
    let story = shown("strict");
    story.repo.git(&["reset", "-q", "--hard", "HEAD~1"]);
    assert_eq!(agrees(&story, "no receipt"), (false, false));
    // Without a signature under the register.
    let story = Story::begin("strict");
    let more = format!("{REGISTER}\n### VAL-MORE-001 — more\nVerifier: manual\n");
    story.write("criteria.md", more);
    story.agent(&["agree"], 0);
    story.repo.write("tests/test_double.py", TEST);
    story.commit("more");
    assert_eq!(agrees(&story, "unsigned"), (false, false));
}

#[test]
fn a_charter_that_is_required_and_missing_fails_in_every_form() {
    let story = Story::begin("standard");
    let git = |args: &[&str]| story.repo.git(args);
    git(&["checkout", "-q", "main"]);
    git(&["rm", "-rq", &format!(".charter/{}", story.id)]);
    story.repo.write(".charter/config.toml", "require-charter = true\n");
    story.commit("charters are required");
    git(&["push", "-q", "origin", "main"]);
    git(&["checkout", "-q", "-B", "work"]);
    story.clone_afresh();
    for format in FORMATS {
        let args = ["check", "--ci", "--against", "origin/main", "--format", format];
        let (code, out, _) = story.run_in("../clone", &args);
        assert_eq!(code, Some(1), "{out}");
        assert!(failures(format, &out) > 0, "{format}: {out}");
        assert!(format == "json" || out.contains("origin/main requires one"), "{format}: {out}");
    }
}

#[test]
fn what_cannot_be_judged_is_told_in_the_form_that_was_asked_for() {
    let story = shown("standard");
    story.clone_afresh();
    let ask = ["check", "--ci", "--against", "origin/nowhere", "--summary", "s.md", "--format"];
    for format in FORMATS {
        let (code, out, err) = story.run_in("../clone", &[&ask[..], &[format]].concat());
        assert_eq!(code, Some(2), "{format}: {out}\n{err}");
        assert!(err.contains("cannot compare with `origin/nowhere`"), "{format}: {err}");
        if format == "text" {
            assert_eq!(out, "");
        } else {
            assert!(failures(format, &out) > 0, "{format}: {out}");
            assert!(out.contains("target-unknown"), "{format}: {out}");
        }
        let page = story.repo.read("../clone/s.md");
        assert!(page.starts_with("### charter: ERROR\n\n- **target-unknown** cannot"), "{page}");
        std::fs::remove_file(story.repo.path("../clone/s.md")).unwrap();
    }
}
