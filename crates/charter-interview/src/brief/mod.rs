//! The brief interview: first words, one look at five sections, at most five questions, everything visible in the
//! document.
//!
//! Owns what is asked next and what counts as answered. Must not know who asks or who answers; what
//! needs judgement comes from a [`Mind`], which proposes and never decides.

mod extract;
mod fill;
mod finding;
mod finish;
mod pad;
mod phrase;
mod question;
mod register;
mod response;
mod section;
mod sign;
mod step;
mod submission;
mod turn;

pub use crate::noise::asks_back;
pub use fill::{Fill, fill, split_sentences};
pub use finding::{FINDINGS, ODD_PAD, PREFLIGHT_FOREIGN, PREFLIGHT_UNKEPT};
pub use finish::{Finished, finish, is_complete};
pub(crate) use finish::{call_complete, finish_sections, holds_nothing, take_back_complete};
pub use pad::{Entry, Mode, Pad, Reply};
pub use phrase::{BriefPhrase, named, say, say_with, short};
pub use question::{BRAIN_DUMP, question_name, title};
pub use register::lacks_measure;
pub(crate) use register::{AnswersByTopic, draft};
pub use response::{About, Metadata, QUESTIONS_MAX, Response};
pub use section::{Origin, SectionRow, understood};
pub(crate) use section::{rows, target};
pub(crate) use step::is_yes;
pub use step::step;
pub use submission::{Aim, Submission};
pub use turn::{
    Open, Question, ReviewStage, SectionReply, SectionReview, Turn, begin, correct, look, open,
    open_again, reply, tongue,
};
