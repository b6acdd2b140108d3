//! Ed25519 keys: making them, their files, signing and checking.
//!
//! Owns the only randomness of the product, which makes keys and nothing else. The forms are those
//! that other tools read: PKCS#8 and SPKI, as PEM. Must not know what is signed or where keys are.

use charter_review::attest::{KeyId, KeyProblem, Sha256, from_base64, to_base64};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use std::fmt;

/// What stands before the 32 bytes of a private key in PKCS#8.
const PRIVATE_HEAD: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/// What stands before the 32 bytes of a public key in SPKI.
const PUBLIC_HEAD: [u8; 12] =
    [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

const PRIVATE_LABEL: &str = "PRIVATE KEY";
const PUBLIC_LABEL: &str = "PUBLIC KEY";

/// A key that signs.
pub struct SecretKey(SigningKey);

/// A key that checks.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

/// Makes 32 bytes that nobody can guess.
pub fn random_key() -> Result<[u8; 32], KeyProblem> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|_| KeyProblem::NoRandomness)?;
    Ok(key)
}

impl SecretKey {
    /// Makes one from the system's randomness.
    pub fn generate() -> Result<Self, KeyProblem> {
        Ok(Self(SigningKey::from_bytes(&random_key()?)))
    }

    /// Reads one from PEM.
    pub fn parse(text: &str) -> Result<Self, KeyProblem> {
        let seed = from_pem(text, PRIVATE_LABEL, &PRIVATE_HEAD).ok_or(KeyProblem::NotAKey)?;
        Ok(Self(SigningKey::from_bytes(&seed)))
    }

    #[must_use]
    pub fn to_pem(&self) -> String {
        to_pem(PRIVATE_LABEL, &PRIVATE_HEAD, &self.0.to_bytes())
    }

    /// Gives the half that others may have.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    #[must_use]
    pub fn sign(&self, bytes: &[u8]) -> Vec<u8> {
        self.0.sign(bytes).to_bytes().to_vec()
    }
}

impl PublicKey {
    /// Reads one from PEM or from 64 hex digits.
    pub fn parse(text: &str) -> Result<Self, KeyProblem> {
        let text = text.trim();
        if text.contains(&format!("-----BEGIN {PRIVATE_LABEL}-----")) {
            return Err(KeyProblem::Private);
        }
        let bytes = from_hex(text).or_else(|| from_pem(text, PUBLIC_LABEL, &PUBLIC_HEAD));
        let key = bytes.and_then(|it| VerifyingKey::from_bytes(&it).ok());
        // Under a weak key one signature fits many messages.
        let key = key.filter(|it| !it.is_weak()).ok_or(KeyProblem::NotAKey)?;
        Ok(Self(key))
    }

    #[must_use]
    pub fn to_pem(&self) -> String {
        to_pem(PUBLIC_LABEL, &PUBLIC_HEAD, self.0.as_bytes())
    }

    #[must_use]
    pub fn to_hex(&self) -> String {
        self.0.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[must_use]
    pub fn id(&self) -> KeyId {
        let der = [&PUBLIC_HEAD[..], self.0.as_bytes()].concat();
        KeyId(Sha256::of(&der).to_string())
    }

    /// Tells whether a signature is this key's and of these bytes.
    #[must_use]
    pub fn verifies(&self, bytes: &[u8], signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature);
        signature.is_ok_and(|it| self.0.verify_strict(bytes, &it).is_ok())
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({})", self.public().id())
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.id())
    }
}

/// Tells whether a text is a key in hex, and not the name of a file.
#[must_use]
pub fn is_hex_key(text: &str) -> bool {
    from_hex(text.trim()).is_some()
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let byte = |idx: usize| u8::from_str_radix(text.get(2 * idx..2 * idx + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
    bytes?.try_into().ok()
}

fn to_pem(label: &str, head: &[u8], key: &[u8; 32]) -> String {
    let body = to_base64(&[head, &key[..]].concat());
    format!("-----BEGIN {label}-----\n{body}\n-----END {label}-----\n")
}

/// Reads the key out of PEM; words before and behind it do not count.
fn from_pem(text: &str, label: &str, head: &[u8]) -> Option<[u8; 32]> {
    let (_, rest) = text.split_once(&format!("-----BEGIN {label}-----"))?;
    let (body, _) = rest.split_once(&format!("-----END {label}-----"))?;
    let body: String = body.chars().filter(|it| !it.is_whitespace()).collect();
    let der = from_base64(&body)?;
    der.strip_prefix(head)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use charter_review::attest::pae;

    /// Keys A and B of the DSSE test vectors, which are those of RFC 8032.
    const SEED_A: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    const PUBLIC_A: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    const PUBLIC_B: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    const SIGNATURE_A: &str =
        "2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHiCA==";

    #[test]
    fn the_vectors_of_the_protocol_are_signed_and_verified() {
        let key = SecretKey(SigningKey::from_bytes(&from_hex(SEED_A).unwrap()));
        assert_eq!(key.public().to_hex(), PUBLIC_A);
        let payload = br#"{"_type":"https://in-toto.io/Statement/v1"}"#;
        let bytes = pae("application/vnd.in-toto+json", payload);
        assert_eq!(to_base64(&key.sign(&bytes)), SIGNATURE_A);
        let signature = from_base64(SIGNATURE_A).unwrap();
        let public = PublicKey::parse(PUBLIC_A).unwrap();
        assert!(public.verifies(&bytes, &signature));
        let other_type = pae("application/vnd.example.other+json", payload);
        assert!(!public.verifies(&other_type, &signature), "the type is signed too");
        assert!(!PublicKey::parse(PUBLIC_B).unwrap().verifies(&bytes, &signature));
        assert!(!public.verifies(&bytes, &signature[..63]));
    }

    #[test]
    fn keys_read_back_and_are_what_openssl_writes() {
        // `openssl pkey` reads this and writes it back, byte for byte.
        let private = "-----BEGIN PRIVATE KEY-----\n\
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n\
            -----END PRIVATE KEY-----\n";
        let key = SecretKey::parse(private).unwrap();
        assert_eq!(key.to_pem(), private);
        assert_eq!(key.public().to_hex(), PUBLIC_A);
        let public = key.public();
        assert_eq!(PublicKey::parse(&public.to_pem()), Ok(public.clone()));
        assert_eq!(PublicKey::parse(private), Err(KeyProblem::Private));
        assert_eq!(format!("{key:?}"), format!("SecretKey({})", public.id()), "no secret in it");
    }

    #[test]
    fn what_is_no_key_is_told() {
        let weak = "0100000000000000000000000000000000000000000000000000000000000000";
        for text in ["", "abc", &PUBLIC_A[1..], "-----BEGIN PUBLIC KEY-----", weak] {
            assert_eq!(PublicKey::parse(text), Err(KeyProblem::NotAKey), "{text}");
        }
        assert_eq!(SecretKey::parse("x").map(|_| ()), Err(KeyProblem::NotAKey));
    }

    #[test]
    fn no_two_keys_are_the_same() {
        let made = || SecretKey::generate().unwrap().public();
        assert_ne!(made(), made());
    }
}
