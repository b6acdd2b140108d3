//! What is put aside for one command.

use charter_store::{RealDisk, Store};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

fn store(root: &Path) -> Store {
    Store::new(Arc::new(RealDisk), root.to_owned(), "test".to_owned(), Duration::ZERO)
}

#[test]
fn only_its_owner_enters_a_scratch_directory() {
    let temp = TempDir::new().unwrap();
    let scratch = store(&temp.path().join(".charter")).scratch(temp.path()).unwrap();
    for dir in [scratch.home.parent().unwrap(), &scratch.home, &scratch.temp] {
        assert_eq!(dir.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn what_is_carried_over_follows_no_link_of_the_copy() {
    let temp = TempDir::new().unwrap();
    let (project, copy) = (temp.path().join("project"), temp.path().join("copy"));
    let outside = temp.path().join("outside");
    for dir in [project.join("tests"), copy.join("plain"), outside.clone()] {
        fs::create_dir_all(dir).unwrap();
    }
    for file in ["tests/new.sh", "check.sh", "there.sh"] {
        fs::write(project.join(file), "new").unwrap();
    }
    fs::write(outside.join("check.sh"), "theirs").unwrap();
    fs::write(copy.join("there.sh"), "old").unwrap();
    symlink(&outside, copy.join("tests")).unwrap();
    symlink(outside.join("check.sh"), copy.join("check.sh")).unwrap();
    let store = store(&project.join(".charter"));
    assert!(store.carry_over(&project, &copy, "tests/new.sh").is_err());
    assert!(store.carry_over(&project, &copy, "check.sh").is_err());
    assert!(!outside.join("new.sh").exists());
    assert_eq!(fs::read_to_string(outside.join("check.sh")).unwrap(), "theirs");
    store.carry_over(&project, &copy, "there.sh").unwrap();
    assert_eq!(fs::read_to_string(copy.join("there.sh")).unwrap(), "new");
    fs::create_dir_all(project.join("deep/er")).unwrap();
    fs::write(project.join("deep/er/t.sh"), "deep").unwrap();
    store.carry_over(&project, &copy, "deep/er/t.sh").unwrap();
    assert_eq!(fs::read_to_string(copy.join("deep/er/t.sh")).unwrap(), "deep");
}
