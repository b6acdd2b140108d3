//! Where the work cannot be taken out to try it: prove says why, and strict does not take it for shown.

use crate::scene::{Scene, repo};
use charter_testkit::{Invocation, Output, Repo};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;

/// A test that fails until the work is done, and is counted.
const TEST: &str = "\
if [ \"$(sh src/a.sh)\" = done ]; then
  echo 'test result: ok. 1 passed; 0 failed; 0 ignored'
else
  echo 'test result: FAILED. 0 passed; 1 failed; 0 ignored'; exit 1
fi
";

/// Opens a strict charter, with a test that the work to come makes pass.
fn begin(repo: Repo) -> Scene {
    let args = ["new", "Rates", "--rigor", "strict", "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), "## m1\n\n### VAL-A — a\nVerifier: command\n");
    scene
}

/// Makes a repository with one commit, and whatever else the base is to have.
fn committed(more: impl Fn(&Repo)) -> Scene {
    let repo = repo();
    repo.write("src/a.sh", "exit 0\n");
    more(&repo);
    commit(&repo);
    begin(repo)
}

fn commit(repo: &Repo) {
    let _ = repo.git(&["add", "-A"]);
    let _ = repo.git(&["commit", "-qm", "work"]);
}

fn work(scene: &Scene) {
    scene.repo.write("src/a.sh", "echo done\n");
    scene.repo.write("t.sh", TEST);
}

/// Runs the test as evidence, wherever and however the caller adds.
fn prove<'a>(scene: &'a Scene, flags: &[&str]) -> Invocation<'a> {
    scene.charter(&[&["prove", "VAL-A"], flags, &["--", "sh", "t.sh"]].concat())
}

/// Sees that strict does not take a run for shown, and says why, to people and to programs.
#[track_caller]
fn check(prove: impl Fn(&[&str]) -> Output, reason: &str, words: &str) {
    let value = prove(&["--json"]).code(1).json();
    assert_eq!(value["entries"][0]["verdict"], "passed", "{value:#}");
    assert_eq!(value["run"]["noBase"]["reason"], reason, "{value:#}");
    let trials = value["run"]["trials"].as_array().unwrap();
    assert!(trials.iter().all(|it| it["kind"] != "swap"), "{value:#}");
    let output = prove(&[]).code(1);
    let text = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("not tried without the work: {words}")), "{output}");
}

/// Sees that it is shown once the base can be tried.
#[track_caller]
fn check_proven(output: Output) {
    let value = output.success().json();
    assert_eq!(value["entries"][0]["verdict"], "proven", "{value:#}");
    assert_eq!(value["run"]["noBase"], Value::Null, "{value:#}");
}

#[test]
fn a_shallow_clone_that_lacks_the_base_shows_nothing_at_strict() {
    let scene = committed(|_| {});
    work(&scene);
    commit(&scene.repo);
    let from = format!("file://{}", scene.repo.path("").display());
    let clone = scene.repo.path("../clone");
    let clone = clone.to_str().unwrap();
    let _ = scene.repo.git(&["clone", "-q", "--depth", "1", &from, clone]);
    let there = |flags: &[&str]| prove(&scene, flags).dir("../clone").run();
    check(there, "shallow-clone", "commit");
    let words = there(&["--json"]).json()["run"]["noBase"]["message"].to_string();
    assert!(words.contains("`git fetch --unshallow` gets it"), "{words}");
    let _ = scene.repo.git(&["-C", clone, "fetch", "-q", "--unshallow"]);
    check_proven(there(&["--json"]));
}

#[test]
fn a_repository_that_git_is_not_let_near_shows_nothing_at_strict() {
    let scene = committed(|_| {});
    work(&scene);
    let odd = scene.repo.path(".git/refs/heads/odd");
    symlink("/dev/zero", &odd).unwrap();
    let words = "charter can't use this git repository: `.git/refs/heads/odd` is a link, a pipe";
    check(|flags| prove(&scene, flags).run(), "git-unusable", words);
    let doctor = scene.charter(&["doctor"]).run();
    let text = doctor.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("`.git/refs/heads/odd` is a link, a pipe"), "{doctor}");
    fs::remove_file(odd).unwrap();
    check_proven(prove(&scene, &["--json"]).run());
}

