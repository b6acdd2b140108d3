//! The documents that people write: charter.md, criteria.md, REPORT.md.
//!
//! Owns the Markdown grammar. Parsing is total: any bytes give a value and findings. Editing is
//! lossless: an edit is a splice, so bytes outside it cannot change. Must not know events.

mod charter;
mod contained;
mod criteria;
mod edit;
mod heading;
mod outline;
mod phrase;
mod report;
mod source;
pub(crate) mod words;

pub use charter::{CharterDoc, Section, SectionKey};
pub(crate) use contained::contained;
pub(crate) use criteria::is_field;
pub use criteria::{CriteriaDoc, Criterion, Milestone, Verifier};
pub use edit::{Splice, splice};
pub use outline::{Heading, Outline};
pub use phrase::coupling;
pub(crate) use phrase::is_assignment;
pub use report::{ReportDoc, ReportPart};
pub use source::{Source, Span};
