//! Checking a quality gate against the project.
//!
//! Owns what is looked at for it: the files that it names, the criteria of its milestone, the present
//! source. Whoever takes a gate asks here, so that a gate passes the check exactly when it can be
//! taken. Must not judge what is seen, and writes nothing but a gate to fill in.

use crate::app::{App, Caller, OpenCharter};
use crate::error::{Error, problem, unread};
use crate::refresh::Consent;
use crate::replay::{ProtectionRow, ReplayPlace, reached};
use charter_contract::evidence;
use charter_engine::query;
use charter_kernel::{Digest, NextAction, Problem, shell_word};
use charter_proof::{End, Files, Fresh, Interrupt};
use charter_review::artifact::{Place, Replay, Replayed};
use charter_review::gate::{
    Expected, FileFacts, ReplaySeen, ReplaySource, ReplayWant, Seen, SeenFile, Wants,
};
use charter_review::receipt::ReceiptKind;
use charter_review::{gate, receipt};
use charter_store::{FileKind, Trust};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const GATE_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// The most bytes of one file that a gate names.
const FILE_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// The most bytes of all files that a gate names.
const FILES_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// The most replays of a gate that are run.
const REPLAYS_MAX: usize = 50;

/// A gate, and what it is for.
#[derive(Debug, Clone)]
pub struct GateAsk {
    pub file: PathBuf,
    /// The milestone that it is for, by id or fragment.
    pub milestone: Option<String>,
    /// Whether it is for a milestone or for the whole charter.
    pub kind: ReceiptKind,
    /// How its replays run; none where nobody asked to run them.
    pub replay: Option<GateReplay>,
}

/// How the replays of a gate run.
#[derive(Debug, Clone)]
pub struct GateReplay {
    pub place: ReplayPlace,
    /// Whose word there is for commands that never ran here: a gate may come from anybody.
    pub consent: Consent,
    /// What was asked for, as it is typed.
    pub action: String,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GateReport {
    /// Whether it can be taken.
    pub ok: bool,
    pub gate: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone_id: Option<String>,
    /// Whether it is for the whole charter.
    pub is_final: bool,
    pub digest: Digest,
    /// The digest of its file; absent where it cannot be read.
    #[serde(skip)]
    pub file: Option<Digest>,
    /// The hash of the present source; absent where it cannot be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_hash: Option<String>,
    pub counts: GateCounts,
    /// What kept its replays from doing harm, where they ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protection: Option<ProtectionRow>,
    pub problems: Vec<Problem>,
    pub next_actions: Vec<NextAction>,
}

/// How much of a gate was looked at.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GateCounts {
    /// The criteria that it must cover.
    pub criteria: usize,
    /// Those that it says it covers.
    pub covered: usize,
    /// The files that it names.
    pub files: usize,
    pub files_read: usize,
    /// The replays that it names.
    pub replays: usize,
    pub replays_run: usize,
}

/// A source, by its content.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub source_hash: String,
    pub files: usize,
}

