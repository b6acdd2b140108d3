//! What happened, as the sum of what every feature writes down.
//!
//! Owns which features there are: removing one is removing its variant. The payloads are the features',
//! the envelope is the kernel's.

use charter_contract::ContractEvent;
use charter_foreign::ForeignEvent;
use charter_interview::InterviewEvent;
use charter_kernel::Digest;
use charter_kernel::event::{EventSum, LedgerEvent};
use charter_plan::PlanEvent;
use charter_review::ReviewEvent;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

pub type CharterEvent = charter_kernel::event::Event<EventBody>;

/// An event of a charter before it has a place in the ledger.
pub type CharterDraft = charter_kernel::event::Draft<EventBody>;

/// How many kinds of events this version knows.
pub const N_KINDS: usize = 34;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventBody {
    Ledger(LedgerEvent),
    Contract(ContractEvent),
    Interview(InterviewEvent),
    Plan(PlanEvent),
    Review(ReviewEvent),
    Foreign(ForeignEvent),
}

impl EventBody {
    /// Says what happened, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::Ledger(event) => event.summary(),
            Self::Contract(event) => event.summary(),
            Self::Interview(event) => event.summary(),
            Self::Plan(event) => event.summary(),
            Self::Review(event) => event.summary(),
            Self::Foreign(event) => event.summary(),
        }
    }

    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        let contract = ContractEvent::examples().into_iter().map(Self::Contract);
        let interview = InterviewEvent::examples().into_iter().map(Self::Interview);
        let plan = PlanEvent::examples().into_iter().map(Self::Plan);
        let review = ReviewEvent::examples().into_iter().map(Self::Review);
        let foreign = ForeignEvent::examples().into_iter().map(Self::Foreign);
        let ledger = LedgerEvent::examples().into_iter().map(Self::Ledger);
        contract.chain(interview).chain(plan).chain(review).chain(foreign).chain(ledger).collect()
    }
}

impl EventSum for EventBody {
    /// A feature that does not know the `type` says so at once, and the next is asked.
    fn read(payload: Value) -> Option<Self> {
        let contract = || ContractEvent::deserialize(&payload).ok().map(Self::Contract);
        let interview = || InterviewEvent::deserialize(&payload).ok().map(Self::Interview);
        let plan = || PlanEvent::deserialize(&payload).ok().map(Self::Plan);
        let review = || ReviewEvent::deserialize(&payload).ok().map(Self::Review);
        let foreign = || ForeignEvent::deserialize(&payload).ok().map(Self::Foreign);
        let ledger = || LedgerEvent::deserialize(&payload).ok().map(Self::Ledger);
        contract().or_else(interview).or_else(plan).or_else(review).or_else(foreign).or_else(ledger)
    }

    fn took_over(&self) -> Option<Digest> {
        match self {
            Self::Contract(ContractEvent::Adopted(adoptee)) => Some(adoptee.ledger),
            Self::Ledger(_)
            | Self::Contract(_)
            | Self::Interview(_)
            | Self::Plan(_)
            | Self::Review(_)
            | Self::Foreign(_) => None,
        }
    }
}

impl Serialize for EventBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Ledger(event) => event.serialize(serializer),
            Self::Contract(event) => event.serialize(serializer),
            Self::Interview(event) => event.serialize(serializer),
            Self::Plan(event) => event.serialize(serializer),
            Self::Review(event) => event.serialize(serializer),
            Self::Foreign(event) => event.serialize(serializer),
        }
    }
}

impl From<LedgerEvent> for EventBody {
    fn from(event: LedgerEvent) -> Self {
        Self::Ledger(event)
    }
}

impl From<ContractEvent> for EventBody {
    fn from(event: ContractEvent) -> Self {
        Self::Contract(event)
    }
}

impl From<InterviewEvent> for EventBody {
    fn from(event: InterviewEvent) -> Self {
        Self::Interview(event)
    }
}

impl From<PlanEvent> for EventBody {
    fn from(event: PlanEvent) -> Self {
        Self::Plan(event)
    }
}

impl From<ReviewEvent> for EventBody {
    fn from(event: ReviewEvent) -> Self {
        Self::Review(event)
    }
}

impl From<ForeignEvent> for EventBody {
    fn from(event: ForeignEvent) -> Self {
        Self::Foreign(event)
    }
}
