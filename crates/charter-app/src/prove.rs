//! Evidence that the tool gathers itself.
//!
//! Owns the order: look at the files, run what the caller named, try it on the base where that tells
//! something, record. Must not judge the run.

use crate::app::{App, Caller};
use crate::error::{Error, RUN};
use crate::record::{OUTPUT_FILE, RecordReport, RecordedRow, TAPE_FILE};
use charter_core::document::Criterion;
use charter_core::event::{BaseRun, EvidenceOutcome, EvidenceSource, Run};
use charter_core::evidence::{Attachment, Entry};
use charter_core::proof::{
    CastEvent, Weakening, count_tests, files_run, is_test_path, no_op, render_cast, strip_ansi,
};
use charter_core::{
    CriterionId, Digest, NextAction, Refusal, Rigor, State, check_active, shell_word,
};
use charter_proof::{BaseTree, Echo, Frame, Job, Shown, Tape, Taping};
use charter_store::{Failure, Trust};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// How long a command may take on the base, in milliseconds, however short it was here.
const TRIAL_MS_MIN: u64 = 60_000;

/// The most packages of one directory that are looked at.
const INSTALLED_MAX: usize = 10_000;

/// How many times as long as here it may take beside that.
const TRIAL_TIMES: u64 = 10;

/// What to run, and for what.
#[derive(Debug, Clone)]
pub struct Prove {
    /// The criteria, by id or fragment.
    pub criteria: Vec<String>,
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// Why it is enough where nothing else tells.
    pub because: Option<String>,
    /// Files that belong to it.
    pub artifacts: Vec<String>,
    /// The directory below `work` that it goes to.
    pub segment: Option<String>,
    /// The commit to try it on.
    pub base: Base,
    /// Where the output goes meanwhile.
    pub echo: Echo,
    /// Whether its terminal is recorded.
    pub taping: Taping,
    /// The directory of the project that it runs in; where the caller stands if there is none.
    pub dir: Option<PathBuf>,
}

/// Whether to try a command on an earlier commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// Where that tells something.
    WhereItTells,
    /// On this one.
    On(String),
    /// Never.
    Never,
}

