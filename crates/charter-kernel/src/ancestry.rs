//! Who had seen whom: the events of a ledger as a graph, while they are folded one after another.
//!
//! Owns the answer to "had whoever wrote this event seen that one". Events come in an order in which
//! each stands behind those that it follows. Most had seen everything before them, which takes one
//! number to remember; only where branches ran side by side a list per branch is kept. Must not know
//! what an event says.

use crate::Digest;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// How many events are looked for one by one.
const FEW: usize = 4;

/// Where an event stands in the order of all events, from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventPlace(pub u64);

/// What was folded so far.
#[derive(Debug, Clone, Default)]
pub struct Ancestry {
    /// How many events every event from here on has seen: those of a checkpoint.
    n_before: u64,
    /// The places of the events since, by the first half of their ids.
    by_id: HashMap<u128, u64>,
    /// The path and the past of each event since.
    entries: Vec<Entered>,
    /// The last event of each path. A path is a row of events of which each follows the one before.
    path_ends: Vec<u64>,
}

#[derive(Debug, Clone)]
struct Entered {
    path: u32,
    seen: SeenEvents,
}

/// What an event has seen: everything below a place, and of some paths more.
#[derive(Debug, Clone, Default)]
struct SeenEvents {
    below: u64,
    beyond: Arc<BTreeMap<u32, u64>>,
}

/// What one event had seen.
#[derive(Debug, Clone, Copy)]
pub struct Past<'a> {
    ancestry: &'a Ancestry,
    place: u64,
}

/// A state is what its events add up to; how they were told apart is no part of it.
impl PartialEq for Ancestry {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Ancestry {}

impl Ancestry {
    /// Takes in the next event, by its names and those that it follows. `n_events` came before it; `ends` are
    /// those that nothing follows, and become those that nothing follows then.
    pub fn enter(
        &mut self,
        n_events: u64,
        ends: &mut Vec<Digest>,
        names: &[Digest],
        parents: &[Digest],
    ) {
        if self.entries.is_empty() {
            self.n_before = n_events;
        }
        if parents.len() <= FEW {
            ends.retain(|it| !parents.contains(it));
        } else {
            let followed: std::collections::HashSet<&Digest> = parents.iter().collect();
            ends.retain(|it| !followed.contains(it));
        }
        let known: Vec<u64> =
            parents.iter().filter_map(|it| self.by_id.get(&key(it)).copied()).collect();
        let path = self.path_behind(&known, n_events);
        let seen = if ends.is_empty() {
            SeenEvents { below: n_events, ..SeenEvents::default() }
        } else {
            self.join(&known, path)
        };
        self.by_id.extend(names.iter().map(|it| (key(it), n_events)));
        self.entries.push(Entered { path, seen });
        ends.extend(names.first());
    }

    /// Gives what the event had seen that was taken in last.
    #[must_use]
    pub fn last(&self) -> Past<'_> {
        Past {
            ancestry: self,
            place: self.n_before + (self.entries.len() as u64).saturating_sub(1),
        }
    }

    /// Joins what some events had seen, and the events themselves, for one on a path: those before it
    /// there need not be listed.
    fn join(&self, parents: &[u64], own: u32) -> SeenEvents {
        let entries: Vec<(u64, &Entered)> =
            parents.iter().filter_map(|it| Some((*it, self.entry(*it)?))).collect();
        if let [(_, only)] = entries.as_slice()
            && only.path == own
        {
            return only.seen.clone();
        }
        let below = entries.iter().map(|(_, it)| it.seen.below).max().unwrap_or(0);
        let below = below.max(self.n_before);
        let mut beyond: BTreeMap<u32, u64> = BTreeMap::new();
        let mut add = |path: u32, place: u64| {
            if place >= below && path != own {
                let last = beyond.entry(path).or_insert(place);
                *last = place.max(*last);
            }
        };
        for (place, entry) in entries {
            entry.seen.beyond.iter().for_each(|(path, place)| add(*path, *place));
            add(entry.path, place);
        }
        SeenEvents { below, beyond: Arc::new(beyond) }
    }

    /// Lets an event go on a path that ends at one it follows, or begin one.
    fn path_behind(&mut self, parents: &[u64], place: u64) -> u32 {
        let ends_path = |it: &u64| {
            let path = self.entry(*it)?.path;
            (self.path_ends.get(path as usize) == Some(it)).then_some(path)
        };
        let path = parents.iter().find_map(ends_path).unwrap_or_else(|| {
            self.path_ends.push(place);
            u32::try_from(self.path_ends.len() - 1).unwrap_or(u32::MAX)
        });
        if let Some(end) = self.path_ends.get_mut(path as usize) {
            *end = place;
        }
        path
    }

    fn entry(&self, place: u64) -> Option<&Entered> {
        let idx = usize::try_from(place.checked_sub(self.n_before)?).ok()?;
        self.entries.get(idx)
    }
}

impl Past<'_> {
    pub(crate) fn place(&self) -> EventPlace {
        EventPlace(self.place)
    }

    /// Tells whether an event was seen; none has seen itself.
    pub(crate) fn has(&self, EventPlace(other): EventPlace) -> bool {
        let Some(entry) = self.ancestry.entry(self.place) else { return other < self.place };
        let is_on_path = || {
            let path = self.ancestry.entry(other)?.path;
            let on_own = path == entry.path && other < self.place;
            Some(on_own || entry.seen.beyond.get(&path).is_some_and(|last| other <= *last))
        };
        other < entry.seen.below || is_on_path().unwrap_or(false)
    }
}

fn key(id: &Digest) -> u128 {
    let (first, _) = id.as_bytes().split_at(16);
    u128::from_le_bytes(first.try_into().unwrap_or_default())
}
