//! Whether git has seen more of a ledger than is here.
//!
//! Owns the comparison: by events and not by files or lines, so that it does not matter by which commits, how
//! often and in which file an event came. What git has seen of a strand is never taken back, so that what is
//! not here is a loss or a change, unless a person gave it up. Must not know git: it is told what commits hold.

use crate::copy::{SeenIn, SeenStrand};
use crate::failure::Failure;
use crate::store::Store;
use charter_engine::State;
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::event::parse_line;
use charter_kernel::finding::{LEDGER_ELSEWHERE, LEDGER_REWRITTEN};
use charter_kernel::strand::{STRANDS_DIR, StrandEnd, StrandId};
use charter_kernel::{CharterId, Digest, Finding};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The events of a strand that commits hold and that are not here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LostStrand {
    /// Their ids, and whether the commit that is checked out follows one which holds them.
    pub(crate) ids: BTreeMap<Digest, SeenIn>,
    /// The last one of them.
    pub(crate) end: StrandEnd,
    /// What the commits hold that the one which is checked out follows.
    pub(crate) versions: Vec<Vec<u8>>,
}

/// What commits hold of a ledger and what is not here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LostStrands {
    pub(crate) strands: BTreeMap<StrandId, LostStrand>,
    /// Whether there was more to compare than is looked at.
    is_cut: bool,
}

impl Store {
    /// Says which strands commits hold otherwise than they are here; nothing where git cannot tell.
    pub fn find_rewritten(&self, id: &CharterId, state: &State) -> Result<Vec<Finding>, Failure> {
        Ok(self.lost_strands(id, state)?.findings())
    }

    /// Says which other branches hold events that are not here: they are not merged, or this one lost them
    /// before this working copy saw it.
    pub fn find_elsewhere(&self, id: &CharterId, state: &State) -> Result<Vec<Finding>, Failure> {
        let versions = self.copy.elsewhere(id, state.contract.base.as_deref());
        if versions.is_empty() {
            return Ok(Vec::new());
        }
        let here = self.events_here(id)?;
        let mut gone: BTreeMap<String, BTreeSet<Digest>> = BTreeMap::new();
        for (reference, strand, bytes) in versions {
            let events = events_of(id, &strand, &bytes).into_iter().map(|it| it.id);
            let lacking = events.filter(|it| !here.contains(it) && !state.given_up.contains(it));
            gone.entry(reference).or_default().extend(lacking);
        }
        let gone = gone.into_iter().filter(|(_, it)| !it.is_empty());
        let words = |(reference, ids): (String, BTreeSet<Digest>)| match ids.len() {
            1 => format!("{reference} holds 1 event that is not here: merge it"),
            n_events => format!("{reference} holds {n_events} events that are not here: merge it"),
        };
        Ok(gone.map(|it| Finding::new(LEDGER_ELSEWHERE, STRANDS_DIR, words(it))).collect())
    }

    fn events_here(&self, id: &CharterId) -> Result<HashSet<Digest>, Failure> {
        let mut here = HashSet::new();
        for entry in self.log(id)? {
            here.extend(entry?.event.names());
        }
        Ok(here)
    }

    /// Lists the events that commits since the charter began hold and that are not here.
    pub(crate) fn lost_strands(
        &self,
        id: &CharterId,
        state: &State,
    ) -> Result<LostStrands, Failure> {
        let seen = self.copy.seen(id, state.contract.base.as_deref());
        let mut lost = LostStrands { is_cut: seen.is_cut, ..LostStrands::default() };
        if seen.versions.is_empty() {
            return Ok(lost);
        }
        let here = self.events_here(id)?;
        for SeenStrand { strand, seen_in, bytes } in seen.versions {
            let is_gone =
                |it: &StrandEnd| !here.contains(&it.id) && !state.given_up.contains(&it.id);
            let events = events_of(id, &strand, &bytes);
            let gone: Vec<StrandEnd> = events.into_iter().filter(is_gone).collect();
            let Some(end) = gone.iter().max_by_key(|it| it.seq).cloned() else { continue };
            let known = lost.strands.entry(strand).or_insert_with(|| LostStrand {
                ids: BTreeMap::new(),
                end: end.clone(),
                versions: Vec::new(),
            });
            for event in gone {
                let known = known.ids.entry(event.id).or_insert(seen_in);
                *known = if seen_in == SeenIn::History { seen_in } else { *known };
            }
            if end.seq > known.end.seq {
                known.end = end;
            }
            if seen_in == SeenIn::History {
                known.versions.push(bytes);
            }
        }
        Ok(lost)
    }
}

impl LostStrands {
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let findings = self.strands.iter().map(|(strand, lost)| lost.finding(strand));
        let words = "commits hold too many versions of its files to compare all of them";
        let cut = self.is_cut.then(|| Finding::new(LEDGER_REWRITTEN, STRANDS_DIR, words));
        findings.chain(cut).collect()
    }
}

impl LostStrand {
    fn finding(&self, strand: &StrandId) -> Finding {
        let is_former = |it: &SeenIn| *it == SeenIn::Former;
        let of = if self.ids.values().all(is_former) {
            "this branch was at a commit with"
        } else {
            "commits hold"
        };
        let words = match self.ids.len() {
            1 => format!("{of} 1 event of it that is not here"),
            n_events => format!("{of} {n_events} events of it that are not here"),
        };
        Finding::new(LEDGER_REWRITTEN, strand.file(), words)
    }
}

/// Lists the events of a charter in a version of a strand.
pub(crate) fn events_of(id: &CharterId, strand: &StrandId, bytes: &[u8]) -> Vec<StrandEnd> {
    let lines = bytes.split(|it| *it == b'\n');
    let lines = lines.map(|it| it.strip_suffix(b"\r").unwrap_or(it));
    let events = lines.filter_map(|it| parse_line::<EventBody>(it).ok());
    let is_ours = |it: &CharterEvent| it.charter_id == *id && it.strand == *strand;
    events.filter(is_ours).map(|it| it.as_end()).collect()
}
