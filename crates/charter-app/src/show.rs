//! One charter or one criterion, whole.
//!
//! Owns how a criterion is found by a fragment of its id. Must not judge.

use crate::app::{App, Caller, OpenCharter};
use crate::doctor::FindingRow;
use crate::error::Error;
use crate::log::{LogRow, row};
use crate::trace::Trace;
use charter_contract::agreement;
use charter_contract::blocker::gone_blockers;
use charter_contract::document::Criterion;
use charter_contract::{ContractEvent, ContractRefusal, CriterionRow, Run};
use charter_engine::Refusal;
use charter_engine::event::EventBody;
use charter_kernel::event::Payload;
use charter_kernel::{CharterId, Digest};
use charter_review::ReviewEvent;
use charter_store::LogEntry;
use std::collections::BTreeSet;

/// What was asked for.
#[derive(Debug, Clone)]
pub struct ShowReport {
    pub charter_id: String,
    pub path: String,
    /// Its document, or a criterion of it.
    pub shown: ShownItem,
    /// What is wrong with the ledger and the derived files.
    pub findings: Vec<FindingRow>,
}

/// The two things that can be shown.
#[derive(Debug, Clone)]
pub enum ShownItem {
    /// charter.md, as it is.
    Charter(String),
    Criterion {
        /// What the register says.
        criterion: Box<Criterion>,
        row: Box<CriterionRow>,
        /// Everything that stands under its heading, as it is.
        body: String,
        /// The latest run of it, with what was tried.
        run: Option<Box<Run>>,
        /// Where it comes from, what was agreed, and what shows it.
        trace: Box<Trace>,
        /// Every event about it, in order.
        history: Vec<LogRow>,
        /// A test of the project that may show it, where nothing was recorded and the register names no command.
        suggested: Option<String>,
    },
}

/// The most records of a criterion, from the last, whose commits are looked for.
const LOCATED_MAX: usize = 16;

impl App {
    /// Shows the charter that the caller means, or one of its criteria.
    pub fn show(&self, caller: &Caller, fragment: Option<&str>) -> Result<ShowReport, Error> {
        let open = self.open_charter(self.select(caller)?)?;
        let shown = match fragment {
            None => ShownItem::Charter(open.docs.charter.source().text().to_owned()),
            Some(fragment) => self.show_criterion(&open, fragment)?,
        };
        let path = self.charter_path(&open.id);
        let findings = open.findings.iter().map(FindingRow::from).collect();
        Ok(ShowReport { charter_id: open.id.to_string(), path, shown, findings })
    }

    fn show_criterion(&self, open: &OpenCharter, fragment: &str) -> Result<ShownItem, Error> {
        let criterion = open.find_criterion(fragment)?;
        let mut rows = self.status_of(open).overview.criteria.into_iter();
        let row_of = rows.find(|it| it.id == criterion.id.as_str());
        let (mut history, mut trace) = (Vec::new(), Trace::begin(open, criterion));
        let mut story = CriterionStory::default();
        for entry in self.store.log(&open.id)? {
            let entry = entry?;
            trace.add(open, criterion, &entry.event);
            history.extend(story.tell(entry, criterion));
        }
        for record in trace.evidence.iter_mut().rev().take(LOCATED_MAX) {
            record.recorded_in = self.commit_with(&open.id, &record.event);
        }
        let source = open.docs.criteria.source();
        let record = open.state().contract.criteria.get(&criterion.id);
        let is_bare = record.is_none() && criterion.command.is_none();
        let suggest = || self.project_tests().suggest(&criterion.title);
        Ok(ShownItem::Criterion {
            suggested: if is_bare { suggest() } else { None },
            body: source.slice(criterion.body).trim_matches(['\n', '\r']).trim_end().to_owned(),
            row: Box::new(row_of.ok_or_else(|| open.unknown_criterion(fragment))?),
            run: record.and_then(|it| it.run.clone()).map(Box::new),
            trace: Box::new(trace),
            history,
            criterion: Box::new(criterion.clone()),
        })
    }
}

impl App {
    /// Finds the first commit that holds an event of a charter; none where it is in none yet, or git cannot tell.
    pub(crate) fn commit_with(&self, id: &CharterId, event: &Digest) -> Option<String> {
        let below = format!("{}{id}/ledger", self.root_in_project()?);
        let repository = self.repository().ok()?;
        repository.first_with("HEAD", &event.to_string(), &below).ok().flatten()
    }
}

