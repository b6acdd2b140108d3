//! The envelope of an event and its line.
//!
//! Owns the order of keys, the hash and what a line must have to be an event. Must not know what a
//! payload means.

use super::{EventSum, strict};
use crate::actor::{Actor, Witness};
use crate::{CharterId, Digest, Timestamp, canonical};
use serde_json::{Map, Value};

/// The version of the envelope that this tool writes.
pub const VERSION: u64 = 1;

/// The keys that belong to the envelope; `type` is read together with the payload.
const ENVELOPE: [&str; 11] = [
    "seq",
    "ts",
    "charterId",
    "actor",
    "v",
    "clock",
    "part",
    "parts",
    "carriedFrom",
    "prev",
    "hash",
];

/// The end of a ledger: the number and the hash of its last event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub seq: u64,
    pub hash: Digest,
}

impl Head {
    /// The head of a ledger without events.
    pub const START: Self = Self { seq: 0, hash: Digest::ZERO };
}

/// The place of an event among those written together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    pub number: u64,
    pub of: u64,
}

/// What an event says, as far as this version understands it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload<B> {
    /// A kind that this version knows.
    Known(B),
    /// A kind of a later version, by its type.
    Unknown(String),
}

/// An event that stands in a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<B> {
    /// Its number, from 1.
    pub seq: u64,
    pub ts: Timestamp,
    pub charter_id: CharterId,
    pub actor: Actor,
    pub witness: Witness,
    /// Its place in a write of several.
    pub part: Option<Part>,
    pub payload: Payload<B>,
    /// The hash of the event before.
    pub prev: Digest,
    pub hash: Digest,
}

/// When an event was, who asked for it and in which charter: what a feature's fold may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventStamp<'a> {
    pub ts: Timestamp,
    pub charter_id: &'a CharterId,
    pub actor: &'a Actor,
}

impl<B> Event<B> {
    #[must_use]
    pub fn stamp(&self) -> EventStamp<'_> {
        EventStamp { ts: self.ts, charter_id: &self.charter_id, actor: &self.actor }
    }
}

/// An event before it has a place in the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft<B> {
    pub ts: Timestamp,
    pub charter_id: CharterId,
    pub actor: Actor,
    pub witness: Witness,
    pub body: B,
}

/// Why a line is not an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineProblem {
    /// It is not a JSON object with the keys of an event.
    #[error("{0}")]
    NotAnEvent(String),
    /// Its content is not what its hash says.
    #[error("its hash says {stated}, its content hashes to {actual}")]
    Hash {
        /// The first digits of the hash in the line.
        stated: String,
        /// The first digits of the hash of its content.
        actual: String,
    },
}

/// Gives drafts their place behind a head: events and the lines to write, together.
#[must_use]
pub fn link<B: EventSum>(head: Head, drafts: &[Draft<B>]) -> (Vec<Event<B>>, String) {
    let of = drafts.len() as u64;
    let mut head = head;
    let mut events = Vec::with_capacity(drafts.len());
    let mut lines = String::new();
    for (number, draft) in (1..).zip(drafts) {
        let part = (of > 1).then_some(Part { number, of });
        let (event, line) = link_one(head, draft, part);
        head = Head { seq: event.seq, hash: event.hash };
        events.push(event);
        lines.push_str(&line);
        lines.push('\n');
    }
    (events, lines)
}

fn link_one<B: EventSum>(head: Head, draft: &Draft<B>, part: Option<Part>) -> (Event<B>, String) {
    let seq = head.seq + 1;
    let mut payload = payload_of(&draft.body);
    let mut line = Map::new();
    line.insert("seq".to_owned(), seq.into());
    line.insert("ts".to_owned(), draft.ts.to_string().into());
    line.insert("type".to_owned(), payload.shift_remove("type").unwrap_or_default());
    line.insert("charterId".to_owned(), draft.charter_id.as_str().into());
    line.insert("actor".to_owned(), draft.actor.to_string().into());
    line.insert("v".to_owned(), VERSION.into());
    if draft.witness == Witness::Fixed {
        line.insert("clock".to_owned(), "fixed".into());
    }
    if let Some(part) = part {
        line.insert("part".to_owned(), part.number.into());
        line.insert("parts".to_owned(), part.of.into());
    }
    line.append(&mut payload);
    let (hash, line) = close_line(line, head.hash);
    let event = Event {
        seq,
        ts: draft.ts,
        charter_id: draft.charter_id.clone(),
        actor: draft.actor.clone(),
        witness: draft.witness,
        part,
        payload: Payload::Known(draft.body.clone()),
        prev: head.hash,
        hash,
    };
    (event, line)
}

