//! Why a measurement did not work.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a measurement did not work.
#[derive(Debug)]
pub enum MeasureFailure {
    /// The arguments make no sense; the text says which do.
    Usage(String),
    /// The corpus is not where it was looked for.
    CorpusMissing(PathBuf),
    /// A file could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What is measured, or what it is measured on, is not as it must be.
    Odd(String),
}

impl MeasureFailure {
    /// Attaches the path to an I/O failure.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::File { path, source }
    }
}

impl fmt::Display for MeasureFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Odd(text) => f.write_str(text),
            Self::CorpusMissing(path) => {
                let path = path.display();
                write!(
                    f,
                    "no corpus at `{path}`\nhint: set CHARTER_CORPUS; measure/README.md says to what"
                )
            }
            Self::File { path, source } => {
                write!(f, "cannot read or write `{}`\ncaused by: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for MeasureFailure {}
