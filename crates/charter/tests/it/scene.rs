//! What tests start from: a repository with charters in it, and what can be asked of them.
//!
//! Owns how a charter is made, looked at and damaged. Must not judge what a command says, except
//! for the shape that every refusal has.

use charter_kernel::{Digest, canonical};
use charter_testkit::{Invocation, Output, Repo};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The binary.
pub(crate) const BIN: &str = env!("CARGO_BIN_EXE_charter");

/// The idea of the first charter.
pub(crate) const IDEA: &str =
    "Nurses on night shifts lose 40 minutes copying vital signs from paper";

/// Two milestones, and a criterion that no milestone holds.
pub(crate) const CRITERIA: &str = "\
# Criteria: Nurses

## m1 Entry works offline

### VAL-ENTRY-001 — a reading entered offline is there after a reload
Entered on the ward, the network cable pulled; the value is on the screen after a reload.
Verifier: command
Command: cargo test --test offline
Watches: src/entry/**
From: R2, F1

### VAL-ENTRY-002 — two readings entered at once are both there
Verifier: manual
Because: nobody can see it

## m2 Reading

### VAL-READ-001 — ward managers see the night at a glance
Verifier: hook

## VAL-FLAT — outside of any milestone
Verifier: prompt
";

/// Makes an empty repository.
pub(crate) fn repo() -> Repo {
    Repo::new(BIN)
}

/// Writes `src/rate.sh`, which is work, and a check of it that says what a runner would: it passes, fails without
/// the work, and notices each change to it. What is `more` runs before it.
#[track_caller]
pub(crate) fn write_check(repo: &Repo, name: &str, n_passed: u64, more: &str) {
    repo.write("src/rate.sh", "echo $(($1 * 3))\n");
    repo.write(name, check_text(n_passed, more));
}

/// Gives the text of a check of `src/rate.sh`, for a shell at the top of the project.
pub(crate) fn check_text(n_passed: u64, more: &str) -> String {
    format!(
        "{more}
test \"$(sh src/rate.sh 2 2> /dev/null)\" = 6 || {{ echo 'test result: FAILED. 0 passed; {n_passed} failed; 0 ignored'; exit 1; }}
echo 'test result: ok. {n_passed} passed; 0 failed; 0 ignored'
"
    )
}

/// Opens a charter and gives its id.
#[track_caller]
pub(crate) fn open(repo: &Repo, idea: &str) -> String {
    let output = repo.charter(&["new", "--json", "--", idea]).run().success();
    output.json()["charterId"].as_str().unwrap().to_owned()
}

/// A repository with one charter.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) repo: Repo,
    pub(crate) id: String,
}

impl Scene {
    /// Opens a charter for [`IDEA`].
    #[track_caller]
    pub(crate) fn new() -> Self {
        let repo = repo();
        let id = open(&repo, IDEA);
        Self { repo, id }
    }

    /// Opens a charter and binds sessions `s1`, `s2`, …, so that its ledger has `n_events` lines.
    #[track_caller]
    pub(crate) fn with_events(n_events: usize) -> Self {
        let scene = Self::new();
        for number in 1..n_events {
            let session = format!("s{number}");
            let _ = scene.charter(&["use", "nurses", "--session", &session]).run().success();
        }
        assert_eq!(scene.lines().len(), n_events);
        scene
    }

    /// Opens a charter with [`CRITERIA`].
    #[track_caller]
    pub(crate) fn with_criteria() -> Self {
        let scene = Self::new();
        scene.repo.write("src/entry/mod.rs", "// entry\n");
        scene.repo.write(scene.file("criteria.md"), CRITERIA);
        scene
    }

    /// Prepares a command line.
    pub(crate) fn charter(&self, args: &[&str]) -> Invocation<'_> {
        self.repo.charter(args)
    }

    /// Names a file of the charter, relative to the repository.
    pub(crate) fn file(&self, name: &str) -> String {
        format!(".charter/{}/{name}", self.id)
    }

    /// Reads a file of the charter.
    #[track_caller]
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.repo.path(self.file(name))).unwrap()
    }

    /// Names the strand of a ledger that has only one, relative to the repository.
    #[track_caller]
    pub(crate) fn ledger(&self) -> String {
        self.repo.ledger(format!(".charter/{}", self.id))
    }

    /// Reads the strand of a ledger that has only one.
    #[track_caller]
    pub(crate) fn ledger_bytes(&self) -> Vec<u8> {
        fs::read(self.repo.path(self.ledger())).unwrap()
    }

    /// Names the strands of the ledger, relative to the repository, in the order of their first events.
    #[track_caller]
    pub(crate) fn strands(&self) -> Vec<String> {
        let dir = self.file("ledger");
        let entries = fs::read_dir(self.repo.path(&dir)).unwrap();
        let name = |it: fs::DirEntry| it.file_name().into_string().unwrap();
        let mut strands: Vec<String> =
            entries.map(|it| format!("{dir}/{}", name(it.unwrap()))).collect();
        strands.sort_by_cached_key(|it| {
            let first: Value =
                serde_json::from_str(self.repo.read(it).lines().next().unwrap()).unwrap();
            first["ts"].as_str().unwrap().to_owned()
        });
        strands
    }

    /// Names the strand that was begun last, relative to the repository.
    #[track_caller]
    pub(crate) fn last_strand(&self) -> String {
        self.strands().pop().unwrap()
    }

    /// Reads the lines of every strand, for a ledger of which each strand was begun behind the one before.
    #[track_caller]
    pub(crate) fn all_lines(&self) -> Vec<String> {
        let lines = |it: &String| self.repo.read(it).lines().map(str::to_owned).collect::<Vec<_>>();
        self.strands().iter().flat_map(lines).collect()
    }

    /// Names a derived file, relative to the repository.
    pub(crate) fn derived(&self, name: &str) -> String {
        format!(".charter/.local/{}/{name}", self.id)
    }

    #[track_caller]
    pub(crate) fn derived_bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.repo.path(self.derived(name))).unwrap()
    }

    /// Reads the lines of the ledger.
    #[track_caller]
    pub(crate) fn lines(&self) -> Vec<String> {
        self.repo.read(self.ledger()).lines().map(str::to_owned).collect()
    }

    /// Puts other lines in the place of the ledger's.
    #[track_caller]
    pub(crate) fn write_lines(&self, lines: &[String]) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.repo.write(self.ledger(), text);
    }

    /// Edits every event of the ledger by hand, with a chain that holds again.
    #[track_caller]
    pub(crate) fn rechain(&self, edit: impl Fn(&mut Value)) {
        let mut prev = None;
        let mut lines = Vec::new();
        for mut event in self.events() {
            edit(&mut event);
            if let Some(prev) = prev.take() {
                event["prev"] = prev;
            }
            event.as_object_mut().unwrap().shift_remove("id");
            event["id"] = Digest::of(&canonical::render(&event)).to_string().into();
            prev = Some(event["id"].clone());
            lines.push(event.to_string());
        }
        self.write_lines(&lines);
    }

    /// Reads the events of the ledger.
    #[track_caller]
    pub(crate) fn events(&self) -> Vec<Value> {
        self.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Reads the events of all strands in the order of their times; those of one moment stay in the order
    /// of their strand.
    #[track_caller]
    pub(crate) fn all_events(&self) -> Vec<Value> {
        let dir = self.repo.path(self.file("ledger"));
        let mut paths: Vec<_> = fs::read_dir(dir).unwrap().map(|it| it.unwrap().path()).collect();
        paths.sort();
        let texts = paths.iter().map(|it| fs::read_to_string(it).unwrap());
        let read = |text: String| -> Vec<Value> {
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let mut events: Vec<Value> = texts.flat_map(read).collect();
        events.sort_by(|a, b| a["ts"].as_str().cmp(&b["ts"].as_str()));
        events
    }

    /// Asks `doctor` about the one charter, whatever it thinks of it.
    #[track_caller]
    pub(crate) fn examine(&self) -> Value {
        let report = self.charter(&["doctor", "--json"]).run().json();
        assert_eq!(report["charters"].as_array().unwrap().len(), 1, "{report:#}");
        report["charters"][0].clone()
    }

    /// Lists the codes and lines of what `doctor` finds in the one charter, worst first.
    #[track_caller]
    pub(crate) fn findings(&self) -> Vec<(String, Option<u64>)> {
        codes(&self.examine()["findings"])
    }
}

/// Lists codes and lines of findings.
#[track_caller]
pub(crate) fn codes(findings: &Value) -> Vec<(String, Option<u64>)> {
    let row = |it: &Value| (it["code"].as_str().unwrap().to_owned(), it["line"].as_u64());
    findings.as_array().unwrap().iter().map(row).collect()
}

/// Lists the keys of an object in their order.
#[track_caller]
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Lists what an array's objects have under a key.
#[track_caller]
pub(crate) fn texts<'a>(rows: &'a Value, key: &str) -> Vec<&'a str> {
    rows.as_array().unwrap().iter().map(|row| row[key].as_str().unwrap()).collect()
}

/// Reads every file but those that belong to one machine: locks say who held them last.
pub(crate) fn kept_tree(repo: &Repo) -> BTreeMap<String, Vec<u8>> {
    let mut tree = repo.snapshot_tree();
    tree.retain(|path, _| !path.starts_with(".charter/.local/"));
    tree
}

/// Gives an event its place behind a line of the ledger, with an id that holds.
#[track_caller]
pub(crate) fn line_behind(last: &str, kind: &str, version: u64) -> String {
    let last: Value = serde_json::from_str(last).unwrap();
    let mut event = json!({
        "v": version,
        "strand": last["strand"],
        "seq": last["seq"].as_u64().unwrap() + 1,
        "prev": last["id"],
        "after": [],
        "ts": last["ts"],
        "type": kind,
        "charterId": last["charterId"],
        "actor": "agent:later",
        "clock": "fixed",
        "weight": 7,
    });
    event["id"] = Digest::of(&canonical::render(&event)).to_string().into();
    event.to_string()
}

/// Fails unless a command is refused, in words and as JSON, and leaves every file as it was.
#[track_caller]
pub(crate) fn refused(repo: &Repo, args: &[&str], exit: i32, code: &str) -> Output {
    refused_with(repo, args, exit, code, &[])
}

/// As [`refused`], for a command that runs with more variables.
#[track_caller]
pub(crate) fn refused_with(
    repo: &Repo,
    args: &[&str],
    exit: i32,
    code: &str,
    vars: &[(&str, &str)],
) -> Output {
    let run = |args: &[&str]| {
        let mut invocation = repo.charter(args);
        for (name, value) in vars {
            invocation = invocation.env(name, value);
        }
        invocation.run().code(exit)
    };
    let before = kept_tree(repo);
    let text = run(args);
    assert_eq!(text.stdout, "", "a refusal is no answer:\n{text}");
    let heads = text.stderr.lines().filter(|line| line.starts_with("error:")).count();
    assert!(text.stderr.starts_with("error: ") && heads == 1, "one error, first:\n{text}");
    let is_control = |it: char| it.is_control() && it != '\n';
    assert!(!text.stderr.contains(is_control), "control characters reach the terminal:\n{text}");
    let json = run(&[args, &["--json"]].concat());
    assert_eq!(json.stderr, "", "with --json everything is on stdout:\n{json}");
    let value = json.json();
    assert_eq!(keys(&value), ["ok", "code", "message", "problems", "nextActions"]);
    assert_eq!((&value["ok"], &value["code"]), (&json!(false), &json!(code)), "{json}");
    assert!(!value["message"].as_str().unwrap().is_empty(), "{json}");
    let problems = value["problems"].as_array().unwrap();
    assert!(!problems.is_empty(), "{json}");
    for problem in problems {
        assert_eq!(keys(problem), ["path", "code", "message"], "{json}");
    }
    assert_eq!(kept_tree(repo), before, "a refusal changed files");
    text
}

/// Prepares the binary with whatever arguments and directory the system accepts, text or not.
pub(crate) fn raw_command(repo: &Repo, program: &str, dir: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(dir)
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", repo.home())
        .env("LANG", "C.UTF-8")
        .env("CHARTER_ACTOR", "person:Ada")
        .env("CHARTER_NOW", "2026-11-16T09:00:00Z")
        .stdin(Stdio::null());
    command
}

/// Splits a command line as a shell would, as far as quotes go.
pub(crate) fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for it in command.chars() {
        match (it, quote) {
            ('"' | '\'', None) => quote = Some(it),
            (it, Some(open)) if it == open => quote = None,
            (' ', None) => words.push(String::new()),
            (it, _) => words.last_mut().unwrap().push(it),
        }
    }
    words
}
