//! An interview as a conversation in a terminal.
//!
//! Owns nothing itself: this is the table of contents.

mod conversation;
mod deep;
mod draft;
mod key;
mod offer;
mod terminal;
mod view;

pub(crate) use conversation::{Opening, TalkEnd, ask, hold, taken_from_idea};
pub(crate) use deep::{Lead, hold_deep};
pub(crate) use offer::ask_mind;
