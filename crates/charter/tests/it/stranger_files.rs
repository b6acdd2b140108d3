//! A checkout from a stranger, and files: no link leads out, nothing but plain files is opened, and
//! nothing is read without end.

use crate::mcp_wire::{Era, Forms, Wire};
use crate::scene::{Scene, kept_tree, refused, repo};
use charter_kernel::Digest;
use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const SECRET: &str = "PRIVATE-KEY-OF-THE-USER";

/// Every command that only looks, with the hook that looks, too.
const READERS: &[&[&str]] = &[
    &["status"],
    &["status", "--json"],
    &["statusline"],
    &["list"],
    &["show"],
    &["show", "VAL-A"],
    &["log"],
    &["check"],
    &["verify"],
    &["review"],
    &["doctor"],
    &["gc"],
    &["export", "--gherkin"],
    &["plan", "status"],
    &["preflight"],
    &["interview", "next"],
    &["hook", "claude"],
];

/// Commands that write.
const WRITERS: &[&[&str]] = &[
    &["record", "VAL-A", "--pass", "-m", "seen", "--because", "looked"],
    &["prove", "VAL-A", "--", "true"],
    &["pause"],
    &["resume"],
    &["complete"],
    &["new", "--no-interview", "Another"],
    &["preflight", "check", "delete everything in production"],
    &["install", "claude", "--project"],
];

fn scene() -> Scene {
    let repo = repo();
    repo.write("src/a.txt", "a");
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let args = ["new", "--json", "--no-interview", "--session", "s1", "Rates"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), "## m1 One\n\n### VAL-A — a\nVerifier: manual\n");
    let args = ["record", "VAL-A", "--pass", "-m", "seen", "--because", "looked"];
    let _ = scene.charter(&args).run().success();
    fs::write(scene.repo.home().join("key"), SECRET).unwrap();
    scene
}

fn stop() -> String {
    json!({ "hook_event_name": "Stop", "session_id": "s1" }).to_string()
}

/// Runs a command in little memory and little time, as nothing of a checkout needs more.
fn run_bounded(scene: &Scene, args: &[&str]) -> (String, Option<i32>) {
    let bin = env!("CARGO_BIN_EXE_charter");
    let mut command = Command::new("sh");
    let limits = "ulimit -v 1500000; exec timeout -k 1 20 \"$@\"";
    command.args(["-c", limits, "sh", bin]).args(args).current_dir(scene.repo.path(""));
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin");
    command.env("HOME", scene.repo.home()).env("CHARTER_ID", &scene.id);
    let payload = scene.repo.home().join("payload");
    fs::write(&payload, stop()).unwrap();
    command.stdin(fs::File::open(payload).unwrap());
    let output = command.output().unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    (text, output.status.code())
}

/// Runs everything that looks; nothing of the secret is shown, nothing hangs and nothing dies.
#[track_caller]
fn look_everywhere(scene: &Scene, what: &str) {
    for args in READERS {
        let (text, code) = run_bounded(scene, args);
        assert!(!text.contains(SECRET), "{what}: {args:?} shows it:\n{text}");
        assert!(matches!(code, Some(0..=4)), "{what}: {args:?} ended with {code:?}:\n{text}");
    }
}

/// What can stand in the place of a file.
#[derive(Debug, Clone, Copy)]
enum Odd {
    Secret,
    Endless,
    Pipe,
    Huge,
}

fn put(scene: &Scene, path: &Path, what: Odd) {
    let _ = fs::remove_file(path);
    match what {
        Odd::Secret => symlink(scene.repo.home().join("key"), path).unwrap(),
        Odd::Endless => symlink("/dev/zero", path).unwrap(),
        Odd::Pipe => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        Odd::Huge => fs::File::create(path).unwrap().set_len(40 << 30).unwrap(),
    }
}

