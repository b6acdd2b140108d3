//! Processes that are killed at any moment: what was acknowledged stays, what was not harms nobody.

use crate::scene::{Scene, repo, texts};
use charter_testkit::{Output, Repo, Rng, Running};
use serde_json::Value;
use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

/// Where the random moments come from; a failure prints it.
const SEED: u64 = 0x5eed_2026_1116;

/// The latest moment of a kill, in microseconds; most commands are done by then.
const MOMENT_MAX_US: usize = 9_000;

/// Kills a command at a random moment.
fn kill_somewhere(running: Running, rng: &mut Rng) -> Output {
    let moment_us = u64::try_from(rng.below(MOMENT_MAX_US)).unwrap();
    // The one place where a test waits: that the moment is arbitrary is the point.
    thread::sleep(Duration::from_micros(moment_us));
    running.kill()
}

/// Lists the findings of `doctor` that mean that something is broken.
#[track_caller]
fn errors(repo: &Repo) -> Vec<Value> {
    let report = repo.charter(&["doctor", "--json"]).run().json();
    let charters = report["charters"].as_array().unwrap().iter();
    let findings = charters.flat_map(|it| it["findings"].as_array().unwrap().clone());
    findings.filter(|it| it["severity"] == "error").collect()
}

#[test]
fn a_write_that_is_killed_loses_nothing_that_was_acknowledged() {
    let scene = Scene::new();
    let mut rng = Rng::new(SEED);
    let mut acknowledged: BTreeSet<String> = BTreeSet::new();
    let mut before: Vec<Value> = scene.events();
    for round in 0..60 {
        let session = format!("k{round}");
        let args = ["use", "nurses", "--session", &session];
        let output = kill_somewhere(scene.charter(&args).real_clock().spawn(), &mut rng);
        if output.code == Some(0) {
            acknowledged.insert(session);
        }
        let at = format!("seed {SEED:#x}, round {round}");
        assert_eq!(errors(&scene.repo), Vec::<Value>::new(), "{at}");
        let log = scene.charter(&["log", "--json"]).run().success().json();
        let events = log["events"].as_array().unwrap().clone();
        assert!(events.starts_with(&before), "{at}: the log is not an extension");
        let bound: BTreeSet<String> =
            events.iter().filter_map(|it| it["session"].as_str().map(str::to_owned)).collect();
        assert!(bound.is_superset(&acknowledged), "{at}: an acknowledged event is gone");
        before = events;
    }
    eprintln!("{} of 60 were acknowledged, {} events", acknowledged.len(), before.len());
    let _ = scene.charter(&["use", "nurses", "--session", "last"]).real_clock().run().success();
    assert_eq!(errors(&scene.repo), Vec::<Value>::new(), "seed {SEED:#x}");
    let output = scene.charter(&["status"]).run().success();
    assert_eq!(output.stderr, "", "seed {SEED:#x}");
}

#[test]
fn a_charter_whose_creation_is_killed_is_whole_or_not_listed() {
    let repo = repo();
    let mut rng = Rng::new(SEED);
    let mut acknowledged: BTreeSet<String> = BTreeSet::new();
    for round in 0..40 {
        let idea = format!("Idea {round}");
        let running = repo.charter(&["new", &idea, "--json"]).real_clock().spawn();
        let output = kill_somewhere(running, &mut rng);
        let at = format!("seed {SEED:#x}, round {round}");
        if output.code == Some(0) {
            acknowledged.insert(idea);
        }
        let list = repo.charter(&["list", "--json"]).run().success().json();
        assert_eq!(list["findings"], Value::Array(Vec::new()), "{at}");
        let listed: BTreeSet<String> =
            texts(&list["charters"], "name").into_iter().map(str::to_owned).collect();
        assert!(listed.is_superset(&acknowledged), "{at}: {listed:?}");
        assert_eq!(errors(&repo), Vec::<Value>::new(), "{at}");
    }
    let _ = repo.charter(&["new", "The last"]).real_clock().run().success();
    let _ = repo.charter(&["gc", "--prune"]).run().success();
    let swept = repo.charter(&["gc", "--json"]).run().success().json();
    assert_eq!(swept["items"], Value::Array(Vec::new()), "seed {SEED:#x}");
    assert_eq!(errors(&repo), Vec::<Value>::new(), "seed {SEED:#x}");
    assert_eq!(repo.read(".charter/.local/.gitignore"), "*\n", "seed {SEED:#x}");
}

#[test]
fn a_repair_that_is_killed_can_be_repeated() {
    let mut rng = Rng::new(SEED);
    for round in 0..20 {
        let scene = crate::corruption::DAMAGES[round % 7].scene();
        let damaged = scene.bytes("events.jsonl");
        let running = scene.charter(&["doctor", "--repair"]).spawn();
        let _ = kill_somewhere(running, &mut rng);
        let at = format!("seed {SEED:#x}, round {round}");
        let _ = scene.charter(&["doctor", "--repair"]).run().success();
        assert_eq!(errors(&scene.repo), Vec::<Value>::new(), "{at}");
        let saved = std::fs::read_dir(scene.repo.path(scene.file("saved"))).unwrap();
        let mut saved = saved.map(|it| std::fs::read(it.unwrap().path()).unwrap());
        assert!(saved.any(|it| it == damaged), "{at}: the broken ledger was not kept");
        let repairs = scene.events().into_iter().filter(|it| it["type"] == "ledger_repaired");
        assert_eq!(repairs.count(), 1, "{at}");
    }
}
