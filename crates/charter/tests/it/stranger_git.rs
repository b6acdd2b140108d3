//! A checkout from a stranger, and git: nothing that it or its git configuration names runs.
//!
//! Owns the table of settings by which git can be told to run something. Each is planted with a trap
//! that leaves a file behind, and every command that asks git is run over it.

use crate::mcp_wire::{Era, Forms, Wire};
use crate::scene::{Scene, repo};
use charter_testkit::Repo;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

/// How a setting names a program.
#[derive(Debug, Clone, Copy)]
enum How {
    /// By its path.
    Path,
    /// By a shell command after an exclamation mark.
    Bang,
    /// By the address of a remote.
    Remote,
    /// By a directory that holds programs with well-known names.
    Dir,
    /// By a file that holds other settings.
    File,
}

use How::{Bang, Dir, File, Path, Remote};

/// Every setting of git's documentation (`git help --config`) by which a program can be named, and
/// those of later and earlier versions. `x` is the driver, tool or name that the attributes choose.
const PROGRAMS: &[(&str, How)] = &[
    ("alias.config", Bang),
    ("alias.diff", Bang),
    ("alias.ls-files", Bang),
    ("alias.status", Bang),
    ("browser.x.cmd", Path),
    ("browser.x.path", Path),
    ("core.alternateRefsCommand", Path),
    ("core.askPass", Path),
    ("core.editor", Path),
    ("core.fsmonitor", Path),
    ("core.gitProxy", Path),
    ("core.hooksPath", Dir),
    ("core.pager", Path),
    ("core.sshCommand", Path),
    ("credential.helper", Path),
    ("credential.https://example.org.helper", Bang),
    ("diff.external", Path),
    ("diff.guitool", Path),
    ("diff.tool", Path),
    ("diff.x.command", Path),
    ("diff.x.textconv", Path),
    ("difftool.x.cmd", Path),
    ("difftool.x.path", Path),
    ("filter.x.clean", Path),
    ("filter.x.process", Path),
    ("filter.x.smudge", Path),
    ("gc.recentObjectsHook", Path),
    ("gpg.openpgp.program", Path),
    ("gpg.program", Path),
    ("gpg.ssh.defaultKeyCommand", Path),
    ("gpg.ssh.program", Path),
    ("gpg.x509.program", Path),
    ("guitool.x.cmd", Path),
    ("help.browser", Path),
    ("hook.x.command", Path),
    ("imap.tunnel", Path),
    ("include.path", File),
    ("includeIf.gitdir:/.path", File),
    ("includeIf.onbranch:main.path", File),
    ("instaweb.browser", Path),
    ("instaweb.httpd", Path),
    ("interactive.diffFilter", Path),
    ("man.x.cmd", Path),
    ("man.x.path", Path),
    ("merge.guitool", Path),
    ("merge.tool", Path),
    ("merge.x.driver", Path),
    ("mergetool.x.cmd", Path),
    ("mergetool.x.path", Path),
    ("pager.config", Path),
    ("pager.diff", Path),
    ("pager.ls-files", Path),
    ("pager.status", Path),
    ("remote.origin.receivepack", Path),
    ("remote.origin.uploadpack", Path),
    ("remote.origin.url", Remote),
    ("remote.origin.vcs", Path),
    ("sendemail.ccCmd", Path),
    ("sendemail.headerCmd", Path),
    ("sendemail.smtpServer", Path),
    ("sendemail.toCmd", Path),
    ("sequence.editor", Path),
    ("submodule.x.update", Bang),
    ("tar.x.command", Path),
    ("trailer.x.cmd", Path),
    ("trailer.x.command", Path),
    ("uploadpack.packObjectsHook", Path),
    ("url.https://example.org/.insteadOf", Remote),
    ("web.browser", Path),
];

