//! Charters below the top of a repository: the gate at the top judges them all, or says what it doesn't.

use crate::pull_request::{REGISTER, Story, TEST, kinds};
use crate::scene::{BIN, texts};
use charter_testkit::Repo;
use serde_json::{Value, json};

const TILL: &str = "packages/till";

/// Opens a charter in a package on main, agreed on and pushed; the work is on a branch.
fn begin() -> Story {
    let repo = Repo::new(BIN);
    repo.git(&["init", "--quiet", "--bare", "--initial-branch=main", "../remote.git"]);
    repo.git(&["remote", "add", "origin", "../remote.git"]);
    repo.write(format!("{TILL}/src/calc.py"), "def double(n):\n    return n\n");
    repo.write(format!("{TILL}/tests/__init__.py"), "");
    repo.write(".gitignore", "__pycache__/\n");
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-qm", "a project"]);
    let story = open_in(repo, TILL);
    story.commit("a charter");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["checkout", "-q", "-b", "work"]);
    story
}

fn open_in(repo: Repo, package: &str) -> Story {
    let root = format!("{package}/.charter");
    let new = ["new", "--json", "--root", &root, "--", "doubled numbers"];
    let new = repo.charter(&new).run().success().json();
    let id = new["charterId"].as_str().unwrap().to_owned();
    repo.write(format!("{root}/{id}/criteria.md"), REGISTER);
    let _ = repo.charter(&["agree"]).dir(package).run().success();
    Story { repo, id }
}

fn write(story: &Story, name: &str, text: &str) {
    story.repo.write(format!("{TILL}/.charter/{}/{name}", story.id), text);
}

fn work(story: &Story, package: &str) {
    story.repo.write(format!("{package}/src/calc.py"), "def double(n):\n    return n * 2\n");
    story.repo.write(format!("{package}/tests/__init__.py"), "");
    story.repo.write(format!("{package}/tests/test_double.py"), TEST);
    let prove = ["prove", "VAL-DOUBLE-001", "--", "python3", "-m", "unittest"];
    let prove = [&prove[..], &["tests.test_double"]].concat();
    let _ = story.repo.charter(&prove).dir(package).run().success();
    let word = ["record", "VAL-WARD-001", "--pass", "-m", "seen", "--because", "they said so"];
    let _ = story.repo.charter(&word).dir(package).run().success();
    story.commit("the work");
}

