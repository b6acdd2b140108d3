//! Why a mind has no answer.
//!
//! Owns the kinds and their words, and how words of strangers are made short and harmless. Must not know
//! what is done about it.

use crate::key::ApiKey;
use std::time::Duration;

/// How much of what a server or a program said is repeated.
const SAID_CHARS_MAX: usize = 300;

/// Why a mind has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MindFailure {
    /// There is no such program, server, key or model.
    #[error("{0}")]
    NotThere(String),
    /// The other side does not take the request: a bad key, an unknown model.
    #[error("the request was rejected ({status}){}", behind(.said))]
    Rejected { status: u16, said: String },
    /// The model does not want to answer.
    #[error("the model refused to answer{}", behind(.said))]
    Refused { said: String },
    #[error("rate limited{}", later(.retry_after.as_ref()))]
    RateLimited { retry_after: Option<Duration> },
    #[error("the server failed ({status}){}", behind(.said))]
    ServerError { status: u16, said: String, retry_after: Option<Duration> },
    #[error("the program failed{}", behind(.said))]
    ProgramFailed { said: String },
    /// The answer stopped in the middle.
    #[error("the answer was cut off{}", behind(.said))]
    Cut { said: String },
    #[error("the answer was empty")]
    Empty,
    #[error("the answer doesn't have the requested form{}", behind(.said))]
    WrongShape { said: String },
    #[error("the {what} is larger than {} MB", .bytes_max / (1024 * 1024))]
    TooLarge { what: &'static str, bytes_max: usize },
    #[error("no answer after {} s", .after.as_secs())]
    TimedOut { after: Duration },
    #[error("cancelled")]
    Cancelled,
}

impl MindFailure {
    /// Gives the stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotThere(_) => "mind-not-there",
            Self::Rejected { .. } => "mind-rejected",
            Self::Refused { .. } => "mind-refused",
            Self::RateLimited { .. } => "mind-rate-limited",
            Self::ServerError { .. } => "mind-server-error",
            Self::ProgramFailed { .. } => "mind-program-failed",
            Self::Cut { .. } => "mind-cut",
            Self::Empty => "mind-empty",
            Self::WrongShape { .. } => "mind-wrong-shape",
            Self::TooLarge { .. } => "mind-too-large",
            Self::TimedOut { .. } => "mind-timed-out",
            Self::Cancelled => "mind-cancelled",
        }
    }

    /// Tells whether the same question may be answered in a moment.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::RateLimited { .. }
            | Self::ServerError { .. }
            | Self::Cut { .. }
            | Self::Empty
            | Self::WrongShape { .. } => true,
            Self::NotThere(_)
            | Self::Rejected { .. }
            | Self::Refused { .. }
            | Self::ProgramFailed { .. }
            | Self::TooLarge { .. }
            | Self::TimedOut { .. }
            | Self::Cancelled => false,
        }
    }

    /// Gives how long the other side wants to be left alone.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after } | Self::ServerError { retry_after, .. } => {
                *retry_after
            }
            Self::NotThere(_)
            | Self::Rejected { .. }
            | Self::Refused { .. }
            | Self::ProgramFailed { .. }
            | Self::Cut { .. }
            | Self::Empty
            | Self::WrongShape { .. }
            | Self::TooLarge { .. }
            | Self::TimedOut { .. }
            | Self::Cancelled => None,
        }
    }

    /// Takes a key out of what the other side said: some repeat it.
    pub(crate) fn without(mut self, key: Option<&ApiKey>) -> Self {
        let Some(key) = key else { return self };
        match &mut self {
            Self::NotThere(said)
            | Self::Rejected { said, .. }
            | Self::Refused { said }
            | Self::ServerError { said, .. }
            | Self::ProgramFailed { said }
            | Self::Cut { said }
            | Self::WrongShape { said } => *said = key.hidden_in(said),
            Self::RateLimited { .. }
            | Self::Empty
            | Self::TooLarge { .. }
            | Self::TimedOut { .. }
            | Self::Cancelled => {}
        }
        self
    }
}

/// Makes one short line of what somebody said.
pub(crate) fn in_a_line(said: &str) -> String {
    let plain = |it: char| if it.is_control() { ' ' } else { it };
    let said: String = said.chars().map(plain).collect();
    let words: Vec<&str> = said.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= SAID_CHARS_MAX {
        return line;
    }
    line.chars().take(SAID_CHARS_MAX).chain(['…']).collect()
}

fn behind(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": {said}") }
}

fn later(retry_after: Option<&Duration>) -> String {
    retry_after.map_or_else(String::new, |it| format!("; it asks to wait {} s", it.as_secs()))
}