/// Finds what a name says in which ID is the charter's directory and LOCAL what this machine has of it.
fn place(scene: &Scene, name: &str) -> PathBuf {
    let name = name.replace("LOCAL", &format!(".charter/.local/{}", scene.id));
    scene.repo.path(name.replace("ID", &format!(".charter/{}", scene.id)))
}

fn check_file(file: &str) {
    for what in [Odd::Secret, Odd::Endless, Odd::Pipe, Odd::Huge] {
        let scene = scene();
        let path = place(&scene, file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        put(&scene, &path, what);
        look_everywhere(&scene, &format!("{file} is {what:?}"));
    }
}

#[test]
fn charter_md_is_read_only_as_a_plain_file_of_some_size() {
    check_file("ID/charter.md");
}

#[test]
fn criteria_md_is_read_only_as_a_plain_file_of_some_size() {
    check_file("ID/criteria.md");
}

#[test]
fn the_report_is_read_only_as_a_plain_file_of_some_size() {
    check_file("ID/REPORT.md");
}

#[test]
fn the_spec_is_read_only_as_a_plain_file_of_some_size() {
    check_file("ID/spec.md");
}

#[test]
fn the_configuration_is_read_only_as_a_plain_file_of_some_size() {
    check_file(".charter/config.toml");
}

#[test]
fn the_loop_s_words_are_read_only_as_a_plain_file_of_some_size() {
    check_file(".charter/loop.md");
}

#[test]
fn derived_files_are_read_only_as_plain_files_of_some_size() {
    check_file("LOCAL/state.json");
    check_file("ID/state.json");
}

#[test]
fn what_this_machine_remembers_is_read_only_as_plain_files_of_some_size() {
    check_file(".charter/.local/chosen");
    check_file(".charter/.local/digests");
    check_file("LOCAL.strand");
    check_file("LOCAL.strands");
}

#[test]
fn preflight_s_state_is_read_only_as_a_plain_file_of_some_size() {
    check_file(".claude/interview-state.json");
}

#[test]
fn git_does_not_wait_for_a_pipe() {
    for file in [".gitignore", "src/.gitattributes"] {
        let scene = scene();
        let register = "## m1 One\n\n### VAL-A — a\nWatches: src/**\n";
        scene.repo.write(scene.file("criteria.md"), register);
        put(&scene, &scene.repo.path(file), Odd::Pipe);
        scene.repo.write("src/a.txt", "b");
        for args in [&["status"][..], &["review"], &["check"]] {
            let (text, code) = run_bounded(&scene, args);
            assert!(matches!(code, Some(0..=4)), "{file}: {args:?} ended with {code:?}:\n{text}");
        }
    }
}

#[test]
fn a_ledger_is_read_only_as_a_plain_file() {
    for what in [Odd::Secret, Odd::Endless, Odd::Pipe] {
        let scene = scene();
        put(&scene, &scene.repo.path(scene.ledger()), what);
        look_everywhere(&scene, &format!("{what:?}"));
        let scene = self::scene();
        put(&scene, &scene.repo.path(scene.file("events.jsonl")), what);
        look_everywhere(&scene, &format!("{what:?} beside the strands"));
    }
}

#[test]
fn a_document_that_is_a_link_is_no_resource() {
    let scene = scene();
    put(&scene, &scene.repo.path(scene.file("charter.md")), Odd::Secret);
    let mut wire = Wire::start(&scene.repo, Era::Handshake, Forms::None);
    let listed = wire.request("resources/list", json!({}));
    let mut shown = listed.to_string();
    let id = &scene.id;
    for uri in [format!("charter://{id}/charter.md"), format!("charter:///{id}/charter.md")] {
        shown.push_str(&wire.request("resources/read", json!({ "uri": uri })).to_string());
    }
    for tool in ["status", "show", "check", "interview"] {
        let params = json!({ "name": tool, "arguments": { "charter": id } });
        shown.push_str(&wire.request("tools/call", params).to_string());
    }
    assert!(!shown.contains(SECRET), "{shown}");
    let _ = wire.leave();
}

/// Runs everything over a link in the place of a directory; what it leads to stays as it is.
#[track_caller]
fn check_dir(link: &str, fill: impl Fn(&Scene, &Path)) {
    let scene = scene();
    let outside = scene.repo.home().join("outside");
    fs::create_dir_all(&outside).unwrap();
    let link = place(&scene, link);
    fill(&scene, &outside);
    if link.exists() {
        let kept = outside.join("moved");
        fs::rename(&link, &kept).unwrap();
        symlink(&kept, &link).unwrap();
    } else {
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&outside, &link).unwrap();
    }
    let before = listing(&outside);
    for args in READERS.iter().chain(WRITERS) {
        let (text, code) = run_bounded(&scene, args);
        assert!(!text.contains(SECRET), "{args:?} shows it:\n{text}");
        assert!(code.is_some(), "{args:?}:\n{text}");
        assert_eq!(listing(&outside), before, "{args:?} wrote there:\n{text}");
    }
}

