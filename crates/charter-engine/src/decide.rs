//! Commands into decisions: each goes to the feature that it concerns.
//!
//! Pure: the same documents, state, command and context give the same decision. Must not know how
//! events are stored or files are written.

use crate::event::EventBody;
use crate::query::{blockers, certificate, matter, report};
use crate::{Command, Refusal, State};
use charter_contract::{self as contract, CharterOpening, ContractEvent, Docs};
use charter_interview as interview;
use charter_kernel::{Context, Decision, Digest};
use charter_review::receipt;

pub fn decide(
    docs: &Docs,
    state: &State,
    command: &Command,
    ctx: &Context,
) -> Result<Decision<EventBody>, Refusal> {
    let here = &state.contract;
    let decision = match command {
        Command::Create { id, name, objective, rigor, base } => {
            let (rigor, base) = (*rigor, base.as_deref());
            contract::create(here, &CharterOpening { id, name, objective, rigor, base }, ctx)?
        }
        Command::Pause { reason } => contract::pause(here, reason.as_deref())?,
        Command::Resume {} => contract::resume(here, ctx)?,
        Command::Complete { note } => {
            let (blockers, report) = (blockers(docs, state), report(docs, state));
            let mut decision = contract::complete(docs, here, note.as_deref(), blockers, report)?;
            let certificate = certificate(docs, state, ctx);
            for event in &mut decision.events {
                if let ContractEvent::CharterCompleted { certificate: written, .. } = event {
                    *written = Some(Digest::of(&certificate.bytes));
                }
            }
            decision.edits.push(certificate);
            decision
        }
        Command::Abandon { reason } => contract::abandon(here, reason, ctx)?,
        Command::SetRigor { rigor, reason } => {
            contract::set_rigor(here, *rigor, reason.as_deref(), ctx)?
        }
        Command::Waive { criterion_id, reason } => {
            contract::waive(docs, here, criterion_id.as_str(), reason, ctx)?
        }
        Command::Agree { reason } => {
            contract::agreement::agree(docs, here, reason.as_deref(), ctx)?
        }
        Command::Confirm { criteria, reason } => {
            contract::confirm::confirm(docs, here, criteria, reason.as_deref(), ctx)?
        }
        Command::Need { criterion_id, needs, reason } => {
            contract::appeal::need(docs, here, criterion_id, needs, reason)?
        }
        Command::Dispute { criterion_id, reason } => {
            contract::appeal::dispute(docs, here, criterion_id, reason)?
        }
        Command::Bind { session, last_turn } => contract::bind(here, session, *last_turn)?,
        Command::ConfirmAnswers {} => {
            return Ok(interview::confirm(here, &state.interview, ctx)?.lift());
        }
        Command::ConfirmGates { milestones } => {
            return Ok(receipt::confirm(matter(docs, state), milestones, ctx)?.lift());
        }
    };
    Ok(decision.lift())
}
