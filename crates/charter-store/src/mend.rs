//! Mending a ledger that lost something.
//!
//! Owns what `doctor --repair` does: what commits still hold is brought back, what proves itself is kept or
//! carried over, what is gone is written down as given up, and whatever was there before is saved first. Must
//! not decide whether to mend.

use crate::copy::SeenIn;
use crate::failure::Failure;
use crate::layout::saved_name;
use crate::rewritten::{LostStrands, events_of};
use crate::store::Store;
use crate::transaction::Transaction;
use crate::working_copy::Berth;
use crate::{derived, load};
use charter_engine::event::EventBody;
use charter_engine::projection::{Derived, Standing};
use charter_kernel::chain::Reader;
use charter_kernel::event::{LedgerEvent, Payload};
use charter_kernel::finding::{LEDGER_REWRITTEN, LEDGER_TRUNCATED};
use charter_kernel::repair::Salvage;
use charter_kernel::strand::{STRANDS_DIR, StrandEnd, StrandId};
use charter_kernel::{CharterId, Context, Digest, Finding};
use std::collections::BTreeSet;
use std::io;
use std::ops::Range;

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

/// A strand, and what it is to hold.
#[derive(Debug)]
struct StrandMend {
    strand: StrandId,
    /// What is there; nothing where it is gone.
    present: Vec<u8>,
    /// What it is to hold.
    content: Vec<u8>,
    salvage: Salvage,
    /// How many of the events that it is to hold are not in what is there.
    n_back: usize,
}

impl StrandMend {
    /// Plans what a strand is to hold: the longest of what commits hold and what is there, with whatever the
    /// others have beside it carried over.
    fn plan(
        (strand, id): (StrandId, &CharterId),
        present: Vec<u8>,
        mut versions: Vec<Vec<u8>>,
        known: (u64, &BTreeSet<Digest>),
    ) -> Self {
        let n_linked = |bytes: &Vec<u8>| {
            Reader::<EventBody>::new(bytes, StrandEnd::start(strand.clone())).count()
        };
        versions.push(present.clone());
        // Among equals what commits hold comes first.
        versions.sort_by_key(|it| std::cmp::Reverse(n_linked(it)));
        let mut all = Vec::new();
        for version in &versions {
            all.extend_from_slice(version);
            if !version.is_empty() && !version.ends_with(b"\n") {
                all.push(b'\n');
            }
        }
        let salvage = Salvage::of::<EventBody>(&strand, &all, id, known);
        let content = all.get(..salvage.n_bytes).unwrap_or_default().to_vec();
        let here: BTreeSet<Digest> =
            events_of(id, &strand, &present).into_iter().map(|it| it.id).collect();
        let held = events_of(id, &strand, &content);
        let n_back = held.iter().filter(|it| !here.contains(&it.id)).count();
        Self { strand, present, content, salvage, n_back }
    }

    /// Tells whether something of what is there is not in what it is to hold.
    fn drops(&self) -> bool {
        !self.content.starts_with(&self.present)
    }

    fn message(&self, saved_as: Option<&str>) -> String {
        let Salvage { kept, lost, .. } = self.salvage;
        let back = match self.n_back {
            0 => String::new(),
            n_back => format!(", {n_back} of them brought back from git"),
        };
        let saved = saved_as.map_or_else(String::new, |it| format!("; the file of before is {it}"));
        let n_carried = self.salvage.n_carried();
        format!(
            "made whole: kept {kept}{back}, carried over {n_carried} from behind the break, lost \
             {lost}{saved}"
        )
    }
}

