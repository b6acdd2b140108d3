//! Charters of the tool that this one grew from: its files read as they are.
//!
//! Owns the shape of its ledger lines, `state.json` and `criterion-state.json`, and how they become
//! one event that our own ledger starts with. Must not know files.

use crate::Status;
use crate::event::{AdoptedRecord, Adoptee, EvidenceOutcome, EvidenceSource};
use charter_kernel::earlier::EarlierLines;
use charter_kernel::{CriterionId, Digest, Timestamp};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What an earlier tool left in a charter's directory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Remains<'a> {
    pub ledger: EarlierLines,
    pub state: Option<&'a [u8]>,
    pub criteria: Option<&'a [u8]>,
}

/// Reads what the earlier tool left, to be taken over; says why where it cannot be.
pub fn adopt(remains: Remains<'_>) -> Result<Adoptee, String> {
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
    Ok(Adoptee {
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
    })
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
    fn a_state_is_taken_over_with_its_records() {
        let criteria = br#"{"charterId":"a-b","criteria":{
            "VAL-A":{"outcome":"pass","lastEvidencePath":"work/x","lastTs":"2026-05-15T03:00:00.000Z","lastSummary":"s","because":"b"},
            "VAL-B":{"outcome":"maybe"},"VAL-C":7}}"#;
        let remains = Remains {
            state: Some(STATE.as_bytes()),
            criteria: Some(criteria),
            ..Remains::default()
        };
        let adopted = adopt(remains).unwrap();
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
