//! The story of a pull request, with real git: an agent's branch, a remote, and the gate in a fresh clone.

use crate::scene::{BIN, texts};
use charter_testkit::Repo;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

pub(crate) const AGENT: (&str, &str) = ("CHARTER_ACTOR", "agent:codex");

pub(crate) const REGISTER: &str = "# Criteria\n\n### VAL-DOUBLE-001 — a number is doubled\nVerifier: command\n\
    Command: python3 -m unittest tests.test_double\n\n### VAL-WARD-001 — the ward likes it\nVerifier: manual\n";

pub(crate) const TEST: &str = "import sys, unittest\nsys.path.insert(0, 'src')\nimport calc\n\n\
    class T(unittest.TestCase):\n    def test_double(self):\n        self.assertEqual(calc.double(4), 8)\n";

/// A project whose main has a charter, a remote that holds it, and a branch for the agent.
pub(crate) struct Story {
    pub(crate) repo: Repo,
    pub(crate) id: String,
}

impl Story {
    /// Opens a charter of a rigor on main, agreed on and pushed; the work is on the branch, not committed yet.
    pub(crate) fn begin(rigor: &str) -> Self {
        Self::begin_in(Repo::new(BIN), rigor)
    }

    /// The same in a repository that may hold commits from before.
    pub(crate) fn begin_in(repo: Repo, rigor: &str) -> Self {
        repo.git(&["init", "--quiet", "--bare", "--initial-branch=main", "../remote.git"]);
        repo.git(&["remote", "add", "origin", "../remote.git"]);
        repo.write("src/calc.py", "def double(n):\n    return n\n");
        repo.write("tests/__init__.py", "");
        repo.write(".gitignore", "__pycache__/\n");
        if rigor == "strict" {
            repo.list_signer("Ada");
        }
        repo.write(".charter/config.toml", format!("rigor = \"{rigor}\"\n"));
        let new = repo.charter(&["new", "--json", "--", "doubled numbers"]).run().success().json();
        let story = Self { repo, id: new["charterId"].as_str().unwrap().to_owned() };
        story.write("criteria.md", REGISTER);
        let _ = story.repo.charter(&["agree"]).run().success();
        story.commit("a charter");
        story.repo.git(&["push", "--quiet", "origin", "main"]);
        story.repo.git(&["checkout", "--quiet", "-b", "work"]);
        story
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        self.repo.write(self.file(name), text);
    }

    pub(crate) fn file(&self, name: &str) -> String {
        format!(".charter/{}/{name}", self.id)
    }

    /// Names the strand that the last evidence was written to.
    pub(crate) fn last_strand(&self) -> String {
        let dir = self.file("ledger");
        let entries = fs::read_dir(self.repo.path(&dir)).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut paths: Vec<String> = names.map(|it| format!("{dir}/{it}")).collect();
        paths.sort_by_key(|it| self.repo.read(it).contains("VAL-WARD-001\",\"path\""));
        paths.pop().unwrap()
    }

    pub(crate) fn commit(&self, words: &str) {
        self.repo.git(&["add", "-A"]);
        self.repo.git(&["commit", "--quiet", "--allow-empty", "-m", words]);
    }

    #[track_caller]
    pub(crate) fn agent(&self, args: &[&str], exit: i32) {
        let _ = self.repo.charter(args).env(AGENT.0, AGENT.1).run().code(exit);
    }

    /// Takes the quality gate as somebody; its reviewers are words in a file.
    #[track_caller]
    pub(crate) fn take_gate(&self, actor: &str) {
        self.repo.write("gate.json", "{}");
        let source = ["checkpoint", "source", "gate.json", "--json"];
        let source = self.repo.charter(&source).run().success().json();
        let report = self.file("report.txt");
        self.repo.write(&report, "12 tests passed\n");
        let source = source["sourceHash"].as_str().unwrap();
        let criteria = self.repo.read(self.file("criteria.md"));
        let ids = ["VAL-DOUBLE-001", "VAL-WARD-001", "VAL-ZERO-001"];
        let ids: Vec<&str> = ids.into_iter().filter(|it| criteria.contains(it)).collect();
        let gate = gate(source, &report, &ids);
        self.repo.write("gate.json", gate.to_string());
        let take = ["checkpoint", "--gate", "gate.json"];
        let _ = self.repo.charter(&take).env("CHARTER_ACTOR", actor).run().success();
    }

