//! Throw-away copies, among what others left or put there.

use super::*;
use rustix::fs::{Mode, OFlags, open};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::Command;
use tempfile::TempDir;

const PREFIX: &str = "charter-base-x-";

/// A repository with one commit, and a directory for temporary files.
fn place() -> (TempDir, PathBuf, PathBuf) {
    let place = TempDir::new().unwrap();
    let (project, temp) = (place.path().join("project"), place.path().join("temp"));
    fs::create_dir_all(&project).unwrap();
    fs::create_dir_all(&temp).unwrap();
    fs::write(project.join("a"), "a").unwrap();
    let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    for args in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "first"]] {
        let git = Command::new("git").arg("-C").arg(&project).args(identity).args(args).status();
        assert!(git.unwrap().success(), "{args:?}");
    }
    (place, project, temp)
}

fn names(temp: &Path) -> Vec<String> {
    let entries = temp.read_dir().unwrap();
    let mut names: Vec<String> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_copy_is_where_nobody_was_before_and_only_its_owner_enters() {
    let (_place, project, temp) = place();
    let outside = temp.join("outside");
    fs::create_dir(&outside).unwrap();
    // Somebody guessed the first names.
    let guessed = |number: u32| temp.join(format!("{PREFIX}{}-{number}", std::process::id()));
    symlink(&outside, guessed(0)).unwrap();
    fs::create_dir(guessed(1)).unwrap();
    fs::write(guessed(1).join("bait"), "").unwrap();
    let copy = BaseTree::new(&project, "HEAD", &temp, PREFIX).unwrap();
    assert!(copy.path.starts_with(guessed(2)), "{}", copy.path.display());
    assert_eq!(fs::read_to_string(copy.path.join("a")).unwrap(), "a");
    let mode = guessed(2).metadata().unwrap();
    assert_eq!(mode.permissions().mode() & 0o777, 0o700);
    assert_eq!(mode.uid(), rustix::process::geteuid().as_raw());
    assert!(copy.is_there());
    assert_eq!(outside.read_dir().unwrap().count(), 0);
    drop(copy);
    assert!(!guessed(2).exists());
    assert!(guessed(1).join("bait").exists() && guessed(0).is_symlink());
}

#[test]
fn a_copy_whose_maker_works_stays_and_one_whose_maker_is_gone_goes() {
    let (_place, project, temp) = place();
    let at_work = BaseTree::new(&project, "HEAD", &temp, PREFIX).unwrap();
    let mut killed = BaseTree::new(&project, "HEAD", &temp, PREFIX).unwrap();
    // A kill ends the lock and nothing else.
    let file = open("/dev/null", OFlags::RDONLY, Mode::empty()).unwrap();
    drop(std::mem::replace(&mut killed.scratch._held, file));
    assert_eq!(names(&temp).len(), 4, "two copies, and what each asks git through");
    let next = BaseTree::new(&project, "HEAD", &temp, PREFIX).unwrap();
    let copies = || names(&temp).into_iter().filter(|it| it.starts_with(PREFIX)).count();
    assert_eq!(copies(), 2, "the killed one is gone: {:?}", names(&temp));
    assert!(at_work.is_there() && next.is_there());
    drop((at_work, next, killed));
    assert_eq!(names(&temp).len(), 0);
}

#[test]
fn a_copy_that_was_removed_meanwhile_is_not_there() {
    let (_place, project, temp) = place();
    let copy = BaseTree::new(&project, "HEAD", &temp, PREFIX).unwrap();
    fs::remove_dir_all(&copy.path).unwrap();
    assert!(!copy.is_there());
    fs::create_dir(&copy.path).unwrap();
    assert!(!copy.is_there(), "another one in its place");
}

#[test]
fn a_copy_is_a_repository_of_its_own_and_the_project_s_is_not_written_to() {
    let (_place, project, temp) = place();
    let before = listing(&project.join(".git"));
    let copy = BaseTree::new(&project, "HEAD", &temp, PREFIX).unwrap();
    let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    let git = |args: &[&str]| {
        Command::new("git").arg("-C").arg(&copy.path).args(identity).args(args).output().unwrap()
    };
    assert_eq!(git(&["status", "--porcelain"]).stdout, b"");
    assert_eq!(git(&["log", "--format=%s"]).stdout, b"first\n");
    fs::write(copy.path.join("b"), "b").unwrap();
    assert!(git(&["add", "."]).status.success());
    assert!(git(&["commit", "-qm", "second"]).status.success());
    drop(copy);
    assert_eq!(listing(&project.join(".git")), before);
}

fn listing(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = vec![dir.to_owned()];
    while let Some(dir) = rest.pop() {
        for entry in dir.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let stat = path.symlink_metadata().unwrap();
            let len = if stat.is_dir() { 0 } else { stat.len() };
            found.push(format!("{} {len}", path.display()));
            if stat.is_dir() {
                rest.push(path);
            }
        }
    }
    found.sort();
    found
}
