//! Ledgers that lost or gained something: named to the line, readable still, closed to writers.

use crate::scene::{Scene, codes, refused, texts};
use serde_json::Value;

/// How many events the ledgers here have.
pub(crate) const N_EVENTS: usize = 7;

/// A way to break a ledger in its middle.
#[derive(Debug)]
pub(crate) struct Damage {
    pub(crate) name: &'static str,
    /// What is done to the lines.
    pub(crate) act: fn(&mut Vec<String>),
    /// The code of the one finding that names it.
    pub(crate) code: &'static str,
    /// The line that it names.
    pub(crate) line: Option<u64>,
    /// How many events still count before the repair.
    pub(crate) n_counted: u64,
    /// How many events a repair takes over under new ids.
    pub(crate) carried: u64,
    /// How many events are gone for good.
    pub(crate) lost: u64,
}

pub(crate) const DAMAGES: [Damage; 7] = [
    Damage {
        name: "a flipped byte",
        act: |lines| lines[3] = lines[3].replace("\"s3\"", "\"s9\""),
        code: "hash-mismatch",
        line: Some(4),
        n_counted: 3,
        carried: 3,
        lost: 1,
    },
    Damage {
        name: "a deleted line",
        act: |lines| drop(lines.remove(3)),
        code: "chain-gap",
        line: Some(4),
        n_counted: 3,
        carried: 3,
        lost: 1,
    },
    Damage {
        name: "two swapped lines",
        act: |lines| lines.swap(3, 4),
        code: "chain-gap",
        line: Some(4),
        n_counted: 3,
        carried: 4,
        lost: 0,
    },
    Damage {
        name: "a doubled line",
        act: |lines| lines.insert(4, lines[3].clone()),
        code: "chain-gap",
        line: Some(5),
        n_counted: 4,
        carried: 3,
        lost: 0,
    },
    Damage {
        name: "a foreign line",
        act: |lines| lines.insert(3, "<<<<<<< HEAD".to_owned()),
        code: "foreign-line",
        line: Some(4),
        n_counted: 3,
        carried: 4,
        lost: 0,
    },
    Damage {
        name: "JSON that is no event",
        act: |lines| lines.insert(3, "{\"seq\":4}".to_owned()),
        code: "foreign-line",
        line: Some(4),
        n_counted: 3,
        carried: 4,
        lost: 0,
    },
    Damage {
        name: "two lines gone from the end",
        act: |lines| lines.truncate(5),
        code: "ledger-truncated",
        line: None,
        n_counted: 5,
        carried: 0,
        lost: 2,
    },
];

impl Damage {
    /// Opens a charter and breaks its ledger.
    #[track_caller]
    pub(crate) fn scene(&self) -> Scene {
        let scene = Scene::with_events(N_EVENTS);
        let mut lines = scene.lines();
        let before = lines.clone();
        (self.act)(&mut lines);
        assert_ne!(lines, before, "{}: nothing was damaged", self.name);
        scene.write_lines(&lines);
        scene
    }
}

#[test]
fn doctor_names_each_break_once_and_to_the_line() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let before = crate::scene::kept_tree(&scene.repo);
        let output = scene.charter(&["doctor", "--json"]).run().code(4);
        let report = output.json();
        let examined = &report["charters"][0];
        assert_eq!(report["ok"], false, "{}", damage.name);
        assert_eq!(examined["intact"], false, "{}", damage.name);
        assert_eq!(examined["events"], damage.n_counted, "{}", damage.name);
        let expected = [(damage.code.to_owned(), damage.line)];
        assert_eq!(codes(&examined["findings"]), expected, "{}\n{output}", damage.name);
        let strand = scene.ledger();
        let strand = strand.strip_prefix(&scene.file("")).unwrap();
        assert_eq!(examined["findings"][0]["file"], strand);
        let repair = format!("charter doctor --repair --charter {}", scene.id);
        assert_eq!(texts(&report["nextActions"], "command"), [repair], "{}", damage.name);
        assert_eq!(crate::scene::kept_tree(&scene.repo), before, "{}: it looked", damage.name);
    }
}

#[test]
fn doctor_says_in_words_what_is_broken_and_what_to_do() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let output = scene.charter(&["doctor"]).run().code(4);
        assert!(output.stdout.contains(&format!("[{}]", damage.code)), "{output}");
        assert!(output.stdout.contains("chain broken"), "{output}");
        assert!(output.stdout.contains("not whole: 1 of 1 charters"), "{output}");
        assert!(output.stdout.contains("  next  charter doctor --repair"), "{output}");
    }
}

