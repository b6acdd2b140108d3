//! The read models: what people and agents ask about a charter.
//!
//! Owns answers that look at several features, are computed and never stored. Must not change anything.

mod blocker;
mod next;
mod status;
mod waiting;
mod whole;

pub use blocker::{blockers, certificate, matter, planning, report, report_draft};
pub use next::{next_actions, next_actions_about};
pub use status::{DeepRow, InterviewRow, PlanRow};
pub use waiting::waiting;
pub use whole::{StatusReport, ledger_blocker, status};