/// Asks the gate in a fresh clone, in a directory of it.
#[track_caller]
fn gate_in(story: &Story, dir: &str, more: &[&str], exit: i32) -> Value {
    story.clone_afresh();
    let args = ["check", "--ci", "--against", "origin/main", "--json"];
    let (code, out, err) = story.run_in(&format!("../clone/{dir}"), &[&args[..], more].concat());
    assert_eq!(code, Some(exit), "{out}\n{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_charter_below_the_top_is_judged_from_everywhere() {
    let story = begin();
    let report = gate_in(&story, "", &[], 1);
    assert_eq!(texts(&report["charters"][0]["problems"], "code"), ["missing", "missing"]);
    work(&story, TILL);
    let path = format!("{TILL}/.charter/{}", story.id);
    for (dir, more) in [("", &[][..]), (TILL, &[]), ("", &["--root", "packages/till/.charter"])] {
        let report = gate_in(&story, dir, more, 0);
        let verdicts = texts(&report["charters"][0]["criteria"], "verdict");
        assert_eq!(verdicts, ["proven", "attested"], "{dir} {more:?}: {report:#}");
        let shown = report["charters"][0]["path"].as_str().unwrap();
        assert!(path.ends_with(shown), "{shown}");
    }
    write(&story, "criteria.md", &REGISTER.replace("a number is doubled", "there is a number"));
    story.commit("an easier register");
    for dir in ["", TILL] {
        let report = gate_in(&story, dir, &[], 1);
        assert_eq!(kinds(&report), ["register-reduced"], "{report:#}");
        assert_eq!(report["differences"][0]["file"], format!("{path}/criteria.md"));
    }
    let report = gate_in(&story, "", &[], 1);
    assert_eq!(report["differences"][0]["place"], "packages/till/.charter");
    let (_, text, _) = story.run_in("../clone", &["check", "--ci", "--against", "origin/main"]);
    assert!(text.contains("DIFF  packages/till/.charter: VAL-DOUBLE-001 says"), "{text}");
    assert!(text.contains("doubled numbers  in packages/till/.charter"), "{text}");
}

#[test]
fn a_place_that_the_branch_deletes_or_moves_is_missed() {
    for move_to in [None, Some(".charter"), Some("packages/web/.charter")] {
        let story = begin();
        work(&story, TILL);
        let place = format!("{TILL}/.charter");
        match move_to {
            None => drop(story.repo.git(&["rm", "-rqf", TILL])),
            Some(to) => {
                story.repo.write("packages/web/x", "x\n");
                story.repo.git(&["mv", &place, to]);
            }
        }
        story.commit("tidied up");
        let report = gate_in(&story, "", &[], 1);
        assert!(kinds(&report).contains(&"ledger-rewritten"), "{move_to:?}: {report:#}");
        let words = texts(&report["differences"], "detail");
        let way = "`git checkout origin/main -- packages/till/.charter` restores them";
        assert!(words.iter().any(|it| it.contains(way)), "{move_to:?}: {report:#}");
        // Whoever names it is told the same.
        let report = gate_in(&story, "", &["--root", "packages/till/.charter"], 1);
        assert_eq!(kinds(&report), ["ledger-rewritten"], "{move_to:?}: {report:#}");
        // Where it was, it is missed as well.
        if move_to.is_some() {
            let report = gate_in(&story, TILL, &[], 1);
            assert!(kinds(&report).contains(&"ledger-rewritten"), "{move_to:?}: {report:#}");
        }
    }
}

#[test]
fn every_place_is_judged_in_one_run() {
    let story = begin();
    work(&story, TILL);
    story.repo.write("src/calc.py", "def double(n):\n    return n\n");
    story.commit("another project");
    let Story { repo, id } = story;
    let top = open_in(repo, ".");
    let story = Story { repo: top.repo, id };
    story.commit("a charter at the top");
    let report = gate_in(&story, "", &[], 1);
    assert_eq!(report["charters"].as_array().unwrap().len(), 2, "{report:#}");
    work(&story, ".");
    let report = gate_in(&story, "", &[], 0);
    assert_eq!((&report["verdict"], &report["reran"]), (&json!("pass"), &json!(2)), "{report:#}");
}

#[test]
fn a_place_that_only_the_target_has_since_makes_the_branch_behind() {
    let story = begin();
    work(&story, TILL);
    story.repo.git(&["checkout", "-q", "main"]);
    story.repo.write("packages/web/src/calc.py", "def double(n):\n    return n\n");
    let Story { repo, id } = story;
    let story = Story { repo: open_in(repo, "packages/web").repo, id };
    story.commit("a charter for the web");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["checkout", "-q", "work"]);
    let report = gate_in(&story, "", &[], 1);
    assert_eq!(kinds(&report), ["behind"], "{report:#}");
    let words = "origin/main has charters in `packages/web/.charter` since: merge origin/main";
    assert_eq!(report["differences"][0]["detail"], words);
    // Whoever names one place asks for no other.
    let report = gate_in(&story, "", &["--root", "packages/till/.charter"], 0);
    assert_eq!(report["place"], "packages/till/.charter");
}

#[test]
fn a_root_that_is_named_and_nowhere_is_an_error() {
    let story = begin();
    work(&story, TILL);
    for root in ["packages/tlil/.charter", "packages/till", ".charter", "/nowhere"] {
        let report = gate_in(&story, "", &["--root", root], 2);
        assert_eq!(report["code"], "place-unknown", "{root}: {report:#}");
    }
}
