//! Where a case is played: a throw-away repository, and the real binary.
//!
//! Must not know which answer is right.

use super::case::{CaseAuthor, LieCase};
use crate::error::{ChoreError, Result};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where a case is played.
struct CasePlaces {
    repo: PathBuf,
    /// Nothing of whoever runs this.
    home: PathBuf,
    /// Where the stage keeps what is its own.
    stage: PathBuf,
}

/// What the tool said to a case, and why where it refused.
pub(super) struct CaseAnswer {
    pub(super) accepted: bool,
    pub(super) why: String,
}

/// What it said at one rigor; in CI only where somebody asked.
pub(super) struct Played {
    pub(super) alone: CaseAnswer,
    pub(super) in_ci: Option<CaseAnswer>,
}

/// What every case can call. Only `as_person` has the key of a person, as an agent has not; and what is agreed
/// before the first evidence becomes the target branch, in a commit that no reference leads to while the case
/// plays.
const PRELUDE: &str = include_str!("../../lies/prelude.sh");

/// What our own cases can call beside it.
const WORK: &str = include_str!("../../lies/work.sh");

/// What stands before our own cases.
const SETUP: &str = include_str!("../../lies/setup.sh");

/// A pull request: what git would take is committed, cloned, and checked against the target branch.
const PULL_REQUEST: &str = include_str!("../../lies/pull_request.sh");

/// The rigor at which CI is asked too.
const RIGOR_IN_CI: &str = "strict";

/// What starts the code of a problem that the stage leaves out: no case has people who look at it in quality
/// gates.
const LEFT_OUT: &str = "receipt-";

/// Plays a case in a repository of its own; gives whether the tool accepts at the end.
pub(super) fn play(case: &LieCase, rigor: &str, binary: &Path) -> Result<Played> {
    let temp = std::env::temp_dir();
    let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
    let below = |name: &str| dir.path().join(name);
    let places = CasePlaces { repo: below("repo"), home: below("home"), stage: below("stage") };
    for place in [&places.repo, &places.home, &places.stage, &places.stage.join("tmp")] {
        fs::create_dir(place).map_err(ChoreError::file(place))?;
    }
    let bin = binary.parent().unwrap_or(Path::new("."));
    let before = format!("RIGOR={rigor}\n{PRELUDE}");
    let script = &case.script;
    match &case.author {
        CaseAuthor::Us => {
            shell(&format!("set -e\n{before}{SETUP}"), &places, bin)?;
            shell(&format!("{before}{WORK}{script}"), &places, bin)?;
        }
        CaseAuthor::Outsider { .. } => shell(&format!("{before}{script}"), &places, bin)?,
    }
    shell("charter check --json > \"$STAGE/alone.json\"", &places, bin)?;
    let alone = judge_charter(&read_report(&places.stage.join("alone.json")));
    let in_ci = if rigor == RIGOR_IN_CI {
        shell(&format!("{before}{PULL_REQUEST}"), &places, bin)?;
        Some(judge_branch(&read_report(&places.stage.join("ci.json"))))
    } else {
        None
    };
    Ok(Played { alone, in_ci })
}

/// Reads what the tool said; a refusal to say anything is no report.
fn read_report(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Tells whether a charter is accepted, gates apart.
fn judge_charter(report: &Value) -> CaseAnswer {
    let text =
        |of: &Value, key: &str| of.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let verdict = text(report, "verdict");
    let problems = report.get("problems").and_then(Value::as_array);
    let (Some(problems), false) = (problems, verdict.is_empty()) else {
        let code = text(report, "code");
        return CaseAnswer {
            accepted: false,
            why: format!("no report: {code} {}", text(report, "error")),
        };
    };
    let counts = problems.iter().filter(|it| !text(it, "code").starts_with(LEFT_OUT));
    let words = counts
        .map(|it| format!("{} {}: {}", text(it, "path"), text(it, "code"), text(it, "message")));
    let why: Vec<String> = words.collect();
    CaseAnswer { accepted: why.is_empty() && verdict != "inconclusive", why: why.join("; ") }
}

/// Tells whether a branch is accepted; one without a charter claims nothing, and is not.
fn judge_branch(report: &Value) -> CaseAnswer {
    let list = |key: &str| report.get(key).and_then(Value::as_array).cloned();
    let (Some(charters), Some(differences)) = (list("charters"), list("differences")) else {
        let failure = judge_charter(report);
        return CaseAnswer { accepted: false, why: failure.why };
    };
    let judged: Vec<CaseAnswer> = charters.iter().map(judge_charter).collect();
    let mut why: Vec<String> = judged.iter().map(|it| it.why.clone()).collect();
    why.extend(differences.iter().map(|it| format!("difference {it}")));
    why.retain(|it| !it.is_empty());
    let accepted = !judged.is_empty() && judged.iter().all(|it| it.accepted);
    CaseAnswer { accepted: accepted && differences.is_empty(), why: why.join("; ") }
}

/// Tells whether a program can be started.
pub(super) fn is_there(program: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", "command -v \"$0\"", program]).stdout(Stdio::null());
    command.status().is_ok_and(|it| it.success())
}

#[expect(clippy::disallowed_methods, reason = "the scripts need the programs of whoever runs this")]
fn shell(script: &str, places: &CasePlaces, bin: &Path) -> Result<()> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut paths = vec![bin.to_path_buf()];
    paths.extend(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(&places.repo).env("PATH", path);
    command.env("CHARTER_ACTOR", "agent:liar").env("HOME", &places.home);
    command.env("STAGE", &places.stage).env("TMPDIR", places.stage.join("tmp"));
    // A toolchain stays where it is, whatever home the case has.
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    for (name, below) in [("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")] {
        command.env(name, std::env::var_os(name).unwrap_or_else(|| home.join(below).into()));
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // How a script ends says nothing: lies fail on their way too.
    let status = command.status();
    status.map_err(|source| ChoreError::Start { program: "bash".to_owned(), source })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn gates_are_left_out_and_nothing_else() {
        let report = |verdict: &str, codes: &[&str]| {
            let problems: Vec<Value> = codes.iter().map(|it| json!({"code": it})).collect();
            json!({"verdict": verdict, "problems": problems})
        };
        let accepts = |it: &Value| judge_charter(it).accepted;
        assert!(accepts(&report("pass", &[])));
        assert!(accepts(&report("fail", &["receipt-missing"])));
        assert!(!accepts(&report("fail", &["receipt-missing", "needs-person"])));
        assert!(!accepts(&report("inconclusive", &[])));
        assert!(!accepts(&json!({"code": "no-charter", "problems": []})));
        assert!(!accepts(&Value::Null));
    }

    #[test]
    fn a_branch_is_accepted_with_a_charter_that_is_and_without_a_difference() {
        let charter = json!({"verdict": "fail", "problems": [{"code": "receipt-missing"}]});
        let bad = json!({"verdict": "fail", "problems": [{"code": "failed"}]});
        let accepts = |charters: &[&Value], differences: Value| {
            judge_branch(&json!({"charters": charters, "differences": differences})).accepted
        };
        assert!(accepts(&[&charter], json!([])));
        assert!(!accepts(&[&charter], json!([{"kind": "people-changed"}])));
        assert!(!accepts(&[&charter, &bad], json!([])));
        assert!(!accepts(&[], json!([])));
        assert!(!judge_branch(&json!({"code": "target-unknown"})).accepted);
    }

    #[test]
    fn a_program_is_looked_for_before_a_case_is_played() {
        assert!(!is_there("no-such-program") && is_there("sh"));
    }
}
