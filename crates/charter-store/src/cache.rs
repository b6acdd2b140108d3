//! What this machine remembers of a ledger so that opening it does not grow with its history.
//!
//! Two disposable files. The *seal* says: a ledger with exactly this fingerprint was verified from
//! its first byte and ends at this head. The *checkpoint* is the state folded up to some event.
//! Both are trusted only where the ledger's fingerprint is the sealed one; anything else (an edit,
//! a checkout, a copy) means reading from the start. The seal also holds what selects a charter, so
//! that finding the one that is meant reads no history. Must not know what a state means.

use crate::disk::{Stamp, Stat};
use crate::store::Store;
use charter_contract::{ContractState, Status};
use charter_engine::event::N_KINDS;
use charter_engine::projection::Derived;
use charter_engine::{STATE_FORMAT, State};
use charter_kernel::event::Head;
use charter_kernel::{CharterId, Digest, SessionId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of both files; another one is ignored.
const FORMAT: u32 = 3;

/// How many events a checkpoint may be behind before it is written again.
const CHECKPOINT_EVENTS: u64 = 32;

/// What selects a charter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Glance {
    /// The charter that its events belong to.
    pub charter_id: String,
    pub status: Status,
    pub sessions: BTreeMap<SessionId, u64>,
}

impl Glance {
    pub(crate) fn of(state: &State) -> Self {
        let ContractState { charter_id, status, sessions, .. } = &state.contract;
        Self { charter_id: charter_id.clone(), status: *status, sessions: sessions.clone() }
    }
}

/// The verified fingerprints of a charter's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seal {
    format: u32,
    ledger: [u64; 4],
    seq: u64,
    head: Digest,
    derived: [Option<[u64; 4]>; Derived::ALL.len()],
    pub(crate) glance: Glance,
}

impl Seal {
    /// Tells whether the ledger is the one that was verified.
    pub(crate) fn vouches_for(&self, ledger: &Stat) -> bool {
        self.format == FORMAT && Stamp(self.ledger) == ledger.stamp
    }

    /// Tells whether a derived file is the one that was written for it.
    pub(crate) fn vouches_for_derived(&self, idx: usize, stat: Option<&Stat>) -> bool {
        let sealed = self.derived.get(idx).copied().flatten();
        sealed.is_some() && sealed.map(Stamp) == stat.map(|it| it.stamp)
    }

    /// Tells whether a state reaches what was verified, by the same events.
    pub(crate) fn agrees_with(&self, state: &State) -> bool {
        state.n_events > self.seq || (state.n_events == self.seq && state.head == self.head)
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }
}

/// A state and the place in the ledger that it was folded up to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    format: u32,
    state_format: u32,
    /// How many kinds of events the version knew that folded it.
    n_kinds: usize,
    /// How many bytes of the ledger it covers.
    pub(crate) offset: u64,
    /// The state behind them.
    pub(crate) state: State,
}

/// Reads the seal, if there is one that this version wrote.
pub(crate) fn read_seal(store: &Store, id: &CharterId) -> Option<Seal> {
    let bytes = store.disk.read(&store.layout.seal(id)).ok()?;
    serde_json::from_slice::<Seal>(&bytes).ok().filter(|it| it.format == FORMAT)
}

/// Reads the checkpoint, if there is one that this version wrote and nobody changed.
pub(crate) fn read_checkpoint(store: &Store, id: &CharterId) -> Option<Checkpoint> {
    let bytes = store.disk.read(&store.layout.checkpoint(id)).ok()?;
    let (digest, body) = bytes.split_at_checked(64)?;
    let stated = Digest::parse(std::str::from_utf8(digest).ok()?)?;
    if stated != Digest::of(body) {
        return None;
    }
    let checkpoint: Checkpoint = serde_json::from_slice(body).ok()?;
    let known = checkpoint.format == FORMAT
        && checkpoint.state_format == STATE_FORMAT
        && checkpoint.n_kinds == N_KINDS;
    known.then_some(checkpoint)
}

/// What a seal vouches for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Covers {
    /// The ledger, and the derived files that were written from it.
    Derived,
    /// The ledger alone: nobody looked at the derived files.
    LedgerOnly,
}

/// Remembers a verified ledger of so many bytes, of which the checkpoint has events up to some number. Whatever fails here costs time later and nothing else.
pub(crate) fn remember(
    store: &Store,
    id: &CharterId,
    state: &State,
    (n_bytes, checkpoint_at): (u64, u64),
    covers: Covers,
) {
    let ledger = store.layout.ledger(id);
    let Ok(Some(stat)) = store.disk.stat(&ledger) else { return };
    if stat.len != n_bytes {
        return;
    }
    if state.n_events.saturating_sub(checkpoint_at) >= CHECKPOINT_EVENTS {
        write_checkpoint(store, id, state, n_bytes);
    }
    let stamp_of = |derived: Derived| {
        let stat = store.disk.stat(&store.layout.derived(id, derived)).ok()??;
        Some(stat.stamp.0)
    };
    let Head { seq, hash: head } = state.head();
    let derived = match covers {
        Covers::Derived => Derived::ALL.map(stamp_of),
        Covers::LedgerOnly => Derived::ALL.map(|_| None),
    };
    let glance = Glance::of(state);
    let seal = Seal { format: FORMAT, ledger: stat.stamp.0, seq, head, derived, glance };
    if let Ok(bytes) = serde_json::to_vec(&seal) {
        put(store, &store.layout.seal(id), &bytes);
    }
}

fn write_checkpoint(store: &Store, id: &CharterId, state: &State, n_bytes: u64) {
    let checkpoint = Checkpoint {
        format: FORMAT,
        state_format: STATE_FORMAT,
        n_kinds: N_KINDS,
        offset: n_bytes,
        state: state.clone(),
    };
    let Ok(body) = serde_json::to_vec(&checkpoint) else { return };
    let mut bytes = Digest::of(&body).to_string().into_bytes();
    bytes.extend_from_slice(&body);
    put(store, &store.layout.checkpoint(id), &bytes);
}

/// Writes without fsync: after a crash the file is wrong at worst, and then it is not believed.
fn put(store: &Store, path: &std::path::Path, bytes: &[u8]) {
    let mut temp = path.as_os_str().to_owned();
    temp.push(".tmp");
    let temp = std::path::PathBuf::from(temp);
    let _ = store.disk.remove_file(&temp);
    if store.disk.create(&temp, bytes).is_ok() {
        let _ = store.disk.rename(&temp, path);
    }
}
