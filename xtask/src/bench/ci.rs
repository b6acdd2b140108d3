//! What `charter check --ci` costs beside the commands and trials that it runs.
//!
//! Owns the projects that are checked, and the log in which every execution of a command writes its own begin and
//! end, wherever it runs. Nothing that charter says of itself is a figure here.

use super::context::BenchContext;
use super::scratch::{spawn, write_sources};
use super::table::{Align, Column, Table};
use super::timing::{Samples, ms, ratio, time};
use crate::error::{ChoreError, Result};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const SAMPLES: usize = 3;

/// The variable that names the log.
const LOG: &str = "BENCH_LOG";

/// Runs a command, and notes in microseconds when it began and ended.
const TIMED: &str = "begin=$EPOCHREALTIME\n\"$@\"\ncode=$?\n\
                     echo \"${begin/[.,]/} ${EPOCHREALTIME/[.,]/}\" >> \"$BENCH_LOG\"\nexit $code\n";

/// Who works in the projects.
const ACTOR: &str = "agent:bench";

/// How long a command takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// A test in the shell, of some 20 ms.
    Quick,
    /// Python's `unittest`, with 0.4 s of work beside its start.
    Usual,
}

/// A project to check.
struct CiProject {
    n_criteria: usize,
    pace: Pace,
    n_files: usize,
}

const PROJECTS: [CiProject; 6] = [
    CiProject { n_criteria: 1, pace: Pace::Quick, n_files: 0 },
    CiProject { n_criteria: 1, pace: Pace::Usual, n_files: 0 },
    CiProject { n_criteria: 5, pace: Pace::Usual, n_files: 0 },
    CiProject { n_criteria: 20, pace: Pace::Usual, n_files: 0 },
    CiProject { n_criteria: 1, pace: Pace::Usual, n_files: 3000 },
    CiProject { n_criteria: 5, pace: Pace::Usual, n_files: 3000 },
];

/// One check: how long it took as a whole, and what ran in it.
struct CiSample {
    whole: Duration,
    n_runs: usize,
    /// What all that ran took, added up.
    sum: Duration,
    /// How long at least one of them ran.
    busy: Duration,
}

/// Measures the gate in fresh clones of several projects.
pub(crate) fn run(ctx: &BenchContext) -> Result<Table> {
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        right("criteria"),
        Column { title: "each runs", align: Align::Left },
        right("other files"),
        right("executions"),
        right("together, ms"),
        right("at least one ran, ms"),
        right("`check --ci`, ms"),
        right("against together"),
        right("against at least one"),
    ]);
    for project in PROJECTS {
        let temp = std::env::temp_dir();
        let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
        prepare(ctx, &project, dir.path())?;
        let samples = (0..SAMPLES).map(|idx| check(ctx, dir.path(), idx));
        let samples = samples.collect::<Result<Vec<CiSample>>>()?;
        let median =
            |of: fn(&CiSample) -> Duration| Samples::of(samples.iter().map(of).collect()).median();
        let (sum, busy) = (median(|it| it.sum), median(|it| it.busy));
        let whole = median(|it| it.whole);
        let pace = match project.pace {
            Pace::Quick => "a shell test of 20 ms",
            Pace::Usual => "`python3 -m unittest`, 0.4 s of work",
        };
        table.push(&[
            &project.n_criteria,
            &pace,
            &project.n_files,
            &samples.first().map_or(0, |it| it.n_runs),
            &ms(sum),
            &ms(busy),
            &ms(whole),
            &ratio(whole, sum),
            &ratio(whole, busy),
        ]);
    }
    table.note(
        "Whole processes, medians of three, each in a fresh clone. Every execution of a command, trials \
         included, writes its own begin and end into a log outside of the project; *together* is their sum, *at \
         least one ran* is how long any of them was running. Trials run side by side where there are cores, so the \
         whole may take less than the sum. The bound for commands of half a second is 1.3 × the sum.",
    );
    Ok(table)
}

/// Makes a project with its evidence, and the branch that it is compared with.
fn prepare(ctx: &BenchContext, project: &CiProject, dir: &Path) -> Result<()> {
    let repo = dir.join("repo");
    for sub in ["src", "tests"] {
        let sub = repo.join(sub);
        fs::create_dir_all(&sub).map_err(ChoreError::file(&sub))?;
    }
    write_sources(&repo, project.n_files)?;
    put(&repo.join("timed.sh"), TIMED)?;
    put(&repo.join("tests/__init__.py"), "")?;
    put(&repo.join(".gitignore"), "__pycache__\n")?;
    commit(&repo, "before the work");
    let charter = |args: &[&str]| answer(ctx, args, &repo, &dir.join("prove.log"));
    charter(&["new", "Bench", "--no-interview"])?;
    put(&find_register(&repo)?, &register(project))?;
    commit(&repo, "the charter");
    spawn(Path::new("git"), &["branch", "target"], &repo);
    for number in 1..=project.n_criteria {
        write_work(&repo, project.pace, number)?;
    }
    for number in 1..=project.n_criteria {
        let (id, test) = (format!("VAL-{number}"), test_of(project.pace, number));
        let mut args = vec!["prove", id.as_str(), "--", "bash", "timed.sh"];
        args.extend(test.iter().map(String::as_str));
        charter(&args)?;
    }
    commit(&repo, "the work");
    Ok(())
}