/// A gate to fill in.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewGateReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub path: String,
    /// The surfaces that it has rows for.
    pub surfaces: Vec<String>,
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Checks a gate: every rule at once, and nothing is written.
    pub fn check_gate(&self, caller: &Caller, ask: &GateAsk) -> Result<GateReport, Error> {
        let open = match ask.milestone {
            Some(_) => Some(self.read_charter(caller)?),
            None => None,
        };
        self.check_gate_in(open.as_ref(), ask)
    }

    /// Does the same for a milestone of a charter that was read.
    pub(crate) fn check_gate_in(
        &self,
        open: Option<&OpenCharter>,
        ask: &GateAsk,
    ) -> Result<GateReport, Error> {
        let shown = ask.file.display().to_string();
        let mut problems = Vec::new();
        let (gate, file) = match self.read_gate(&ask.file)? {
            Ok((gate, file)) => (gate, Some(file)),
            Err(problem) => {
                problems.push(problem);
                (Value::Null, None)
            }
        };
        let is_readable = problems.is_empty();
        let (milestone_id, criteria) = match (open, &ask.milestone) {
            (Some(open), Some(name)) => match find_unit(open, name) {
                Ok(unit) => {
                    let criteria = receipt::owed(query::matter(&open.docs, open.state()), &unit);
                    let criteria = criteria.iter().map(ToString::to_string).collect();
                    (Some(unit), criteria)
                }
                Err(problem) => {
                    problems.push(problem);
                    (None, Vec::new())
                }
            },
            (_, None) | (None, _) => (None, Vec::new()),
        };
        let wants = gate::wants(&gate);
        // What a gate names may have been there when its source was hashed, or not.
        let named = [&wants, &Wants::default()].map(|it| self.source(Some((&ask.file, it))));
        let sources: Vec<String> = named.into_iter().flatten().map(|it| it.source_hash).collect();
        if sources.is_empty() {
            let message =
                "the files of the project cannot all be read, so its source cannot be told";
            problems.push(problem("source", "source_unreadable", message));
        }
        let source_hash = sources.first().cloned();
        let (seen, protection) = self.see_for_gate(&wants, ask.replay.as_ref())?;
        let covered = gate::covered(&gate);
        let expected = Expected { kind: ask.kind, criteria, sources };
        if is_readable {
            problems.extend(gate::check(&gate, &expected, &seen));
        }
        let is_read = |it: &&SeenFile| matches!(it, SeenFile::File(_));
        let is_run = |it: &&ReplaySeen| matches!(it, ReplaySeen::Ran(_));
        let counts = GateCounts {
            criteria: expected.criteria.len(),
            covered: expected.criteria.iter().filter(|it| covered.contains(*it)).count(),
            files: wants.paths.len(),
            files_read: seen.files.values().filter(is_read).count(),
            replays: wants.replays.len(),
            replays_run: seen.replays.values().filter(is_run).count(),
        };
        Ok(GateReport {
            ok: problems.is_empty(),
            next_actions: next_actions(&problems, ask, &shown),
            gate: shown,
            milestone_id,
            is_final: ask.kind == ReceiptKind::Final,
            digest: gate::digest(&gate),
            file,
            source_hash,
            counts,
            protection,
            problems,
        })
    }

    /// Gives the hash of the present source, as a gate about it must have it. The gate itself, and
    /// new files that only it names, are no source.
    pub fn source_report(&self, gate: Option<&Path>) -> Result<SourceReport, Error> {
        let wants = match gate {
            None => None,
            Some(file) => {
                Some((file, self.read_gate(file)?.map(|(gate, _)| gate).unwrap_or_default()))
            }
        };
        let wants = wants.map(|(file, gate)| (file, gate::wants(&gate)));
        let source = self.source(wants.as_ref().map(|(file, wants)| (*file, wants)));
        source.ok_or_else(|| {
            unread(&self.place.project)(io::Error::other("its files cannot all be read")).into()
        })
    }

    fn source(&self, gate: Option<(&Path, &Wants)>) -> Option<SourceReport> {
        let project = &self.place.project;
        let mut files = self.see(Files::TrackedAndNew, &[String::new()], Trust::Nothing)?;
        if let Some((file, wants)) = gate {
            let inside = |path: &Path| {
                let real = self.store.real_path(path);
                let below = real.strip_prefix(self.store.real_path(project)).ok()?.to_owned();
                Some(below.display().to_string())
            };
            if let Some(path) = inside(&self.typed(file)) {
                files.remove(&path);
            }
            let tracked =
                self.repository().and_then(|it| it.list_files(Files::Tracked, &[String::new()]));
            let tracked: BTreeSet<String> = tracked.unwrap_or_default().into_iter().collect();
            let named = wants.paths.iter().filter_map(|it| inside(&project.join(it)));
            for path in named.filter(|it| !tracked.contains(it)) {
                files.remove(&path);
            }
        }
        let digest = evidence::watch_digest(evidence::DEFAULT_WATCH, &files)?;
        let n_source = files.keys().filter(|it| evidence::is_source(it)).count();
        Some(SourceReport { ok: true, source_hash: digest.to_string(), files: n_source })
    }

    /// Reads a gate, with the digest of its file; one that is no JSON comes back as a problem.
    fn read_gate(&self, file: &Path) -> Result<Result<(Value, Digest), Problem>, Error> {
        let path = self.typed(file);
        let say = |code: &str, message: String| {
            Ok(Err(problem(file.display().to_string(), code, message)))
        };
        let len = self.store.look_at(&path).ok().flatten().map_or(0, |it| it.len);
        if len > GATE_BYTES_MAX {
            let message = format!("it has {len} bytes; the most is {GATE_BYTES_MAX}");
            return say("gate_too_large", message);
        }
        let bytes = self.read_named(file)?;
        match serde_json::from_slice(&bytes) {
            Ok(gate) => Ok(Ok((gate, Digest::of(&bytes)))),
            Err(err) => say("gate_not_json", format!("it is not valid JSON: {err}")),
        }
    }

    fn see_for_gate(
        &self,
        wants: &Wants,
        asked: Option<&GateReplay>,
    ) -> Result<(Seen, Option<ProtectionRow>), Error> {
        let mut left = FILES_BYTES_MAX;
        let see = |path: &String| (path.clone(), self.see_file(path, &mut left));
        let files = wants.paths.iter().map(see).collect();
        let home = asked.and_then(|it| it.place.vars.get(&OsString::from("HOME")));
        let home = home.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let here = Place { cwd: self.place.project.display().to_string(), home };
        let mut seen = Seen { files, replays: BTreeMap::new(), here };
        let Some(asked) = asked else {
            let why = "`--replay` would run it in a sandbox".to_owned();
            let not_run = |it: &ReplayWant| (it.id.clone(), ReplaySeen::NotRun(why.clone()));
            seen.replays = wants.replays.iter().map(not_run).collect();
            return Ok((seen, None));
        };
        let plan = |want: &ReplayWant| (want.id.clone(), self.plan_replay(want, &seen));
        let mut planned: Vec<_> = wants.replays.iter().map(plan).collect();
        for (_, plan) in planned.iter_mut().skip(REPLAYS_MAX) {
            let why = format!("at most {REPLAYS_MAX} replays of a gate are run");
            *plan = Err(ReplaySeen::NotRun(why));
        }
        let wanted = planned.iter().filter_map(|(_, plan)| plan.as_ref().ok());
        let commands = wanted.map(|it| (it.argv.as_slice(), dir_of(it)));
        self.check_known("", &asked.action, commands, &asked.consent)?;
        let interrupt = Interrupt::watch();
        let mut protection = None;
        for (id, plan) in planned {
            let came = match plan {
                Ok(replay) => self.see_replay(&replay, asked, &interrupt, &mut protection)?,
                Err(came) => came,
            };
            seen.replays.insert(id, came);
        }
        Ok((seen, protection))
    }

    /// Reads a replay of a gate, or says why it is not run.
    fn plan_replay(&self, want: &ReplayWant, seen: &Seen) -> Result<Replay, ReplaySeen> {
        let value = match &want.source {
            ReplaySource::Inline(value) => Some(value.clone()),
            ReplaySource::File(path) => match seen.files.get(path) {
                Some(SeenFile::File(facts)) => serde_json::from_slice(&facts.bytes).ok(),
                _ => None,
            },
        };
        // What is wrong with its shape is said by whoever checks the gate.
        let Some(Ok(replay)) = value.map(|it| Replay::parse(&it, "")) else {
            return Err(ReplaySeen::NotRun("it cannot be read".to_owned()));
        };
        if self.config.allows_replay(&replay.argv) {
            Ok(replay)
        } else {
            Err(ReplaySeen::NotAllowed)
        }
    }

    /// Runs a replay of a gate in a sandbox.
    fn see_replay(
        &self,
        replay: &Replay,
        asked: &GateReplay,
        interrupt: &Interrupt,
        protection: &mut Option<ProtectionRow>,
    ) -> Result<ReplaySeen, Error> {
        let limit = Duration::from_millis(replay.timeout_ms);
        // What the user sees is the user's to say; what a gate sets is for its command alone.
        let own_vars = replay.env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let place = ReplayPlace { own_vars, ..asked.place.clone() };
        let scratch = self.store.scratch(&self.temp)?;
        let fresh = Fresh { home: &scratch.home, temp: &scratch.temp };
        let dir = Path::new(dir_of(replay).unwrap_or_default());
        let sandbox = self.sandbox(&place, limit)?;
        let ran = match sandbox.run(&replay.argv, dir, fresh, interrupt) {
            Ok(ran) => ran,
            Err(err) => return Ok(ReplaySeen::NotRun(err.to_string())),
        };
        *protection = Some(ProtectionRow::of(&ran.protection));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(match ran.end {
            End::TimedOut => ReplaySeen::TimedOut,
            End::Stopped(limit) => ReplaySeen::NotRun(reached(limit, &ran.protection)),
            End::Interrupted => return Err(Error::Interrupted(replay.argv.join(" "))),
            End::Exited(exit_code) => ReplaySeen::Ran(Replayed {
                stdout: text(&ran.stdout),
                stderr: text(&ran.stderr),
                exit_code,
                place: Place {
                    cwd: self.place.project.display().to_string(),
                    home: scratch.home.display().to_string(),
                },
            }),
        })
    }

    /// Looks at one file, named from the top of the project: it must really be in there, whatever
    /// links lead to it.
    fn see_file(&self, path: &str, left: &mut u64) -> SeenFile {
        let full = self.place.project.join(path);
        let project = self.store.real_path(&self.place.project);
        match self.store.look_at(&full) {
            Ok(None) => {
                // Where nothing is, the words of the path say whether it would be in the project.
                let is_inside = crate::plain_path::plain_path(&full)
                    .is_some_and(|it| it.starts_with(&self.place.project));
                return if is_inside { SeenFile::Missing } else { SeenFile::Outside };
            }
            Ok(Some(_)) => {}
            // What leads out by its words or by a link is not looked at.
            Err(err) if err.kind() == io::ErrorKind::InvalidInput => return SeenFile::Outside,
            Err(err) if err.kind() == io::ErrorKind::NotADirectory => {}
            Err(err) => return SeenFile::Unreadable(err.to_string()),
        }
        let real = self.store.real_path(&full);
        if !real.starts_with(&project) {
            return SeenFile::Outside;
        }
        let len = match self.store.look_at(&real) {
            Ok(Some(stat)) if stat.kind == FileKind::File => stat.len,
            Ok(Some(_)) => return SeenFile::NotRegular,
            Ok(None) => return SeenFile::Missing,
            Err(err) => return SeenFile::Unreadable(err.to_string()),
        };
        match len {
            0 => return SeenFile::Empty,
            len if len > FILE_BYTES_MAX || len > *left => return SeenFile::TooLarge(len),
            len => *left -= len,
        }
        match self.store.read_file(&real) {
            Ok(bytes) => {
                let picture = charter_proof::look_at_picture(&bytes);
                SeenFile::File(FileFacts { bytes, picture })
            }
            Err(err) => SeenFile::Unreadable(err.to_string()),
        }
    }

    /// Writes a gate to fill in where nothing is yet.
    pub fn new_gate(&self, out: &Path, surfaces: &[String]) -> Result<NewGateReport, Error> {
        let path = self.typed(out);
        let text = format!("{:#}\n", gate::template(surfaces));
        self.store.create_file(&path, text.as_bytes())?;
        let shown = self.shown_path(&path);
        let command = format!("charter checkpoint validate {}", shell_word(&shown));
        let hint = "fill in what was seen, then see what is missing";
        Ok(NewGateReport {
            ok: true,
            path: shown,
            surfaces: surfaces.to_vec(),
            next_actions: vec![NextAction::new("checkpoint", hint, command)],
        })
    }
}