    /// Does the work and shows it: the agent runs, a person looks.
    #[track_caller]
    pub(crate) fn work(&self) {
        self.repo.write("src/calc.py", "def double(n):\n    return n * 2\n");
        self.repo.write("tests/test_double.py", TEST);
        self.commit("the work");
        self.prove();
        let word = ["record", "VAL-WARD-001", "--pass", "-m", "seen", "--because", "they said so"];
        let _ = self.repo.charter(&word).run().success();
        self.commit("evidence");
        if self.repo.read(".charter/config.toml").contains("strict") {
            self.take_gate("person:Ada");
            self.commit("the quality gate");
        }
    }

    #[track_caller]
    pub(crate) fn prove(&self) {
        let check = ["python3", "-m", "unittest", "tests.test_double"];
        self.agent(&[&["prove", "VAL-DOUBLE-001", "--"][..], &check].concat(), 0);
    }

    /// Pushes the branch, clones it afresh, and asks the gate there.
    #[track_caller]
    pub(crate) fn gate(&self, exit: i32) -> Value {
        self.gate_against("origin/main", exit)
    }

    /// Asks the gate, whatever it says.
    pub(crate) fn gate_report(&self) -> Value {
        let out = self.clone_and_run(&["check", "--ci", "--against", "origin/main", "--json"]).1;
        serde_json::from_str(&out).unwrap()
    }

    #[track_caller]
    pub(crate) fn gate_against(&self, target: &str, exit: i32) -> Value {
        let value = self.in_clone(&["check", "--ci", "--against", target, "--json"], exit);
        serde_json::from_str(&value).unwrap()
    }

    #[track_caller]
    pub(crate) fn in_clone(&self, args: &[&str], exit: i32) -> String {
        let (code, out, err) = self.clone_and_run(args);
        assert_eq!(code, Some(exit), "{args:?}\n{out}\n{err}");
        out
    }

    /// Pushes the branch, clones it afresh, and runs something there.
    pub(crate) fn clone_and_run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        self.clone_afresh();
        self.run_in("../clone", args)
    }

    pub(crate) fn clone_afresh(&self) {
        self.repo.git(&["push", "--quiet", "--force", "origin", "HEAD:refs/heads/work"]);
        let clone = self.repo.path("../clone");
        let _ = fs::remove_dir_all(clone);
        self.repo.git(&["clone", "--quiet", "--branch", "work", "../remote.git", "../clone"]);
    }

    /// Runs charter in a directory, as CI does.
    pub(crate) fn run_in(&self, dir: &str, args: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(BIN);
        command.args(args).current_dir(self.repo.path(dir)).env("HOME", self.repo.home());
        command.env_remove("CHARTER_ACTOR").env_remove("CHARTER_NOW").env("CI", "true");
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        let output = command.output().unwrap();
        let text = |it: Vec<u8>| String::from_utf8_lossy(&it).into_owned();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

/// A gate whose reviewers are content with everything.
pub(crate) fn gate(source: &str, report: &str, criteria: &[&str]) -> Value {
    let lane = || json!({ "status": "CLEAR", "sourceHash": source, "evidence": "read what changed", "blockers": [] });
    let each = |row: &dyn Fn(usize, &str) -> Value| -> Vec<Value> {
        criteria.iter().enumerate().map(|(idx, id)| row(idx, id)).collect()
    };
    let surfaces = each(&|idx, id| {
        json!({ "id": format!("s{idx}"), "contractRef": id, "surface": "api", "invocation": "as a user would",
            "verdict": "passed", "artifactRefs": ["report"] })
    });
    let coverage = each(&|idx, id| {
        json!({ "id": format!("c{idx}"), "contractRef": id, "obligation": "it holds", "status": "covered",
            "surfaceEvidenceRefs": [format!("s{idx}")], "adversarialCaseRefs": [format!("a{idx}")] })
    });
    let cases = each(&|idx, id| {
        json!({ "id": format!("a{idx}"), "contractRef": id, "scenario": "a negative number",
            "expectedBehavior": "as for others", "verdict": "passed", "artifactRefs": ["report"] })
    });
    json!({
        "architectReview": { "architectureStatus": "CLEAR", "productStatus": "CLEAR", "codeStatus": "CLEAR",
            "recommendation": "APPROVE", "evidence": "the walls hold", "commands": ["make test"], "blockers": [] },
        "executorQa": {
            "status": "passed", "e2eStatus": "passed", "redTeamStatus": "passed", "evidence": "12 of 12",
            "e2eCommands": ["make e2e"], "redTeamCommands": ["make red"], "blockers": [],
            "artifactRefs": [
                { "id": "report", "kind": "api-test-report", "description": "tests", "path": report },
            ],
            "surfaceEvidence": surfaces,
            "adversarialCases": cases,
            "contractCoverage": coverage,
        },
        "iteration": {
            "status": "passed", "fullRerun": true, "rerunCommands": ["make test"], "blockers": [],
            "evidence": "everything once more",
            "reviewCohort": { "reviewGeneration": 1, "sourceHash": source, "joined": true,
                "lanes": { "cleaner": lane(), "architect": lane(), "qa": lane() } },
        },
        "criticReview": { "verdict": "OKAY", "evidence": "agreed", "blockers": [] },
    })
}

pub(crate) fn kinds(report: &Value) -> Vec<&str> {
    texts(&report["differences"], "kind")
}

#[track_caller]
pub(crate) fn only_difference<'a>(report: &'a Value, kind: &str) -> &'a str {
    assert_eq!(report["verdict"], "fail", "{report:#}");
    assert_eq!(kinds(report), [kind], "{report:#}");
    report["differences"][0]["detail"].as_str().unwrap()
}

