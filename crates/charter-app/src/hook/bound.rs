//! The charter that a session is bound to.
//!
//! Owns the search without a lock and without a guess: the only open charter is nobody's by that.

use crate::app::{App, Caller, session_of};
use charter_contract::evidence::Observed;
use charter_contract::{Candidate, Docs, Status, bound};
use charter_engine::query::StatusReport;
use charter_engine::{State, query};
use charter_kernel::{CharterId, SessionId};
use charter_store::{Budget, Loaded};

/// How many bytes of ledgers a hook reads that were not verified before on this machine: what an agent
/// waits for must not grow with a history. A command verifies and seals it once.
const UNSEALED_BYTES_MAX: u64 = 1024 * 1024;

/// What could not be judged, and why.
#[derive(Debug, Default)]
pub(super) struct Notes(pub(super) Vec<String>);

impl Notes {
    pub(super) fn add(&mut self, what: &str, err: &impl std::fmt::Display) {
        self.0.push(format!("{what}: {err}"));
    }

    /// Says which ledgers are too long to be read while an agent waits, and what reads them once.
    pub(super) fn unverified(&mut self, ids: &[CharterId]) {
        match ids {
            [] => {}
            [id] => self.0.push(format!(
                "the ledger of {id} is new here and too long to check while an agent waits; \
                 check it once: charter status --charter {id}"
            )),
            ids => self.0.push(format!(
                "the ledgers of {} charters are new here and too long to check while an agent waits; \
                 check them once: charter list",
                ids.len()
            )),
        }
    }
}

/// A charter that a session is bound to.
pub(super) struct Bound {
    pub(super) id: CharterId,
    pub(super) loaded: Loaded,
}

impl Bound {
    pub(super) fn state(&self) -> &State {
        &self.loaded.state
    }
}

impl App {
    /// Gives the session that calls, if it has a name that can be one.
    pub(super) fn session(&self, caller: &Caller, notes: &mut Notes) -> Option<SessionId> {
        match session_of(caller) {
            Ok(session) => session,
            Err(refusal) => {
                notes.add("the session is not known", &refusal);
                None
            }
        }
    }

    /// Finds the charter that the session is bound to.
    pub(super) fn bound(&self, caller: &Caller, notes: &mut Notes) -> Option<Bound> {
        let session = self.session(caller, notes)?;
        self.bound_among(&self.glance_all(notes), &session, notes)
    }

    /// Finds the charter that a session is bound to among candidates, and reads it.
    pub(super) fn bound_among(
        &self,
        candidates: &[Candidate],
        session: &SessionId,
        notes: &mut Notes,
    ) -> Option<Bound> {
        let id = bound(candidates, session)?.clone();
        match self.store.peek_within(&id, &mut Budget::of(UNSEALED_BYTES_MAX)) {
            Ok(Some(loaded)) => Some(Bound { id, loaded }),
            Ok(None) => {
                notes.unverified(std::slice::from_ref(&id));
                None
            }
            Err(err) => {
                notes.add(&format!("{id} cannot be read"), &err);
                None
            }
        }
    }

    /// Looks at what selects each charter, without a lock; one that cannot be read is noted and
    /// nobody's.
    pub(super) fn glance_all(&self, notes: &mut Notes) -> Vec<Candidate> {
        let listing = self.store.list().unwrap_or_else(|err| {
            notes.add("the charters cannot be listed", &err);
            charter_store::Listing::default()
        });
        let mut candidates = Vec::new();
        let mut unverified = Vec::new();
        let mut budget = Budget::of(UNSEALED_BYTES_MAX);
        for id in listing.ids {
            match self.store.glance_within(&id, &mut budget) {
                Ok(None) => unverified.push(id),
                // A copy of another charter's directory has that one's bindings, not its own.
                Ok(Some(glance)) if glance.charter_id != id.as_str() => {}
                Ok(Some(glance)) => {
                    let (status, sessions) = (glance.status, glance.sessions);
                    candidates.push(Candidate { id, status, sessions });
                }
                Err(err) => notes.add(&format!("{id} cannot be read"), &err),
            }
        }
        notes.unverified(&unverified);
        candidates
    }

    /// Reads the documents of a charter; of the files that its evidence rests on, nothing is looked at.
    pub(super) fn docs_of(&self, bound: &Bound) -> Docs {
        let docs = self.store.read_docs(&bound.id).into_docs();
        Docs { observed: Observed::as_recorded(&bound.state().contract), ..docs }
    }

    /// Says where a charter stands, by documents that were read.
    pub(super) fn stand_of(&self, bound: &Bound, docs: &Docs) -> StatusReport {
        let path = self.charter_path(&bound.id);
        let findings = bound.loaded.warnings();
        query::status(docs, bound.state(), &findings, &bound.id, &path)
    }
}

/// Lists the open ones among candidates.
pub(super) fn open_ones(candidates: &[Candidate]) -> Vec<&CharterId> {
    let open = candidates.iter().filter(|it| it.status == Status::Active);
    open.map(|it| &it.id).collect()
}
