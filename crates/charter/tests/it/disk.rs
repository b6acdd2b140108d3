//! A disk that is full or read-only: the path is named and nothing that counts is lost.
//!
//! Needs a file system of its own, which only root can mount.

use crate::scene::{Scene, refused, repo, texts};
use charter_testkit::Repo;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A file system of 64 KiB, unmounted when it is dropped.
struct SmallDisk {
    path: PathBuf,
}

impl SmallDisk {
    /// Mounts one in the repository's `disk`.
    fn mount(repo: &Repo) -> Self {
        let path = repo.path("disk");
        fs::create_dir(&path).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&path);
        let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|it| it.success());
        assert!(mounted, "this test mounts a small file system, which only root can");
        Self { path }
    }

    /// Takes all the room there is.
    fn fill(&self) {
        assert!(fs::write(self.path.join("fill"), vec![0; 100_000]).is_err(), "it is not full");
    }

    fn free(&self) {
        fs::remove_file(self.path.join("fill")).unwrap();
    }

    fn make_read_only(&self) {
        let mut mount = Command::new("mount");
        let status = mount.args(["-o", "remount,ro"]).arg(&self.path).status().unwrap();
        assert!(status.success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.path).status();
    }
}

const ROOT: &str = "disk/charters";

/// Opens a charter on the small disk and gives its directory.
fn open(repo: &Repo) -> String {
    let args = ["new", "Nurses", "--root", ROOT, "--json"];
    let value = repo.charter(&args).run().success().json();
    value["path"].as_str().unwrap().to_owned()
}

#[test]
fn a_new_charter_on_a_full_disk_is_there_whole_or_not_at_all() {
    let repo = repo();
    let disk = SmallDisk::mount(&repo);
    open(&repo);
    disk.fill();
    let output = repo.charter(&["new", "Second", "--root", ROOT]).run().code(4);
    assert!(output.stderr.contains("No space left on device"), "{output}");
    assert!(output.to_string().contains("cannot write `$REPO/disk/charters/"), "{output}");
    let value = repo.charter(&["new", "Second", "--root", ROOT, "--json"]).run().code(4).json();
    assert_eq!(value["code"], "io");
    let list = || repo.charter(&["list", "--root", ROOT, "--json"]).run().success().json();
    assert_eq!(texts(&list()["charters"], "name"), ["Nurses"]);
    disk.free();
    let _ = repo.charter(&["new", "Second", "--root", ROOT]).run().success();
    assert_eq!(texts(&list()["charters"], "name"), ["Nurses", "Second"]);
    let _ = repo.charter(&["doctor", "--root", ROOT]).run().success();
}

#[test]
fn a_write_on_a_full_disk_leaves_the_ledger_as_it_was() {
    let repo = repo();
    let disk = SmallDisk::mount(&repo);
    let ledger = repo.ledger(open(&repo));
    disk.fill();
    // The ledger's last block has room for a few events; then there is none.
    let mut before = repo.read(&ledger);
    let failed = (0..20).find_map(|number| {
        before = repo.read(&ledger);
        let session = format!("s{number}");
        let output = repo.charter(&["use", "nurses", "--root", ROOT, "--session", &session]).run();
        (output.code != Some(0)).then_some(output)
    });
    let output = failed.expect("the disk is full").code(4);
    assert!(output.to_string().contains("cannot write `$REPO/disk/charters/"), "{output}");
    assert!(output.stderr.contains("No space left on device"), "{output}");
    assert_eq!(repo.read(&ledger), before);
    let status = repo.charter(&["status", "--root", ROOT]).run().success();
    assert_eq!(status.stderr, "");
    disk.free();
    let _ = repo.charter(&["use", "nurses", "--root", ROOT, "--session", "last"]).run().success();
    let report = repo.charter(&["doctor", "--root", ROOT, "--json"]).run().success().json();
    assert_eq!(report["charters"][0]["findings"], serde_json::json!([]));
}

#[test]
fn a_root_that_was_begun_on_a_full_disk_still_hides_its_local_files_from_git() {
    let repo = repo();
    let disk = SmallDisk::mount(&repo);
    disk.fill();
    let _ = repo.charter(&["new", "Nurses", "--root", ROOT]).run().code(4);
    disk.free();
    let _ = repo.charter(&["new", "Nurses", "--root", ROOT]).run().success();
    assert_eq!(repo.read("disk/charters/.local/.gitignore"), "*\n");
}

