//! The charter that a session is bound to.
//!
//! Owns the search without a lock and without a guess: the only open charter is nobody's by that.

use crate::app::{App, Caller, session_of};
use charter_core::query::{self, Candidate, StatusReport};
use charter_core::{CharterId, Docs, SessionId, State, Status};
use charter_store::Loaded;

/// What could not be judged, and why.
#[derive(Debug, Default)]
pub(super) struct Notes(pub(super) Vec<String>);

impl Notes {
    pub(super) fn add(&mut self, what: &str, err: &impl std::fmt::Display) {
        self.0.push(format!("{what}: {err}"));
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
        let id = query::bound(candidates, session)?.clone();
        match self.store.peek(&id) {
            Ok(loaded) => Some(Bound { id, loaded }),
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
        for id in listing.ids {
            match self.store.glance(&id) {
                // A copy of another charter's directory has that one's bindings, not its own.
                Ok(glance) if glance.charter_id != id.as_str() => {}
                Ok(glance) => {
                    let (status, sessions) = (glance.status, glance.sessions);
                    candidates.push(Candidate { id, status, sessions });
                }
                Err(err) => notes.add(&format!("{id} cannot be read"), &err),
            }
        }
        candidates
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
