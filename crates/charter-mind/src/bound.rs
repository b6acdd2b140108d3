//! How much, how long, and whether still.
//!
//! Owns the limits of one question, and the word of whoever waits for its answer.

use std::time::Duration;

/// The longest answer that is read.
pub const ANSWER_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The longest question that is sent.
pub const QUESTION_BYTES_MAX: usize = 1024 * 1024;

/// The longest that is waited before it is tried once more.
pub const WAIT_MAX: Duration = Duration::from_secs(30);

/// Whether somebody still waits for the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    On,
    Stop,
}