#[test]
fn a_machine_without_git_shows_nothing_of_a_repository_at_strict() {
    let scene = committed(|_| {});
    work(&scene);
    let bin = scene.repo.home().join("bin");
    fs::create_dir(&bin).unwrap();
    for name in ["sh", "grep"] {
        let found = ["/bin", "/usr/bin"].map(|it| format!("{it}/{name}"));
        symlink(found.iter().find(|it| fs::metadata(it).is_ok()).unwrap(), bin.join(name)).unwrap();
    }
    let without = |flags: &[&str]| prove(&scene, flags).env("PATH", bin.to_str().unwrap()).run();
    // Not even its files can be listed then.
    let value = without(&["--json"]).code(1).json();
    assert_eq!(value["entries"][0]["verdict"], "void", "{value:#}");
    assert_eq!(value["run"]["noBase"]["reason"], "git-unusable", "{value:#}");
    assert_eq!(value["run"]["noBase"]["message"], "git is not installed", "{value:#}");
}

#[test]
fn a_temporary_directory_that_cannot_be_written_to_is_not_needed() {
    let scene = committed(|_| {});
    work(&scene);
    let file = scene.repo.home().join("file");
    fs::write(&file, "").unwrap();
    let in_file = |flags: &[&str]| prove(&scene, flags).env("TMPDIR", file.to_str().unwrap()).run();
    check_proven(in_file(&["--json"]));
    let args = ["review", "--branch", "main", "--json"];
    let review = scene.charter(&args).env("TMPDIR", file.to_str().unwrap()).run().code(4);
    assert_eq!(review.json()["code"], "git-failed", "{review}");
}

#[test]
fn work_on_files_that_go_through_a_filter_is_not_taken_out() {
    let scene = committed(|repo| {
        repo.write(".gitattributes", "*.bin filter=lfs diff=lfs -text\n");
        repo.write("big.bin", "one\n");
    });
    work(&scene);
    check_proven(prove(&scene, &["--json"]).run());
    scene.repo.write("big.bin", "two\n");
    check(|flags| prove(&scene, flags).run(), "filter", "`.gitattributes` sets a filter");
}

#[test]
fn work_on_a_submodule_is_not_taken_out() {
    let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    let empty = ["commit", "-q", "--allow-empty", "-m", "1"];
    let scene = committed(|repo| {
        let part = repo.path("../part");
        let part = part.to_str().unwrap();
        let _ = repo.git(&["init", "-q", part]);
        let _ = repo.git(&[&["-C", part], &identity[..], &empty].concat());
        let allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"];
        let _ = repo.git(&[&allow[..], &[part, "part"]].concat());
    });
    work(&scene);
    check_proven(prove(&scene, &["--json"]).run());
    let _ = scene.repo.git(&[&["-C", "part"], &identity[..], &empty].concat());
    check(|flags| prove(&scene, flags).run(), "submodule", "`part` is a submodule");
}

#[test]
fn a_charter_that_began_before_the_first_commit_has_an_empty_base() {
    let scene = begin(repo());
    work(&scene);
    check_proven(prove(&scene, &["--json"]).run());
    commit(&scene.repo);
    check_proven(prove(&scene, &["--json"]).run());
    // Leaving it out is a person's to decide, and shows nothing at strict.
    let args = ["--no-base", "--json"];
    let refused = prove(&scene, &args).env("CHARTER_ACTOR", "agent:claude").run().code(1);
    assert_eq!(refused.json()["code"], "person-needed", "{refused}");
    let value = prove(&scene, &args).env("CHARTER_ACTOR", "person:Ada").run().code(1).json();
    assert_eq!(value["entries"][0]["verdict"], "passed", "{value:#}");
    assert_eq!(value["run"]["noBase"]["reason"], "not-wanted", "{value:#}");
}

#[test]
fn a_repository_that_went_away_is_not_a_project_without_git() {
    let scene = committed(|_| {});
    work(&scene);
    fs::rename(scene.repo.path(".git"), scene.repo.path("../git")).unwrap();
    let words = "the git repository that the charter began in is gone";
    check(|flags| prove(&scene, flags).run(), "commit-missing", words);
}

#[test]
fn a_project_without_git_has_no_base_to_try() {
    let scene = begin(Repo::without_git(crate::scene::BIN));
    work(&scene);
    check(|flags| prove(&scene, flags).run(), "no-git", "this is not a git repository");
}
