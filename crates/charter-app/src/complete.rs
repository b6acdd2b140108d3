//! Finishing a charter.
//!
//! Owns what a first attempt does that lacks only the report: it drafts one, and that is a step and no refusal.
//! Must not decide what stands against completion.

use crate::app::{App, Caller};
use crate::change::{ChangeReport, CompletionStand};
use crate::commit::{DocsWanted, Pen, ToWrite};
use crate::error::Error;
use charter_contract::blocker::is_about_report;
use charter_contract::{ContractRefusal, CriterionRecord, Status, tally};
use charter_engine::{Command, Refusal, decide, query};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::{CharterId, FileEdit, Finding, NextAction};
use std::collections::{BTreeMap, BTreeSet};

impl App {
    /// Completes a charter, or drafts its report where nothing else is missing.
    pub(crate) fn complete(
        &self,
        caller: &Caller,
        id: CharterId,
        command: &Command,
    ) -> Result<ChangeReport, Error> {
        // What is completed must have been read, and what it rests on looked at.
        let mut pen = self.hold(caller, id, DocsWanted::WithFiles)?;
        self.check_ledger(&pen)?;
        pen.note_recorded_in(self.commits_of_dirty(&pen)?);
        let tally = tally(pen.docs(), &pen.state().contract);
        if let Some(draft) = pen.report_draft(command) {
            let written = vec![draft.path.clone()];
            let _ = pen.write(ToWrite { before: vec![draft], ..ToWrite::default() })?;
            let report = self.change_report(pen, true);
            let completion = CompletionStand { completed: false, written, tally };
            return Ok(with_short_way(ChangeReport { completion: Some(completion), ..report }));
        }
        let decision = decide(pen.docs(), pen.state(), command, &pen.ctx)?;
        let written = decision.edits.iter().map(|it| it.path.clone()).collect();
        let changed = pen.write(ToWrite { act: command.act(), ..decision.into() })?;
        let report = self.change_report(pen, changed);
        let completion = CompletionStand { completed: true, written, tally };
        Ok(ChangeReport { completion: Some(completion), ..report })
    }

    /// Finds the commits that hold what was recorded while files were not committed.
    fn commits_of_dirty(&self, pen: &Pen<'_>) -> Result<BTreeMap<EventPlace, String>, Error> {
        let records = pen.state().contract.criteria.values().flat_map(CriterionRecord::each);
        let is_dirty = |it: &&CriterionRecord| {
            it.basis.as_ref().is_some_and(|basis| basis.dirty == Some(true))
        };
        let places: BTreeSet<u64> = records.filter(is_dirty).map(|it| it.place.0).collect();
        let mut commits = BTreeMap::new();
        if places.is_empty() {
            return Ok(commits);
        }
        for entry in self.store.log(pen.id())? {
            let entry = entry?;
            let place = entry.number.saturating_sub(1);
            if places.contains(&place) {
                let commit = self.commit_with(pen.id(), &entry.event.id);
                commits.extend(commit.map(|it| (EventPlace(place), it)));
            }
        }
        Ok(commits)
    }

    /// A ledger that is not whole completes nothing.
    fn check_ledger(&self, pen: &Pen<'_>) -> Result<(), Error> {
        let rewritten = self.rewritten(pen.id());
        let findings: Vec<Finding> = pen.findings().iter().cloned().chain(rewritten).collect();
        let Some(blocker) = query::ledger_blocker(&findings) else { return Ok(()) };
        let (charter_id, blockers) = (pen.id().to_string(), vec![blocker]);
        Err(Refusal::from(ContractRefusal::NotShown { charter_id, blockers }).into())
    }
}

impl Pen<'_> {
    /// Gives the report to fill in, where nothing else stands against completion and nobody says what came of
    /// it in a line.
    fn report_draft(&self, command: &Command) -> Option<FileEdit> {
        let (docs, state) = (self.docs(), self.state());
        let says = |it: &String| !it.trim().is_empty();
        let is_said = matches!(command, Command::Complete { note: Some(it) } if says(it));
        let blockers = query::blockers(docs, state);
        let is_only_report = !blockers.is_empty() && blockers.iter().all(is_about_report);
        let is_wanted = state.contract.status == Status::Active && is_only_report && !is_said;
        query::report_draft(docs, state).filter(|_| is_wanted)
    }
}

/// Adds that one command is enough as well.
fn with_short_way(mut report: ChangeReport) -> ChangeReport {
    let rest = "-m \"what came of it\"";
    let hint = "or say what came of it in one line";
    report.next_actions.insert(
        report.next_actions.len().min(2),
        NextAction::about("complete", &report.charter_id, hint, rest),
    );
    report
}
