//! Reading a charter's state without a lock.
//!
//! Owns the order of reads that makes it safe: derived files before the ledger. A writer goes the
//! other way round, so a derived file that is ahead of the ledger means that the ledger has lost
//! something, and never that a writer was faster. Must not write.

use crate::cache::{self, Checkpoint, Seal};
use crate::disk::{FileKind, Stat};
use crate::failure::Failure;
use crate::ledger::Ledger;
use crate::store::Store;
use charter_contract::document::{DOCUMENT_UNREADABLE, NOT_ADOPTED};
use charter_contract::evidence::digest_of;
use charter_contract::legacy::Remains;
use charter_contract::{ContractEvent, legacy};
use charter_engine::State;
use charter_engine::event::{CharterEvent, EventBody};
use charter_engine::projection::{
    DERIVED_EDITED, DERIVED_MISSING, DERIVED_OLDER, Derived, Standing,
};
use charter_kernel::chain::{Ending, LEDGER_FILE};
use charter_kernel::earlier::EarlierLines;
use charter_kernel::event::Head;
use charter_kernel::finding::{CHAIN_GAP, LEDGER_MISSING, LEDGER_TRUNCATED, TORN_TAIL};
use charter_kernel::{CharterId, Finding, Severity, Timestamp};
use std::io;
use std::ops::Range;

/// A charter's state and what is wrong with where it came from.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// What the events add up to.
    pub state: State,
    /// What is odd or wrong with the ledger and the derived files.
    pub findings: Vec<Finding>,
    pub(crate) charter_id: CharterId,
    /// How many bytes of the ledger the state covers.
    pub(crate) n_bytes: u64,
    /// The torn end, as a range of the ledger's bytes.
    pub(crate) torn: Option<Range<u64>>,
    /// The event that the checkpoint covers; 0 without one.
    pub(crate) checkpoint_at: u64,
    /// Whether the seal vouches for the ledger and every derived file.
    pub(crate) is_sealed: bool,
    /// How the ledger looked when it was read.
    pub(crate) ledger: Option<Stat>,
    /// The event that takes over what an earlier tool left, to be written before any other.
    pub(crate) adoption: Option<EventBody>,
}

impl Loaded {
    /// Tells whether writing behind this ledger is allowed.
    pub fn can_write(&self) -> Result<(), Failure> {
        if let Some(finding) = self.findings.iter().find(|it| it.kind.breaks_ledger()) {
            let charter_id = self.charter_id.to_string();
            return Err(Failure::LedgerBroken { charter_id, finding: finding.clone() });
        }
        if self.state.n_unknown > 0 {
            return Err(Failure::LedgerNewer { charter_id: self.charter_id.to_string() });
        }
        Ok(())
    }

    /// Takes in the next event, and says so if it is the first that this version does not know.
    fn take(&mut self, event: &CharterEvent) {
        let n_unknown = self.state.n_unknown;
        self.state.apply(event);
        if n_unknown == 0 {
            self.findings.extend(charter_kernel::chain::unknown_event(event));
        }
    }

    /// Lists what a reader of this charter should be told; what mends itself is left out.
    #[must_use]
    pub fn warnings(&self) -> Vec<Finding> {
        let told = |it: &&Finding| it.kind.severity > Severity::Note;
        self.findings.iter().filter(told).cloned().collect()
    }

    pub(crate) fn needs_mending(&self) -> bool {
        !self.is_sealed && self.adoption.is_none() && self.can_write().is_ok()
    }

    /// Leaves out what a writer at work makes look odd for a moment.
    pub(crate) fn without_transient_findings(mut self) -> Self {
        self.findings
            .retain(|it| !matches!(it.kind, TORN_TAIL) && it.kind.severity != Severity::Note);
        self
    }
}

/// How many bytes may be read that were not verified before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    bytes_left: u64,
}

impl Budget {
    #[must_use]
    pub const fn of(bytes_max: u64) -> Self {
        Self { bytes_left: bytes_max }
    }

    const ALL: Self = Self::of(u64::MAX);

    /// Takes bytes out of it, and tells whether it had them.
    fn take(&mut self, n_bytes: u64) -> bool {
        let left = self.bytes_left.checked_sub(n_bytes);
        self.bytes_left = left.unwrap_or(self.bytes_left);
        left.is_some()
    }
}

