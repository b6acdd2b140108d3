//! Which strand this working copy may go on with, and which it has had.
//!
//! Owns the rule that what git has seen is never written again: a strand goes on only while everything is as
//! this working copy left it. Both memories are this machine's, and losing one costs a new strand and
//! nothing else. Must not know git: it is told what git's state is called.

use crate::copy::GitMark;
use crate::failure::Failure;
use crate::ledger::StrandFiles;
use crate::loaded::{Loaded, StrandTail};
use crate::store::Store;
use charter_kernel::finding::LEDGER_TRUNCATED;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{CharterId, Digest, Finding};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The strand that this working copy goes on with, as it left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnStrand {
    end: StrandEnd,
    git: GitMark,
    /// The machine-local directory: a copy of it is another one.
    local: [u64; 2],
}

/// The strands that this working copy has had, each with its end and git's state then.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HadStrands {
    strands: BTreeMap<StrandId, (u64, Digest, GitMark)>,
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
            if self.copy.is_staged(&own.end.strand) {
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

    /// Remembers the strands that are there now, beside those that were there before.
    pub(crate) fn remember_had(&self, id: &CharterId, loaded: &Loaded) {
        let path = self.layout.had_strands(id);
        let had: HadStrands = self.read_noted(&path).unwrap_or_default();
        let git = self.copy.mark();
        let mut now = had.clone();
        for file in &loaded.files.0 {
            // What was not read again is as it was.
            if let Some(known) = now.strands.get_mut(&file.strand) {
                known.2 = git.clone();
            }
        }
        for (strand, StrandTail { end, .. }) in &loaded.tails {
            now.strands.insert(strand.clone(), (end.seq, end.id, git.clone()));
        }
        if now != had
            && let Ok(bytes) = serde_json::to_vec(&now)
        {
            crate::cache::put(self, &path, &bytes);
        }
    }

    /// Gives the strands that this working copy has had, with what it wrote last.
    pub(crate) fn remembered(&self, id: &CharterId) -> HadStrands {
        let own: Option<OwnStrand> = self.read_noted(&self.layout.own_strand(id));
        let had: Option<HadStrands> = self.read_noted(&self.layout.had_strands(id));
        let mut had = had.unwrap_or_default();
        if let Some(OwnStrand { end, git, .. }) = own {
            had.strands.insert(end.strand, (end.seq, end.id, git));
        }
        had
    }

    /// Says which strands were cut or are gone although git did not move since.
    pub(crate) fn find_cut(
        &self,
        had: &HadStrands,
        files: &StrandFiles,
        tails: &BTreeMap<StrandId, StrandTail>,
    ) -> Vec<Finding> {
        let git = self.copy.mark();
        let here = had.strands.iter().filter(|(_, it)| it.2 == git && git != GitMark::Unreadable);
        here.filter_map(|(strand, (seq, digest, _))| {
            let n_events = match (files.find(strand), tails.get(strand)) {
                (Some(_), None) => return None,
                (_, Some(tail)) if tail.end.seq > *seq => return None,
                (_, Some(tail)) if tail.end.seq == *seq && tail.end.id == *digest => return None,
                (_, tail) => tail.map_or(0, |it| it.end.seq),
            };
            let words = if n_events == *seq {
                format!("its event {seq} is another one than this working copy has had")
            } else {
                format!("it ends at event {n_events}; this working copy has had {seq}")
            };
            Some(Finding::new(LEDGER_TRUNCATED, strand.file(), words))
        })
        .collect()
    }

    /// Says whether an event that is missing was the end of a strand that was here when git was at
    /// another commit.
    pub(crate) fn was_elsewhere(&self, id: &CharterId, event: &Digest) -> bool {
        let had: HadStrands = self.read_noted(&self.layout.had_strands(id)).unwrap_or_default();
        let git = self.copy.mark();
        had.strands.values().any(|(_, end, mark)| end == event && *mark != git)
    }

    /// Gives the last number that a strand is known to have reached here.
    pub(crate) fn known_seq(&self, id: &CharterId, strand: &StrandId) -> u64 {
        self.remembered(id).strands.get(strand).map_or(0, |it| it.0)
    }

    /// Forgets which strands were here: somebody said to go on without what is gone.
    pub(crate) fn forget_had(&self, id: &CharterId) {
        let _ = self.disk.remove_file(&self.layout.had_strands(id));
        let _ = self.disk.remove_file(&self.layout.own_strand(id));
    }

    fn read_noted<T: serde::de::DeserializeOwned>(&self, path: &std::path::Path) -> Option<T> {
        serde_json::from_slice(&self.disk.read(path).ok()?).ok()
    }

    fn local_identity(&self) -> Option<[u64; 2]> {
        self.disk.identity(&self.layout.local()).ok()
    }
}
