//! Running recorded commands again to see whether they do the same.
//!
//! Owns which commands those are, in which order, and what their results add up to. Nothing is
//! recorded. Must not run what nobody vouched for, and must not call anything the same that was not
//! compared.

use crate::app::{App, OpenCharter};
use crate::error::{Error, problem, unread};
use crate::refresh::Consent;
use crate::typed::typed;
use charter_contract::document::Criterion;
use charter_contract::evidence::{OUTPUT_FILE, stays_inside};
use charter_contract::proof::{
    Counts, Difference, SeenRun, compare, count_tests, normalise, strip_ansi,
};
use charter_contract::{Run, judge};
use charter_kernel::{CharterId, Problem};
use charter_proof::{
    End, Fresh, Interrupt, Limit, Protection, ReplayEnd, Sandbox, SandboxSurroundings,
};
use charter_store::Trust;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to replay, and under what circumstances.
#[derive(Debug, Clone)]
pub struct ReplayAsk {
    /// Only these criteria, by id or fragment; all where there is none.
    pub criteria: Vec<String>,
    /// Whose word there is for commands that never ran here.
    pub consent: Consent,
    pub place: ReplayPlace,
}

/// What is around a command that is replayed.
#[derive(Debug, Clone)]
pub struct ReplayPlace {
    /// The variables that the caller has.
    pub vars: BTreeMap<OsString, OsString>,
    /// The variables that a command brings along.
    pub own_vars: BTreeMap<OsString, OsString>,
    /// The program that a command runs under: charter itself.
    pub program: Option<PathBuf>,
}

/// What came of one command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ReplayResult {
    /// It did the same.
    Same,
    /// It did not.
    Differs,
    /// It was not run, or not to its end, or there is nothing to compare it with.
    NotRun,
}

/// One command of a replay.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplayRow {
    pub argv: Vec<String>,
    /// Where it runs, relative to the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    pub criteria: Vec<String>,
    pub result: ReplayResult,
    /// What differs, or why it was not run.
    pub reasons: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// What the runner counted now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Counts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// What kept it from doing harm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protection: Option<ProtectionRow>,
}

impl ReplayRow {
    fn came(&mut self, result: ReplayResult, why: String) {
        (self.result, self.reasons) = (result, vec![why]);
    }
}

/// What kept a command from doing harm: a state for each protection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtectionRow {
    /// Its name in data, its name for people, and its state, such as `blocked`.
    pub states: Vec<(&'static str, &'static str, String)>,
}

impl Serialize for ProtectionRow {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.states.iter().map(|(key, _, state)| (key, state)))
    }
}

impl ProtectionRow {
    pub(crate) fn of(protection: &Protection) -> Self {
        Self { states: protection.list().into() }
    }
}

/// What a replay showed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplayReport {
    pub commands: usize,
    /// How many were run and compared.
    pub replayed: usize,
    /// How many of those did the same.
    pub same: usize,
    /// The commands, in the order of the register.
    pub rows: Vec<ReplayRow>,
}

impl ReplayReport {
    /// Lists what does not hold.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let found = |row: &ReplayRow| {
            let code = match row.result {
                ReplayResult::Same => return None,
                ReplayResult::Differs => "replay-differs",
                ReplayResult::NotRun => "replay-not-run",
            };
            let message = format!("`{}`: {}", typed(&row.argv), row.reasons.join("; "));
            Some(problem(row.criteria.join(", "), code, message))
        };
        let mut problems: Vec<Problem> = self.rows.iter().filter_map(found).collect();
        if self.rows.is_empty() {
            let message = "no evidence that counts now came from a command that charter ran";
            problems.push(problem("ledger", "nothing-to-replay", message));
        }
        problems
    }
}

/// A command that is to be replayed, and what it did before.
struct Planned {
    row: ReplayRow,
    /// What each of its criteria has: the run, and where its output is.
    then: Vec<(Run, Option<String>)>,
}

