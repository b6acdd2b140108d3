//! What a key is called, and why one cannot be used.
//!
//! Owns the names. Must not hold a key.

use std::fmt;

/// The name of a key: the SHA-256 digest of its public half, as SPKI DER, in hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyId(pub String);

impl KeyId {
    /// Gives the first sixteen digits, for people.
    #[must_use]
    pub fn short(&self) -> String {
        self.0.chars().take(16).collect()
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a key cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyProblem {
    /// It is something else.
    #[error("it is no Ed25519 key, neither as PEM nor as 64 hex digits")]
    NotAKey,
    /// The private half where the public one is meant.
    #[error("it is a private key; give the public one")]
    Private,
    /// The user has no place for it.
    #[error("there is no home directory to keep it in")]
    Homeless,
    /// It would be seen by everybody who sees the repository around it.
    #[error("that is inside a repository, where no private key belongs")]
    InRepository,
    /// The system gives none.
    #[error("the system gives no randomness to make one from")]
    NoRandomness,
}
