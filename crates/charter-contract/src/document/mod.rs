//! The documents that people write: charter.md, criteria.md, REPORT.md.
//!
//! Owns the Markdown grammar. Parsing is total: any bytes give a value and findings. Editing is
//! lossless: an edit is a splice, so bytes outside it cannot change. Must not know events.

mod charter;
mod criteria;
mod finding;
mod heading;
mod phrase;
mod report;

pub use charter::{CharterDoc, Section};
pub use criteria::{CriteriaDoc, Criterion, Verifier, is_field};
pub use finding::{
    DOCUMENT_UNREADABLE, DUPLICATE_COMMAND, DUPLICATE_CRITERION, DUPLICATE_SECTION, FINDINGS,
    MALFORMED_COMMAND, MISSING_BECAUSE, MISSING_VERIFIER, NOT_A_CRITERION, NOT_ADOPTED,
    NOT_YES_OR_NO, ODD_CRITERION_ID, PHRASE_COUPLED, UNKNOWN_VERIFIER,
};
pub use heading::SectionKey;
pub use phrase::{coupling, is_assignment};
pub use report::{ReportDoc, ReportPart};
