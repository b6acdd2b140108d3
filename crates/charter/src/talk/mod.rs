//! An interview as a conversation in a terminal.
//!
//! Owns nothing itself: this is the table of contents.

mod conversation;
mod deep;
mod draft;
mod drafted;
mod key;
mod offer;
mod sections;
mod terminal;
mod view;

pub(crate) use conversation::{Opening, TalkEnd, ask, hold};
pub(crate) use deep::{Lead, hold_deep};
pub(crate) use drafted::{drafted_lines, hold_drafted};
pub(crate) use offer::ask_mind;
pub(crate) use sections::section_lines;