fn listing(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut rest = vec![dir.to_owned()];
    while let Some(dir) = rest.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rest.push(path.clone());
            }
            found.push((path.clone(), fs::read(&path).unwrap_or_default()));
        }
    }
    found.sort();
    found
}

#[test]
fn a_root_that_is_a_link_is_refused_before_anything_is_written() {
    check_dir(".charter", |_, _| {});
}

#[test]
fn a_charter_that_is_a_link_is_none() {
    check_dir("ID", |_, _| {});
}

#[test]
fn evidence_is_not_kept_behind_a_link() {
    check_dir("ID/work", |_, _| {});
}

#[test]
fn a_ledger_is_not_kept_behind_a_link() {
    check_dir("ID/ledger", |_, _| {});
}

#[test]
fn what_this_machine_remembers_is_not_kept_behind_a_link() {
    check_dir(".charter/.local", |_, _| {});
    check_dir("LOCAL", |_, _| {});
}

#[test]
fn an_agent_s_directory_that_is_a_link_is_not_written_to() {
    check_dir(".claude", |_, outside| fs::write(outside.join("settings.json"), "{}").unwrap());
}

#[test]
fn a_root_that_is_a_link_says_what_to_do() {
    let scene = scene();
    let kept = scene.repo.home().join("kept");
    fs::rename(scene.repo.path(".charter"), &kept).unwrap();
    symlink(&kept, scene.repo.path(".charter")).unwrap();
    let output = refused(&scene.repo, &["status"], 2, "root-is-a-link");
    assert!(output.to_string().contains("--root"), "{output}");
    // Whoever names it means it.
    let named = kept.to_str().unwrap();
    let _ = scene.repo.charter(&["status", "--root", named]).run().success();
}

#[test]
fn a_project_s_configuration_names_no_place_outside() {
    for root in ["OUTSIDE", "../outside", ".git", ".git/x", "a/../../x", ".GIT/x", ""] {
        let scene = scene();
        let outside = scene.repo.path("../outside");
        fs::create_dir_all(&outside).unwrap();
        let root = root.replace("OUTSIDE", outside.to_str().unwrap());
        let git = listing(&scene.repo.path(".git"));
        scene.repo.write(".charter/config.toml", format!("root = {root:?}\n"));
        let output = scene.repo.charter(&["new", "--no-interview", "Another"]).run();
        assert_eq!(listing(&outside), [], "{root}: {output}");
        assert_eq!(listing(&scene.repo.path(".git")), git, "{root}: {output}");
        let shown = scene.repo.charter(&["doctor", "--json"]).run().to_string();
        assert!(shown.contains("is ignored"), "{root}: {shown}");
    }
    // Inside is fine, unless a link is on the way.
    let scene = scene();
    scene.repo.write(".charter/config.toml", "root = \"docs/charters\"\n");
    let _ = scene.repo.charter(&["new", "--no-interview", "Another"]).run().success();
    assert!(scene.repo.path("docs/charters").is_dir());
    let _ = fs::remove_dir_all(scene.repo.path("docs"));
    let outside = scene.repo.path("../outside");
    fs::create_dir_all(&outside).unwrap();
    symlink(&outside, scene.repo.path("docs")).unwrap();
    let _ = scene.repo.charter(&["new", "--no-interview", "Another"]).run();
    assert_eq!(listing(&outside), []);
}