#[test]
fn an_honest_branch_passes_at_each_rigor() {
    for rigor in ["light", "standard", "strict"] {
        let story = Story::begin(rigor);
        story.work();
        let report = story.gate(0);
        assert_eq!(
            (&report["ok"], &report["verdict"]),
            (&json!(true), &json!("pass")),
            "{report:#}"
        );
        assert_eq!(
            (&report["reran"], &report["differences"]),
            (&json!(1), &json!([])),
            "{rigor}: {report:#}"
        );
        let row = &report["charters"][0]["criteria"][0];
        assert_eq!((&row["verdict"], &row["origin"]), (&json!("proven"), &json!("ci")), "{row:#}");
        let origin = if rigor == "strict" { "signed" } else { "told" };
        assert_eq!(report["charters"][0]["criteria"][1]["origin"], origin, "{report:#}");
        assert_eq!(report["against"]["name"], "origin/main");
    }
}

#[test]
fn a_quality_gate_that_one_script_filled_in_waits_for_a_person_s_signature() {
    let story = Story::begin("strict");
    story.work();
    story.repo.git(&["reset", "-q", "--hard", "HEAD~1"]);
    let problems = |exit| {
        let report = story.gate(exit);
        texts(&report["charters"][0]["problems"], "code").into_iter().map(str::to_owned).collect()
    };
    let none: Vec<String> = problems(1);
    assert_eq!(none, ["receipt-missing"]);
    story.take_gate(AGENT.1);
    story.commit("a gate, by a script");
    let scripted: Vec<String> = problems(1);
    assert_eq!(scripted, ["needs-person"]);
    let list = story.repo.charter(&["confirm", "--json"]).run().success().json();
    assert_eq!(texts(&list["waiting"], "kind"), ["gate"], "{list:#}");
    story.agent(&["confirm", "--yes"], 1);
    let _ = story.repo.charter(&["confirm", "--yes"]).run().success();
    story.commit("a person stands behind it");
    let signed: Vec<String> = problems(0);
    assert_eq!(signed, [""; 0]);
}

#[test]
fn a_branch_without_a_charter_is_none_unless_one_is_required() {
    let story = Story::begin("standard");
    story.repo.git(&["checkout", "--quiet", "main"]);
    story.repo.git(&["rm", "-rq", ".charter"]);
    story.commit("no charter at all");
    story.repo.git(&["push", "--quiet", "origin", "main"]);
    story.repo.git(&["checkout", "--quiet", "-B", "work"]);
    story.repo.write("src/calc.py", "def double(n):\n    return n * 2\n");
    story.commit("work that nobody asked about");
    let report = story.gate(0);
    assert_eq!(
        (&report["verdict"], &report["charters"]),
        (&json!("none"), &json!([])),
        "{report:#}"
    );
    let text = story.in_clone(&["check", "--ci"], 0);
    assert!(text.contains("NONE  No open charter on this branch"), "{text}");
    story.repo.git(&["checkout", "--quiet", "main"]);
    story.repo.write(".charter/config.toml", "require-charter = true\n");
    story.commit("charters are required");
    story.repo.git(&["push", "--quiet", "origin", "main"]);
    story.repo.git(&["checkout", "--quiet", "-B", "work"]);
    story.repo.write("src/calc.py", "def double(n):\n    return n * 3\n");
    story.commit("work that nobody asked about");
    let report = story.gate(1);
    assert_eq!(report["verdict"], "fail", "{report:#}");
}

