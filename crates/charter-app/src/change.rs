//! Commands that change a charter: lifecycle and binding.
//!
//! Owns the one write path: lock, load, decide, append. Must not decide.

use crate::app::{App, Caller, Open, session_of};
use crate::behind::look;
use crate::error::Error;
use charter_core::query;
use charter_core::query::Candidate;
use charter_core::{Command, Decision, Docs, Refusal, State, Status, check_open, decide};
use charter_kernel::{CharterId, Context, NextAction};
use charter_store::{Transaction, Trust};
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
    /// The session that is bound to it now; none where the choice is this machine's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Whether anything changed.
    pub changed: bool,
    /// What to do next.
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Carries out a command on the charter that the caller means.
    pub fn change(&self, caller: &Caller, command: &Command) -> Result<ChangeReport, Error> {
        let id = self.select(caller)?;
        let (changed, mut open) = self.carry_out(caller, id, command)?;
        if matches!(command, Command::Resume {}) && caller.session.is_some() {
            let again =
                NextAction::new("use", "binds the session", format!("charter use {}", open.id));
            match self.bind_to(caller, &open.id) {
                Ok((_, Some(bound))) => open = bound,
                Ok((_, None)) => {}
                Err(err) => self.leave_behind(&err, &again),
            }
        }
        let path = self.charter_path(&open.id);
        Ok(ChangeReport {
            ok: true,
            charter_id: open.id.to_string(),
            status: open.state().status,
            changed,
            next_actions: query::next_actions(&open.docs, open.state(), &open.id, &path),
        })
    }

    /// Binds the session that calls to a charter; without a session, chooses it on this machine.
    pub fn bind(&self, caller: &Caller, fragment: &str) -> Result<BindReport, Error> {
        let candidates = self.candidates()?;
        let named = Caller { charter: Some(fragment.to_owned()), ..caller.clone() };
        let id = self.select_among(&candidates, &named)?;
        let (changed, _) = self.bind_among(&candidates, caller, &id)?;
        let next_actions = vec![NextAction::new("status", "see where it stands", "charter status")];
        let (charter_id, session) = (id.to_string(), caller.session.clone());
        Ok(BindReport { ok: true, charter_id, session, changed, next_actions })
    }

    fn bind_to(&self, caller: &Caller, id: &CharterId) -> Result<(bool, Option<Open>), Error> {
        self.bind_among(&self.candidates()?, caller, id)
    }

    fn bind_among(
        &self,
        candidates: &[Candidate],
        caller: &Caller,
        id: &CharterId,
    ) -> Result<(bool, Option<Open>), Error> {
        let Some(session) = session_of(caller)? else { return Ok((self.choose(id)?, None)) };
        let last_turn = query::last_turn(candidates, &session);
        let bind = Command::Bind { session, last_turn };
        let (changed, open) = self.carry_out(caller, id.clone(), &bind)?;
        Ok((changed, Some(open)))
    }

    /// The first attempt to complete writes the report to fill in, whatever else is open: what it
    /// asks for is easier to give before the last criterion is shown.
    fn begin_report(&self, transaction: &Transaction<'_>, docs: Docs) -> Result<Docs, Error> {
        let state = &transaction.loaded().state;
        let is_complete = query::blockers(&docs, state).is_empty();
        let edit = query::write_report(&docs, state).filter(|_| state.status == Status::Active);
        let Some(edit) = edit.filter(|_| !is_complete) else { return Ok(docs) };
        transaction.apply(std::slice::from_ref(&edit))?;
        let (charter, criteria) = (docs.charter.source().bytes(), docs.criteria.source().bytes());
        let observed = docs.observed.clone();
        let docs = Docs::parse(charter.to_vec(), criteria.to_vec(), Some(edit.bytes));
        Ok(Docs { observed, ..docs })
    }

    /// Carries out what the engine decides about a charter, and says whether anything changed.
    pub(crate) fn decide_on<T>(
        &self,
        caller: &Caller,
        id: CharterId,
        decide: impl FnOnce(&Docs, &State, &Context) -> Result<(Decision, T), Refusal>,
    ) -> Result<Decided<T>, Error> {
        let ctx = self.context(caller);
        let mut transaction = self.store.begin(&id)?;
        transaction.loaded().can_write()?;
        let mut docs = self.store.read_docs_to_write(&id)?;
        let state = &transaction.loaded().state;
        self.observe(&id, &mut docs, state, Trust::Nothing);
        let (decision, told) = decide(&docs, state, &ctx)?;
        let changed = self.append(&mut transaction, &id, decision, &ctx, &look(&id))?;
        Ok(Decided { changed, told, open: self.open_after(transaction, id) })
    }

    fn choose(&self, id: &CharterId) -> Result<bool, Error> {
        check_open(&self.store.peek(id)?.state)?;
        if self.store.chosen().as_deref() == Some(id.as_str()) {
            return Ok(false);
        }
        self.store.choose(id)?;
        Ok(true)
    }

    /// Carries out a command, and reads the charter again.
    fn carry_out(
        &self,
        caller: &Caller,
        id: CharterId,
        command: &Command,
    ) -> Result<(bool, Open), Error> {
        let ctx = self.context(caller);
        let mut transaction = self.store.begin(&id)?;
        transaction.loaded().can_write()?;
        // What cannot be read must not be replaced, and what is completed must have been read.
        let mut docs = match command {
            Command::Complete { .. } => self.store.read_docs_to_write(&id)?,
            _ => self.store.read_docs(&id).into_docs(),
        };
        let state = &transaction.loaded().state;
        if matches!(command, Command::Complete { .. }) {
            // Something rests on this answer: what this machine remembers is not asked.
            self.observe(&id, &mut docs, state, Trust::Nothing);
            if docs.report.is_none() {
                docs = self.begin_report(&transaction, docs)?;
            }
        }
        let decision = decide(&docs, state, command, &ctx)?;
        // The report first: what is completed takes no second attempt that could write it.
        let Decision { events, edits } = decision;
        transaction.apply(&edits)?;
        let decision = Decision { events, edits: Vec::new() };
        let changed = self.append(&mut transaction, &id, decision, &ctx, &look(&id))?;
        Ok((changed, self.open_after(transaction, id)))
    }

    /// Makes a decision happen: its events first, then its files. Says whether there was anything to
    /// do. Files that follow from events can be written later: `catch_up` does it.
    pub(crate) fn append(
        &self,
        transaction: &mut Transaction<'_>,
        id: &CharterId,
        Decision { events, edits }: Decision,
        ctx: &Context,
        catch_up: &NextAction,
    ) -> Result<bool, Error> {
        let (head, drafts) = (transaction.loaded().state.head(), ctx.drafts(id, events));
        if drafts.is_empty() {
            transaction.apply(&edits)?;
            return Ok(!edits.is_empty());
        }
        let _ = transaction.append(head, &drafts)?;
        self.or_later(transaction.apply(&edits), catch_up);
        Ok(true)
    }
}

/// What came of a decision.
pub(crate) struct Decided<T> {
    /// Whether anything changed.
    pub(crate) changed: bool,
    /// What the engine told beside it.
    pub(crate) told: T,
    /// The charter, read again.
    pub(crate) open: Open,
}
