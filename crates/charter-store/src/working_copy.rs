//! Which strand this working copy may go on with, and which it has had.
//!
//! Owns the rule that what git has seen is never written again: a strand goes on only while everything is as
//! this working copy left it. Both memories are this machine's, and losing one costs a new strand and
//! nothing else. Must not know git: it is told what git's state is called.

use crate::copy::GitMark;
use crate::failure::Failure;
use crate::loaded::{Loaded, StrandTail};
use crate::rewritten::LostStrands;
use crate::store::Store;
use charter_engine::event::CharterEvent;
use charter_kernel::finding::{LEDGER_REWRITTEN, LEDGER_TRUNCATED};
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{CharterId, Digest, Finding};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The strand that this working copy goes on with, as it left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnStrand {
    end: StrandEnd,
    git: GitMark,
    /// The machine-local directory: a copy of it is another one.
    local: [u64; 2],
}

/// A strand that this working copy has had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HadStrand {
    /// Its last event.
    seq: u64,
    id: Digest,
    /// Git's state when it was here, or when git was asked about it.
    git: GitMark,
    /// Whether git said that commits of this branch hold it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_committed: bool,
}

/// The strands that this working copy has had.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HadStrands {
    strands: BTreeMap<StrandId, HadStrand>,
}

/// A strand that is not here as this working copy has had it.
struct Shortfall<'a> {
    strand: &'a StrandId,
    had: &'a HadStrand,
    /// How many events are here.
    n_events: u64,
}

impl HadStrand {
    fn of(end: &StrandEnd, git: &GitMark) -> Self {
        Self { seq: end.seq, id: end.id, git: git.clone(), is_committed: false }
    }
}

impl Shortfall<'_> {
    fn finding(&self) -> Finding {
        let Self { strand, had: HadStrand { seq, is_committed, .. }, n_events } = self;
        let (kind, who) = match is_committed {
            true => (LEDGER_REWRITTEN, "commits hold"),
            false => (LEDGER_TRUNCATED, "this working copy has had"),
        };
        let words = if n_events >= seq {
            format!("its event {seq} is another one than {who}")
        } else if *n_events == 0 {
            format!("it is gone; {who} {}", events(*seq))
        } else {
            format!("it ends at event {n_events}; {who} {seq}")
        };
        Finding::new(kind, strand.file(), words)
    }
}

fn events(n_events: u64) -> String {
    if n_events == 1 { "1 event of it".to_owned() } else { format!("{n_events} events of it") }
}

impl HadStrands {
    /// Tells whether an event is not the one which this working copy has had in its place.
    pub(crate) fn differs_from(&self, event: &CharterEvent) -> bool {
        let had = self.strands.get(&event.strand);
        had.is_some_and(|it| it.seq == event.seq && it.id != event.id)
    }

    /// Lists what is not here as it was.
    fn shortfalls<'a>(&'a self, loaded: &'a Loaded) -> impl Iterator<Item = Shortfall<'a>> {
        let here: BTreeSet<&StrandId> = loaded.files.0.iter().map(|it| &it.strand).collect();
        self.strands.iter().filter_map(move |(strand, had)| {
            let n_events = match (here.contains(strand), loaded.tails.get(strand)) {
                // What was not read again is as it was.
                (true, None) => return None,
                (false, _) => 0,
                (true, Some(tail)) => tail.end.seq,
            };
            let is_same = n_events >= had.seq && !loaded.changed.contains(strand);
            (!is_same).then_some(Shortfall { strand, had, n_events })
        })
    }
}

/// Where the next events go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Berth {
    /// Behind the end of a strand, at so many bytes.
    Behind(StrandTail),
    /// Into a strand that is not there yet.
    New(StrandId),
}