impl Store {
    /// Gives a strand what it is to hold: by cutting it off where that is enough.
    fn put_strand(&self, id: &CharterId, mend: &StrandMend) -> Result<(), Failure> {
        let path = self.layout.strand(id, &mend.strand);
        if mend.content == mend.present {
            return Ok(());
        }
        if !mend.present.is_empty() && mend.present.starts_with(&mend.content) {
            let cut = self.disk.truncate(&path, mend.content.len() as u64);
            return cut.and_then(|()| self.disk.sync(&path)).map_err(Failure::io("cut", &path));
        }
        self.create_dirs(&self.layout.strands(id))?;
        self.replace(&path, &mend.content)
    }
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
        let lost = store.lost_strands(&id, &self.loaded.state)?;
        let opens = self.loaded.findings.iter().any(|it| it.kind.opens_ledger());
        let saved = if opens || !lost.strands.is_empty() {
            let saved = self.mend_ledger(ctx, &mut done, &lost)?;
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

    /// Makes each strand whole that something is wrong with, and gives up what is nowhere. Where no event of
    /// this charter proves itself there is nothing to go on from. Lists the derived files that were saved:
    /// they may know of events that are lost.
    fn mend_ledger(
        &mut self,
        ctx: &Context,
        done: &mut Vec<Mended>,
        lost: &LostStrands,
    ) -> Result<Vec<Derived>, Failure> {
        let (store, id) = (self.store, self.id.clone());
        let before = self.earlier_repairs()?;
        let mends = self.plan_mends(lost, &before)?;
        let breaks = self.loaded.findings.iter().find(|it| it.kind.breaks_ledger()).cloned();
        let is_any = mends.iter().any(|it| it.salvage.kept + it.salvage.n_carried() > 0);
        if let Some(finding) = breaks.filter(|_| !is_any && !self.loaded.state.exists()) {
            return Err(Failure::LedgerBroken { charter_id: id.to_string(), finding });
        }
        let saved = self.save_derived(done, |it| it != Standing::Current)?;
        let (mut bodies, mut carried) = (Vec::new(), String::new());
        let mut end = StrandEnd::start(store.new_strand(&id)?);
        for mend in &mends {
            carried.push_str(&mend.salvage.carry(&mut end));
            bodies.extend(self.save_before(mend, &before, done)?);
        }
        let given_up = self.given_up(lost, &mends)?;
        if !given_up.is_empty() {
            let n_events = given_up.len();
            let is = if n_events == 1 { "event that is" } else { "events that are" };
            let message = format!("went on without {n_events} {is} gone");
            done.push(Mended { file: STRANDS_DIR.to_owned(), message });
            bodies.push(EventBody::Ledger(LedgerEvent::EventsGivenUp { ids: given_up }));
        }
        if !bodies.is_empty() {
            let drafts = ctx.drafts(&id, bodies);
            self.append_here(Berth::New(end.strand), &carried, &[&drafts], None)?;
        }
        for mend in &mends {
            store.put_strand(&id, mend)?;
        }
        store.forget_short(&id, &self.loaded);
        Ok(saved)
    }

    /// Plans what the strands are to hold that are broken, cut, gone or otherwise in a commit.
    fn plan_mends(
        &self,
        lost: &LostStrands,
        before: &EarlierRepairs,
    ) -> Result<Vec<StrandMend>, Failure> {
        let (store, id) = (self.store, &self.id);
        let mut strands: BTreeSet<StrandId> = self.broken_strands().into_iter().collect();
        let has_version = lost.strands.iter().filter(|(_, it)| !it.versions.is_empty());
        strands.extend(has_version.map(|(strand, _)| strand.clone()));
        let mut mends = Vec::new();
        for strand in strands {
            let path = store.layout.strand(id, &strand);
            let present = match store.disk.read(&path) {
                Err(err) if err.kind() == io::ErrorKind::NotFound => Vec::new(),
                read => read.map_err(Failure::io("read", &path))?,
            };
            let versions = lost.strands.get(&strand).map(|it| it.versions.clone());
            let known = (store.known_seq(id, &strand), &before.taken_over);
            let versions = versions.unwrap_or_default();
            mends.push(StrandMend::plan((strand, id), present, versions, known));
        }
        Ok(mends)
    }

    /// Saves what is there of a strand that is to hold something else, and gives the event that says so.
    fn save_before(
        &self,
        mend: &StrandMend,
        before: &EarlierRepairs,
        done: &mut Vec<Mended>,
    ) -> Result<Option<EventBody>, Failure> {
        let StrandMend { strand, present, salvage, .. } = mend;
        let is_saved = mend.drops() || salvage.lost > 0;
        let saved_as = match is_saved && !present.is_empty() {
            true => {
                let name = saved_name(strand.as_str(), "jsonl", present);
                Some(self.store.save_aside(&self.id, &name, present)?)
            }
            false => None,
        };
        if saved_as.is_some() || mend.content != *present {
            done.push(Mended { file: strand.file(), message: mend.message(saved_as.as_deref()) });
        }
        let digest = Digest::of(present);
        // A repair that was cut off wrote this down and did not come to changing the strand.
        let saved_as = saved_as.filter(|_| !before.digests.contains(&digest));
        let (lost, carried) = (salvage.lost, salvage.n_carried());
        Ok(saved_as.map(|saved_as| {
            EventBody::Ledger(LedgerEvent::LedgerRepaired { saved_as, digest, lost, carried })
        }))
    }

    /// Lists the strands that hold something else than the events that they had, each behind the one
    /// before. One that is gone holds nothing to be saved.
    fn broken_strands(&self) -> Vec<StrandId> {
        let kinds = [LEDGER_TRUNCATED, LEDGER_REWRITTEN];
        let is_broken = |it: &&Finding| it.kind.breaks_ledger() || kinds.contains(&it.kind);
        let breaks = self.loaded.findings.iter().filter(is_broken);
        let files: BTreeSet<&str> = breaks.map(|it| it.file.as_str()).collect();
        let strands = self.loaded.tails.keys().filter(|it| files.contains(it.file().as_str()));
        strands.cloned().collect()
    }

    /// Lists the events that are nowhere: those that others follow, that this working copy has had, or that
    /// only commits hold which this branch left.
    fn given_up(&self, lost: &LostStrands, mends: &[StrandMend]) -> Result<Vec<Digest>, Failure> {
        let mut gone: BTreeSet<Digest> = self.missing()?.into_iter().collect();
        gone.extend(self.store.gone_ends(&self.id, &self.loaded));
        for lost in lost.strands.values() {
            let former = lost.ids.iter().filter(|(_, it)| **it == SeenIn::Former);
            gone.extend(former.map(|(id, _)| *id));
        }
        for mend in mends {
            for event in events_of(&self.id, &mend.strand, &mend.content) {
                gone.remove(&event.id);
            }
        }
        gone.retain(|it| !self.loaded.state.given_up.contains(it));
        Ok(gone.into_iter().collect())
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
            self.append_here(berth, "", &[&ctx.drafts(&self.id, vec![aside])], None)?;
            let message =
                format!("the torn end of {} bytes was set aside", range.end - range.start);
            done.push(Mended { file: end.strand.file(), message });
        }
        Ok(())
    }
}
