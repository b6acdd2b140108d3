//! Entries of evidence, read from what others wrote.
//!
//! Owns the forms: JSON, a file of it, a report of tests. Must not record them.

use crate::app::App;
use crate::error::{Error, problem};
use charter_contract::evidence::EvidenceEntry;
use charter_contract::{ContractRefusal, EvidenceOutcome, EvidenceSource};
use charter_kernel::{CriterionId, Glob, Problem};
use charter_proof::{ReportCase, ReportFormat, TestOutcome, TestReport};
use serde_json::{Value, json};
use std::path::Path;

impl App {
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
        usable("", entries, problems)
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
        match self.read_artifact(path, &mut u64::MAX.clone(), &[]) {
            Ok(_) => self.read_entries(Path::new(path)),
            Err(problem) => usable("", Vec::new(), vec![problem]),
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
        usable("", entries, problems)
    }
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
        return Err(problem(criterion, "no-test-matches", message));
    }
    if passed + failed == 0 {
        let message =
            format!("all {skipped} {noun} of `{pattern}` were skipped: nothing was shown");
        return Err(problem(criterion, "no-test-ran", message));
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

/// Gives what was read, unless anything is wrong with a part of it.
pub(crate) fn usable<T>(charter_id: &str, read: T, problems: Vec<Problem>) -> Result<T, Error> {
    if problems.is_empty() {
        return Ok(read);
    }
    Err(ContractRefusal::EntriesUnusable { charter_id: charter_id.to_owned(), problems }.into())
}

/// Says what is wrong with all entries together.
pub(crate) fn unusable(charter_id: &str, path: &str, code: &str, message: String) -> Error {
    let (charter_id, problems) = (charter_id.to_owned(), vec![problem(path, code, message)]);
    ContractRefusal::EntriesUnusable { charter_id, problems }.into()
}
