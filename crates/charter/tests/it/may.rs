//! The table of who may do what, tried out: every act of the page, at every rigor, by everybody.
//!
//! Owns how each act is prepared and typed. What is expected is read from the page, which is made from the code.

use crate::scene::{BIN, write_check};
use charter_testkit::{Output, Repo};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../../docs/reference/verdicts.md");

const RIGORS: [&str; 3] = ["light", "standard", "strict"];

const CRITERIA: &str = "# Criteria\n\n## m1\n\n### VAL-A — a number is tripled\nVerifier: manual\n\n\
    ### VAL-B — the ward likes it\nVerifier: manual\n";

const AGENT: &[(&str, &str)] = &[("CHARTER_ACTOR", "agent:codex")];

/// Somebody who tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tries {
    Agent,
    /// An agent that says it is a person.
    Disguised,
    /// Neither a name nor a terminal.
    Nobody,
    /// A person whose key the project does not list.
    Unlisted,
    Listed,
}

const EVERYBODY: [Tries; 5] =
    [Tries::Agent, Tries::Disguised, Tries::Nobody, Tries::Unlisted, Tries::Listed];

impl Tries {
    /// Says what the table lets them do.
    fn may(self, cell: &str) -> bool {
        match self {
            Self::Disguised => false,
            Self::Agent | Self::Nobody => cell == "anyone",
            Self::Unlisted => cell != "a person, signed",
            Self::Listed => true,
        }
    }

    /// Names the codes that somebody who may not is refused with.
    fn codes(self) -> &'static [&'static str] {
        match self {
            Self::Agent | Self::Nobody => &["person-needed"],
            Self::Disguised => &["actor-disguised"],
            Self::Unlisted => &["key-not-listed"],
            Self::Listed => &[],
        }
    }
}

/// A charter of a rigor, with criteria that are agreed on.
struct Trial {
    repo: Repo,
    id: String,
}

impl Trial {
    fn begin(rigor: &str) -> Self {
        let repo = Repo::new(BIN);
        repo.list_signer("Ada");
        let other = repo.home().join("other");
        let mut keygen = std::process::Command::new("ssh-keygen");
        keygen.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&other);
        assert!(keygen.status().unwrap().success());
        repo.write(".charter/config.toml", format!("rigor = \"{rigor}\"\n"));
        repo.write("src/rate.sh", "echo 1\n");
        let trial = Self { repo, id: String::new() };
        trial.commit("one");
        let report = trial.by(Tries::Listed, &["new", "--no-interview", "--", "tripled numbers"]);
        let id = report.json()["charterId"].as_str().unwrap().to_owned();
        let trial = Self { id, ..trial };
        trial.write("criteria.md", CRITERIA);
        trial.done(&["agree"]);
        trial
    }

    fn write(&self, name: &str, text: &str) {
        self.repo.write(format!(".charter/{}/{name}", self.id), text);
    }

    fn commit(&self, words: &str) {
        self.repo.git(&["add", "-A"]);
        self.repo.git(&["commit", "-qm", words]);
    }

    fn by(&self, who: Tries, args: &[&str]) -> Output {
        let other = self.repo.home().join("other");
        let key = ["--key", other.to_str().unwrap()];
        let end = args.iter().position(|it| *it == "--").unwrap_or(args.len());
        let (own, rest) = args.split_at(end);
        let key: &[&str] = if who == Tries::Unlisted { &key } else { &[] };
        let args = [own, &["--json"], key, rest].concat();
        let call = self.repo.charter(&args);
        let call = match who {
            Tries::Agent => call.env(AGENT[0].0, AGENT[0].1),
            Tries::Disguised => call.env("CLAUDECODE", "1"),
            Tries::Nobody => call.env_remove("CHARTER_ACTOR"),
            Tries::Unlisted => call.env("CHARTER_ACTOR", "person:Eve"),
            Tries::Listed => call,
        };
        call.run()
    }

    #[track_caller]
    fn done(&self, args: &[&str]) {
        let _ = self.by(Tries::Listed, args).success();
    }

    #[track_caller]
    fn agent(&self, args: &[&str], exit: i32) {
        let _ = self.by(Tries::Agent, args).code(exit);
    }

    fn row(&self, id: &str) -> Value {
        let report = self.by(Tries::Nobody, &["status"]).success().json();
        let rows = report["criteria"].as_array().unwrap();
        rows.iter().find(|it| it["id"] == id).unwrap().clone()
    }
}

