//! Files that are to show something: screenshots, terminal captures, transcripts, replays.
//!
//! Owns what each sort must have to show anything at all. Must not read files, decode pixels or run
//! commands: facts come in, problems go out.

mod picture;

pub use picture::{Picture, PictureFormat, PictureProblem, blank, screenshot};

/// Why a file shows nothing: a code and words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// What sort of flaw, stable.
    pub code: &'static str,
    pub message: String,
}
