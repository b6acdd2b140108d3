//! Evidence that the tool gathers itself.
//!
//! Owns the order: look at the files, run what the caller named, try it on the base where that tells
//! something, record. Must not judge the run.

use crate::app::{App, Caller};
use crate::commit::DocsWanted;
use crate::error::{Error, RUN};
use crate::key::MakeKey;
use crate::record::{ARTIFACT_MISSING, ARTIFACTS_BYTES_MAX, RecordReport, RecordedRow};
use crate::trial::NotTried;
use crate::typed::typed;
use charter_contract::document::Criterion;
use charter_contract::evidence::{
    Attachment, EvidenceEntry, OUTPUT_FILE, Observed, TAPE_FILE, TRIAL_FILE,
};
use charter_contract::proof::{Weakening, count_tests, no_op, paths_read, render_cast, strip_ansi};
use charter_contract::{
    ContractRefusal, EvidenceOutcome, EvidenceSource, Rigor, Run, Unkept, UntriedReason,
    check_active,
};
use charter_engine::{Refusal, State};
use charter_kernel::{CriterionId, NextAction, Problem, shell_word};
use charter_proof::{Echo, GitFailure, Job, Taping};
use charter_store::{Failure, Stat, Trust};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// What to run, and for what.
#[derive(Debug, Clone)]
pub struct Prove {
    /// The criteria, by id or fragment.
    pub criteria: Vec<String>,
    pub argv: Vec<String>,
    /// Why it is enough where nothing else tells.
    pub because: Option<String>,
    pub artifacts: Vec<String>,
    /// Files that were kept with an earlier run, relative to the project; kept again where they are
    /// there.
    pub earlier: Vec<String>,
    /// The directory below `work` that it goes to.
    pub segment: Option<String>,
    pub base: Base,
    pub echo: Echo,
    pub taping: Taping,
    /// The directory of the project that it runs in; where the caller stands if there is none.
    pub dir: Option<PathBuf>,
}

/// Whether to try a command on an earlier commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    WhereItTells,
    /// On this one.
    On(String),
    Never,
}

