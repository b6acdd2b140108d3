//! Reading a charter's state without a lock.
//!
//! Owns what is read: all strands in one order, or what stands behind a checkpoint where nothing else came
//! along. Must not write.

use crate::cache::{self, Checkpoint, Seal};
use crate::failure::Failure;
use crate::ledger::{StrandFiles, StrandOnDisk, StrandWeave};
use crate::loaded::{Loaded, StrandTail};
use crate::store::Store;
use charter_contract::document::{DOCUMENT_UNREADABLE, NOT_ADOPTED};
use charter_contract::evidence::digest_of;
use charter_contract::legacy::Remains;
use charter_contract::{ContractEvent, legacy};
use charter_engine::State;
use charter_engine::projection::{DERIVED_EDITED, Derived, Standing};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::chain::Ending;
use charter_kernel::earlier::EarlierLines;
use charter_kernel::finding::{CHAIN_GAP, FOREIGN_LINE, LEDGER_INCOMPLETE, LEDGER_MISSING};
use charter_kernel::strand::{STRANDS_DIR, StrandEnd, StrandId, ZERO_FILE};
use charter_kernel::weave::Missing;
use charter_kernel::{CharterId, Digest, Finding, Timestamp};
use std::collections::{BTreeMap, HashSet};
use std::io;

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
        Ok(loaded.unwrap_or_else(|| Loaded::empty(id)))
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
    Ok(loaded.unwrap_or_else(|| Loaded::empty(id)))
}

