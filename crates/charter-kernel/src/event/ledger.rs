//! What the ledger writes about itself, and what it asks of the events that others bring.
//!
//! Must not know any of them.

use crate::Digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What an event says: the sum of what all features write down, and of what the ledger does.
pub trait EventSum: Clone + Serialize + From<LedgerEvent> {
    /// Reads a payload with its `type`; none where this version does not know it.
    fn read(payload: Value) -> Option<Self>;

    /// Gives the digest of the lines of an earlier tool that it took over.
    fn took_over(&self) -> Option<Digest>;
}

/// What happened to the ledger itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum LedgerEvent {
    /// A torn end was moved to a file.
    TailSetAside {
        /// The file, relative to the charter.
        path: String,
        bytes: u64,
        digest: Digest,
    },
    /// A broken strand was made whole.
    LedgerRepaired {
        /// Where the strand of before is, relative to the charter.
        saved_as: String,
        digest: Digest,
        /// How many events are gone.
        lost: u64,
        /// How many of its events were taken over under new ids.
        carried: u64,
    },
    /// Events that others follow are gone, and somebody said to go on without them.
    EventsGivenUp { ids: Vec<Digest> },
}

impl LedgerEvent {
    /// Says what happened, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::TailSetAside { path, bytes, .. } => {
                format!("set {bytes} torn bytes aside in {path}")
            }
            Self::LedgerRepaired { saved_as, lost, carried, .. } => format!(
                "repaired: lost {lost}, carried over {carried}, the file of before is {saved_as}"
            ),
            Self::EventsGivenUp { ids } => {
                let names: Vec<String> = ids.iter().map(Digest::short).collect();
                format!("gave up {} missing: {}", ids.len(), names.join(", "))
            }
        }
    }

    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        let digest = Digest::of(b"example");
        vec![
            Self::TailSetAside { path: "saved/tail-1f0c.bin".to_owned(), bytes: 118, digest },
            Self::LedgerRepaired {
                saved_as: "saved/events-1f0c.jsonl".to_owned(),
                digest,
                lost: 1,
                carried: 4,
            },
            Self::EventsGivenUp { ids: vec![digest] },
        ]
    }
}
