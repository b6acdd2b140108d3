//! Every charter of a project.
//!
//! Owns the row of a listing. A charter that cannot be read is listed with the reason.

use crate::app::{App, Caller, OpenCharter, candidate, session_of, unreadable};
use crate::doctor::FindingRow;
use crate::error::Error;
use crate::observe::wanted_of;
use charter_contract::evidence::{Observed, Wanted};
use charter_contract::{Candidate, Rigor, Status};
use charter_kernel::{CharterId, NextAction, Timestamp, shell_word};
use charter_store::Trust;
use serde::Serialize;

/// Every charter.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListReport {
    /// The charters, oldest first.
    pub charters: Vec<CharterRow>,
    pub findings: Vec<FindingRow>,
    pub next_actions: Vec<NextAction>,
}

/// A charter in a listing.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CharterRow {
    pub charter_id: String,
    pub name: String,
    pub path: String,
    /// Its state, where it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// How much proof it wants, where it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rigor: Option<Rigor>,
    pub val_total: usize,
    /// How many count as shown.
    pub val_pass: usize,
    /// How many a person took out; these are not shown.
    pub val_waived: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    /// When anything last happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Timestamp>,
    /// Whether it is the one that commands without `--charter` mean.
    pub current: bool,
    pub intact: bool,
}

impl App {
    pub fn list(&self, caller: &Caller) -> Result<ListReport, Error> {
        session_of(caller)?;
        let listing = self.store.list()?;
        let mut findings: Vec<_> = listing.findings.iter().map(FindingRow::from).collect();
        let mut rows = Vec::new();
        let mut candidates = Vec::new();
        let opened = listing.ids.into_iter().map(|id| (id.clone(), self.open_unobserved(id)));
        let opened: Vec<(CharterId, Result<OpenCharter, Error>)> = opened.collect();
        // The files are looked at once, for all charters together.
        let mut wanted = Wanted::default();
        for open in opened.iter().filter_map(|(_, it)| it.as_ref().ok()) {
            let more = wanted_of(&open.docs, open.state(), &[]);
            wanted.gates.extend(more.gates);
            wanted.watches.extend(more.watches);
            wanted.news.extend(more.news);
        }
        let files = self.observe_files(&wanted, Trust::Memory);
        for (id, open) in opened {
            match open {
                Ok(open) => {
                    let (row, candidate, odd) = self.row(open, &files);
                    findings.extend(odd);
                    rows.push(row);
                    candidates.push(candidate);
                }
                Err(err) => {
                    findings.push(FindingRow::from(&unreadable(id.as_str(), &err)));
                    rows.push(self.unreadable_row(&id));
                    candidates.push(candidate(None, id));
                }
            }
        }
        let current = self.select_among(&candidates, caller);
        if let Ok(current) = &current {
            for row in &mut rows {
                row.current = row.charter_id == current.as_str();
            }
        }
        let open = rows.iter().rev().find(|row| row.status.is_some_and(Status::is_open));
        let next = match (current.is_ok(), open) {
            (true, _) => {
                NextAction::new("status", "see where the current one stands", "charter status")
            }
            (false, Some(row)) => {
                let command = format!("charter use {}", shell_word(&row.charter_id));
                NextAction::new("use", "choose one to work on", command)
            }
            (false, None) => {
                NextAction::new("create", "start a charter", "charter new \"an idea\"")
            }
        };
        Ok(ListReport { charters: rows, findings, next_actions: vec![next] })
    }

    fn unreadable_row(&self, id: &CharterId) -> CharterRow {
        CharterRow {
            charter_id: id.to_string(),
            name: id.to_string(),
            path: self.charter_path(id),
            status: None,
            rigor: None,
            val_total: 0,
            val_pass: 0,
            val_waived: 0,
            created_at: None,
            updated_at: None,
            current: false,
            intact: false,
        }
    }

    fn row(
        &self,
        mut open: OpenCharter,
        files: &Observed,
    ) -> (CharterRow, Candidate, Vec<FindingRow>) {
        let wanted = wanted_of(&open.docs, open.state(), &[]);
        let artifacts = self.observe_artifacts(&open.id, &wanted, Trust::Memory);
        open.docs.observed = Observed { artifacts, ..files.clone() };
        let status = self.status_of(&open);
        let id = &open.id;
        let row = CharterRow {
            name: status.overview.name,
            status: Some(status.overview.status),
            rigor: Some(status.overview.rigor),
            val_total: status.overview.val_total,
            val_pass: status.overview.val_pass,
            val_waived: status.overview.val_waived,
            created_at: open.state().contract.created_at,
            updated_at: open.state().contract.updated_at,
            intact: status.overview.ledger.intact,
            ..self.unreadable_row(id)
        };
        let sessions = open.state().contract.sessions.clone();
        let candidate = Candidate { id: id.clone(), status: status.overview.status, sessions };
        let odd = open.loaded.warnings();
        let odd = odd.iter().map(|it| {
            let file = format!("{id}/{}", it.file);
            FindingRow { file, ..FindingRow::from(it) }
        });
        (row, candidate, odd.collect())
    }
}