/// Finds a milestone by its id, or by a fragment that only one has.
pub(crate) fn find_unit(open: &OpenCharter, name: &str) -> Result<String, Problem> {
    let units = receipt::units(&open.docs);
    if units.iter().any(|it| it == name) {
        return Ok(name.to_owned());
    }
    let wanted = name.to_lowercase();
    let title = |unit: &str| {
        let milestones = open.docs.criteria.milestones();
        let found = milestones.iter().find(|it| it.id == unit);
        found.map(|it| it.title.to_lowercase()).unwrap_or_default()
    };
    let fits = |it: &&String| {
        let is_in = it.to_lowercase().contains(&wanted) || title(it).contains(&wanted);
        !wanted.is_empty() && is_in
    };
    let found: Vec<String> = units.iter().filter(fits).cloned().collect();
    let say = |code: &str, message: String| Err(problem("milestone", code, message));
    let all = if units.is_empty() { "none".to_owned() } else { units.join(", ") };
    match found.as_slice() {
        [unit] => Ok(unit.clone()),
        [] => say("unknown_milestone", format!("no milestone is called `{name}`; there is {all}")),
        several => say("ambiguous_milestone", format!("`{name}` may be {}", several.join(", "))),
    }
}

/// Gives where a replay runs, relative to the project; none for the project itself.
fn dir_of(replay: &Replay) -> Option<&str> {
    let dir = replay.cwd.as_deref().map(|it| it.trim_end_matches('/'));
    dir.filter(|it| !it.is_empty() && *it != ".")
}

fn next_actions(problems: &[Problem], ask: &GateAsk, shown: &str) -> Vec<NextAction> {
    if problems.is_empty() {
        return Vec::new();
    }
    let mut actions = Vec::new();
    let file = shell_word(shown);
    if problems.iter().any(|it| it.code == "source_hash_stale") {
        let hint = "the hash that the reviewers of the present source would give";
        let command = format!("charter checkpoint source {file}");
        actions.push(NextAction::new("checkpoint", hint, command));
    }
    let mut command = format!("charter checkpoint validate {file}");
    if let Some(milestone) = &ask.milestone {
        command = format!("{command} --milestone {}", shell_word(milestone));
    }
    if ask.kind == ReceiptKind::Final {
        command.push_str(" --final");
    }
    actions.push(NextAction::new("checkpoint", "then validate it again", command));
    actions
}
