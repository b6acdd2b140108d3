//! Why git has no answer, or why a commit cannot be copied.
//!
//! Owns the reasons and their words. Must not know what the answer was wanted for.

use rustix::io::Errno;

/// How much of a commit's name is shown.
const COMMIT_CHARS: usize = 7;

/// Why git has no answer, or why a commit cannot be copied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GitFailure {
    #[error("this is not a git repository")]
    NoRepository,
    /// Something in the repository's own directory could lead git astray.
    #[error("charter can't use this git repository: `{path}` {oddity}")]
    Unusable {
        /// What is odd, as a path from the directory that is checked out.
        path: String,
        oddity: Oddity,
    },
    #[error("git is not installed")]
    NotInstalled,
    /// Git did not end in time, or wrote too much.
    #[error("`git {0}` did not finish")]
    Unfinished(String),
    #[error("`git {command}` failed: {message}")]
    Failed {
        command: String,
        /// How it ended; none for a signal.
        exit_code: Option<i32>,
        /// What it said first, or how it ended.
        message: String,
    },
    /// Nothing can be written where temporary files go.
    #[error("can't write to the temporary directory: {}", crate::plain::io_words(*.0))]
    Temporary(Errno),
    #[error("the repository has no commit yet")]
    NoCommit,
    /// The repository is a clone without its whole history, and the commit is not in it.
    #[error("commit {} is not in this shallow clone; `git fetch --unshallow` gets it", short(.0))]
    Shallow(String),
    #[error("commit {} is not in this repository", short(.0))]
    UnknownCommit(String),
    /// Two commits have none before them that both follow, or a shallow clone lacks it.
    #[error("commit {} shares no history with this one, as far as this clone has it", short(.0))]
    Unrelated(String),
    /// A file of the commit goes through a filter, which a copy lacks.
    #[error("`{0}` sets a filter, and a copy of the commit would lack what it makes")]
    Filter(String),
    /// A directory of the commit is a submodule, which a copy lacks.
    #[error("`{0}` is a submodule, and a copy of the commit would lack it")]
    Submodule(String),
}

/// What is odd about a file of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Oddity {
    /// A file in the place of a git directory names one that belongs to somebody else.
    #[error("leads to a directory that does not point back")]
    NotBack,
    /// A link, a pipe or something else that git would follow or wait for.
    #[error("is a link, a pipe or otherwise not what belongs there")]
    NotPlain,
    /// It is longer, or deeper, than such a thing is.
    #[error("is too large")]
    TooLarge,
    /// It is missing, is not text, or cannot be read.
    #[error("can't be read")]
    Unreadable,
}

fn short(commit: &str) -> String {
    commit.chars().take(COMMIT_CHARS).collect()
}