/// Parts of names that programs are named by.
const TELLING: &[&str] = &[
    "askpass",
    "browser",
    "clean",
    "cmd",
    "command",
    "driver",
    "editor",
    "external",
    "filter",
    "fsmonitor",
    "helper",
    "hook",
    "httpd",
    "pager",
    "path",
    "process",
    "program",
    "proxy",
    "smudge",
    "textconv",
    "tool",
    "tunnel",
    "vcs",
    "packobjects",
    "receivepack",
    "uploadpack",
];

/// Settings whose names have such a part and that name no program: switches, texts, directories of
/// data, and what only a server or a wizard of another program reads.
const NO_PROGRAMS: &[&str] = &[
    "advice.*",
    "column.*",
    "commit.*",
    "color.*",
    "commitgraph.*",
    "completion.commands",
    "core.fsmonitorhookversion",
    "core.quotepath",
    "diff.<driver>.binary",
    "diff.<driver>.cachetextconv",
    "diff.<driver>.trustexitcode",
    "diff.<driver>.wordregex",
    "diff.<driver>.xfuncname",
    "difftool.*",
    "fetch.*",
    "filter.<driver>.required",
    "format.*",
    "fsck.*",
    "fsmonitor.*",
    "gc.repackfilter",
    "gc.repackfilterto",
    "gitcvs.*",
    "guitool.*",
    "help.htmlpath",
    "http.*",
    "instaweb.modulepath",
    "merge.<driver>.name",
    "merge.<driver>.recursive",
    "mergetool.*",
    "notes.*",
    "pack.*",
    "rebase.*",
    "receive.*",
    "remote.<name>.partialclonefilter",
    "remote.<name>.proxy",
    "remote.<name>.proxyauthmethod",
    "repack.*",
    "sendemail.*",
    "submodule.*",
    "transfer.*",
    "uploadpack.allowfilter",
    "uploadpackfilter.*",
    "status.*",
    "credential.usehttppath",
    "feature.*",
    "credentialcache.*",
    "credentialstore.*",
    "promisor.*",
    "lsrefs.*",
    "extensions.*",
    "index.*",
    "attr.*",
    "protocol.*",
    "core.commitgraph",
];

/// A place with a trap for every setting.
struct Traps {
    scene: Scene,
    dir: PathBuf,
}

impl Traps {
    /// A charter at strict with a criterion that watches a file, everything committed, whose
    /// attributes choose the driver `x` for every file.
    fn new() -> Self {
        let repo = repo();
        repo.write(".gitattributes", "* filter=x diff=x merge=x text=auto\n");
        repo.write("src/a.txt", "one\n");
        repo.write("tests/test_a.py", "def test_a():\n    assert a() == 1\n");
        commit(&repo);
        let args =
            ["new", "--json", "--no-interview", "--rigor", "strict", "--session", "s1", "Rates"];
        let id = repo.charter(&args).run().success().json();
        let scene = Scene { repo, id: id["charterId"].as_str().unwrap().to_owned() };
        let register =
            "## m1 One\n\n### VAL-A — a\nWatches: src/**\n\n### VAL-B — b\nVerifier: manual\n";
        scene.repo.write(scene.file("criteria.md"), register);
        scene.repo.write("src/b.txt", "b\n");
        commit(&scene.repo);
        let dir = scene.repo.home().join("traps");
        fs::create_dir_all(dir.join("ran")).unwrap();
        Self { scene, dir }
    }

