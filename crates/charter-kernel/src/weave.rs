//! The events of several strands in one order.
//!
//! Owns the order: each event behind those that it follows, and where that leaves a choice the earlier
//! time first, then the smaller id. So the same set of events comes in the same order everywhere,
//! whichever strand they stand in. Events are held one per strand. Must not know files.

use crate::event::EventSum;
use crate::strand::StrandId;
use crate::{Digest, Timestamp, chain::Linked};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// A strand that is read from its start.
pub trait ReadStrand<B> {
    /// Why it cannot be read.
    type Failure;

    /// Gives the next event with its line.
    fn next_event(&mut self) -> Result<Option<Linked<B>>, Self::Failure>;

    /// Lists the names of all its events, read or not.
    fn list_ids(&self) -> Result<Vec<Digest>, Self::Failure>;
}

/// An event that another one follows, and that is in no strand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    pub id: Digest,
    /// The strand and the number of an event that follows it.
    pub named_by: (StrandId, u64),
}

/// Strands that are read together.
#[derive(Debug)]
pub struct Weave<B, R> {
    strands: Vec<R>,
    /// The next event of each strand that is not over.
    heads: Vec<Option<Linked<B>>>,
    /// The strands whose next event can come.
    ready: BinaryHeap<Reverse<(Timestamp, Digest, usize)>>,
    /// The strands whose next event waits for another one.
    waiting: HashMap<Digest, Vec<usize>>,
    n_waiting: usize,
    came: HashSet<Digest>,
    /// Every id there is, once something waits in vain.
    known: Option<HashSet<Digest>>,
    missing: Vec<Missing>,
    is_begun: bool,
}

impl<B: EventSum, R: ReadStrand<B>> Weave<B, R> {
    #[must_use]
    pub fn new(strands: Vec<R>) -> Self {
        Self {
            heads: strands.iter().map(|_| None).collect(),
            strands,
            ready: BinaryHeap::new(),
            waiting: HashMap::new(),
            n_waiting: 0,
            came: HashSet::new(),
            known: None,
            missing: Vec::new(),
            is_begun: false,
        }
    }

    /// Starts behind events that came before.
    #[must_use]
    pub fn behind(mut self, came: &[Digest]) -> Self {
        self.came.extend(came);
        self
    }

    /// Gives the next event with its line.
    pub fn next_event(&mut self) -> Result<Option<Linked<B>>, R::Failure> {
        if self.strands.len() == 1 && self.came.is_empty() {
            return self.next_of_one();
        }
        if !std::mem::replace(&mut self.is_begun, true) {
            for idx in 0..self.strands.len() {
                self.advance(idx)?;
            }
        }
        if self.ready.is_empty() && self.n_waiting > 0 {
            self.look_for_all()?;
        }
        let Some(Reverse((_, _, idx))) = self.ready.pop() else { return Ok(None) };
        let linked = self.heads.get_mut(idx).and_then(Option::take);
        if let Some(linked) = &linked {
            self.came.extend(linked.event.names());
            self.advance(idx)?;
            for name in linked.event.names() {
                for waiting in self.waiting.remove(&name).unwrap_or_default() {
                    self.n_waiting -= 1;
                    self.weigh(waiting);
                }
            }
        }
        Ok(linked)
    }

    /// Lists the events that others follow and that are nowhere, once every event came out.
    #[must_use]
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// Gives the strands back.
    #[must_use]
    pub fn into_strands(self) -> Vec<R> {
        self.strands
    }

    /// One strand has its own order. What it follows elsewhere is not there.
    fn next_of_one(&mut self) -> Result<Option<Linked<B>>, R::Failure> {
        let Some(strand) = self.strands.first_mut() else { return Ok(None) };
        let linked = strand.next_event()?;
        if let Some(linked) = &linked {
            let event = &linked.event;
            let named_by = (event.strand.clone(), event.seq);
            let missing = |id: &Digest| Missing { id: *id, named_by: named_by.clone() };
            self.missing.extend(event.after.iter().map(missing));
        }
        Ok(linked)
    }

    fn advance(&mut self, idx: usize) -> Result<(), R::Failure> {
        let next = match self.strands.get_mut(idx) {
            Some(strand) => strand.next_event()?,
            None => None,
        };
        let is_there = next.is_some();
        if let Some(head) = self.heads.get_mut(idx) {
            *head = next;
        }
        if is_there {
            self.weigh(idx);
        }
        Ok(())
    }

    /// Puts a strand where it belongs: among the ready, or to the first event that it waits for.
    fn weigh(&mut self, idx: usize) {
        let Some(Some(linked)) = self.heads.get(idx) else { return };
        let event = &linked.event;
        let is_known = |id: &Digest| self.known.as_ref().is_none_or(|it| it.contains(id));
        // The event before it in its own strand came before it.
        let blocks = |id: &&Digest| !self.came.contains(*id) && is_known(id);
        match event.after.iter().find(blocks) {
            Some(id) => {
                self.waiting.entry(*id).or_default().push(idx);
                self.n_waiting += 1;
            }
            None => {
                let named_by = (event.strand.clone(), event.seq);
                let gone = event.after.iter().filter(|it| !self.came.contains(*it));
                let missing = |id: &Digest| Missing { id: *id, named_by: named_by.clone() };
                self.missing.extend(gone.map(missing));
                self.ready.push(Reverse((event.ts, event.id, idx)));
            }
        }
    }

    /// Every strand waits: for what is nowhere, or behind one that does.
    fn look_for_all(&mut self) -> Result<(), R::Failure> {
        let is_second = self.known.is_some();
        let mut known: HashSet<Digest> = HashSet::new();
        // An event cannot follow itself, since its id is made of what it follows; were it so all the
        // same, nobody is waited for.
        if !is_second {
            for strand in &self.strands {
                known.extend(strand.list_ids()?);
            }
        }
        self.known = Some(known);
        let waiting: Vec<usize> = self.waiting.drain().flat_map(|(_, it)| it).collect();
        self.n_waiting = 0;
        waiting.into_iter().for_each(|idx| self.weigh(idx));
        Ok(())
    }
}
