//! `charter doctor --repair`: what was there is saved first, what proves itself is kept.

use crate::corruption::{DAMAGES, Damage, N_EVENTS};
use crate::scene::{Scene, texts};
use charter_kernel::Digest;
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

/// Lists the files that recoveries saved, by name.
fn saved(scene: &Scene) -> BTreeMap<String, Vec<u8>> {
    let dir = scene.repo.path(scene.file("saved"));
    let entries = fs::read_dir(dir).into_iter().flatten().map(Result::unwrap);
    let entries = entries.filter(|it| it.file_name() != ".gitignore");
    let read =
        |it: fs::DirEntry| (it.file_name().into_string().unwrap(), fs::read(it.path()).unwrap());
    entries.map(read).collect()
}

/// Finds the event that a repair wrote about itself.
#[track_caller]
fn repair_event(scene: &Scene) -> Value {
    let found = scene.all_events().into_iter().filter(|it| it["type"] == "ledger_repaired");
    let found: Vec<Value> = found.collect();
    assert_eq!(found.len(), 1, "one repair, one event");
    found[0].clone()
}

#[test]
fn what_was_there_is_saved_byte_for_byte_before_anything_changes() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let paths = [scene.ledger()].into_iter();
        let paths = paths.chain(["state.json", "criterion-state.json"].map(|it| scene.derived(it)));
        let before: Vec<Vec<u8>> = paths.map(|it| fs::read(scene.repo.path(it)).unwrap()).collect();
        let _ = scene.charter(&["doctor", "--repair"]).run().success();
        let saved = saved(&scene);
        assert_eq!(saved.len(), 3, "{}: {:?}", damage.name, saved.keys());
        for bytes in &before {
            assert!(saved.values().any(|it| it == bytes), "{}", damage.name);
        }
        let event = repair_event(&scene);
        assert_eq!(event["digest"], json!(Digest::of(&before[0]).to_string()));
        let name = event["savedAs"].as_str().unwrap().strip_prefix("saved/").unwrap();
        assert_eq!(saved[name], before[0], "{}", damage.name);
    }
}

#[test]
fn after_a_repair_doctor_is_content_and_writes_work() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let strand = scene.ledger().replacen(&scene.file(""), "", 1);
        let report = scene.charter(&["doctor", "--repair", "--json"]).run().success().json();
        assert_eq!(report["ok"], true, "{}: {report:#}", damage.name);
        assert_eq!(report["charters"][0]["intact"], true, "{}", damage.name);
        let repaired = texts(&report["charters"][0]["repaired"], "file");
        assert!(repaired.contains(&strand.as_str()), "{}: {repaired:?}", damage.name);
        let report = scene.charter(&["doctor", "--json"]).run().success().json();
        assert_eq!(report["charters"][0]["intact"], true, "{}", damage.name);
        let output = scene.charter(&["status"]).run().success();
        assert_eq!(output.stderr, "", "{}", damage.name);
        let _ = scene.charter(&["pause"]).run().success();
        let _ = scene.charter(&["doctor"]).run().success();
    }
}

#[test]
fn a_repair_counts_what_it_lost_and_took_over() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let _ = scene.charter(&["doctor", "--repair"]).run().success();
        let event = repair_event(&scene);
        let counts = (&event["lost"], &event["carried"]);
        assert_eq!(counts, (&json!(damage.lost), &json!(damage.carried)), "{}", damage.name);
    }
}

#[test]
fn every_event_that_proves_itself_is_still_there() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let text = scene.lines().join("\n");
        let holds = |n: &usize| text.contains(&format!("\"s{n}\""));
        let expected: Vec<String> = (1..N_EVENTS).filter(holds).map(|n| format!("s{n}")).collect();
        let _ = scene.charter(&["doctor", "--repair"]).run().success();
        let bound = |it: &Value| it["session"].as_str().map(str::to_owned);
        let bound: Vec<String> = scene.all_events().iter().filter_map(bound).collect();
        assert_eq!(bound, expected, "{}", damage.name);
    }
}

