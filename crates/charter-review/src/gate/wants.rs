//! What has to be seen before a gate can be checked.
//!
//! Owns where in a gate files and replays are named. Must not check anything.

use super::digest::given;
use super::section::text_in;
use serde_json::Value;
use std::collections::BTreeSet;

/// What a gate refers to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wants {
    /// The files, as the gate names them.
    pub paths: BTreeSet<String>,
    pub replays: Vec<ReplayWant>,
}

/// A replay that is to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayWant {
    /// The artifact that it is.
    pub id: String,
    /// The replay itself, or the file that holds it.
    pub source: ReplaySource,
}

/// Where a replay is written down.
#[derive(Debug, Clone, PartialEq)]
pub enum ReplaySource {
    /// In the gate.
    Inline(Value),
    File(String),
}

#[must_use]
pub fn wants(gate: &Value) -> Wants {
    let mut wants = Wants::default();
    let rows = gate.pointer("/executorQa/artifactRefs").and_then(Value::as_array);
    for row in rows.map(Vec::as_slice).unwrap_or_default() {
        wants.paths.extend(text_in(row, "path").map(str::to_owned));
        if let (Some(source), None) = (replay_source(row), given(row, "replayExempt")) {
            let id = row.get("id").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
            wants.replays.push(ReplayWant { id, source });
        }
    }
    wants
}

/// Finds the replay of an artifact: its own, or a file of that kind.
pub(super) fn replay_source(row: &Value) -> Option<ReplaySource> {
    if let Some(replay) = given(row, "replay") {
        return Some(ReplaySource::Inline(replay.clone()));
    }
    let kind = row.get("kind").and_then(Value::as_str)?.to_lowercase();
    let path = row.get("path").and_then(Value::as_str)?.trim();
    kind.contains("replay").then(|| ReplaySource::File(path.to_owned()))
}
