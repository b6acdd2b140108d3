//! The user's key.
//!
//! Owns where it is: beside the user's own settings, never in a project, never replaced. Must not
//! know what is signed with it.

use crate::app::App;
use crate::error::{Error, unread};
use charter_engine::Refusal;
use charter_proof::{PublicKey, SecretKey};
use charter_review::ReviewRefusal;
use charter_review::attest::KeyProblem;
use charter_store::Failure;
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};

const KEY_FILE: &str = "signing-key.pem";

/// Whether to make a key where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MakeKey {
    /// Do.
    IfMissing,
    /// Only show the one that is there.
    Never,
}

/// The user's key, as others may know it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    /// Whether it was made just now.
    pub made: bool,
    /// Its name: the digest of its public half.
    pub key_id: String,
    /// The public half, as hex.
    pub public_key: String,
    /// The public half, as PEM.
    pub pem: String,
    /// Where the private half is.
    pub path: String,
}

/// What only this user has on this machine, beside their configuration.
const MACHINE_SECRET: &str = "machine.secret";

const MACHINE_SECRET_CHARS: usize = 64;

/// Makes a key that lasts as long as the process: it seals what goes through other hands.
pub fn make_seal() -> Result<[u8; 32], Error> {
    let unusable =
        |problem| Refusal::Review(ReviewRefusal::KeyUnusable { path: String::new(), problem });
    Ok(charter_proof::random_key().map_err(unusable)?)
}

impl App {
    /// Gives the user's key, making one where asked.
    pub fn key(&self, make: MakeKey) -> Result<KeyReport, Error> {
        let path = self.key_path()?;
        let (key, made) = match (self.find_key()?, make) {
            (Some(key), _) => (key, false),
            (None, MakeKey::Never) => {
                let path = path.display().to_string();
                return Err(ReviewRefusal::KeyMissing { path }.into());
            }
            (None, MakeKey::IfMissing) => self.make_key(&path)?,
        };
        let public = key.public();
        Ok(KeyReport {
            ok: true,
            made,
            key_id: public.id().to_string(),
            public_key: public.to_hex(),
            pem: public.to_pem(),
            path: path.display().to_string(),
        })
    }

    /// Gives what only this user has on this machine, so that no checkout can vouch for a command; none
    /// where there is no place for it, or where that place came with the project.
    pub(crate) fn machine_secret(&self, make: MakeKey) -> Option<String> {
        let path = self.user_dir.as_ref()?.join(MACHINE_SECRET);
        let real = self.store.real_path(path.parent()?);
        let project = self.store.real_path(&self.place.project);
        if path.starts_with(&self.place.project) || real.starts_with(project) {
            return None;
        }
        let read = || {
            let text = String::from_utf8(self.store.read_named(&path).ok()?).ok()?;
            let text = text.trim();
            (text.len() >= MACHINE_SECRET_CHARS).then(|| text.to_owned())
        };
        if let (None, MakeKey::IfMissing) = (read(), make) {
            let key = charter_proof::random_key().ok()?;
            let text: String = key.iter().map(|it| format!("{it:02x}")).collect();
            // Somebody else may make one this moment; theirs is the one.
            let _ = self.store.keep_secret(&path, format!("{text}\n").as_bytes());
        }
        read()
    }

    /// Reads the user's key, if they have one.
    pub(crate) fn find_key(&self) -> Result<Option<SecretKey>, Error> {
        let Ok(path) = self.key_path() else { return Ok(None) };
        let bytes = match self.store.read_named(&path) {
            Ok(bytes) => bytes,
            Err(err)
                if matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
            {
                return Ok(None);
            }
            Err(source) => return Err(unread(&path)(source).into()),
        };
        let key = SecretKey::parse(&String::from_utf8_lossy(&bytes));
        Ok(Some(key.map_err(|problem| unusable(&path, problem))?))
    }

    /// Reads the public key that a caller names: its hex digits, or a file.
    pub(crate) fn read_public_key(&self, named: &str) -> Result<PublicKey, Error> {
        let text = if charter_proof::is_hex_key(named) {
            named.to_owned()
        } else {
            String::from_utf8_lossy(&self.read_named(Path::new(named))?).into_owned()
        };
        PublicKey::parse(&text).map_err(|problem| unusable(Path::new(named), problem))
    }

    fn make_key(&self, path: &Path) -> Result<(SecretKey, bool), Error> {
        // As far as the way is there, it may lead elsewhere by a link.
        let is_there = |it: &&Path| matches!(self.store.look_at(it), Ok(Some(_)));
        let there = path.ancestors().find(is_there).unwrap_or(path);
        if [there, &self.store.real_path(there)].into_iter().any(charter_proof::is_repository) {
            return Err(unusable(path, KeyProblem::InRepository));
        }
        let key = SecretKey::generate().map_err(|problem| unusable(path, problem))?;
        match self.store.keep_secret(path, key.to_pem().as_bytes()) {
            Ok(()) => Ok((key, true)),
            // Somebody else made one this moment; theirs is the one.
            Err(Failure::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
                let theirs = self.find_key()?;
                let missing = || {
                    Refusal::Review(ReviewRefusal::KeyMissing { path: path.display().to_string() })
                };
                Ok((theirs.ok_or_else(missing)?, false))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    fn key_path(&self) -> Result<PathBuf, Error> {
        let homeless = || unusable(Path::new(KEY_FILE), KeyProblem::Homeless);
        Ok(self.user_dir.as_ref().ok_or_else(homeless)?.join(KEY_FILE))
    }
}

fn unusable(path: &Path, problem: KeyProblem) -> Error {
    ReviewRefusal::KeyUnusable { path: path.display().to_string(), problem }.into()
}