impl Store {
    /// Reads a charter's state without a lock and without writing anything, as fast as what was
    /// verified before allows.
    pub fn peek(&self, id: &CharterId) -> Result<Loaded, Failure> {
        let loaded = self.peek_within(id, &mut Budget::ALL.clone())?;
        Ok(loaded.unwrap_or_else(|| empty(id)))
    }

    /// Reads a charter's state as [`Self::peek`] does; none where that takes more than a budget allows.
    pub fn peek_within(
        &self,
        id: &CharterId,
        budget: &mut Budget,
    ) -> Result<Option<Loaded>, Failure> {
        load_with(self, id, cache::read_seal(self, id), budget)
    }
}

/// Loads a charter from its first byte, whatever was verified before.
pub(crate) fn load_unsealed(store: &Store, id: &CharterId) -> Result<Loaded, Failure> {
    let loaded = load_with(store, id, None, &mut Budget::ALL.clone())?;
    Ok(loaded.unwrap_or_else(|| empty(id)))
}

fn load_with(
    store: &Store,
    id: &CharterId,
    seal: Option<Seal>,
    budget: &mut Budget,
) -> Result<Option<Loaded>, Failure> {
    let path = store.layout.ledger(id);
    let ledger = store.disk.stat(&path).map_err(Failure::io("read", &path))?;
    let Some(ledger) = ledger else {
        let none = EarlierLines::default();
        return Ok(Some(remains(store, id, none).unwrap_or_else(|| without_ledger(id))));
    };
    if ledger.kind == FileKind::Other {
        // A link could lead out of the project, and a write would follow it.
        return Err(Failure::io("read", &path)(io::Error::other("it is not a regular file")));
    }
    // A seal that does not know this ledger says nothing about the derived files either.
    let seal = seal.filter(|it| it.vouches_for(&ledger));
    let checkpoint = seal.as_ref().and_then(|seal| find_checkpoint(store, id, seal));
    let n_known = checkpoint.as_ref().map_or(0, |it| it.offset);
    let n_unknown = unsealed_bytes(store, id, seal.as_ref());
    if !budget.take(ledger.len.saturating_sub(n_known).saturating_add(n_unknown)) {
        return Ok(None);
    }
    let derived = read_derived(store, id, seal.as_ref());
    let fast = seal.as_ref().zip(checkpoint);
    let fast = fast.and_then(|(seal, it)| load_behind(store, id, seal, it));
    let mut loaded = match fast {
        Some(loaded) => loaded,
        None if n_known > 0 && !budget.take(ledger.len) => return Ok(None),
        None => load_whole(store, id)?,
    };
    loaded.ledger = Some(ledger);
    if loaded.adoption.is_some() {
        return Ok(Some(loaded));
    }
    let derived = Derived::ALL.into_iter().zip(&derived);
    let derived: Vec<_> = derived.filter(|(it, _)| it.belongs_to(&loaded.state)).collect();
    let is_sealed = |(_, it): &(Derived, &OnDisk)| matches!(it, OnDisk::Sealed);
    loaded.is_sealed = seal.is_some() && derived.iter().all(is_sealed);
    for (derived, on_disk) in derived {
        let broken = loaded.findings.iter().any(|it| it.kind.breaks_ledger());
        let finding = judge(derived, on_disk, &loaded.state);
        // Behind a break every derived file is ahead: the break says it all, and says it once.
        loaded.findings.extend(finding.filter(|it| !(broken && it.kind.breaks_ledger())));
    }
    Ok(Some(loaded))
}

/// Counts the bytes of the derived files that the seal does not vouch for.
fn unsealed_bytes(store: &Store, id: &CharterId, seal: Option<&Seal>) -> u64 {
    let unsealed = |(idx, derived): (usize, Derived)| {
        let stat = store.disk.stat(&store.layout.derived(id, derived)).ok().flatten()?;
        let is_sealed = seal.is_some_and(|it| it.vouches_for_derived(idx, Some(&stat)));
        (!is_sealed).then_some(stat.len)
    };
    Derived::ALL.into_iter().enumerate().filter_map(unsealed).sum()
}

