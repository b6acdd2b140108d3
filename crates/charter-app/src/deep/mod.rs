//! The deep interview, driven: needs out to users and minds, fulfilments back into the ledger.
//!
//! Owns nothing itself: this is the table of contents.

mod begin;
mod drive;
mod reply;
mod stand;
mod survey;
mod think;

pub use begin::DeepOptions;
pub use reply::{DeepReply, content_of, deferral_of, edition_of, parse_deep_replies, parts_of};
pub use stand::{BillReport, DeepStand};
