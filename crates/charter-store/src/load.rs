//! Reading a charter's state without a lock.
//!
//! Owns the order of reads that makes it safe: derived files before the ledger. A writer goes the
//! other way round, so a derived file that is ahead of the ledger means that the ledger has lost
//! something, and never that a writer was faster. Must not write.

use crate::cache::{self, Checkpoint, Seal};
use crate::disk::{Kind, Stat};
use crate::failure::Failure;
use crate::store::Store;
use charter_core::chain::{Ending, LEDGER_FILE, Reader};
use charter_core::event::{Event, EventBody, Head};
use charter_core::evidence::digest_of;
use charter_core::legacy::{self, Remains};
use charter_core::projection::{Derived, Standing};
use charter_core::{CharterId, Finding, FindingKind, Severity, State, Timestamp};
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
    fn take(&mut self, event: &Event) {
        let n_unknown = self.state.n_unknown;
        self.state.apply(event);
        if n_unknown == 0 {
            self.findings.extend(charter_core::chain::unknown_event(event));
        }
    }

    /// Lists what a reader of this charter should be told; what mends itself is left out.
    #[must_use]
    pub fn warnings(&self) -> Vec<Finding> {
        let told = |it: &&Finding| it.kind.severity() > Severity::Note;
        self.findings.iter().filter(told).cloned().collect()
    }

    pub(crate) fn needs_mending(&self) -> bool {
        !self.is_sealed && self.adoption.is_none() && self.can_write().is_ok()
    }

    /// Leaves out what a writer at work makes look odd for a moment.
    pub(crate) fn without_transient_findings(mut self) -> Self {
        self.findings.retain(|it| {
            !matches!(it.kind, FindingKind::TornTail) && it.kind.severity() != Severity::Note
        });
        self
    }
}

/// Loads a charter as fast as what was verified before allows.
pub(crate) fn load(store: &Store, id: &CharterId) -> Result<Loaded, Failure> {
    load_with(store, id, cache::read_seal(store, id))
}

/// Loads a charter from its first byte, whatever was verified before.
pub(crate) fn load_unsealed(store: &Store, id: &CharterId) -> Result<Loaded, Failure> {
    load_with(store, id, None)
}

fn load_with(store: &Store, id: &CharterId, seal: Option<Seal>) -> Result<Loaded, Failure> {
    let path = store.layout.ledger(id);
    let ledger = store.disk.stat(&path).map_err(Failure::io("read", &path))?;
    let Some(ledger) = ledger else {
        return Ok(remains(store, id, &[]).unwrap_or_else(|| without_ledger(id)));
    };
    if ledger.kind == Kind::Other {
        // A link could lead out of the project, and a write would follow it.
        return Err(Failure::io("read", &path)(io::Error::other("it is not a regular file")));
    }
    // A seal that does not know this ledger says nothing about the derived files either.
    let seal = seal.filter(|it| it.vouches_for(&ledger));
    let derived = read_derived(store, id, seal.as_ref());
    let fast = seal.as_ref().and_then(|seal| load_behind_checkpoint(store, id, seal));
    let mut loaded = match fast {
        Some(loaded) => loaded,
        None => load_whole(store, id)?,
    };
    loaded.ledger = Some(ledger);
    if loaded.adoption.is_some() {
        return Ok(loaded);
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
    Ok(loaded)
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
        OnDisk::Missing => find(FindingKind::DerivedMissing, "it is not there".to_owned()),
        OnDisk::Unreadable(err) => {
            find(FindingKind::DocumentUnreadable, format!("it cannot be read: {err}"))
        }
        OnDisk::Bytes(bytes) => match derived.standing(bytes, state) {
            Standing::Current => None,
            Standing::Behind => {
                find(FindingKind::DerivedOlder, "it is behind the ledger".to_owned())
            }
            Standing::Edited => find(
                FindingKind::DerivedEdited,
                "it was changed by hand; the ledger counts".to_owned(),
            ),
            Standing::Ahead(derived_from) => {
                let message = format!(
                    "the ledger ends at event {}, but {} was made from event {} ({}), which is gone",
                    state.n_events,
                    derived.file(),
                    derived_from.seq,
                    derived_from.hash.short(),
                );
                Some(Finding::new(FindingKind::LedgerTruncated, LEDGER_FILE, message))
            }
        },
    }
}