/// A derived file as it was found before the ledger was read.
enum OnDisk {
    /// The seal vouches for it.
    Sealed,
    Missing,
    Unreadable(io::Error),
    Bytes(Vec<u8>),
}

fn read_derived(store: &Store, id: &CharterId, seal: Option<&Seal>) -> Vec<OnDisk> {
    let read = |(idx, derived): (usize, Derived)| {
        let path = store.layout.derived(id, derived);
        let stat = match store.disk.stat(&path) {
            Ok(stat) => stat,
            Err(err) => return OnDisk::Unreadable(err),
        };
        if seal.is_some_and(|it| it.vouches_for_derived(idx, stat.as_ref())) {
            return OnDisk::Sealed;
        }
        match store.disk.read(&path) {
            Ok(bytes) => OnDisk::Bytes(bytes),
            Err(err) if err.kind() == io::ErrorKind::NotFound => OnDisk::Missing,
            Err(err) => OnDisk::Unreadable(err),
        }
    };
    Derived::ALL.into_iter().enumerate().map(read).collect()
}

/// Says what a derived file is against what the ledger adds up to.
fn judge(derived: Derived, on_disk: &OnDisk, state: &State) -> Option<Finding> {
    let find = |kind, message: String| Some(Finding::new(kind, derived.file(), message));
    match on_disk {
        OnDisk::Sealed => None,
        OnDisk::Missing => find(DERIVED_MISSING, "it is not there".to_owned()),
        OnDisk::Unreadable(err) => find(DOCUMENT_UNREADABLE, format!("it cannot be read: {err}")),
        OnDisk::Bytes(bytes) => match derived.standing(bytes, state) {
            Standing::Current => None,
            Standing::Behind => find(DERIVED_OLDER, "it is behind the ledger".to_owned()),
            Standing::Edited => {
                find(DERIVED_EDITED, "it was changed by hand; the ledger counts".to_owned())
            }
            Standing::Ahead(derived_from) => {
                let message = format!(
                    "the ledger ends at event {}, but {} was made from event {} ({}), which is gone",
                    state.n_events,
                    derived.file(),
                    derived_from.seq,
                    derived_from.hash.short(),
                );
                Some(Finding::new(LEDGER_TRUNCATED, LEDGER_FILE, message))
            }
        },
    }
}

/// Gives the checkpoint that a sealed ledger can be read from.
fn find_checkpoint(store: &Store, id: &CharterId, seal: &Seal) -> Option<Checkpoint> {
    let checkpoint = cache::read_checkpoint(store, id)?;
    let state = &checkpoint.state;
    (state.n_events <= seal.seq() && state.contract.charter_id == id.as_str()).then_some(checkpoint)
}

fn load_behind(
    store: &Store,
    id: &CharterId,
    seal: &Seal,
    Checkpoint { offset, state, .. }: Checkpoint,
) -> Option<Loaded> {
    let mut ledger = Ledger::open(store, id, (state.head(), offset)).ok()?;
    let checkpoint_at = state.n_events;
    let mut loaded = empty(id);
    loaded.state = state;
    while let Some(linked) = ledger.next_event().ok()? {
        loaded.take(&linked.event);
    }
    loaded.n_bytes = offset + ledger.end();
    loaded.checkpoint_at = checkpoint_at;
    let whole = ledger.ending() == Ending::Whole && seal.agrees_with(&loaded.state);
    whole.then_some(loaded)
}

fn load_whole(store: &Store, id: &CharterId) -> Result<Loaded, Failure> {
    let mut ledger = Ledger::open(store, id, (Head::START, 0))?;
    let mut loaded = empty(id);
    while let Some(linked) = ledger.next_event()? {
        loaded.take(&linked.event);
    }
    loaded.n_bytes = ledger.end();
    let earlier = ledger.earlier();
    let ending = ledger.ending();
    if !loaded.state.exists() && earlier.n_bytes > 0 && ending == Ending::Whole {
        let found = remains(store, id, earlier);
        return Ok(found.unwrap_or_else(|| without_ledger(id)));
    }
    if let Ending::Torn(range) = &ending {
        loaded.torn = Some(range.start as u64..range.end as u64);
    }
    let finding = ending.finding();
    let broken = finding.as_ref().is_some_and(|it| it.kind.breaks_ledger());
    loaded.findings.extend(finding);
    if !broken {
        loaded.findings.extend(misplaced(id, &loaded.state));
    }
    Ok(loaded)
}

