//! Keys of charter's own, which nobody can guess.
//!
//! Owns the only randomness of the product, which makes keys and nothing else. Must not know what they
//! are for.

/// The system gives no randomness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no randomness to make a key from")]
pub struct NoRandomness;

/// Makes 32 bytes that nobody can guess.
pub fn random_key() -> Result<[u8; 32], NoRandomness> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|_| NoRandomness)?;
    Ok(key)
}