/// How an act is tried.
struct Act {
    /// As the page has it.
    words: &'static str,
    /// Where there is anything to do.
    rigors: &'static [&'static str],
    prepare: fn(&Trial),
    argv: fn(&Trial, &str) -> Vec<String>,
    /// Whether it came about, where an exit code does not say it.
    seen: Option<fn(&Trial) -> bool>,
}

fn argv(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}

fn act(words: &'static str, prepare: fn(&Trial), args: fn(&Trial, &str) -> Vec<String>) -> Act {
    Act { words, rigors: &RIGORS, prepare, argv: args, seen: None }
}

fn nothing(_: &Trial) {}

fn sign_off(trial: &Trial) {
    for id in ["VAL-A", "VAL-B"] {
        trial.done(&["record", id, "--pass", "-m", "seen", "--because", "they said so"]);
    }
}

fn show_all(trial: &Trial) {
    sign_off(trial);
    if trial.repo.read(".charter/config.toml").contains("strict") {
        take_gate(trial, Tries::Listed);
    }
}

fn take_gate(trial: &Trial, who: Tries) {
    let report = format!(".charter/{}/report.txt", trial.id);
    trial.repo.write(&report, "12 tests passed\n");
    trial.repo.write("gate.json", "{}");
    let source = trial.by(who, &["checkpoint", "source", "gate.json"]).success().json();
    let source = source["sourceHash"].as_str().unwrap();
    let gate = crate::pull_request::gate(source, &report, &["VAL-A", "VAL-B"]);
    trial.repo.write("gate.json", gate.to_string());
    let _ = trial.by(who, &["checkpoint", "--gate", "gate.json"]).success();
}

fn relay(trial: &Trial) {
    trial.agent(&["interview", "submit", "--answer", "Night nurses lose 40 minutes a night"], 0);
}

fn finished_plan(trial: &Trial) {
    let plan = "# Plan\n\n## Steps\n\n1. Keep numbers\n\n## Acceptance Criteria\n\n- 100 numbers are \
        tripled in 1 s (step 1)\n- VAL-A and VAL-B hold (step 1)\n";
    trial.repo.write("plan.md", plan);
    trial.repo.write("clear.md", "Fine.\n\nVerdict: CLEAR\n");
    trial.repo.write("okay.md", "Fine.\n\nVerdict: OKAY\n");
    trial.agent(&["plan", "open", "numbers"], 0);
    for (stage, file) in [("planner", "plan.md"), ("architect", "clear.md"), ("critic", "okay.md")]
    {
        trial.agent(&["plan", "write", "--stage", stage, file], 0);
    }
    trial.agent(&["plan", "write", "--stage", "final"], 0);
}

/// Lets the loop guard pause the charter.
fn guard(trial: &Trial) {
    let session = ["use", "tripled", "--session", "s1"];
    trial.done(&session);
    let payload =
        json!({ "session_id": "s1", "hook_event_name": "Stop", "stop_hook_active": false });
    for _ in 0..6 {
        let hook = trial.repo.charter(&["hook", "claude"]).stdin(&payload.to_string());
        let _ = hook.env_remove("CHARTER_ACTOR").run().success();
    }
}

/// Commits evidence, and loses the file that holds it.
fn lose(trial: &Trial) {
    trial.commit("a charter");
    trial.agent(&["record", "VAL-A", "--fail", "-m", "seen"], 0);
    trial.commit("a failure");
    let dir = trial.repo.path(format!(".charter/{}/ledger", trial.id));
    let has_failure = |it: &std::path::PathBuf| {
        std::fs::read_to_string(it).unwrap().contains("\"evidence_recorded\"")
    };
    let files = std::fs::read_dir(dir).unwrap().map(|it| it.unwrap().path());
    std::fs::remove_file(files.into_iter().find(has_failure).unwrap()).unwrap();
}

