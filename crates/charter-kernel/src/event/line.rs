//! The envelope of an event and its line.
//!
//! Owns the order of keys, the hash and what a line must have to be an event. Must not know what a
//! payload means.

use super::{EventSum, strict};
use crate::actor::{Actor, Witness};
use crate::ancestry::{EventPlace, Past};
use crate::strand::{StrandEnd, StrandId};
use crate::{CharterId, Digest, Timestamp, canonical};
use serde_json::{Map, Value};

/// The version of the envelope that this tool writes.
pub const VERSION: u64 = 2;

/// The version that had one file for all, and `hash` in the place of `id`.
const CHAINED: u64 = 1;

/// The most events that one may follow.
pub const AFTER_MAX: usize = 100_000;

/// The keys that belong to the envelope; `type` is read together with the payload.
const ENVELOPE: [&str; 14] = [
    "v",
    "id",
    "strand",
    "seq",
    "prev",
    "after",
    "ts",
    "charterId",
    "actor",
    "clock",
    "part",
    "parts",
    "carriedFrom",
    "hash",
];

/// The end of a ledger: how many events it has, and the last one's id. Where several are last, since
/// branches came together, it is the digest of all their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub seq: u64,
    pub hash: Digest,
}

impl Head {
    /// The head of a ledger without events.
    pub const START: Self = Self { seq: 0, hash: Digest::ZERO };

    /// Gives the head of a ledger with so many events, of which no other follows some.
    #[must_use]
    pub fn of(n_events: u64, ends: &[Digest]) -> Self {
        let hash = match ends {
            [] => Digest::ZERO,
            [only] => *only,
            several => {
                let mut ids: Vec<&Digest> = several.iter().collect();
                ids.sort_unstable();
                Digest::of(&ids.iter().flat_map(|it| *it.as_bytes()).collect::<Vec<u8>>())
            }
        };
        Self { seq: n_events, hash }
    }
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
    /// BLAKE3 over everything else that its line says.
    pub id: Digest,
    /// The file that it stands in.
    pub strand: StrandId,
    /// Its number there, from 1.
    pub seq: u64,
    /// The event before it there.
    pub prev: Digest,
    /// The events of other strands that nothing followed when it was written.
    pub after: Vec<Digest>,
    /// The event that it stands for, which a repair took over.
    pub carried_from: Option<Digest>,
    pub ts: Timestamp,
    pub charter_id: CharterId,
    pub actor: Actor,
    pub witness: Witness,
    /// Its place in a write of several.
    pub part: Option<Part>,
    pub payload: Payload<B>,
}

/// When an event was, who asked for it and in which charter, and what it had seen: what a feature's
/// fold may look at.
#[derive(Debug, Clone, Copy)]
pub struct EventStamp<'a> {
    pub id: Digest,
    pub ts: Timestamp,
    pub charter_id: &'a CharterId,
    pub actor: &'a Actor,
    pub past: Past<'a>,
}

impl EventStamp<'_> {
    /// Gives where the event stands among all of them.
    #[must_use]
    pub fn place(&self) -> EventPlace {
        self.past.place()
    }

    /// Tells whether whoever wrote the event had seen another one.
    #[must_use]
    pub fn has_seen(&self, place: EventPlace) -> bool {
        self.past.has(place)
    }
}

impl<B> Event<B> {
    #[must_use]
    pub fn stamp<'a>(&'a self, past: Past<'a>) -> EventStamp<'a> {
        let Self { id, ts, charter_id, actor, .. } = self;
        EventStamp { id: *id, ts: *ts, charter_id, actor, past }
    }

    /// Lists the names that others may follow it by: its own, and that of the event it stands for.
    pub fn names(&self) -> impl Iterator<Item = Digest> {
        std::iter::once(self.id).chain(self.carried_from)
    }

    /// Lists the events that it follows.
    pub fn parents(&self) -> impl Iterator<Item = &Digest> {
        std::iter::once(&self.prev).filter(|it| **it != Digest::ZERO).chain(&self.after)
    }

