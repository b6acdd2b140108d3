//! What happened to a charter.
//!
//! Owns the order of a log: as it happened, one event after another, so that its length costs no
//! memory. Must not interpret events beyond a line for people.

use crate::app::{App, Caller};
use crate::doctor::FindingRow;
use crate::error::Error;
use charter_core::event::{ContractImport, EventBody, Import, Payload};
use charter_core::interview::Topic;
use charter_core::plan::StageText;
use charter_core::receipt::{Receipt, ReceiptKind};
use charter_core::{Actor, CharterId, Timestamp};
use charter_store::{Loaded, Log, LogEntry, Store};

/// What happened, in order.
#[derive(Debug)]
pub struct LogReport {
    pub charter_id: String,
    /// The events, which are read while they are asked for.
    pub rows: LogRows,
    /// What is to be said behind them.
    pub end: LogEnd,
}

/// The events of a charter, each read when it is its turn.
#[derive(Debug)]
pub struct LogRows {
    log: Log,
    n_skipped: u64,
}

impl Iterator for LogRows {
    type Item = Result<LogRow, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.log.next()? {
                Ok(entry) if entry.event.seq <= self.n_skipped => {}
                Ok(entry) => return Some(Ok(row(entry))),
                Err(failure) => return Some(Err(failure.into())),
            }
        }
    }
}

/// What a log ends with.
#[derive(Debug)]
pub struct LogEnd {
    store: Store,
    id: CharterId,
    loaded: Option<Loaded>,
}

impl LogEnd {
    /// Says what is wrong with the ledger; this may read it once more.
    pub fn findings(self) -> Result<Vec<FindingRow>, Error> {
        let loaded = match self.loaded {
            Some(loaded) => loaded,
            None => self.store.load(&self.id)?,
        };
        Ok(loaded.warnings().iter().map(FindingRow::from).collect())
    }
}

/// Which events are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogPart {
    /// All of them.
    Whole,
    /// The last ones, so many.
    Last(u64),
}

/// One event.
#[derive(Debug, Clone)]
pub struct LogRow {
    /// Its number.
    pub seq: u64,
    /// When.
    pub ts: Timestamp,
    /// Who.
    pub actor: Actor,
    /// What, in a line.
    pub summary: String,
    /// The event as the ledger has it.
    pub line: String,
}

impl App {
    /// Lists the events of the charter that the caller means.
    pub fn log(&self, caller: &Caller, part: LogPart) -> Result<LogReport, Error> {
        let id = self.select(caller)?;
        // Only who wants the end has to know first where that is.
        let (n_skipped, loaded) = match part {
            LogPart::Whole => (0, None),
            LogPart::Last(n_events) => {
                let loaded = self.store.load(&id)?;
                (loaded.state.n_events.saturating_sub(n_events), Some(loaded))
            }
        };
        let rows = LogRows { log: self.store.log(&id)?, n_skipped };
        let end = LogEnd { store: self.store.clone(), id: id.clone(), loaded };
        Ok(LogReport { charter_id: id.to_string(), rows, end })
    }
}

pub(crate) fn row(entry: LogEntry) -> LogRow {
    let LogEntry { event, line } = entry;
    let summary = match &event.payload {
        Payload::Known(body) if is_an_answer(body) && !event.actor.is_person() => {
            format!("{}, relayed", summary(body))
        }
        Payload::Known(body) => summary(body),
        Payload::Unknown(kind) => format!("{kind} (unknown to this version)"),
    };
    LogRow { seq: event.seq, ts: event.ts, actor: event.actor, summary, line }
}

fn finished(gaps: &[Topic]) -> String {
    let gaps: Vec<&str> = gaps.iter().map(|it| it.word()).collect();
    match gaps.as_slice() {
        [] => "finished the interview".to_owned(),
        gaps => format!("finished the interview, still open: {}", gaps.join(", ")),
    }
}

/// Tells whether an event is the user's word, which an agent can only pass on.
fn is_an_answer(body: &EventBody) -> bool {
    match body {
        EventBody::QuestionAnswered { .. } | EventBody::QuestionSkipped { .. } => true,
        EventBody::DeepNeedFulfilled { fulfilment, .. } => fulfilment.is_the_users(),
        _ => false,
    }
}

