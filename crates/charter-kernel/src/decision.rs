//! What is to happen, as values: events to append and files to write, and who decided when.
//!
//! Must not know what is decided, how events are stored or files are written.

use crate::event::Draft;
use crate::{Actor, CharterId, Timestamp, Witness};

/// When and by whom a decision is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    pub now: Timestamp,
    pub witness: Witness,
    pub actor: Actor,
}

impl Context {
    /// Makes drafts of what a decision says.
    #[must_use]
    pub fn drafts<B>(&self, charter_id: &CharterId, bodies: Vec<B>) -> Vec<Draft<B>> {
        let draft = |body| Draft {
            ts: self.now,
            charter_id: charter_id.clone(),
            actor: self.actor.clone(),
            witness: self.witness,
            body,
        };
        bodies.into_iter().map(draft).collect()
    }
}

/// A file to write, as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdit {
    /// Where, relative to the charter's directory.
    pub path: String,
    /// What stands there afterwards.
    pub bytes: Vec<u8>,
}

/// What is to happen: events to append, files to write. Both empty means: it is so already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<B> {
    pub events: Vec<B>,
    /// What changes in the authored files.
    pub edits: Vec<FileEdit>,
}

impl<B> Default for Decision<B> {
    fn default() -> Self {
        Self { events: Vec::new(), edits: Vec::new() }
    }
}

impl<B> Decision<B> {
    /// Says what happened, and that no file changes.
    #[must_use]
    pub fn of(events: Vec<B>) -> Self {
        Self { events, edits: Vec::new() }
    }

    /// Says the same with the events of a larger whole.
    #[must_use]
    pub fn lift<C: From<B>>(self) -> Decision<C> {
        Decision { events: self.events.into_iter().map(C::from).collect(), edits: self.edits }
    }
}