fn acts() -> Vec<Act> {
    [everyday(), agreeing(), taking(), proving()].into_iter().flatten().collect()
}

fn everyday() -> Vec<Act> {
    vec![
        act(
            "adding criteria",
            |it| {
                let more = "\n### VAL-C — more\nVerifier: command\n";
                it.write("criteria.md", &format!("{CRITERIA}{more}"));
                write_check(&it.repo, "tests/check.sh", 1, "");
            },
            |_, _| argv(&["prove", "VAL-C", "--", "sh", "tests/check.sh"]),
        ),
        Act {
            seen: Some(|it| it.row("VAL-A")["verdict"] == "proven"),
            ..act(
                "recording a run",
                |it| {
                    let text = CRITERIA.replacen("manual", "command", 1);
                    it.write("criteria.md", &text);
                    it.done(&["agree", "-m", "a command shows it"]);
                    write_check(&it.repo, "tests/check.sh", 1, "");
                },
                |_, _| argv(&["prove", "VAL-A", "--", "sh", "tests/check.sh"]),
            )
        },
        act("completing a charter", show_all, |_, _| argv(&["complete", "-m", "all of it"])),
        act("pausing a charter", nothing, |_, _| argv(&["pause"])),
    ]
}

fn agreeing() -> Vec<Act> {
    vec![
        act(
            "agreeing on changed criteria",
            |it| it.write("criteria.md", &CRITERIA.replace("tripled", "doubled")),
            |_, _| argv(&["agree", "-m", "easier"]),
        ),
        Act {
            rigors: &["standard"],
            seen: Some(|it| it.row("VAL-A")["counts"] == true),
            ..act(
                "confirming evidence",
                |it| {
                    it.agent(
                        &["record", "VAL-A", "--pass", "-m", "seen", "--because", "looked"],
                        0,
                    );
                },
                |_, _| argv(&["confirm", "--yes"]),
            )
        },
        Act {
            rigors: &["strict"],
            ..act("confirming relayed answers", relay, |_, _| argv(&["interview", "confirm"]))
        },
        Act {
            rigors: &["strict"],
            ..act(
                "confirming a quality gate",
                |it| {
                    sign_off(it);
                    take_gate(it, Tries::Agent);
                },
                |_, _| argv(&["confirm", "--yes"]),
            )
        },
        Act {
            seen: Some(|it| it.row("VAL-A")["counts"] == true),
            ..act("signing off a manual check so that it counts", nothing, |_, _| {
                argv(&["record", "VAL-A", "--pass", "-m", "seen", "--because", "looked at it"])
            })
        },
    ]
}

fn taking() -> Vec<Act> {
    vec![
        act("waiving a criterion", nothing, |_, _| argv(&["waive", "VAL-A", "--reason", "later"])),
        Act {
            rigors: &RIGORS[1..],
            ..act("lowering the rigor", nothing, |_, rigor| {
                let lower = if rigor == "strict" { "standard" } else { "light" };
                argv(&["rigor", lower, "-m", "a prototype"])
            })
        },
        act("abandoning a charter", nothing, |_, _| argv(&["abandon", "--reason", "too hard"])),
        act("approving a plan", finished_plan, |_, _| argv(&["plan", "approve"])),
        act(
            "replacing an unfinished plan",
            |it| it.agent(&["plan", "open", "numbers"], 0),
            |_, _| argv(&["plan", "open", "--again"]),
        ),
    ]
}

