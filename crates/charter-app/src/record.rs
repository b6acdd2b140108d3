//! Recording evidence.
//!
//! Owns what is read for it: the artifacts, and what the evidence will rest on. Must not decide what
//! can be recorded.

use crate::app::{App, Caller, OpenCharter};
use crate::commit::{DocsWanted, Pen};
use crate::error::Error;
use charter_contract::blocker::gone_blockers;
use charter_contract::document::Criterion;
use charter_contract::evidence::{
    Attachment, EvidenceEntry, OUTPUT_FILE, Observed, SEGMENT_DEFAULT, TAPE_FILE, TRIAL_FILE,
    record, rests_on_source,
};
use charter_contract::{
    ContractRefusal, CriterionRow, Docs, EvidenceOutcome, EvidenceSource, Verdict,
};
use charter_engine::{Refusal, State, query};
use charter_kernel::{CharterId, CriterionId, Glob, NextAction, Problem, Timestamp};
use charter_proof::{ReportCase, ReportFormat, TestOutcome, TestReport};
use charter_store::{FileKind, Trust};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

const ARTIFACT_BYTES_MAX: u64 = 16 * 1024 * 1024;

pub(crate) const ARTIFACTS_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The code of an artifact that is not there.
pub(crate) const ARTIFACT_MISSING: &str = "artifact-missing";

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
    /// Whether that counts as shown.
    pub counts: bool,
    /// Where the evidence is, relative to the charter.
    pub path: String,
    pub ts: Timestamp,
    /// Why the verdict is what it is.
    pub reasons: Vec<String>,
}

impl App {
    /// Records entries on the charter that the caller means: all of them, or none.
    pub fn record(
        &self,
        caller: &Caller,
        entries: Vec<EvidenceEntry>,
    ) -> Result<RecordReport, Error> {
        let id = self.select(caller)?;
        if entries.len() > ENTRIES_MAX {
            let message = format!("{} entries; the most is {ENTRIES_MAX}", entries.len());
            return Err(unusable(id.as_str(), "entries", "too-many-entries", message));
        }
        let entries = self.attach(id.as_str(), entries)?;
        self.record_in(self.hold(caller, id, DocsWanted::All)?, &entries, None)
    }

