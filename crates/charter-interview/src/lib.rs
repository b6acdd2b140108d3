//! Interviews: the brief one, the deep one, the one before work, and those that were made elsewhere.
//!
//! Owns their events, their slice of the state and their refusals, and what is asked of a mind and comes back.
//! Knows the contract, whose documents they fill, and no other feature.

mod asking;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod brief;
mod clarity;
#[warn(clippy::wildcard_enum_match_arm)]
mod confirm;
mod cue;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod decision;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod deep;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod drafted;
#[warn(clippy::wildcard_enum_match_arm)]
mod event;
mod frame;
#[warn(clippy::wildcard_enum_match_arm)]
mod handover;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod import;
mod line;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod noise;
mod particle;
#[warn(clippy::wildcard_enum_match_arm)]
mod planning;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod preflight;
#[warn(clippy::wildcard_enum_match_arm)]
mod refusal;
pub mod rules;
#[warn(clippy::wildcard_enum_match_arm)]
mod spoken;
#[warn(clippy::wildcard_enum_match_arm)]
mod state;
mod tongue;
mod wordlist;

pub(crate) use charter_contract::text;

pub use asking::AskingWords;
pub use brief::question_name;
pub use clarity::{ClarityProgress, clarity_progress};
pub use confirm::{RELAYED, confirm, left_open, relayed_blocker};
pub use deep::Import;
pub use event::InterviewEvent;
pub use planning::{Planning, planning, running};
pub use refusal::InterviewRefusal;
pub use spoken::Spoken;
pub use state::{InterviewState, ReplyRecord};
pub use tongue::Tongue;
