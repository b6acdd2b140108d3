//! What reviews write down, as the ledger keeps it, and what it adds up to.
//!
//! Owns the payloads and the slice of the state. A field is added as optional or with a default and never
//! renamed, so that every older line still reads. Must not know the envelope.

use charter_kernel::ancestry::EventPlace;
use charter_kernel::event::EventStamp;
use charter_kernel::{Actor, CriterionId, Digest};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What happened in a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ReviewEvent {
    CheckpointTaken {
        receipt: Box<Receipt>,
    },
    /// A person stands behind a gate that somebody else took.
    GateConfirmed {
        milestone_id: String,
        receipt_id: String,
    },
    /// A reviewer found something that stands against a milestone or a criterion.
    ObjectionRaised {
        #[serde(rename = "objection", alias = "id")]
        id: String,
        target: String,
        text: String,
    },
    /// It does not any more.
    ObjectionSettled {
        #[serde(rename = "objection", alias = "id")]
        id: String,
        how: String,
    },
}

impl ReviewEvent {
    /// Says what happened, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::CheckpointTaken { receipt } => {
                let what = match receipt.kind {
                    ReceiptKind::Milestone => "",
                    ReceiptKind::Final => ", the last one",
                };
                let (unit, receipt) = (&receipt.milestone_id, &receipt.receipt_id);
                format!("took the gate of {unit}{what}: receipt {receipt}")
            }
            Self::GateConfirmed { milestone_id, receipt_id } => {
                format!("confirmed the gate of {milestone_id}: receipt {receipt_id}")
            }
            Self::ObjectionRaised { id, target, text } => {
                format!("objection {id} against {target}: {text}")
            }
            Self::ObjectionSettled { id, how } => format!("settled {id}: {how}"),
        }
    }

    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        let digest = Digest::of(b"example");
        vec![
            Self::CheckpointTaken {
                receipt: Box::new(Receipt {
                    schema_version: 1,
                    receipt_id: "1f0c9a27".to_owned(),
                    milestone_id: "m1".to_owned(),
                    kind: ReceiptKind::Milestone,
                    gate: digest,
                    file: None,
                    source: digest,
                    head: digest,
                    criteria: BTreeMap::new(),
                }),
            },
            Self::GateConfirmed {
                milestone_id: "m1".to_owned(),
                receipt_id: "1f0c9a27".to_owned(),
            },
            Self::ObjectionRaised {
                id: "B1".to_owned(),
                target: "m1".to_owned(),
                text: "a reading without a unit is taken".to_owned(),
            },
            Self::ObjectionSettled { id: "B1".to_owned(), how: "refused with E12".to_owned() },
        ]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReceiptKind {
    Milestone,
    /// The last one to be taken: the whole charter.
    Final,
}

/// Says that a gate was taken for a milestone, and on what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub schema_version: u64,
    /// Its name: the beginning of the digest of everything below.
    pub receipt_id: String,
    pub milestone_id: String,
    pub kind: ReceiptKind,
    /// The digest of what the gate means.
    pub gate: Digest,
    /// The digest of its file: a gate is written after what it is about, and is no source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<Digest>,
    /// The digest of the source that it was taken on.
    pub source: Digest,
    /// The end of the ledger before it.
    pub head: Digest,
    /// What was shown: of the milestone, or of the whole charter where it is final.
    pub criteria: BTreeMap<CriterionId, Shown>,
}

/// A criterion as a receipt found it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    pub text: Digest,
    pub records: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waived: bool,
}

/// What a reviewer found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Objection {
    /// The milestone or the criterion that it stands against.
    pub target: String,
    pub text: String,
    pub raised_by: Actor,
    /// How it was settled; nothing while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<String>,
    /// Where that stands.
    pub settled_at: Option<EventPlace>,
    pub place: EventPlace,
    /// The event that raised it.
    pub event: Digest,
    /// Whether a completion stands that had not seen it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside_completion: bool,
}

/// Who took a gate, or stood behind it later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateAct {
    pub place: EventPlace,
    pub by: Actor,
}

/// What reviews add up to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewState {
    /// The latest receipt of every milestone.
    pub receipts: BTreeMap<String, Receipt>,
    /// The latest receipt for the whole.
    pub final_receipt: Option<Receipt>,
    /// The gates that were taken, each with its milestone.
    pub gates: BTreeMap<Digest, String>,
    /// The digests of their files.
    pub gate_files: BTreeSet<Digest>,
    /// Who is behind each receipt, by its name.
    pub gate_acts: BTreeMap<String, Vec<GateAct>>,
    /// What reviewers found, by its name.
    pub objections: BTreeMap<String, Objection>,
}

