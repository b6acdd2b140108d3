//! What this machine remembers of installations, so that they can be undone byte for byte.
//!
//! Owns one file beside the user's settings: which files and directories were made, and the way back
//! to what was there. Without it charter is taken out by what it looks like. Must not know agents.

use crate::app::App;
use crate::error::{Error, problem};
use charter_agents::AgentRefusal;
use charter_agents::install::Undo;
use charter_store::{Failure, Readers};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const MEMORY_FILE: &str = "installed.json";

/// The version of its shape.
const FORMAT: u32 = 1;

/// What is remembered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InstallMemory {
    format: u32,
    /// Every file, by its path.
    pub(super) files: BTreeMap<PathBuf, KeptFile>,
    pub(super) dirs: BTreeSet<PathBuf>,
}

/// What is remembered of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeptFile {
    /// For whom it was written, such as `claude project`.
    pub(super) owner: String,
    pub(super) made: bool,
    /// The way back to what was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) undo: Option<Undo>,
}

impl App {
    fn memory_path(&self) -> Option<PathBuf> {
        self.user_dir.as_ref().map(|it| it.join(MEMORY_FILE))
    }

    /// Reads the memory. One that cannot be understood is refused: it is the only way back to what
    /// was there, and writing would lose it.
    pub(super) fn recall(&self) -> Result<InstallMemory, Error> {
        let none = || InstallMemory { format: FORMAT, ..InstallMemory::default() };
        let Some(path) = self.memory_path() else { return Ok(none()) };
        let Some(bytes) = self.store.read_foreign(&path)? else { return Ok(none()) };
        let refuse = |code: &str, message: &str| {
            let problems = vec![problem(self.shown_path(&path), code, message)];
            Error::from(AgentRefusal::InstallUnusable { problems })
        };
        let value = serde_json::from_slice::<Value>(&bytes).unwrap_or_default();
        if value.get("format").and_then(Value::as_u64).is_some_and(|it| it > u64::from(FORMAT)) {
            let message = "a later version of charter wrote what it installed; use that one";
            return Err(refuse("memory-newer", message));
        }
        let memory = serde_json::from_value::<InstallMemory>(value).ok();
        memory.filter(|it| it.format == FORMAT).ok_or_else(|| {
            let message = "what was installed cannot be read; mend the file, or move it away";
            refuse("memory-unreadable", message)
        })
    }

    /// Writes the memory, or removes its file where nothing is to be remembered.
    pub(super) fn memorise(&self, memory: &mut InstallMemory) -> Result<(), Error> {
        let Some(path) = self.memory_path() else { return Ok(()) };
        let read = self.store.read_foreign(&path)?;
        if memory.files.is_empty() {
            if let Some(bytes) = &read {
                self.store.remove_foreign(&path, bytes)?;
            }
            // What is left are directories of this very file.
            self.sweep(path.parent(), memory);
            return Ok(());
        }
        let write = |memory: &InstallMemory,
                     read: Option<&[u8]>|
         -> Result<(Vec<PathBuf>, Vec<u8>), Error> {
            let unwritable = |err| Failure::Io {
                action: "write",
                path: path.clone(),
                source: std::io::Error::other(err),
            };
            let mut bytes = serde_json::to_vec_pretty(memory).map_err(unwritable)?;
            bytes.push(b'\n');
            if read == Some(bytes.as_slice()) {
                return Ok((Vec::new(), bytes));
            }
            Ok((self.store.replace_foreign(&path, read, &bytes, Readers::Owner)?, bytes))
        };
        let (made, bytes) = write(memory, read.as_deref())?;
        if !made.is_empty() {
            memory.dirs.extend(made);
            write(memory, Some(&bytes))?;
        }
        Ok(())
    }

    /// Removes directories that were made and hold nothing any more, from the inside out.
    pub(super) fn sweep(&self, from: Option<&Path>, memory: &mut InstallMemory) {
        for dir in from.into_iter().flat_map(Path::ancestors) {
            if !memory.dirs.contains(dir) || !self.store.remove_bare_dir(dir) {
                break;
            }
            memory.dirs.remove(dir);
        }
    }
}
