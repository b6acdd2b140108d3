//! The engine of charter: documents and events in, decisions out.
//!
//! Owns the Markdown and event formats and every rule. Must not know files, clocks, the
//! environment, randomness, threads, the network or a terminal: whatever it needs comes in as a
//! value, whatever it wants done goes out as one.
//!
//! The spine: [`document`] parses text into values and findings and never fails; [`event`] and
//! [`chain`] are the ledger; [`State::apply`] is the only mutation; [`decide`] turns a command into
//! a [`Decision`] or a [`Refusal`]; [`query`] holds the read models.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod artifact;
pub mod attest;
mod command;
mod decide;
pub mod deep;
pub mod document;
pub mod event;
pub mod evidence;
pub mod foreign;
pub mod gate;
pub mod guard;
pub mod import;
pub mod install;
pub mod interview;
pub mod legacy;
mod lifecycle;
pub mod looping;
pub mod objection;
pub mod plan;
pub mod preflight;
pub mod projection;
pub mod proof;
pub mod query;
pub mod receipt;
mod refusal;
pub mod scaffold;
mod state;

pub use command::Command;
pub use decide::{Decision, Docs, check_active, check_open, decide};
pub use lifecycle::{Move, Phase, Rigor, Status};
pub use refusal::Refusal;
pub use state::{
    AnswerRecord, CriterionRecord, FORMAT as STATE_FORMAT, FailedRun, State, Waiver, question_name,
};
