//! What a charter's events add up to: the slices of all features.
//!
//! Owns the fold: [`State::apply`] is the only mutation and replay is a loop over it. It is total:
//! any sequence of events gives a state. Must not know documents. The state is also what a
//! checkpoint stores; a checkpoint of another format is thrown away and folded again.

use crate::event::{CharterEvent, EventBody};
use charter_contract::ContractState;
use charter_interview::InterviewState;
use charter_kernel::Digest;
use charter_kernel::event::{Head, LedgerEvent, Payload};
use charter_plan::Plan;
use charter_review::ReviewState;
use serde::{Deserialize, Serialize};

/// The version of this shape in a checkpoint.
pub const FORMAT: u32 = 15;

/// A charter as its ledger tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The contract: where it is, what was recorded.
    pub contract: ContractState,
    pub interview: InterviewState,
    /// The plan, once one was opened: its latest run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<Plan>>,
    pub review: ReviewState,
    /// The ends of the ledger before repairs: a derived file made from one is behind.
    pub former_heads: Vec<Digest>,
    pub n_events: u64,
    /// How many of them this version does not know.
    pub n_unknown: u64,
    pub head: Digest,
}

impl State {
    /// Gives the end of the ledger that this state was folded from.
    #[must_use]
    pub fn head(&self) -> Head {
        Head { seq: self.n_events, hash: self.head }
    }

    /// Tells whether there is a charter at all.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.n_events > 0
    }

    pub fn apply(&mut self, event: &CharterEvent) {
        self.n_events = event.seq;
        self.head = event.hash;
        self.contract.touch(&event.stamp());
        match &event.payload {
            Payload::Known(body) => self.apply_body(event, body),
            Payload::Unknown(_) => self.n_unknown += 1,
        }
    }

    fn apply_body(&mut self, event: &CharterEvent, body: &EventBody) {
        let stamp = event.stamp();
        match body {
            EventBody::Contract(event) => self.contract.apply(&stamp, event),
            EventBody::Interview(event) => {
                self.interview.apply(&stamp, event, &mut self.contract);
            }
            EventBody::Plan(event) => {
                if let Some((name, digest)) = charter_plan::apply(&mut self.plan, &stamp, event) {
                    self.contract.rest_on(name, "plan", digest);
                }
            }
            EventBody::Review(event) => self.review.apply(&stamp, event),
            EventBody::Ledger(LedgerEvent::LedgerRepaired { former_heads, .. }) => {
                self.former_heads.extend_from_slice(former_heads);
            }
            EventBody::Foreign(_) | EventBody::Ledger(LedgerEvent::TailSetAside { .. }) => {}
        }
    }
}