fn load_with(
    store: &Store,
    id: &CharterId,
    seal: Option<Seal>,
    budget: &mut Budget,
) -> Result<Option<Loaded>, Failure> {
    let files = store.strand_files(id)?;
    if files.0.is_empty() {
        let none = EarlierLines::default();
        let loaded = remains(store, id, none).unwrap_or_else(|| without_ledger(id));
        return Ok(Some(loaded));
    }
    // A seal that does not know these strands says nothing about the derived files either.
    let seal = seal.filter(|it| it.vouches_for(&files));
    let checkpoint = seal.as_ref().and_then(|seal| find_checkpoint(store, id, seal));
    let n_known = checkpoint.as_ref().map_or(0, Checkpoint::n_bytes);
    let n_unknown = unsealed_bytes(store, id, seal.as_ref());
    if !budget.take(files.n_bytes().saturating_sub(n_known).saturating_add(n_unknown)) {
        return Ok(None);
    }
    let derived = read_derived(store, id, seal.as_ref());
    let fast = seal.as_ref().zip(checkpoint);
    let fast = fast.and_then(|(seal, it)| load_behind(store, id, (seal, &files), it));
    let mut loaded = match fast {
        Some(loaded) => Loaded { files, ..loaded },
        None if n_known > 0 && !budget.take(files.n_bytes()) => return Ok(None),
        None => load_whole(store, id)?,
    };
    if loaded.adoption.is_some() {
        return Ok(Some(loaded));
    }
    let derived = Derived::ALL.into_iter().zip(&derived);
    let derived: Vec<_> = derived.filter(|(it, _)| it.belongs_to(&loaded.state)).collect();
    let is_sealed = |(_, it): &(Derived, &OnDisk)| matches!(it, OnDisk::Sealed);
    loaded.is_sealed = seal.is_some() && derived.iter().all(is_sealed);
    let findings =
        derived.into_iter().filter_map(|(it, on_disk)| judge(it, on_disk, &loaded.state));
    loaded.findings.extend(findings.collect::<Vec<_>>());
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
        OnDisk::Sealed | OnDisk::Missing => None,
        OnDisk::Unreadable(err) => find(DOCUMENT_UNREADABLE, format!("it cannot be read: {err}")),
        OnDisk::Bytes(bytes) => match derived.standing(bytes, state) {
            Standing::Current | Standing::Behind => None,
            Standing::Edited => {
                find(DERIVED_EDITED, "it was changed by hand; the ledger counts".to_owned())
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

/// Reads what stands behind a checkpoint; none where something else came along than whoever wrote behind
/// it had seen: then all of it has to be put in order.
fn load_behind(
    store: &Store,
    id: &CharterId,
    (seal, files): (&Seal, &StrandFiles),
    Checkpoint { closed, open, state, .. }: Checkpoint,
) -> Option<Loaded> {
    let closed: BTreeMap<StrandId, u64> = closed.into_iter().collect();
    let mut strands = Vec::new();
    for file in &files.0 {
        match (&open, closed.get(&file.strand)) {
            (_, Some(len)) if *len == file.stat.len => {}
            (Some((end, n_bytes)), None) if end.strand == file.strand => {
                strands.push(StrandOnDisk::new(store, id, end.clone(), *n_bytes));
            }
            (_, None) => {
                strands.push(StrandOnDisk::new(
                    store,
                    id,
                    StrandEnd::start(file.strand.clone()),
                    0,
                ));
            }
            (_, Some(_)) => return None,
        }
    }
    let ends = state.ends.clone();
    let mut loaded = Loaded::empty(id);
    loaded.checkpoint_at = state.n_events;
    loaded.state = state;
    let mut weave = StrandWeave::new(strands).behind(&ends);
    let mut since: HashSet<Digest> = HashSet::new();
    while let Some(linked) = weave.next_event().ok()? {
        let parents: HashSet<&Digest> = linked.event.parents().collect();
        let has_seen_all = parents.iter().any(|it| since.contains(*it))
            || ends.iter().all(|it| parents.contains(it));
        if !has_seen_all {
            return None;
        }
        since.insert(linked.event.id);
        loaded.take(&linked.event);
    }
    let is_whole = weave.missing().is_empty() && loaded.note_tails(weave.into_strands());
    (is_whole && seal.agrees_with(&loaded.state)).then_some(loaded)
}

fn load_whole(store: &Store, id: &CharterId) -> Result<Loaded, Failure> {
    let mut loaded = Loaded::empty(id);
    // What was remembered is read before the strands: whoever writes meanwhile only adds to these.
    let remembered = store.remembered(id).unwrap_or_default();
    loaded.files = store.strand_files(id)?;
    let mut weave = store.weave(id, &loaded.files);
    while let Some(linked) = weave.next_event()? {
        if remembered.differs_from(&linked.event) {
            loaded.changed.insert(linked.event.strand.clone());
        }
        loaded.take(&linked.event);
    }
    let missing = weave.missing().to_vec();
    let strands = weave.into_strands();
    let earlier = strands.first().map(StrandOnDisk::earlier).unwrap_or_default();
    let is_whole = loaded.note_tails(strands);
    if !loaded.state.exists() && earlier.n_bytes > 0 && is_whole {
        let found = remains(store, id, earlier).unwrap_or_else(|| without_ledger(id));
        return Ok(Loaded { files: loaded.files, ..found });
    }
    let broken = loaded.findings.iter().any(|it| it.kind.breaks_ledger());
    if !broken {
        loaded.findings.extend(misplaced(id, &loaded.state));
        loaded.findings.extend(changed_remains(&loaded, earlier));
    }
    let cut = store.find_cut(&remembered, &loaded);
    let missing = missing.iter().filter(|it| !loaded.state.given_up.contains(&it.id));
    let missing: Vec<Finding> = missing.map(|it| incomplete((store, id), &cut, it)).collect();
    loaded.findings.extend(missing);
    let is_told = |it: &Finding| {
        let breaks = loaded.findings.iter().filter(|told| told.kind.breaks_ledger());
        breaks.into_iter().any(|told| told.file == it.file || told.kind == LEDGER_MISSING)
    };
    let cut = cut.into_iter().map(|(_, it)| it).filter(|it| !is_told(it));
    let cut: Vec<Finding> = cut.collect();
    loaded.findings.extend(cut);
    Ok(loaded)
}

/// Says that an event is not here, and what that looks like.
fn incomplete(
    (store, id): (&Store, &CharterId),
    cut: &[(Digest, Finding)],
    missing: &Missing,
) -> Finding {
    let (strand, seq) = &missing.named_by;
    let name = missing.id.short();
    let cut = cut.iter().find(|(id, _)| *id == missing.id);
    let words = if let Some((_, cut)) = cut {
        format!("event {seq} follows event {name}, which was deleted with {}", cut.file)
    } else if store.was_elsewhere(id, &missing.id) {
        format!(
            "event {seq} follows event {name}, which was here on another branch: merge that branch, or \
             commit this file there"
        )
    } else {
        format!(
            "event {seq} follows event {name}, which is not here: it is on a branch that was not \
             merged, or was deleted"
        )
    };
    Finding::new(LEDGER_INCOMPLETE, strand.file(), words)
        .on_line(usize::try_from(*seq).unwrap_or(1))
}

impl Loaded {
    /// Notes where the strands end that were read, and tells whether each is whole.
    fn note_tails(&mut self, strands: Vec<StrandOnDisk>) -> bool {
        let mut is_whole = true;
        for strand in strands {
            let (end, n_bytes) = (strand.at().clone(), strand.end());
            let ending = strand.ending();
            is_whole &= ending == Ending::Whole;
            let torn = match &ending {
                Ending::Torn(range) => Some(n_bytes..n_bytes + range.len() as u64),
                Ending::Whole | Ending::Broken(_) => None,
            };
            self.findings.extend(ending.finding(&end.strand));
            self.tails.insert(end.strand.clone(), StrandTail { end, n_bytes, torn });
        }
        is_whole
    }
}

/// Lines of an earlier tool that an event took over must be the ones that are there.
fn changed_remains(loaded: &Loaded, earlier: EarlierLines) -> Option<Finding> {
    // In the first format that event stands behind them and was compared with them.
    let zero = loaded.tails.get(&StrandId::zero()).filter(|it| it.end.seq == 0);
    let taken = zero.and(loaded.state.contract.took_over)?;
    (taken != earlier.digest).then(|| {
        let message = "the lines of an earlier tool are not what was taken over";
        Finding::new(FOREIGN_LINE, ZERO_FILE, message).on_line(1)
    })
}

/// A ledger in the directory of another charter, or one without a single event.
fn misplaced(id: &CharterId, state: &State) -> Option<Finding> {
    if !state.exists() {
        return Some(Finding::new(LEDGER_MISSING, STRANDS_DIR, "it holds no event"));
    }
    (state.contract.charter_id != id.as_str()).then(|| {
        let message = format!("its events belong to `{}`", state.contract.charter_id);
        Finding::new(CHAIN_GAP, STRANDS_DIR, message)
    })
}

/// Reads what an earlier tool left; none where its `state.json` is not its own.
fn remains(store: &Store, id: &CharterId, ledger: EarlierLines) -> Option<Loaded> {
    let read = |derived: Derived| store.disk.read(&store.layout.former_derived(id, derived)).ok();
    let (state, criteria) = (read(Derived::State), read(Derived::CriterionState));
    if ledger.n_bytes == 0 && !state.as_deref().is_some_and(is_earlier) {
        return None;
    }
    let mut loaded = Loaded::empty(id);
    loaded.state.contract.charter_id = id.to_string();
    // Where this tool has written before, its ledger is gone: that is no charter to take over.
    let is_ours = |it: &Option<Vec<u8>>| it.as_deref().is_some_and(|it| !is_earlier(it));
    let has_local = matches!(store.disk.stat(&store.layout.seal(id)), Ok(Some(_)))
        || matches!(store.disk.stat(&store.layout.checkpoint(id)), Ok(Some(_)));
    if is_ours(&state) || is_ours(&criteria) || has_local {
        let message = "the ledger that the derived files were made from is gone";
        loaded.findings.push(Finding::new(LEDGER_MISSING, STRANDS_DIR, message));
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
            loaded.state.contract.adopt(&adoptee, now, EventPlace::default());
            let message = "what an earlier tool said; the first write takes it over";
            loaded.findings.push(Finding::new(NOT_ADOPTED, "state.json", message));
            loaded.adoption = Some(ContractEvent::Adopted(Box::new(adoptee)).into());
        }
        Err(reason) => {
            let message = format!("an earlier tool left it, and it cannot be taken over: {reason}");
            loaded.findings.push(Finding::new(LEDGER_MISSING, STRANDS_DIR, message));
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
    let mut loaded = Loaded::empty(id);
    loaded.state.contract.charter_id = id.to_string();
    let message = "there is no ledger, so nothing is known about this charter";
    loaded.findings.push(Finding::new(LEDGER_MISSING, STRANDS_DIR, message));
    loaded
}
