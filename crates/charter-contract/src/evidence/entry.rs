//! What somebody wants to have recorded.
//!
//! Owns the shape of an entry: its keys, which of them are needed, and what is wrong with one. All
//! problems of all entries come back at once. Must not know files.

use crate::event::{EvidenceOutcome, EvidenceSource, Run};
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
        let mut reader = EntryReader { value, place, problems: Vec::new() };
        reader.check_shape();
        let entry = Self {
            criterion_id: CriterionId(reader.needed("criterionId", "criterion-missing")),
            outcome: reader.outcome(),
            source: reader.source(),
            summary: reader.needed("summary", "summary-missing"),
            because: reader.text("because"),
            segment: reader.text("featureId"),
            artifacts: reader.artifacts(),
            details: reader.details(),
            recorded_by: reader.text("recordedBy"),
            narrative: reader.text("narrativePath"),
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
            problems.push(problem(place, key, code, message));
        };
        let is_blank = |text: &str| text.trim().is_empty();
        if is_blank(&self.summary) {
            say(
                "summary",
                "summary-missing",
                "evidence needs a summary of what was seen".to_owned(),
            );
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

/// Says what is wrong with a key of an entry, or with all of it.
pub(super) fn problem(place: &str, key: &str, code: &str, message: String) -> Problem {
    let path = match (place, key) {
        ("", key) => key.to_owned(),
        (place, "") => place.to_owned(),
        (place, key) => format!("{place}.{key}"),
    };
    Problem { path, code: code.to_owned(), message }
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

struct EntryReader<'a> {
    value: &'a Value,
    place: &'a str,
    problems: Vec<Problem>,
}

impl EntryReader<'_> {
    fn say(&mut self, key: &str, code: &str, message: String) {
        self.problems.push(problem(self.place, key, code, message));
    }

    fn check_shape(&mut self) {
        let Some(object) = self.value.as_object() else {
            self.say("", "not-an-entry", "an entry is a JSON object".to_owned());
            return;
        };
        let kind = object.get("kind").and_then(Value::as_str);
        if let Some(kind) = kind.filter(|it| LEGACY_KINDS.contains(it)) {
            let message = format!("typed evidence of kind `{kind}` is of an earlier tool");
            self.say("kind", "legacy-evidence", message);
        }
        let unknown = object.keys().filter(|it| !KEYS.contains(&it.as_str()) && *it != "kind");
        for key in unknown.cloned().collect::<Vec<_>>() {
            self.say(&key, "unknown-field", format!("an entry has no `{key}`"));
        }
    }

    fn text(&mut self, key: &str) -> Option<String> {
        match self.value.get(key) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|it| !it.is_empty()),
            Some(_) => {
                self.say(key, "not-text", format!("`{key}` must be text"));
                None
            }
        }
    }

    fn needed(&mut self, key: &str, code: &str) -> String {
        let n_before = self.problems.len();
        let text = self.text(key);
        // A missing summary is said once, with the other problems of an entry.
        if text.is_none() && self.problems.len() == n_before && key != "summary" {
            self.say(key, code, format!("an entry needs `{key}`"));
        }
        text.unwrap_or_default()
    }

    fn outcome(&mut self) -> EvidenceOutcome {
        let word = self.text("outcome");
        let found = word.as_deref().and_then(EvidenceOutcome::parse);
        if found.is_none() {
            let message = match word {
                Some(word) => format!("`{word}` is not pass, fail or partial"),
                None => "an entry needs `outcome`: pass, fail or partial".to_owned(),
            };
            self.say("outcome", "outcome-missing", message);
        }
        found.unwrap_or(EvidenceOutcome::Fail)
    }

    fn source(&mut self) -> EvidenceSource {
        let word = self.text("source");
        match word.as_deref().map(EvidenceSource::parse) {
            None => EvidenceSource::Manual,
            Some(Some(source)) => source,
            Some(None) => {
                let word = word.unwrap_or_default();
                let message = format!("`{word}` is not manual, verifier or subagent");
                self.say("source", "source-unknown", message);
                EvidenceSource::Manual
            }
        }
    }

    fn artifacts(&mut self) -> Vec<String> {
        match self.value.get("artifacts") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(items)) => {
                let text = |it: &Value| {
                    let text = it.as_str().or_else(|| it.get("path")?.as_str());
                    text.map(str::to_owned)
                };
                let found: Vec<String> = items.iter().filter_map(text).collect();
                if found.len() < items.len() {
                    self.say("artifacts", "not-text", "an artifact is a path".to_owned());
                }
                found
            }
            Some(_) => {
                self.say("artifacts", "not-a-list", "`artifacts` must be a list".to_owned());
                Vec::new()
            }
        }
    }

    fn details(&mut self) -> Map<String, Value> {
        match self.value.get("details") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(map)) => map.clone(),
            Some(_) => {
                self.say("details", "not-an-object", "`details` must be an object".to_owned());
                Map::new()
            }
        }
    }
}
