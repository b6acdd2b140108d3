//! What may be submitted to a brief interview.
//!
//! Owns the forms of a reply and which question it is for. Must not know what is decided about it.

use super::turn::SectionReply;

/// What a caller replies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submission {
    Answer(String),
    /// No answer, with the reason.
    Skip(String),
    /// What is made of the sections on the screen.
    Sections(SectionReply),
}

/// Which question a reply is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim<'a> {
    /// Whichever is open.
    Whichever,
    /// This one, if it is open: another reply to it must not be replaced unseen.
    Open(&'a str),
    /// This one, open or not: a reply that it has is corrected.
    Named(&'a str),
}
