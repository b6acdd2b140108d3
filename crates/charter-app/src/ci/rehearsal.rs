//! Running what counts once more, without recording it.
//!
//! Owns how a run takes the place of the one in the ledger: it is recorded on a copy of the state that nobody
//! keeps. Must not judge.

use crate::app::{App, Caller, OpenCharter};
use crate::check::CheckReport;
use crate::error::Error;
use crate::record::{Base, TriedOut};
use crate::refresh::{Rerun, rerun_of};
use charter_contract::evidence::{EvidenceEntry, Observed, record};
use charter_contract::{
    ContractEvent, CriterionRecord, EvidenceOrigin, EvidenceOutcome, EvidenceSource, Rigor, Run,
    Status, Verdict, judge,
};
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
        let mut reruns = counted_runs(open);
        if open.state().contract.rigor == Rigor::Strict {
            // Whoever chose a commit to compare with is known by a name alone.
            for (rerun, _) in reruns.iter_mut().filter(|(it, _)| matches!(it.base, Base::On(_))) {
                rerun.base = Base::WhereItTells;
            }
        }
        let mut criteria = BTreeSet::new();
        for (rerun, actor) in &reruns {
            let caller =
                Caller { actor: actor.clone(), session: None, charter: Some(open.id.to_string()) };
            let tried = self
                .prove_again(rerun, (Echo::Silent, progress))
                .and_then(|prove| self.try_out(&caller, &prove, open));
            let tried = match tried {
                // Whoever stops the gate wants no verdict.
                Err(err @ Error::Interrupted(_)) => return Err(err),
                Err(err) => not_run(rerun, &err),
                Ok(tried) => tried,
            };
            self.take_in(open, &caller, &tried, &rerun.criteria)?;
            criteria.extend(rerun.criteria.iter().map(|(id, _)| id.clone()));
        }
        Ok(Reran { n_commands: reruns.len(), duration_ms: watch.millis(), criteria })
    }

    /// Records a run on the state in hand; a person's yes to the run before it stays, unless what they saw is
    /// out of date.
    fn take_in(
        &self,
        open: &mut OpenCharter,
        caller: &Caller,
        tried: &TriedOut,
        said: &[(String, Verdict)],
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
            if said.iter().any(|(it, verdict)| it == id.as_str() && *verdict == Verdict::Stale) {
                continue;
            }
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
        // Folding them ends the charter again that was completed on this branch.
        open.loaded.state.contract.status = Status::Active;
        // A receipt is about what was recorded; a run that nobody keeps is no further record.
        for (id, record) in &mut open.loaded.state.contract.criteria {
            record.n_records = before.get(id).map_or(record.n_records, |it| it.n_records);
        }
        open.docs.observed.watched.extend(tried.seen.watched.clone());
        Ok(())
    }
}

/// What cannot be run here is not shown here; the rest of the branch is judged all the same.
fn not_run(rerun: &Rerun, err: &Error) -> TriedOut {
    let why = err.problems().into_iter().next().map(|it| it.message).unwrap_or_default();
    let entry = |(id, _): &(String, Verdict)| EvidenceEntry {
        criterion_id: CriterionId(id.clone()),
        outcome: EvidenceOutcome::Fail,
        source: EvidenceSource::Verifier,
        summary: format!("it could not run here: {why}"),
        because: None,
        segment: None,
        artifacts: Vec::new(),
        details: serde_json::Map::new(),
        recorded_by: None,
        narrative: None,
        run: None,
    };
    let entries = rerun.criteria.iter().map(|it| (entry(it), Vec::new())).collect();
    TriedOut { run: Run::default(), entries, seen: Observed::default() }
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

/// Lists the commands whose runs count, or would if nothing had changed since, each with who ran it: what is
/// out of date in the ledger is up to date once it ran here.
fn counted_runs(open: &OpenCharter) -> Vec<(Rerun, Actor)> {
    let contract = &open.state().contract;
    let mut reruns: Vec<(Rerun, Actor)> = Vec::new();
    for criterion in open.docs.criteria.criteria() {
        let verdict = judge(criterion, &open.docs, contract).verdict;
        // What a person took out does not run: a record would put it in again.
        let record = contract.criteria.get(&criterion.id).filter(|_| verdict != Verdict::Waived);
        let counts = verdict.counts(criterion, &open.docs, contract);
        let record = record.filter(|_| counts || verdict == Verdict::Stale);
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
