//! Commands that change a charter: lifecycle and binding.
//!
//! Owns the one write path: lock, load, decide, append. Must not decide.

use crate::app::{App, Caller};
use crate::error::Error;
use charter_core::query;
use charter_core::{CharterId, Command, Docs, NextAction, Status, decide};
use serde::Serialize;

/// What a change led to.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    /// The charter.
    pub charter_id: String,
    /// Its state now.
    pub status: Status,
    /// Whether anything changed; asking twice changes nothing.
    pub changed: bool,
    /// What to do next.
    pub next_actions: Vec<NextAction>,
}

/// What a binding led to.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BindReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    /// The charter.
    pub charter_id: String,
    /// The session that is bound to it now.
    pub session: String,
    /// Whether anything changed.
    pub changed: bool,
    /// What to do next.
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Carries out a command on the charter that the caller means.
    pub fn change(&self, caller: &Caller, command: &Command) -> Result<ChangeReport, Error> {
        let id = self.select(caller)?;
        let changed = self.carry_out(caller, &id, command)?;
        if matches!(command, Command::Resume {}) && caller.session.is_some() {
            self.bind(caller, id.as_str())?;
        }
        let open = self.open_charter(id)?;
        let path = self.charter_path(&open.id);
        Ok(ChangeReport {
            ok: true,
            charter_id: open.id.to_string(),
            status: open.state().status,
            changed,
            next_actions: query::next_actions(&open.docs, open.state(), &path),
        })
    }

    /// Binds the session that calls to a charter.
    pub fn bind(&self, caller: &Caller, fragment: &str) -> Result<BindReport, Error> {
        let (id, session, last_turn) = self.select_with_turn(caller, Some(fragment))?;
        let command = Command::Bind { session: session.clone(), last_turn };
        let changed = self.carry_out(caller, &id, &command)?;
        let hint = "see where it stands";
        let command = match &caller.session {
            Some(session) => format!("charter status --session {session}"),
            None => "charter status".to_owned(),
        };
        let next_actions = vec![NextAction::new("status", hint, command)];
        let (charter_id, session) = (id.to_string(), session.to_string());
        Ok(BindReport { ok: true, charter_id, session, changed, next_actions })
    }

    fn carry_out(&self, caller: &Caller, id: &CharterId, command: &Command) -> Result<bool, Error> {
        let ctx = self.context(caller);
        let mut transaction = self.store.begin(id)?;
        transaction.loaded().can_write()?;
        let bytes = self.store.read_docs(id);
        let docs = Docs::parse(bytes.charter, bytes.criteria, bytes.report);
        let state = &transaction.loaded().state;
        let decision = decide(&docs, state, command, &ctx)?;
        let (head, drafts) = (state.head(), ctx.drafts(id, decision.events));
        if drafts.is_empty() {
            return Ok(false);
        }
        let _ = transaction.append(head, &drafts)?;
        Ok(true)
    }
}
