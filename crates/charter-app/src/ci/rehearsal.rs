//! Running what counts once more, without recording it.
//!
//! Owns how a run takes the place of the one in the ledger: it is recorded on a copy of the state that nobody
//! keeps. Must not judge.

use crate::app::{App, Caller, OpenCharter};
use crate::check::CheckReport;
use crate::error::Error;
use crate::record::TriedOut;
use crate::refresh::{Rerun, rerun_of};
use charter_contract::evidence::record;
use charter_contract::{ContractEvent, CriterionRecord, EvidenceOrigin, Status, judge};
use charter_engine::State;
use charter_engine::event::EventBody;
use charter_kernel::event::{Draft, link};
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{Actor, CriterionId, Decision};
use charter_proof::Echo;
use std::collections::BTreeSet;

/// What ran again.
pub(super) struct Reran {
    pub(super) n_commands: usize,
    pub(super) duration_ms: u64,
    criteria: BTreeSet<String>,
}

impl Reran {
    /// Says in a report which criteria CI has run itself.
    pub(super) fn mark(&self, mut report: CheckReport) -> CheckReport {
        for row in report.criteria.iter_mut().filter(|it| self.criteria.contains(&it.id)) {
            row.origin = Some(EvidenceOrigin::Ci);
        }
        report
    }
}

impl App {
    /// Runs every command that counts again, and puts what came of it in the place of what the ledger says.
    /// What was completed on this branch is judged as if it were not yet.
    pub(super) fn run_again(
        &self,
        open: &mut OpenCharter,
        progress: fn(&str),
    ) -> Result<Reran, Error> {
        open.loaded.state.contract.status = Status::Active;
        let watch = self.clock.stopwatch();
        let reruns = counted_runs(open);
        let mut criteria = BTreeSet::new();
        for (rerun, actor) in &reruns {
            let caller =
                Caller { actor: actor.clone(), session: None, charter: Some(open.id.to_string()) };
            let prove = self.prove_again(rerun, (Echo::Silent, progress))?;
            let tried = self.try_out(&caller, &prove, open)?;
            self.take_in(open, &caller, &tried)?;
            criteria.extend(rerun.criteria.iter().map(|(id, _)| id.clone()));
        }
        Ok(Reran { n_commands: reruns.len(), duration_ms: watch.millis(), criteria })
    }

    /// Records a run on the state in hand; a person's yes to the run before it stays.
    fn take_in(
        &self,
        open: &mut OpenCharter,
        caller: &Caller,
        tried: &TriedOut,
    ) -> Result<(), Error> {
        let ctx = self.context(caller);
        let before = open.state().contract.criteria.clone();
        let (decision, dirs) = record(
            &open.docs,
            &open.state().contract,
            &tried.entries,
            (&BTreeSet::new(), "ci"),
            &tried.seen,
            &ctx,
        )?;
        let Decision { events, .. } = decision;
        for event in &events {
            if let ContractEvent::EvidenceRecorded { artifacts, .. } = event {
                // What the run wrote is at hand, and nowhere on the disk.
                let seen = artifacts.iter().map(|it| (it.path.clone(), it.blake3));
                open.docs.observed.artifacts.extend(seen);
            }
        }
        let mut drafts = ctx.drafts(&open.id, events);
        for ((entry, _), dir) in tried.entries.iter().zip(&dirs) {
            let id = &entry.criterion_id;
            if let Some((actor, body)) = yes_again(before.get(id), id, dir) {
                let yes = ctx.drafts(&open.id, vec![body]).into_iter();
                drafts.extend(yes.map(|it| Draft { actor: actor.clone(), ..it }));
            }
        }
        let drafts: Vec<_> = drafts
            .into_iter()
            .map(|it| Draft {
                ts: it.ts,
                charter_id: it.charter_id,
                actor: it.actor,
                witness: it.witness,
                body: EventBody::Contract(it.body),
            })
            .collect();
        apply(&mut open.loaded.state, &drafts);
        open.docs.observed.watched.extend(tried.seen.watched.clone());
        Ok(())
    }
}

/// Gives a person's yes to the run before, for the one that takes its place.
fn yes_again(
    before: Option<&CriterionRecord>,
    id: &CriterionId,
    path: &str,
) -> Option<(Actor, ContractEvent)> {
    let yes = before?.confirmed.as_ref()?;
    let (criterion_id, path, reason) = (id.clone(), path.to_owned(), yes.reason.clone());
    Some((yes.by.clone(), ContractEvent::EvidenceConfirmed { criterion_id, path, reason }))
}

/// Adds events to a state that nobody keeps.
fn apply(state: &mut State, drafts: &[Draft<EventBody>]) {
    let ends = state.ends.clone();
    let (events, _) = link(&StrandEnd::start(StrandId::zero()), &ends, drafts);
    for event in &events {
        state.apply(event);
    }
}

/// Lists the commands whose runs count now, each with who ran it.
fn counted_runs(open: &OpenCharter) -> Vec<(Rerun, Actor)> {
    let contract = &open.state().contract;
    let mut reruns: Vec<(Rerun, Actor)> = Vec::new();
    for criterion in open.docs.criteria.criteria() {
        let verdict = judge(criterion, &open.docs, contract).verdict;
        let record = contract.criteria.get(&criterion.id);
        let record = record.filter(|_| verdict.counts(criterion, &open.docs, contract));
        let Some((record, run)) = record.and_then(|it| Some((it, it.run.as_ref()?))) else {
            continue;
        };
        let actor = record.recorded_by.clone();
        let caller = Caller { actor: actor.clone(), session: None, charter: None };
        let mut rerun = rerun_of(record, run, &caller);
        let row = (criterion.id.to_string(), verdict);
        match reruns.iter_mut().find(|(it, who)| it.is_like(&rerun) && *who == actor) {
            Some((same, _)) => same.criteria.push(row),
            None => {
                rerun.criteria.push(row);
                reruns.push((rerun, actor));
            }
        }
    }
    reruns
}
