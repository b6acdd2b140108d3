//! Locks name their holder and are never taken from a living one.

use charter_store::{Disk, LockFailure, RealDisk};
use std::time::Duration;

#[test]
fn a_held_lock_names_its_holder_and_is_not_taken() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.lock");
    let held = RealDisk.lock(&path, "person:Ada (process 7)", Duration::ZERO).unwrap();
    for wait in [Duration::ZERO, Duration::from_millis(5)] {
        match RealDisk.lock(&path, "me", wait) {
            Err(LockFailure::Held(holder)) => assert_eq!(holder, "person:Ada (process 7)"),
            other => panic!("{other:?}"),
        }
    }
    drop(held);
    assert!(RealDisk.lock(&path, "me", Duration::ZERO).is_ok());
}

#[test]
fn a_lock_file_that_a_dead_process_left_is_no_obstacle() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.lock");
    std::fs::write(&path, "person:Ada (process 999999), long gone and with a long story").unwrap();
    drop(RealDisk.lock(&path, "me", Duration::ZERO).unwrap());
    assert_eq!(std::fs::read(&path).unwrap(), b"me");
}
