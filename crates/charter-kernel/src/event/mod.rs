//! What happened, as the ledger keeps it.
//!
//! One event is one JSON object on one line of a strand, `ledger/<strand>.jsonl`:
//!
//! ```text
//! {"v":2,"id":"<64 hex>","strand":"k3f9…","seq":1,"prev":"<64 hex>","after":["<64 hex>"],
//!  "ts":"…Z","type":"charter_created","charterId":"…","actor":"person:Ada",…payload…}
//! ```
//!
//! `id` is BLAKE3 over the canonical JSON (RFC 8785) of the object without `id`; `prev` is the id of
//! the event before it in its strand, zeros at the start; `after` are the events of other strands that
//! nothing followed when it was written. `part` and `parts` number the events of one write
//! that belong together; `clock` is there when the time was fixed by the caller; `carriedFrom` names
//! the event that a repair took over. Version 1 had one file, `events.jsonl`, with `hash` in the place of
//! `id` and neither `strand` nor `after`; it is read as it is. Readers ignore keys they do not know and
//! refuse to write behind a `type` or a `v` they do not know, so old and new versions can share a ledger.
//!
//! Must not know files or what follows from an event.

mod ledger;
mod line;
mod strict;

pub use ledger::{EventSum, LedgerEvent};
pub use line::{
    AFTER_MAX, Draft, Event, EventStamp, Head, LineProblem, Part, Payload, VERSION, link,
    parse_line,
};
pub(crate) use line::{close_line, place_line};
