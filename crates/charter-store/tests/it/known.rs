//! What this machine remembers of the commands that ran here.

use charter_store::{RealDisk, Store};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

fn store(root: &Path) -> Store {
    Store::new(Arc::new(RealDisk), root.to_owned(), "test".to_owned(), Duration::ZERO)
}

fn argv(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_command_is_known_where_it_ran_and_nowhere_else() {
    let temp = TempDir::new().unwrap();
    let root = temp.path().join("a/.charter");
    fs::create_dir_all(&root).unwrap();
    let store_a = store(&root);
    let (test, other) = (argv("cargo test"), argv("cargo test --all"));
    assert!(!store_a.knows_command("secret", &test, None));
    store_a.remember_command("secret", &test, None);
    store_a.remember_command("secret", &test, None);
    assert!(store_a.knows_command("secret", &test, None));
    assert!(!store_a.knows_command("secret", &other, None));
    assert!(!store_a.knows_command("another user's", &test, None));
    assert!(!store_a.knows_command("secret", &test, Some("sub")), "another place is another run");
    store_a.remember_command("secret", &test, Some("sub"));
    assert!(store_a.knows_command("secret", &test, Some("sub")));
    let path = root.join(".local/commands");
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
}

#[test]
fn a_memory_that_came_from_elsewhere_vouches_for_nothing() {
    let temp = TempDir::new().unwrap();
    let root = temp.path().join(".charter");
    fs::create_dir_all(&root).unwrap();
    let here = store(&root);
    let test = argv("cargo test");
    here.remember_command("secret", &test, None);
    let path = root.join(".local/commands");
    let bytes = fs::read(&path).unwrap();
    // As a checkout or an archive would: the same bytes at the same place, in another file.
    let copy = root.join(".local/copy");
    fs::write(&copy, &bytes).unwrap();
    fs::rename(&copy, &path).unwrap();
    assert!(!here.knows_command("secret", &test, None));
    here.remember_command("secret", &test, None);
    assert!(here.knows_command("secret", &test, None));
    // A link leads to somebody else's memory.
    let away = temp.path().join("away");
    fs::rename(&path, &away).unwrap();
    std::os::unix::fs::symlink(&away, &path).unwrap();
    assert!(!here.knows_command("secret", &test, None));
    here.remember_command("secret", &test, None);
    assert!(here.knows_command("secret", &test, None));
    assert!(fs::symlink_metadata(&path).unwrap().is_file());
}

#[test]
fn directories_for_a_command_are_gone_with_it() {
    let temp = TempDir::new().unwrap();
    let store = store(&temp.path().join(".charter"));
    let (first, second) =
        (store.scratch(temp.path()).unwrap(), store.scratch(temp.path()).unwrap());
    assert_ne!(first.home, second.home);
    fs::write(first.home.join("a"), "a").unwrap();
    let homes = [first.home.clone(), second.temp.clone()];
    assert!(homes.iter().all(|it| it.is_dir()));
    drop((first, second));
    assert!(!homes.iter().any(|it| it.exists()));
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 0);
    assert!(store.scratch(&temp.path().join("nowhere")).is_err());
}
