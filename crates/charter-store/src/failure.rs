//! What can go wrong between the store and the disk.
//!
//! Owns the failures of reading and writing a charter; each carries its path. Must not know exit
//! codes.

use charter_kernel::Finding;
use charter_kernel::event::Head;
use std::io;
use std::path::{Path, PathBuf};

/// A read or a write that did not work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("cannot {action} `{}`", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    /// Another process holds the lock and did not let go in time.
    #[error("`{}` is locked by {}", path.display(), holder_text(holder))]
    Locked {
        path: PathBuf,
        /// What its holder wrote about itself.
        holder: String,
    },
    /// The root is something else than a directory.
    #[error("`{}` is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// The ledger has lost something, so nothing may be written behind it.
    #[error("the ledger of `{charter_id}` is broken{}, so nothing was written: {}", line_text(finding), finding.message)]
    LedgerBroken { charter_id: String, finding: Finding },
    /// A later version of charter wrote to this ledger.
    #[error("the ledger of `{charter_id}` was written by a later version of charter")]
    LedgerNewer { charter_id: String },
    /// It has to be signed and was not.
    #[error("it was not signed, so nothing was written")]
    NotSigned,
    /// Somebody else wrote first.
    #[error("the ledger moved on while this was decided: event {} expected, event {} found", expected.seq, found.seq)]
    Conflict {
        /// The head that the decision was made for.
        expected: Head,
        /// The head that is there.
        found: Head,
    },
}

fn line_text(finding: &Finding) -> String {
    finding.line.map(|line| format!(" at line {line}")).unwrap_or_default()
}

fn holder_text(holder: &str) -> &str {
    if holder.is_empty() { "another process" } else { holder }
}

impl Failure {
    /// Wraps what the system said with what was attempted.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
