//! The documents that people write: charter.md, criteria.md, REPORT.md.
//!
//! Owns the Markdown grammar. Parsing is total: any bytes give a value and findings. Editing is
//! lossless: an edit is a splice, so bytes outside it cannot change. Must not know events.

mod absence;
mod charter;
mod criteria;
mod field;
mod finding;
mod heading;
mod misspelt;
mod phrase;
mod report;

pub use absence::Absence;
pub use charter::CharterDoc;
pub use criteria::{CriteriaDoc, Criterion, Verifier};
pub use field::{is_field, split_field};
pub use finding::{
    CERTIFICATE_EDITED, DOCUMENT_UNREADABLE, FINDINGS, MALFORMED_COMMAND, MISSING_BECAUSE,
    MISSING_VERIFIER, NOT_ADOPTED,
};
pub use heading::SectionKey;
pub(crate) use phrase::is_assignment;
pub use report::{ReportDoc, ReportPart};
