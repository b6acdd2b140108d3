//! What this machine remembers of a ledger so that opening it does not grow with its history.
//!
//! Two disposable files. The *seal* says: strands with exactly these fingerprints were verified from
//! their first bytes and end at this head. The *checkpoint* is the state folded up to some event.
//! Both are trusted only where the fingerprints are the sealed ones; anything else (an edit,
//! a checkout, a copy) means reading from the start. The seal also holds what selects a charter, so
//! that finding the one that is meant reads no history. Must not know what a state means.

use crate::copy::GitMark;
use crate::disk::{Stamp, Stat};
use crate::ledger::StrandFiles;
use crate::loaded::Loaded;
use crate::store::Store;
use charter_contract::{ContractState, Status};
use charter_engine::event::N_KINDS;
use charter_engine::projection::Derived;
use charter_engine::{STATE_FORMAT, State};
use charter_kernel::event::Head;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{CharterId, Digest, SessionId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of both files; another one is ignored.
const FORMAT: u32 = 5;

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
    /// The fingerprints of all strands.
    strands: Digest,
    git: GitMark,
    seq: u64,
    head: Digest,
    derived: [Option<[u64; 4]>; Derived::ALL.len()],
    pub(crate) glance: Glance,
}

impl Seal {
    /// Tells whether the strands are those that were verified.
    pub(crate) fn vouches_for(&self, strands: &StrandFiles) -> bool {
        self.format == FORMAT && self.strands == strands.stamp()
    }

    /// Tells whether git's state is the one that the strands were verified under.
    pub(crate) fn is_of(&self, git: &GitMark) -> bool {
        self.git == *git
    }

    /// Tells whether a derived file is the one that was written for it.
    pub(crate) fn vouches_for_derived(&self, idx: usize, stat: Option<&Stat>) -> bool {
        let sealed = self.derived.get(idx).copied().flatten();
        sealed.is_some() && sealed.map(Stamp) == stat.map(|it| it.stamp)
    }

    /// Tells whether a state reaches what was verified, by the same events.
    pub(crate) fn agrees_with(&self, state: &State) -> bool {
        state.n_events > self.seq || (state.n_events == self.seq && state.head().hash == self.head)
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
    /// The strands that it covers whole, each with its length.
    pub(crate) closed: Vec<(StrandId, u64)>,
    /// The strand that it covers up to some event, and to how many bytes that is.
    pub(crate) open: Option<(StrandEnd, u64)>,
    /// The state behind them.
    pub(crate) state: State,
}

impl Checkpoint {
    /// Counts the bytes that it covers.
    pub(crate) fn n_bytes(&self) -> u64 {
        let open = self.open.as_ref().map_or(0, |it| it.1);
        self.closed.iter().map(|it| it.1).sum::<u64>() + open
    }
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

/// Lets nothing vouch for a ledger: it has to be read again, each time.
pub(crate) fn forget_seal(store: &Store, id: &CharterId) {
    let _ = store.disk.remove_file(&store.layout.seal(id));
}

/// What a seal vouches for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Covers {
    /// The ledger, and the derived files that were written from it.
    Derived,
    /// The ledger alone: nobody looked at the derived files.
    LedgerOnly,
}

/// Remembers a verified ledger. Whatever fails here costs time later and nothing else.
pub(crate) fn remember(store: &Store, id: &CharterId, loaded: &Loaded, covers: Covers) {
    let state = &loaded.state;
    let Ok(files) = store.strand_files(id) else { return };
    // What only git can say to be whole is not vouched for before git was asked.
    if files != loaded.files || (!loaded.is_asked && store.is_in_doubt(id, loaded)) {
        return;
    }
    if state.n_events.saturating_sub(loaded.checkpoint_at) >= CHECKPOINT_EVENTS {
        write_checkpoint(store, id, loaded);
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
    let (glance, git) = (Glance::of(state), store.copy.mark());
    let seal = Seal { format: FORMAT, strands: files.stamp(), git, seq, head, derived, glance };
    if let Ok(bytes) = serde_json::to_vec(&seal) {
        put(store, &store.layout.seal(id), &bytes);
    }
}

fn write_checkpoint(store: &Store, id: &CharterId, loaded: &Loaded) {
    let own = store.own_strand(id);
    let open = own.as_ref().and_then(|it| loaded.tails.get(it));
    let closed =
        loaded.files.0.iter().filter(|it| open.is_none() || Some(&it.strand) != own.as_ref());
    let checkpoint = Checkpoint {
        format: FORMAT,
        state_format: STATE_FORMAT,
        n_kinds: N_KINDS,
        closed: closed.map(|it| (it.strand.clone(), it.stat.len)).collect(),
        open: open.map(|it| (it.end.clone(), it.n_bytes)),
        state: loaded.state.clone(),
    };
    let Ok(body) = serde_json::to_vec(&checkpoint) else { return };
    let mut bytes = Digest::of(&body).to_string().into_bytes();
    bytes.extend_from_slice(&body);
    put(store, &store.layout.checkpoint(id), &bytes);
}

/// Writes without fsync: after a crash the file is wrong at worst, and then it is not believed.
pub(crate) fn put(store: &Store, path: &std::path::Path, bytes: &[u8]) {
    let mut temp = path.as_os_str().to_owned();
    temp.push(".tmp");
    let temp = std::path::PathBuf::from(temp);
    let _ = store.disk.remove_file(&temp);
    if store.disk.create(&temp, bytes).is_ok() {
        let _ = store.disk.rename(&temp, path);
    }
}
