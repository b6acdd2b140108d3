//! `charter gc`: what can go, and that nothing else does.

use crate::scene::{Scene, keys, repo, texts};
use insta::assert_snapshot;
use std::fs;

/// Leaves behind what unfinished writes and recoveries leave.
fn littered() -> Scene {
    let scene = Scene::with_events(3);
    scene.repo.write(scene.file(".tmp-charter.md"), "#");
    scene.repo.write(scene.derived(".tmp-state.json"), "{");
    scene.repo.write(scene.file("saved/tail-00000000.bin"), "x".repeat(3000));
    scene.repo.write(".charter/.local/new-20261116-080000-gone/charter.md", "# Charter: gone\n");
    scene.repo.write(".charter/.local/20261116-080000-gone.seal", "{}");
    scene.repo.write(".charter/.local/20261116-080000-gone.checkpoint", "{}");
    scene.repo.write(".charter/.local/20261116-080000-gone.1f0c9a27.nudges", "{}");
    scene.repo.write(".charter/.local/20261116-080000-gone.strand", "{}");
    scene.repo.write(".charter/.local/20261116-080000-gone.strands", "{}");
    scene.repo.write(".charter/.local/20261116-080000-gone/state.json", "{}");
    scene.repo.write(".charter/.local/20261116-090000-nurses-night-shifts.seal.tmp", "{");
    scene.repo.write(".charter/.local/20261116-090000-nurses-night-shifts.1f0c9a27.nudges", "{}");
    scene
}

#[test]
fn a_clean_root_has_nothing_to_remove() {
    let repo = repo();
    assert_snapshot!(repo.charter(&["gc", "--saved"]).run(), @"
    exit 0
    --- stdout
    nothing to remove
    ");
    let _ = repo.charter(&["gc", "--prune"]).run().success();
    assert_eq!(repo.tree(), "");
    let scene = Scene::with_events(3);
    let output = scene.charter(&["gc", "--prune"]).run().success();
    assert_eq!(output.stdout, "nothing to remove\n");
}

#[test]
fn leftovers_are_listed_and_left_there() {
    let scene = littered();
    let before = scene.repo.snapshot_tree();
    let output = scene.charter(&["gc", "--saved"]).run().success();
    for name in [
        "nurses-night-shifts/.tmp-charter.md",
        "nurses-night-shifts/.tmp-state.json",
        "saved/tail-00000000.bin",
        "new-20261116-080000-gone",
    ] {
        assert!(output.stdout.contains(name), "{output}");
    }
    assert!(output.stdout.contains("    3 KiB  20261116-090000-nurses"), "{output}");
    assert!(output.stdout.contains("\n11 things can go, "), "{output}");
    assert!(output.stdout.contains("  next  charter gc --saved --prune\n"), "{output}");
    assert_eq!(scene.repo.snapshot_tree(), before);
}

#[test]
fn pruning_removes_what_was_listed_and_nothing_else() {
    let scene = littered();
    let listed = scene.charter(&["gc", "--saved", "--json"]).run().success().json();
    assert_eq!(keys(&listed).join(" "), "ok pruned items bytes nextActions");
    assert_eq!(keys(&listed["items"][0]).join(" "), "path bytes about");
    let gone = texts(&listed["items"], "path");
    assert_eq!(gone.len(), 11, "{gone:?}");
    let mut expected = crate::scene::kept_tree(&scene.repo);
    expected.retain(|path, _| !gone.iter().any(|it| path == &format!(".charter/{it}")));
    let pruned = scene.charter(&["gc", "--saved", "--prune", "--json"]).run().success().json();
    assert_eq!((&pruned["pruned"], &pruned["items"]), (&true.into(), &listed["items"]));
    for path in gone {
        assert!(!scene.repo.path(".charter").join(path).exists(), "{path} is still there");
    }
    let mut after = crate::scene::kept_tree(&scene.repo);
    after.retain(|path, _| !path.ends_with("/saved/"));
    assert_eq!(after, expected);
    let local = fs::read_dir(scene.repo.path(".charter/.local")).unwrap();
    let mut local: Vec<String> =
        local.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    local.sort();
    let id = &scene.id;
    let own = ["", ".1f0c9a27.nudges", ".lock", ".seal", ".strand", ".strands"];
    let own = own.map(|it| format!("{id}{it}"));
    let rest = ["chosen".to_owned(), "root.lock".to_owned()];
    let kept = [&[".gitignore".to_owned()], &own[..], &rest].concat();
    assert_eq!(local, kept);
    assert_eq!(scene.findings(), []);
}

#[test]
fn an_unfinished_charter_is_as_large_as_what_is_in_it() {
    let scene = littered();
    let listed = scene.charter(&["gc", "--saved", "--json"]).run().success().json();
    let items = listed["items"].as_array().unwrap();
    let unfinished = items.iter().find(|it| it["path"] == ".local/new-20261116-080000-gone");
    assert_eq!(unfinished.unwrap()["bytes"], "# Charter: gone\n".len());
}

#[test]
fn a_file_of_the_user_s_is_never_listed() {
    let scene = Scene::new();
    scene.repo.write(".charter/notes.txt", "mine");
    scene.repo.write(scene.file("library/topic.md"), "mine");
    scene.repo.write(scene.file("REPORT.md"), "# Report\n");
    let value = scene.charter(&["gc", "--saved", "--json"]).run().success().json();
    assert_eq!(value["items"], serde_json::json!([]));
}

#[test]
fn what_a_recovery_saved_is_listed_only_when_it_is_asked_for() {
    let scene = littered();
    let output = scene.charter(&["gc", "--prune"]).run().success();
    assert!(output.stdout.contains("removed 10 things"), "{output}");
    assert!(scene.repo.path(scene.file("saved/tail-00000000.bin")).exists());
}