#[test]
fn an_answer_on_a_full_or_read_only_disk_is_refused_and_the_earlier_ones_stay() {
    let repo = repo();
    let disk = SmallDisk::mount(&repo);
    let charter = format!("{}/charter.md", open(&repo));
    let submit = |answer: &str| {
        repo.charter(&["interview", "submit", "--root", ROOT, "--answer", answer]).run()
    };
    let _ = submit("problem: Nurses lose forty minutes a night copying by hand.").success();
    let _ = submit("accept").success();
    let before = repo.read(&charter);
    disk.fill();
    let output = submit("Night nurses on four wards use it at the bed.").code(4);
    assert!(output.stderr.contains("No space left on device"), "{output}");
    assert_eq!(repo.read(&charter), before);
    disk.free();
    let _ = submit("Night nurses on four wards use it at the bed.").success();
    let after = repo.read(&charter);
    assert!(after.contains("forty minutes") && after.contains("four wards"), "{after}");
    disk.make_read_only();
    let output = submit("They get forty minutes a night back.").code(4);
    assert!(output.stderr.contains("Read-only file system"), "{output}");
    assert_eq!(repo.read(&charter), after);
    let next = repo.charter(&["interview", "next", "--root", ROOT]).run().success();
    assert!(next.stdout.contains("question 2 of 3"), "{next}");
}

#[test]
fn a_read_only_disk_is_read_and_not_written() {
    let repo = repo();
    let disk = SmallDisk::mount(&repo);
    open(&repo);
    disk.make_read_only();
    for args in [&["new", "Second", "--root", ROOT][..], &["pause", "--root", ROOT]] {
        let output = refused(&repo, args, 4, "io");
        assert!(output.to_string().contains("`$REPO/disk/charters/.local/"), "{output}");
        assert!(output.stderr.contains("Read-only file system"), "{output}");
    }
    for args in
        [&["status", "--root", ROOT][..], &["log", "--root", ROOT], &["list", "--root", ROOT]]
    {
        let output = repo.charter(args).run().success();
        assert_eq!(output.stderr, "", "{output}");
    }
}

#[test]
fn a_local_directory_that_is_a_file_is_named() {
    let scene = Scene::new();
    fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
    scene.repo.write(".charter/.local", "in the way\n");
    let output = refused(&scene.repo, &["pause"], 2, "root-not-a-directory");
    assert!(output.to_string().contains("`$REPO/.charter/.local"), "{output}");
    let _ = scene.charter(&["status"]).run().success();
}

#[test]
fn a_root_whose_creation_was_cut_off_still_hides_its_local_files_from_git() {
    for left in [None, Some("")] {
        let repo = repo();
        fs::create_dir_all(repo.path(".charter/.local")).unwrap();
        if let Some(text) = left {
            repo.write(".charter/.local/.gitignore", text);
        }
        let _ = repo.charter(&["new", "Nurses"]).run().success();
        let ignored = fs::read_to_string(repo.path(".charter/.local/.gitignore"));
        assert_eq!(ignored.unwrap_or_default(), "*\n", "the crash left {left:?}");
    }
}

#[test]
fn links_in_a_foreign_checkout_are_not_followed() {
    for name in [
        ".local/{id}/.tmp-state.json",
        ".local/{id}/state.json",
        ".local/{id}.lock",
        ".local/{id}.seal.tmp",
        ".local/{id}.strand",
        ".local/{id}.strand.tmp",
        ".local/{id}.strands.tmp",
    ] {
        let scene = Scene::with_events(2);
        let outside = scene.repo.home().join("outside");
        fs::write(&outside, "precious").unwrap();
        fs::remove_file(scene.repo.path(scene.derived("state.json"))).unwrap();
        let link = scene.repo.path(format!(".charter/{}", name.replace("{id}", &scene.id)));
        let _ = fs::remove_file(&link);
        symlink(&outside, &link).unwrap();
        let _ = scene.charter(&["status"]).run().success();
        let _ = scene.charter(&["pause"]).run();
        assert_eq!(fs::read_to_string(&outside).unwrap(), "precious", "{name}");
    }
}

#[test]
fn a_local_directory_that_is_a_link_is_refused() {
    let scene = Scene::new();
    let outside = scene.repo.home().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::remove_dir_all(scene.repo.path(".charter/.local")).unwrap();
    symlink(&outside, scene.repo.path(".charter/.local")).unwrap();
    let _ = scene.charter(&["status"]).run().success();
    let _ = refused(&scene.repo, &["pause"], 2, "root-not-a-directory");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[test]
fn what_is_advised_can_be_typed_whatever_a_directory_is_called() {
    let scene = Scene::new();
    let odd = "it's; touch PWNED";
    fs::rename(
        scene.repo.path(format!(".charter/{}", scene.id)),
        scene.repo.path(format!(".charter/{odd}")),
    )
    .unwrap();
    let value = scene.charter(&["status", "--json"]).run().success().json();
    let quoted = r"--charter 'it'\''s; touch PWNED'";
    for action in value["nextActions"].as_array().unwrap() {
        let command = action["command"].as_str().unwrap();
        assert!(
            !command.contains("touch") || command.contains(quoted) || command.contains("vi} '"),
            "{command}"
        );
    }
}
