//! Preflight: a request, questions, and the gate before work.
//!
//! Owns the order of steps: read the state file, let the core decide, write it whole. Must not know
//! rules.

mod file;
mod inquire;
mod report;
mod repository;
mod step;

pub(crate) use inquire::Glance;
pub use inquire::PreflightAsk;
pub use report::{BypassRow, LookupRow, PreflightReport};
pub use step::{Found, Outcome, Remark};