#[test]
fn an_event_that_was_taken_over_says_which_one_it_was() {
    let damage: &Damage = &DAMAGES[1];
    let scene = damage.scene();
    let before: Vec<Value> = scene.events();
    let _ = scene.charter(&["doctor", "--repair"]).run().success();
    let carried = scene.all_events().into_iter().filter(|it| it.get("carriedFrom").is_some());
    let carried: Vec<Value> = carried.map(|it| it["carriedFrom"].clone()).collect();
    let origin = |it: &Value| json!({ "seq": it["seq"], "id": it["id"] });
    let expected: Vec<Value> = before[3..].iter().map(origin).collect();
    assert_eq!(carried, expected);
}

#[test]
fn a_repair_says_what_it_did() {
    let scene = DAMAGES[0].scene();
    let output = scene.charter(&["doctor", "--repair"]).run().success();
    assert_snapshot!(output, @"
    exit 0
    --- stdout

      root  .charter
      other settings as they are built in; --json lists them

      20261116-090000-nurses-night-shifts  7 events, chain intact
        fixed  state.json: saved as saved/state-ac18b007.json
        fixed  criterion-state.json: saved as saved/criterion-state-a68cb4ca.json
        fixed  ledger/0c54878bcf147340.jsonl: made whole: kept 3, carried over 3
               from behind the break, lost 1; the file of before is
               saved/0c54878bcf147340-8f34f974.jsonl
        fixed  state.json: written anew from the ledger
        fixed  criterion-state.json: written anew from the ledger
        note   saved/0c54878bcf147340-8f34f974.jsonl: saved by a recovery
               [set-aside]
        note   saved/criterion-state-a68cb4ca.json: saved by a recovery [set-aside]
        note   saved/state-ac18b007.json: saved by a recovery [set-aside]

      whole: 1 charter checked
    ");
}

#[test]
fn a_second_repair_changes_nothing() {
    let scene = DAMAGES[0].scene();
    let _ = scene.charter(&["doctor", "--repair"]).run().success();
    let before = crate::scene::kept_tree(&scene.repo);
    let report = scene.charter(&["doctor", "--repair", "--json"]).run().success().json();
    assert_eq!(report["charters"][0]["repaired"], json!([]));
    assert_eq!(crate::scene::kept_tree(&scene.repo), before);
}

#[test]
fn a_repair_of_one_charter_leaves_the_others() {
    let scene = DAMAGES[0].scene();
    let other = crate::scene::open(&scene.repo, "Another");
    let path = scene.repo.ledger(format!(".charter/{other}"));
    scene.repo.write(&path, format!("foreign\n{}", scene.repo.read(&path)));
    let before = scene.repo.read(&path);
    let _ = scene.charter(&["doctor", "--repair", "--charter", "nurses"]).run().success();
    assert_eq!(scene.repo.read(&path), before);
    let _ = scene.charter(&["doctor"]).run().code(4);
}

#[test]
fn what_a_repair_saved_can_be_pruned_and_nothing_else_goes() {
    let scene = DAMAGES[0].scene();
    let _ = scene.charter(&["doctor", "--repair"]).run().success();
    let listed = scene.charter(&["gc", "--saved", "--json"]).run().success().json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 3);
    let mut expected = crate::scene::kept_tree(&scene.repo);
    expected.retain(|path, _| !path.contains("/saved/"));
    let _ = scene.charter(&["gc", "--saved", "--prune"]).run().success();
    let mut after = crate::scene::kept_tree(&scene.repo);
    after.retain(|path, _| !path.ends_with("/saved/"));
    assert_eq!(after, expected);
    assert_eq!(scene.findings(), []);
}

#[test]
fn a_repair_that_stopped_before_the_derived_files_is_not_repeated() {
    for damage in &DAMAGES {
        let scene = damage.scene();
        let names = ["state.json", "criterion-state.json"];
        let before = names.map(|name| scene.derived_bytes(name));
        let _ = scene.charter(&["doctor", "--repair"]).run().success();
        // A crash right behind the new ledger leaves the derived files of the old one.
        for (name, bytes) in names.iter().zip(before) {
            scene.repo.write(scene.derived(name), bytes);
        }
        assert_eq!(scene.examine()["intact"], true, "{}", damage.name);
        let _ = scene.charter(&["doctor", "--repair"]).run().success();
        let _ = repair_event(&scene);
        let _ = scene.charter(&["pause"]).run().success();
    }
}