#[test]
fn preflight_s_state_is_no_file_of_anybody_else() {
    let files = [".git/config", ".git/HEAD", "package.json", "src/a.txt", ".claude/settings.json"];
    for state in files.into_iter().chain(["../x-state.json", ".vscode/state.json"]) {
        let scene = scene();
        for file in files {
            if !scene.repo.path(file).exists() {
                scene.repo.write(file, "{ \"name\": \"x\" }\n");
            }
        }
        let before = (kept_tree(&scene.repo), fs::read(scene.repo.path(".git/config")).unwrap());
        let text = format!("[preflight]\nstate = {state:?}\n");
        scene.repo.write(".charter/config.toml", text);
        for args in [
            &["preflight", "check", "delete all customers in production"][..],
            &["preflight", "answer", "scope", "all"],
            &["preflight", "clear"],
        ] {
            let _ = scene.repo.charter(args).run();
        }
        let read = |it: &str| fs::read_to_string(scene.repo.path(it)).unwrap();
        assert_eq!(fs::read(scene.repo.path(".git/config")).unwrap(), before.1, "{state}");
        assert_eq!(read("package.json"), "{ \"name\": \"x\" }\n", "{state}");
        assert_eq!(read("src/a.txt"), "a", "{state}");
        assert_eq!(read(".claude/settings.json"), "{ \"name\": \"x\" }\n", "{state}");
        assert!(
            !scene.repo.path("../x-state.json").exists() && !scene.repo.path(".vscode").exists()
        );
    }
}

/// Writes another path into the evidence of a ledger, with a chain that holds.
fn name_artifact(scene: &Scene, path: &str) {
    scene.rechain(|event| {
        if event["type"] == "evidence_recorded" {
            let digest = Digest::of(SECRET.as_bytes()).to_string();
            event["artifacts"] = json!([{ "path": path, "bytes": SECRET.len(), "blake3": digest }]);
        }
    });
    let _ = fs::remove_dir_all(scene.repo.path(".charter/.local"));
}

#[test]
fn an_artifact_outside_of_its_charter_is_not_read() {
    let home = |scene: &Scene| scene.repo.home().join("key").display().to_string();
    for path in ["HOME", "../../../home/key", "../../src/a.txt", "/dev/zero", "work/../../../x", ""]
    {
        let scene = scene();
        let path = if path == "HOME" { home(&scene) } else { path.to_owned() };
        name_artifact(&scene, &path);
        let shown = scene.charter(&["verify", "--json"]).run();
        assert!(shown.stdout.contains("artifact-outside"), "{path}: {shown}");
        look_everywhere(&scene, &path);
        let counts = scene.charter(&["check", "--json"]).run();
        assert_ne!(counts.json()["ok"], true, "{path}: {counts}");
    }
}

#[test]
fn what_the_caller_names_is_read_where_it_is() {
    let scene = scene();
    scene.repo.write("batch.json", "[]");
    symlink("batch.json", scene.repo.path("inside.json")).unwrap();
    symlink(scene.repo.home().join("key"), scene.repo.path("outside.json")).unwrap();
    let output = scene.charter(&["record", "--batch", "outside.json"]).run();
    let text = output.to_string();
    assert!(text.contains("name that file itself") && !text.contains(SECRET), "{text}");
    let output = scene.charter(&["record", "--batch", "inside.json"]).run();
    assert!(!output.to_string().contains("link"), "{output}");
}

