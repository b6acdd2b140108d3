//! An interview as a conversation in a terminal.
//!
//! Owns nothing itself: this is the table of contents.

mod conversation;
mod draft;
mod key;
mod terminal;
mod view;

pub(crate) use conversation::{Ending, ask, hold};
pub(crate) use view::{short, topics};
