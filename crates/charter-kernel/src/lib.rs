//! The ground that every feature stands on: ids, time, digests, Markdown with places, events and their
//! chain, findings, decisions, next actions.
//!
//! Generic: it knows no feature, and like every crate above it up to the application it knows no file, clock,
//! environment, randomness, thread, network or terminal.

#![warn(clippy::wildcard_enum_match_arm)]

mod action;
mod actor;
pub mod ancestry;
pub mod canonical;
pub mod chain;
mod count;
mod decision;
mod digest;
pub mod earlier;
pub mod event;
pub mod finding;
mod glob;
mod id;
pub mod markdown;
mod obstacle;
pub mod quote;
pub mod repair;
pub mod strand;
mod time;
pub mod visible;
pub mod weave;

pub use action::{
    CommandLine, NextAction, Problem, Unrun, first_of, help, render_commands, shell_word,
};
pub use actor::{Actor, Witness};
pub use count::counted;
pub use decision::{Context, Decision, FileEdit};
pub use digest::{Digest, Hasher};
pub use finding::{Finding, FindingKind, Severity};
pub use glob::Glob;
pub use id::{CharterId, CriterionId, IdProblem, SessionId, Slug};
pub use obstacle::{Obstacle, RefusalKind, Refuse};
pub use time::{Timestamp, TimestampProblem};
