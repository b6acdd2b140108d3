//! What somebody wants to have recorded.
//!
//! Owns the shape of an entry: its keys, which of them are needed, and what is wrong with one. All
//! problems of all entries come back at once. Must not know files.

use crate::event::{EvidenceOutcome, EvidenceSource, Run};
use crate::object::{ObjectReader, problem_at};
use charter_kernel::{CriterionId, Problem};
use serde_json::{Map, Value};

/// The directory of evidence that names no segment.
pub const SEGMENT_DEFAULT: &str = "_charter";

/// The most bytes of a text in an entry.
const TEXT_BYTES_MAX: usize = 64 * 1024;

const SEGMENT_CHARS_MAX: usize = 80;

/// The keys of an entry; the last four are those of evidence that was written before.
const KEYS: [&str; 13] = [
    "criterionId",
    "outcome",
    "summary",
    "because",
    "featureId",
    "artifacts",
    "details",
    "source",
    "recordedBy",
    "charterId",
    "verifier",
    "narrativePath",
    "ts",
];

/// The kinds of evidence of an earlier tool, which are not rows of this shape.
const LEGACY_KINDS: [&str; 4] = ["command", "review", "qa", "readiness"];

/// One piece of evidence, before it is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceEntry {
    pub criterion_id: CriterionId,
    pub outcome: EvidenceOutcome,
    pub source: EvidenceSource,
    /// What was seen.
    pub summary: String,
    pub because: Option<String>,
    /// The directory below `work` that it goes to.
    pub segment: Option<String>,
    /// The files that belong to it, as the caller names them.
    pub artifacts: Vec<String>,
    /// Whatever else the caller says about it.
    pub details: Map<String, Value>,
    /// Who says so, as the caller puts it; the event has the actor.
    pub recorded_by: Option<String>,
    /// A Markdown file that tells it, kept with the artifacts.
    pub narrative: Option<String>,
    /// The run that the tool made itself; nobody else can say that it did.
    pub run: Option<Run>,
}

impl EvidenceEntry {
    /// Reads an entry; `place` names it in problems.
    pub fn parse(value: &Value, place: &str) -> Result<Self, Vec<Problem>> {
        let mut reader = ObjectReader::new(value, place);
        check_shape(&mut reader);
        let entry = Self {
            criterion_id: CriterionId(needed(&mut reader, "criterionId", "criterion-missing")),
            outcome: outcome(&mut reader),
            source: source(&mut reader),
            summary: needed(&mut reader, "summary", "summary-missing"),
            because: text(&mut reader, "because"),
            segment: text(&mut reader, "featureId"),
            artifacts: artifacts(&mut reader),
            details: reader.object("details", "not-an-object", "").cloned().unwrap_or_default(),
            recorded_by: text(&mut reader, "recordedBy"),
            narrative: text(&mut reader, "narrativePath"),
            run: None,
        };
        let mut problems = reader.problems;
        problems.extend(entry.problems(place));
        if problems.is_empty() { Ok(entry) } else { Err(problems) }
    }

    /// Lists what is wrong with an entry that has every part it needs.
    #[must_use]
    pub fn problems(&self, place: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut say = |key: &str, code: &str, message: String| {
            problems.push(problem_at(place, key, code, message));
        };
        let is_blank = |text: &str| text.trim().is_empty();
        if is_blank(&self.summary) {
            let message = "evidence needs a summary of what was seen".to_owned();
            say("summary", "summary-missing", message);
        }
        let because = self.because.as_deref().unwrap_or_default();
        // What another agent saw is a reason itself; that a tool ran is only said here.
        let is_word = self.source != EvidenceSource::Subagent
            && self.run.is_none()
            && self.outcome == EvidenceOutcome::Pass;
        if is_word && is_blank(because) {
            let message = format!(
                "{}: a pass on somebody's word needs `because`: why what was seen is enough",
                self.criterion_id
            );
            say("because", "because-missing", message);
        }
        for (key, text) in [("summary", self.summary.as_str()), ("because", because)] {
            if text.len() > TEXT_BYTES_MAX {
                let message = format!("{} bytes long; the most is {TEXT_BYTES_MAX}", text.len());
                say(key, "text-too-long", message);
            }
        }
        let is_narrative = |it: &&str| {
            let plain = !it.starts_with('/') && !it.split(['/', '\\']).any(|name| name == "..");
            plain && it.to_lowercase().ends_with(".md")
        };
        if let Some(path) = self.narrative.as_deref().filter(|it| !is_narrative(it)) {
            let message = format!("`{path}` is no Markdown file below the project");
            say("narrativePath", "narrative-unusable", message);
        }
        if let Some(segment) = self.segment.as_deref().filter(|it| !is_segment(it)) {
            let message = format!("`{segment}` is no name for a directory of evidence");
            say("featureId", "segment-unusable", message);
        }
        problems
    }
}

