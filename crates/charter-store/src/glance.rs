//! What selects a charter, without reading its history where it was verified before.
//!
//! Owns when a ledger that had to be read is remembered. Must not choose a charter.

use crate::cache::{self, Covers, Glance};
use crate::failure::Failure;
use crate::load::Budget;
use crate::loaded::Loaded;
use crate::store::Store;
use charter_kernel::CharterId;
use std::time::Duration;

impl Store {
    /// Gives what selects a charter: as the seal has it where it vouches for the ledger, else from
    /// all of it, which is remembered.
    pub fn glance(&self, id: &CharterId) -> Result<Glance, Failure> {
        if let Some(glance) = self.sealed_glance(id) {
            return Ok(glance);
        }
        let loaded = self.ask_git(id, self.peek(id)?)?;
        self.seal_ledger(id, &loaded);
        Ok(Glance::of(&loaded.state))
    }

    /// Gives what selects a charter without writing anything; none where its history was not verified
    /// before and is longer than a budget allows.
    pub fn glance_within(
        &self,
        id: &CharterId,
        budget: &mut Budget,
    ) -> Result<Option<Glance>, Failure> {
        if let Some(glance) = self.sealed_glance(id) {
            return Ok(Some(glance));
        }
        Ok(self.peek_within(id, budget)?.map(|it| Glance::of(&it.state)))
    }

    fn sealed_glance(&self, id: &CharterId) -> Option<Glance> {
        let files = self.strand_files(id).ok().filter(|it| !it.0.is_empty())?;
        cache::read_seal(self, id).filter(|it| it.vouches_for(&files)).map(|it| it.glance)
    }

    /// Remembers a ledger that was read whole, where nobody is writing to it; the derived files are
    /// left as they are.
    fn seal_ledger(&self, id: &CharterId, loaded: &Loaded) {
        let is_open = loaded.findings.iter().any(|it| it.kind.opens_ledger());
        if !loaded.needs_mending() || loaded.is_torn() || is_open || !loaded.state.exists() {
            return;
        }
        let held = self.ensure_local();
        let held = held.and_then(|()| self.lock(&self.layout.lock(id), Duration::ZERO));
        if held.is_ok() && self.strand_files(id).is_ok_and(|files| files == loaded.files) {
            self.remember_had(id, loaded);
            cache::remember(self, id, loaded, Covers::LedgerOnly);
        }
    }
}
