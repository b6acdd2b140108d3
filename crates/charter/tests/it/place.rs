//! Where the charters are, seen from any directory and from linked worktrees.

use crate::scene::{BIN, Scene, open, repo, texts};
use charter_testkit::Repo;
use std::fs;

/// Lists the names of the charters that a directory sees.
#[track_caller]
fn names(repo: &Repo, dir: &str) -> Vec<String> {
    let value = repo.charter(&["list", "--json"]).dir(dir).run().success().json();
    texts(&value["charters"], "name").into_iter().map(str::to_owned).collect()
}

/// Makes a repository with a commit and a linked worktree beside it.
fn with_worktree() -> Repo {
    let repo = repo();
    repo.write("README.md", "# Ward\n");
    let _ = repo.git(&["add", "README.md"]);
    let _ = repo.git(&["commit", "--quiet", "--message", "start"]);
    let _ = repo.git(&["worktree", "add", "--quiet", "../linked"]);
    repo
}

#[test]
fn the_root_is_found_from_a_directory_below() {
    let scene = Scene::new();
    fs::create_dir_all(scene.repo.path("src/deep/er")).unwrap();
    let output = scene.charter(&["status", "--json"]).dir("src/deep/er").run().success();
    let value = output.json();
    assert_eq!(value["charterId"], scene.id);
    let path = scene.repo.path(format!(".charter/{}", scene.id));
    assert_eq!(value["path"], path.display().to_string());
    let _ = scene.charter(&["pause"]).dir("src/deep").run().success();
    assert!(!scene.repo.path("src/deep/.charter").exists());
}

#[test]
fn a_new_charter_goes_to_the_edge_of_the_repository() {
    let repo = repo();
    fs::create_dir_all(repo.path("src/deep")).unwrap();
    let _ = repo.charter(&["new", "From below"]).dir("src/deep").run().success();
    assert!(repo.path(".charter/20261116-090000-below/charter.md").exists(), "{}", repo.tree());
    assert!(!repo.path("src/deep/.charter").exists());
}

#[test]
fn the_nearest_root_counts() {
    let scene = Scene::new();
    fs::create_dir_all(scene.repo.path("part/.charter")).unwrap();
    fs::create_dir_all(scene.repo.path("part/src")).unwrap();
    let _ = scene.charter(&["new", "Part"]).dir("part/src").run().success();
    assert_eq!(names(&scene.repo, "part/src"), ["Part"]);
    assert_eq!(names(&scene.repo, "").len(), 1);
}

#[test]
fn a_repository_inside_another_is_its_own() {
    let scene = Scene::new();
    fs::create_dir_all(scene.repo.path("inner/.git")).unwrap();
    assert_eq!(names(&scene.repo, "inner"), Vec::<String>::new());
    let _ = scene.charter(&["new", "Inner"]).dir("inner").run().success();
    assert_eq!(names(&scene.repo, "inner"), ["Inner"]);
    assert_eq!(names(&scene.repo, "").len(), 1);
}

#[test]
fn a_linked_worktree_uses_the_charters_of_the_main_one() {
    let repo = with_worktree();
    let id = open(&repo, "Shared");
    assert_eq!(names(&repo, "../linked"), ["Shared"]);
    let _ = repo.charter(&["use", "shared", "--session", "a"]).dir("../linked").run().success();
    let ledger = repo.read(repo.ledger(format!(".charter/{id}")));
    assert_eq!(ledger.lines().count(), 2);
    assert!(!repo.path("../linked/.charter").exists());
}

#[test]
fn a_charter_opened_in_a_linked_worktree_records_that_worktree_s_commit() {
    let repo = with_worktree();
    open(&repo, "Shared");
    let _ = repo.git(&["-C", "../linked", "commit", "--quiet", "--allow-empty", "-m", "more"]);
    let commit = repo.git(&["-C", "../linked", "rev-parse", "HEAD"]).stdout.trim().to_owned();
    let args = ["new", "Second", "--json"];
    let value = repo.charter(&args).dir("../linked").run().success().json();
    let id = value["charterId"].as_str().unwrap();
    assert!(repo.read(repo.ledger(format!(".charter/{id}"))).contains(&commit));
}

#[test]
fn a_linked_worktree_with_charters_of_its_own_uses_those() {
    let repo = with_worktree();
    open(&repo, "Shared");
    fs::create_dir(repo.path("../linked/.charter")).unwrap();
    assert_eq!(names(&repo, "../linked"), Vec::<String>::new());
    let _ = repo.charter(&["new", "Own"]).dir("../linked").run().success();
    assert_eq!(names(&repo, "../linked"), ["Own"]);
    assert_eq!(names(&repo, ""), ["Shared"]);
}

#[test]
fn the_first_charter_of_a_linked_worktree_stays_there() {
    let repo = with_worktree();
    let _ = repo.charter(&["new", "Own"]).dir("../linked").run().success();
    assert_eq!(names(&repo, "../linked"), ["Own"]);
    assert_eq!(names(&repo, ""), Vec::<String>::new());
}

#[test]
fn without_git_the_working_directory_is_the_project() {
    let repo = Repo::without_git(BIN);
    fs::create_dir_all(repo.path("below")).unwrap();
    let _ = repo.charter(&["new", "Plain"]).run().success();
    assert_eq!(names(&repo, ""), ["Plain"]);
    assert_eq!(names(&repo, "below"), Vec::<String>::new(), "nothing above is looked at");
    fs::create_dir_all(repo.path("../beside")).unwrap();
    assert_eq!(names(&repo, "../beside"), Vec::<String>::new());
}

#[test]
fn charters_above_the_work_tree_are_somebody_else_s() {
    let repo = repo();
    for dir in ["../.charter/20261116-090000-stranger", "../.pi/charters/20261116-090000-stranger"]
    {
        fs::create_dir_all(repo.path(dir)).unwrap();
    }
    fs::create_dir_all(repo.path("src")).unwrap();
    assert_eq!(names(&repo, "src"), Vec::<String>::new());
    let _ = repo.charter(&["new", "Own"]).dir("src").run().success();
    assert_eq!(names(&repo, ""), ["Own"]);
    let above = fs::read_dir(repo.path("../.charter")).unwrap().count();
    assert_eq!(above, 1, "nothing is written above");
}

#[test]
fn a_root_that_is_a_link_is_followed() {
    let repo = repo();
    fs::create_dir(repo.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink("elsewhere", repo.path(".charter")).unwrap();
    let id = open(&repo, "Linked");
    assert!(repo.path(format!("elsewhere/{id}/charter.md")).exists());
    assert_eq!(names(&repo, ""), ["Linked"]);
}
