//! The derived files: what the ledger says, for people and scripts that read JSON.
//!
//! Owns the shape of `state.json` and `criterion-state.json`, and what `interview.json` carries
//! beside the deep interview. Each has the head it was derived from and a digest of itself (BLAKE3
//! over its canonical JSON without `digest`), so that a reader can tell a file that is behind from
//! one that somebody edited. Must not know files.

use crate::State;
use charter_interview::deep;
use charter_kernel::event::Head;
use charter_kernel::{Digest, FindingKind, canonical};
use serde::Serialize;
use serde_json::{Value, json};

pub const DERIVED_EDITED: FindingKind = FindingKind::warning(
    "derived-edited",
    "A derived file was changed by hand; the next read rewrites it.",
);

/// Every kind of finding here, for the reference.
pub const FINDINGS: [FindingKind; 1] = [DERIVED_EDITED];

/// The version of both shapes.
pub const SCHEMA_VERSION: &str = "charter-1";

/// The derived files, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Derived {
    /// The lifecycle.
    State,
    /// The latest record per criterion.
    CriterionState,
    /// The deep interview, once one began.
    Interview,
}

/// What a derived file on disk is, against a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Derived from this head and untouched.
    Current,
    /// Untouched, and made from other events.
    Behind,
    /// Not what the tool wrote.
    Edited,
}

impl Derived {
    pub const ALL: [Self; 3] = [Self::State, Self::CriterionState, Self::Interview];

    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Self::State => "state.json",
            Self::CriterionState => "criterion-state.json",
            Self::Interview => "interview.json",
        }
    }

    /// Tells whether a charter in some state has this file.
    #[must_use]
    pub fn belongs_to(self, state: &State) -> bool {
        match self {
            Self::State | Self::CriterionState => true,
            Self::Interview => state.interview.deep.is_some(),
        }
    }

    #[must_use]
    pub fn render(self, state: &State) -> String {
        let mut value = match self {
            Self::State => lifecycle(state),
            Self::CriterionState => criteria(state),
            Self::Interview => interview(state),
        };
        let digest = Digest::of(&canonical::render(&value));
        if let Value::Object(map) = &mut value {
            map.insert("digest".to_owned(), digest.to_string().into());
        }
        let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Judges a file on disk against what the ledger adds up to.
    #[must_use]
    pub fn standing(self, bytes: &[u8], state: &State) -> Standing {
        match intact_head(bytes) {
            None => Standing::Edited,
            Some(derived_from) if derived_from == state.head() => Standing::Current,
            Some(_) => Standing::Behind,
        }
    }
}

/// Gives the head that an untouched derived file was written for.
fn intact_head(bytes: &[u8]) -> Option<Head> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let stated = Digest::parse(value.get("digest")?.as_str()?)?;
    let actual = Digest::of(&canonical::render_without(&value, "digest"));
    let ledger = value.get("ledger")?;
    let head = Head {
        seq: ledger.get("events")?.as_u64()?,
        hash: Digest::parse(ledger.get("head")?.as_str()?)?,
    };
    (stated == actual).then_some(head)
}

fn lifecycle(state: &State) -> Value {
    let mut value = json!({
        "schemaVersion": SCHEMA_VERSION,
        "charterId": state.contract.charter_id,
        "name": state.contract.name,
        "objective": state.contract.objective,
        "status": state.contract.status,
        "rigor": state.contract.rigor,
    });
    put(&mut value, "previousStatus", state.contract.previous_status.as_ref());
    put(&mut value, "base", state.contract.base.as_ref());
    put(&mut value, "createdAt", state.contract.created_at.as_ref());
    put(&mut value, "updatedAt", state.contract.updated_at.as_ref());
    put(&mut value, "endedAt", state.contract.ended_at.as_ref());
    put(&mut value, "reason", state.contract.reason.as_ref());
    put(&mut value, "sessions", Some(&state.contract.sessions).filter(|it| !it.is_empty()));
    put(&mut value, "ledger", Some(&ledger(state)));
    value
}

fn criteria(state: &State) -> Value {
    json!({
        "schemaVersion": SCHEMA_VERSION,
        "charterId": state.contract.charter_id,
        "criteria": state.contract.criteria,
        "waived": state.contract.waived,
        "ledger": ledger(state),
    })
}

fn interview(state: &State) -> Value {
    let mut value = state.interview.deep.as_deref().map_or_else(|| json!({}), deep::view);
    put(&mut value, "charterId", Some(&state.contract.charter_id));
    put(&mut value, "ledger", Some(&ledger(state)));
    value
}

fn ledger(state: &State) -> Value {
    json!({ "events": state.n_events, "head": state.head().hash })
}

/// Adds a key whose value is known; a map of plain values always serialises.
fn put<T: Serialize>(object: &mut Value, key: &str, value: Option<&T>) {
    if let (Value::Object(map), Some(value)) = (object, value)
        && let Ok(value) = serde_json::to_value(value)
    {
        map.insert(key.to_owned(), value);
    }
}
