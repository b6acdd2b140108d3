//! Whether git has seen more of a ledger than is here, for what must not rest on less.
//!
//! Owns when it is asked. Must not compare: the store does.

use crate::app::App;
use charter_kernel::{CharterId, Finding};
use charter_proof::is_repository;

impl App {
    /// Lists the strands that commits hold otherwise than they are here; none where git cannot tell.
    pub(crate) fn rewritten(&self, id: &CharterId) -> Vec<Finding> {
        if !is_repository(&self.place.project) {
            return Vec::new();
        }
        let Ok(loaded) = self.store.peek(id) else { return Vec::new() };
        self.store.find_rewritten(id, &loaded.state).unwrap_or_default()
    }

    /// Adds the strands that commits hold otherwise than they are here to what is known, each once, and what
    /// other branches hold beside it.
    pub(crate) fn add_rewritten(&self, id: &CharterId, findings: &mut Vec<Finding>) {
        if !is_repository(&self.place.project) {
            return;
        }
        let Ok(loaded) = self.store.peek(id) else { return };
        let mut found = self.store.find_rewritten(id, &loaded.state).unwrap_or_default();
        found
            .retain(|it| !findings.iter().any(|told| told.kind == it.kind && told.file == it.file));
        findings.extend(found);
        findings.extend(self.store.find_elsewhere(id, &loaded.state).unwrap_or_default());
    }
}
