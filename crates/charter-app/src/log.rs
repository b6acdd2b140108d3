//! What happened to a charter.
//!
//! Owns the order of a log: as it happened, one event after another, so that its length costs no
//! memory. Must not interpret events beyond a line for people.

use crate::app::{App, Caller};
use crate::doctor::FindingRow;
use crate::error::Error;
use charter_contract::ContractEvent;
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::event::Payload;
use charter_kernel::{Actor, CharterId, Digest, Timestamp};
use charter_store::{Loaded, Log, LogEntry, Store};
use std::collections::HashSet;

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
    part: LogPart,
    lanes: LogLanes,
}

/// The branches that run side by side, each by its last event.
#[derive(Debug, Default)]
struct LogLanes {
    ends: Vec<Digest>,
}

impl LogLanes {
    /// Takes in the next event, and says beside which others it stands.
    fn place(&mut self, event: &CharterEvent) -> LogLane {
        let parents: HashSet<&Digest> = event.parents().collect();
        let first = self.ends.iter().position(|it| parents.contains(it));
        let own = first.unwrap_or(self.ends.len());
        let n_before = self.ends.len();
        let mut idx = 0;
        self.ends.retain(|it| {
            idx += 1;
            idx - 1 == own || !parents.contains(it)
        });
        match self.ends.get_mut(own) {
            Some(end) => *end = event.id,
            None => self.ends.push(event.id),
        }
        let n_joined = (n_before + usize::from(first.is_none())) - self.ends.len();
        LogLane { own, n_others: self.ends.len() - 1, n_joined }
    }
}

/// Where an event stands among branches that ran side by side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogLane {
    /// Which of the branches it is on, from 0.
    pub own: usize,
    pub n_others: usize,
    /// How many others it brought together with its own.
    pub n_joined: usize,
}

impl Iterator for LogRows {
    type Item = Result<LogRow, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.log.next()? {
                Ok(entry) => {
                    let lane = self.lanes.place(&entry.event);
                    let is_meant = self.part != LogPart::Disputes || is_dispute(&entry.event);
                    if entry.number > self.n_skipped && is_meant {
                        return Some(Ok(LogRow { lane, ..row(entry) }));
                    }
                }
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
    Whole,
    /// The last ones, so many.
    Last(u64),
    /// Those that say that a verdict is wrong.
    Disputes,
}

/// One event.
#[derive(Debug, Clone)]
pub struct LogRow {
    /// Its number in the order of all events, from 1.
    pub number: u64,
    pub lane: LogLane,
    pub ts: Timestamp,
    pub actor: Actor,
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
            LogPart::Whole | LogPart::Disputes => (0, None),
            LogPart::Last(n_events) => {
                let loaded = self.store.load(&id)?;
                (loaded.state.n_events.saturating_sub(n_events), Some(loaded))
            }
        };
        let lanes = LogLanes::default();
        let rows = LogRows { log: self.store.log(&id)?, n_skipped, part, lanes };
        let end = LogEnd { store: self.store.clone(), id: id.clone(), loaded };
        Ok(LogReport { charter_id: id.to_string(), rows, end })
    }
}

fn is_dispute(event: &CharterEvent) -> bool {
    let Payload::Known(EventBody::Contract(event)) = &event.payload else { return false };
    matches!(event, ContractEvent::VerdictDisputed { .. })
}

pub(crate) fn row(entry: LogEntry) -> LogRow {
    let LogEntry { number, event, line } = entry;
    let summary = match &event.payload {
        Payload::Known(EventBody::Interview(said))
            if said.is_an_answer() && !event.actor.is_person() =>
        {
            format!("{}, relayed", said.summary())
        }
        Payload::Known(body) => body.summary(),
        Payload::Unknown(kind) => format!("{kind} (unknown to this version)"),
    };
    LogRow { number, lane: LogLane::default(), ts: event.ts, actor: event.actor, summary, line }
}