#[test]
fn a_branch_that_proves_nothing_is_refused() {
    let story = Story::begin("standard");
    story.repo.write("src/calc.py", "def double(n):\n    return n + n\n");
    story.commit("the work, unproven");
    let report = story.gate(1);
    assert_eq!(report["verdict"], "fail");
    let codes = texts(&report["charters"][0]["problems"], "code");
    assert_eq!(codes, ["missing", "missing"], "{report:#}");
    // A pass that was forged into the ledger is run again, and fails.
    story.repo.write("tests/test_double.py", TEST);
    story.work();
    story.repo.write("src/calc.py", "def double(n):\n    return n\n");
    story.commit("and taken back");
    let report = story.gate(1);
    let row = &report["charters"][0]["criteria"][0];
    assert_eq!((&row["verdict"], &row["counts"]), (&json!("failed"), &json!(false)), "{row:#}");
}

#[test]
fn a_branch_that_weakens_the_register_is_refused() {
    for rigor in ["light", "standard", "strict"] {
        let story = Story::begin(rigor);
        story.work();
        let weaker = REGISTER.replace("a number is doubled", "there is a number");
        story.write("criteria.md", weaker);
        if rigor == "light" {
            // Anyone agrees there; what was shown before says nothing about other words.
            story.agent(&["agree", "-m", "easier"], 0);
            story.commit("an easier register");
            let report = story.gate(1);
            assert_eq!(report["differences"], json!([]), "{report:#}");
            assert_eq!(texts(&report["charters"][0]["problems"], "code"), ["suspect"]);
            story.prove();
            story.commit("shown once more");
            assert_eq!(story.gate(0)["verdict"], "pass");
            continue;
        }
        story.agent(&["agree", "-m", "easier"], 1);
        story.commit("an easier register");
        let said = story.gate(1);
        let said = only_difference(&said, "register-reduced");
        let words = "VAL-DOUBLE-001 says “there is a number”; on origin/main it says \
            “a number is doubled”, and no person agreed";
        assert_eq!(said, words, "{rigor}");
        story.write("criteria.md", REGISTER.split("### VAL-WARD").next().unwrap());
        story.commit("a shorter register");
        let report = story.gate(1);
        assert!(only_difference(&report, "register-reduced").starts_with("VAL-WARD-001 is gone;"));
        story.write("criteria.md", REGISTER);
        story.commit("as it was");
        assert_eq!(story.gate(0)["verdict"], "pass", "{rigor}");
    }
}

#[test]
fn a_branch_that_lowers_the_rigor_is_refused() {
    for (rigor, lower) in [("standard", "light"), ("strict", "standard")] {
        let story = Story::begin(rigor);
        story.work();
        story.agent(&["rigor", lower, "-m", "quicker"], 1);
        story.repo.write(".charter/config.toml", format!("rigor = \"{lower}\"\n"));
        story.commit("a lower setting");
        let report = story.gate(1);
        let words = format!("config.toml sets rigor to `{lower}`; origin/main has `{rigor}`");
        assert_eq!(only_difference(&report, "setting-changed"), words);
        story.repo.write(".charter/config.toml", format!("rigor = \"{rigor}\"\n"));
        let easy = ["new", "--rigor", lower, "--json", "--", "something easy"];
        let easy = story.repo.charter(&easy).env(AGENT.0, AGENT.1).run();
        let _ = easy.code(1);
        story.commit("nothing");
        assert_eq!(story.gate(0)["verdict"], "pass");
        // A person lowers it, and at strict signs that.
        let _ = story.repo.charter(&["rigor", lower, "-m", "a prototype"]).run().success();
        story.commit("lower by a person");
        assert_eq!(kinds(&story.gate(0)), [""; 0], "{rigor}");
    }
}

