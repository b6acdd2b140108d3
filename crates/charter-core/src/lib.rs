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

mod actor;
pub mod artifact;
pub mod attest;
pub mod canonical;
pub mod chain;
mod command;
mod decide;
pub mod deep;
mod digest;
pub mod document;
pub mod event;
pub mod evidence;
mod finding;
pub mod foreign;
pub mod gate;
mod glob;
pub mod guard;
mod id;
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
pub mod quote;
pub mod receipt;
mod refusal;
pub mod repair;
pub mod scaffold;
mod state;
mod time;
pub mod visible;

pub use actor::{Actor, Witness};
pub use command::Command;
pub use decide::{Context, Decision, Docs, FileEdit, check_active, check_open, decide};
pub use digest::{Digest, Hasher};
pub use finding::{Finding, FindingKind, Severity};
pub use glob::Glob;
pub use id::{CharterId, CriterionId, IdProblem, SessionId, Slug};
pub use lifecycle::{Move, Phase, Rigor, Status};
pub use refusal::{NextAction, Problem, Refusal, Unrun, complete_command, shell_word};
pub use state::{
    AnswerRecord, CriterionRecord, FORMAT as STATE_FORMAT, FailedRun, State, Waiver, question_name,
};
pub use time::{Timestamp, TimestampProblem};
