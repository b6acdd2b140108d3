//! What git is asked, in projects with and without it.

use super::*;
use std::path::PathBuf;

/// A directory that is gone when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("charter-git-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }

    fn git(&self, args: &[&str]) {
        let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
        let status = Command::new("git")
            .arg("-C")
            .arg(&self.0)
            .args(identity)
            .args(args)
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success(), "{args:?}");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_project_without_git_or_without_a_commit_has_no_commit() {
    let scratch = Scratch::new("none");
    assert_eq!(head_commit(&scratch.0), None);
    scratch.git(&["init", "--quiet"]);
    assert_eq!(head_commit(&scratch.0), None);
    assert_eq!(head_commit(&scratch.0.join("nowhere")), None);
}

#[test]
fn the_commit_that_is_checked_out_is_given_whole() {
    let scratch = Scratch::new("one");
    scratch.git(&["init", "--quiet"]);
    scratch.git(&["commit", "--quiet", "--allow-empty", "-m", "first"]);
    let commit = head_commit(&scratch.0).unwrap();
    assert!(commit.len() >= 40 && commit.bytes().all(|it| it.is_ascii_hexdigit()), "{commit}");
}

#[test]
fn the_name_is_the_project_s_own() {
    let scratch = Scratch::new("name");
    scratch.git(&["init", "--quiet"]);
    scratch.git(&["config", "user.name", "Grace"]);
    assert_eq!(user_name(&scratch.0).as_deref(), Some("Grace"));
}

#[test]
fn a_commit_is_clean_where_nothing_but_what_is_left_out_differs() {
    let scratch = Scratch::new("state");
    let write = |path: &str, text: &str| {
        let path = scratch.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    scratch.git(&["init", "--quiet"]);
    assert_eq!(head_state(&scratch.0, None), None);
    write("src/a.c", "a");
    write("part/notes [1]/log", "1");
    write(".gitignore", "*.o\n");
    scratch.git(&["add", "."]);
    scratch.git(&["commit", "--quiet", "-m", "first"]);
    let check = |dir: &str, left_out: Option<&str>, is_dirty: bool| {
        let state = head_state(&scratch.0.join(dir), left_out.map(Path::new));
        let commit = head_commit(&scratch.0).unwrap();
        assert_eq!(state, Some((commit, is_dirty)), "{dir} {left_out:?}");
    };
    check("", None, false);
    write("src/a.o", "ignored");
    check("", None, false);
    // Followed or new, below what is left out and nowhere else; its name is no pattern.
    write("part/notes [1]/log", "2");
    write("part/notes [1]/new/log", "1");
    for (dir, left_out) in [("", "part/notes [1]"), ("part", "notes [1]")] {
        check(dir, Some(left_out), false);
    }
    check("", None, true);
    check("", Some("part/notes 1"), true);
    check("", Some("src"), true);
    // All of the repository counts, wherever in it the project is.
    write("src/new.c", "n");
    check("", Some("part/notes [1]"), true);
    check("part", Some("notes [1]"), true);
    scratch.git(&["add", "src"]);
    check("", Some("part/notes [1]"), true);
    scratch.git(&["commit", "--quiet", "-m", "second", "--", "src"]);
    check("", Some("part/notes [1]"), false);
    write("src/a.c", "b");
    check("part", Some("notes [1]"), true);
}

#[test]
fn nothing_that_a_repository_set_up_runs_by_itself() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("quiet");
    scratch.git(&["init", "--quiet"]);
    scratch.git(&["commit", "--quiet", "--allow-empty", "-m", "first"]);
    let commit = head_commit(&scratch.0).unwrap();
    let trap = scratch.0.join(".git/hooks/post-checkout");
    std::fs::create_dir_all(trap.parent().unwrap()).unwrap();
    let ran = scratch.0.join("ran");
    std::fs::write(&trap, format!("#!/bin/sh\ntouch '{}'\n", ran.display())).unwrap();
    std::fs::set_permissions(&trap, std::fs::Permissions::from_mode(0o755)).unwrap();
    scratch.git(&["config", "core.fsmonitor", trap.to_str().unwrap()]);
    assert!(head_state(&scratch.0, None).is_some());
    assert!(changed_since(&scratch.0, &commit).is_empty());
    assert!(list_files(&scratch.0, Files::TrackedAndNew, &[String::new()]).is_some());
    assert!(crate::BaseTree::new(&scratch.0, &commit, &scratch.0, "copy-").is_some());
    assert!(!ran.exists(), "the trap ran");
    // The trap works where nobody takes care.
    scratch.git(&["status", "--porcelain"]);
    assert!(ran.exists());
}