#[test]
fn a_branch_that_edits_people_is_refused() {
    let story = Story::begin("strict");
    story.work();
    let people = story.repo.read(".charter/people");
    story.repo.write(".charter/people", people.replace("Ada", "Eve"));
    story.commit("another person");
    let report = story.gate(1);
    let words = "`people` differs from origin/main: who may sign is decided there, so change it on \
        origin/main first";
    assert_eq!(only_difference(&report, "people-changed"), words);
    story.repo.git(&["rm", "-q", ".charter/people"]);
    story.commit("nobody");
    assert_eq!(kinds(&story.gate(1)), ["people-changed"]);
}

#[test]
fn a_list_of_people_that_only_the_branch_has_anchors_nothing() {
    let story = Story::begin("strict");
    story.repo.git(&["checkout", "--quiet", "main"]);
    story.repo.git(&["rm", "-q", "--cached", ".charter/people"]);
    story.repo.git(&["commit", "-qm", "without people"]);
    story.repo.git(&["push", "--quiet", "origin", "main"]);
    story.repo.git(&["checkout", "--quiet", "-B", "work"]);
    story.work();
    let report = story.gate(1);
    let words = "origin/main has no .charter/people, so no signature counts at strict";
    assert_eq!(only_difference(&report, "people-missing"), words);
}

#[test]
fn a_branch_that_rewrites_the_ledger_is_refused() {
    for rigor in ["light", "standard", "strict"] {
        let story = Story::begin(rigor);
        story.work();
        // A line less of what the target has, in a commit; and the whole charter forged anew.
        let ledger = story.file("ledger/");
        let there = ["ls-tree", "--name-only", "origin/main", ledger.as_str()];
        let strand = story.repo.git(&there).stdout.lines().next_back().unwrap().to_owned();
        let text = story.repo.read(&strand);
        let shorter: Vec<&str> = text.lines().collect();
        let shorter = shorter[..shorter.len() - 1].join("\n") + "\n";
        story.repo.write(&strand, shorter);
        story.commit("a shorter story");
        let report = story.gate(1);
        assert!(kinds(&report).contains(&"ledger-rewritten"), "{rigor}: {report:#}");
        let said = report["differences"][0]["detail"].as_str().unwrap();
        assert!(said.contains(&strand), "{said}");
        assert!(said.contains("; a ledger only grows: "), "{said}");
        story.repo.write(&strand, text);
        story.commit("as it was: the target has that strand, and nothing of it is lost");
        assert!(!kinds(&story.gate_report()).contains(&"ledger-rewritten"), "{rigor}");
        story.repo.git(&["reset", "-q", "--hard", "HEAD~2"]);
        assert_eq!(story.gate(0)["verdict"], "pass");
        story.repo.git(&["rm", "-rq", &format!(".charter/{}", story.id)]);
        story.commit("what charter?");
        assert!(kinds(&story.gate(1)).contains(&"ledger-rewritten"), "{rigor}");
    }
}

#[test]
fn a_charter_that_an_agent_gave_up_is_refused() {
    let story = Story::begin("standard");
    story.agent(&["abandon", "--reason", "too hard"], 1);
    let _ = story.repo.charter(&["abandon", "--reason", "too hard"]).run().success();
    story.commit("given up by a person");
    let report = story.gate(0);
    assert_eq!((kinds(&report).len(), &report["verdict"]), (0, &json!("none")), "{report:#}");
    assert_eq!(report["abandoned"][0]["by"], "person:Ada", "{report:#}");
    let text = story.in_clone(&["check", "--ci", "--against", "origin/main"], 0);
    assert!(
        text.contains("GONE  person:Ada abandoned the charter “doubled numbers”: too"),
        "{text}"
    );
}

#[test]
fn a_target_that_cannot_be_read_is_an_error() {
    let story = Story::begin("standard");
    story.work();
    let report = story.gate_against("origin/nowhere", 2);
    assert_eq!(
        (&report["ok"], &report["code"]),
        (&json!(false), &json!("target-unknown")),
        "{report:#}"
    );
}

#[test]
fn a_setting_that_moves_the_charters_elsewhere_is_refused() {
    let story = Story::begin("light");
    story.repo.write(".charter/config.toml", "rigor = \"light\"\nroot = \"other\"\n");
    story.commit("charters are elsewhere");
    let report = story.gate(1);
    let words = "config.toml moves the charters to `other`; on origin/main they are in `.charter`";
    assert_eq!(only_difference(&report, "setting-changed"), words);
}

