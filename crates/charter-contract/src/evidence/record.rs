//! Entries into a decision: files to write and events to append.
//!
//! Owns where evidence goes and the form of `evidence.json`. One entry that cannot be taken and
//! nothing is. Must not know how files are read.

use super::entry::{EvidenceEntry, SEGMENT_DEFAULT};
use crate::artifact::{Flaw, Picture, blank};
use crate::check::check_active;
use crate::document::Criterion;
use crate::event::{Artifact, Basis, ContractEvent, EvidenceOutcome, EvidenceSource};
use crate::object::problem_at;
use crate::observed::Observed;
use crate::{ContractRefusal, ContractState, Docs};
use charter_kernel::{Context, Decision, Digest, FileEdit, Problem, Timestamp};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The most known ids that are named where one is unknown.
const KNOWN_MAX: usize = 8;

/// The formats of reports, under which an entry that was made of one names it in its details.
const REPORT_FORMATS: [&str; 4] = ["junit", "tap", "cucumber", "sarif"];

/// What a run wrote, beside its evidence.
pub const OUTPUT_FILE: &str = "output.txt";

/// The end of what it wrote where it was tried on the base.
pub const TRIAL_FILE: &str = "base-output.txt";

/// The recording of a run's terminal.
pub const TAPE_FILE: &str = "terminal.cast";

/// A file that belongs to an entry, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its name in the run's directory.
    pub name: String,
    pub bytes: Vec<u8>,
    /// The picture that it is, where its name says that it is one.
    pub picture: Option<Picture>,
    /// The file of the project that it was copied from.
    pub from: Option<String>,
}

/// The directory of one run, relative to the charter.
type RunDir = String;

/// Decides to record entries, each with its attachments. `taken` are the run directories there are, and
/// `mark` is what tells those of this working copy from others of the same instant.
///
/// Gives the directory of every entry beside the decision.
pub fn record(
    docs: &Docs,
    state: &ContractState,
    entries: &[(EvidenceEntry, Vec<Attachment>)],
    (taken, mark): (&BTreeSet<RunDir>, &str),
    observed: &Observed,
    ctx: &Context,
) -> Result<(Decision<ContractEvent>, Vec<RunDir>), ContractRefusal> {
    check_active(state, "take evidence")?;
    let problems = problems(docs, entries);
    if !problems.is_empty() {
        return Err(ContractRefusal::EntriesUnusable {
            charter_id: state.charter_id.clone(),
            problems,
        });
    }
    let mut taken = taken.clone();
    let mut last: BTreeMap<String, u64> = BTreeMap::new();
    let mut decision = Decision::default();
    let mut dirs = Vec::new();
    for (entry, attachments) in entries {
        let Some(criterion) = docs.criteria.find(entry.criterion_id.as_str()) else { continue };
        let segment = entry.segment.as_deref().unwrap_or(SEGMENT_DEFAULT);
        let number = last.entry(segment.to_owned()).or_insert(0);
        let dir = free_dir(segment, (ctx.now, mark), &mut taken, number);
        let mut basis = Basis::of(criterion, entry.run.is_some(), docs, state, observed);
        if rests_on_source(entry, state) {
            // A word after a run that failed tells whether anything changed since.
            let as_run = Basis::of(criterion, true, docs, state, observed);
            (basis.watched, basis.new_files) = (as_run.watched, as_run.new_files);
        }
        let mut artifacts: Vec<Artifact> =
            attachments.iter().map(|it| artifact_of(it, &dir)).collect();
        // The attachments are the artifacts, in their order, and what tells it.
        for (artifact, named) in artifacts.iter_mut().zip(&entry.artifacts) {
            artifact.report = report_of(entry, named);
        }
        let row = row(entry, criterion, &artifacts, &basis, state, ctx);
        let text = format!("{:#}\n", Value::Object(row));
        for (attachment, artifact) in attachments.iter().zip(&artifacts) {
            let bytes = attachment.bytes.clone();
            decision.edits.push(FileEdit { path: artifact.path.clone(), bytes });
        }
        let path = format!("{dir}/evidence.json");
        decision.edits.push(FileEdit { path, bytes: text.into_bytes() });
        decision.events.push(ContractEvent::EvidenceRecorded {
            criterion_id: criterion.id.clone(),
            outcome: entry.outcome,
            source: entry.source,
            summary: entry.summary.trim().to_owned(),
            because: entry.because.clone(),
            path: Some(dir.clone()),
            artifacts,
            basis: Some(Box::new(basis)),
            run: entry.run.clone().map(Box::new),
        });
        dirs.push(dir);
    }
    Ok((decision, dirs))
}

/// Tells whether an entry needs to know all source as a run does: a run, or what follows one that
/// failed.
#[must_use]
pub fn rests_on_source(entry: &EvidenceEntry, state: &ContractState) -> bool {
    let earlier = state.criteria.get(&entry.criterion_id);
    entry.run.is_some() || earlier.is_some_and(|it| it.failed_run.is_some())
}

