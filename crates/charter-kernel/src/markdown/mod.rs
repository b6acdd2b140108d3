//! Markdown as its author wrote it: bytes with places, an outline, and splices.
//!
//! Owns that reading is total and editing is lossless: an edit is a splice, so bytes outside it cannot
//! change. Must not know what a document is for.

mod contained;
mod edit;
mod outline;
mod source;
pub mod words;

pub use contained::contained;
pub use edit::{Splice, splice};
pub use outline::{Heading, Outline};
pub use source::{Source, Span};
