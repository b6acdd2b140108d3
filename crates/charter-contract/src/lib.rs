//! The contract: what was agreed, what shows it, and what still stands against its end.
//!
//! Owns charter.md, criteria.md and REPORT.md, the lifecycle, evidence, verdicts and blockers: its events, its
//! slice of the state, its refusals. Other features may know it; it knows none of them, and like all below the
//! application no file, clock, environment, process or network.

#![warn(clippy::wildcard_enum_match_arm)]

mod act;
mod agreed_text;
pub mod agreement;
pub mod appeal;
pub mod artifact;
pub mod blocker;
pub mod certificate;
mod change;
mod check;
pub mod confirm;
mod docs;
pub mod document;
pub mod drafting;
mod event;
pub mod evidence;
mod judge;
pub mod legacy;
mod lifecycle;
pub mod mind;
mod named_command;
pub mod object;
mod observed;
pub mod proof;
mod refusal;
pub mod report;
mod run_verdict;
pub mod scaffold;
mod selection;
mod showing;
pub mod signing;
mod state;
mod status;
pub mod text;
mod topic;
mod verdict;
mod who;
pub mod wordlist;

pub use act::{ActSignature, TakingAct};
pub use change::{
    CharterOpening, GUARD_REASON, abandon, bind, complete, create, is_guard_pause, pause, resume,
    set_rigor, waive,
};
pub use check::{check_active, check_open};
pub use docs::Docs;
pub use event::{
    AdoptedRecord, Adoptee, AgreedCriterion, Artifact, ContractEvent, EvidenceOutcome,
    EvidenceSource, Run, Unkept, Untried, UntriedReason, signed_text,
};
pub use judge::{judge, judge_entry};
pub use lifecycle::{Move, Outcome, Phase, Rigor, Status};
pub use named_command::{OTHER_COMMAND, other_command};
pub use refusal::{Blocker, ContractRefusal, restore_register};
pub use selection::{Candidate, Selector, bound, last_turn, select};
pub use showing::show_it;
pub use state::{
    Agreed, AnswerRecord, ContractState, CriterionRecord, FailedRun, LastMove, LettingGo,
    RigorMove, Waiver,
};
pub use status::{
    CriterionRow, Drift, DriftRow, EvidenceOrigin, LedgerRow, MilestoneRow, Overview, ReadyRow,
    Surrounding, Tally, Warning, overview, tally, waived_words,
};
pub use topic::{Topic, topic_of, topics_in};
pub use verdict::{Counting, Judged, Verdict, VerdictReason};
pub use who::{CharterAct, Who};