impl Store {
    /// Says where this working copy writes next.
    pub(crate) fn berth(&self, id: &CharterId, loaded: &Loaded) -> Result<Berth, Failure> {
        let git = self.copy.mark();
        let own: Option<OwnStrand> = self.read_noted(&self.layout.own_strand(id));
        let own = own.filter(|it| {
            it.git == git && git != GitMark::Unreadable && Some(it.local) == self.local_identity()
        });
        let tail = own.and_then(|own| {
            if !self.copy.staged(&[&own.end.strand]).is_empty() {
                return None;
            }
            let tail = loaded.tails.get(&own.end.strand)?;
            // A write that was cut off before it was remembered may have gone further.
            let is_left =
                tail.end.seq > own.end.seq || (tail.end.seq == own.end.seq && tail.end == own.end);
            is_left.then(|| tail.clone())
        });
        // Without git there is one strand, whatever is remembered.
        let last = || loaded.tails.values().find(|it| loaded.state.ends == [it.end.id]);
        let is_cut = loaded.findings.iter().any(|it| it.kind == LEDGER_TRUNCATED);
        let is_one = git == GitMark::None && !is_cut;
        let tail = tail.or_else(|| last().filter(|_| is_one).cloned());
        if let Some(tail) = tail.filter(|it| !it.end.strand.is_zero()) {
            return Ok(Berth::Behind(tail));
        }
        self.new_strand(id).map(Berth::New)
    }

    /// Finds a name for a strand that is not there yet.
    pub(crate) fn new_strand(&self, id: &CharterId) -> Result<StrandId, Failure> {
        let mut attempt = 0;
        loop {
            let strand = self.copy.name(id, attempt);
            let path = self.layout.strand(id, &strand);
            if self.disk.stat(&path).map_err(Failure::io("read", &path))?.is_none() {
                return Ok(strand);
            }
            attempt += 1;
        }
    }

    /// Remembers the strand that was written to; whatever fails costs a new strand later.
    pub(crate) fn remember_own(&self, id: &CharterId, end: &StrandEnd) {
        let Some(local) = self.local_identity() else { return };
        let own = OwnStrand { end: end.clone(), git: self.copy.mark(), local };
        if let Ok(bytes) = serde_json::to_vec(&own) {
            crate::cache::put(self, &self.layout.own_strand(id), &bytes);
        }
    }

    /// Gives the strand that was written to last.
    pub(crate) fn own_strand(&self, id: &CharterId) -> Option<StrandId> {
        let own: Option<OwnStrand> = self.read_noted(&self.layout.own_strand(id));
        own.map(|it| it.end.strand)
    }

    /// Remembers the strands that are there now, beside those that were there before. What is shorter or other
    /// than it was stays remembered as it was.
    pub(crate) fn remember_had(&self, id: &CharterId, loaded: &Loaded) {
        let path = self.layout.had_strands(id);
        // Where nothing is remembered git is asked first.
        if !loaded.is_asked && self.remembered(id).is_none() && self.copy.mark() != GitMark::None {
            return;
        }
        let before: Option<HadStrands> = self.read_noted(&path);
        let git = self.copy.mark();
        let mut now = before.clone().unwrap_or_default();
        for file in &loaded.files.0 {
            let tail = loaded.tails.get(&file.strand).map(|it| &it.end);
            match (now.strands.get_mut(&file.strand), tail) {
                (Some(known), Some(end)) if end.seq > known.seq => {
                    *known = HadStrand::of(end, &git);
                }
                (Some(known), Some(end)) if end.id != known.id => {}
                (Some(known), Some(_) | None) => {
                    known.git = git.clone();
                    known.is_committed = false;
                }
                (None, Some(end)) => {
                    now.strands.insert(file.strand.clone(), HadStrand::of(end, &git));
                }
                (None, None) => {}
            }
        }
        if before.is_none_or(|it| it != now) {
            self.put_had(id, &now);
        }
    }

    /// Remembers what git said to be gone, so that whoever does not ask it knows as well.
    pub(crate) fn remember_lost(&self, id: &CharterId, lost: &LostStrands) {
        let mut had: HadStrands = self.read_noted(&self.layout.had_strands(id)).unwrap_or_default();
        let git = self.copy.mark();
        for (strand, lost) in &lost.strands {
            let known = HadStrand { is_committed: true, ..HadStrand::of(&lost.end, &git) };
            had.strands.insert(strand.clone(), known);
        }
        self.put_had(id, &had);
    }

    fn put_had(&self, id: &CharterId, had: &HadStrands) {
        if let Ok(bytes) = serde_json::to_vec(had) {
            crate::cache::put(self, &self.layout.had_strands(id), &bytes);
        }
    }

