//! Many processes at once: nothing is lost, nothing is doubled, everybody is told the truth.

use crate::scene::{Scene, kept_tree, repo, texts};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::thread;

const N_PROCESSES: usize = 8;
const N_WRITES: usize = 25;

#[test]
fn writes_of_eight_processes_are_each_there_exactly_once() {
    let scene = Scene::new();
    thread::scope(|scope| {
        for process in 0..N_PROCESSES {
            let scene = &scene;
            scope.spawn(move || {
                for write in 0..N_WRITES {
                    let session = format!("p{process}-{write}");
                    let args = ["use", "nurses", "--session", &session];
                    let output = scene.charter(&args).env("CHARTER_LOCK_WAIT_MS", "60000").run();
                    assert_eq!(output.success().stderr, "");
                }
            });
        }
    });
    let events = scene.events();
    assert_eq!(events.len(), 1 + N_PROCESSES * N_WRITES);
    let bound: BTreeSet<&str> = events.iter().filter_map(|it| it["session"].as_str()).collect();
    assert_eq!(bound.len(), N_PROCESSES * N_WRITES, "a session is missing or doubled");
    for process in 0..N_PROCESSES {
        let prefix = format!("p{process}-");
        let order = events.iter().filter_map(|it| it["session"].as_str()?.strip_prefix(&prefix));
        let order: Vec<usize> = order.map(|it| it.parse().unwrap()).collect();
        assert_eq!(order, (0..N_WRITES).collect::<Vec<_>>(), "out of order");
    }
    assert_eq!(scene.findings(), []);
    check_derived(&scene);
}

/// Fails unless the derived files are what a rebuild from the ledger alone makes of them.
#[track_caller]
fn check_derived(scene: &Scene) {
    let derived = || ["state.json", "criterion-state.json"].map(|it| scene.derived_bytes(it));
    let before = (kept_tree(&scene.repo), derived());
    fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
    let _ = scene.charter(&["status"]).run().success();
    assert_eq!((kept_tree(&scene.repo), derived()), before);
}

#[test]
fn readers_beside_writers_see_a_prefix_and_no_trouble() {
    let scene = Scene::new();
    thread::scope(|scope| {
        let scene = &scene;
        for process in 0..2 {
            scope.spawn(move || {
                for write in 0..N_WRITES {
                    let session = format!("p{process}-{write}");
                    let args = ["use", "nurses", "--session", &session];
                    let _ = scene.charter(&args).run().success();
                }
            });
        }
        scope.spawn(move || {
            let mut seen: Vec<Value> = Vec::new();
            for _ in 0..N_WRITES {
                let log = scene.charter(&["log", "--json"]).run().success().json();
                let events = log["events"].as_array().unwrap().clone();
                assert!(events.starts_with(&seen), "the log is not an extension");
                seen = events;
                let status = scene.charter(&["status"]).run().success();
                assert_eq!(status.stderr, "");
            }
        });
    });
    assert_eq!(scene.events().len(), 1 + 2 * N_WRITES);
    assert_eq!(scene.findings(), []);
}

#[test]
fn charters_opened_at_once_get_an_id_each() {
    let repo = repo();
    let create = || {
        let invocation = repo.charter(&["new", "Twice", "--json"]).now("2026-11-16T09:12:04Z");
        let output = invocation.env("CHARTER_LOCK_WAIT_MS", "60000").run().success();
        output.json()["charterId"].as_str().unwrap().to_owned()
    };
    let ids: BTreeSet<String> = thread::scope(|scope| {
        let running: Vec<_> = (0..N_PROCESSES).map(|_| scope.spawn(create)).collect();
        running.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), N_PROCESSES);
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let listed: BTreeSet<String> =
        texts(&list["charters"], "charterId").into_iter().map(str::to_owned).collect();
    assert_eq!(listed, ids);
    let _ = repo.charter(&["doctor"]).run().success();
}

#[test]
fn pausing_at_once_happens_once() {
    let scene = Scene::new();
    let pause = || scene.charter(&["pause", "--json"]).run().success().json()["changed"] == true;
    let n_changed = thread::scope(|scope| {
        let running: Vec<_> = (0..N_PROCESSES).map(|_| scope.spawn(pause)).collect();
        running.into_iter().map(|it| it.join().unwrap()).filter(|it| *it).count()
    });
    assert_eq!(n_changed, 1);
    assert_eq!(scene.events().len(), 2);
}

#[test]
fn eight_processes_record_two_hundred_entries_each_and_readers_see_whole_states() {
    let scene = Scene::with_criteria();
    for process in 0..8 {
        for part in 0..4 {
            let entry = |n: usize| {
                let id = ["VAL-FLAT", "VAL-READ-001", "VAL-ENTRY-002"][n % 3];
                json!({
                    "criterionId": id,
                    "outcome": "pass",
                    "summary": format!("process {process}, part {part}, entry {n}"),
                    "because": "counted",
                    "featureId": format!("p{process}"),
                })
            };
            let entries: Vec<Value> = (0..50).map(entry).collect();
            scene.repo.write(format!("{process}-{part}.json"), Value::from(entries).to_string());
        }
    }
    thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|process| {
                let scene = &scene;
                scope.spawn(move || {
                    for part in 0..4 {
                        let file = format!("{process}-{part}.json");
                        let args = ["record", "--batch", &file];
                        let command = scene.charter(&args).env("CHARTER_LOCK_WAIT_MS", "60000");
                        let _ = command.run().success();
                    }
                })
            })
            .collect();
        let mut last = 0;
        while !writers.iter().all(thread::ScopedJoinHandle::is_finished) {
            let status = scene.charter(&["status", "--json"]).run().success().json();
            let events = status["ledger"]["events"].as_u64().unwrap();
            // The first batch comes with what is agreed.
            let is_whole = events == 1 || (events - 2).is_multiple_of(50);
            assert!(events >= last && is_whole, "half a batch: {events}");
            assert_eq!(status["ledger"]["intact"], true);
            last = events;
        }
    });
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["ledger"]["events"], 1602);
    assert_eq!(status["valPass"], 3);
    let doctor = scene.charter(&["doctor", "--json"]).run().success().json();
    assert_eq!(doctor["charters"][0]["findings"], json!([]), "{doctor:#}");
    check_derived(&scene);
    let log = scene.charter(&["log", "--json"]).run().success().json();
    let mut summaries: Vec<&str> =
        log["events"].as_array().unwrap().iter().filter_map(|it| it["summary"].as_str()).collect();
    summaries.sort_unstable();
    summaries.dedup();
    assert_eq!(summaries.len(), 1600, "every entry once");
}
