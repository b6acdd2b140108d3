//! Which key signs.
//!
//! Owns the order in which one is looked for: the one that is named (a file, or a fingerprint in the ssh-agent), the user's own `user.signingKey`, the
//! only one in the ssh-agent. A repository's configuration is never asked. Must not know what is signed.

use super::call::{SshDesk, SshInput, ask};
use super::wire::{fingerprint_of, public_half, read_public};
use super::{KeyHome, KeySource, SigningKey, SshFailure, SshSetup};
use crate::plain::read_own;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const KEY_BYTES_MAX: usize = 64 * 1024;

/// How the fingerprint of a key begins, which names one in the ssh-agent.
pub const FINGERPRINT: &str = "SHA256:";

/// Finds the key that signs: the one that is named, else git's, else the only one in the ssh-agent.
///
/// `user_signing_key` is the value of `user.signingKey` as [`super::user_signing_key`] gives it.
pub fn find_key(
    setup: &SshSetup,
    named: Option<&Path>,
    user_signing_key: Option<&str>,
) -> Result<SigningKey, SshFailure> {
    if let Some(path) = named {
        return match path.to_str().filter(|it| it.starts_with(FINGERPRINT)) {
            Some(fingerprint) => named_in_agent(setup, fingerprint),
            None => key_in_file(path, KeySource::Named),
        };
    }
    match user_signing_key {
        Some(value) => key_of_git(setup, value),
        None => key_in_agent(setup),
    }
}

/// Takes the value of `user.signingKey`: a public key, or a file.
fn key_of_git(setup: &SshSetup, value: &str) -> Result<SigningKey, SshFailure> {
    let literal = value.strip_prefix("key::").unwrap_or(value);
    if let Some(public) = read_public(literal) {
        return key(public, KeySource::Git, KeyHome::Agent, value);
    }
    if let Some(below) = value.strip_prefix("~/") {
        let home = setup.vars.get(OsStr::new("HOME")).map(PathBuf::from);
        let home = home.ok_or_else(|| unreadable(value, "HOME is not set"))?;
        return key_in_file(&home.join(below), KeySource::Git);
    }
    if !Path::new(value).is_absolute() {
        let reason =
            "git's `user.signingKey` must be a public key or a file named by its full path";
        return Err(unreadable(value, reason));
    }
    key_in_file(Path::new(value), KeySource::Git)
}

/// Reads a key from a file that holds either half of it.
fn key_in_file(path: &Path, source: KeySource) -> Result<SigningKey, SshFailure> {
    let name = path.display().to_string();
    let full = std::path::absolute(path).map_err(|err| unreadable(&name, &err.to_string()))?;
    let text = read_own(&full, KEY_BYTES_MAX).map_err(|kind| unreadable(&name, &kind))?;
    if let Some(public) = text.lines().find_map(read_public) {
        return key(public, source, KeyHome::File(full), &name);
    }
    if !text.contains("PRIVATE KEY-----") {
        return Err(unreadable(&name, "not an SSH key"));
    }
    let beside = || {
        let mut public = full.clone().into_os_string();
        public.push(".pub");
        read_public(&read_own(Path::new(&public), KEY_BYTES_MAX).ok()?)
    };
    let public = public_half(&text).or_else(beside).ok_or_else(|| {
        let reason = "its public half is missing; write it with `ssh-keygen -y -f FILE > FILE.pub`";
        unreadable(&name, reason)
    })?;
    key(public, source, KeyHome::File(full), &name)
}

/// Takes the key of the ssh-agent that has a fingerprint.
fn named_in_agent(setup: &SshSetup, fingerprint: &str) -> Result<SigningKey, SshFailure> {
    let keys = keys_in_agent(setup)?;
    let is_named = |it: &&(String, String)| fingerprint_of(&it.0).as_deref() == Some(fingerprint);
    match keys.iter().find(is_named) {
        Some((public, _)) => key(public.clone(), KeySource::Named, KeyHome::Agent, fingerprint),
        None => Err(SshFailure::NotInAgent(fingerprint.to_owned())),
    }
}

/// Takes the key of the ssh-agent, if it has exactly one.
fn key_in_agent(setup: &SshSetup) -> Result<SigningKey, SshFailure> {
    match keys_in_agent(setup)?.as_slice() {
        [] => Err(SshFailure::NoKey),
        [(public, _)] => key(public.clone(), KeySource::Agent, KeyHome::Agent, "ssh-agent"),
        several => {
            let shown = |(public, comment): &(String, String)| {
                format!("{} {comment}", fingerprint_of(public).unwrap_or_default())
                    .trim()
                    .to_owned()
            };
            Err(SshFailure::SeveralKeys(several.iter().map(shown).collect()))
        }
    }
}

/// Lists the keys of the ssh-agent, each with its comment.
fn keys_in_agent(setup: &SshSetup) -> Result<Vec<(String, String)>, SshFailure> {
    let desk = SshDesk::new(setup)?;
    let mut command = desk.command("ssh-add");
    command.arg("-L");
    let listed = ask(command, SshInput::Nothing)?;
    // Without an agent, or with an empty one, it exits with something else.
    let lines = if listed.status.success() { listed.output.as_str() } else { "" };
    let mut keys: Vec<(String, String)> = lines
        .lines()
        .filter_map(|it| Some((read_public(it)?, comment_of(it).to_owned())))
        .collect();
    keys.dedup_by(|a, b| a.0 == b.0);
    Ok(keys)
}

/// Gives what stands behind a public key.
fn comment_of(line: &str) -> &str {
    line.splitn(3, ' ').nth(2).unwrap_or_default().trim()
}

fn key(
    public: String,
    source: KeySource,
    held: KeyHome,
    name: &str,
) -> Result<SigningKey, SshFailure> {
    let fingerprint = fingerprint_of(&public).ok_or_else(|| unreadable(name, "not an SSH key"))?;
    Ok(SigningKey { public, fingerprint, source, held })
}

fn unreadable(path: &str, reason: &str) -> SshFailure {
    SshFailure::Unreadable { path: path.to_owned(), reason: reason.to_owned() }
}