/// What a run showed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProveReport {
    /// Whether every criterion that was named counts as shown now.
    pub ok: bool,
    pub entries: Vec<RecordedRow>,
    pub run: Run,
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Runs a command and records what it shows.
    pub fn prove(&self, caller: &Caller, prove: &Prove) -> Result<ProveReport, Error> {
        let open = self.open_unobserved(self.select(caller)?)?;
        check_active(&open.state().contract, "take evidence")?;
        open.loaded.can_write()?;
        let dir = prove.dir.as_deref().unwrap_or(&self.cwd);
        let below = self.below_project(dir)?;
        let mut criteria: Vec<&Criterion> = Vec::new();
        for name in &prove.criteria {
            let found = crate::show::find_criterion(&open, name)?;
            if !criteria.iter().any(|it| it.id == found.id) {
                criteria.push(found);
            }
        }
        let named = self.named_commit(caller, prove, open.state())?;
        self.check_artifacts(open.id.as_str(), &prove.artifacts)?;
        let concerned: Vec<(&Criterion, bool)> = criteria.iter().map(|it| (*it, true)).collect();
        // What is shown is what was there when it began; git is asked about the rest meanwhile.
        let began = open.state().contract.base.as_deref();
        let looking = self.look_meanwhile(began);
        let mut seen =
            self.observe_for(&open.id, &open.docs, open.state(), &concerned, Trust::Memory);
        let job =
            Job { argv: &prove.argv, dir, echo: prove.echo, taping: prove.taping, limit_ms: None };
        let before = self.glance(prove, below.as_deref());
        let Performed { mut run, mut files } = self.perform(&job, below)?;
        let written = self.written_since(&before);
        let (changed, head) = looking.join().unwrap_or_default();
        (seen.commit, seen.dirty) = head.unzip();
        seen.weakened = began.map(|it| self.weakened_since(it, &changed)).unwrap_or_default();
        if let Some(named) = named.as_deref().filter(|it| Some(*it) != began) {
            self.add_weakened(&mut seen, named);
        }
        let tells = outcome_of(&run) == EvidenceOutcome::Pass && no_op(&run.argv).is_none();
        if tells && wants_trial(prove, &run, open.state().contract.rigor) {
            let commit = named.map_or_else(|| self.creation_commit(open.state()), Ok);
            match commit.and_then(|it| self.try_on_base(&job, &run, &it, &written)) {
                Ok(tried) => {
                    run.base = Some(tried.base);
                    files.push(file(TRIAL_FILE, tried.output));
                }
                Err(NotTried::Missing(untried)) => run.no_base = Some(untried),
                Err(NotTried::Stopped(err)) => return Err(err),
            }
        }
        let kept = self.keep_files(prove, &written, &mut run);
        let artifacts: Vec<String> = kept.iter().filter_map(|it| it.from.clone()).collect();
        let entry = |criterion: &&Criterion| EvidenceEntry {
            criterion_id: CriterionId(criterion.id.to_string()),
            outcome: outcome_of(&run),
            source: EvidenceSource::Verifier,
            summary: summary_of(&run),
            because: prove.because.clone().filter(|it| !it.trim().is_empty()),
            segment: prove.segment.clone(),
            artifacts: artifacts.clone(),
            details: serde_json::Map::new(),
            recorded_by: None,
            narrative: None,
            run: Some(run.clone()),
        };
        let attachments = [kept, files].concat();
        let entries: Vec<(EvidenceEntry, Vec<Attachment>)> =
            criteria.iter().map(|it| (entry(it), attachments.clone())).collect();
        let RecordReport { entries, next_actions, .. } =
            self.record_in(self.hold(caller, open, DocsWanted::All)?, &entries, Some(seen))?;
        Ok(ProveReport { ok: entries.iter().all(|it| it.counts), entries, run, next_actions })
    }

    /// Refuses files that are not the project's before anything runs.
    fn check_artifacts(&self, charter_id: &str, artifacts: &[String]) -> Result<(), Refusal> {
        let problems: Vec<Problem> =
            artifacts.iter().filter_map(|it| self.artifact_path(it).err()).collect();
        if problems.is_empty() {
            return Ok(());
        }
        Err(Refusal::Contract(ContractRefusal::EntriesUnusable {
            charter_id: charter_id.to_owned(),
            problems,
        }))
    }

    /// Looks at the files that a run is to write, and at those that it names.
    fn glance(&self, prove: &Prove, below: Option<&str>) -> BTreeMap<String, Option<Stat>> {
        let named = prove.artifacts.iter().filter_map(|it| Some(self.artifact_path(it).ok()?.1));
        let read = paths_read(&prove.argv, below.unwrap_or_default());
        let paths = named.chain(prove.earlier.iter().cloned()).chain(read);
        let stat = |it: &String| self.store.look_at(&self.place.project.join(it)).ok().flatten();
        paths.map(|it| (it.clone(), stat(&it))).collect()
    }

    /// Lists those that are not as they were.
    fn written_since(&self, before: &BTreeMap<String, Option<Stat>>) -> BTreeSet<String> {
        let is_other = |path: &str, then: &Option<Stat>| {
            let now = self.store.look_at(&self.place.project.join(path)).ok().flatten();
            now.map(|it| it.stamp) != then.map(|it| it.stamp)
        };
        let written = before.iter().filter(|(path, then)| is_other(path, then));
        written.map(|(path, _)| path.clone()).collect()
    }

    /// Reads the files that are kept with a run, and notes those that cannot be or that it did not
    /// write: the run is recorded all the same.
    fn keep_files(
        &self,
        prove: &Prove,
        written: &BTreeSet<String>,
        run: &mut Run,
    ) -> Vec<Attachment> {
        let mut left = ARTIFACTS_BYTES_MAX;
        let mut kept: Vec<Attachment> = Vec::new();
        for named in &prove.artifacts {
            match self.read_artifact(named, &mut left, &kept) {
                Ok(attachment) => kept.push(attachment),
                Err(problem) => {
                    let path = self.artifact_path(named).map_or(problem.path, |it| it.1);
                    run.unkept.push(Unkept { path, why: problem.message });
                }
            }
        }
        for path in &prove.earlier {
            let named = self.place.project.join(path).display().to_string();
            match self.read_artifact(&named, &mut left, &kept) {
                Ok(attachment) => kept.push(attachment),
                Err(problem) if problem.code == ARTIFACT_MISSING => {}
                Err(problem) => {
                    run.unkept.push(Unkept { path: path.clone(), why: problem.message });
                }
            }
        }
        let is_old = |it: &&String| !written.contains(*it);
        run.unwritten =
            kept.iter().filter_map(|it| it.from.as_ref()).filter(is_old).cloned().collect();
        kept
    }

    /// Names what shows less than at a commit that is not the base, too.
    fn add_weakened(&self, seen: &mut Observed, commit: &str) {
        let also = self.weakened_since(commit, &self.changed_since(commit));
        let is_new = |it: &Weakening| !seen.weakened.iter().any(|then| then.path == it.path);
        let also: Vec<Weakening> = also.into_iter().filter(is_new).collect();
        seen.weakened.extend(also);
    }

    /// Asks git which files differ from the base, and which commit is checked out, on another thread.
    fn look_meanwhile(&self, began: Option<&str>) -> JoinHandle<(Vec<String>, CheckedOut)> {
        let open = self.repository_opener();
        let began = began.map(str::to_owned);
        let root = self.place.root.strip_prefix(&self.place.project).ok().map(Path::to_owned);
        std::thread::spawn(move || {
            let Ok(repository) = open() else { return (Vec::new(), None) };
            let changed = began.and_then(|it| repository.changed_since(&it).ok());
            (changed.unwrap_or_default(), repository.head_state(root.as_deref()).ok())
        })
    }

    fn perform(&self, job: &Job<'_>, dir: Option<String>) -> Result<Performed, Error> {
        let watch = self.clock.stopwatch();
        let ran = charter_proof::run(job, &|| watch.millis());
        let duration_ms = watch.millis();
        let ran = ran.map_err(|err| not_run(job.argv, &err))?;
        if let Some(secret) = self.machine_secret(MakeKey::IfMissing) {
            self.store.remember_command(&secret, job.argv, dir.as_deref());
        }
        if ran.interrupted {
            return Err(Error::Interrupted(typed(job.argv)));
        }
        let output = strip_ansi(&String::from_utf8_lossy(&ran.output));
        let tests = count_tests(&output);
        let (argv, exit_code) = (job.argv.to_vec(), ran.exit_code);
        let (unkept, unwritten) = (Vec::new(), Vec::new());
        let (base, no_base) = (None, None);
        let run =
            Run { argv, dir, exit_code, duration_ms, tests, base, no_base, unkept, unwritten };
        let mut files = vec![file(OUTPUT_FILE, output)];
        files.extend(ran.tape.map(|it| {
            file(TAPE_FILE, render_cast((it.columns, it.rows), job.argv, &it.frames, it.n_lost))
        }));
        Ok(Performed { run, files })
    }

    /// Finds the commit that the caller named. At strict an agent has no say about it, unless it was
    /// there before the charter began: any commit can be made to fail.
    fn named_commit(
        &self,
        caller: &Caller,
        prove: &Prove,
        state: &State,
    ) -> Result<Option<String>, Error> {
        let is_bound = state.contract.rigor == Rigor::Strict && !caller.actor.is_person();
        let needs_person = |what, flag: &str| {
            let (actor, charter) =
                (caller.actor.to_string(), shell_word(&state.contract.charter_id));
            let ids: Vec<String> = prove.criteria.iter().map(|it| shell_word(it)).collect();
            let (ids, argv) = (ids.join(","), typed(&prove.argv));
            let command = format!("charter prove {ids} {flag} --charter {charter} -- {argv}");
            Err(ContractRefusal::PersonNeeded { what, actor, command }.into())
        };
        match &prove.base {
            Base::WhereItTells => Ok(None),
            Base::Never if is_bound && self.knows_git(state) => {
                needs_person("leaving out the base at rigor strict", "--no-base")
            }
            Base::Never => Ok(None),
            Base::On(revision) => {
                let unknown = |err| Error::of_revision(revision, err);
                let repository = self.repository().map_err(unknown)?;
                let commit = repository.resolve(revision).map_err(unknown)?;
                let is_before = |it: &String| repository.is_ancestor(&commit, it).unwrap_or(false);
                if is_bound && !state.contract.base.as_ref().is_none_or(is_before) {
                    let flag = format!("--base {}", shell_word(revision));
                    let what = "naming a base after the charter began, at rigor strict,";
                    return needs_person(what, &flag);
                }
                Ok(Some(commit))
            }
        }
    }

    /// Tells whether there is a repository, or was when the charter began.
    fn knows_git(&self, state: &State) -> bool {
        state.contract.base.is_some() || charter_proof::is_repository(&self.place.project)
    }

    /// Finds the commit that the charter was created at.
    fn creation_commit(&self, state: &State) -> Result<String, NotTried> {
        match (self.repository(), &state.contract.base) {
            (Ok(repository), Some(base)) => Ok(repository.resolve(base)?),
            (Ok(_), None) => {
                let words = "no commit was there when the charter began";
                Err(NotTried::missing(UntriedReason::NoCommit, words))
            }
            (Err(GitFailure::NoRepository), Some(_)) => {
                let words = "the git repository that the charter began in is gone";
                Err(NotTried::missing(UntriedReason::CommitMissing, words))
            }
            (Err(failure), _) => Err(failure.into()),
        }
    }

    /// Gives a directory relative to the project, none for the project itself; refuses any other.
    fn below_project(&self, dir: &Path) -> Result<Option<String>, Refusal> {
        let outside = || {
            Refusal::Contract(ContractRefusal::RunOutside {
                project: self.place.project.display().to_string(),
            })
        };
        let (real, project) =
            (self.store.real_path(dir), self.store.real_path(&self.place.project));
        let below = real.strip_prefix(project).map_err(|_| outside())?;
        let below = below.to_str().filter(|it| !crate::record::is_git_s(it)).ok_or_else(outside)?;
        Ok((!below.is_empty()).then(|| below.to_owned()))
    }
}

