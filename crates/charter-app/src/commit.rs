//! The one way to write to a charter.
//!
//! Owns the order of steps: lock, load, decide, put the files that the events speak of in place and
//! read them again, append, look whether it is all there, write the files that follow. Up to the
//! append whatever fails is an error and nothing has happened; from then on it has, and what fails is
//! behind. Must not decide.

use crate::app::{App, Caller, OpenCharter};
use crate::behind::look;
use crate::error::Error;
use charter_contract::{CharterAct, ContractRefusal, Docs, agreement};
use charter_engine::State;
use charter_engine::event::{CharterDraft, CharterEvent, EventBody};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::event::Head;
use charter_kernel::strand::StrandId;
use charter_kernel::{CharterId, Context, Decision, FileEdit, Finding, NextAction};
use charter_proof::ssh::SigningKey;
use charter_store::{DocBytes, Failure, Store, Transaction, Trust};
use std::collections::BTreeMap;

/// What is to be written, in the order in which it is.
#[derive(Debug, Default)]
pub(crate) struct ToWrite {
    /// The files that must stand first: an event about a file that is nowhere would be a lie.
    pub(crate) before: Vec<FileEdit>,
    pub(crate) events: Vec<EventBody>,
    /// The files that follow from the events.
    pub(crate) after: Option<Later>,
    /// What a person does with it, which they may have to sign.
    pub(crate) act: Option<CharterAct>,
}

/// Files that can be made of the ledger at any time.
#[derive(Debug)]
pub(crate) struct Later {
    pub(crate) edits: Vec<FileEdit>,
    /// What to type where they could not be written.
    pub(crate) catch_up: NextAction,
}

impl<B> From<Decision<B>> for ToWrite
where
    EventBody: From<B>,
{
    fn from(decision: Decision<B>) -> Self {
        let Decision { events, edits } = decision.lift();
        Self { before: edits, events, after: None, act: None }
    }
}

/// What a decision needs to have seen of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocsWanted {
    /// What can be read of them.
    Readable,
    /// All that are there: what cannot be read must not be replaced.
    All,
    /// The same, and every file that evidence rests on. What this machine remembers is not asked:
    /// something rests on the answer.
    WithFiles,
}

/// What came of a decision.
pub(crate) struct Committed<T> {
    pub(crate) changed: bool,
    pub(crate) told: T,
    pub(crate) open: OpenCharter,
}

/// A charter that is held for writing.
pub(crate) struct Pen<'a> {
    app: &'a App,
    pub(crate) ctx: Context,
    transaction: Transaction<'a>,
    id: CharterId,
    bytes: DocBytes,
    docs: Docs,
}

/// The charter that is to be held: by its name, or as it was read before.
pub(crate) enum Charter {
    Named(CharterId),
    Read(Box<OpenCharter>),
}

impl From<CharterId> for Charter {
    fn from(id: CharterId) -> Self {
        Self::Named(id)
    }
}

impl From<OpenCharter> for Charter {
    fn from(open: OpenCharter) -> Self {
        Self::Read(Box::new(open))
    }
}

impl App {
    /// Writes what is decided about a charter, under its lock.
    pub(crate) fn commit<T>(
        &self,
        caller: &Caller,
        charter: impl Into<Charter>,
        wanted: DocsWanted,
        decide: impl FnOnce(&Docs, &State, &Context) -> Result<(ToWrite, T), Error>,
    ) -> Result<Committed<T>, Error> {
        let mut pen = self.hold(caller, charter, wanted)?;
        let (to_write, told) = decide(&pen.docs, pen.state(), &pen.ctx)?;
        let changed = pen.write(to_write)?;
        Ok(Committed { changed, told, open: pen.let_go() })
    }

    /// Takes a charter's lock and reads it. Of one that was read before, what nobody touched since
    /// is not read or parsed a second time.
    pub(crate) fn hold(
        &self,
        caller: &Caller,
        charter: impl Into<Charter>,
        wanted: DocsWanted,
    ) -> Result<Pen<'_>, Error> {
        self.hold_in(&self.store, caller, charter, wanted)
    }

    /// Does the same with the patience of a store.
    pub(crate) fn hold_in<'a>(
        &'a self,
        store: &'a Store,
        caller: &Caller,
        charter: impl Into<Charter>,
        wanted: DocsWanted,
    ) -> Result<Pen<'a>, Error> {
        let (id, transaction, known) = match charter.into() {
            Charter::Named(id) => {
                let transaction = store.begin(&id)?;
                (id, transaction, None)
            }
            Charter::Read(open) => {
                let OpenCharter { id, loaded, docs, .. } = *open;
                let transaction = store.begin_behind(&id, loaded)?;
                (id, transaction, Some(docs))
            }
        };
        transaction.loaded().can_write()?;
        check_session(caller, &transaction.loaded().state)?;
        let bytes = match wanted {
            DocsWanted::Readable => self.store.read_docs(&id),
            DocsWanted::All | DocsWanted::WithFiles => self.store.read_docs_to_write(&id)?,
        };
        let known = known.filter(|it| bytes.are_those_of(it));
        let docs = known.unwrap_or_else(|| bytes.clone().into_docs());
        let mut pen = Pen { app: self, ctx: self.context(caller), transaction, id, bytes, docs };
        let state = &pen.transaction.loaded().state;
        if wanted == DocsWanted::WithFiles {
            self.observe(&pen.id, &mut pen.docs, state, Trust::Nothing);
        } else {
            pen.docs.observed.signed = self.signed_acts(&pen.id, &state.contract);
        }
        Ok(pen)
    }
}

