//! Damage to a ledger: seen at once, whatever the cache says, and mended without losing a thing.

use crate::ledger::store;
use charter_engine::event::EventBody;
use charter_kernel::event::{LedgerEvent, Payload};
use charter_kernel::finding::{CHAIN_GAP, LEDGER_MISSING, LEDGER_TRUNCATED, TORN_TAIL};
use charter_kernel::{Actor, Context, Digest, FindingKind, Timestamp, Witness, canonical};
use charter_store::{Disk, Failure, Mended, Store};
use charter_testkit::SimDisk;
use charter_testkit::ledger_suite::{
    charter_id, create, derived_file, draft, first_strand, sessions,
};
use std::path::Path;
use std::sync::Arc;

fn five_events() -> (SimDisk, Store) {
    let disk = SimDisk::new(1);
    (&disk as &dyn Disk).create_dir(Path::new("/p")).unwrap();
    let store = store(Arc::new(disk.clone()), "/p/.charter".into());
    create(&store).unwrap();
    for name in ["a", "b", "c", "d"] {
        let mut transaction = store.begin(&charter_id()).unwrap();
        let head = transaction.loaded().state.head();
        let _ = transaction.append(head, &[draft(name)]).unwrap();
    }
    (disk, store)
}

fn change_lines(disk: &SimDisk, store: &Store, change: impl FnOnce(&mut Vec<Vec<u8>>)) {
    disk.corrupt(first_strand(store), |bytes| {
        let mut lines = bytes.split_inclusive(|it| *it == b'\n').map(<[u8]>::to_vec).collect();
        change(&mut lines);
        *bytes = lines.concat();
    });
}

fn kinds(store: &Store) -> Vec<FindingKind> {
    store.load(&charter_id()).unwrap().findings.iter().map(|it| it.kind).collect()
}

fn mend(store: &Store) -> Result<Vec<Mended>, Failure> {
    let now = Timestamp::parse("2026-11-16T10:00:00Z").unwrap();
    let ctx = Context { now, witness: Witness::Fixed, actor: Actor::Unknown };
    store.begin(&charter_id())?.mend(&ctx)
}

