//! Checking a charter from its first byte, and mending it.
//!
//! Owns what `doctor` sees and does. Examining changes nothing and trusts no cache; mending saves
//! what was there before it changes anything. Must not decide whether to mend.

use crate::disk::{DirEntry, FileKind};
use crate::failure::Failure;
use crate::finding::{LEFTOVER, SET_ASIDE};
use crate::layout::{TEMP_PREFIX, saved_name};
use crate::store::Store;
use crate::transaction::Transaction;
use crate::working_copy::Berth;
use crate::{derived, load};
use charter_engine::State;
use charter_engine::event::EventBody;
use charter_engine::projection::{Derived, Standing};
use charter_kernel::event::{LedgerEvent, Payload};
use charter_kernel::finding::LEDGER_TRUNCATED;
use charter_kernel::repair::Salvage;
use charter_kernel::strand::{STRANDS_DIR, StrandEnd, StrandId};
use charter_kernel::{CharterId, Context, Digest, Finding, FindingKind};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Everything that can be said about a charter on disk.
#[derive(Debug, Clone)]
pub struct Examination {
    /// What the events add up to, as far as the chain holds.
    pub state: State,
    /// Everything that is odd or wrong, worst first.
    pub findings: Vec<Finding>,
}

/// One thing that a repair did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The file, relative to the charter.
    pub file: String,
    pub message: String,
}

/// What repairs did that were made before.
#[derive(Debug, Default)]
struct EarlierRepairs {
    /// The events that others stand for already.
    taken_over: BTreeSet<Digest>,
    /// What the strands were that were made whole.
    digests: BTreeSet<Digest>,
}

impl Store {
    /// Checks everything about a charter, from the first byte, and changes nothing.
    pub fn examine(&self, id: &CharterId) -> Result<Examination, Failure> {
        let loaded = load::load_unsealed(self, id)?;
        let mut findings = loaded.findings;
        findings.extend(self.read_docs(id).into_docs().findings);
        findings.extend(left_behind(self, id)?);
        findings.sort_by_key(|it| std::cmp::Reverse(it.kind.severity));
        Ok(Examination { state: loaded.state, findings })
    }
}

fn left_behind(store: &Store, id: &CharterId) -> Result<Vec<Finding>, Failure> {
    let mut findings = Vec::new();
    for (name, leftover) in leftovers(store, id)? {
        findings.push(Finding::new(leftover.kind(), name, leftover.about()));
    }
    Ok(findings)
}

/// What nothing in a charter refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leftover {
    /// The file of a write that did not finish.
    Unfinished,
    Saved,
}

impl Leftover {
    fn kind(self) -> FindingKind {
        match self {
            Self::Unfinished => LEFTOVER,
            Self::Saved => SET_ASIDE,
        }
    }

    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::Unfinished => "left by a write that did not finish",
            Self::Saved => "saved by a recovery",
        }
    }
}

fn list_files(store: &Store, dir: &Path) -> Result<Vec<DirEntry>, Failure> {
    let entries = match store.disk.stat(dir) {
        Ok(None) => Vec::new(),
        _ => store.disk.list(dir).map_err(Failure::io("list", dir))?,
    };
    Ok(entries.into_iter().filter(|it| it.kind == FileKind::File).collect())
}

/// Lists what unfinished writes left beside the derived files of a charter.
pub(crate) fn derived_leftovers(store: &Store, id: &CharterId) -> Result<Vec<PathBuf>, Failure> {
    let dir = store.layout.derived_dir(id);
    let is_left = |it: &DirEntry| it.name.to_string_lossy().starts_with(TEMP_PREFIX);
    let entries = list_files(store, &dir)?.into_iter().filter(is_left);
    Ok(entries.map(|it| dir.join(it.name)).collect())
}

/// Lists what unfinished writes and recoveries left in a charter, by names relative to it.
pub(crate) fn leftovers(store: &Store, id: &CharterId) -> Result<Vec<(String, Leftover)>, Failure> {
    let name = |entry: &DirEntry| entry.name.to_string_lossy().into_owned();
    let mut found = Vec::new();
    for entry in &list_files(store, &store.layout.charter(id))? {
        if name(entry).starts_with(TEMP_PREFIX) {
            found.push((name(entry), Leftover::Unfinished));
        }
    }
    for entry in &list_files(store, &store.layout.file(id, "plan"))? {
        if name(entry).starts_with(TEMP_PREFIX) {
            found.push((format!("plan/{}", name(entry)), Leftover::Unfinished));
        }
    }
    for entry in &list_files(store, &store.layout.saved(id))? {
        let unfinished = name(entry).starts_with(TEMP_PREFIX);
        let kind = if unfinished { Leftover::Unfinished } else { Leftover::Saved };
        found.push((format!("{}/{}", crate::layout::SAVED_DIR, name(entry)), kind));
    }
    Ok(found)
}