#[test]
fn reads_still_answer_with_a_warning() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let warning = format!("[{}]", damage.code);
        let status = scene.charter(&["status"]).run().success();
        assert!(status.stdout.contains("Nurses on night shifts"), "{status}");
        assert!(status.stderr.contains(&warning), "{}\n{status}", damage.name);
        let value = scene.charter(&["status", "--json"]).run().success().json();
        assert_eq!(value["ledger"]["intact"], false, "{}", damage.name);
        assert_eq!(value["ledger"]["events"], damage.n_counted, "{}", damage.name);
        let log = scene.charter(&["log"]).run().success();
        let n_lines = u64::try_from(log.stdout.matches("Z  person:").count()).unwrap();
        assert_eq!(n_lines, damage.n_counted, "{}\n{log}", damage.name);
        assert!(log.stderr.contains(&warning), "{}\n{log}", damage.name);
    }
}

#[test]
fn writes_refuse_and_say_the_cause_once() {
    for damage in DAMAGES.iter().filter(|it| it.code != "ledger-truncated") {
        let scene = damage.scene();
        let writes: [&[&str]; 4] = [
            &["pause"],
            &["use", "nurses", "--session", "new"],
            &["abandon", "--reason", "x"],
            &["resume", "--session", "new"],
        ];
        for args in writes {
            let output = refused(&scene.repo, args, 4, "ledger-broken");
            let hint = format!("charter doctor --repair --charter {}", scene.id);
            assert!(output.stderr.contains(&hint), "{output}");
        }
        let value = scene.charter(&["pause", "--json"]).run().code(4).json();
        let problem = &value["problems"][0];
        assert_eq!(problem["code"], damage.code, "{}", damage.name);
        let cause = problem["message"].as_str().unwrap();
        let output = scene.charter(&["pause"]).run().code(4);
        assert_eq!(output.stderr.matches(cause).count(), 1, "said twice:\n{output}");
    }
}

#[test]
fn writes_go_on_beside_a_ledger_that_was_cut_and_nothing_is_finished_on_it() {
    let damage = DAMAGES.iter().find(|it| it.code == "ledger-truncated").unwrap();
    let scene = damage.scene();
    let cut = (scene.ledger(), scene.ledger_bytes());
    let writes: [&[&str]; 3] =
        [&["pause"], &["resume", "--session", "new"], &["use", "nurses", "--session", "newer"]];
    for args in writes {
        let _ = scene.charter(args).run().success();
        let status = scene.charter(&["status"]).run().success();
        assert!(status.stderr.contains("[ledger-truncated]"), "hidden by {args:?}:\n{status}");
    }
    let n_events = u64::try_from(scene.all_lines().len()).unwrap();
    assert_eq!(n_events, damage.n_counted + 4, "every write is there");
    assert_eq!(scene.strands().len(), 2, "they are in a strand of their own");
    assert_eq!(scene.repo.read(&cut.0).as_bytes(), cut.1, "what was cut stays as it is");
    let refused = refused(&scene.repo, &["complete"], 1, "not-shown");
    assert!(refused.stderr.contains("this working copy has had 7"), "{refused}");
    for args in [&["check", "--json"][..], &["complete", "--json"]] {
        let value = scene.charter(args).run().code(1).json();
        assert!(texts(&value["problems"], "code").contains(&damage.code), "{value:#}");
    }
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let examined = &report["charters"][0];
    assert_eq!(codes(&examined["findings"]), [(damage.code.to_owned(), None)]);
    assert_eq!((&examined["intact"], &examined["events"]), (&false.into(), &n_events.into()));
}

#[test]
fn a_broken_charter_does_not_stop_work_on_another() {
    let scene = DAMAGES[0].scene();
    let other = crate::scene::open(&scene.repo, "Another");
    let _ = scene.charter(&["use", &other, "--session", "a"]).run().success();
    let _ = scene.charter(&["pause", "--charter", &other]).run().success();
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let intact = |it: &Value| it["intact"].as_bool().unwrap();
    let intact: Vec<bool> = report["charters"].as_array().unwrap().iter().map(intact).collect();
    assert_eq!(intact, [false, true]);
}

#[test]
fn the_events_of_another_charter_are_no_substitute() {
    let scene = Scene::with_events(3);
    let other = crate::scene::open(&scene.repo, "Another");
    let foreign = scene.repo.read(scene.repo.ledger(format!(".charter/{other}")));
    let mut lines = scene.lines();
    lines.push(foreign.trim_end().to_owned());
    scene.write_lines(&lines);
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let found = codes(&report["charters"][0]["findings"]);
    assert_eq!(found[0], ("chain-gap".to_owned(), Some(4)));
    scene.write_lines(&[foreign.trim_end().to_owned()]);
    let report = scene.charter(&["doctor", "--json"]).run().code(4).json();
    let found = codes(&report["charters"][0]["findings"]);
    assert_eq!(found[0], ("chain-gap".to_owned(), Some(1)));
}
