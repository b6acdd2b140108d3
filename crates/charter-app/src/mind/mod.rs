//! Minds outside charter: which one the user chose, and how it is asked.
//!
//! Owns nothing itself: this is the table of contents.

mod choose;
mod chosen;
mod report;
mod runner;

pub use choose::{ChosenReport, MindOrder};
pub use report::{FoundRow, MindReport, MindTest, MindTestReport};