fn find_register(repo: &Path) -> Result<PathBuf> {
    let dir = repo.join(".charter");
    let entries = fs::read_dir(&dir).map_err(ChoreError::file(&dir))?.flatten();
    let mut registers = entries.map(|it| it.path().join("criteria.md"));
    let register = registers.find(|it| it.exists());
    register.ok_or_else(|| ChoreError::Measure("`charter new` wrote no register".to_owned()))
}

/// Each criterion watches its part, so that the small changes of a trial are made there.
fn register(project: &CiProject) -> String {
    let ending = match project.pace {
        Pace::Quick => "sh",
        Pace::Usual => "py",
    };
    let mut text = String::from("## m1 All\n");
    for number in 1..=project.n_criteria {
        let _ = write!(
            text,
            "\n### VAL-{number} — part {number} adds {number}\nVerifier: command\n\
             Watches: src/part{number}.{ending}\n"
        );
    }
    text
}

/// Writes one part of the product, and its test.
fn write_work(repo: &Path, pace: Pace, number: usize) -> Result<()> {
    match pace {
        Pace::Quick => {
            let product = format!("part{number}() {{\n    echo $(($1 + {number}))\n}}\n");
            put(&repo.join(format!("src/part{number}.sh")), &product)?;
            let test = format!(
                ". ./src/part{number}.sh\nsleep 0.015\n\
                 if test \"$(part{number} 2)\" = {expected}; then word=ok; passed=1; failed=0\n\
                 else word=FAILED; passed=0; failed=1; fi\n\
                 echo \"test result: $word. $passed passed; $failed failed; 0 ignored; 0 measured; 0 filtered out\"\n\
                 test $failed = 0\n",
                expected = number + 2,
            );
            put(&repo.join(format!("tests/part{number}_test.sh")), &test)
        }
        Pace::Usual => {
            let product = format!("def part(n):\n    return n + {number}\n");
            put(&repo.join(format!("src/part{number}.py")), &product)?;
            let test = format!(
                "import time\nimport unittest\n\nfrom src.part{number} import part\n\n\n\
                 class Part(unittest.TestCase):\n    def test_part(self):\n        \
                 until = time.process_time() + 0.4\n        \
                 while time.process_time() < until:\n            pass\n        \
                 self.assertEqual(part(2), {expected})\n",
                expected = number + 2,
            );
            put(&repo.join(format!("tests/test_part{number}.py")), &test)
        }
    }
}

fn test_of(pace: Pace, number: usize) -> Vec<String> {
    let line = match pace {
        Pace::Quick => format!("sh tests/part{number}_test.sh"),
        Pace::Usual => format!("python3 -m unittest -v tests.test_part{number}"),
    };
    line.split(' ').map(str::to_owned).collect()
}

/// Checks the branch in a fresh clone.
fn check(ctx: &BenchContext, dir: &Path, idx: usize) -> Result<CiSample> {
    let (name, log) = (format!("clone{idx}"), dir.join(format!("{idx}.log")));
    spawn(Path::new("git"), &["clone", "-q", "repo", &name], dir);
    let clone = dir.join(&name);
    let mut said = Ok(());
    let args = ["check", "--ci", "--against", "origin/target"];
    let whole = time(|| said = answer(ctx, &args, &clone, &log));
    said?;
    let text = fs::read_to_string(&log).map_err(ChoreError::file(&log))?;
    let runs = read_log(&text);
    fs::remove_dir_all(&clone).map_err(ChoreError::file(&clone))?;
    let sum = runs.iter().map(|(begin, end)| end.saturating_sub(*begin)).sum();
    Ok(CiSample {
        whole,
        n_runs: runs.len(),
        sum: Duration::from_micros(sum),
        busy: Duration::from_micros(covered(runs)),
    })
}

/// Runs charter, which must say yes.
fn answer(ctx: &BenchContext, args: &[&str], dir: &Path, log: &Path) -> Result<()> {
    let mut command = Command::new(&ctx.binary);
    command.args(args).current_dir(dir).env("CHARTER_ACTOR", ACTOR).env(LOG, log);
    let output = command.stdin(Stdio::null()).output();
    let output =
        output.map_err(|source| ChoreError::Start { program: "charter".to_owned(), source })?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    Err(ChoreError::Measure(format!("charter {}: {said}", args.join(" "))))
}

fn commit(repo: &Path, message: &str) {
    let who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    spawn(Path::new("git"), &["add", "-A"], repo);
    spawn(Path::new("git"), &[&who[..], &["commit", "-qm", message]].concat(), repo);
}

fn put(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(ChoreError::file(path))
}

/// Reads when every execution began and ended, in microseconds.
fn read_log(text: &str) -> Vec<(u64, u64)> {
    let number = |it: Option<&str>| it?.parse::<u64>().ok();
    let run = |line: &str| {
        let mut words = line.split(' ');
        Some((number(words.next())?, number(words.next())?))
    };
    text.lines().filter_map(run).collect()
}

/// Adds up the time in which at least one ran.
fn covered(mut runs: Vec<(u64, u64)>) -> u64 {
    runs.sort_unstable();
    let (mut total, mut reached) = (0, 0);
    for (begin, end) in runs {
        total += end.saturating_sub(begin.max(reached));
        reached = reached.max(end);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ran_side_by_side_is_covered_once() {
        let runs = read_log("10 20\n15 30\n40 50\nnot a line\n16 18\n");
        assert_eq!(runs.len(), 4);
        assert_eq!(covered(runs), 30);
        assert_eq!(covered(Vec::new()), 0);
    }
}
