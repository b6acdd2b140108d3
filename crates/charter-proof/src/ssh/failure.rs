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
        "the ssh-agent holds {} keys; choose one with `--key SHA256:…` or git's `user.signingKey`: {}",
        .0.len(),
        .0.join(", ")
    )]
    SeveralKeys(Vec<String>),
    #[error("can't use `{path}` as an SSH key: {reason}")]
    Unreadable { path: String, reason: String },
    /// The agent has no key with this fingerprint.
    #[error("the ssh-agent holds no key `{0}`; `ssh-add -l` lists those it has")]
    NotInAgent(String),
    /// The key has a passphrase, and there is no terminal to type it in.
    #[error(
        "the key `{0}` wants its passphrase, and nobody can type it here: load it with `ssh-add`, or sign in a terminal"
    )]
    PassphraseWanted(String),
    #[error("ssh-keygen could not sign: {reason}")]
    SignFailed { reason: String },
    #[error("ssh-keygen could not check the signature: {reason}")]
    CheckFailed { reason: String },
    #[error("`{0}` did not finish in time; touch the key or enter its passphrase when asked")]
    TimedOut(String),
    /// Nothing can be written where temporary files go.
    #[error("can't write to the temporary directory: {}", crate::plain::io_words(*.0))]
    Temporary(Errno),
}
