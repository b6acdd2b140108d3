//! Charters of the tool that this one grew from: its files read as they are.
//!
//! Owns the shape of its ledger lines, `state.json` and `criterion-state.json`, and how they become
//! one event that our own ledger starts with. Must not know files.

use crate::event::{AdoptedRecord, Adoptee, EventBody, EvidenceOutcome, EvidenceSource};
use crate::{CriterionId, Digest, Hasher, Status, Timestamp};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What an earlier tool left in a charter's directory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Remains<'a> {
    /// The lines of its ledger.
    pub ledger: EarlierLines,
    /// Its `state.json`.
    pub state: Option<&'a [u8]>,
    /// Its `criterion-state.json`.
    pub criteria: Option<&'a [u8]>,
}

/// Lines of an earlier tool, by their length and digest: they are never held together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierLines {
    /// How many bytes they are.
    pub n_bytes: u64,
    /// Their digest.
    pub digest: Digest,
}

impl EarlierLines {
    /// Takes lines that are at hand.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self { n_bytes: bytes.len() as u64, digest: Digest::of(bytes) }
    }
}

impl Default for EarlierLines {
    fn default() -> Self {
        Self::of(b"")
    }
}

/// The lines of an earlier tool at the start of a ledger, taken in one after another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prefix {
    n_bytes: u64,
    hasher: Hasher,
    /// Whether the last line had an end, which was not hashed yet.
    is_ended: bool,
}

impl Prefix {
    /// Takes in a line without its end where it belongs to them, and tells whether it does.
    pub(crate) fn take(&mut self, line: &[u8], is_ended: bool) -> bool {
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        if !(is_legacy_line(line) || (is_blank && self.n_bytes > 0 && is_ended)) {
            return false;
        }
        if self.is_ended {
            self.hasher.update(b"\n");
        }
        self.hasher.update(line);
        self.is_ended = is_ended;
        self.n_bytes += line.len() as u64 + u64::from(is_ended);
        true
    }

    /// Gives the lines that were taken in.
    pub(crate) fn lines(&self) -> EarlierLines {
        let mut hasher = self.hasher.clone();
        if self.is_ended {
            hasher.update(b"\n");
        }
        EarlierLines { n_bytes: self.n_bytes, digest: hasher.digest() }
    }

    /// Tells whether an event that took over such lines means these. A last line without an end got
    /// one.
    pub(crate) fn is(&self, digest: Digest) -> bool {
        self.lines().digest == digest || (self.is_ended && self.hasher.digest() == digest)
    }
}

/// Gives how many bytes at the start of a ledger are lines of the earlier tool: each an object with
/// a type, a time and a charter, and without the chain that ours have. Blank lines between them
/// belong to them, and so does a last line without an end, where nothing stands behind it.
#[must_use]
pub fn prefix_len(bytes: &[u8]) -> usize {
    let mut prefix = Prefix::default();
    let mut len = 0;
    for line in bytes.split_inclusive(|it| *it == b'\n') {
        let text = line.strip_suffix(b"\n");
        if !prefix.take(text.unwrap_or(line), text.is_some()) {
            break;
        }
        len += line.len();
    }
    len
}

fn is_legacy_line(line: &[u8]) -> bool {
    let Ok(Value::Object(object)) = serde_json::from_slice::<Value>(line) else { return false };
    let is_text = |key: &str| object.get(key).is_some_and(Value::is_string);
    let has_chain = ["seq", "prev", "hash", "v"].iter().any(|it| object.contains_key(*it));
    ["type", "ts", "charterId"].into_iter().all(is_text) && !has_chain
}

/// Makes the event that takes over what the earlier tool left; says why where it cannot be read.
pub fn adopt(remains: Remains<'_>) -> Result<EventBody, String> {
    let bytes = remains.state.ok_or_else(|| "there is no state.json beside it".to_owned())?;
    let state: Value =
        serde_json::from_slice(bytes).map_err(|err| format!("state.json is no JSON: {err}"))?;
    let text = |key: &str| {
        let text = state.get(key).and_then(Value::as_str).map(str::trim);
        text.filter(|it| !it.is_empty()).map(str::to_owned)
    };
    let time = |key: &str| text(key).and_then(|it| Timestamp::parse(&it).ok());
    let objective = text("objective").ok_or_else(|| "state.json names no objective".to_owned())?;
    text("charterId").ok_or_else(|| "state.json names no charter".to_owned())?;
    let word = text("status").unwrap_or_default();
    let status = status_of(&word).ok_or_else(|| format!("`{word}` is no status"))?;
    let criteria = remains.criteria.map(read_records).unwrap_or_default();
    let digest = |bytes: Option<&[u8]>| bytes.map(Digest::of);
    let name = text("name").unwrap_or_else(|| first_line(&objective));
    Ok(EventBody::Adopted(Box::new(Adoptee {
        name,
        objective,
        status,
        previous_status: text("previousStatus").and_then(|it| status_of(&it)),
        created_at: time("createdAt"),
        ended_at: time("completedAt").or_else(|| time("terminatedAt")),
        reason: text("completionReason"),
        criteria,
        ledger_bytes: remains.ledger.n_bytes,
        ledger: remains.ledger.digest,
        state: digest(remains.state),
        criterion_state: digest(remains.criteria),
    })))
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or(text);
    line.chars().take(60).collect::<String>().trim().to_owned()
}

