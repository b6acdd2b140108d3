//! Reviews: quality gates and their receipts, objections, attestations, and what a review comes to.
//!
//! Owns their events, their slice of the state and their refusals. Knows the contract and no other feature.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod artifact;
pub mod attest;
mod blocker;
mod event;
pub mod gate;
mod matter;
pub mod objection;
pub mod receipt;
mod refusal;
mod review;
mod unit;

pub use blocker::{OBJECTION, found, objection_blockers, receipt_blockers};
pub use event::{ReviewEvent, ReviewState};
pub use matter::Matter;
pub use refusal::ReviewRefusal;
pub use review::{
    ContractStrength, ReviewFinding, ReviewVerdict, contract_strength, review_findings,
    review_verdict,
};
