//! SHA-256 digests, which other tools know; our own ledger is BLAKE3.
//!
//! Owns the digest as lower-case hex. Must not know what is hashed.

use sha2::Digest as _;
use std::fmt;

/// A SHA-256 digest in lower-case hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sha256(String);

impl Sha256 {
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self::finish(sha2::Sha256::new_with_prefix(bytes))
    }

    /// Gives the digest of what was taken in.
    pub(super) fn finish(hasher: sha2::Sha256) -> Self {
        let digest = hasher.finalize();
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Sha256;

    #[test]
    fn it_is_what_sha256sum_prints() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Sha256::of(b"").as_str(), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Sha256::of(b"abc").to_string(), abc);
    }
}
