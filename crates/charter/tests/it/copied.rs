//! Commands that are printed as the way out, run as they are copied.

use crate::scene::{Scene, open, repo};
use std::process::Command;

/// Runs a command line by a shell, in a folder of the project.
#[track_caller]
fn typed(scene: &Scene, dir: &str, line: &str) {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(scene.repo.path(dir));
    let ended = command.env("GIT_CONFIG_GLOBAL", "/dev/null").output().unwrap();
    assert!(ended.status.success(), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn a_target_that_is_not_here_is_fetched_in_a_whole_clone_and_in_a_shallow_one() {
    let repo = repo();
    repo.write("a.txt", "a\n");
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let _ = repo.git(&["branch", "-M", "main"]);
    let _ = repo.git(&["checkout", "-qb", "work"]);
    let id = open(&repo, "Rates");
    let scene = Scene { repo, id };
    for number in ["one", "two"] {
        scene.repo.write("a.txt", number);
        let _ = scene.repo.git(&["add", "."]);
        let _ = scene.repo.git(&["commit", "-qm", number]);
    }
    let origin = format!("file://{}", scene.repo.path("").display());
    let alone = ["--single-branch", "--branch", "work"];
    for (dir, depth) in [("whole", &[][..]), ("shallow", &["--depth", "1"][..])] {
        let args = [&["clone", "-q"][..], &alone, depth, &[&origin, dir]].concat();
        let _ = scene.repo.git(&args);
        let check = ["check", "--ci", "--against", "origin/main", "--json"];
        let refusal = scene.charter(&check).dir(dir).run().code(2).json();
        assert_eq!(refusal["code"], "target-unknown", "{refusal:#}");
        typed(&scene, dir, refusal["nextActions"][0]["command"].as_str().unwrap());
        assert_eq!(
            refusal["nextActions"][1]["command"],
            "charter check --ci --against origin/main"
        );
        let report = scene.charter(&check).dir(dir).run().json();
        assert_eq!(report["against"]["name"], "origin/main", "{dir}: {report:#}");
    }
}