/// Reads a status; those that later versions dropped stand for what became of them.
fn status_of(word: &str) -> Option<Status> {
    match word {
        "active" | "planning" | "review" | "awaiting-clarification" => Some(Status::Active),
        "paused" => Some(Status::Paused),
        "completed" => Some(Status::Completed),
        "abandoned" | "budget_limited" => Some(Status::Abandoned),
        _ => None,
    }
}

/// Reads the latest record of every criterion; what is no record is left out.
fn read_records(bytes: &[u8]) -> BTreeMap<CriterionId, AdoptedRecord> {
    let value: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let Some(Value::Object(criteria)) = value.get("criteria") else { return BTreeMap::new() };
    let record = |(id, value): (&String, &Value)| {
        let record = read_record(value.as_object()?)?;
        Some((CriterionId(id.clone()), record))
    };
    criteria.iter().filter_map(record).collect()
}

fn read_record(object: &Map<String, Value>) -> Option<AdoptedRecord> {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    let source = text("source").and_then(|it| EvidenceSource::parse(&it));
    Some(AdoptedRecord {
        outcome: EvidenceOutcome::parse(&text("outcome")?)?,
        source: source.unwrap_or(EvidenceSource::Manual),
        summary: text("lastSummary").unwrap_or_default(),
        because: text("because").filter(|it| !it.trim().is_empty()),
        path: text("lastEvidencePath"),
        ts: text("lastTs").and_then(|it| Timestamp::parse(&it).ok()),
        recorded_by: text("recordedBy"),
        criterion: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: &str = r#"{"charterId":"a-b","schemaVersion":"v2","name":"rate","objective":"limit rates",
        "status":"planning","createdAt":"2026-05-15T03:00:00.000Z","unknown":1}"#;

    #[test]
    fn lines_of_the_earlier_tool_are_told_from_ours() {
        let theirs =
            "{\"type\":\"charter_created\",\"ts\":\"t\",\"charterId\":\"a\",\"objective\":\"x\"}\n";
        let ours =
            "{\"seq\":1,\"ts\":\"t\",\"type\":\"adopted\",\"charterId\":\"a\",\"hash\":\"h\"}\n";
        assert_eq!(prefix_len(theirs.repeat(3).as_bytes()), theirs.len() * 3);
        assert_eq!(prefix_len(format!("{theirs}{ours}{theirs}").as_bytes()), theirs.len());
        assert_eq!(prefix_len(ours.as_bytes()), 0);
        assert_eq!(prefix_len(theirs.trim_end().as_bytes()), theirs.len() - 1, "without an end");
        assert_eq!(prefix_len(theirs.get(..20).unwrap_or_default().as_bytes()), 0, "cut off");
        assert_eq!(prefix_len(b"\n[]\n"), 0);
    }

    #[test]
    fn a_state_is_taken_over_with_its_records() {
        let criteria = br#"{"charterId":"a-b","criteria":{
            "VAL-A":{"outcome":"pass","lastEvidencePath":"work/x","lastTs":"2026-05-15T03:00:00.000Z","lastSummary":"s","because":"b"},
            "VAL-B":{"outcome":"maybe"},"VAL-C":7}}"#;
        let remains = Remains {
            state: Some(STATE.as_bytes()),
            criteria: Some(criteria),
            ..Remains::default()
        };
        let Ok(EventBody::Adopted(adopted)) = adopt(remains) else { panic!("it is readable") };
        assert_eq!((adopted.name.as_str(), adopted.status), ("rate", Status::Active));
        assert_eq!(adopted.criteria.len(), 1, "what is no record is left out");
    }

    #[test]
    fn what_is_no_state_is_told() {
        let check = |state: Option<&str>, expected: &str| {
            let remains = Remains { state: state.map(str::as_bytes), ..Remains::default() };
            let problem = adopt(remains).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        };
        check(None, "there is no state.json");
        check(Some("{"), "no JSON");
        check(Some("{}"), "no objective");
        check(Some(r#"{"objective":"x"}"#), "no charter");
        check(Some(r#"{"objective":"x","charterId":"a","status":"odd"}"#), "`odd` is no status");
    }
}
