//! What keys and signatures of OpenSSH look like.
//!
//! Owns the little of their form that is looked into: which public key is meant. Whether a signature is
//! right is for ssh-keygen to say. Must not know files.

use charter_review::attest::{Sha256, from_base64, to_base64};

/// The kinds of keys that may sign. Certificates are none: the list of people names keys.
const KINDS: [&str; 7] = [
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "ssh-rsa",
];

const SIGNATURE_LABEL: &str = "SSH SIGNATURE";
const PRIVATE_LABEL: &str = "OPENSSH PRIVATE KEY";

/// Reads a public key from its line, and gives it without what may stand behind it.
#[must_use]
pub fn read_public(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (kind, text) = (words.next()?, words.next()?);
    let public = public_of(&from_base64(text)?)?;
    (public == format!("{kind} {text}")).then_some(public)
}

/// Gives what people know a public key by.
pub(super) fn fingerprint_of(public: &str) -> Option<String> {
    let blob = from_base64(public.split_whitespace().nth(1)?)?;
    let digest = Sha256::of(&blob);
    let hex = digest.as_str();
    let byte = |idx: usize| u8::from_str_radix(hex.get(2 * idx..2 * idx + 2)?, 16).ok();
    let bytes: Vec<u8> = (0..hex.len() / 2).map(byte).collect::<Option<_>>()?;
    Some(format!("SHA256:{}", to_base64(&bytes).trim_end_matches('=')))
}

/// Gives the public key that a signature says it is of.
pub(super) fn signer_of(signature: &str) -> Option<String> {
    let bytes = from_armor(signature, SIGNATURE_LABEL)?;
    let rest = bytes.strip_prefix(b"SSHSIG")?;
    let (_version, rest) = take_number(rest)?;
    public_of(take_string(rest)?.0)
}

/// Gives the public half of a private key; it is not encrypted with the rest.
pub(super) fn public_half(private: &str) -> Option<String> {
    let bytes = from_armor(private, PRIVATE_LABEL)?;
    let rest = bytes.strip_prefix(b"openssh-key-v1\0")?;
    let (_cipher, rest) = take_string(rest)?;
    let (_derivation, rest) = take_string(rest)?;
    let (_options, rest) = take_string(rest)?;
    let (_n_keys, rest) = take_number(rest)?;
    public_of(take_string(rest)?.0)
}

fn public_of(blob: &[u8]) -> Option<String> {
    let kind = std::str::from_utf8(take_string(blob)?.0).ok()?;
    KINDS.contains(&kind).then(|| format!("{kind} {}", to_base64(blob)))
}

fn from_armor(text: &str, label: &str) -> Option<Vec<u8>> {
    let (_, rest) = text.split_once(&format!("-----BEGIN {label}-----"))?;
    let (body, _) = rest.split_once(&format!("-----END {label}-----"))?;
    from_base64(&body.split_whitespace().collect::<String>())
}

fn take_number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_be_bytes(*number), rest))
}

fn take_string(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = take_number(bytes)?;
    rest.split_at_checked(usize::try_from(len).ok()?)
}