impl App {
    /// Replays the commands whose evidence counts now; `progress` is told of each before it runs.
    pub(crate) fn replay(
        &self,
        id: &CharterId,
        replay: &ReplayAsk,
        progress: &mut dyn FnMut(usize, usize, &ReplayRow),
    ) -> Result<ReplayReport, Error> {
        let open = self.open_trusting(id.clone(), Trust::Nothing)?;
        let mut planned = self.plan(&open, replay)?;
        let wanted = planned.iter().map(|it| &it.row).filter(|it| it.result == ReplayResult::Same);
        let commands = wanted.map(|it| (it.argv.as_slice(), it.dir.as_deref()));
        self.check_known(id.as_str(), "verify --replay", commands, &replay.consent)?;
        let sandbox = self.sandbox(&replay.place, self.config.replay_limit())?;
        let interrupt = Interrupt::watch();
        let total = planned.len();
        for (idx, planned) in planned.iter_mut().enumerate() {
            if planned.row.result == ReplayResult::NotRun {
                continue;
            }
            progress(idx, total, &planned.row);
            self.replay_one(id, planned, replay, &sandbox, &interrupt)?;
            if interrupt.came() {
                return Err(Error::Interrupted(typed(&planned.row.argv)));
            }
        }
        let rows: Vec<ReplayRow> = planned.into_iter().map(|it| it.row).collect();
        let count = |result| rows.iter().filter(|it| it.result == result).count();
        let same = count(ReplayResult::Same);
        let replayed = same + count(ReplayResult::Differs);
        Ok(ReplayReport { commands: rows.len(), replayed, same, rows })
    }

    /// Prepares a sandbox in the project.
    pub(crate) fn sandbox(&self, place: &ReplayPlace, limit: Duration) -> Result<Sandbox, Error> {
        let ReplayPlace { vars, own_vars, program } = place.clone();
        let project = &self.place.project;
        let kept = vec![self.store.layout().root().to_owned()];
        let sandbox =
            Sandbox::new(project, SandboxSurroundings { vars, own_vars, program, kept, limit });
        Ok(sandbox.map_err(unread(project))?)
    }

    /// Lists the commands, each once; `Same` stands for what is still to be found out.
    fn plan(&self, open: &OpenCharter, replay: &ReplayAsk) -> Result<Vec<Planned>, Error> {
        let find = |it: &String| open.find_criterion(it).map(|it| it.id.clone());
        let named = replay.criteria.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let mut planned: Vec<Planned> = Vec::new();
        for criterion in open.docs.criteria.criteria() {
            let is_named = named.contains(&criterion.id);
            let record = open.state().contract.criteria.get(&criterion.id);
            let Some((record, run)) = record.and_then(|it| Some((it, it.run.as_ref()?))) else {
                if is_named {
                    planned.push(without_run(criterion));
                }
                continue;
            };
            let judged = judge(criterion, &open.docs, &open.state().contract);
            let counts = judged.verdict.counts(criterion, &open.docs, &open.state().contract);
            if !(is_named || (named.is_empty() && counts)) {
                continue;
            }
            let ending = format!("/{OUTPUT_FILE}");
            let mut paths = record.artifacts.iter().map(|it| &it.path);
            let output = paths.find(|it| it.ends_with(&ending) && stays_inside(it)).cloned();
            let why_not = self.why_not(run, output.as_deref()).or_else(|| {
                let word = judged.verdict.word();
                (!counts).then(|| format!("its evidence is {word} and does not count now"))
            });
            add(&mut planned, criterion, run, output, why_not);
        }
        Ok(planned)
    }

    /// Says why a run cannot or may not be replayed.
    fn why_not(&self, run: &Run, output: Option<&str>) -> Option<String> {
        if !self.config.allows_replay(&run.argv) {
            return Some("not allowed by the setting `replay-allow`".to_owned());
        }
        let has_none = run.tests.is_none() && output.is_none();
        has_none.then(|| "neither its tests nor its output were kept".to_owned())
    }

