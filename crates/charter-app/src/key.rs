//! What only this user has on this machine.
//!
//! Owns where it is: beside the user's own settings, never in a project, never replaced. Must not
//! know what it vouches for.

use crate::app::App;
use crate::error::Error;
use charter_store::Failure;
use std::io;
use std::path::PathBuf;

/// Whether to make a secret where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MakeKey {
    /// Do.
    IfMissing,
    /// Only give the one that is there.
    Never,
}

/// What only this user has on this machine, beside their configuration.
const MACHINE_SECRET: &str = "machine.secret";

const MACHINE_SECRET_CHARS: usize = 64;

/// Makes a key that lasts as long as the process: it seals what goes through other hands.
pub fn make_seal() -> Result<[u8; 32], Error> {
    Ok(charter_proof::random_key().map_err(|err| Failure::Io {
        action: "read",
        path: PathBuf::from("/dev/urandom"),
        source: io::Error::other(err),
    })?)
}

impl App {
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
}
