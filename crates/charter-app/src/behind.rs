//! What is behind, though what was asked for is done.
//!
//! Owns the one rule after a write: once events are in the ledger the command has worked, and
//! whatever follows from them (a file, a second look) is made up for later. What could not be done
//! is kept here until the front end tells it. Must not know commands.

use crate::error::Error;
use charter_kernel::CommandLine;
use charter_kernel::{CharterId, NextAction};
use serde::Serialize;
use std::error::Error as _;
use std::sync::{Mutex, PoisonError};

/// Something that could not be done after the rest was recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BehindRow {
    pub message: String,
    /// What the command below does about it.
    pub hint: String,
    pub command: CommandLine,
}

/// What is behind so far.
#[derive(Debug, Default)]
pub(crate) struct BehindRows {
    rows: Mutex<Vec<BehindRow>>,
}

impl BehindRows {
    /// Gives the rows, once.
    pub(crate) fn take(&self) -> Vec<BehindRow> {
        std::mem::take(&mut *self.rows.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps what went wrong with its causes, and what makes up for it.
    pub(crate) fn add(&self, err: &Error, catch_up: &NextAction) {
        let mut message = err.to_string();
        let mut cause = err.source();
        while let Some(it) = cause {
            message = format!("{message}: {it}");
            cause = it.source();
        }
        let (hint, command) = (catch_up.hint.clone(), catch_up.command.clone());
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.push(BehindRow { message, hint, command });
    }
}

/// Gives what to type to see whether all is well.
pub(crate) fn look(id: &CharterId) -> NextAction {
    NextAction::about("doctor", id.as_str(), "checks every file", "")
}