    /// Makes a program that leaves a file of this name behind.
    fn program(&self, name: &str) -> PathBuf {
        let file = name.replace(['/', ':', ' '], "_");
        let path = self.dir.join(&file);
        let ran = self.dir.join("ran").join(&file);
        fs::write(&path, format!("#!/bin/sh\n: > '{}'\nexit 1\n", ran.display())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Writes a setting into the repository's own configuration, as a stranger's archive would hold it.
    fn plant(&self, key: &str, how: How) {
        let program = self.program(key).display().to_string();
        let value = match how {
            Path => program,
            Bang => format!("!{program}"),
            Remote => format!("ext::{program}"),
            Dir => {
                let dir = self.dir.join("hooks");
                fs::create_dir_all(&dir).unwrap();
                for hook in ["post-checkout", "post-index-change", "reference-transaction"] {
                    fs::copy(self.program(key), dir.join(hook)).unwrap();
                }
                dir.display().to_string()
            }
            File => {
                let path = self.dir.join(format!("{}.inc", key.replace(['/', ':'], "_")));
                let text = format!("[filter \"x\"]\n\tclean = {program}\n\tprocess = {program}\n");
                fs::write(&path, text).unwrap();
                path.display().to_string()
            }
        };
        let config = self.scene.repo.path(".git/config");
        let status = Command::new("git")
            .args(["config", "--file"])
            .arg(config)
            .args(["--add", key, &value])
            .status();
        assert!(status.unwrap().success(), "{key}");
    }

    /// Makes the index doubt every file, so that git has to look into them.
    fn touch(&self) {
        self.scene.repo.write("src/a.txt", "two\n");
        self.scene.repo.write("tests/test_a.py", "def test_a():\n    assert a() == 2\n");
    }

    /// Runs what looks at a repository and changes little.
    fn run_readers(&self) {
        let stop = json!({ "hook_event_name": "Stop", "session_id": "s1" }).to_string();
        for args in [
            &["status"][..],
            &["statusline"],
            &["check"],
            &["review"],
            &["review", "--branch", "main"],
            &["verify"],
            &["doctor"],
            &["hook", "claude"],
        ] {
            let _ = self.scene.charter(args).stdin(&stop).run();
        }
    }

    /// Runs every command that asks git.
    fn run_all(&self) {
        self.run_readers();
        let record = ["record", "VAL-B", "--pass", "-m", "seen", "--because", "looked"];
        let prove = ["prove", "VAL-A", "--", "grep", "-q", "b", "src/b.txt"];
        for args in [
            &record[..],
            &prove,
            &["refresh", "VAL-A"],
            &["status", "--json"],
            &["show", "VAL-A"],
            &["log"],
            &["export", "--gherkin"],
            &["preflight", "check", "release the thing"],
            &["new", "--no-interview", "Another"],
            &["gc"],
        ] {
            let _ = self.scene.charter(args).run();
        }
        let mut wire = Wire::start(&self.scene.repo, Era::Handshake, Forms::None);
        for tool in ["status", "check", "record", "review"] {
            let arguments =
                json!({ "charter": self.scene.id, "criterion": "VAL-B", "summary": "s" });
            let _ = wire.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        }
        let _ = wire.leave();
    }

    /// Lists the traps that were stepped into.
    fn ran(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.join("ran")).unwrap();
        let mut names: Vec<String> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn commit(repo: &Repo) {
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "work"]);
}

#[test]
fn no_command_runs_what_a_repository_s_configuration_names() {
    let traps = Traps::new();
    for (key, how) in PROGRAMS {
        traps.plant(key, *how);
    }
    traps.touch();
    traps.run_all();
    assert_eq!(traps.ran(), [""; 0]);
    // The traps work where nobody takes care.
    let _ = Command::new("git").arg("-C").arg(traps.scene.repo.path("")).arg("status").output();
    assert!(traps.ran().len() > 1, "{:?}", traps.ran());
}

/// Tries each setting of a part of the table alone: another could have kept git from reaching it.
fn check_alone(part: usize) {
    let traps = Traps::new();
    let config = traps.scene.repo.path(".git/config");
    let before = fs::read(&config).unwrap();
    for (key, how) in PROGRAMS.iter().skip(part).step_by(3) {
        fs::write(&config, &before).unwrap();
        traps.plant(key, *how);
        traps.touch();
        for args in [&["review"][..], &["record", "VAL-B", "--pass", "-m", "s", "--because", "l"]] {
            let _ = traps.scene.charter(args).run();
        }
        assert_eq!(traps.ran(), [""; 0], "{key}");
    }
}

#[test]
fn no_setting_alone_runs_anything_first_third() {
    check_alone(0);
}

#[test]
fn no_setting_alone_runs_anything_second_third() {
    check_alone(1);
}

#[test]
fn no_setting_alone_runs_anything_last_third() {
    check_alone(2);
}

#[test]
fn every_setting_that_git_documents_and_that_could_name_a_program_is_tried() {
    let output = Command::new("git").args(["help", "--config"]).output().unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    let documented: BTreeSet<String> = listed
        .lines()
        .map(|it| it.trim().to_ascii_lowercase())
        .filter(|it| it.contains('.') && !it.contains(' '))
        .collect();
    assert!(documented.len() > 300, "git lists its settings: {listed}");
    let pattern = |key: &str| {
        let (section, rest) = key.split_once('.').unwrap();
        let name = rest.rsplit('.').next().unwrap();
        (section.to_ascii_lowercase(), name.to_ascii_lowercase(), rest.contains('.'))
    };
    let tried: BTreeSet<_> = PROGRAMS.iter().map(|(key, _)| pattern(key)).collect();
    let is_harmless = |key: &String| {
        NO_PROGRAMS.iter().any(|it| match it.strip_suffix('*') {
            Some(start) => key.starts_with(start),
            None => key == it,
        })
    };
    let could = |key: &&String| {
        let (section, name, _) = pattern(key);
        TELLING.iter().any(|it| name.contains(it)) || matches!(section.as_str(), "alias" | "pager")
    };
    let is_tried = |key: &String| {
        let (section, name, is_deep) = pattern(key);
        tried.contains(&(section.clone(), name, is_deep))
            || tried.iter().any(|it| it.0 == section && key.ends_with('*'))
            || matches!(section.as_str(), "pager" | "alias")
    };
    let missing: Vec<&String> =
        documented.iter().filter(could).filter(|it| !is_tried(it) && !is_harmless(it)).collect();
    assert!(missing.is_empty(), "neither tried nor said to be harmless: {missing:?}");
}

/// Makes a bare repository of the tree in a directory of it, with a filter of its own, as tracked files.
fn embed(traps: &Traps, dir: &str, worktree: &str) {
    let repo = &traps.scene.repo;
    let program = traps.program("embedded").display().to_string();
    let _ = repo.git(&["clone", "-q", "--bare", "--no-local", ".", dir]);
    let config = format!(
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {worktree}\n\
         \tfsmonitor = {program}\n[filter \"x\"]\n\tclean = {program}\n\tprocess = {program}\n"
    );
    repo.write(format!("{dir}/config"), config);
    repo.write(format!("{dir}/refs/heads/.keep"), "");
    fs::copy(repo.path(".git/index"), repo.path(format!("{dir}/index"))).unwrap();
}

#[test]
fn a_directory_that_is_itself_a_repository_is_not_taken_for_one() {
    let traps = Traps::new();
    embed(&traps, "docs", "..");
    // The charters of the stranger are in it, so that it looks like a project.
    let repo = &traps.scene.repo;
    let _ = Command::new("cp").arg("-r").arg(repo.path(".charter")).arg(repo.path("docs")).status();
    commit(repo);
    // A clone, as the user has it.
    let _ = repo.git(&["clone", "-q", ".", "../clone"]);
    let clone = repo.path("../clone");
    for dir in ["", "docs", "docs/objects", "docs/refs/heads"] {
        for args in [
            &["review"][..],
            &["status"],
            &["check"],
            &["record", "VAL-B", "--pass", "-m", "s", "--because", "l"],
            &["prove", "VAL-A", "--", "true"],
        ] {
            fs::write(clone.join("src/a.txt"), "two\n").unwrap();
            let _ = repo.charter(args).dir(&format!("../clone/{dir}")).run();
            assert_eq!(traps.ran(), [""; 0], "{dir}: {args:?}");
        }
    }
}

#[test]
fn a_file_in_the_place_of_the_git_directory_leads_nowhere() {
    let traps = Traps::new();
    let repo = &traps.scene.repo;
    traps.plant("filter.x.clean", Path);
    fs::rename(repo.path(".git"), repo.path("own")).unwrap();
    repo.write(".git", "gitdir: own\n");
    traps.touch();
    traps.run_all();
    assert_eq!(traps.ran(), [""; 0]);
    let shown = traps.scene.repo.charter(&["doctor", "--json"]).run();
    assert!(shown.stdout.contains("git-unusable"), "{shown}");
}

#[test]
fn what_is_missing_is_not_fetched() {
    let traps = Traps::new();
    let repo = &traps.scene.repo;
    traps.plant("core.sshCommand", Path);
    for (key, value) in [
        ("core.repositoryformatversion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.url", "ssh://example.org/x"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"),
    ] {
        let _ = repo.git(&["config", key, value]);
    }
    // What the base held of a test is gone, as in a partial clone.
    let name = repo.git(&["rev-parse", "HEAD:tests/test_a.py"]).stdout;
    let name = name.trim();
    fs::remove_file(repo.path(format!(".git/objects/{}/{}", &name[..2], &name[2..]))).unwrap();
    traps.touch();
    traps.run_all();
    assert_eq!(traps.ran(), [""; 0]);
    let output = Command::new("git")
        .arg("-C")
        .arg(repo.path(""))
        .args(["cat-file", "-p", name])
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert_eq!(traps.ran(), ["core.sshCommand"], "the trap works where nobody takes care");
}

#[test]
fn a_module_s_own_configuration_runs_nothing() {
    let traps = Traps::new();
    let repo = &traps.scene.repo;
    let part = repo.path("../part").display().to_string();
    let _ = repo.git(&["init", "-q", &part]);
    fs::write(repo.path("../part/a"), "a").unwrap();
    fs::write(repo.path("../part/.gitattributes"), "* filter=x\n").unwrap();
    for args in
        [&["add", "."][..], &["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "a"]]
    {
        let _ = repo.git(&[&["-C", "../part"], args].concat());
    }
    let add =
        ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &part, "src/part"];
    let _ = repo.git(&add);
    commit(repo);
    let program = traps.program("module").display().to_string();
    let config = repo.path(".git/modules/src/part/config");
    let mut text = fs::read_to_string(&config).unwrap();
    let _ = writeln!(text, "[filter \"x\"]\n\tclean = {program}\n[core]\n\tfsmonitor = {program}");
    fs::write(&config, text).unwrap();
    repo.write("src/part/a", "b");
    traps.touch();
    traps.run_all();
    assert_eq!(traps.ran(), [""; 0]);
    let _ = repo.git(&["status"]);
    assert_eq!(traps.ran(), ["module"], "the trap works where nobody takes care");
}

#[test]
fn a_filter_of_the_user_s_own_is_not_chosen_by_a_checkout() {
    let traps = Traps::new();
    let program = traps.program("user").display().to_string();
    let config = format!("[filter \"x\"]\n\tclean = {program}\n[core]\n\tfsmonitor = {program}\n");
    let user = traps.scene.repo.home().join(".gitconfig");
    fs::write(&user, config).unwrap();
    traps.touch();
    for args in [&["review"][..], &["prove", "VAL-A", "--", "grep", "-q", "b", "src/b.txt"]] {
        let user = user.to_str().unwrap();
        let _ = traps.scene.charter(args).env("GIT_CONFIG_GLOBAL", user).run();
    }
    assert_eq!(traps.ran(), [""; 0]);
}

#[test]
fn hooks_of_a_checkout_do_not_run() {
    let traps = Traps::new();
    let dir = traps.scene.repo.path(".git/hooks");
    fs::create_dir_all(&dir).unwrap();
    for hook in
        ["post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"]
    {
        fs::copy(traps.program("hook"), dir.join(hook)).unwrap();
    }
    traps.touch();
    traps.run_all();
    assert_eq!(traps.ran(), [""; 0]);
}