impl OpenCharter {
    /// Gives the whole id of a criterion that a caller names by a fragment; what was taken out of the
    /// register keeps its whole name.
    pub fn criterion_id(&self, fragment: &str) -> Result<String, Error> {
        let contract = &self.state().contract;
        let gone = gone_blockers(&self.docs, contract).into_iter();
        let gone = gone.chain(agreement::blockers(&self.docs, contract));
        let mut gone = gone.filter_map(|it| it.criterion_id);
        if let Some(id) = gone.find(|it| it.eq_ignore_ascii_case(fragment)) {
            return Ok(id);
        }
        Ok(self.find_criterion(fragment)?.id.to_string())
    }

    /// The whole id wins over a fragment; a fragment must be unique.
    pub(crate) fn find_criterion(&self, fragment: &str) -> Result<&Criterion, Refusal> {
        if let Some(criterion) = self.docs.criteria.find(fragment) {
            return Ok(criterion);
        }
        let wanted = fragment.to_lowercase();
        let matches =
            |it: &&Criterion| !wanted.is_empty() && it.id.as_str().to_lowercase().contains(&wanted);
        let found: Vec<&Criterion> = self.docs.criteria.criteria().iter().filter(matches).collect();
        match found.as_slice() {
            [only] => Ok(only),
            [] => Err(self.unknown_criterion(fragment)),
            several => Err(Refusal::Contract(ContractRefusal::AmbiguousCriterion {
                charter_id: self.id.to_string(),
                fragment: fragment.to_owned(),
                candidates: several.iter().map(|it| it.id.to_string()).collect(),
            })),
        }
    }

    fn unknown_criterion(&self, fragment: &str) -> Refusal {
        let ids = self.docs.criteria.criteria().iter().map(|it| it.id.to_string());
        Refusal::Contract(ContractRefusal::UnknownCriterion {
            charter_id: self.id.to_string(),
            fragment: fragment.to_owned(),
            candidates: ids.collect(),
        })
    }
}

/// What happened to a criterion so far, as far as later events are told by it.
#[derive(Default)]
struct CriterionStory {
    /// What was agreed last.
    agreed: Option<String>,
    objections: BTreeSet<String>,
}

impl CriterionStory {
    /// Gives the row of an event, where it concerns a criterion; nothing where it does not.
    fn tell(&mut self, entry: LogEntry, criterion: &Criterion) -> Option<LogRow> {
        let mut words = None;
        let is_told = match &entry.event.payload {
            Payload::Known(EventBody::Review(ReviewEvent::ObjectionRaised {
                id, target, ..
            })) => target == criterion.id.as_str() && self.objections.insert(id.clone()),
            Payload::Known(EventBody::Review(ReviewEvent::ObjectionSettled { id, .. })) => {
                self.objections.contains(id)
            }
            Payload::Known(EventBody::Contract(ContractEvent::RegisterAgreed {
                criteria,
                reason,
                ..
            })) => {
                let now = criteria.iter().find(|it| it.id == criterion.id)?;
                let before = self.agreed.replace(now.text.clone());
                words =
                    before.filter(|it| *it != now.text).map(|it| reworded(&it, reason.as_deref()));
                words.is_some()
            }
            Payload::Known(EventBody::Contract(body)) => concerns(body, criterion),
            Payload::Known(_) | Payload::Unknown(_) => false,
        };
        let mut told = is_told.then(|| row(entry))?;
        told.summary = words.unwrap_or(told.summary);
        Some(told)
    }
}

/// Says that a criterion said something else before, and why that was changed.
fn reworded(before: &str, reason: Option<&str>) -> String {
    let before = before.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = reason.map(|it| format!(": {it}")).unwrap_or_default();
    format!("reworded{why}; before it said “{before}”")
}

fn concerns(event: &ContractEvent, criterion: &Criterion) -> bool {
    match event {
        ContractEvent::EvidenceRecorded { criterion_id, .. }
        | ContractEvent::EvidenceConfirmed { criterion_id, .. }
        | ContractEvent::CriterionBlocked { criterion_id, .. }
        | ContractEvent::VerdictDisputed { criterion_id, .. }
        | ContractEvent::CriterionWaived { criterion_id, .. } => *criterion_id == criterion.id,
        _ => false,
    }
}