    /// Gives the end of its strand where it is the last one.
    #[must_use]
    pub fn as_end(&self) -> StrandEnd {
        StrandEnd { strand: self.strand.clone(), seq: self.seq, id: self.id }
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

/// Gives drafts their place behind the end of a strand: events and the lines to write, together. The
/// first follows the events `after` of other strands.
#[must_use]
pub fn link<B: EventSum>(
    end: &StrandEnd,
    after: &[Digest],
    drafts: &[Draft<B>],
) -> (Vec<Event<B>>, String) {
    let of = drafts.len() as u64;
    let mut end = end.clone();
    let mut after = after.to_vec();
    let mut events = Vec::with_capacity(drafts.len());
    let mut lines = String::new();
    for (number, draft) in (1..).zip(drafts) {
        let part = (of > 1).then_some(Part { number, of });
        let (event, line) = link_one(&end, std::mem::take(&mut after), draft, part);
        end = event.as_end();
        events.push(event);
        lines.push_str(&line);
        lines.push('\n');
    }
    (events, lines)
}

fn link_one<B: EventSum>(
    end: &StrandEnd,
    after: Vec<Digest>,
    draft: &Draft<B>,
    part: Option<Part>,
) -> (Event<B>, String) {
    let seq = end.seq + 1;
    let mut payload = payload_of(&draft.body);
    let mut line = Map::new();
    line.insert("v".to_owned(), VERSION.into());
    place_line(&mut line, end, &after);
    line.insert("ts".to_owned(), draft.ts.to_string().into());
    line.insert("type".to_owned(), payload.shift_remove("type").unwrap_or_default());
    line.insert("charterId".to_owned(), draft.charter_id.as_str().into());
    line.insert("actor".to_owned(), draft.actor.to_string().into());
    if draft.witness == Witness::Fixed {
        line.insert("clock".to_owned(), "fixed".into());
    }
    if let Some(part) = part {
        line.insert("part".to_owned(), part.number.into());
        line.insert("parts".to_owned(), part.of.into());
    }
    line.append(&mut payload);
    let (id, line) = close_line(line);
    let event = Event {
        id,
        strand: end.strand.clone(),
        seq,
        prev: end.id,
        after,
        carried_from: None,
        ts: draft.ts,
        charter_id: draft.charter_id.clone(),
        actor: draft.actor.clone(),
        witness: draft.witness,
        part,
        payload: Payload::Known(draft.body.clone()),
    };
    (event, line)
}

/// Puts the place of an event behind the end of a strand into its line.
pub(crate) fn place_line(line: &mut Map<String, Value>, end: &StrandEnd, after: &[Digest]) {
    line.insert("strand".to_owned(), end.strand.as_str().into());
    line.insert("seq".to_owned(), (end.seq + 1).into());
    line.insert("prev".to_owned(), end.id.to_string().into());
    let after: Vec<String> = after.iter().map(ToString::to_string).collect();
    line.insert("after".to_owned(), after.into());
}

/// Puts the id of a line's object behind its version and renders it.
pub(crate) fn close_line(mut line: Map<String, Value>) -> (Digest, String) {
    line.shift_remove("id");
    let mut value = Value::Object(line);
    let id = Digest::of(&canonical::render(&value));
    if let Value::Object(line) = &mut value {
        line.shift_insert(1.min(line.len()), "id".to_owned(), id.to_string().into());
    }
    (id, value.to_string())
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
    let is_chained = value.get("v").and_then(Value::as_u64) == Some(CHAINED);
    let id_key = if is_chained { "hash" } else { "id" };
    let actual = Digest::of(&canonical::render_without(&value, id_key));
    let Value::Object(object) = value else {
        return Err(LineProblem::NotAnEvent("it is not a JSON object".to_owned()));
    };
    let event = read_envelope(object, id_key)?;
    if event.id == actual {
        Ok(event)
    } else {
        Err(LineProblem::Hash { stated: event.id.short(), actual: actual.short() })
    }
}

/// Reads where an event stands; one of the first format stands in the file that had them all.
fn read_place(
    object: &Map<String, Value>,
    is_chained: bool,
) -> Result<(StrandId, Vec<Digest>), LineProblem> {
    if is_chained {
        return Ok((StrandId::zero(), Vec::new()));
    }
    let missing = |key: &str| LineProblem::NotAnEvent(format!("it has no valid `{key}`"));
    let strand = object.get("strand").and_then(Value::as_str).and_then(StrandId::parse);
    let strand = strand.filter(|it| !it.is_zero()).ok_or_else(|| missing("strand"))?;
    let after = object.get("after").and_then(Value::as_array).ok_or_else(|| missing("after"))?;
    if after.len() > AFTER_MAX {
        return Err(LineProblem::NotAnEvent(format!("it follows more than {AFTER_MAX} events")));
    }
    let ids = after.iter().map(|it| it.as_str().and_then(Digest::parse));
    let after = ids.collect::<Option<Vec<Digest>>>().ok_or_else(|| missing("after"))?;
    Ok((strand, after))
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

fn read_envelope<B: EventSum>(
    mut object: Map<String, Value>,
    id_key: &str,
) -> Result<Event<B>, LineProblem> {
    let missing = |key: &str| LineProblem::NotAnEvent(format!("it has no valid `{key}`"));
    let text = |key: &str| object.get(key).and_then(Value::as_str).ok_or_else(|| missing(key));
    let number = |key: &str| object.get(key).and_then(Value::as_u64);
    let seq = number("seq").ok_or_else(|| missing("seq"))?;
    let ts = Timestamp::parse(text("ts")?).map_err(|_| missing("ts"))?;
    let charter_id = CharterId::parse(text("charterId")?).map_err(|_| missing("charterId"))?;
    let actor = Actor::parse(text("actor")?);
    let kind = text("type")?.to_owned();
    let prev = Digest::parse(text("prev")?).ok_or_else(|| missing("prev"))?;
    let id = Digest::parse(text(id_key)?).ok_or_else(|| missing(id_key))?;
    let version = number("v").ok_or_else(|| missing("v"))?;
    let witness = if object.contains_key("clock") { Witness::Fixed } else { Witness::Clock };
    let part = read_part(&object)?;
    let (strand, after) = read_place(&object, version == CHAINED)?;
    let carried = object.get("carriedFrom").and_then(|it| it.get("id").or_else(|| it.get("hash")));
    let carried_from = carried.and_then(Value::as_str).and_then(Digest::parse);
    // In the first format `id` was the payload's.
    for key in ENVELOPE.into_iter().filter(|it| *it != "id" || id_key == "id") {
        object.shift_remove(key);
    }
    let payload = if version > VERSION {
        Payload::Unknown(kind)
    } else {
        B::read(Value::Object(object)).map_or(Payload::Unknown(kind), Payload::Known)
    };
    Ok(Event {
        id,
        strand,
        seq,
        prev,
        after,
        carried_from,
        ts,
        charter_id,
        actor,
        witness,
        part,
        payload,
    })
}