    /// Records entries whose artifacts were read; `seen` is what was seen before a run.
    pub(crate) fn record_in(
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
        let (docs, state) = (pen.docs(), pen.state());
        let seen = seen.unwrap_or_else(|| self.see_for(pen.id(), docs, state, entries));
        let (decision, dirs) = record(docs, &state.contract, entries, &taken, &seen, &pen.ctx)?;
        pen.write(decision.into())?;
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
                verdict: row.map_or(Verdict::Uncovered, |it| it.verdict),
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

    /// Reads entries from JSON: an array, `{"entries": […]}`, or one row of evidence.
    pub fn parse_entries(text: &str) -> Result<Vec<EvidenceEntry>, Error> {
        let value: Value = serde_json::from_str(text).map_err(|err| {
            let message = format!("it is no JSON: {err}");
            unusable("", "entries", "entries-not-json", message)
        })?;
        let items = match &value {
            Value::Array(items) => items.clone(),
            Value::Object(map) if map.contains_key("entries") => match map.get("entries") {
                Some(Value::Array(items)) => items.clone(),
                _ => Vec::new(),
            },
            other => vec![other.clone()],
        };
        let mut entries = Vec::new();
        let mut problems: Vec<Problem> = Vec::new();
        for (idx, item) in items.iter().enumerate() {
            let place = if items.len() == 1 { String::new() } else { format!("entry {}", idx + 1) };
            match EvidenceEntry::parse(item, &place) {
                Ok(entry) => entries.push(entry),
                Err(found) => problems.extend(found),
            }
        }
        all_or_none(entries, problems)
    }

    pub fn read_entries(&self, path: &Path) -> Result<Vec<EvidenceEntry>, Error> {
        match String::from_utf8(self.read_named(path)?) {
            Ok(text) => Self::parse_entries(&text),
            Err(_) => {
                let message = format!("`{}` is not UTF-8 text", path.display());
                Err(unusable("", "entries", "entries-not-text", message))
            }
        }
    }

    /// Reads a file of entries that a caller elsewhere names: it must be a plain file of the project.
    pub fn read_entries_inside(&self, path: &str) -> Result<Vec<EvidenceEntry>, Error> {
        match self.read_artifact(path, &mut ARTIFACTS_BYTES_MAX.clone(), &[]) {
            Ok(_) => self.read_entries(Path::new(path)),
            Err(problem) => all_or_none(Vec::new(), vec![problem]),
        }
    }

    /// Makes entries of a report: each mapping gives a criterion and the cases that show it.
    pub fn read_report(
        &self,
        format: ReportFormat,
        path: &Path,
        mappings: &[(String, String)],
    ) -> Result<Vec<EvidenceEntry>, Error> {
        let shown = path.display().to_string();
        let bytes = self.read_named(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let report = charter_proof::read_report(format, &text).map_err(|err| {
            let code = format!("{}-unreadable", format.word());
            unusable("", &shown, &code, format!("`{shown}`: {err}"))
        })?;
        let mut problems = Vec::new();
        let mut entries = Vec::new();
        for (criterion, pattern) in mappings {
            match entry_of(criterion, pattern, format, &report, &shown) {
                Ok(entry) => entries.push(entry),
                Err(problem) => problems.push(problem),
            }
        }
        all_or_none(entries, problems)
    }

    /// Gives the whole id of a criterion that a caller names by a fragment.
    pub fn criterion_id(&self, caller: &Caller, fragment: &str) -> Result<String, Error> {
        Ok(criterion_in(&self.open_unobserved(self.select(caller)?)?, fragment)?)
    }

    pub(crate) fn attach(
        &self,
        charter_id: &str,
        entries: Vec<EvidenceEntry>,
    ) -> Result<Vec<(EvidenceEntry, Vec<Attachment>)>, Error> {
        let mut left = ARTIFACTS_BYTES_MAX;
        let mut problems = Vec::new();
        let mut attached = Vec::new();
        for entry in entries {
            let mut attachments: Vec<Attachment> = Vec::new();
            for artifact in entry.artifacts.iter().chain(&entry.narrative) {
                match self.read_artifact(artifact, &mut left, &attachments) {
                    Ok(attachment) => attachments.push(attachment),
                    Err(problem) => problems.push(problem),
                }
            }
            attached.push((entry, attachments));
        }
        if problems.is_empty() {
            return Ok(attached);
        }
        Err(ContractRefusal::EntriesUnusable { charter_id: charter_id.to_owned(), problems }.into())
    }

    /// Finds where an artifact is: below the project, reached without a link.
    pub(crate) fn artifact_path(&self, artifact: &str) -> Result<(PathBuf, String), Problem> {
        let say = |code: &str, message: String| Problem {
            path: artifact.to_owned(),
            code: code.to_owned(),
            message,
        };
        let leaves = || say("artifact-outside", format!("`{artifact}` is not in the project"));
        let path = plain_path(&self.cwd.join(artifact)).ok_or_else(leaves)?;
        let below = path.strip_prefix(&self.place.project).map_err(|_| leaves())?;
        let below = below.to_str().ok_or_else(leaves)?.to_owned();
        if is_git_s(&below) {
            let words = format!("`{artifact}` is git's own, which may hold passwords");
            return Err(say("artifact-outside", words));
        }
        let linked = || say("artifact-linked", format!("`{artifact}` leads elsewhere by a link"));
        self.store.check_plain(&self.place.project, &below).map_err(|_| linked())?;
        Ok((path, below))
    }

    /// Reads an artifact: a plain file of the project, reached without a link.
    pub(crate) fn read_artifact(
        &self,
        artifact: &str,
        left: &mut u64,
        others: &[Attachment],
    ) -> Result<Attachment, Problem> {
        let say = |code: &str, message: String| Problem {
            path: artifact.to_owned(),
            code: code.to_owned(),
            message,
        };
        let (path, below) = self.artifact_path(artifact)?;
        let stat = self.store.look_at(&path);
        let stat = match stat {
            Ok(Some(stat)) if stat.kind == FileKind::File => stat,
            Ok(Some(_)) => return Err(say("artifact-no-file", format!("`{artifact}` is no file"))),
            Ok(None) => return Err(say(ARTIFACT_MISSING, format!("`{artifact}` is not there"))),
            Err(err) => return Err(say("artifact-unreadable", format!("`{artifact}`: {err}"))),
        };
        if stat.len > ARTIFACT_BYTES_MAX || stat.len > *left {
            let message = format!(
                "`{artifact}` has {} bytes; the most is {ARTIFACT_BYTES_MAX}, and {ARTIFACTS_BYTES_MAX} together",
                stat.len
            );
            return Err(say("artifact-too-large", message));
        }
        *left -= stat.len;
        let bytes = self.store.read_file(&path);
        let bytes =
            bytes.map_err(|err| say("artifact-unreadable", format!("`{artifact}`: {err}")))?;
        let picture = match is_picture(&path).then(|| charter_proof::look_at_picture(&bytes)) {
            Some(Err(problem)) => {
                return Err(say(problem.code(), format!("`{artifact}`: {problem}")));
            }
            Some(Ok(picture)) => Some(picture),
            None => None,
        };
        Ok(Attachment { name: free_name(&path, others), bytes, picture, from: Some(below) })
    }
}

/// Gives the whole id of a criterion; what was taken out of the register keeps its whole name.
pub(crate) fn criterion_in(open: &OpenCharter, fragment: &str) -> Result<String, Refusal> {
    let gone = gone_blockers(&open.docs, &open.state().contract).into_iter();
    let mut gone = gone.filter_map(|it| it.criterion_id);
    if let Some(id) = gone.find(|it| it.eq_ignore_ascii_case(fragment)) {
        return Ok(id);
    }
    Ok(crate::show::find_criterion(open, fragment)?.id.to_string())
}

/// Tells whether a path of the project is in what git keeps for itself.
pub(crate) fn is_git_s(below: &str) -> bool {
    below.split('/').any(|it| it.eq_ignore_ascii_case(".git"))
}

/// Says what the cases that a pattern names show; where a report found nothing and does not say what
/// it looked at, that is what all of them show.
fn entry_of(
    criterion: &str,
    pattern: &str,
    format: ReportFormat,
    report: &TestReport,
    path: &str,
) -> Result<EvidenceEntry, Problem> {
    let (noun, cases) = (format.noun(), &report.cases);
    let glob = pattern.contains('*').then(|| Glob::new(&pattern.replace('/', "\u{1}")));
    let is_meant = |test: &&ReportCase| match &glob {
        Some(glob) => glob.matches(&test.name.replace('/', "\u{1}")),
        None => test.name.contains(pattern),
    };
    let mut meant: Vec<&ReportCase> = cases.iter().filter(is_meant).collect();
    let mut because = format!("the {noun} `{pattern}` in `{path}`");
    if meant.is_empty() && report.is_clean {
        meant = cases.iter().collect();
        because = format!("`{path}` names nothing wrong, so nothing about `{pattern}`");
    }
    let count = |outcome| meant.iter().filter(|it| it.outcome == outcome).count();
    let (passed, failed) = (count(TestOutcome::Passed), count(TestOutcome::Failed));
    let skipped = count(TestOutcome::Skipped);
    if meant.is_empty() {
        let message = format!("`{pattern}` names none of the {} {noun} in `{path}`", cases.len());
        let path = criterion.to_owned();
        return Err(Problem { path, code: "no-test-matches".to_owned(), message });
    }
    if passed + failed == 0 {
        let message =
            format!("all {skipped} {noun} of `{pattern}` were skipped: nothing was shown");
        let path = criterion.to_owned();
        return Err(Problem { path, code: "no-test-ran".to_owned(), message });
    }
    let outcome = match (passed, failed, skipped) {
        (_, 1.., _) => EvidenceOutcome::Fail,
        (1.., 0, 0) => EvidenceOutcome::Pass,
        _ => EvidenceOutcome::Partial,
    };
    let total = meant.len();
    let mut summary = format!("{passed} of {total} {noun} passed");
    if failed > 0 {
        summary = format!("{summary}, {failed} failed");
    }
    if skipped > 0 {
        summary = format!("{summary}, {skipped} skipped");
    }
    let details = json!({ format.word(): path, "tests": pattern, "total": total, "passed": passed, "failed": failed, "skipped": skipped });
    Ok(EvidenceEntry {
        criterion_id: CriterionId(criterion.to_owned()),
        outcome,
        source: EvidenceSource::Verifier,
        summary,
        because: Some(because),
        segment: None,
        artifacts: vec![path.to_owned()],
        details: details.as_object().cloned().unwrap_or_default(),
        recorded_by: None,
        narrative: None,
        run: None,
    })
}

/// Resolves `.` and `..` by their words alone; a path that climbs above its start has none.
pub(crate) fn plain_path(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                plain.push(component);
            }
        }
    }
    Some(plain)
}