/// A ledger in the directory of another charter, or one without a single event.
fn misplaced(id: &CharterId, state: &State) -> Option<Finding> {
    if !state.exists() {
        return Some(Finding::new(LEDGER_MISSING, LEDGER_FILE, "it holds no event"));
    }
    (state.contract.charter_id != id.as_str()).then(|| {
        let message = format!("its events belong to `{}`", state.contract.charter_id);
        Finding::new(CHAIN_GAP, LEDGER_FILE, message).on_line(1)
    })
}

/// Reads what an earlier tool left; none where its `state.json` is not its own.
fn remains(store: &Store, id: &CharterId, ledger: EarlierLines) -> Option<Loaded> {
    let read = |derived: Derived| store.disk.read(&store.layout.derived(id, derived)).ok();
    let (state, criteria) = (read(Derived::State), read(Derived::CriterionState));
    if ledger.n_bytes == 0 && !state.as_deref().is_some_and(is_earlier) {
        return None;
    }
    let mut loaded = empty(id);
    loaded.state.contract.charter_id = id.to_string();
    loaded.n_bytes = ledger.n_bytes;
    // Where this tool has written before, its ledger is gone: that is no charter to take over.
    let is_ours = |it: &Option<Vec<u8>>| it.as_deref().is_some_and(|it| !is_earlier(it));
    let has_local = matches!(store.disk.stat(&store.layout.seal(id)), Ok(Some(_)))
        || matches!(store.disk.stat(&store.layout.checkpoint(id)), Ok(Some(_)));
    if is_ours(&state) || is_ours(&criteria) || has_local {
        let message = "the ledger that the derived files were made from is gone";
        loaded.findings.push(Finding::new(LEDGER_TRUNCATED, LEDGER_FILE, message));
        return Some(loaded);
    }
    let remains = Remains { ledger, state: state.as_deref(), criteria: criteria.as_deref() };
    match legacy::adopt(remains) {
        Ok(mut adoptee) => {
            // What was shown is what the register says on the day it is taken over.
            let docs = store.read_docs(id).into_docs();
            for (id, record) in &mut adoptee.criteria {
                record.criterion = docs.criteria.find(id.as_str()).map(digest_of);
            }
            let now = adoptee.created_at.unwrap_or_else(|| Timestamp::from_millis(0));
            loaded.state.contract.created_at = adoptee.created_at;
            loaded.state.contract.updated_at = adoptee.ended_at.or(adoptee.created_at);
            loaded.state.contract.adopt(&adoptee, now);
            let message = "what an earlier tool said; the first write takes it over";
            loaded.findings.push(Finding::new(NOT_ADOPTED, "state.json", message));
            loaded.adoption = Some(ContractEvent::Adopted(Box::new(adoptee)).into());
        }
        Err(reason) => {
            let message = format!("an earlier tool left it, and it cannot be taken over: {reason}");
            loaded.findings.push(Finding::new(LEDGER_MISSING, LEDGER_FILE, message));
        }
    }
    Some(loaded)
}

/// Tells whether a `state.json` is an earlier tool's: ours says from which event it was made.
fn is_earlier(bytes: &[u8]) -> bool {
    let value: serde_json::Value = serde_json::from_slice(bytes).unwrap_or_default();
    let is_marked = value.get("ledger").is_some() || value.get("digest").is_some();
    value.get("charterId").is_some() && !is_marked
}

fn without_ledger(id: &CharterId) -> Loaded {
    let mut loaded = empty(id);
    loaded.state.contract.charter_id = id.to_string();
    let message = "there is no ledger, so nothing is known about this charter";
    loaded.findings.push(Finding::new(LEDGER_MISSING, LEDGER_FILE, message));
    loaded
}

fn empty(id: &CharterId) -> Loaded {
    Loaded {
        state: State::default(),
        findings: Vec::new(),
        charter_id: id.clone(),
        n_bytes: 0,
        torn: None,
        checkpoint_at: 0,
        is_sealed: false,
        ledger: None,
        adoption: None,
    }
}