    /// Runs one command and puts what came of it into its row.
    fn replay_one(
        &self,
        id: &CharterId,
        planned: &mut Planned,
        replay: &ReplayAsk,
        sandbox: &Sandbox,
        interrupt: &Interrupt,
    ) -> Result<(), Error> {
        let scratch = self.store.scratch(&self.temp)?;
        let fresh = Fresh { home: &scratch.home, temp: &scratch.temp };
        let row = &mut planned.row;
        let dir = Path::new(row.dir.as_deref().unwrap_or_default());
        let watch = self.clock.stopwatch();
        let ran = match sandbox.run(&row.argv, dir, fresh, interrupt) {
            Ok(ran) => ran,
            Err(err) => {
                row.came(ReplayResult::NotRun, err.to_string());
                return Ok(());
            }
        };
        row.duration_ms = Some(watch.millis());
        row.protection = Some(ProtectionRow::of(&ran.protection));
        let exit_code = match ran.end {
            End::Exited(exit_code) => exit_code,
            End::Stopped(limit) => {
                row.came(ReplayResult::Differs, reached(limit, &ran.protection));
                return Ok(());
            }
            End::TimedOut | End::Interrupted => {
                let limit = self.config.replay_limit().as_secs();
                let why = format!("it did not end within {limit} s, and was ended");
                row.came(ReplayResult::Differs, why);
                return Ok(());
            }
        };
        row.exit_code = exit_code;
        let text = text_of(&ran);
        row.tests = count_tests(&text);
        let place = self.place.project.display().to_string();
        let output = normalise(&text, &place, &scratch.home.display().to_string());
        let now = SeenRun { exit_code, tests: row.tests.as_ref(), output: &output };
        let mut reasons: Vec<String> = Vec::new();
        for (run, artifact) in &planned.then {
            let path = artifact.as_ref().map(|it| self.store.layout().file(id, it));
            let bytes = path.and_then(|it| self.store.read_file(&it).ok());
            if bytes.is_none() && run.tests.is_none() {
                row.came(ReplayResult::NotRun, "the output that was recorded is gone".to_owned());
                return Ok(());
            }
            let then = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
            let home = replay.place.vars.get(&OsString::from("HOME")).cloned().unwrap_or_default();
            let then = normalise(&then, &place, &home.to_string_lossy());
            let then =
                SeenRun { exit_code: run.exit_code, tests: run.tests.as_ref(), output: &then };
            reasons.extend(compare(&then, &now).iter().map(Difference::words));
        }
        reasons.dedup();
        if !reasons.is_empty() {
            (row.result, row.reasons) = (ReplayResult::Differs, reasons);
        }
        Ok(())
    }
}

/// Says that a command took too much of something.
pub(crate) fn reached(limit: Limit, protection: &Protection) -> String {
    protection.limits.as_ref().map(|it| limit.reached(it)).unwrap_or_default()
}

fn text_of(ran: &ReplayEnd) -> String {
    let out = String::from_utf8_lossy(&ran.stdout);
    let err = String::from_utf8_lossy(&ran.stderr);
    strip_ansi(&format!("{out}\n{err}"))
}

fn without_run(criterion: &Criterion) -> Planned {
    let mut row = row_of(&[], None, criterion);
    row.came(ReplayResult::NotRun, "nothing that charter ran shows it".to_owned());
    Planned { row, then: Vec::new() }
}

fn row_of(argv: &[String], dir: Option<&String>, criterion: &Criterion) -> ReplayRow {
    ReplayRow {
        argv: argv.to_vec(),
        dir: dir.cloned(),
        criteria: vec![criterion.id.to_string()],
        result: ReplayResult::Same,
        reasons: Vec::new(),
        exit_code: None,
        tests: None,
        duration_ms: None,
        protection: None,
    }
}

/// Adds a criterion to the command that showed it, or the command.
fn add(
    planned: &mut Vec<Planned>,
    criterion: &Criterion,
    run: &Run,
    output: Option<String>,
    why_not: Option<String>,
) {
    let result = if why_not.is_some() { ReplayResult::NotRun } else { ReplayResult::Same };
    let is_same = |it: &&mut Planned| {
        let row = &it.row;
        row.argv == run.argv && row.dir == run.dir && row.result == result
    };
    if let Some(planned) = planned.iter_mut().find(is_same) {
        planned.row.criteria.push(criterion.id.to_string());
        planned.then.push((run.clone(), output));
        return;
    }
    let mut row = row_of(&run.argv, run.dir.as_ref(), criterion);
    (row.result, row.reasons) = (result, why_not.into_iter().collect());
    planned.push(Planned { row, then: vec![(run.clone(), output)] });
}
