//! Where the root is found.

use charter_store::{ProjectPlace, RealDisk, RootFailure, find_place};
use std::fs;
use std::path::{Path, PathBuf};

fn project() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_owned();
    (dir, path)
}

fn find(cwd: &Path) -> ProjectPlace {
    find_place(&RealDisk, cwd, None).unwrap()
}

#[test]
fn the_nearest_root_upwards_counts() {
    let (_keep, dir) = project();
    fs::create_dir(dir.join(".git")).unwrap();
    fs::create_dir_all(dir.join(".charter")).unwrap();
    fs::create_dir_all(dir.join("a/b/c")).unwrap();
    fs::create_dir_all(dir.join("a/.charter")).unwrap();
    assert_eq!(find(&dir.join("a/b/c")).root, dir.join("a/.charter"));
    assert_eq!(find(&dir).root, dir.join(".charter"));
}

#[test]
fn the_edge_of_a_repository_ends_the_search() {
    let (_keep, dir) = project();
    fs::create_dir_all(dir.join(".charter")).unwrap();
    fs::create_dir_all(dir.join("repo/.git")).unwrap();
    fs::create_dir_all(dir.join("repo/src")).unwrap();
    let place = find(&dir.join("repo/src"));
    assert_eq!(place, ProjectPlace { project: dir.join("repo"), root: dir.join("repo/.charter") });
}

#[test]
fn without_a_work_tree_nothing_above_counts() {
    let (_keep, dir) = project();
    fs::create_dir_all(dir.join(".charter")).unwrap();
    fs::create_dir_all(dir.join(".pi/charters")).unwrap();
    fs::create_dir_all(dir.join("a/b")).unwrap();
    let place = find(&dir.join("a/b"));
    assert_eq!(place, ProjectPlace { project: dir.join("a/b"), root: dir.join("a/b/.charter") });
    assert_eq!(find(&dir).root, dir.join(".charter"));
}

#[test]
fn a_linked_worktree_uses_the_main_one_unless_it_has_its_own() {
    let (_keep, dir) = project();
    fs::create_dir_all(dir.join("main/.git/worktrees/side")).unwrap();
    fs::create_dir_all(dir.join("main/.charter")).unwrap();
    fs::write(dir.join("main/.git/worktrees/side/commondir"), "../..\n").unwrap();
    fs::create_dir_all(dir.join("side/src")).unwrap();
    let git_dir = dir.join("main/.git/worktrees/side");
    fs::write(dir.join("side/.git"), format!("gitdir: {}\n", git_dir.display())).unwrap();
    // Anybody can name somebody else's repository; it counts once that one names it, too.
    assert_eq!(find(&dir.join("side/src")).root, dir.join("side/.charter"));
    let back = dir.join("side/.git").display().to_string();
    fs::write(dir.join("main/.git/worktrees/side/gitdir"), back).unwrap();
    let place = find(&dir.join("side/src"));
    assert_eq!(place, ProjectPlace { project: dir.join("side"), root: dir.join("main/.charter") });
    fs::create_dir_all(dir.join("side/.charter")).unwrap();
    assert_eq!(find(&dir.join("side/src")).root, dir.join("side/.charter"));
}

#[test]
fn a_submodule_is_a_repository_of_its_own() {
    let (_keep, dir) = project();
    fs::create_dir_all(dir.join(".git/modules/sub")).unwrap();
    fs::create_dir_all(dir.join(".charter")).unwrap();
    fs::create_dir_all(dir.join("sub")).unwrap();
    fs::write(dir.join("sub/.git"), "gitdir: ../.git/modules/sub\n").unwrap();
    assert_eq!(find(&dir.join("sub")).root, dir.join("sub/.charter"));
}

#[test]
fn a_root_that_is_a_file_is_refused() {
    let (_keep, dir) = project();
    fs::write(dir.join(".charter"), "x").unwrap();
    let found = find_place(&RealDisk, &dir, None);
    assert!(matches!(found, Err(RootFailure::NotADirectory(path)) if path == dir.join(".charter")));
}

#[test]
fn a_named_root_is_relative_to_where_one_stands() {
    let (_keep, dir) = project();
    fs::create_dir_all(dir.join("repo/.git")).unwrap();
    fs::create_dir_all(dir.join("repo/src")).unwrap();
    let named = Some(Path::new("../plans/./x"));
    let place = find_place(&RealDisk, &dir.join("repo/src"), named).unwrap();
    assert_eq!(place, ProjectPlace { project: dir.join("repo"), root: dir.join("repo/plans/x") });
}
