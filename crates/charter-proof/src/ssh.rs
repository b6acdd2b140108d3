//! Signatures by SSH keys, as `ssh-keygen -Y` makes and checks them.
//!
//! Owns which key signs, so that key files, an ssh-agent and hardware keys that want a touch all work, and
//! what a signature is worth beside a list of people. Nothing of a checkout has a say: ssh-keygen runs in a
//! directory of its own. Must not know what is signed.

mod call;
mod failure;
mod find;
mod verify;
mod wire;

pub use crate::git::user_signing_key;
pub use failure::SshFailure;
pub use find::{FINGERPRINT, find_key};
pub use verify::{SignedBy, verify};
pub use wire::{read_public, signer_fingerprint};

use crate::plain::read_text;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// What a signature of charter is for: one that was made for something else does not count.
pub const NAMESPACE: &str = "charter";

/// The longest list of people that is looked at.
pub const PEOPLE_BYTES_MAX: usize = 256 * 1024;

/// The longest signature that is looked at.
pub const SIGNATURE_BYTES_MAX: usize = 64 * 1024;

/// What ssh-keygen and ssh-add are run with.
#[derive(Debug, Clone)]
pub struct SshSetup {
    /// The variables of the process; only those that they need are passed on.
    pub vars: BTreeMap<OsString, OsString>,
    /// Where temporary files go.
    pub temp_dir: PathBuf,
}

/// A key that can sign, as far as can be told before it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The public half without a comment: `ssh-ed25519 AAAA…`.
    pub public: String,
    /// What people know it by: `SHA256:…`.
    pub fingerprint: String,
    pub source: KeySource,
    held: KeyHome,
}

/// Why it is this key that signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySource {
    /// The caller named it.
    Named,
    /// It is `user.signingKey` in the user's own git configuration.
    Git,
    /// It is the only key in the ssh-agent.
    Agent,
}

/// Where a key is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyHome {
    /// In a file: the private half, or the public one beside it.
    File(PathBuf),
    /// In the ssh-agent.
    Agent,
}

/// Signs some bytes and gives the signature as armored text. A passphrase or a touch is asked for where
/// charter itself would be.
pub fn sign(setup: &SshSetup, key: &SigningKey, bytes: &[u8]) -> Result<String, SshFailure> {
    let desk = call::SshDesk::new(setup)?;
    let message = desk.write("message", bytes)?;
    let key_file = match &key.held {
        KeyHome::File(path) => path.clone(),
        KeyHome::Agent => desk.write("key.pub", format!("{}\n", key.public).as_bytes())?,
    };
    let mut command = desk.command("ssh-keygen");
    command.args(["-q", "-Y", "sign", "-n", NAMESPACE, "-f"]).arg(key_file).arg(&message);
    let ended = call::ask(command, call::SshInput::Person)?;
    // On a terminal it asked itself, and its words went there.
    if let (KeyHome::File(path), true) = (&key.held, ended.wants_passphrase()) {
        let private = if path.extension().is_some_and(|it| it == "pub") {
            path.with_extension("")
        } else {
            path.clone()
        };
        return Err(SshFailure::PassphraseWanted(private.display().to_string()));
    }
    ended.check()?;
    let signature = read_text(&message.with_extension("sig"), SIGNATURE_BYTES_MAX);
    let signature = signature.unwrap_or_default();
    match wire::signer_of(&signature) {
        Some(public) if public == key.public => Ok(signature),
        Some(_) => Err(SshFailure::SignFailed { reason: "another key signed".to_owned() }),
        None => Err(SshFailure::SignFailed { reason: "it wrote no signature".to_owned() }),
    }
}

#[cfg(test)]
mod tests;
