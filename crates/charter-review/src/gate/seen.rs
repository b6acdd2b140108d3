//! What was seen of the files and replays that a gate refers to.
//!
//! Owns the values only. Must not look: whoever drives the engine does, and what nobody looked at
//! is not there.

use crate::artifact::{Place, Replayed};
use charter_contract::artifact::{Picture, PictureProblem};
use std::collections::BTreeMap;

/// Everything that was seen.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The files, by the path that the gate gives.
    pub files: BTreeMap<String, SeenFile>,
    /// The replays, by the id of their artifact.
    pub replays: BTreeMap<String, ReplaySeen>,
    /// Where the recordings were made.
    pub here: Place,
}

#[derive(Debug, Clone)]
pub enum SeenFile {
    Missing,
    /// Something that is not in the project.
    Outside,
    /// A directory, a device or the like.
    NotRegular,
    Empty,
    /// More bytes than are looked at.
    TooLarge(u64),
    /// A file that cannot be read, and why.
    Unreadable(String),
    File(FileFacts),
}

/// A file that was read.
#[derive(Debug, Clone)]
pub struct FileFacts {
    pub bytes: Vec<u8>,
    /// The picture that it is, or why it is none.
    pub picture: Result<Picture, PictureProblem>,
}

/// What came of a replay.
#[derive(Debug, Clone)]
pub enum ReplaySeen {
    /// It was not run, and why.
    NotRun(String),
    /// Whoever runs replays does not run this command.
    NotAllowed,
    TimedOut,
    Ran(Replayed),
}