fn proving() -> Vec<Act> {
    vec![
        act(
            "settling an objection",
            |it| {
                let block = ["block", "VAL-A", "-m", "negative numbers"];
                let _ =
                    it.repo.charter(&block).env("CHARTER_ACTOR", "person:Grace").run().success();
            },
            |_, _| argv(&["block", "--resolve", "B1", "-m", "done"]),
        ),
        act(
            "choosing the commit to compare with",
            |it| {
                it.repo.write("other.txt", "two\n");
                it.commit("two");
                write_check(&it.repo, "tests/check.sh", 1, "");
            },
            |_, _| argv(&["prove", "VAL-A", "--base", "HEAD", "--", "sh", "tests/check.sh"]),
        ),
        Act {
            seen: Some(|it| it.row("VAL-A")["reasonCode"] == "not-tried"),
            ..act(
                "leaving out the trial on that commit",
                |it| write_check(&it.repo, "tests/check.sh", 1, ""),
                |_, _| argv(&["prove", "VAL-A", "--no-base", "--", "sh", "tests/check.sh"]),
            )
        },
        act("resuming what the loop guard paused", guard, |_, _| argv(&["resume"])),
        Act {
            seen: Some(|it| it.by(Tries::Nobody, &["doctor"]).json()["ok"] == true),
            ..act("repairing a ledger that lost events", lose, |_, _| argv(&["doctor", "--repair"]))
        },
        act(
            "a yes to something irreversible",
            |it| {
                let impact = "problem=+30,context=+30,technical=+30,scope=+30,risk=+30";
                it.agent(
                    &["preflight", "check", "--workflow", "x-implement", "delete all users"],
                    1,
                );
                it.agent(&["preflight", "answer", "the test users", "--impact", impact], 0);
                it.agent(&["preflight", "reformulate"], 0);
            },
            |_, _| argv(&["preflight", "validate", "yes"]),
        ),
        act("listing a key in `.charter/people`", nothing, |_, _| argv(&["key", "--add", "Eve"])),
    ]
}

/// Reads the table of the page: what is done, and who may at each rigor.
fn page() -> Vec<(&'static str, Vec<&'static str>)> {
    let table = PAGE.split_once("## Who may do what").unwrap().1;
    let rows = table.lines().filter(|it| it.starts_with("| ") && !it.starts_with("| what"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        (cells[0], cells[1..].to_vec())
    })
    .collect()
}

/// Lets everybody try an act at a rigor; somebody who was refused has changed nothing.
fn try_out(act: &Act, rigor: &str, cell: &str) {
    let mut trial = None;
    for who in EVERYBODY {
        let at = trial.take().unwrap_or_else(|| {
            let trial = Trial::begin(rigor);
            (act.prepare)(&trial);
            trial
        });
        let args = (act.argv)(&at, rigor);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = at.by(who, &args);
        let answer = if output.stdout.is_empty() { Value::Null } else { output.json() };
        let code = answer["code"].as_str().unwrap_or_default().to_owned();
        let at_fault = format!("{} at {rigor} by {who:?} ({cell}):\n{output}", act.words);
        if who.may(cell) {
            let is_done = act.seen.map_or(output.code == Some(0), |seen| seen(&at));
            assert!(is_done, "{at_fault}");
        } else {
            // A word may be said by anybody; whether it counts is another matter.
            let is_refused = who.codes().contains(&code.as_str());
            assert!(is_refused || act.seen.is_some_and(|seen| !seen(&at)), "{at_fault}");
            trial = (output.code != Some(0)).then_some(at);
        }
    }
}

#[track_caller]
fn try_page(rigor: &str) {
    let idx = RIGORS.iter().position(|it| *it == rigor).unwrap();
    let acts = acts();
    for (words, cells) in page() {
        let act = acts.iter().find(|it| it.words == words);
        let Some(act) = act else { unreachable!("nobody tries `{words}`") };
        if act.rigors.contains(&rigor) {
            try_out(act, rigor, cells[idx]);
        }
    }
    assert_eq!(acts.len(), page().len());
}

#[test]
fn at_light_everybody_does_what_the_page_lets_them() {
    try_page("light");
}

#[test]
fn at_standard_everybody_does_what_the_page_lets_them() {
    try_page("standard");
}

#[test]
fn at_strict_everybody_does_what_the_page_lets_them() {
    try_page("strict");
}
