//! Writing the derived files and the cache behind a ledger.
//!
//! Owns what happens after an event is durable. Nothing here can make a write fail: a file that
//! could not be written is behind, and the next read writes it. Must not be called without the
//! charter's lock.

use crate::cache::{self, Covers};
use crate::load::Loaded;
use crate::store::Store;
use charter_engine::projection::Derived;
use charter_kernel::CharterId;

/// Brings the derived files and the cache up to a loaded state.
pub(crate) fn write(store: &Store, id: &CharterId, loaded: &Loaded) {
    for derived in Derived::ALL.into_iter().filter(|it| it.belongs_to(&loaded.state)) {
        let path = store.layout.derived(id, derived);
        let text = derived.render(&loaded.state);
        let is_there = store.disk.read(&path).is_ok_and(|bytes| bytes == text.as_bytes());
        if !is_there {
            // A rename that a crash takes back leaves a file that is behind, so the directory is
            // not synced.
            if store.replace_unsynced(&path, text.as_bytes()).is_err() {
                return;
            }
        }
    }
    if loaded.torn.is_none() {
        let place = (loaded.n_bytes, loaded.checkpoint_at);
        cache::remember(store, id, &loaded.state, place, Covers::Derived);
    }
}
