//! Writers that take turns: always the same order for a seed, and never a hang.

use crate::sim_disk::{DiskFault, Schedule, SimActor, SimDisk};
use charter_store::{Disk, LockFailure};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(1);

fn disk() -> SimDisk {
    let disk = SimDisk::new(1);
    disk.write(Path::new("/count"), b"0").unwrap();
    disk
}

fn increment(disk: &SimDisk) {
    let text = String::from_utf8(disk.read(Path::new("/count")).unwrap()).unwrap();
    let count: u32 = text.parse().unwrap();
    disk.write(Path::new("/count"), (count + 1).to_string().as_bytes()).unwrap();
}

fn increment_locked(disk: &SimDisk, n_times: u32) {
    for _ in 0..n_times {
        let _held = disk.lock(Path::new("/lock"), "an actor", WAIT).unwrap();
        increment(disk);
    }
}

fn count(disk: &SimDisk) -> String {
    String::from_utf8(disk.tree().remove(Path::new("/count")).unwrap()).unwrap()
}

fn actor<'a, T>(act: impl FnOnce(SimDisk) -> T + Send + 'a) -> SimActor<'a, T> {
    Box::new(act)
}

#[test]
fn a_seed_decides_the_order_of_calls() {
    let trace = |seed| {
        let disk = disk();
        let actors = (0..3).map(|_| actor(|disk| increment_locked(&disk, 3))).collect();
        Schedule::new(&disk, seed).run(actors);
        disk.trace()
    };
    let traces: BTreeSet<_> = (0..20).map(trace).collect();
    assert!(traces.len() > 10, "{} orders", traces.len());
    for seed in 0..20 {
        assert_eq!(trace(seed), trace(seed), "seed {seed}");
    }
}

#[test]
fn results_come_in_the_order_of_the_actors() {
    let actors = (0..4).map(|number| actor(move |disk| (number, increment(&disk)).0)).collect();
    assert_eq!(Schedule::new(&disk(), 3).run(actors), [0, 1, 2, 3]);
}

#[test]
fn a_lock_prevents_lost_updates_under_every_seed() {
    for seed in 0..100 {
        let disk = disk();
        let actors = (0..4).map(|_| actor(|disk| increment_locked(&disk, 3))).collect();
        Schedule::new(&disk, seed).run(actors);
        assert_eq!(count(&disk), "12", "seed {seed}");
    }
}

#[test]
fn updates_without_a_lock_are_lost_under_some_seed() {
    let counts: BTreeSet<_> = (0..50)
        .map(|seed| {
            let disk = disk();
            let actors = (0..2).map(|_| actor(|disk| increment(&disk))).collect();
            Schedule::new(&disk, seed).run(actors);
            count(&disk)
        })
        .collect();
    assert_eq!(counts, BTreeSet::from(["1".to_owned(), "2".to_owned()]));
}

#[test]
fn an_actor_that_panics_leaves_its_lock_and_its_turn() {
    for seed in 0..20 {
        let disk = disk();
        let failing = actor(|disk: SimDisk| {
            let _held = disk.lock(Path::new("/lock"), "failing", WAIT).unwrap();
            increment(&disk);
            std::panic::resume_unwind(Box::new("given up"));
        });
        let steady = actor(|disk| increment_locked(&disk, 2));
        let run = || Schedule::new(&disk, seed).run(vec![failing, steady]);
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"given up"));
        assert_eq!(count(&disk), "3");
        increment(&disk);
    }
}

#[test]
fn a_lock_that_nobody_can_release_is_refused() {
    for seed in 0..20 {
        let disk = disk();
        let lock = |disk: &SimDisk, holder: &str| disk.lock(Path::new("/lock"), holder, WAIT);
        let actors = ["one", "two"].map(|holder| {
            actor(move |disk: SimDisk| match lock(&disk, holder) {
                Ok(held) => {
                    std::mem::forget(held);
                    None
                }
                Err(LockFailure::Held(other)) => Some(other),
                Err(LockFailure::Io(err)) => panic!("{err}"),
            })
        });
        let refusals = Schedule::new(&disk, seed).run(actors.into());
        let expected = [[None, Some("one".to_owned())], [Some("two".to_owned()), None]];
        assert!(expected.iter().any(|it| *it == refusals[..]), "{refusals:?}");
    }
}

#[test]
fn locks_taken_crosswise_end_in_a_refusal() {
    let mut n_refused = 0;
    for seed in 0..50 {
        let cross = |first: &'static str, second: &'static str| {
            actor(move |disk: SimDisk| {
                let _first = disk.lock(Path::new(first), "an actor", WAIT).unwrap();
                disk.lock(Path::new(second), "an actor", WAIT).is_err()
            })
        };
        let actors = vec![cross("/a", "/b"), cross("/b", "/a")];
        let refused = Schedule::new(&disk(), seed).run(actors);
        assert_ne!(refused, [true, true]);
        n_refused += usize::from(refused.contains(&true));
    }
    assert!(n_refused > 0);
}

#[test]
fn an_attempt_without_patience_does_not_wait() {
    let attempt = |disk: SimDisk| match disk.lock(Path::new("/lock"), "x", Duration::ZERO) {
        Ok(held) => {
            disk.stat(Path::new("/")).unwrap();
            drop(held);
            true
        }
        Err(_) => false,
    };
    let taken: BTreeSet<_> = (0..50)
        .map(|seed| Schedule::new(&disk(), seed).run(vec![actor(attempt), actor(attempt)]))
        .collect();
    assert!(taken.contains(&vec![true, false]) && taken.contains(&vec![false, true]));
}

#[test]
fn a_crash_ends_the_wait_for_a_lock() {
    for call_no in 1..12 {
        let disk = disk();
        disk.fault_at(call_no, DiskFault::Crash);
        let work = |disk: SimDisk| {
            let lock = disk.lock(Path::new("/lock"), "an actor", WAIT);
            let read = disk.read(Path::new("/count"));
            (lock.is_ok(), read.is_ok())
        };
        let results = Schedule::new(&disk, call_no).run(vec![actor(work), actor(work)]);
        assert_eq!(disk.is_off(), results.iter().any(|(_, read)| !read), "{:?}", disk.trace());
    }
}

#[test]
fn a_handle_that_outlives_its_schedule_needs_no_turn() {
    let disk = disk();
    let handles = Schedule::new(&disk, 1).run(vec![actor(|disk| disk)]);
    increment(&handles[0]);
    let stale = &handles[0];
    Schedule::new(&disk, 2).run(vec![actor(|_| increment(stale)), actor(|disk| increment(&disk))]);
    increment_locked(stale, 1);
}

#[test]
fn no_actors_give_no_results() {
    assert!(Schedule::new(&disk(), 1).run(Vec::<SimActor<'_, u8>>::new()).is_empty());
}