/// What came of a command, before it is judged.
struct Performed {
    run: Run,
    files: Vec<Attachment>,
}

/// The commit that is checked out, and whether anything differs from it.
type CheckedOut = Option<(String, bool)>;

fn file(name: &str, text: String) -> Attachment {
    Attachment { name: name.to_owned(), bytes: text.into_bytes(), picture: None, from: None }
}

/// Tells whether a run that passed is to be tried on the base.
fn wants_trial(prove: &Prove, run: &Run, rigor: Rigor) -> bool {
    match (&prove.base, rigor) {
        (Base::Never, _) => false,
        (Base::On(_), _) | (Base::WhereItTells, Rigor::Strict) => true,
        (Base::WhereItTells, Rigor::Light | Rigor::Standard) => run.tests.is_none(),
    }
}

fn not_run(argv: &[String], err: &std::io::Error) -> Error {
    let program = argv.first().cloned().unwrap_or_default();
    let is_command_line = argv.len() == 1 && program.contains(char::is_whitespace);
    let words = match err.kind() {
        std::io::ErrorKind::NotFound if is_command_line => {
            "the command was not found; its words are one word here, so leave the quotes out or \
             write `sh -c` before it"
                .to_owned()
        }
        std::io::ErrorKind::NotFound => "the command was not found".to_owned(),
        _ => err.to_string(),
    };
    let source = std::io::Error::new(err.kind(), words);
    Failure::Io { action: RUN, path: program.into(), source }.into()
}

/// A runner that counts failures is believed before an exit code that says otherwise.
fn outcome_of(run: &Run) -> EvidenceOutcome {
    let failed = run.tests.as_ref().is_some_and(|it| it.failed > 0);
    if run.exit_code == Some(0) && !failed { EvidenceOutcome::Pass } else { EvidenceOutcome::Fail }
}

fn summary_of(run: &Run) -> String {
    let exit = match run.exit_code {
        Some(code) => format!("exit code {code}"),
        None => "ended by a signal".to_owned(),
    };
    match &run.tests {
        Some(tests) => format!("{}, {exit}", tests.words()),
        None => format!("{exit}, no test counted"),
    }
}
