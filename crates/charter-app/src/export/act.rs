//! What people signed, into an export and out of it.
//!
//! Owns that an act in an export is the one that was signed: the id of every event is computed anew. Must not know
//! what an act lets count.

use super::{ProvenanceState, problem};
use crate::app::{App, OpenCharter};
use crate::error::Error;
use charter_contract::signed_text;
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::event::{Payload, parse_line};
use charter_kernel::{Actor, Digest, Problem, Timestamp};
use charter_proof::ssh::{self, SignedBy};
use charter_review::attest::SignedActs;
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// What a person signed, and whose signature it is.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActRow {
    /// Who did it, as the ledger says.
    pub actor: Actor,
    pub ts: Timestamp,
    /// What was done, a line each.
    pub acts: Vec<String>,
    pub state: ProvenanceState,
    /// The person whom the list names for the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The fingerprint of the key.
    pub key: String,
}

/// What was found of the acts in an export.
#[derive(Debug, Default)]
pub(super) struct CheckedActs {
    pub(super) rows: Vec<ActRow>,
    pub(super) problems: Vec<Problem>,
}

impl App {
    /// Lists what people signed of a charter, with the events.
    pub(super) fn acts_of(&self, open: &OpenCharter) -> Result<Vec<SignedActs>, Error> {
        let signatures = &open.state().contract.signatures;
        if signatures.is_empty() {
            return Ok(Vec::new());
        }
        let signed: HashSet<Digest> = signatures.iter().flat_map(|it| it.events.clone()).collect();
        let mut lines: HashMap<Digest, String> = HashMap::new();
        for entry in self.store.log(&open.id)? {
            let entry = entry?;
            if signed.contains(&entry.event.id) {
                lines.insert(entry.event.id, entry.line);
            }
        }
        // What a repair took over has another id by now: its signature shows nothing without the event.
        let acts = signatures.iter().filter_map(|it| {
            let lines: Option<Vec<String>> =
                it.events.iter().map(|id| lines.get(id).cloned()).collect();
            let (events, key, signature) =
                (it.events.clone(), it.key.clone(), it.signature.clone());
            Some(SignedActs { events, lines: lines?, key, signature })
        });
        Ok(acts.collect())
    }

    /// Checks what people signed, as an export has it; `left` is how many signatures may still be checked.
    pub(super) fn check_acts(
        &self,
        charter_id: &str,
        acts: &[SignedActs],
        people: &str,
        left: &mut usize,
    ) -> CheckedActs {
        let mut checked = CheckedActs::default();
        for (idx, acts) in acts.iter().enumerate() {
            let place = format!("signedActs[{idx}]");
            let Some(events) = events_of(charter_id, acts) else {
                let message = "its events are not those that were signed".to_owned();
                checked.problems.push(problem(&place, "act-changed", message));
                continue;
            };
            let Some(last) = events.last() else { continue };
            let text = signed_text(charter_id, &acts.events);
            let by = if *left == 0 {
                SignedBy::NotChecked("too many signatures".to_owned())
            } else {
                *left -= 1;
                let (setup, bytes) = (self.ssh_setup(), text.as_bytes());
                ssh::verify(&setup, people, Some(last.ts), &acts.signature, bytes)
            };
            let (state, person) = match by {
                SignedBy::Person(person) => (ProvenanceState::Listed, Some(person)),
                SignedBy::Unlisted { .. } => (ProvenanceState::Unlisted, None),
                SignedBy::NotChecked(_) => (ProvenanceState::NotChecked, None),
                SignedBy::Invalid => {
                    let message = "its signature is not one of these events".to_owned();
                    checked.problems.push(problem(&place, "signature-wrong", message));
                    (ProvenanceState::Wrong, None)
                }
            };
            checked.rows.push(ActRow {
                actor: last.actor.clone(),
                ts: last.ts,
                acts: events.iter().map(summary).collect(),
                state,
                person,
                key: ssh::signer_fingerprint(&acts.signature).unwrap_or_default(),
            });
        }
        checked
    }
}

/// Reads the events of an act; none where they are not exactly those that were signed.
fn events_of(charter_id: &str, acts: &SignedActs) -> Option<Vec<CharterEvent>> {
    let events: Result<Vec<CharterEvent>, _> =
        acts.lines.iter().map(|it| parse_line::<EventBody>(it.as_bytes())).collect();
    let events = events.ok()?;
    let is_here = |it: &CharterEvent| it.charter_id.as_str() == charter_id;
    let is_same = events.iter().map(|it| it.id).eq(acts.events.iter().copied());
    (is_same && !events.is_empty() && events.iter().all(is_here)).then_some(events)
}

fn summary(event: &CharterEvent) -> String {
    match &event.payload {
        Payload::Known(body) => body.summary(),
        Payload::Unknown { .. } => "something that a later version knows".to_owned(),
    }
}
