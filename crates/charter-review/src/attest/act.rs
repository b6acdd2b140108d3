//! What people signed, inside the statement about a charter: their events and the signature of them.
//!
//! Owns its shape, which is API. An event is there as the line of the ledger, so that its id can be computed from it
//! anywhere. Must not know keys.

use charter_kernel::Digest;
use serde::{Deserialize, Serialize};

/// Where it is in the statement about a charter.
pub(super) const ACTS_KEY: &str = "signedActs";

/// Events of a person, with their signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedActs {
    /// The ids that were signed, in their order.
    pub events: Vec<Digest>,
    /// The events, each as its line in the ledger.
    pub lines: Vec<String>,
    /// The fingerprint of the key.
    pub key: String,
    /// The signature, armored.
    pub signature: String,
}
