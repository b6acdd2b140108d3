//! Recording evidence, on somebody's word or from a command that charter runs.
//!
//! Owns the order: look at the files, run what the caller named, try it on the base where that tells
//! something, record. Must not judge a run or decide what can be recorded.

use crate::app::{App, Caller, OpenCharter};
use crate::artifact::{KeptFiles, is_git_s};
use crate::commit::{Charter, DocsWanted, Pen, ToWrite};
use crate::entry::unusable;
use crate::error::{Error, RUN};
use crate::key::MakeKey;
use crate::typed::typed;
use charter_contract::agreement;
use charter_contract::document::Criterion;
use charter_contract::evidence::{
    Attachment, EvidenceEntry, OUTPUT_FILE, Observed, SEGMENT_DEFAULT, TAPE_FILE, TRIAL_FILE,
    record, rests_on_source,
};
use charter_contract::proof::{
    HeardRun, Trial, Weakening, hidden_in_file, no_op, read_output, render_cast,
    reported_mutations, scripts_run, strip_ansi,
};
use charter_contract::{
    CharterAct, ContractRefusal, CriterionRow, Docs, EvidenceOutcome, EvidenceSource, Run, Verdict,
    VerdictReason, check_active,
};
use charter_engine::{Refusal, State, query};
use charter_kernel::{CharterId, CriterionId, NextAction, Timestamp, shell_word};
use charter_proof::{Echo, Job, Taping};
use charter_store::{Failure, Trust};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

const ENTRIES_MAX: usize = 10_000;

/// What was recorded.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    /// The entries, in the order in which they were given.
    pub entries: Vec<RecordedRow>,
    pub next_actions: Vec<NextAction>,
}

/// An entry that was recorded.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedRow {
    pub criterion_id: String,
    /// The directory that it was put in, if it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature_id: Option<String>,
    pub outcome: EvidenceOutcome,
    /// What can be said about the criterion now.
    pub verdict: Verdict,
    /// Why it is no better, as a word for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<VerdictReason>,
    /// Whether that counts as shown.
    pub counts: bool,
    /// Where the evidence is, relative to the charter.
    pub path: String,
    pub ts: Timestamp,
    /// Why the verdict is what it is.
    pub reasons: Vec<String>,
}

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
    /// Who is told what is being tried.
    pub progress: fn(&str),
}

/// A run that was tried and is not recorded yet.
pub(crate) struct TriedOut {
    pub(crate) run: Run,
    pub(crate) entries: Vec<(EvidenceEntry, Vec<Attachment>)>,
    /// What was there when it began.
    pub(crate) seen: Observed,
}

