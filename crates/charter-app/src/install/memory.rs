//! What this machine remembers of installations, so that they can be undone byte for byte.
//!
//! Owns one file beside the user's settings: which files and directories were made, and the way back
//! to what was there. Without it charter is taken out by what it looks like. Must not know agents.

use crate::app::App;
use crate::error::Error;
use charter_core::install::Undo;
use charter_store::Readers;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of the file.
const MEMORY_FILE: &str = "installed.json";

/// The version of its shape.
const FORMAT: u32 = 1;

/// What is remembered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Memory {
    format: u32,
    /// Every file, by its path.
    pub(super) files: BTreeMap<PathBuf, Kept>,
    /// Every directory that was made.
    pub(super) dirs: BTreeSet<PathBuf>,
}

/// What is remembered of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kept {
    /// For whom it was written, such as `claude project`.
    pub(super) owner: String,
    /// Whether it was made.
    pub(super) made: bool,
    /// The way back to what was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) undo: Option<Undo>,
}

impl App {
    fn memory_path(&self) -> Option<PathBuf> {
        self.user_dir.as_ref().map(|it| it.join(MEMORY_FILE))
    }

    /// Reads the memory; one that cannot be read says nothing.
    pub(super) fn recall(&self) -> Memory {
        let bytes = self.memory_path().and_then(|it| self.store.read_file(&it).ok());
        let memory = bytes.and_then(|it| serde_json::from_slice::<Memory>(&it).ok());
        let memory = memory.filter(|it| it.format == FORMAT);
        memory.unwrap_or(Memory { format: FORMAT, ..Memory::default() })
    }

    /// Writes the memory, or removes its file where nothing is to be remembered.
    pub(super) fn memorise(&self, memory: &mut Memory) -> Result<(), Error> {
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
        let write =
            |memory: &Memory, read: Option<&[u8]>| -> Result<(Vec<PathBuf>, Vec<u8>), Error> {
                let mut bytes = serde_json::to_vec_pretty(memory).unwrap_or_default();
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
    pub(super) fn sweep(&self, from: Option<&Path>, memory: &mut Memory) {
        for dir in from.into_iter().flat_map(Path::ancestors) {
            if !memory.dirs.contains(dir) || !self.store.remove_bare_dir(dir) {
                break;
            }
            memory.dirs.remove(dir);
        }
    }
}
