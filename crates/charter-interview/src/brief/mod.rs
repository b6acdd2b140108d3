//! The brief interview: five sections, at most five questions, everything visible in the document.
//!
//! Owns what is asked next and what counts as answered. Must not know who asks or who answers; what
//! needs judgement comes from a [`Mind`], which proposes and never decides.

mod extract;
mod fill;
mod finding;
mod finish;
mod pad;
mod question;
mod register;
mod response;
mod step;
mod submission;
mod turn;

pub use crate::noise::asks_back;
pub use fill::{Fill, fill, split_sentences};
pub use finding::{FINDINGS, ODD_PAD, PREFLIGHT_FOREIGN, PREFLIGHT_UNKEPT};
pub use finish::{Finished, finish, is_complete};
pub(crate) use finish::{call_complete, holds_nothing, take_back_complete};
pub use pad::{Entry, Mode, Pad, Reply};
pub use question::{
    BRAIN_DUMP, PLACE, WHAT_CHANGED, about, brain_dump, question_name, title, what_changed,
};
pub(crate) use register::draft;
pub use register::lacks_measure;
pub use response::{About, Metadata, QUESTIONS_MAX, Response};
pub use step::step;
pub use submission::{Aim, Submission};
pub(crate) use turn::numbered;
pub use turn::{Open, Question, Turn, ask_what_changed, begin, correct, open, reply};
