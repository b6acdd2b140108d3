//! What can go wrong in a chore, and the exit code each failure ends with.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The result of a chore or of a part of one.
pub(crate) type Result<T> = std::result::Result<T, ChoreError>;

/// Why a chore did not succeed.
#[derive(Debug)]
pub(crate) enum ChoreError {
    /// The arguments make no sense.
    Usage(String),
    /// A tool the chore needs is absent and is not installed on its own.
    ToolMissing { tool: &'static str, hint: &'static str },
    /// A program could not be started.
    Start { program: String, source: io::Error },
    /// A program ran and failed; it has reported why itself.
    Step { name: String, code: u8 },
    /// A file could not be read or written.
    File { path: PathBuf, source: io::Error },
    /// What a benchmark measures did not work, so there is nothing to measure.
    Measure(String),
    /// The workspace breaks this many rules, each already printed.
    Untidy(usize),
}

impl ChoreError {
    /// Attaches the path to an I/O failure.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::File { path, source }
    }

    /// Returns what the process exits with: the failed step's own code, 2 for bad arguments, else 1.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Step { code, .. } => *code,
            Self::ToolMissing { .. }
            | Self::Start { .. }
            | Self::File { .. }
            | Self::Measure(_)
            | Self::Untidy(_) => 1,
        }
    }
}

impl fmt::Display for ChoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Measure(message) => f.write_str(message),
            Self::ToolMissing { tool, hint } => {
                write!(f, "`{tool}` is not installed\nhint: {hint}")
            }
            Self::Start { program, source } => {
                write!(f, "cannot start `{program}`\ncaused by: {source}")
            }
            Self::Step { name, code } => write!(f, "{name} failed with exit code {code}"),
            Self::File { path, source } => {
                write!(f, "cannot read or write `{}`\ncaused by: {source}", path.display())
            }
            Self::Untidy(1) => f.write_str("1 violation"),
            Self::Untidy(n_violations) => write!(f, "{n_violations} violations"),
        }
    }
}

impl std::error::Error for ChoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start { source, .. } | Self::File { source, .. } => Some(source),
            Self::Usage(_)
            | Self::ToolMissing { .. }
            | Self::Step { .. }
            | Self::Measure(_)
            | Self::Untidy(_) => None,
        }
    }
}