/// Tells whether a word can be one directory's name, here and on every system.
fn is_segment(segment: &str) -> bool {
    let plain = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.');
    let length = segment.chars().count();
    (1..=SEGMENT_CHARS_MAX).contains(&length)
        && segment.chars().all(plain)
        && !segment.starts_with('.')
        && !segment.ends_with('.')
}

fn check_shape(reader: &mut ObjectReader<'_>) {
    let Some(object) = reader.value.as_object() else {
        reader.say("", "not-an-entry", "an entry is a JSON object");
        return;
    };
    let kind = object.get("kind").and_then(Value::as_str);
    if let Some(kind) = kind.filter(|it| LEGACY_KINDS.contains(it)) {
        let message = format!("typed evidence of kind `{kind}` is of an earlier tool");
        reader.say("kind", "legacy-evidence", message);
    }
    for key in object.keys().filter(|it| !KEYS.contains(&it.as_str()) && *it != "kind") {
        reader.say(key, "unknown-field", format!("an entry has no `{key}`"));
    }
}

fn text(reader: &mut ObjectReader<'_>, key: &str) -> Option<String> {
    let text = reader.text(key, "not-text").map(str::trim);
    text.filter(|it| !it.is_empty()).map(str::to_owned)
}

fn needed(reader: &mut ObjectReader<'_>, key: &str, code: &str) -> String {
    let n_before = reader.problems.len();
    let text = text(reader, key);
    // A missing summary is said once, with the other problems of an entry.
    if text.is_none() && reader.problems.len() == n_before && key != "summary" {
        reader.say(key, code, format!("an entry needs `{key}`"));
    }
    text.unwrap_or_default()
}

fn outcome(reader: &mut ObjectReader<'_>) -> EvidenceOutcome {
    let word = text(reader, "outcome");
    let found = word.as_deref().and_then(EvidenceOutcome::parse);
    if found.is_none() {
        let message = match word {
            Some(word) => format!("`{word}` is not pass, fail or partial"),
            None => "an entry needs `outcome`: pass, fail or partial".to_owned(),
        };
        reader.say("outcome", "outcome-missing", message);
    }
    found.unwrap_or(EvidenceOutcome::Fail)
}

fn source(reader: &mut ObjectReader<'_>) -> EvidenceSource {
    let Some(word) = text(reader, "source") else { return EvidenceSource::Manual };
    EvidenceSource::parse(&word).unwrap_or_else(|| {
        let message = format!("`{word}` is not manual, verifier or subagent");
        reader.say("source", "source-unknown", message);
        EvidenceSource::Manual
    })
}

fn artifacts(reader: &mut ObjectReader<'_>) -> Vec<String> {
    let items = reader.list("artifacts", "not-a-list");
    let path = |it: &Value| it.as_str().or_else(|| it.get("path")?.as_str()).map(str::to_owned);
    let found: Vec<String> = items.iter().filter_map(path).collect();
    if found.len() < items.len() {
        reader.say("artifacts", "not-text", "an artifact is a path");
    }
    found
}