fn summary(body: &EventBody) -> String {
    let because = |reason: Option<&str>| reason.map(|it| format!(": {it}")).unwrap_or_default();
    match body {
        EventBody::CharterCreated { name, rigor, .. } => {
            format!("created “{name}”, rigor {}", rigor.word())
        }
        EventBody::CharterPaused { reason } => format!("paused{}", because(reason.as_deref())),
        EventBody::CharterResumed {} => "resumed".to_owned(),
        EventBody::CharterCompleted { note, criteria_count } => {
            format!("completed with {criteria_count} criteria{}", because(note.as_deref()))
        }
        EventBody::CharterAbandoned { reason } => format!("abandoned: {reason}"),
        EventBody::SessionBound { session, .. } => format!("bound session `{session}`"),
        EventBody::EvidenceRecorded { criterion_id, outcome, summary, .. } => {
            format!("recorded {criterion_id} {}: {summary}", outcome.word())
        }
        EventBody::CriterionWaived { criterion_id, reason, .. } => {
            format!("waived {criterion_id}: {reason}")
        }
        EventBody::QuestionAnswered { number, topic, .. } => {
            format!("answered question {number}, {topic}")
        }
        EventBody::QuestionSkipped { number, topic, reason } => {
            format!("skipped question {number}, {topic}: {reason}")
        }
        EventBody::AnswersConfirmed { answers } => {
            format!("confirmed relayed answers: {}", answers.join(", "))
        }
        EventBody::InterviewFinished { gaps } => finished(gaps),
        EventBody::CheckpointTaken { receipt } => taken(receipt),
        EventBody::ObjectionRaised { id, target, text } => {
            format!("objection {id} against {target}: {text}")
        }
        EventBody::ObjectionSettled { id, how } => format!("settled {id}: {how}"),
        EventBody::DeepInterviewBegun(setup) => {
            let threshold = &setup.threshold;
            let (percent, source) = (threshold.units.to_percent(), &threshold.source);
            format!("began a deep interview, threshold {percent} ({source})")
        }
        EventBody::DeepNeedFulfilled { need_id, fulfilment, .. } => {
            format!("{} ({need_id})", fulfilment.summary())
        }
        EventBody::InterviewImported(import) => interview_summary(import),
        EventBody::ContractImported(import) => contract_summary(import),
        EventBody::PlanOpened { run, task, .. } => {
            format!("opened plan P{run}: {}", task.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        EventBody::PlanStageWritten(text) => text_of_plan(text),
        EventBody::PlanApproved { run, digest, .. } => {
            format!("approved plan P{run} ({})", digest.short())
        }
        EventBody::Adopted(adoptee) => {
            let n = adoptee.criteria.len();
            format!("taken over from an earlier tool, {n} criteria with evidence")
        }
        EventBody::TailSetAside { path, bytes, .. } => {
            format!("set {bytes} torn bytes aside in {path}")
        }
        EventBody::LedgerRepaired { saved_as, lost, carried, .. } => {
            format!(
                "repaired: lost {lost}, carried over {carried}, the ledger of before is {saved_as}"
            )
        }
    }
}

fn interview_summary(import: &Import) -> String {
    format!("imported {}, {} rounds", import.source, import.rounds.len())
}

fn contract_summary(import: &ContractImport) -> String {
    let (tool, source, n) = (import.form.name(), &import.source, import.criteria);
    format!("imported {source} of {tool}, {n} criteria")
}

fn taken(receipt: &Receipt) -> String {
    let what = match receipt.kind {
        ReceiptKind::Milestone => "",
        ReceiptKind::Final => ", the last one",
    };
    format!("took the gate of {}{what}: receipt {}", receipt.milestone_id, receipt.receipt_id)
}

fn text_of_plan(text: &StageText) -> String {
    let verdict = text.verdict.map(|it| format!(", {}", it.word())).unwrap_or_default();
    format!("plan P{}: {} {}{verdict}", text.run, text.stage.word(), text.n)
}
