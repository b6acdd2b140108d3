//! The brief interview: five sections, at most five questions, everything visible in the document.
//!
//! Owns what is asked next and what counts as answered. Must not know who asks or who answers; what
//! needs judgement comes from a [`Mind`], which proposes and never decides.

mod mind;
mod pad;
mod topic;

pub use mind::{Cover, Judgement, Mind};
pub use pad::{Entry, Mode, Pad, Reply};
pub use topic::Topic;
