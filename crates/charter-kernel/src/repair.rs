//! What can be saved of a strand that is broken.
//!
//! Owns the plan: every event whose content matches its own id is kept. What still links to the start
//! stays where it is, to the byte; what comes after a gap is taken over into another strand, in the order
//! of its number, follows what it followed and says which event it was. Nothing is invented, and what
//! proves nothing is left out and counted. Must not know files: the old bytes are saved by the caller.

use crate::chain::Reader;
use crate::earlier::prefix_len;
use crate::event::{EventSum, close_line, parse_line, place_line};
use crate::strand::{StrandEnd, StrandId};
use crate::{CharterId, Digest};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What a broken strand still holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvage {
    /// How many bytes at its start link to each other.
    pub n_bytes: usize,
    /// How many events are in them.
    pub kept: u64,
    /// How many events are gone: numbers up to the last known one that no sound line has.
    pub lost: u64,
    rest: Vec<Sound>,
    /// The event that the rest follows: the last one that was kept, or the one before it where the rest
    /// stands beside what was kept, so that neither had seen the other.
    end: Digest,
}

/// An event whose content is what its id says.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sound {
    seq: u64,
    id: Digest,
    prev: Digest,
    after: Vec<Digest>,
    line: Vec<u8>,
}

impl Salvage {
    /// Looks through a strand of a charter that is known to have reached a number. What was taken over
    /// before is not taken over again.
    #[must_use]
    pub fn of<B: EventSum>(
        strand: &StrandId,
        bytes: &[u8],
        charter_id: &CharterId,
        (known_seq, taken_over): (u64, &BTreeSet<Digest>),
    ) -> Self {
        let mut reader = Reader::<B>::new(bytes, StrandEnd::start(strand.clone()));
        let (mut kept, mut seen) = (Vec::new(), BTreeSet::new());
        for event in reader.by_ref() {
            seen.insert(event.id);
            kept.push((event.seq, event.id));
        }
        // The lines of an earlier tool stand before the first event, whatever is behind them.
        let n_earlier = if strand.is_zero() { prefix_len(bytes) } else { 0 };
        let n_bytes = reader.end().max(n_earlier);
        let lines = bytes.get(n_bytes..).unwrap_or_default().split(|byte| *byte == b'\n');
        let sound = lines.filter_map(|line| read_sound::<B>(line, strand, charter_id));
        let mut sound: Vec<Sound> = sound.filter(|it| seen.insert(it.id)).collect();
        sound.sort_by_key(|it| it.seq);
        let numbers: BTreeSet<u64> =
            kept.iter().map(|it| it.0).chain(sound.iter().map(|it| it.seq)).collect();
        let last = numbers.last().copied().unwrap_or(0).max(known_seq);
        sound.retain(|it| !taken_over.contains(&it.id));
        let last_kept = kept.last().map_or((0, Digest::ZERO), |it| *it);
        let end = match sound.first() {
            Some(first) if first.seq <= last_kept.0 => first.prev,
            Some(_) | None => last_kept.1,
        };
        Self {
            n_bytes,
            kept: kept.len() as u64,
            lost: last.saturating_sub(numbers.len() as u64),
            rest: sound,
            end,
        }
    }

    /// Counts the events that have to be taken over.
    #[must_use]
    pub fn n_carried(&self) -> u64 {
        self.rest.len() as u64
    }

    /// Gives the lines that take the rest over behind the end of another strand, which moves on.
    #[must_use]
    pub fn carry(&self, end: &mut StrandEnd) -> String {
        let mut lines = String::new();
        let mut before = self.end;
        for event in &self.rest {
            let mut after = event.after.clone();
            if before != Digest::ZERO {
                after.push(before);
            }
            before = Digest::ZERO;
            lines.push_str(&carry(event, &after, end));
            lines.push('\n');
        }
        lines
    }
}

fn read_sound<B: EventSum>(
    line: &[u8],
    strand: &StrandId,
    charter_id: &CharterId,
) -> Option<Sound> {
    let event = parse_line::<B>(line).ok()?;
    let is_ours = event.charter_id == *charter_id && event.strand == *strand;
    let (seq, id, prev, after) = (event.seq, event.id, event.prev, event.after);
    is_ours.then(|| Sound { seq, id, prev, after, line: line.to_vec() })
}

/// Gives an event a new place; the parts of a write that lost its neighbours stand alone.
fn carry(event: &Sound, after: &[Digest], end: &mut StrandEnd) -> String {
    let mut object: Map<String, Value> = serde_json::from_slice(&event.line).unwrap_or_default();
    for key in ["part", "parts", "hash", "prev", "strand", "seq", "after"] {
        object.shift_remove(key);
    }
    object.insert("v".to_owned(), crate::event::VERSION.into());
    place_line(&mut object, end, after);
    object.insert("carriedFrom".to_owned(), json!({ "seq": event.seq, "id": event.id }));
    let (id, line) = close_line(object);
    *end = StrandEnd { strand: end.strand.clone(), seq: end.seq + 1, id };
    line
}
