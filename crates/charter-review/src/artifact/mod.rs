//! What stands behind the rows of a gate: transcripts, terminal captures, replays, by surface.
//!
//! Owns which of them are substance and which are empty. Must not open files or run anything: whoever does
//! gives what was seen.

mod pty;
mod replay;
pub(crate) mod surface;
mod transcript;

pub(crate) use pty::pty_capture;
pub use replay::{Place, Replay, Replayed};
pub(crate) use transcript::transcript;
