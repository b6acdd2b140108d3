//! Evidence: what shows a criterion, and what it rests on.
//!
//! Owns what is recorded with evidence and what has to be observed to judge it later. Must not know
//! how files are read.

mod basis;
mod entry;
mod line_end;
mod record;
mod wanted;
mod watch;

pub use crate::event::Basis;
pub use crate::observed::Observed;
pub use basis::{digest_of, is_said};
pub use entry::{EvidenceEntry, SEGMENT_DEFAULT};
pub use line_end::{both_line_ends, line_end_forms, recorded_form};
pub use record::{
    Attachment, OUTPUT_FILE, TAPE_FILE, TRIAL_FILE, is_tape, record, rests_on_source,
};
pub use wanted::{Wanted, stays_inside, wanted};
pub use watch::{
    DEFAULT_WATCH, is_new_source, is_new_work, is_source, watch_digest, watch_key, watches_of,
    watches_of_record,
};