/// What a run showed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProveReport {
    /// Whether every criterion that was named counts as shown now.
    pub ok: bool,
    /// The criteria.
    pub entries: Vec<RecordedRow>,
    /// The run.
    pub run: Run,
    /// What to do next.
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Runs a command and records what it shows.
    pub fn prove(&self, caller: &Caller, prove: &Prove) -> Result<ProveReport, Error> {
        let open = self.open_unobserved(self.select(caller)?)?;
        check_active(open.state(), "take evidence")?;
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
        let concerned: Vec<(&Criterion, bool)> = criteria.iter().map(|it| (*it, true)).collect();
        // What is shown is what was there when it began; git is asked about the rest meanwhile.
        let began = open.state().base.as_deref();
        let looking = self.look_meanwhile(began);
        let mut seen =
            self.observe_for(&open.id, &open.docs, open.state(), &concerned, Trust::Nothing);
        let job =
            Job { argv: &prove.argv, dir, echo: prove.echo, taping: prove.taping, limit_ms: None };
        let Performed { mut run, files } = self.perform(&job, below.clone())?;
        let (changed, head) = looking.join().unwrap_or_default();
        (seen.commit, seen.dirty) = head.unzip();
        seen.weakened = began.map(|it| self.weakened_since(it, &changed)).unwrap_or_default();
        if let Some(named) = named.as_deref().filter(|it| Some(*it) != began) {
            let changed = charter_proof::changed_since(&self.place.project, named);
            let also = self.weakened_since(named, &changed);
            let is_new = |it: &Weakening| !seen.weakened.iter().any(|then| then.path == it.path);
            let also: Vec<Weakening> = also.into_iter().filter(is_new).collect();
            seen.weakened.extend(also);
        }
        let outcome = outcome_of(&run);
        let tells = outcome == EvidenceOutcome::Pass && no_op(&run.argv).is_none();
        let is_wanted = match (&prove.base, open.state().rigor) {
            (Base::Never, _) => false,
            (Base::On(_), _) | (Base::WhereItTells, Rigor::Strict) => true,
            (Base::WhereItTells, Rigor::Light | Rigor::Standard) => run.tests.is_none(),
        };
        if tells && is_wanted {
            let commit = named.or_else(|| self.creation_commit(open.state()));
            run.base = match commit {
                Some(commit) => self.try_on_base(&job, &run, &commit)?,
                None => None,
            };
        }
        let entry = |criterion: &&Criterion| Entry {
            criterion_id: CriterionId(criterion.id.to_string()),
            outcome,
            source: EvidenceSource::Verifier,
            summary: summary_of(&run),
            because: prove.because.clone().filter(|it| !it.trim().is_empty()),
            segment: prove.segment.clone(),
            artifacts: prove.artifacts.clone(),
            details: serde_json::Map::new(),
            recorded_by: None,
            narrative: None,
            run: Some(run.clone()),
        };
        let entries: Vec<Entry> = criteria.iter().map(entry).collect();
        let mut entries = self.attach(open.id.as_str(), entries)?;
        for (_, attachments) in &mut entries {
            attachments.extend(files.iter().cloned());
        }
        let RecordReport { entries, next_actions, .. } =
            self.record_attached(caller, &open.id, &entries, Some(seen))?;
        Ok(ProveReport { ok: entries.iter().all(|it| it.counts), entries, run, next_actions })
    }

    /// Asks git which files differ from the base, and which commit is checked out, on another thread.
    fn look_meanwhile(&self, began: Option<&str>) -> JoinHandle<(Vec<String>, CheckedOut)> {
        let (project, began) = (self.place.project.clone(), began.map(str::to_owned));
        let root = self.place.root.strip_prefix(&project).ok().map(Path::to_owned);
        std::thread::spawn(move || {
            let changed = began.map(|it| charter_proof::changed_since(&project, &it));
            let head = charter_proof::head_state(&project, root.as_deref());
            (changed.unwrap_or_default(), head)
        })
    }

    /// Runs a command.
    fn perform(&self, job: &Job<'_>, dir: Option<String>) -> Result<Performed, Error> {
        let watch = self.clock.stopwatch();
        let ran = charter_proof::run(job, &|| watch.millis());
        let duration_ms = watch.millis();
        let ran = ran.map_err(|err| not_run(job.argv, &err))?;
        self.store.remember_command(job.argv, dir.as_deref());
        if ran.interrupted {
            return Err(Error::Interrupted(typed(job.argv)));
        }
        let output = strip_ansi(&String::from_utf8_lossy(&ran.output));
        let tests = count_tests(&output);
        let (argv, exit_code) = (job.argv.to_vec(), ran.exit_code);
        let run = Run { argv, dir, exit_code, duration_ms, tests, base: None };
        let file = |name: &str, text: String| Attachment {
            name: name.to_owned(),
            bytes: text.into_bytes(),
            picture: None,
        };
        let mut files = vec![file(OUTPUT_FILE, output)];
        files.extend(ran.tape.map(|it| file(TAPE_FILE, render_tape(&it, job.argv))));
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
        let project = &self.place.project;
        let is_bound = state.rigor == Rigor::Strict && !caller.actor.is_person();
        let needs_person = |what| {
            let actor = caller.actor.to_string();
            Err(Refusal::PersonNeeded { what, actor }.into())
        };
        match &prove.base {
            Base::WhereItTells => Ok(None),
            Base::Never if is_bound && state.base.is_some() => {
                needs_person("leaving out the base at rigor strict")
            }
            Base::Never => Ok(None),
            Base::On(revision) => {
                let commit = charter_proof::resolve(project, revision);
                let commit = commit.ok_or_else(|| Refusal::BaseUnknown(revision.clone()))?;
                let is_before = |it: &String| charter_proof::is_ancestor(project, &commit, it);
                if is_bound && !state.base.as_ref().is_none_or(is_before) {
                    return needs_person("naming a base after the charter began, at rigor strict,");
                }
                Ok(Some(commit))
            }
        }
    }

    /// Finds the commit that the charter was created at.
    fn creation_commit(&self, state: &State) -> Option<String> {
        charter_proof::resolve(&self.place.project, state.base.as_ref()?)
    }

    /// Makes a throw-away copy of a commit. It is outside of the project: what looks for its settings
    /// in the directories above must not find those of the present.
    pub(crate) fn copy_of(&self, commit: &str) -> Option<BaseTree> {
        let project = self.store.real_path(&self.place.project);
        let digest = Digest::of(project.as_os_str().as_encoded_bytes());
        let prefix = format!("charter-base-{}-", digest.short());
        BaseTree::new(&self.place.project, commit, &self.temp, &prefix)
    }

    /// Tells whether what is installed leads back into the project, as the packages of a workspace and
    /// what is installed to be edited do: with it the copy would run the work of the present.
    fn leads_back(&self, dir: &str) -> bool {
        let project = self.store.real_path(&self.place.project);
        let dir = project.join(dir);
        let is_work = |path: &Path| {
            let real = self.store.real_path(path);
            real.starts_with(&project) && !real.starts_with(self.store.real_path(&dir))
        };
        let names = |dir: &Path| -> Vec<PathBuf> {
            let names = self.store.names_in(dir);
            names.into_iter().take(INSTALLED_MAX).map(|it| dir.join(it)).collect()
        };
        let scoped =
            |it: &PathBuf| it.file_name().is_some_and(|it| it.to_string_lossy().starts_with('@'));
        let packages = names(&dir);
        let deeper = packages.iter().filter(|it| scoped(it)).flat_map(|it| names(it));
        if packages.iter().cloned().chain(deeper).any(|it| is_work(&it)) {
            return true;
        }
        // A virtual environment names other places in small files.
        let lib = names(&dir.join("lib")).into_iter().map(|it| it.join("site-packages"));
        let texts =
            lib.flat_map(|it| names(&it)).filter(|it| it.extension().is_some_and(|it| it == "pth"));
        let mut lines = texts.filter_map(|it| self.store.read_file(&it).ok());
        lines.any(|it| {
            let text = String::from_utf8_lossy(&it).into_owned();
            text.lines().any(|line| line.starts_with('/') && is_work(Path::new(line.trim())))
        })
    }

    /// Runs a command on an earlier commit, with the tests that are new since.
    fn try_on_base(
        &self,
        job: &Job<'_>,
        here: &Run,
        commit: &str,
    ) -> Result<Option<BaseRun>, Error> {
        let Some(tree) = self.copy_of(commit) else { return Ok(None) };
        let dependencies = tree.dependencies();
        if dependencies.iter().any(|it| self.leads_back(it)) {
            return Ok(None);
        }
        tree.lend(&dependencies);
        let below = Path::new(here.dir.as_deref().unwrap_or_default());
        // A check that is new is tried as well: it is the question, not the work.
        let own = files_run(job.argv).into_iter();
        let own: Vec<PathBuf> =
            own.map(|it| below.join(it.strip_prefix("./").unwrap_or(it))).collect();
        let is_script = |file: &str| own.iter().any(|it| it == Path::new(file));
        let is_wanted = |it: &&String| is_test_path(it) || is_script(it);
        for file in tree.new_files(commit).iter().filter(is_wanted) {
            let _ = self.store.carry_over(&self.place.project, &tree.path, file);
        }
        let dir = tree.path.join(below);
        let there = Job {
            dir: &dir,
            echo: Echo::Silent,
            taping: Taping::Off,
            limit_ms: Some(TRIAL_MS_MIN + TRIAL_TIMES * here.duration_ms),
            ..*job
        };
        let watch = self.clock.stopwatch();
        let (exit_code, output) = match charter_proof::run(&there, &|| watch.millis()) {
            Ok(ran) if ran.interrupted => return Err(Error::Interrupted(typed(job.argv))),
            Ok(ran) => (ran.exit_code, ran.output),
            Err(_) => (None, Vec::new()),
        };
        // What failed because its directory was gone says nothing about the commit.
        if !tree.is_there() {
            return Ok(None);
        }
        let tests = count_tests(&String::from_utf8_lossy(&output));
        Ok(Some(BaseRun { commit: commit.to_owned(), exit_code, tests }))
    }

    /// Gives a directory relative to the project, none for the project itself; refuses any other.
    fn below_project(&self, dir: &Path) -> Result<Option<String>, Refusal> {
        let outside = || Refusal::RunOutside { project: self.place.project.display().to_string() };
        let (real, project) =
            (self.store.real_path(dir), self.store.real_path(&self.place.project));
        let below = real.strip_prefix(project).map_err(|_| outside())?;
        let below = below.to_str().ok_or_else(outside)?;
        Ok((!below.is_empty()).then(|| below.to_owned()))
    }
}

/// What came of a command, before it is judged.
struct Performed {
    run: Run,
    /// What is kept of it.
    files: Vec<Attachment>,
}

/// The commit that is checked out, and whether anything differs from it.
type CheckedOut = Option<(String, bool)>;

/// Gives a command as it would be typed.
pub(crate) fn typed(argv: &[String]) -> String {
    argv.iter().map(|it| shell_word(it)).collect::<Vec<_>>().join(" ")
}

fn event_of(frame: &Frame) -> CastEvent<'_> {
    match &frame.what {
        Shown::Output(bytes) => CastEvent::Output(bytes),
        Shown::Resize(columns, rows) => CastEvent::Resize(*columns, *rows),
    }
}

fn render_tape(tape: &Tape, argv: &[String]) -> String {
    let events = tape.frames.iter().map(|it| (it.at_ms, event_of(it)));
    render_cast((tape.columns, tape.rows), argv, events, tape.n_lost)
}

fn not_run(argv: &[String], err: &std::io::Error) -> Error {
    let program = argv.first().cloned().unwrap_or_default();
    let source = std::io::Error::new(err.kind(), err.to_string());
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