    /// Gives the strands that this working copy has had, with what it wrote last; none where it never read
    /// this ledger.
    pub(crate) fn remembered(&self, id: &CharterId) -> Option<HadStrands> {
        let own: Option<OwnStrand> = self.read_noted(&self.layout.own_strand(id));
        let had: Option<HadStrands> = self.read_noted(&self.layout.had_strands(id));
        let is_any = own.is_some() || had.is_some();
        let mut had = had.unwrap_or_default();
        if let Some(OwnStrand { end, git, .. }) = own
            && had.strands.get(&end.strand).is_none_or(|it| it.seq < end.seq)
        {
            had.strands.insert(end.strand.clone(), HadStrand::of(&end, &git));
        }
        is_any.then_some(had)
    }

    /// Says which strands were cut, changed or are gone although git did not move since, or although git was
    /// told of them.
    pub(crate) fn find_cut(&self, had: &HadStrands, loaded: &Loaded) -> Vec<(Digest, Finding)> {
        let git = self.copy.mark();
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            had.shortfalls(loaded).partition(|it| it.had.git == git && git != GitMark::Unreadable);
        let gone: Vec<_> = elsewhere.into_iter().filter(|it| it.n_events == 0).collect();
        let names: Vec<&StrandId> = gone.iter().map(|it| it.strand).collect();
        let staged = if names.is_empty() { BTreeSet::new() } else { self.copy.staged(&names) };
        let staged = gone.into_iter().filter(|it| staged.contains(it.strand));
        here.into_iter().chain(staged).map(|it| (it.had.id, it.finding())).collect()
    }

    /// Tells whether only git can say that nothing is lost: a strand is not here as it was, and git moved
    /// since, or nothing is remembered.
    pub(crate) fn is_in_doubt(&self, id: &CharterId, loaded: &Loaded) -> bool {
        let git = self.copy.mark();
        if git == GitMark::None {
            return false;
        }
        let Some(had) = self.remembered(id) else { return true };
        let mut short = had.shortfalls(loaded);
        short.any(|it| it.had.git != git || git == GitMark::Unreadable)
    }

    /// Says whether an event that is missing was the end of a strand that was here when git was at
    /// another commit.
    pub(crate) fn was_elsewhere(&self, id: &CharterId, event: &Digest) -> bool {
        let had: HadStrands = self.read_noted(&self.layout.had_strands(id)).unwrap_or_default();
        let git = self.copy.mark();
        had.strands.values().any(|it| it.id == *event && it.git != git)
    }

    /// Gives the last number that a strand is known to have reached here.
    pub(crate) fn known_seq(&self, id: &CharterId, strand: &StrandId) -> u64 {
        self.remembered(id).and_then(|it| it.strands.get(strand).map(|it| it.seq)).unwrap_or(0)
    }

    /// Lists the last events of strands that this working copy has had and that are gone whole.
    pub(crate) fn gone_ends(&self, id: &CharterId, loaded: &Loaded) -> Vec<Digest> {
        let Some(had) = self.remembered(id) else { return Vec::new() };
        let told =
            |it: &Shortfall<'_>| loaded.findings.iter().any(|told| told.file == it.strand.file());
        let gone = had.shortfalls(loaded).filter(|it| it.n_events == 0);
        gone.filter(told).map(|it| it.had.id).collect()
    }

    /// Forgets the strands that something was said about: somebody said to go on with what there is.
    pub(crate) fn forget_short(&self, id: &CharterId, loaded: &Loaded) {
        let is_told = |strand: &StrandId| {
            let file = strand.file();
            loaded.findings.iter().any(|it| it.kind.opens_ledger() && it.file == file)
        };
        let mut had = self.remembered(id).unwrap_or_default();
        had.strands.retain(|strand, _| !is_told(strand));
        self.put_had(id, &had);
        let _ = self.disk.remove_file(&self.layout.own_strand(id));
    }

    fn read_noted<T: serde::de::DeserializeOwned>(&self, path: &std::path::Path) -> Option<T> {
        serde_json::from_slice(&self.disk.read(path).ok()?).ok()
    }

    fn local_identity(&self) -> Option<[u64; 2]> {
        self.disk.identity(&self.layout.local()).ok()
    }
}
