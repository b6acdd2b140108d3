//! Every operation of the store on a disk that fails at every call.
//!
//! For each operation, each call in it and each fault: the operation runs into the fault, the
//! machine restarts with what survived, and then acknowledged events are there, the log is a
//! prefix of what was written, documents are whole, nothing looks broken, and the same operation
//! tried again leads to the same end.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use charter_engine::event::EventBody;
use charter_kernel::event::{Head, LedgerEvent};
use charter_kernel::{Actor, Context, Severity, Timestamp, Witness};
use charter_store::{Failure, Reach, Store, Sweep};
use charter_testkit::ledger_suite::{
    charter_id, create, derived_file, documents, draft, first_strand, sessions,
};
use charter_testkit::{DiskFault, Rng, Schedule, SimDisk};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How many outcomes of one crash are looked at.
const REBOOTS: u64 = 5;

fn store(disk: &SimDisk) -> Store {
    let wait = Duration::from_secs(1);
    Store::new(Arc::new(disk.clone()), "/project/.charter".into(), "test".to_owned(), wait)
}

fn machine() -> SimDisk {
    let disk = SimDisk::new(1);
    let dyn_disk: &dyn charter_store::Disk = &disk;
    dyn_disk.create_dir(Path::new("/project")).unwrap();
    dyn_disk.sync_dir(Path::new("/")).unwrap();
    disk
}

fn ctx() -> Context {
    let now = Timestamp::parse("2026-11-16T10:00:00Z").unwrap();
    Context { now, witness: Witness::Fixed, actor: Actor::Unknown }
}

/// Appends events behind the head that has the given number of events.
fn append(store: &Store, behind: u64, names: &[&str]) -> Result<(), Failure> {
    let log: Vec<_> = store.log(&charter_id())?.collect::<Result<_, _>>()?;
    let entry = log.get(usize::try_from(behind).unwrap() - 1);
    let head = entry.map(|it| Head { seq: it.number, hash: it.event.id });
    let drafts: Vec<_> = names.iter().map(|it| draft(it)).collect();
    let mut transaction = store.begin(&charter_id())?;
    transaction.append(head.expect("the log reaches that far"), &drafts).map(|_| ())
}

fn tear(disk: &SimDisk) {
    let ledger = first_strand(&store(disk));
    disk.corrupt(ledger, |bytes| bytes.extend_from_slice(b"{\"seq\":4,\"ts\":\"2026"));
}

fn break_chain(disk: &SimDisk) {
    let ledger = first_strand(&store(disk));
    disk.corrupt(ledger, |bytes| {
        let lines: Vec<&[u8]> = bytes.split_inclusive(|it| *it == b'\n').collect();
        *bytes = [lines[0], lines[2]].concat();
    });
}

/// An operation, what is there before it and what must be there after it.
struct Operation {
    name: &'static str,
    prepare: fn(&SimDisk),
    run: fn(&Store) -> Result<(), Failure>,
    /// The sessions in the log before and after.
    before: &'static [&'static str],
    after: &'static [&'static str],
    /// Whether the charter is there before.
    exists: bool,
}

fn two_sessions(disk: &SimDisk) {
    let store = store(disk);
    create(&store).unwrap();
    append(&store, 1, &["a"]).unwrap();
    append(&store, 2, &["b"]).unwrap();
}

const OPERATIONS: &[Operation] = &[
    Operation {
        name: "create",
        prepare: |_| {},
        run: |store| match store.list()?.ids.is_empty() {
            true => create(store),
            false => Ok(()),
        },
        before: &[],
        after: &[],
        exists: false,
    },
    Operation {
        name: "append one",
        prepare: two_sessions,
        run: |store| append(store, 3, &["c"]),
        before: &["a", "b"],
        after: &["a", "b", "c"],
        exists: true,
    },
    Operation {
        name: "append several at once",
        prepare: two_sessions,
        run: |store| append(store, 3, &["c", "d", "e"]),
        before: &["a", "b"],
        after: &["a", "b", "c", "d", "e"],
        exists: true,
    },
    Operation {
        name: "append behind a torn end",
        prepare: |disk| {
            two_sessions(disk);
            tear(disk);
        },
        run: |store| append(store, 3, &["c"]),
        before: &["a", "b"],
        after: &["a", "b", "c"],
        exists: true,
    },
    Operation {
        name: "read and mend derived files",
        prepare: |disk| {
            two_sessions(disk);
            let state = derived_file(&store(disk), "state.json");
            disk.corrupt(state, |bytes| bytes.extend_from_slice(b"edited"));
        },
        run: |store| store.load(&charter_id()).map(|_| ()),
        before: &["a", "b"],
        after: &["a", "b"],
        exists: true,
    },
    Operation {
        name: "repair a broken chain",
        prepare: |disk| {
            two_sessions(disk);
            break_chain(disk);
        },
        run: |store| store.begin(&charter_id())?.mend(&ctx()).map(|_| ()),
        before: &[],
        after: &["b"],
        exists: true,
    },
    Operation {
        name: "sweep",
        prepare: |disk| {
            two_sessions(disk);
            tear(disk);
            append(&store(disk), 3, &["c"]).unwrap();
        },
        run: |store| store.sweep(Sweep::Prune, Reach::Saved).map(|_| ()),
        before: &["a", "b", "c"],
        after: &["a", "b", "c"],
        exists: true,
    },
];

