//! Reports of tests and checks, as the tools write them.
//!
//! Owns the reading of every format into the same cases. Must not know criteria.

mod case;
mod cucumber;
mod junit;
mod read;
mod sarif;
mod tap;

pub use case::{ReportCase, ReportFormat, ReportProblem, TestOutcome, TestReport};
pub use read::read_report;