/// A session that an agent bound is the agent's, whoever is named in it.
fn check_session(caller: &Caller, state: &State) -> Result<(), ContractRefusal> {
    let is_agents =
        |it: &&String| state.contract.agent_sessions.iter().any(|known| known.as_str() == **it);
    let named = caller.session.as_ref().filter(|_| caller.actor.is_person());
    let Some(session) = named.filter(is_agents) else { return Ok(()) };
    let (actor, session) = (caller.actor.to_string(), session.clone());
    Err(ContractRefusal::AgentSession { actor, session })
}

impl Pen<'_> {
    pub(crate) fn id(&self) -> &CharterId {
        &self.id
    }

    pub(crate) fn state(&self) -> &State {
        &self.transaction.loaded().state
    }

    /// Gives the strand that is written to.
    pub(crate) fn strand(&mut self) -> Result<StrandId, Error> {
        Ok(self.transaction.strand()?)
    }

    /// Lists what is odd or wrong with the ledger.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.transaction.loaded().findings
    }

    pub(crate) fn docs(&self) -> &Docs {
        &self.docs
    }

    /// Notes which commits hold some events.
    pub(crate) fn note_recorded_in(&mut self, commits: BTreeMap<EventPlace, String>) {
        self.docs.observed.recorded_in = commits;
    }

    /// Writes, and says whether there was anything to write.
    pub(crate) fn write(
        &mut self,
        ToWrite { before, events, after, act }: ToWrite,
    ) -> Result<bool, Error> {
        let head = self.state().head();
        let key = self.key_for(act.filter(|_| !events.is_empty()))?;
        self.transaction.apply(&before)?;
        for edit in &before {
            let path = self.app.store.layout().file(&self.id, &edit.path);
            if self.app.store.read_file(&path).ok().as_ref() != Some(&edit.bytes) {
                return Err(Failure::Conflict { expected: head, found: head }.into());
            }
        }
        let events = self.with_agreement(&before, events);
        let (follows, catch_up) = match after {
            Some(Later { edits, catch_up }) => (edits, catch_up),
            None => (Vec::new(), look(&self.id)),
        };
        let drafts = self.ctx.drafts(&self.id, events);
        let changed = !(before.is_empty() && follows.is_empty() && drafts.is_empty());
        if drafts.is_empty() {
            self.transaction.apply(&follows)?;
        } else {
            self.append(head, &drafts, key)?;
            match self.transaction.check_written() {
                // That nobody can look is no error: the write itself was synced.
                Err(failure @ Failure::Io { .. }) => {
                    self.app.leave_behind(&failure.into(), &look(&self.id));
                }
                looked => looked?,
            }
            self.app.or_later(self.transaction.apply(&follows), &catch_up);
        }
        if self.bytes.put(before) {
            let observed = std::mem::take(&mut self.docs.observed);
            self.docs = Docs { observed, ..self.bytes.clone().into_docs() };
        }
        Ok(changed)
    }

    /// Finds the key that a person signs with, where what they do has to be signed.
    fn key_for(&self, act: Option<CharterAct>) -> Result<Option<SigningKey>, Error> {
        let rigor = self.state().contract.rigor;
        let is_signed = act.is_some_and(|it| it.is_signed(rigor)) && self.ctx.actor.is_person();
        if is_signed { self.app.listed_key(&self.ctx.actor).map(Some) } else { Ok(None) }
    }

    /// Appends, with a signature in the same write where there is a key.
    fn append(
        &mut self,
        head: Head,
        drafts: &[CharterDraft],
        key: Option<SigningKey>,
    ) -> Result<(), Error> {
        let Some(key) = key else {
            let _ = self.transaction.append(head, drafts)?;
            return Ok(());
        };
        let (app, id, ctx) = (self.app, self.id.clone(), self.ctx.clone());
        let mut why = None;
        let mut countersign = |events: &[CharterEvent]| match app.sign_acts(&key, &id, events) {
            Ok(body) => ctx.drafts(&id, vec![body]).pop(),
            Err(err) => {
                why = Some(err);
                None
            }
        };
        match (self.transaction.append_signed(head, drafts, &mut countersign), why) {
            (Err(Failure::NotSigned), Some(err)) => Err(err),
            (appended, _) => Ok(appended.map(drop)?),
        }
    }

    /// Criteria that a plan brings are agreed on with the plan. What an interview drafts waits for a look, or for
    /// the first evidence.
    fn with_agreement(&self, before: &[FileEdit], mut events: Vec<EventBody>) -> Vec<EventBody> {
        let is_plan = events.iter().any(|it| matches!(it, EventBody::Plan(_)));
        if !is_plan || !before.iter().any(|it| it.path == "criteria.md") {
            return events;
        }
        let mut bytes = self.bytes.clone();
        bytes.put(before.to_vec());
        let docs = bytes.into_docs();
        events.extend(agreement::additions(&docs, &self.state().contract).map(EventBody::Contract));
        events
    }

    /// Lets go of the lock, and gives the charter as it was written.
    pub(crate) fn let_go(self) -> OpenCharter {
        self.app.opened(self.id, self.transaction.into_loaded(), self.docs)
    }
}