#[test]
fn a_charter_that_was_completed_on_the_branch_is_judged_and_then_history() {
    for rigor in ["light", "standard", "strict"] {
        let story = Story::begin(rigor);
        // Two commands: each runs again, and neither ends what the other is judged by.
        story.write(
            "criteria.md",
            format!("{REGISTER}\n### VAL-ZERO-001 — nothing stays nothing\nVerifier: command\nWatches: src/calc.py\n"),
        );
        let _ = story.repo.charter(&["agree"]).run().success();
        story.repo.write("src/calc.py", "def double(n):\n    return n * 2\n");
        let zero = TEST.replace("double(4), 8", "double(3), 6").replace("test_double", "test_zero");
        story.repo.write("tests/test_zero.py", zero);
        let check = ["python3", "-m", "unittest", "tests.test_zero"];
        story.agent(&[&["prove", "VAL-ZERO-001", "--"][..], &check].concat(), 0);
        story.work();
        story.agent(&["complete", "-m", "numbers are doubled"], 0);
        story.commit("completed");
        let report = story.gate(0);
        assert_eq!((&report["verdict"], &report["reran"]), (&json!("pass"), &json!(2)), "{rigor}");
        story.repo.write("src/calc.py", "def double(n):\n    return n\n");
        story.commit("and taken back");
        let row = story.gate(1)["charters"][0]["criteria"][0].clone();
        assert_eq!(row["verdict"], "failed", "{rigor}: {row:#}");
        story.repo.git(&["reset", "-q", "--hard", "HEAD~1"]);
        story.repo.git(&["push", "-q", "origin", "HEAD:main"]);
        story.repo.write("src/calc.py", "def double(n):\n    return n\n");
        story.commit("another story");
        assert_eq!(story.gate(0)["verdict"], "none", "{rigor}");
        // What was completed says what it said.
        let certificate = story.file("CERTIFICATE.md");
        let written = story.repo.read(&certificate);
        story.repo.write(&certificate, written.replacen("proven", "200 proven", 1));
        story.commit("more than was shown");
        let report = story.gate(1);
        let codes = texts(&report["charters"][0]["problems"], "code");
        assert_eq!(codes, ["certificate-edited"], "{rigor}: {report:#}");
        let check = story.repo.charter(&["check", "--json"]).run().code(1).json();
        assert!(texts(&check["problems"], "code").contains(&"certificate-edited"), "{check:#}");
        let doctor = story.repo.charter(&["doctor", "--json"]).run().json();
        let findings = doctor["charters"][0]["findings"].as_array().unwrap();
        assert!(findings.iter().any(|it| it["code"] == "certificate-edited"), "{doctor:#}");
        let line = story.repo.charter(&["statusline"]).run().success().stdout;
        assert!(!line.contains("0/2") || !line.contains("completed"), "{rigor}: {line}");
        // Other line ends are no other words.
        story.repo.write(&certificate, written.replace('\n', "\r\n"));
        story.commit("a checkout of another system");
        assert_eq!(story.gate(0)["verdict"], "none", "{rigor}");
    }
}

#[test]
fn code_that_nobody_reviewed_does_not_pass_by_a_gate_that_was_signed_before() {
    let story = Story::begin("strict");
    story.work();
    story.repo.write("src/calc.py", "def double(n):\n    return 8 if n == 4 else n * 2\n");
    story.commit("something else");
    let codes = |report: &Value| -> Vec<String> {
        texts(&report["charters"][0]["problems"], "code").into_iter().map(str::to_owned).collect()
    };
    assert_eq!(codes(&story.gate(1)), ["receipt-stale"]);
    story.repo.git(&["reset", "-q", "--hard", "HEAD~1"]);
    // The target moves on: the merge that a forge tries is judged by what the branch itself holds.
    story.repo.git(&["checkout", "-q", "main"]);
    story.repo.write("other.py", "x = 1\n");
    story.commit("elsewhere");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["merge", "-q", "--no-ff", "-m", "try", "work"]);
    assert_eq!(story.gate(0)["verdict"], "pass");
    // A merge that holds something of its own is nobody's branch.
    story.repo.write("src/calc.py", "def double(n):\n    return 8 if n == 4 else n * 2\n");
    story.repo.git(&["add", "-A"]);
    story.repo.git(&["commit", "-q", "--amend", "--no-edit"]);
    assert_eq!(codes(&story.gate(1)), ["receipt-stale"]);
}

