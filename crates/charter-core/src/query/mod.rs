//! The read models: what people and agents ask about a charter.
//!
//! Owns answers that are computed and never stored. Must not change anything.

mod blocker;
mod next;
mod report;
mod review;
mod selection;
mod showing;
mod status;
mod verdict;

pub use blocker::{Blocker, blockers, gone_blockers, objection_blockers};
pub use next::{next_actions, next_actions_about};
pub use report::write_report;
pub use review::{
    ContractStrength, ReviewFinding, ReviewVerdict, contract_strength, review_findings,
    review_verdict,
};
pub use selection::{Candidate, Selector, bound, last_turn, select};
pub use status::{
    CriterionRow, DeepRow, Drift, DriftRow, InterviewRow, LedgerRow, MilestoneRow, PlanRow,
    ReadyRow, StatusReport, Warning, status,
};
pub use verdict::{Judged, Verdict, judge};
