//! Drafting: what somebody said in, criteria out.
//!
//! One step for every interview, import and plan. [`draft`] takes statements, each with where it comes from, and
//! gives criteria, what is left out of the work, and what was dropped and why; a person reviews all of it.
//! [`RegisterDraft`] writes criteria behind what a register holds, [`add_wont`] what is left out into charter.md.
//! [`ProjectTests`] suggests commands. Must not know which interview a statement comes from.

mod command;
mod conjunction;
mod criterion;
mod draft;
mod lexicon;
mod measure;
mod passage;
mod place;
mod register;
mod sense;
mod subject;
mod wont;

pub use command::{MANIFESTS, ProjectTests};
pub use criterion::{
    CriterionDraft, CriterionMark, OPEN_MEASURE, OPEN_REWORDING, Rewording, is_open,
};
pub use draft::{
    DraftStatement, Drafted, DropReason, DroppedLine, ScopePart, SentenceTelling, WontLine, draft,
    is_exclusion_heading, part_scope, telling,
};
pub use register::{RegisterDraft, bare, plain};
pub use subject::letters;
pub use wont::add_wont;

#[cfg(test)]
mod tests;
