//! What a signature is worth.
//!
//! Owns the way from a signature to the person who made it, by a list in OpenSSH's allowed-signers format.
//! What could not be checked is never right. Must not know what was signed.

use super::call::{SshDesk, SshInput, ask, last_line};
use super::wire::{fingerprint_of, signer_of};
use super::{NAMESPACE, PEOPLE_BYTES_MAX, SIGNATURE_BYTES_MAX, SshFailure, SshSetup};
use charter_kernel::Timestamp;
use std::path::{Path, PathBuf};

/// The most lines of a list that may be about one key.
const LINES_MAX: usize = 16;

/// The most names that one line may give to a key.
const NAMES_MAX: usize = 16;

/// What ssh-keygen says where a key is in no line that holds.
const NO_MATCH: &str = "No principal matched";

/// Who signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignedBy {
    /// Somebody who is in the list, by their name there.
    Person(String),
    /// The signature is right, and the list does not have the key, or not for charter, or not at that time.
    Unlisted { fingerprint: String },
    /// It is not a signature of these bytes for charter.
    Invalid,
    /// Nothing is known, and why.
    NotChecked(String),
}

/// Says who signed some bytes. `people` is the text of an allowed-signers file; its restrictions hold, by the
/// time `at`, or now.
///
/// A line with `cert-authority` vouches for nobody: the list names keys, and certificates do not count.
#[must_use]
pub fn verify(
    setup: &SshSetup,
    people: &str,
    at: Option<Timestamp>,
    signature: &str,
    bytes: &[u8],
) -> SignedBy {
    if people.len() > PEOPLE_BYTES_MAX {
        return SignedBy::NotChecked("the list of people is too long".to_owned());
    }
    if signature.len() > SIGNATURE_BYTES_MAX {
        return SignedBy::NotChecked("the signature is too long".to_owned());
    }
    let Some(public) = signer_of(signature) else { return SignedBy::Invalid };
    let check = Check { setup, public: &public, at, signature, bytes };
    check.run(people).unwrap_or_else(|failure| SignedBy::NotChecked(failure.to_string()))
}

/// A signature that is checked.
struct Check<'a> {
    setup: &'a SshSetup,
    /// The key that it says it is of.
    public: &'a str,
    at: Option<Timestamp>,
    signature: &'a str,
    bytes: &'a [u8],
}

impl Check<'_> {
    fn run(&self, people: &str) -> Result<SignedBy, SshFailure> {
        let desk = SshDesk::new(self.setup)?;
        let signature = desk.write("signature", self.signature.as_bytes())?;
        let message = desk.write("message", self.bytes)?;
        if !self.is_right(&desk, &signature, &message)? {
            return Ok(SignedBy::Invalid);
        }
        let lines = people.lines().filter(|it| self.is_about_key(it)).take(LINES_MAX);
        for (idx, line) in lines.enumerate() {
            let list = desk.write(&format!("people-{idx}"), format!("{line}\n").as_bytes())?;
            for name in self.names_in(&desk, &list, &signature)? {
                if self.is_by(&desk, &name, [&list, &signature, &message])? {
                    return Ok(SignedBy::Person(name));
                }
            }
        }
        let fingerprint = fingerprint_of(self.public).unwrap_or_default();
        Ok(SignedBy::Unlisted { fingerprint })
    }

    /// Tells whether a line of a list has the key.
    fn is_about_key(&self, line: &str) -> bool {
        let blob = self.public.split_whitespace().nth(1);
        !line.trim_start().starts_with('#') && line.split_whitespace().any(|it| Some(it) == blob)
    }

    /// Tells whether the signature is one of these bytes for charter, whoever made it.
    fn is_right(
        &self,
        desk: &SshDesk<'_>,
        signature: &Path,
        message: &Path,
    ) -> Result<bool, SshFailure> {
        let mut command = desk.command("ssh-keygen");
        command.args(["-Y", "check-novalidate", "-n", NAMESPACE, "-s"]).arg(signature);
        Ok(ask(command, SshInput::File(message))?.status.success())
    }

    /// Lists the names that a list gives to the key, at the time.
    fn names_in(
        &self,
        desk: &SshDesk<'_>,
        list: &Path,
        signature: &Path,
    ) -> Result<Vec<String>, SshFailure> {
        let mut command = desk.command("ssh-keygen");
        command.args(["-Y", "find-principals"]).args(self.time());
        command.arg("-s").arg(signature).arg("-f").arg(list);
        let ended = ask(command, SshInput::Nothing)?;
        if ended.status.success() {
            let names = ended.output.lines().filter(|it| !it.starts_with('!'));
            return Ok(names.take(NAMES_MAX).map(str::to_owned).collect());
        }
        if ended.complaint.contains(NO_MATCH) {
            return Ok(Vec::new());
        }
        let reason = last_line(&ended.complaint).unwrap_or_else(|| ended.status.to_string());
        Err(SshFailure::CheckFailed { reason })
    }

    /// Tells whether the signature is one that a list lets somebody make for charter, at the time.
    fn is_by(
        &self,
        desk: &SshDesk<'_>,
        name: &str,
        [list, signature, message]: [&PathBuf; 3],
    ) -> Result<bool, SshFailure> {
        let mut command = desk.command("ssh-keygen");
        command.args(["-Y", "verify", "-n", NAMESPACE, "-I", name]).args(self.time());
        command.arg("-s").arg(signature).arg("-f").arg(list);
        Ok(ask(command, SshInput::File(message))?.status.success())
    }

    fn time(&self) -> Option<String> {
        // The child's clock is in UTC.
        self.at.map(|it| format!("-Overify-time={}", it.to_id_stamp().replace('-', "")))
    }
}
