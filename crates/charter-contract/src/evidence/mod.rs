//! Evidence: what shows a criterion, and what it rests on.
//!
//! Owns what is recorded with evidence and what has to be observed to judge it later. Must not know
//! how files are read.

mod basis;
mod entry;
mod observed;
mod record;

pub use basis::is_said;
pub use basis::{Basis, DEFAULT_WATCH, digest_of, same_text, watches_of};
pub use entry::{Entry, SEGMENT_DEFAULT};
pub use observed::{
    Observed, Wanted, is_new_source, is_new_work, is_source, stays_inside, wanted, watch_digest,
    watch_key,
};
pub use record::{
    Attachment, OUTPUT_FILE, RunDir, TAPE_FILE, TRIAL_FILE, is_tape, record, rests_on_source,
};
