//! The ledger's story, on every disk there is.

use charter_store::{Disk, RealDisk, Store};
use charter_testkit::{SimDisk, ledger_suite};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(crate) fn store(disk: Arc<dyn Disk>, root: PathBuf) -> Store {
    Store::new(disk, root, "test".to_owned(), Duration::from_secs(1))
}

#[test]
fn the_story_holds_on_the_real_disk() {
    let dir = tempfile::tempdir().unwrap();
    ledger_suite::story(&store(Arc::new(RealDisk), dir.path().join(".charter")));
}

#[test]
fn the_story_holds_on_the_simulated_disk() {
    let disk = SimDisk::new(1);
    (&disk as &dyn Disk).create_dir(Path::new("/p")).unwrap();
    ledger_suite::story(&store(Arc::new(disk), "/p/.charter".into()));
}

#[test]
fn machine_local_files_are_ignored_by_git() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(Arc::new(RealDisk), dir.path().join(".charter"));
    ledger_suite::create(&store).unwrap();
    let ignore = dir.path().join(".charter/.local/.gitignore");
    assert_eq!(std::fs::read(ignore).unwrap(), b"*\n");
}
