//! What stands against completion.
//!
//! Owns the one function that both `status` and `complete` ask, so that they cannot disagree, and the order
//! in which the features are asked.

use crate::State;
use charter_contract::blocker::{register_blockers, report_blockers};
use charter_contract::certificate::{CertifiedEnd, write_certificate};
use charter_contract::report::{Aside, draft_report, write_report};
use charter_contract::{Blocker, Docs, Rigor};
use charter_interview::{Planning, left_open, relayed_blocker};
use charter_kernel::{Context, FileEdit};
use charter_review::{Matter, found, objection_blockers, receipt_blockers};

/// Gives what reviews look at.
#[must_use]
pub fn matter<'a>(docs: &'a Docs, state: &'a State) -> Matter<'a> {
    Matter { docs, contract: &state.contract, review: &state.review }
}

/// Says whether the work of a charter is still being planned.
#[must_use]
pub fn planning(docs: &Docs, state: &State) -> Option<Planning> {
    charter_interview::planning(docs, &state.contract, &state.interview)
}

/// Lists everything that stands against completion, in the order of the documents.
#[must_use]
pub fn blockers(docs: &Docs, state: &State) -> Vec<Blocker> {
    let rigor = state.contract.rigor;
    let mut blockers = register_blockers(docs, &state.contract);
    blockers.extend(objection_blockers(matter(docs, state)));
    if rigor == Rigor::Strict {
        blockers.extend(relayed_blocker(&state.interview));
        blockers.extend(receipt_blockers(matter(docs, state)));
    }
    blockers.extend(report_blockers(docs, rigor));
    blockers
}

/// Gives REPORT.md with the tool's part up to date; none where no report is wanted or nothing changes.
#[must_use]
pub fn report(docs: &Docs, state: &State) -> Option<FileEdit> {
    let aside = Aside { found: found(matter(docs, state)), left_open: left_open(&state.interview) };
    write_report(docs, &state.contract, &aside)
}

/// Gives CERTIFICATE.md for a charter that is being completed.
#[must_use]
pub fn certificate(docs: &Docs, state: &State, ctx: &Context) -> FileEdit {
    let head = state.head();
    let ending = CertifiedEnd {
        by: &ctx.actor,
        at: ctx.now,
        n_events: head.seq,
        head: head.hash.to_string(),
    };
    write_certificate(docs, &state.contract, &ending)
}

/// Gives REPORT.md for its author to fill in; none where no report is wanted or there is one. What the
/// ledger knows comes in by completing, so that two branches begin with the same file.
#[must_use]
pub fn report_draft(docs: &Docs, state: &State) -> Option<FileEdit> {
    draft_report(docs, &state.contract)
}