fn problems(docs: &Docs, entries: &[(EvidenceEntry, Vec<Attachment>)]) -> Vec<Problem> {
    if entries.is_empty() {
        return vec![problem_at("", "entries", "entries-missing", "there is nothing to record")];
    }
    let mut problems = Vec::new();
    for (idx, (entry, attachments)) in entries.iter().enumerate() {
        let place = if entries.len() == 1 { String::new() } else { format!("entry {}", idx + 1) };
        problems.extend(entry.problems(&place));
        problems.extend(blank_pictures(entry, attachments, &place));
        if docs.criteria.find(entry.criterion_id.as_str()).is_none() {
            let known = docs.criteria.criteria().iter().take(KNOWN_MAX);
            let known: Vec<&str> = known.map(|it| it.id.as_str()).collect();
            let message = format!(
                "no criterion is called `{}`; there is {}",
                entry.criterion_id,
                if known.is_empty() { "none".to_owned() } else { known.join(", ") },
            );
            problems.push(problem_at(&place, "criterionId", "unknown-criterion", message));
        }
    }
    problems
}

/// A pass that somebody only saw cannot rest on pictures alone that show nothing.
fn blank_pictures(entry: &EvidenceEntry, attachments: &[Attachment], place: &str) -> Vec<Problem> {
    if entry.outcome != EvidenceOutcome::Pass || entry.run.is_some() {
        return Vec::new();
    }
    // How well a picture was packed tells nothing about what is on it.
    let flaw = |it: &Attachment| blank(it.picture.as_ref()?);
    let flaws: Option<Vec<(&str, Flaw)>> =
        attachments.iter().map(|it| Some((it.name.as_str(), flaw(it)?))).collect();
    let problem = |(name, flaw): (&str, Flaw)| {
        let message = format!("`{name}` shows nothing by itself: {}", flaw.message);
        problem_at(place, "artifacts", flaw.code, message)
    };
    flaws.unwrap_or_default().into_iter().map(problem).collect()
}

/// Gives a run's directory that is not there yet: the time, and a number where that is taken.
fn free_dir(
    segment: &str,
    (now, mark): (Timestamp, &str),
    taken: &mut BTreeSet<RunDir>,
    number: &mut u64,
) -> RunDir {
    let stamp = format!("{}-{mark}", now.to_string().replace([':', '.'], "-"));
    loop {
        let suffix = if *number == 0 { String::new() } else { format!("-{number}") };
        let dir = format!("work/{segment}/evidence/{stamp}{suffix}");
        *number += 1;
        if taken.insert(dir.clone()) {
            return dir;
        }
    }
}

/// Tells whether an artifact is the recording of a run's terminal.
#[must_use]
pub fn is_tape(artifact: &Artifact) -> bool {
    let name = artifact.path.rsplit('/').next();
    artifact.from.is_none() && name == Some(TAPE_FILE)
}

fn artifact_of(attachment: &Attachment, dir: &str) -> Artifact {
    Artifact {
        path: format!("{dir}/{}", attachment.name),
        bytes: attachment.bytes.len() as u64,
        blake3: Digest::of(&attachment.bytes),
        report: None,
        from: attachment.from.clone(),
    }
}

/// Gives the format of a report of tests, by what the entry that was made of it says.
fn report_of(entry: &EvidenceEntry, named: &str) -> Option<String> {
    let is_it = |it: &&str| entry.details.get(*it).and_then(Value::as_str) == Some(named);
    let format = REPORT_FORMATS.into_iter().find(is_it)?;
    (entry.source == EvidenceSource::Verifier).then(|| format.to_owned())
}

/// Renders a row of evidence, its keys in a fixed order and absent where unknown.
fn row(
    entry: &EvidenceEntry,
    criterion: &Criterion,
    artifacts: &[Artifact],
    basis: &Basis,
    state: &ContractState,
    ctx: &Context,
) -> Map<String, Value> {
    let mut row = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            row.insert(key.to_owned(), value);
        }
    };
    put("charterId", json!(state.charter_id));
    put("criterionId", json!(criterion.id));
    put("featureId", json!(entry.segment));
    put("outcome", json!(entry.outcome));
    put("summary", json!(entry.summary.trim()));
    put("because", json!(entry.because));
    put("artifacts", json!(artifacts));
    put("details", Value::Object(entry.details.clone()));
    put("source", json!(entry.source));
    let recorded_by = entry.recorded_by.clone().unwrap_or_else(|| ctx.actor.to_string());
    put("recordedBy", json!(recorded_by));
    put("narrativePath", json!(entry.narrative));
    put("verifier", json!(criterion.verifier.word()));
    put("ts", json!(ctx.now.to_string()));
    put("run", json!(entry.run));
    put("basis", json!(basis));
    row
}
