//! What is kept of acts that persons sign.
//!
//! Owns their form in the state. Must not know which of them are open.

use crate::Rigor;
use charter_kernel::ancestry::EventPlace;
use charter_kernel::{Actor, Digest, Timestamp};
use serde::{Deserialize, Serialize};

/// The events that one signature covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActSignature {
    pub events: Vec<Digest>,
    /// Where those of them stand that are here.
    pub places: Vec<EventPlace>,
    pub by: Actor,
    pub ts: Timestamp,
    pub key: String,
    pub signature: String,
}

/// An act that takes something away from a contract and that a person signs at strict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TakingAct {
    pub place: EventPlace,
    /// What was done, in words.
    pub words: String,
    pub by: Actor,
    /// Later agreements that had seen it.
    pub agreed_since: Vec<EventPlace>,
    /// The rigor that it left the charter with, where it lowered that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowered_to: Option<Rigor>,
}
