//! What happened to a charter.
//!
//! Owns the order of a log: as it happened, one event after another, so that its length costs no
//! memory. Must not interpret events beyond a line for people.

use crate::app::{App, Caller};
use crate::doctor::FindingRow;
use crate::error::Error;
use charter_engine::event::EventBody;
use charter_kernel::event::Payload;
use charter_kernel::{Actor, CharterId, Timestamp};
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
    Whole,
    /// The last ones, so many.
    Last(u64),
}

/// One event.
#[derive(Debug, Clone)]
pub struct LogRow {
    pub seq: u64,
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
        Payload::Known(EventBody::Interview(said))
            if said.is_an_answer() && !event.actor.is_person() =>
        {
            format!("{}, relayed", said.summary())
        }
        Payload::Known(body) => body.summary(),
        Payload::Unknown(kind) => format!("{kind} (unknown to this version)"),
    };
    LogRow { seq: event.seq, ts: event.ts, actor: event.actor, summary, line }
}
