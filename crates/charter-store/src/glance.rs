//! What selects a charter, without reading its history where it was verified before.
//!
//! Owns when a ledger that had to be read is remembered. Must not choose a charter.

use crate::cache::{self, Covers, Glance};
use crate::disk::FileKind;
use crate::failure::Failure;
use crate::load::{Budget, Loaded};
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
        let loaded = self.peek(id)?;
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
        let stat = self.disk.stat(&self.layout.ledger(id)).ok().flatten();
        let ledger = stat.filter(|it| it.kind == FileKind::File)?;
        cache::read_seal(self, id).filter(|it| it.vouches_for(&ledger)).map(|it| it.glance)
    }

    /// Remembers a ledger that was read whole, where nobody is writing to it; the derived files are
    /// left as they are.
    fn seal_ledger(&self, id: &CharterId, loaded: &Loaded) {
        if !loaded.needs_mending() || loaded.torn.is_some() || !loaded.state.exists() {
            return;
        }
        let held = self.ensure_local();
        let held = held.and_then(|()| self.lock(&self.layout.lock(id), Duration::ZERO));
        let ledger = self.layout.ledger(id);
        if held.is_ok() && self.disk.stat(&ledger).is_ok_and(|stat| stat == loaded.ledger) {
            let _ = self.disk.mark(&ledger);
            let place = (loaded.n_bytes, loaded.checkpoint_at);
            cache::remember(self, id, &loaded.state, place, Covers::LedgerOnly);
        }
    }
}