#[test]
fn every_operation_survives_a_crash_at_every_call() {
    for operation in OPERATIONS {
        each_call(operation, DiskFault::Crash, Trust::Hardware);
    }
}

#[test]
fn every_operation_survives_a_full_disk_at_every_call() {
    for operation in OPERATIONS {
        each_call(operation, DiskFault::NoSpace, Trust::Hardware);
        each_call(operation, DiskFault::Full, Trust::Hardware);
    }
}

#[test]
fn every_operation_survives_one_failing_call_anywhere() {
    for operation in OPERATIONS {
        each_call(operation, DiskFault::Fail, Trust::Hardware);
    }
}

#[test]
fn every_operation_survives_hardware_that_loses_a_rename() {
    for operation in OPERATIONS {
        each_call(operation, DiskFault::LostRename, Trust::Nothing);
    }
}

/// Whether the disk keeps what it said it would; if not, an acknowledged rename can be gone.
#[derive(Clone, Copy, PartialEq)]
enum Trust {
    Hardware,
    Nothing,
}

fn each_call(operation: &Operation, fault: DiskFault, trust: Trust) {
    let disk = machine();
    (operation.prepare)(&disk);
    let start = disk.n_calls();
    (operation.run)(&store(&disk)).unwrap();
    let n_calls = disk.n_calls() - start;
    assert!(n_calls > 2, "{} makes {n_calls} calls", operation.name);
    for call in 1..=n_calls {
        let disk = machine();
        (operation.prepare)(&disk);
        disk.fault_at(call, fault);
        let result = (operation.run)(&store(&disk));
        for seed in 0..REBOOTS {
            let label = format!("{} with {fault:?} at call {call}, restart {seed}", operation.name);
            let survived = disk.reboot(seed);
            let acknowledged = result.is_ok() && trust == Trust::Hardware;
            check(operation, &survived, acknowledged, &label);
            if operation.exists && !disk.is_off() {
                // The process that saw the fault goes on, on the same machine.
                disk.clear_faults();
                check(operation, &disk, result.is_ok(), &format!("{label}, going on"));
            }
        }
    }
}

fn check(operation: &Operation, disk: &SimDisk, acknowledged: bool, label: &str) {
    let label = || format!("{label}\n{}", disk.trace().join("\n"));
    let store = store(disk);
    let there = !store.list().unwrap().ids.is_empty();
    assert!(there || !operation.exists, "the charter is gone: {}", label());
    assert!(there || !acknowledged, "an acknowledged charter is gone: {}", label());
    if there {
        let found = sessions(&store);
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let is_prefix = operation.after.starts_with(&found) && found.starts_with(operation.before);
        assert!(is_prefix, "the log is {found:?}: {}", label());
        // All events of one write are there or none is.
        let all_or_none = found == operation.before || found == operation.after;
        assert!(all_or_none, "half a write: {found:?}: {}", label());
        assert!(!acknowledged || found == operation.after, "lost {found:?}: {}", label());
        documents_are_whole(&store, &label);
        if operation.name != "repair a broken chain" {
            let examined = store.examine(&charter_id()).unwrap();
            let broken = examined.findings.iter().find(|it| it.kind.severity == Severity::Error);
            assert!(broken.is_none(), "{broken:?}: {}", label());
        }
    }
    (operation.run)(&store).unwrap_or_else(|err| panic!("{err}: {}", label()));
    assert_eq!(sessions(&store), operation.after, "after another try: {}", label());
    let examined = store.examine(&charter_id()).unwrap();
    let odd = examined.findings.iter().find(|it| it.kind.severity > Severity::Note);
    assert!(odd.is_none(), "{odd:?} after another try: {}", label());
    assert_eq!(store.load(&charter_id()).unwrap().state, examined.state, "{}", label());
}

fn documents_are_whole(store: &Store, label: &dyn Fn() -> String) {
    let docs = store.read_docs(&charter_id());
    assert!(docs.findings.is_empty(), "{:?}: {}", docs.findings, label());
    let expected = documents();
    assert_eq!(docs.charter, expected[0].bytes, "{}", label());
    assert_eq!(docs.criteria, expected[1].bytes, "{}", label());
}