#[test]
fn a_branch_that_is_behind_is_told_to_merge_and_not_accused() {
    let story = Story::begin("standard");
    story.work();
    story.repo.git(&["checkout", "-q", "main"]);
    story.write("criteria.md", format!("{REGISTER}\n### VAL-MORE-001 — more\nVerifier: manual\n"));
    let _ = story.repo.charter(&["agree"]).run().success();
    story.repo.write(".charter/config.toml", "rigor = \"standard\"\nproof-budget-s = 90\n");
    story.commit("one more");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["checkout", "-q", "work"]);
    let words = "origin/main has added VAL-MORE-001 since (“more”): merge origin/main";
    assert_eq!(only_difference(&story.gate(1), "behind"), words);
    story.repo.git(&["merge", "-q", "-m", "merge", "main"]);
    let report = story.gate(1);
    assert_eq!(report["differences"], json!([]), "{report:#}");
    assert_eq!(texts(&report["charters"][0]["problems"], "code"), ["missing"]);
}

#[test]
fn a_squashed_branch_leaves_a_target_that_still_passes() {
    let story = Story::begin("standard");
    let new = ["new", "--json", "--", "halved numbers"];
    story.repo.git(&["rm", "-rq", &format!(".charter/{}", story.id)]);
    story.commit("begin anew");
    story.repo.git(&["push", "-q", "origin", "HEAD:main"]);
    story.repo.git(&["checkout", "-q", "-B", "main"]);
    story.repo.git(&["checkout", "-q", "-B", "work"]);
    story.repo.write("notes.txt", "the branch begins\n");
    story.commit("first");
    let id =
        story.repo.charter(&new).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let story = Story { id, ..story };
    story.write("criteria.md", REGISTER);
    let _ = story.repo.charter(&["agree"]).run().success();
    story.work();
    assert_eq!(story.gate(0)["verdict"], "pass");
    story.repo.git(&["checkout", "-q", "main"]);
    story.repo.git(&["merge", "-q", "--squash", "work"]);
    story.commit("all of it");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["branch", "-qD", "work"]);
    story.repo.git(&["push", "-q", "--delete", "origin", "work"]);
    story.repo.git(&["checkout", "-q", "-b", "next"]);
    story.repo.write("other.txt", "y\n");
    story.commit("another branch");
    let report = story.gate(0);
    assert_eq!(report["charters"][0]["criteria"][0]["verdict"], "proven", "{report:#}");
}

#[test]
fn a_check_that_cannot_start_in_the_clone_fails_its_criterion_and_nothing_else() {
    let story = Story::begin("standard");
    story.repo.write(".gitignore", "__pycache__/\n.venv/\n");
    story.repo.write(".venv/bin/check", "#!/bin/sh\nexec python3 -m unittest tests.test_double\n");
    let run = std::process::Command::new("chmod")
        .arg("+x")
        .arg(story.repo.path(".venv/bin/check"))
        .status();
    assert!(run.unwrap().success());
    story.work();
    story.agent(&["prove", "VAL-DOUBLE-001", "--", ".venv/bin/check"], 0);
    story.commit("another check");
    let report = story.gate(1);
    let rows = &report["charters"][0]["criteria"];
    assert_eq!((&rows[0]["verdict"], &rows[1]["counts"]), (&json!("failed"), &json!(true)));
    let why = rows[0]["reasons"][0].as_str().unwrap();
    assert!(why.contains("it could not run here") && why.contains("not found"), "{why}");
}

