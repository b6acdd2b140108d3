//! Preflight: a request, questions, and the gate before work.
//!
//! Owns the order of steps: read the state file, let the core decide, write it whole. Must not know
//! rules.

mod file;
mod inquire;
mod report;
mod repository;
mod step;

pub use inquire::PreflightAsk;
pub(crate) use inquire::PreflightGlance;
pub use report::{BypassRow, LookupRow, PreflightReport};
pub use step::{FoundNote, Remark, WorkOutcome};