/// The most mutations of a report that are kept, of each sort.
const REPORTED_MAX: usize = 10;

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
    /// Records entries on the charter that the caller means: all of them, or none.
    pub fn record(
        &self,
        caller: &Caller,
        entries: Vec<EvidenceEntry>,
    ) -> Result<RecordReport, Error> {
        let id = self.select(caller)?;
        self.record_on(caller, &id.to_string(), id.into(), entries)
    }

    /// Does the same on a charter that was read.
    pub fn record_read(
        &self,
        caller: &Caller,
        open: OpenCharter,
        entries: Vec<EvidenceEntry>,
    ) -> Result<RecordReport, Error> {
        self.record_on(caller, &open.id.to_string(), open.into(), entries)
    }

    fn record_on(
        &self,
        caller: &Caller,
        id: &str,
        charter: Charter,
        entries: Vec<EvidenceEntry>,
    ) -> Result<RecordReport, Error> {
        if entries.len() > ENTRIES_MAX {
            let message = format!("{} entries; the most is {ENTRIES_MAX}", entries.len());
            return Err(unusable(id, "entries", "too-many-entries", message));
        }
        let entries = self.attach(id, entries)?;
        self.record_in(self.hold(caller, charter, DocsWanted::All)?, &entries, None)
    }

    /// Records entries whose artifacts were read; `seen` is what was seen before a run.
    fn record_in(
        &self,
        mut pen: Pen<'_>,
        entries: &[(EvidenceEntry, Vec<Attachment>)],
        seen: Option<Observed>,
    ) -> Result<RecordReport, Error> {
        let segment =
            |it: &EvidenceEntry| it.segment.clone().unwrap_or_else(|| SEGMENT_DEFAULT.to_owned());
        let segments = entries.iter().map(|(it, _)| segment(it));
        let segments = segments.filter(|it| !it.contains(['/', '\\']) && it != "..").collect();
        let taken = self.store.run_dirs(pen.id(), &segments)?;
        let strand = pen.strand()?;
        let (docs, state) = (pen.docs(), pen.state());
        let seen = seen.unwrap_or_else(|| self.see_for(pen.id(), docs, state, entries));
        let (mut decision, dirs) =
            record(docs, &state.contract, entries, (&taken, strand.short()), &seen, &pen.ctx)?;
        // What was added to the register is agreed on with the evidence.
        decision.events.splice(0..0, agreement::additions(docs, &state.contract));
        let is_word = |it: &(EvidenceEntry, Vec<Attachment>)| it.0.run.is_none();
        let act = entries.iter().any(is_word).then_some(CharterAct::SignOff);
        pen.write(ToWrite { act, ..decision.into() })?;
        let ts = pen.ctx.now;
        let mut open = pen.let_go();
        self.observe(&open.id, &mut open.docs, &open.loaded.state, Trust::Memory);
        Ok(self.recorded(&open, entries, &dirs, ts))
    }

    /// Looks at what entries will rest on.
    fn see_for(
        &self,
        id: &CharterId,
        docs: &Docs,
        state: &State,
        entries: &[(EvidenceEntry, Vec<Attachment>)],
    ) -> Observed {
        let about = |tells: &dyn Fn(&EvidenceEntry) -> bool| -> Vec<(&Criterion, bool)> {
            let row = |(it, _): &(EvidenceEntry, Vec<Attachment>)| {
                Some((docs.criteria.find(it.criterion_id.as_str())?, tells(it)))
            };
            entries.iter().filter_map(row).collect()
        };
        let resting = about(&|it| rests_on_source(it, &state.contract));
        let observed = self.observe_for(id, docs, state, &resting, Trust::Memory);
        // What charter writes down is no work; the documents have digests of their own.
        let root = self.place.root.strip_prefix(&self.place.project).ok();
        let (commit, dirty) = self.repository().and_then(|it| it.head_state(root)).ok().unzip();
        let weakened = self.weakened_for(state, &about(&|it| it.run.is_some()));
        Observed { commit, dirty, weakened, ..observed }
    }

    fn recorded(
        &self,
        open: &OpenCharter,
        entries: &[(EvidenceEntry, Vec<Attachment>)],
        dirs: &[String],
        ts: Timestamp,
    ) -> RecordReport {
        let path = self.charter_path(&open.id);
        let status = self.status_of(open);
        let ids: Vec<String> = entries.iter().map(|(it, _)| it.criterion_id.to_string()).collect();
        let rows: BTreeMap<&str, &CriterionRow> =
            status.overview.criteria.iter().map(|it| (it.id.as_str(), it)).collect();
        let row = |((entry, _), dir): (&(EvidenceEntry, Vec<Attachment>), &String)| {
            let id = entry.criterion_id.as_str();
            let row = rows.get(id);
            RecordedRow {
                criterion_id: id.to_owned(),
                feature_id: entry.segment.clone(),
                outcome: entry.outcome,
                verdict: row.map_or(Verdict::Missing, |it| it.verdict),
                reason_code: row.and_then(|it| it.reason_code),
                counts: row.is_some_and(|it| it.counts),
                path: dir.clone(),
                ts,
                reasons: row.map(|it| it.reasons.clone()).unwrap_or_default(),
            }
        };
        let entries = entries.iter().zip(dirs).map(row).collect();
        let next_actions =
            query::next_actions_about(&open.docs, open.state(), &open.id, &path, &ids);
        RecordReport { ok: true, entries, next_actions }
    }

    /// Runs a command and records what it shows.
    pub fn prove(&self, caller: &Caller, prove: &Prove) -> Result<ProveReport, Error> {
        let open = self.read_charter(caller)?;
        check_active(&open.state().contract, "take evidence")?;
        open.loaded.can_write()?;
        let TriedOut { run, entries, seen } = self.try_out(caller, prove, &open)?;
        let RecordReport { entries, next_actions, .. } =
            self.record_in(self.hold(caller, open, DocsWanted::All)?, &entries, Some(seen))?;
        Ok(ProveReport { ok: entries.iter().all(|it| it.counts), entries, run, next_actions })
    }

    /// Runs a command and tries whether it could have failed; records nothing.
    pub(crate) fn try_out(
        &self,
        caller: &Caller,
        prove: &Prove,
        open: &OpenCharter,
    ) -> Result<TriedOut, Error> {
        let dir = prove.dir.as_deref().unwrap_or(&self.cwd);
        let below = self.below_project(dir)?;
        let mut criteria: Vec<&Criterion> = Vec::new();
        for name in &prove.criteria {
            let found = open.find_criterion(name)?;
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
        let kept_files = KeptFiles { named: &prove.artifacts, earlier: &prove.earlier };
        let before = self.glance(&prove.argv, &kept_files, below.as_deref());
        let (mut run, here, mut files) = self.perform(&job, below)?;
        let written = self.written_since(&before);
        run.touched = self.touched_since(open, &concerned, &seen);
        run.hidden = self.hidden_by_scripts(&run.argv, dir);
        let (changed, head) = looking.join().unwrap_or_default();
        (seen.commit, seen.dirty) = head.unzip();
        seen.weakened = began.map(|it| self.weakened_since(it, &changed)).unwrap_or_default();
        if let Some(named) = named.as_deref().filter(|it| Some(*it) != began) {
            self.add_weakened(&mut seen, named);
        }
        let is_worth_it = outcome_of(&run) == EvidenceOutcome::Pass
            && no_op(&run.argv).is_none()
            && run.hidden.is_none()
            && run.touched.is_empty();
        if is_worth_it {
            let commit = self.base_commit(prove, named, open.state());
            let log =
                self.add_trials(&mut run, &here, &criteria, (&job, prove.progress), commit)?;
            files.extend(log.map(|it| file(TRIAL_FILE, it)));
        }
        let kept = self.keep_files(&kept_files, &written, &mut run);
        add_reported(&mut run, &kept, &changed);
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
        Ok(TriedOut { run, entries, seen })
    }

    /// Says what in the project's own scripts hides a failure of a command.
    fn hidden_by_scripts(&self, argv: &[String], dir: &Path) -> Option<String> {
        scripts_run(argv).iter().find_map(|path| {
            let bytes = self.store.read_file(&dir.join(path)).ok()?;
            hidden_in_file(argv, path, &String::from_utf8_lossy(&bytes))
        })
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

    /// Runs a command; gives what came of it and what it wrote, before anything is judged.
    fn perform(
        &self,
        job: &Job<'_>,
        dir: Option<String>,
    ) -> Result<(Run, HeardRun, Vec<Attachment>), Error> {
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
        let reading = read_output(&output);
        let (argv, exit_code) = (job.argv.to_vec(), ran.exit_code);
        let tests = reading.counts.clone();
        let run = Run { argv, dir, exit_code, duration_ms, tests, ..Run::default() };
        let heard = HeardRun { exit_code, output: output.clone(), reading, duration_ms };
        let mut files = vec![file(OUTPUT_FILE, output)];
        files.extend(ran.tape.map(|it| {
            file(TAPE_FILE, render_cast((it.columns, it.rows), job.argv, &it.frames, it.n_lost))
        }));
        Ok((run, heard, files))
    }

    /// Finds the commit that the caller named. That is a person's to do: any commit can be made to fail, and
    /// an old one lacks what others did.
    fn named_commit(
        &self,
        caller: &Caller,
        prove: &Prove,
        state: &State,
    ) -> Result<Option<String>, Error> {
        let check = |act: CharterAct, flag: &str| {
            act.check(&caller.actor, state.contract.rigor, || {
                let charter = shell_word(&state.contract.charter_id);
                let ids: Vec<String> = prove.criteria.iter().map(|it| shell_word(it)).collect();
                let (ids, argv) = (ids.join(","), typed(&prove.argv));
                format!("charter prove {ids} {flag} --charter {charter} -- {argv}")
            })
        };
        match &prove.base {
            Base::WhereItTells => Ok(None),
            Base::Never => {
                if self.knows_git(state) {
                    check(CharterAct::LeaveOutBase, "--no-base")?;
                }
                Ok(None)
            }
            Base::On(revision) => {
                let unknown = |err| Error::of_revision(revision, err);
                let repository = self.repository().map_err(unknown)?;
                let commit = repository.resolve(revision).map_err(unknown)?;
                if state.contract.base.as_ref() != Some(&commit) {
                    let flag = format!("--base {}", shell_word(revision));
                    check(CharterAct::ChooseBase, &flag)?;
                }
                Ok(Some(commit))
            }
        }
    }

    /// Tells whether there is a repository, or was when the charter began.
    fn knows_git(&self, state: &State) -> bool {
        state.contract.base.is_some() || charter_proof::is_repository(&self.place.project)
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
        let below = below.to_str().filter(|it| !is_git_s(it)).ok_or_else(outside)?;
        Ok((!below.is_empty()).then(|| below.to_owned()))
    }
}

/// The commit that is checked out, and whether anything differs from it.
type CheckedOut = Option<(String, bool)>;

fn file(name: &str, text: String) -> Attachment {
    Attachment { name: name.to_owned(), bytes: text.into_bytes(), picture: None, from: None }
}

/// Adds what tools that make mutations say about the files that the work changed: those that were noticed, and some
/// that were not.
fn add_reported(run: &mut Run, kept: &[Attachment], changed: &[String]) {
    let texts = kept.iter().filter_map(|it| std::str::from_utf8(&it.bytes).ok());
    let is_work = |it: &Trial| {
        let path = it.at.as_deref().and_then(|it| it.rsplit_once(':')).map(|(path, _)| path);
        path.is_some_and(|path| changed.iter().any(|it| it == path))
    };
    let found = texts.filter_map(reported_mutations).flatten().filter(is_work);
    let (noticed, missed): (Vec<Trial>, Vec<Trial>) = found.partition(|it| it.noticed);
    let some = |all: Vec<Trial>| all.into_iter().take(REPORTED_MAX);
    run.trials.extend(some(noticed).chain(some(missed)));
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
