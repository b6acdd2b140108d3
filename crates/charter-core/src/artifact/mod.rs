//! Files that are to show something: screenshots, terminal captures, transcripts, replays.
//!
//! Owns what each sort must have to show anything at all. Must not read files, decode pixels or run
//! commands: facts come in, problems go out.

mod picture;
mod pty;
mod replay;
mod transcript;

pub use picture::{
    Picture, PictureFormat, PictureProblem, SCREENSHOT_BYTES_MIN, blank, screenshot,
};
pub use pty::pty_capture;
pub use replay::{
    ENV_NAMES, Invariant, Place, Replay, Replayed, TIMEOUT_MS_DEFAULT, TIMEOUT_MS_MAX,
    TIMEOUT_MS_MIN,
};
pub use transcript::transcript;

/// Why a file shows nothing: a code and words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// What sort of flaw, stable.
    pub code: &'static str,
    /// What is wrong, in words.
    pub message: String,
}
