//! What a charter's events add up to: the slices of all features.
//!
//! Owns the fold: [`State::apply`] is the only mutation and replay is a loop over it. It is total:
//! any sequence of events gives a state. Must not know documents. The state is also what a
//! checkpoint stores; a checkpoint of another format is thrown away and folded again.

use crate::event::{CharterDraft, CharterEvent, EventBody};
use charter_contract::{ContractEvent, ContractState};
use charter_interview::InterviewState;
use charter_kernel::Digest;
use charter_kernel::ancestry::Ancestry;
use charter_kernel::event::{EventStamp, Head, LedgerEvent, Payload, link};
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_plan::Plan;
use charter_review::ReviewState;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The version of this shape in a checkpoint.
pub const FORMAT: u32 = 28;

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
    pub n_events: u64,
    /// How many of them this version does not know.
    pub n_unknown: u64,
    /// The events that no other one follows: several where branches came together.
    pub ends: Vec<Digest>,
    /// How often the ledger was repaired.
    pub n_repairs: u64,
    /// How many events of a strand were lost that was made whole.
    pub n_lost: u64,
    /// The events that are gone, and that somebody said to go on without.
    pub given_up: BTreeSet<Digest>,
    #[serde(skip)]
    pub ancestry: Ancestry,
}

impl State {
    /// Gives the end of the ledger that this state was folded from.
    #[must_use]
    pub fn head(&self) -> Head {
        Head::of(self.n_events, &self.ends)
    }

    /// Tells whether there is a charter at all.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.n_events > 0
    }

    /// Takes in the next event, which stands behind those that it follows.
    pub fn apply(&mut self, event: &CharterEvent) {
        let names: Vec<Digest> = event.names().collect();
        let parents: Vec<Digest> = event.parents().copied().collect();
        self.ancestry.enter(self.n_events, &mut self.ends, &names, &parents);
        self.n_events += 1;
        let ancestry = std::mem::take(&mut self.ancestry);
        let stamp = event.stamp(ancestry.last());
        self.contract.touch(&stamp);
        self.contract.go_on_reopened(&stamp);
        match &event.payload {
            Payload::Known(body) => self.apply_body(&stamp, body),
            Payload::Unknown(_) => self.n_unknown += 1,
        }
        self.contract.reconsider(self.review.beside_completion());
        self.ancestry = ancestry;
    }

    /// Takes in drafts as if they were written, for whoever goes on with a copy.
    pub fn foresee(&mut self, drafts: &[CharterDraft]) {
        let end = StrandEnd::start(StrandId::from_random(b"copy"));
        let (events, _) = link(&end, &self.ends, drafts);
        events.iter().for_each(|event| self.apply(event));
    }

    fn apply_body(&mut self, stamp: &EventStamp<'_>, body: &EventBody) {
        match body {
            EventBody::Contract(event) => {
                self.contract.apply(stamp, event);
                if matches!(event, ContractEvent::CharterCompleted { .. }) {
                    self.review.complete(stamp);
                }
            }
            EventBody::Interview(event) => {
                self.interview.apply(stamp, event, &mut self.contract);
            }
            EventBody::Plan(event) => {
                if let Some((name, digest)) = charter_plan::apply(&mut self.plan, stamp, event) {
                    self.contract.rest_on(stamp, name, "plan", digest);
                }
            }
            EventBody::Review(event) => {
                let is_beside = self.contract.is_beside_completion(stamp);
                self.review.apply(stamp, event, is_beside);
            }
            EventBody::Ledger(LedgerEvent::EventsGivenUp { ids }) => {
                self.n_repairs += 1;
                self.given_up.extend(ids);
            }
            EventBody::Ledger(LedgerEvent::LedgerRepaired { lost, .. }) => {
                self.n_repairs += 1;
                self.n_lost += lost;
            }
            EventBody::Foreign(_) | EventBody::Ledger(LedgerEvent::TailSetAside { .. }) => {}
        }
    }
}