/// Tells whether a file's name says that it is a picture of a sort that can be looked at.
pub(crate) fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase());
    ending.is_some_and(|it| ["png", "jpg", "jpeg"].contains(&it.as_str()))
}

/// Gives a name for a file in the run's directory that no other has.
fn free_name(path: &Path, others: &[Attachment]) -> String {
    let name = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let is_ours = ["evidence.json", OUTPUT_FILE, TRIAL_FILE, TAPE_FILE].contains(&name.as_str());
    let name = if is_ours { format!("artifact-{name}") } else { name };
    let is_taken = |name: &str| others.iter().any(|it| it.name == name);
    let mut free = name.clone();
    let mut number = 1;
    while is_taken(&free) {
        number += 1;
        free = format!("{number}-{name}");
    }
    free
}

/// Gives entries that were read, unless anything is wrong with one.
fn all_or_none(
    entries: Vec<EvidenceEntry>,
    problems: Vec<Problem>,
) -> Result<Vec<EvidenceEntry>, Error> {
    if problems.is_empty() {
        return Ok(entries);
    }
    Err(ContractRefusal::EntriesUnusable { charter_id: String::new(), problems }.into())
}

pub(crate) fn unusable(charter_id: &str, path: &str, code: &str, message: String) -> Error {
    let problem = Problem { path: path.to_owned(), code: code.to_owned(), message };
    let charter_id = charter_id.to_owned();
    ContractRefusal::EntriesUnusable { charter_id, problems: vec![problem] }.into()
}