#[test]
fn code_that_no_criterion_watches_is_part_of_what_was_signed() {
    let story = Story::begin("strict");
    let watched = REGISTER.replace("Verifier: command", "Verifier: command\nWatches: src/calc.py");
    story.write("criteria.md", watched);
    let _ = story.repo.charter(&["agree", "-m", "what it watches"]).run().success();
    story.work();
    assert_eq!(story.gate(0)["verdict"], "pass");
    story.repo.write("src/backdoor.py", "open = True\n");
    story.commit("one more thing");
    let report = story.gate(1);
    let problem = &report["charters"][0]["problems"][0];
    let words = "the quality gate of `_charter` was signed before `src/backdoor.py` changed";
    assert_eq!((&problem["code"], &problem["message"]), (&json!("receipt-stale"), &json!(words)));
    story.repo.git(&["reset", "-q", "--hard", "HEAD~1"]);
    // What the target brings, and what is no source, needs no other signature.
    story.repo.git(&["checkout", "-q", "main"]);
    story.repo.write("src/other.py", "x = 1\n");
    story.commit("elsewhere");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["checkout", "-q", "work"]);
    story.repo.git(&["merge", "-q", "-m", "merge", "main"]);
    story.repo.write("README.md", "how to double\n");
    story.commit("words");
    let report = story.gate(0);
    assert_eq!(report["verdict"], "pass", "{report:#}");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_the_charters_hides_nothing() {
    let story = Story::begin("strict");
    story.repo.git(&["checkout", "-q", "main"]);
    story.repo.write(".charter/config.toml", "rigor = \"strict\"\nrequire-charter = true\n");
    story.commit("a charter is required");
    story.repo.git(&["push", "-q", "origin", "main"]);
    let link_to = |from: &str, to: &str| {
        fs::remove_dir_all(story.repo.path(from)).unwrap();
        std::os::unix::fs::symlink(to, story.repo.path(from)).unwrap();
        story.commit("a link");
    };
    story.repo.git(&["checkout", "-q", "-B", "work"]);
    story.repo.write("docs/x", "nothing\n");
    link_to(".charter", "docs");
    let report = story.gate(1);
    assert!(kinds(&report).contains(&"link"), "{report:#}");
    assert!(kinds(&report).contains(&"ledger-rewritten"), "{report:#}");
    // Nor where the target has them elsewhere.
    story.repo.git(&["checkout", "-q", "main"]);
    story.repo.git(&["mv", &format!(".charter/{}", story.id), "docs"]);
    story.repo.write(".charter/config.toml", "root = \"docs/charters\"\n");
    story.repo.git(&["mv", "docs", "charters"]);
    fs::create_dir_all(story.repo.path("docs/charters")).unwrap();
    story.repo.git(&["mv", "charters", &format!("docs/charters/{}", story.id)]);
    story.commit("elsewhere");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["checkout", "-q", "-B", "work"]);
    story.repo.write("other/charters/x", "nothing\n");
    for (from, to) in [("docs/charters", "../other/charters"), ("docs", "other")] {
        link_to(from, to);
        assert!(kinds(&story.gate(1)).contains(&"link"), "{from}");
        story.repo.git(&["reset", "-q", "--hard", "main"]);
        story.repo.write("other/charters/x", "nothing\n");
    }
}

#[test]
fn what_a_completed_charter_says_is_not_written_anew() {
    let story = Story::begin("standard");
    story.work();
    story.agent(&["complete", "-m", "numbers are doubled"], 0);
    story.commit("completed");
    story.repo.git(&["push", "-q", "origin", "HEAD:main"]);
    story.write("criteria.md", REGISTER.replace("a number is doubled", "a number is a number"));
    story.commit("easier afterwards");
    let words = "VAL-DOUBLE-001 says “a number is a number”; on origin/main it says “a number is doubled”, and no person agreed";
    assert_eq!(only_difference(&story.gate(1), "register-reduced"), words);
    story.write("criteria.md", REGISTER);
    story.repo.write("src/calc.py", "def double(n):\n    return 0\n");
    story.commit("later work");
    assert_eq!(story.gate(0)["verdict"], "none", "what comes later is another story");
}

#[test]
fn a_charter_that_only_the_target_has_by_now_is_not_passed_by() {
    let story = Story::begin("standard");
    story.work();
    story.repo.git(&["checkout", "-q", "main"]);
    let new =
        story.repo.charter(&["new", "--json", "--", "tripled numbers"]).run().success().json();
    story.commit("another charter");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["checkout", "-q", "work"]);
    let id = new["charterId"].as_str().unwrap();
    let words = format!("origin/main has opened the charter `{id}` since: merge origin/main");
    assert_eq!(only_difference(&story.gate(1), "behind"), words);
    story.repo.git(&["merge", "-q", "-m", "merge", "main"]);
    assert_eq!(story.gate(1)["differences"], json!([]), "it is judged now, and nothing is shown");
}

#[test]
fn a_branch_that_shares_no_commit_is_told_so() {
    let story = Story::begin("light");
    story.repo.git(&["checkout", "-q", "--orphan", "work2"]);
    story.commit("from nothing");
    let report = story.gate(2);
    assert_eq!(report["code"], "target-unknown", "{report:#}");
}
