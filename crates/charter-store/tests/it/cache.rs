//! The seal and the checkpoint: fast where nothing changed, disbelieved where anything did.

use crate::ledger::store;
use charter_engine::projection::DERIVED_EDITED;
use charter_kernel::Severity;
use charter_store::{Disk, Reach, RealDisk, Store, Sweep};
use charter_testkit::ledger_suite::{charter_id, create, derived_file, draft, first_strand};
use charter_testkit::{Rng, SimDisk};
use std::path::Path;
use std::sync::Arc;

fn many_events(store: &Store, n: usize) {
    create(store).unwrap();
    for chunk in (0..n).collect::<Vec<_>>().chunks(50) {
        let drafts: Vec<_> = chunk.iter().map(|it| draft(&format!("s{it}"))).collect();
        let mut transaction = store.begin(&charter_id()).unwrap();
        let head = transaction.loaded().state.head();
        let _ = transaction.append(head, &drafts).unwrap();
    }
}

fn sim() -> (SimDisk, Store) {
    let disk = SimDisk::new(1);
    (&disk as &dyn Disk).create_dir(Path::new("/p")).unwrap();
    let store = store(Arc::new(disk.clone()), "/p/.charter".into());
    (disk, store)
}

#[test]
fn opening_reads_only_what_came_after_the_checkpoint() {
    let (disk, store) = sim();
    many_events(&store, 400);
    let trace = disk.trace().len();
    store.load(&charter_id()).unwrap();
    let calls = disk.trace()[trace..].join("\n");
    let is_ledger_read = |it: &&str| it.contains(" read ") && it.contains(".jsonl");
    let reads: Vec<&str> = calls.lines().filter(is_ledger_read).collect();
    assert!(matches!(reads.as_slice(), [one] if one.contains(" from ")), "{calls}");
}

#[test]
fn the_checkpoint_gives_the_same_state_as_the_whole_ledger() {
    let (_, store) = sim();
    many_events(&store, 400);
    let fast = store.load(&charter_id()).unwrap();
    let whole = store.examine(&charter_id()).unwrap();
    assert_eq!(fast.state, whole.state);
}

#[test]
fn a_change_behind_the_checkpoint_is_seen_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(Arc::new(RealDisk), dir.path().join(".charter"));
    many_events(&store, 300);
    assert!(store.load(&charter_id()).unwrap().findings.is_empty());
    let ledger = first_strand(&store);
    let mut rng = Rng::new(3);
    let sound = std::fs::read(&ledger).unwrap();
    for round in 0..20 {
        let mut bytes = sound.clone();
        let place = rng.below(bytes.len());
        bytes[place] = if bytes[place] == b'x' { b'y' } else { b'x' };
        std::fs::write(&ledger, &bytes).unwrap();
        let loaded = store.load(&charter_id()).unwrap();
        let seen = loaded.findings.iter().any(|it| it.kind.severity >= Severity::Warning);
        assert!(seen, "round {round}: byte {place} was changed and nobody saw it");
        std::fs::write(&ledger, &sound).unwrap();
        let loaded = store.load(&charter_id()).unwrap();
        assert!(loaded.warnings().is_empty(), "round {round}: {:?}", loaded.findings);
    }
}

#[test]
fn a_cache_that_was_tampered_with_is_not_believed() {
    let (disk, store) = sim();
    many_events(&store, 300);
    let expected = store.examine(&charter_id()).unwrap().state;
    for name in ["seal", "checkpoint"] {
        let path = format!("/p/.charter/.local/{}.{name}", charter_id());
        for cut in [0, 1, 40, 90] {
            disk.corrupt(&path, |bytes| bytes.truncate(cut));
            assert_eq!(store.load(&charter_id()).unwrap().state, expected, "{name} cut to {cut}");
        }
        disk.corrupt(&path, |bytes| *bytes = b"{\"format\":1}".to_vec());
        assert_eq!(store.load(&charter_id()).unwrap().state, expected, "{name} replaced");
    }
    let path = format!("/p/.charter/.local/{}.checkpoint", charter_id());
    store.load(&charter_id()).unwrap();
    disk.corrupt(path, |bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap().replace("\"active\"", "\"paused\"");
        *bytes = text.into_bytes();
    });
    assert_eq!(store.load(&charter_id()).unwrap().state, expected, "an edited checkpoint");
}

#[test]
fn without_the_cache_everything_is_there() {
    let (disk, store) = sim();
    many_events(&store, 300);
    let expected = store.load(&charter_id()).unwrap().state;
    (&disk as &dyn Disk).remove_dir_all(Path::new("/p/.charter/.local")).unwrap();
    let loaded = store.load(&charter_id()).unwrap();
    assert_eq!(loaded.state, expected);
    assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
}

#[test]
fn a_derived_file_edited_in_place_is_seen_and_rewritten() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(Arc::new(RealDisk), dir.path().join(".charter"));
    many_events(&store, 3);
    let path = derived_file(&store, "state.json");
    let before = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, before.replace("\"active\"", "\"paused\"")).unwrap();
    let loaded = store.load(&charter_id()).unwrap();
    assert!(loaded.findings.iter().any(|it| it.kind == DERIVED_EDITED));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    assert!(store.load(&charter_id()).unwrap().findings.is_empty());
}

#[test]
fn a_checkpoint_of_another_history_is_not_believed() {
    let (disk, store) = sim();
    many_events(&store, 300);
    let path = format!("/p/.charter/.local/{}.checkpoint", charter_id());
    let other = {
        let (disk, store) = sim();
        create(&store).unwrap();
        for chunk in (0..300).collect::<Vec<_>>().chunks(50) {
            let drafts: Vec<_> = chunk.iter().map(|it| draft(&format!("t{it}"))).collect();
            let mut transaction = store.begin(&charter_id()).unwrap();
            let head = transaction.loaded().state.head();
            let _ = transaction.append(head, &drafts).unwrap();
        }
        disk.tree().get(Path::new(&path)).cloned().unwrap()
    };
    let expected = store.examine(&charter_id()).unwrap().state;
    disk.corrupt(&path, |bytes| *bytes = other);
    assert_eq!(store.load(&charter_id()).unwrap().state, expected);
}

#[test]
fn sweeping_works_where_there_is_no_cache() {
    let (disk, store) = sim();
    many_events(&store, 3);
    (&disk as &dyn Disk).remove_dir_all(Path::new("/p/.charter/.local")).unwrap();
    assert!(store.sweep(Sweep::Prune, Reach::Saved).unwrap().is_empty());
}
