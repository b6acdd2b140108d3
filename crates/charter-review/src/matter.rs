//! What is reviewed: the documents, the contract's state, and what reviewers said so far.
//!
//! Must not know what they look for.

use crate::event::ReviewState;
use charter_contract::{ContractState, Docs};

/// What is reviewed.
#[derive(Debug, Clone, Copy)]
pub struct Matter<'a> {
    pub docs: &'a Docs,
    /// What the contract's events add up to.
    pub contract: &'a ContractState,
    /// What reviews add up to.
    pub review: &'a ReviewState,
}
