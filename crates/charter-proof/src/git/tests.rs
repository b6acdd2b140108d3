//! What git is asked, in projects with and without it.

use super::*;
use std::process::{Command, Stdio};

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

fn open(dir: &Path) -> Option<Repository> {
    Repository::open(dir, &std::env::temp_dir()).ok()
}

fn head_commit(dir: &Path) -> Option<String> {
    open(dir)?.head_commit().ok()
}

fn head_state(dir: &Path, left_out: Option<&Path>) -> Option<(String, bool)> {
    open(dir)?.head_state(left_out).ok()
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
fn the_name_is_the_user_s_where_the_project_has_none() {
    let scratch = Scratch::new("user");
    scratch.git(&["init", "--quiet"]);
    // What a repository includes is not its own.
    std::fs::write(scratch.0.join("more"), "[user]\nname = Eve\n").unwrap();
    scratch.git(&["config", "include.path", "../more"]);
    assert_ne!(user_name(&scratch.0).as_deref(), Some("Eve"));
    assert_eq!(user_name(&scratch.0), user_name(&std::env::temp_dir()));
}

/// Makes a repository with a file, an ignored one and a new one, in a directory of the scratch.
fn fill(scratch: &Scratch) {
    scratch.git(&["init", "--quiet"]);
    std::fs::write(scratch.0.join("a"), "a").unwrap();
    std::fs::write(scratch.0.join(".gitignore"), "*.o\n").unwrap();
    scratch.git(&["add", "."]);
    scratch.git(&["commit", "--quiet", "-m", "first"]);
    std::fs::write(scratch.0.join("new"), "n").unwrap();
    std::fs::write(scratch.0.join("x.o"), "o").unwrap();
}

#[test]
fn a_linked_worktree_and_a_submodule_are_asked_like_any_other() {
    let scratch = Scratch::new("linked");
    fill(&scratch);
    let commit = head_commit(&scratch.0).unwrap();
    let other = Scratch::new("linked-to");
    let linked = other.0.join("tree");
    scratch.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    assert_eq!(head_state(&linked, None), Some((commit.clone(), false)));
    std::fs::write(linked.join("a"), "b").unwrap();
    assert_eq!(head_state(&linked, None), Some((commit.clone(), true)));
    let there = open(&linked).unwrap();
    assert_eq!(there.resolve("side"), Ok(commit.clone()));
    assert_eq!(there.changed_since("side").unwrap(), ["a"]);
    // A module is a repository of its own, and what differs in it differs in the whole.
    let whole = Scratch::new("whole");
    whole.git(&["init", "--quiet"]);
    let allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"];
    whole.git(&[&allow[..], &[scratch.0.to_str().unwrap(), "part"]].concat());
    whole.git(&["commit", "--quiet", "-m", "part"]);
    let part = whole.0.join("part");
    assert_eq!(head_commit(&part), Some(commit));
    assert_eq!(modules_among(&whole.0, &["part".to_owned()]), ["part"]);
    assert!(!head_state(&whole.0, None).unwrap().1);
    std::fs::write(part.join("a"), "b").unwrap();
    assert!(head_state(&whole.0, None).unwrap().1);
}

#[test]
fn a_file_that_names_somebody_else_s_repository_is_not_followed() {
    let theirs = Scratch::new("theirs");
    fill(&theirs);
    let here = Scratch::new("planted");
    std::fs::write(here.0.join(".git"), format!("gitdir: {}/.git\n", theirs.0.display())).unwrap();
    assert!(open(&here.0).is_none());
    // Nor one that goes round by a directory of the checkout.
    std::fs::create_dir_all(here.0.join("own/worktrees/x")).unwrap();
    std::fs::write(
        here.0.join("own/worktrees/x/commondir"),
        format!("{}/.git\n", theirs.0.display()),
    )
    .unwrap();
    let back = here.0.join(".git").display().to_string();
    std::fs::write(here.0.join("own/worktrees/x/gitdir"), back).unwrap();
    std::fs::write(here.0.join(".git"), "gitdir: own/worktrees/x\n").unwrap();
    assert!(open(&here.0).is_none());
    // Nor a link.
    std::fs::remove_file(here.0.join(".git")).unwrap();
    std::os::unix::fs::symlink(theirs.0.join(".git"), here.0.join(".git")).unwrap();
    assert!(open(&here.0).is_none());
}

#[test]
fn a_directory_that_looks_like_a_repository_is_none() {
    let scratch = Scratch::new("bare");
    fill(&scratch);
    scratch.git(&["init", "--quiet", "--bare", "inner"]);
    let inner = open(&scratch.0.join("inner")).unwrap();
    assert_eq!(inner.head_commit().ok(), head_commit(&scratch.0));
}

#[test]
fn what_git_is_told_to_leave_out_and_how_lines_end_still_counts() {
    let scratch = Scratch::new("settings");
    fill(&scratch);
    let repository = open(&scratch.0).unwrap();
    let both = repository.list_both().unwrap();
    assert_eq!(both, (vec![".gitignore".to_owned(), "a".to_owned()], vec!["new".to_owned()]));
    std::fs::create_dir_all(scratch.0.join(".git/info")).unwrap();
    std::fs::write(scratch.0.join(".git/info/exclude"), "new\n").unwrap();
    assert_eq!(head_state(&scratch.0, None).map(|it| it.1), Some(false));
    scratch.git(&["config", "core.autocrlf", "true"]);
    std::fs::write(scratch.0.join("lines"), "one\r\ntwo\r\n").unwrap();
    scratch.git(&["-c", "core.safecrlf=false", "add", "lines"]);
    scratch.git(&["commit", "--quiet", "-m", "lines"]);
    std::fs::write(scratch.0.join("lines"), "one\r\ntwo\r\n").unwrap();
    assert_eq!(head_state(&scratch.0, None).map(|it| it.1), Some(false));
    // Files that are not checked out are not gone.
    scratch.git(&["sparse-checkout", "set", "--no-cone", "/lines"]);
    assert!(!scratch.0.join("a").exists());
    assert_eq!(head_state(&scratch.0, None).map(|it| it.1), Some(false));
    let copy = BaseTree::new(&scratch.0, "HEAD", &std::env::temp_dir(), "charter-base-sparse-");
    assert!(copy.unwrap().path.join("a").exists());
}

#[test]
fn other_ways_to_keep_branches_and_the_index_are_understood() {
    let scratch = Scratch::new("formats");
    scratch.git(&["init", "--quiet", "--ref-format=reftable", "--object-format=sha256"]);
    std::fs::write(scratch.0.join("a"), "a").unwrap();
    scratch.git(&["add", "."]);
    scratch.git(&["commit", "--quiet", "-m", "first"]);
    let (commit, is_dirty) = head_state(&scratch.0, None).unwrap();
    assert_eq!((commit.len(), is_dirty), (64, false));
    let other = Scratch::new("formats-to");
    let linked = other.0.join("tree");
    scratch.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    assert_eq!(head_state(&linked, None), Some((commit.clone(), false)));
    scratch.git(&["update-index", "--split-index"]);
    assert_eq!(head_state(&scratch.0, None), Some((commit.clone(), false)));
    let copy = BaseTree::new(&linked, &commit, &std::env::temp_dir(), "charter-base-formats-");
    let copy = copy.unwrap();
    assert_eq!(head_state(&copy.path, None), Some((commit, false)));
}

#[test]
fn a_branch_or_an_object_that_is_no_plain_file_is_not_read() {
    let scratch = Scratch::new("odd-branch");
    scratch.git(&["init", "--quiet", "--initial-branch=main"]);
    scratch.git(&["commit", "--quiet", "--allow-empty", "-m", "first"]);
    let commit = head_commit(&scratch.0).unwrap();
    let (start, rest) = commit.split_at(2);
    let object = scratch.0.join(".git/objects").join(start).join(rest);
    let kept = scratch.0.join("kept");
    std::fs::rename(&object, &kept).unwrap();
    assert!(Command::new("mkfifo").arg(&object).status().unwrap().success());
    assert!(head_state(&scratch.0, None).is_none());
    std::fs::rename(&kept, &object).unwrap();
    for name in ["refs/heads/main", "refs/heads/a/b/c", "objects/info/alternates"] {
        let path = scratch.0.join(".git").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let kept = std::fs::read(&path).ok();
        for odd in ["pipe", "endless", "huge"] {
            let _ = std::fs::remove_file(&path);
            match odd {
                "pipe" => assert!(Command::new("mkfifo").arg(&path).status().unwrap().success()),
                "endless" => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
                _ => std::fs::File::create(&path).unwrap().set_len(40 << 30).unwrap(),
            }
            assert!(open(&scratch.0).is_none(), "{name} is {odd}");
        }
        std::fs::remove_file(&path).unwrap();
        if let Some(kept) = kept {
            std::fs::write(&path, kept).unwrap();
        }
    }
    assert!(head_commit(&scratch.0).is_some());
}
