//! What happened, as the ledger keeps it.
//!
//! One event is one JSON object on one line of `events.jsonl`:
//!
//! ```text
//! {"seq":1,"ts":"…Z","type":"charter_created","charterId":"…","actor":"person:Ada","v":1,
//!  …payload…,"prev":"<64 hex>","hash":"<64 hex>"}
//! ```
//!
//! `hash` is BLAKE3 over the canonical JSON (RFC 8785) of the object without `hash`; `prev` is the
//! hash of the event before, zeros at the start. `part` and `parts` number the events of one write
//! that belong together; `clock` is there when the time was fixed by the caller; `carriedFrom` names
//! the event that a repair took over. Readers ignore keys they do not know and refuse to write
//! behind a `type` or a `v` they do not know, so old and new versions can share a ledger.
//!
//! Must not know files or what follows from an event.

mod ledger;
mod line;
mod strict;

pub use ledger::{EventSum, LedgerEvent};
pub(crate) use line::close_line;
pub use line::{
    Draft, Event, EventStamp, Head, LineProblem, Part, Payload, VERSION, link, parse_line,
};
