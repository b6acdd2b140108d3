//! Processes that are killed at any moment: what was acknowledged stays, what was not harms nobody.

use crate::scene::{Scene, repo, texts};
use charter_kernel::Digest;
use charter_testkit::{Output, Repo, Rng, Running};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

/// Where the random moments come from; a failure prints it.
const SEED: u64 = 0x5eed_2026_1116;

/// The latest moment of a kill, in microseconds; most commands are done by then.
const MOMENT_MAX_US: usize = 9_000;

/// Kills a command at a random moment.
fn kill_somewhere(running: Running, rng: &mut Rng) -> Output {
    kill_within(running, rng, MOMENT_MAX_US)
}

/// Kills a command at a random moment up to some time.
fn kill_within(running: Running, rng: &mut Rng, max_us: usize) -> Output {
    let moment_us = u64::try_from(rng.below(max_us)).unwrap();
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
        let damaged = scene.ledger_bytes();
        let running = scene.charter(&["doctor", "--repair"]).spawn();
        let _ = kill_somewhere(running, &mut rng);
        let at = format!("seed {SEED:#x}, round {round}");
        let _ = scene.charter(&["doctor", "--repair"]).run().success();
        assert_eq!(errors(&scene.repo), Vec::<Value>::new(), "{at}");
        let saved = std::fs::read_dir(scene.repo.path(scene.file("saved"))).unwrap();
        let mut saved = saved.map(|it| std::fs::read(it.unwrap().path()).unwrap());
        assert!(saved.any(|it| it == damaged), "{at}: the broken ledger was not kept");
        let repairs = scene.all_events().into_iter().filter(|it| it["type"] == "ledger_repaired");
        assert_eq!(repairs.count(), 1, "{at}");
    }
}

#[test]
fn an_answer_of_a_deep_interview_that_is_killed_is_whole_or_not_there() {
    let repo = repo();
    let args = ["new", "--deep", "--max-rounds", "100", "--json", crate::scene::IDEA];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let next = || scene.charter(&["interview", "next", "--json"]).run().success().json();
    let mut rng = Rng::new(SEED);
    let (mut n_acknowledged, mut n_lost) = (0, 0);
    let mut whole_us = MOMENT_MAX_US;
    let mut before = scene.lines();
    for round in 0..60 {
        let at = format!("seed {SEED:#x}, round {round}");
        let need = next();
        assert_eq!(need["for"], "user", "{at}: what a mind left undone was done: {need:#}");
        let said = format!("answer {round}: under 5 minutes a night");
        let mut object = match need["kind"].as_str().unwrap() {
            "parts" => json!({ "choice": "confirm" }),
            "ask" => json!({ "answer": said }),
            "crossing" | "closure" => json!({ "choice": "keepAsking" }),
            "restate" => json!({ "choice": "missing", "text": said }),
            _ => json!({ "choice": "refine" }),
        };
        object["needId"] = need["needId"].clone();
        let submit = || {
            let args = ["interview", "submit", "-", "--json"];
            scene.charter(&args).stdin(&object.to_string()).real_clock()
        };
        // Half of the moments are behind the last write, on a machine of any speed.
        let output = kill_within(submit().spawn(), &mut rng, 2 * whole_us);
        assert_eq!(errors(&scene.repo), Vec::<Value>::new(), "{at}");
        let name = format!("\"needId\":{}", need["needId"]);
        let n_taken = || scene.lines().iter().filter(|it| it.contains(&name)).count();
        assert!(n_taken() == 1 || output.code != Some(0), "{at}: an acknowledged answer is gone");
        n_acknowledged += usize::from(output.code == Some(0));
        n_lost += usize::from(n_taken() == 0);
        let lines = whole_lines(&scene);
        assert!(lines.starts_with(&before), "{at}: the ledger is not an extension");
        // The same again is taken if it was not there, and changes nothing if it was.
        whole_us = time_us(|| drop(submit().run().success()));
        assert_eq!(n_taken(), 1, "{at}: {name}");
        before = scene.lines();
    }
    eprintln!("{n_acknowledged} of 60 were acknowledged, {n_lost} were not there");
    assert_eq!(errors(&scene.repo), Vec::<Value>::new(), "seed {SEED:#x}");
}

/// Times a command, to know how long a kill has to hit it.
#[expect(clippy::disallowed_methods, reason = "a moment is chosen by how long a command takes")]
fn time_us(run: impl FnOnce()) -> usize {
    let start = Instant::now();
    run();
    usize::try_from(start.elapsed().as_micros()).unwrap()
}

/// Reads the lines of a ledger that are whole: a kill may have cut the last one off.
fn whole_lines(scene: &Scene) -> Vec<String> {
    let is_whole = |it: &String| serde_json::from_str::<Value>(it).is_ok();
    scene.lines().into_iter().take_while(is_whole).collect()
}

#[test]
fn a_text_of_a_plan_that_is_killed_is_whole_or_not_there() {
    let scene = Scene::new();
    let mut rng = Rng::new(SEED);
    scene.repo.write("plan.md", "# Plan\n");
    let _ = scene.charter(&["plan", "open", "a task"]).run().success();
    let _ = scene.charter(&["plan", "write", "--stage", "planner", "plan.md"]).run().success();
    let mut acknowledged: BTreeSet<u64> = BTreeSet::new();
    for n in 1..=30 {
        scene.repo.write("adr.md", format!("Decision {n}.\n").repeat(500));
        let number = n.to_string();
        let args = ["plan", "write", "--stage", "adr", "--n", &number, "adr.md"];
        let output =
            kill_within(scene.charter(&args).real_clock().spawn(), &mut rng, 2 * MOMENT_MAX_US);
        if output.code == Some(0) {
            acknowledged.insert(n);
        }
        let at = format!("seed {SEED:#x}, text {n}");
        let report = scene.charter(&["plan", "status", "--json"]).run().success().json();
        let rows = report["stages"].as_array().unwrap();
        let written: BTreeSet<u64> = rows
            .iter()
            .filter(|it| it["stage"] == "adr")
            .map(|it| it["n"].as_u64().unwrap())
            .collect();
        assert!(written.is_superset(&acknowledged), "{at}: {written:?}");
        for row in rows {
            let text = scene.repo.read(row["path"].as_str().unwrap());
            let digest = Digest::of(text.as_bytes()).to_string();
            assert_eq!(row["digest"], digest.as_str(), "{at}: {row}");
        }
        assert_eq!(errors(&scene.repo), Vec::<Value>::new(), "{at}");
    }
    eprintln!("{} of 30 were acknowledged", acknowledged.len());
    let _ = scene.charter(&["gc", "--prune"]).run().success();
    let swept = scene.charter(&["gc", "--json"]).run().success().json();
    assert_eq!(swept["items"], json!([]), "seed {SEED:#x}");
}
