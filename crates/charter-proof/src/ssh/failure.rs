//! Why nothing could be signed or checked.
//!
//! Owns the reasons and their words, each with a way out. Must not know what was to be signed.

use rustix::io::Errno;

/// Why nothing could be signed or checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SshFailure {
    #[error("`{0}` is not installed; signing needs OpenSSH")]
    NotInstalled(String),
    #[error(
        "no SSH key to sign with: name one with `--key FILE`, set git's `user.signingKey`, or load one with `ssh-add`"
    )]
    NoKey,
    /// The agent has more than one, each with its fingerprint and comment.
    #[error(
        "the ssh-agent holds {} keys; choose one with `--key FILE` or git's `user.signingKey`: {}",
        .0.len(),
        .0.join(", ")
    )]
    SeveralKeys(Vec<String>),
    #[error("can't use `{path}` as an SSH key: {reason}")]
    Unreadable { path: String, reason: String },
    #[error("ssh-keygen could not sign: {reason}")]
    SignFailed { reason: String },
    #[error("ssh-keygen could not check the signature: {reason}")]
    CheckFailed { reason: String },
    #[error("`{0}` did not finish in time; touch the key or enter its passphrase when asked")]
    TimedOut(String),
    /// Nothing can be written where temporary files go.
    #[error("can't write to the temporary directory: {}", std::io::Error::from(*.0).kind())]
    Temporary(Errno),
}
