//! How a broken ledger is made whole again.
//!
//! Owns the plan: every event whose content matches its own hash is kept, in the order of its
//! number; what still links to the start keeps its line to the byte, what comes after a gap is
//! taken over under a new hash and says which event it was. Nothing is invented, and what proves
//! nothing is left out and counted. Must not know files: the old bytes are saved by the caller.

use crate::actor::Witness;
use crate::chain::Reader;
use crate::earlier::prefix_len;
use crate::event::{Draft, EventSum, Head, LedgerEvent, close_line, link, parse_line};
use crate::{Actor, CharterId, Digest, Timestamp};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A ledger made whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    pub text: Vec<u8>,
    /// How many events kept their line.
    pub kept: u64,
    /// How many were taken over under a new hash.
    pub carried: u64,
    /// How many events are gone: numbers up to the last known one that no sound line has.
    pub lost: u64,
}

/// What the repair writes about itself.
#[derive(Debug, Clone)]
pub struct Note {
    pub charter_id: CharterId,
    pub ts: Timestamp,
    pub witness: Witness,
    pub actor: Actor,
    /// Where the old ledger is, relative to the charter.
    pub saved_as: String,
    /// The ends that untouched derived files know of and the ledger does not reach.
    pub former_heads: Vec<Head>,
}

/// An event whose content is what its hash says.
struct Sound<'a> {
    seq: u64,
    prev: Digest,
    hash: Digest,
    line: &'a [u8],
}

#[must_use]
pub fn repair<B: EventSum>(bytes: &[u8], note: &Note) -> Repaired {
    let mut seen = BTreeSet::new();
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let sound = lines.filter_map(|line| read_sound::<B>(line, note));
    let mut sound: Vec<Sound<'_>> = sound.filter(|it| seen.insert(it.hash)).collect();
    sound.sort_by_key(|it| it.seq);
    let known_seq = note.former_heads.iter().map(|it| it.seq).max().unwrap_or(0);
    let lost = count_lost(&sound, known_seq);
    let before = bytes.get(..prefix_len(bytes)).unwrap_or_default();
    let (kept, rest) = split_linked::<B>(sound, before);
    // The lines of an earlier tool stand before our first event, or nowhere.
    let before = if kept.is_empty() { &[] } else { before };
    assemble::<B>(bytes, note, (before, &kept), &rest, lost)
}

fn read_sound<'a, B: EventSum>(line: &'a [u8], note: &Note) -> Option<Sound<'a>> {
    let event = parse_line::<B>(line).ok().filter(|it| it.charter_id == note.charter_id)?;
    Some(Sound { seq: event.seq, prev: event.prev, hash: event.hash, line })
}

fn count_lost(sound: &[Sound<'_>], known_seq: u64) -> u64 {
    let numbers: BTreeSet<u64> = sound.iter().map(|it| it.seq).collect();
    let last = numbers.last().copied().unwrap_or(0).max(known_seq);
    last.saturating_sub(numbers.len() as u64)
}

/// Lets the rules of a ledger say how far the events link from the start, whole writes only. Of
/// two events with one number the one that links is taken.
fn split_linked<'a, B: EventSum>(
    sound: Vec<Sound<'a>>,
    before: &[u8],
) -> (Vec<Sound<'a>>, Vec<Sound<'a>>) {
    let mut head = Head::START;
    let (mut linked, mut rest) = (Vec::new(), Vec::new());
    for event in sound {
        if Some(event.seq) == head.seq.checked_add(1) && event.prev == head.hash {
            head = Head { seq: event.seq, hash: event.hash };
            linked.push(event);
        } else {
            rest.push(event);
        }
    }
    let lines: Vec<u8> = linked.iter().flat_map(|it| [it.line, b"\n"].concat()).collect();
    let n_kept = Reader::<B>::new(&[before, &lines].concat(), Head::START).count();
    let mut cut = linked.split_off(n_kept);
    cut.append(&mut rest);
    cut.sort_by_key(|it| it.seq);
    (linked, cut)
}

fn assemble<B: EventSum>(
    bytes: &[u8],
    note: &Note,
    (before, kept): (&[u8], &[Sound<'_>]),
    rest: &[Sound<'_>],
    lost: u64,
) -> Repaired {
    let mut text = Vec::with_capacity(bytes.len());
    text.extend_from_slice(before);
    let mut head = Head::START;
    for event in kept {
        text.extend_from_slice(event.line);
        text.push(b'\n');
        head = Head { seq: event.seq, hash: event.hash };
    }
    let carried = rest.len() as u64;
    let body = LedgerEvent::LedgerRepaired {
        saved_as: note.saved_as.clone(),
        digest: Digest::of(bytes),
        lost,
        carried,
        former_heads: note.former_heads.iter().map(|it| it.hash).collect(),
    };
    let draft = Draft {
        ts: note.ts,
        charter_id: note.charter_id.clone(),
        actor: note.actor.clone(),
        witness: note.witness,
        body: B::from(body),
    };
    let (events, line) = link(head, &[draft]);
    text.extend_from_slice(line.as_bytes());
    if let Some(event) = events.last() {
        head = Head { seq: event.seq, hash: event.hash };
    }
    for event in rest {
        let line = carry(event, &mut head);
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    Repaired { text, kept: kept.len() as u64, carried, lost }
}

/// Gives an event a new place; the parts of a write that lost its neighbours stand alone.
fn carry(event: &Sound<'_>, head: &mut Head) -> String {
    let mut object: Map<String, Value> = serde_json::from_slice(event.line).unwrap_or_default();
    let seq = head.seq + 1;
    object.insert("seq".to_owned(), seq.into());
    object.shift_remove("part");
    object.shift_remove("parts");
    object.insert("carriedFrom".to_owned(), json!({ "seq": event.seq, "hash": event.hash }));
    let (hash, line) = close_line(object, head.hash);
    *head = Head { seq, hash };
    line
}
