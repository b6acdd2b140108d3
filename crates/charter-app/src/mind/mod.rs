//! Minds outside charter: which one the user chose, and how it is asked.
//!
//! Owns nothing itself: this is the table of contents.

mod choose;
mod chosen;
mod offer;
mod report;
mod runner;

pub use choose::{ChosenReport, MindOrder};
pub use offer::{MindOffer, wants_model};
pub use report::{FoundRow, MindReport, MindTest, MindTestReport};
pub(crate) use runner::MindPatience;