#[test]
fn a_file_with_a_second_name_is_not_changed() {
    let victims = ["src/a.txt", ".git/config"];
    for victim in victims {
        for name in ["root.lock", "ID.lock", "commands", "preflight.lock"] {
            let scene = scene();
            let before = fs::read(scene.repo.path(victim)).unwrap();
            let local = scene.repo.path(".charter/.local");
            let name = local.join(name.replace("ID", &scene.id));
            let _ = fs::remove_file(&name);
            fs::hard_link(scene.repo.path(victim), &name).unwrap();
            for args in WRITERS {
                let _ = run_bounded(&scene, args);
            }
            assert_eq!(fs::read(scene.repo.path(victim)).unwrap(), before, "{}", name.display());
        }
        let scene = scene();
        let ledger = scene.repo.path(scene.ledger());
        fs::hard_link(&ledger, scene.repo.path("second")).unwrap();
        let before = fs::read(&ledger).unwrap();
        let output = scene.charter(&["pause"]).run();
        assert!(output.to_string().contains("hard link"), "{output}");
        assert_eq!(fs::read(scene.repo.path("second")).unwrap(), before);
    }
}

#[test]
fn what_git_keeps_is_no_evidence() {
    let scene = scene();
    for path in [".git/config", "src/../.git/config", ".git/../.git/HEAD"] {
        let args = ["record", "VAL-A", "--pass", "-m", "s", "--because", "l", "--artifact", path];
        let output = scene.charter(&args).run();
        assert!(output.to_string().contains("is git's own"), "{path}: {output}");
    }
    let output = scene.charter(&["prove", "VAL-A", "--", "true"]).dir(".git").run();
    assert_ne!(output.code, Some(0), "{output}");
}

#[test]
fn a_memory_of_commands_that_came_with_a_checkout_vouches_for_none() {
    let scene = scene();
    let run = ["prove", "VAL-A", "--", "sh", "-c", "test -f src/a.txt"];
    let _ = scene.charter(&run).run();
    scene.repo.write("src/a.txt", "b");
    let known = || scene.charter(&["refresh", "VAL-A", "--json"]).run();
    assert!(!known().stdout.contains("commands-unknown-here"), "{}", known());
    // Another user at the same place, with the very same files.
    let other = scene.repo.home().join("other");
    fs::create_dir_all(&other).unwrap();
    let args = ["refresh", "VAL-A", "--json"];
    let output = scene.charter(&args).env("XDG_CONFIG_HOME", other.to_str().unwrap()).run();
    assert!(output.stdout.contains("commands-unknown-here"), "{output}");
    // A home that came with the project has no secrets.
    let inside = scene.repo.path("").display().to_string();
    let output = scene.charter(&args).env("XDG_CONFIG_HOME", &inside).run();
    assert!(output.stdout.contains("commands-unknown-here"), "{output}");
}

#[test]
fn install_writes_nothing_where_git_keeps_its_own() {
    for (link, to, agent) in [
        (".github", ".git", "copilot"),
        (".github", ".git/hooks", "copilot"),
        (".vscode", ".git", "copilot"),
        (".mcp.json", ".git/config", "claude"),
        (".claude", ".git", "claude"),
        (".codex", ".git/info", "codex"),
        (".gemini", ".git", "gemini"),
    ] {
        let scene = scene();
        symlink(to, scene.repo.path(link)).unwrap();
        let git = scene.repo.path(".git");
        let before = (listing(&git), fs::read(git.join("config")).unwrap());
        let output = scene.repo.charter(&["install", agent]).run();
        assert_eq!(listing(&git), before.0, "{link}: {output}");
        assert_eq!(fs::read(git.join("config")).unwrap(), before.1, "{link}: {output}");
        assert!(!git.join("hooks/hooks").exists(), "{link}: {output}");
        let said = output.to_string();
        assert!(!said.contains("nothing is written there") || said.contains(".git"), "{said}");
    }
}
