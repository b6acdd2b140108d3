//! A plan: planner, architect and critic speak until they agree on the same text.
//!
//! Owns the stages, the verdicts, the limits of the loop and what an approved plan proposes. The
//! texts are in the ledger, each in its event; [`Plan`] is what they add up to. Must not know files:
//! where a text is written is said by its path.
//!
//! 1. [`open`] begins a run with a task, its limits, and the spec that it is to follow where there is one.
//! 2. [`write`](fn@write) takes a text of a stage, or refuses it whole; the same text twice is one. A final text
//!    that leaves out a [`PlanDemand`] is refused.
//! 3. [`turn`] says who is to speak next about which text, or why nobody can.
//! 4. [`approve`] is for a person: it proposes the register.

#![warn(clippy::wildcard_enum_match_arm)]

mod approve;
mod compose;
mod conflict;
mod demand;
mod event;
mod finding;
mod open;
mod refusal;
mod register;
mod shape;
mod stage;
mod state;
mod text;
mod turn;
mod verdict;
mod write;

pub use approve::{Approved, approve};
pub use compose::compose;
pub use conflict::{CONFLICTS_SCHEMA, conflict_ids};
pub use demand::{DemandKind, PlanDemand, demands};
pub use event::{PlanEvent, apply};
pub use finding::{FINDINGS, PLAN_FILE_EDITED};
pub use open::{Start, open};
pub use refusal::PlanRefusal;
pub use register::Register;
pub use shape::{PlanCriterion, Shape};
pub use stage::{Lane, Stage};
pub use state::{Approval, ITERATIONS_MAX, PASSES_MAX, Plan, PlanLimits, StageRecord, StageText};
pub use text::{TEXT_BYTES_MAX, normalise, unusable};
pub use turn::{Assignment, PlanTurn, turn};
pub use verdict::LaneVerdict;
pub use write::{Wish, Written, write};