fn repaired(store: &Store) -> (u64, u64) {
    let log: Vec<_> = store.log(&charter_id()).unwrap().map(Result::unwrap).collect();
    let found = log.iter().find_map(|it| match &it.event.payload {
        Payload::Known(EventBody::Ledger(LedgerEvent::LedgerRepaired {
            lost, carried, ..
        })) => Some((*lost, *carried)),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn a_lost_last_line_is_seen_despite_the_cache() {
    let (disk, store) = five_events();
    change_lines(&disk, &store, |lines| {
        lines.pop();
    });
    for _ in 0..2 {
        assert_eq!(kinds(&store), [LEDGER_TRUNCATED]);
    }
    let mut transaction = store.begin(&charter_id()).unwrap();
    let head = transaction.loaded().state.head();
    let _ = transaction.append(head, &[draft("e")]).unwrap();
    drop(transaction);
    assert_eq!(kinds(&store), [LEDGER_TRUNCATED], "a write behind it does not hide it");
    mend(&store).unwrap();
    assert_eq!(kinds(&store), []);
    assert_eq!(sessions(&store), ["a", "b", "c", "e"]);
}

#[test]
fn a_torn_end_is_seen_where_there_is_no_cache() {
    let (disk, store) = five_events();
    (&disk as &dyn Disk).remove_dir_all(Path::new("/p/.charter/.local")).unwrap();
    disk.corrupt(first_strand(&store), |bytes| bytes.extend_from_slice(b"{\"se"));
    assert_eq!(kinds(&store), [TORN_TAIL]);
}

#[test]
fn derived_files_are_written_where_there_is_no_cache() {
    let (disk, store) = five_events();
    let path = derived_file(&store, "state.json");
    let before = disk.tree().get(&path).cloned();
    (&disk as &dyn Disk).remove_dir_all(Path::new("/p/.charter/.local")).unwrap();
    assert_eq!(kinds(&store), []);
    assert_eq!(disk.tree().get(&path).cloned(), before);
    assert_eq!(kinds(&store), []);
}

#[test]
fn a_removed_line_counts_as_one_lost_event() {
    let (disk, store) = five_events();
    change_lines(&disk, &store, |lines| {
        lines.remove(2);
    });
    assert_eq!(kinds(&store), [CHAIN_GAP]);
    mend(&store).unwrap();
    assert_eq!(repaired(&store), (1, 2));
    assert_eq!(sessions(&store), ["a", "c", "d"]);
}

#[test]
fn swapped_lines_go_back_to_their_places() {
    let (disk, store) = five_events();
    change_lines(&disk, &store, |lines| lines.swap(2, 3));
    mend(&store).unwrap();
    assert_eq!(repaired(&store), (0, 3), "what stands behind a gap is carried over");
    assert_eq!(sessions(&store), ["a", "b", "c", "d"]);
}

#[test]
fn a_broken_first_line_loses_only_itself() {
    let (disk, store) = five_events();
    change_lines(&disk, &store, |lines| {
        let first = lines.first_mut().unwrap();
        let text = String::from_utf8(first.clone()).unwrap().replace("standard", "light");
        *first = text.into_bytes();
    });
    mend(&store).unwrap();
    assert_eq!(repaired(&store), (1, 4));
    assert_eq!(sessions(&store), ["a", "b", "c", "d"]);
    assert_eq!(kinds(&store), []);
}

#[test]
fn a_ledger_without_a_sound_line_is_left_as_it_is() {
    let (disk, store) = five_events();
    change_lines(&disk, &store, |lines| *lines = vec![b"nothing of ours\n".to_vec()]);
    let before = disk.tree();
    assert!(matches!(mend(&store), Err(Failure::LedgerBroken { .. })));
    let changed = |path: &Path| before.get(path) != disk.tree().get(path);
    assert!(!changed(&first_strand(&store)));
    assert!(!changed(&derived_file(&store, "state.json")));
}

#[test]
fn an_empty_and_a_missing_ledger_are_named() {
    let (disk, store) = five_events();
    disk.corrupt(first_strand(&store), Vec::clear);
    assert_eq!(kinds(&store), [LEDGER_MISSING]);
    (&disk as &dyn Disk).remove_file(&first_strand(&store)).unwrap();
    assert_eq!(kinds(&store), [LEDGER_MISSING]);
}

#[test]
fn a_repair_does_not_write_behind_a_later_version() {
    let (disk, store) = five_events();
    let log: Vec<_> = store.log(&charter_id()).unwrap().map(Result::unwrap).collect();
    let mut event: serde_json::Value = serde_json::from_str(&log.last().unwrap().line).unwrap();
    event["prev"] = event["id"].clone();
    event["seq"] = 6.into();
    event["type"] = "criterion_moved".into();
    let id = Digest::of(&canonical::render_without(&event, "id"));
    event["id"] = id.to_string().into();
    disk.corrupt(first_strand(&store), |bytes| {
        bytes.extend_from_slice(format!("{event}\n{{\"se").as_bytes());
    });
    let before = disk.tree();
    assert!(matches!(mend(&store), Err(Failure::LedgerNewer { .. })));
    let ledger = first_strand(&store);
    assert_eq!(disk.tree().get(&ledger), before.get(&ledger));
}

#[test]
fn a_write_behind_a_torn_end_that_fails_leaves_the_ledger_as_it_was() {
    let (disk, store) = five_events();
    let ledger = first_strand(&store);
    disk.corrupt(&ledger, |bytes| bytes.extend_from_slice(b"{\"se"));
    let before = disk.tree().get(&ledger).cloned();
    let calls = {
        let (probe, other) = five_events();
        probe.corrupt(&ledger, |bytes| bytes.extend_from_slice(b"{\"se"));
        let start = probe.n_calls();
        let mut transaction = other.begin(&charter_id()).unwrap();
        let head = transaction.loaded().state.head();
        let _ = transaction.append(head, &[draft("e")]).unwrap();
        let trace = probe.trace();
        let behind = trace.iter().skip(usize::try_from(start).unwrap());
        behind.take_while(|it| !it.contains(" append ")).count() as u64 + 1
    };
    disk.fault_at(calls, charter_testkit::DiskFault::NoSpace);
    let mut transaction = store.begin(&charter_id()).unwrap();
    let head = transaction.loaded().state.head();
    assert!(transaction.append(head, &[draft("e")]).is_err());
    drop(transaction);
    assert_eq!(disk.tree().get(&ledger).cloned(), before);
    assert_eq!(kinds(&store), [TORN_TAIL]);
}