impl Transaction<'_> {
    /// Mends what [`Store::examine`] finds broken; an unbroken charter is left as it is.
    pub fn mend(mut self, ctx: &Context) -> Result<Vec<Mended>, Failure> {
        let (store, id) = (self.store, self.id.clone());
        let mut done = Vec::new();
        self.loaded = load::load_unsealed(store, &id)?;
        if self.loaded.state.n_unknown > 0 {
            return Err(Failure::LedgerNewer { charter_id: id.to_string() });
        }
        let opens = self.loaded.findings.iter().any(|it| it.kind.opens_ledger());
        let saved = if opens {
            let saved = self.mend_ledger(ctx, &mut done)?;
            self.loaded = load::load_unsealed(store, &id)?;
            saved
        } else {
            self.save_derived(&mut done, |it| it == Standing::Edited)?
        };
        self.mend_tails(ctx, &mut done)?;
        for derived in saved {
            let message = "written anew from the ledger".to_owned();
            done.push(Mended { file: derived.file().to_owned(), message });
        }
        derived::write(store, &id, &self.loaded);
        Ok(done)
    }

    /// Saves what each broken strand still holds, and gives up what is missing. Where no event of this
    /// charter proves itself there is nothing to go on from. Lists the derived files that were saved: they
    /// may know of events that are lost.
    fn mend_ledger(
        &mut self,
        ctx: &Context,
        done: &mut Vec<Mended>,
    ) -> Result<Vec<Derived>, Failure> {
        let (store, id) = (self.store, self.id.clone());
        let before = self.earlier_repairs()?;
        let mut broken = Vec::new();
        for strand in self.broken_strands() {
            let path = store.layout.strand(&id, &strand);
            let bytes = store.disk.read(&path).map_err(Failure::io("read", &path))?;
            let known = (store.known_seq(&id, &strand), &before.taken_over);
            let salvage = Salvage::of::<EventBody>(&strand, &bytes, &id, known);
            broken.push((strand, bytes, salvage));
        }
        let breaks = self.loaded.findings.iter().find(|it| it.kind.breaks_ledger()).cloned();
        let is_any = broken.iter().any(|(_, _, it)| it.kept + it.n_carried() > 0);
        if let Some(finding) = breaks.filter(|_| !is_any && !self.loaded.state.exists()) {
            return Err(Failure::LedgerBroken { charter_id: id.to_string(), finding });
        }
        let saved = self.save_derived(done, |it| it != Standing::Current)?;
        let (mut bodies, mut cuts, mut carried) = (Vec::new(), Vec::new(), String::new());
        let mut end = StrandEnd::start(store.new_strand(&id)?);
        for (strand, bytes, salvage) in broken {
            let digest = Digest::of(&bytes);
            let name = saved_name(strand.as_str(), "jsonl", &bytes);
            let saved_as = store.save_aside(&id, &name, &bytes)?;
            carried.push_str(&salvage.carry(&mut end));
            let (kept, n_carried, lost) = (salvage.kept, salvage.n_carried(), salvage.lost);
            let message = format!(
                "made whole: kept {kept}, carried over {n_carried} from behind the break, lost {lost}; \
                 the file of before is {saved_as}"
            );
            done.push(Mended { file: strand.file(), message });
            // A repair that was cut off wrote this down and did not come to cutting the strand.
            if !before.digests.contains(&digest) {
                let event =
                    LedgerEvent::LedgerRepaired { saved_as, digest, lost, carried: n_carried };
                bodies.push(EventBody::Ledger(event));
            }
            cuts.push((store.layout.strand(&id, &strand), salvage.n_bytes as u64));
        }
        let missing = self.missing()?;
        if !missing.is_empty() {
            let message = format!("went on without {} missing events", missing.len());
            done.push(Mended { file: STRANDS_DIR.to_owned(), message });
            bodies.push(EventBody::Ledger(LedgerEvent::EventsGivenUp { ids: missing }));
        }
        if !bodies.is_empty() {
            let drafts = ctx.drafts(&id, bodies);
            self.append_here(Berth::New(end.strand), &carried, &[&drafts])?;
        }
        for (path, n_bytes) in cuts {
            let cut = store.disk.truncate(&path, n_bytes).and_then(|()| store.disk.sync(&path));
            cut.map_err(Failure::io("cut", &path))?;
        }
        let is_gone = |it: &Finding| {
            it.kind == LEDGER_TRUNCATED && !done.iter().any(|told| told.file == it.file)
        };
        if self.loaded.findings.iter().any(is_gone) {
            let message = "went on with the events that are left".to_owned();
            done.push(Mended { file: STRANDS_DIR.to_owned(), message });
        }
        store.forget_had(&id);
        Ok(saved)
    }

    /// Lists the strands that hold something else than the events that they had, each behind the one
    /// before. One that is gone holds nothing to be saved.
    fn broken_strands(&self) -> Vec<StrandId> {
        let is_broken = |it: &&Finding| it.kind.breaks_ledger() || it.kind == LEDGER_TRUNCATED;
        let breaks = self.loaded.findings.iter().filter(is_broken);
        let files: BTreeSet<&str> = breaks.map(|it| it.file.as_str()).collect();
        let strands = self.loaded.tails.keys().filter(|it| files.contains(it.file().as_str()));
        strands.cloned().collect()
    }

    /// Lists what repairs did before this one.
    fn earlier_repairs(&self) -> Result<EarlierRepairs, Failure> {
        let mut before = EarlierRepairs::default();
        for entry in self.store.log(&self.id)? {
            let event = entry?.event;
            before.taken_over.extend(event.carried_from);
            if let Payload::Known(EventBody::Ledger(LedgerEvent::LedgerRepaired {
                digest, ..
            })) = event.payload
            {
                before.digests.insert(digest);
            }
        }
        Ok(before)
    }

    /// Lists the events that others follow and that are nowhere, also in what can be carried over.
    fn missing(&self) -> Result<Vec<Digest>, Failure> {
        let files = self.store.strand_files(&self.id)?;
        let mut weave = self.store.weave(&self.id, &files);
        while weave.next_event()?.is_some() {}
        let open = weave.missing().iter().map(|it| it.id);
        let open = open.filter(|it| !self.loaded.state.given_up.contains(it));
        Ok(open.collect::<BTreeSet<Digest>>().into_iter().collect())
    }

    /// Saves the derived files that stand in some way, and lists them.
    fn save_derived(
        &self,
        done: &mut Vec<Mended>,
        is_wanted: fn(Standing) -> bool,
    ) -> Result<Vec<Derived>, Failure> {
        let mut found = Vec::new();
        for derived in Derived::ALL {
            let path = self.store.layout.derived(&self.id, derived);
            let Ok(bytes) = self.store.disk.read(&path) else { continue };
            if is_wanted(derived.standing(&bytes, &self.loaded.state)) {
                let stem = derived.file().trim_end_matches(".json");
                let saved =
                    self.store.save_aside(&self.id, &saved_name(stem, "json", &bytes), &bytes)?;
                done.push(Mended {
                    file: derived.file().to_owned(),
                    message: format!("saved as {saved}"),
                });
                found.push(derived);
            }
        }
        Ok(found)
    }

    /// Sets torn ends aside: that of the strand which goes on by the next event, others by cutting them off.
    fn mend_tails(&mut self, ctx: &Context, done: &mut Vec<Mended>) -> Result<(), Failure> {
        let torn: Vec<(StrandEnd, Range<u64>)> = self
            .loaded
            .tails
            .values()
            .filter_map(|it| Some((it.end.clone(), it.torn.clone()?)))
            .collect();
        for (end, range) in torn {
            let path = self.store.layout.strand(&self.id, &end.strand);
            let aside = self.save_tail(&end.strand, range.clone())?;
            let cut = &self.store.disk;
            let cut = cut.truncate(&path, range.start).and_then(|()| cut.sync(&path));
            cut.map_err(Failure::io("cut", &path))?;
            self.loaded = load::load_unsealed(self.store, &self.id)?;
            let berth = self.store.berth(&self.id, &self.loaded)?;
            self.append_here(berth, "", &[&ctx.drafts(&self.id, vec![aside])])?;
            let message =
                format!("the torn end of {} bytes was set aside", range.end - range.start);
            done.push(Mended { file: end.strand.file(), message });
        }
        Ok(())
    }
}