#[test]
fn two_writers_interleaved_lose_nothing() {
    for seed in 0..60 {
        let disk = machine();
        create(&store(&disk)).unwrap();
        let acknowledged = run_two_writers(&disk, seed);
        let store = store(&disk);
        let found = sessions(&store);
        assert_eq!(found.len(), 8, "seed {seed}: {found:?}");
        for name in acknowledged.concat() {
            let n = found.iter().filter(|it| **it == name).count();
            assert_eq!(n, 1, "seed {seed}: {name} stands {n} times");
        }
        assert!(store.examine(&charter_id()).unwrap().findings.is_empty(), "seed {seed}");
    }
}

#[test]
fn two_writers_and_a_crash_keep_what_was_acknowledged() {
    let mut rng = Rng::new(7);
    for seed in 0..120 {
        let disk = machine();
        create(&store(&disk)).unwrap();
        disk.fault_at(1 + rng.below(160) as u64, DiskFault::Crash);
        let acknowledged = run_two_writers(&disk, seed);
        let survived = disk.reboot(seed);
        let store = store(&survived);
        let found = sessions(&store);
        for writer in acknowledged {
            let mine: Vec<_> =
                found.iter().filter(|it| it.starts_with(&writer_of(&writer))).collect();
            assert!(mine.len() >= writer.len(), "seed {seed}: {found:?} lacks one of {writer:?}");
        }
        let examined = store.examine(&charter_id()).unwrap();
        let broken = examined.findings.iter().find(|it| it.kind.severity == Severity::Error);
        assert!(broken.is_none(), "seed {seed}: {broken:?}");
        append(&store, examined.state.n_events, &["after"]).unwrap();
        assert_eq!(sessions(&store).last().map(String::as_str), Some("after"), "seed {seed}");
    }
}

fn writer_of(acknowledged: &[String]) -> String {
    acknowledged.first().map_or_else(|| "nobody".to_owned(), |it| it[..2].to_owned())
}

/// Each writer appends four events, deciding behind the head that it finds under the lock.
fn run_two_writers(disk: &SimDisk, seed: u64) -> Vec<Vec<String>> {
    let write = |writer: &'static str| {
        let act: charter_testkit::SimActor<'_, Vec<String>> = Box::new(move |disk: SimDisk| {
            let store = store(&disk);
            let mut acknowledged = Vec::new();
            for number in 0..4 {
                let name = format!("{writer}{number}");
                let Ok(mut transaction) = store.begin(&charter_id()) else { break };
                let head = transaction.loaded().state.head();
                match transaction.append(head, &[draft(&name)]) {
                    Ok(_) => acknowledged.push(name),
                    Err(_) => break,
                }
            }
            acknowledged
        });
        act
    };
    Schedule::new(disk, seed).run(vec![write("w1"), write("w2")])
}

#[test]
fn a_reader_beside_a_writer_sees_whole_states_and_nothing_odd() {
    for seed in 0..40 {
        let disk = machine();
        create(&store(&disk)).unwrap();
        let writer: charter_testkit::SimActor<'_, Vec<String>> = Box::new(|disk: SimDisk| {
            let store = store(&disk);
            for number in 1..5 {
                append(&store, number, &[&format!("w{number}")]).unwrap();
            }
            Vec::new()
        });
        let reader: charter_testkit::SimActor<'_, Vec<String>> = Box::new(|disk: SimDisk| {
            let store = store(&disk);
            let mut seen = Vec::new();
            for _ in 0..6 {
                let loaded = store.load(&charter_id()).unwrap();
                let odd = loaded.warnings();
                seen.extend(odd.iter().map(|it| it.message.clone()));
            }
            seen
        });
        let results = Schedule::new(&disk, seed).run(vec![writer, reader]);
        assert!(results[1].is_empty(), "seed {seed}: {:?}", results[1]);
    }
}

#[test]
fn what_was_torn_off_is_kept_and_named() {
    let disk = machine();
    two_sessions(&disk);
    tear(&disk);
    let store = store(&disk);
    append(&store, 3, &["c"]).unwrap();
    let log: Vec<_> = store.log(&charter_id()).unwrap().map(Result::unwrap).collect();
    let aside =
        log.iter().find_map(|it| match &it.event.payload {
            charter_kernel::event::Payload::Known(EventBody::Ledger(
                LedgerEvent::TailSetAside { path, bytes, .. },
            )) => Some((path.clone(), *bytes)),
            _ => None,
        });
    let (path, bytes) = aside.expect("the ledger says that something was set aside");
    let saved = &disk.tree()[&store.layout().file(&charter_id(), &path)];
    assert_eq!(saved, b"{\"seq\":4,\"ts\":\"2026");
    assert_eq!(bytes, saved.len() as u64);
}