impl ReviewState {
    /// Takes in the next event; `is_beside` where a completion stands that it has not seen.
    pub fn apply(&mut self, stamp: &EventStamp<'_>, event: &ReviewEvent, is_beside: bool) {
        match event {
            ReviewEvent::CheckpointTaken { receipt } => {
                self.take(receipt);
                self.stand_behind(stamp, &receipt.receipt_id);
            }
            ReviewEvent::GateConfirmed { receipt_id, .. } => self.stand_behind(stamp, receipt_id),
            ReviewEvent::ObjectionRaised { id, target, text } => {
                let objection = Objection {
                    target: target.clone(),
                    text: text.clone(),
                    raised_by: stamp.actor.clone(),
                    settled: None,
                    settled_at: None,
                    place: stamp.place(),
                    event: stamp.id,
                    beside_completion: is_beside,
                };
                self.raise(id, objection);
            }
            ReviewEvent::ObjectionSettled { id, how } => {
                let is_it = |it: &Objection| stamp.has_seen(it.place);
                if let Some(name) = self.find_raised(id, is_it) {
                    let place = stamp.place();
                    self.objections.entry(name).and_modify(|it| {
                        it.settled = Some(how.clone());
                        it.settled_at = Some(place);
                    });
                }
            }
        }
    }

    /// Two branches count on from the same number: where both raised one, each gets a name that says
    /// which it is, whatever else comes along later.
    fn raise(&mut self, id: &str, objection: Objection) {
        let name = |it: &Objection| {
            format!("{id}-{}", it.event.short().chars().take(4).collect::<String>())
        };
        if let Some(other) = self.objections.remove(id) {
            self.objections.insert(name(&other), other);
        } else if !self.objections.keys().any(|it| is_named(it, id)) {
            self.objections.insert(id.to_owned(), objection);
            return;
        }
        self.objections.insert(name(&objection), objection);
    }

    /// Finds the objection that somebody meant who had seen some: by its whole name, or by its number
    /// where they had seen only one of that number.
    fn find_raised(&self, id: &str, is_seen: impl Fn(&Objection) -> bool) -> Option<String> {
        if self.objections.contains_key(id) {
            return Some(id.to_owned());
        }
        let seen = self
            .objections
            .iter()
            .filter(|(it, objection)| (is_named(it, id) || is_named(id, it)) && is_seen(objection));
        let names: Vec<&String> = seen.map(|(name, _)| name).collect();
        match names.as_slice() {
            [only] => Some((*only).clone()),
            _ => None,
        }
    }

    /// Takes in that the charter was completed by somebody who had seen what `stamp` has.
    pub fn complete(&mut self, stamp: &EventStamp<'_>) {
        for objection in self.objections.values_mut() {
            objection.beside_completion = !stamp.has_seen(objection.place);
        }
    }

    /// Says which open objections a completion had not seen.
    #[must_use]
    pub fn beside_completion(&self) -> Vec<(EventPlace, String)> {
        let unseen = self.open_objections().filter(|(_, it)| it.beside_completion);
        let words = |id: &str, it: &Objection| format!("{id} against {}: {}", it.target, it.text);
        unseen.map(|(id, it)| (it.place, words(id, it))).collect()
    }

    fn stand_behind(&mut self, stamp: &EventStamp<'_>, receipt_id: &str) {
        let act = GateAct { place: stamp.place(), by: stamp.actor.clone() };
        self.gate_acts.entry(receipt_id.to_owned()).or_default().push(act);
    }

    fn take(&mut self, receipt: &Receipt) {
        self.gates.insert(receipt.gate, receipt.milestone_id.clone());
        self.gate_files.extend(receipt.file);
        self.receipts.insert(receipt.milestone_id.clone(), receipt.clone());
        if receipt.kind == ReceiptKind::Final {
            self.final_receipt = Some(receipt.clone());
        }
    }

    /// Lists the objections that are not settled, by their names.
    pub fn open_objections(&self) -> impl Iterator<Item = (&String, &Objection)> {
        self.objections.iter().filter(|(_, it)| it.settled.is_none())
    }
}

/// Tells whether a name is that of an objection with some number.
fn is_named(name: &str, id: &str) -> bool {
    name.strip_prefix(id).is_some_and(|it| it.starts_with('-'))
}