/// Puts `prev` and `hash` at the end of a line's object and renders it.
pub(crate) fn close_line(mut line: Map<String, Value>, prev: Digest) -> (Digest, String) {
    line.shift_remove("prev");
    line.shift_remove("hash");
    line.insert("prev".to_owned(), prev.to_string().into());
    let mut value = Value::Object(line);
    let hash = Digest::of(&canonical::render(&value));
    if let Value::Object(line) = &mut value {
        line.insert("hash".to_owned(), hash.to_string().into());
    }
    (hash, value.to_string())
}

fn payload_of<B: EventSum>(body: &B) -> Map<String, Value> {
    match serde_json::to_value(body) {
        Ok(Value::Object(map)) => map,
        // A tagged enum of plain fields always serialises to an object.
        Ok(_) | Err(_) => Map::new(),
    }
}

/// Reads one line and checks its content against its own hash.
pub fn parse_line<B: EventSum>(line: &[u8]) -> Result<Event<B>, LineProblem> {
    let value = strict::parse(line)
        .map_err(|err| LineProblem::NotAnEvent(format!("it is not plain JSON: {err}")))?;
    let actual = Digest::of(&canonical::render_without(&value, "hash"));
    let Value::Object(object) = value else {
        return Err(LineProblem::NotAnEvent("it is not a JSON object".to_owned()));
    };
    let event = read_envelope(object)?;
    if event.hash == actual {
        Ok(event)
    } else {
        Err(LineProblem::Hash { stated: event.hash.short(), actual: actual.short() })
    }
}

fn read_part(object: &Map<String, Value>) -> Result<Option<Part>, LineProblem> {
    if !object.contains_key("part") && !object.contains_key("parts") {
        return Ok(None);
    }
    let number = |key: &str| object.get(key).and_then(Value::as_u64);
    match (number("part"), number("parts")) {
        (Some(number), Some(of)) if 1 <= number && number <= of => Ok(Some(Part { number, of })),
        _ => Err(LineProblem::NotAnEvent("it has no valid `part`".to_owned())),
    }
}

fn read_envelope<B: EventSum>(mut object: Map<String, Value>) -> Result<Event<B>, LineProblem> {
    let missing = |key: &str| LineProblem::NotAnEvent(format!("it has no valid `{key}`"));
    let text = |key: &str| object.get(key).and_then(Value::as_str).ok_or_else(|| missing(key));
    let number = |key: &str| object.get(key).and_then(Value::as_u64);
    let seq = number("seq").ok_or_else(|| missing("seq"))?;
    let ts = Timestamp::parse(text("ts")?).map_err(|_| missing("ts"))?;
    let charter_id = CharterId::parse(text("charterId")?).map_err(|_| missing("charterId"))?;
    let actor = Actor::parse(text("actor")?);
    let kind = text("type")?.to_owned();
    let prev = Digest::parse(text("prev")?).ok_or_else(|| missing("prev"))?;
    let hash = Digest::parse(text("hash")?).ok_or_else(|| missing("hash"))?;
    let version = number("v").ok_or_else(|| missing("v"))?;
    let witness = if object.contains_key("clock") { Witness::Fixed } else { Witness::Clock };
    let part = read_part(&object)?;
    for key in ENVELOPE {
        object.shift_remove(key);
    }
    let payload = if version > VERSION {
        Payload::Unknown(kind)
    } else {
        B::read(Value::Object(object)).map_or(Payload::Unknown(kind), Payload::Known)
    };
    Ok(Event { seq, ts, charter_id, actor, witness, part, payload, prev, hash })
}
