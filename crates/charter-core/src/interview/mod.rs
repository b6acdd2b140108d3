//! The brief interview: five sections, at most five questions, everything visible in the document.
//!
//! Owns what is asked next and what counts as answered. Must not know who asks or who answers; what
//! needs judgement comes from a [`Mind`], which proposes and never decides.

mod fill;
mod finish;
mod mind;
mod pad;
mod question;
mod response;
mod step;
mod topic;

pub use fill::{Fill, fill};
pub use finish::{Finished, finish};
pub use mind::{Cover, Judgement, Mind};
pub use pad::{Entry, Mode, Pad, Reply};
pub use question::{BRAIN_DUMP, about, brain_dump, title, topic_of, what_changed};
pub use response::{Content, Metadata, Response};
pub use step::{QUESTIONS_MAX, step};
pub use topic::Topic;
