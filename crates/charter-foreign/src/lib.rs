//! Contracts that other tools wrote: OpenSpec changes, spec-kit features, Kiro's requirements, Gherkin, goals of
//! ultragoal; and what we export ourselves.
//!
//! Owns their shapes, and how a register looks to them. A contract is read as far as it can be, and
//! what was passed over is said. Must not know files: texts with their paths come in.

#![warn(clippy::wildcard_enum_match_arm)]

mod contract;
mod event;
mod export;
mod feature;
mod gherkin;
mod kiro;
mod lines;
mod openspec;
mod page;
mod read;
mod refusal;
mod register;
mod speckit;
mod statements;
mod ultragoal;

pub use contract::{Clause, Contract, ContractForm, ForeignFile, Group, GroupHeading, OwnClause};
pub use event::{ContractImport, ForeignEvent, ImportedFile};
pub use export::{GHERKIN_MARK, MARKDOWN_MARK, to_gherkin, to_markdown};
pub use read::{read, recognise};
pub use refusal::ForeignRefusal;
pub use register::{charter, draft};
pub use ultragoal::GOALS;
