//! Contracts that other tools wrote: OpenSpec changes, spec-kit features, Kiro's requirements, Gherkin.
//!
//! Owns their shapes, and how a register looks to them. A contract is read as far as it can be, and
//! what was passed over is said. Must not know files: texts with their paths come in.

mod contract;
mod export;
mod feature;
mod gherkin;
mod kiro;
mod lines;
mod openspec;
mod register;
mod speckit;

pub use contract::{Clause, Contract, ContractForm, ForeignFile, Group, read, recognise};
pub use export::{GHERKIN_MARK, MARKDOWN_MARK, to_gherkin, to_markdown};
pub use register::{charter, draft};
