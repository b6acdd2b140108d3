//! The deep interview, driven: needs out to users and minds, fulfilments back into the ledger.
//!
//! Owns nothing itself: this is the table of contents.

mod begin;
mod drive;
mod model;
mod parts;
mod reply;
mod stand;
mod survey;
mod think;

pub(crate) use begin::DeepBegun;
pub use begin::DeepOptions;
pub(crate) use drive::deep_on;
pub use parts::{deferral_of, edition_of, parts_of};
pub(crate) use reply::NO_SKIP;
pub use reply::{Handed, content_of, parse_deep_replies};
pub use stand::{BillReport, DeepStand};