fn load_behind_checkpoint(store: &Store, id: &CharterId, seal: &Seal) -> Option<Loaded> {
    let Checkpoint { offset, state, .. } = cache::read_checkpoint(store, id)?;
    if state.n_events > seal.seq() || state.charter_id != id.as_str() {
        return None;
    }
    let suffix = store.disk.read_from(&store.layout.ledger(id), offset).ok()?;
    let mut reader = Reader::new(&suffix, state.head());
    let checkpoint_at = state.n_events;
    let mut loaded = empty(id);
    loaded.state = state;
    for event in reader.by_ref() {
        loaded.take(&event);
    }
    loaded.n_bytes = offset + reader.end() as u64;
    loaded.checkpoint_at = checkpoint_at;
    let whole = reader.ending() == Ending::Whole && seal.agrees_with(&loaded.state);
    whole.then_some(loaded)
}

fn load_whole(store: &Store, id: &CharterId) -> Result<Loaded, Failure> {
    let path = store.layout.ledger(id);
    let bytes = store.disk.read(&path).map_err(Failure::io("read", &path))?;
    let n_legacy = legacy::prefix_len(&bytes);
    if n_legacy > 0 && n_legacy == bytes.len() {
        let found = remains(store, id, &bytes);
        return Ok(found.unwrap_or_else(|| without_ledger(id)));
    }
    let mut reader = Reader::new(&bytes, Head::START);
    let mut loaded = empty(id);
    for event in reader.by_ref() {
        loaded.take(&event);
    }
    loaded.n_bytes = reader.end() as u64;
    let ending = reader.ending();
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
        return Some(Finding::new(FindingKind::LedgerMissing, LEDGER_FILE, "it holds no event"));
    }
    (state.charter_id != id.as_str()).then(|| {
        let message = format!("its events belong to `{}`", state.charter_id);
        Finding::new(FindingKind::ChainGap, LEDGER_FILE, message).on_line(1)
    })
}

/// Reads what an earlier tool left; none where its `state.json` is not its own.
fn remains(store: &Store, id: &CharterId, ledger: &[u8]) -> Option<Loaded> {
    let read = |derived: Derived| store.disk.read(&store.layout.derived(id, derived)).ok();
    let (state, criteria) = (read(Derived::State), read(Derived::CriterionState));
    if ledger.is_empty() && !state.as_deref().is_some_and(is_earlier) {
        return None;
    }
    let mut loaded = empty(id);
    loaded.state.charter_id = id.to_string();
    loaded.n_bytes = ledger.len() as u64;
    // Where this tool has written before, its ledger is gone: that is no charter to take over.
    let is_ours = |it: &Option<Vec<u8>>| it.as_deref().is_some_and(|it| !is_earlier(it));
    let has_local = matches!(store.disk.stat(&store.layout.seal(id)), Ok(Some(_)))
        || matches!(store.disk.stat(&store.layout.checkpoint(id)), Ok(Some(_)));
    if is_ours(&state) || is_ours(&criteria) || has_local {
        let message = "the ledger that the derived files were made from is gone";
        loaded.findings.push(Finding::new(FindingKind::LedgerTruncated, LEDGER_FILE, message));
        return Some(loaded);
    }
    let remains = Remains { ledger, state: state.as_deref(), criteria: criteria.as_deref() };
    match legacy::adopt(remains) {
        Ok(mut body) => {
            if let EventBody::Adopted(adoptee) = &mut body {
                // What was shown is what the register says on the day it is taken over.
                let docs = store.read_docs(id).into_docs();
                for (id, record) in &mut adoptee.criteria {
                    record.criterion = docs.criteria.find(id.as_str()).map(digest_of);
                }
                let now = adoptee.created_at.unwrap_or_else(|| Timestamp::from_millis(0));
                loaded.state.created_at = adoptee.created_at;
                loaded.state.updated_at = adoptee.ended_at.or(adoptee.created_at);
                loaded.state.adopt(adoptee, now);
            }
            let message = "what an earlier tool said; the first write takes it over";
            loaded.findings.push(Finding::new(FindingKind::NotAdopted, "state.json", message));
            loaded.adoption = Some(body);
        }
        Err(reason) => {
            let message = format!("an earlier tool left it, and it cannot be taken over: {reason}");
            loaded.findings.push(Finding::new(FindingKind::LedgerMissing, LEDGER_FILE, message));
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
    loaded.state.charter_id = id.to_string();
    let message = "there is no ledger, so nothing is known about this charter";
    loaded.findings.push(Finding::new(FindingKind::LedgerMissing, LEDGER_FILE, message));
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
