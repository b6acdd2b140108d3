//! What is asked of an installation, and what it says.
//!
//! Owns the shapes. Must not act.

use charter_agents::install::{Agent, Anchor, Line, Scope};
use charter_kernel::NextAction;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Put charter in, or bring it up to date.
    Install,
    Uninstall,
}

/// Whether it is only to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallMode {
    /// Nothing is written.
    Dry,
    Real,
}

/// Where an installation goes and what it installs.
#[derive(Debug, Clone)]
pub struct InstallPlaces {
    /// The user's directories; what is missing cannot be installed into.
    pub dirs: BTreeMap<Anchor, PathBuf>,
    /// Where programs are looked for.
    pub search: Vec<PathBuf>,
    /// Where this program is.
    pub program: Option<PathBuf>,
    /// The files of the skill: path below its directory, text.
    pub skill: &'static [(&'static str, &'static str)],
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct InstallAsk<'a> {
    pub agent: Agent,
    pub scope: Scope,
    pub act: Act,
    /// Whether to do it.
    pub trial: InstallMode,
    pub places: &'a InstallPlaces,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FileAction {
    Created,
    /// It was there, and something in it changes.
    Changed,
    Unchanged,
    Removed,
}

impl FileAction {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
        }
    }
}

/// A file with what happens to it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileRow {
    /// The file, as the caller would type it.
    pub path: String,
    pub action: FileAction,
    pub lines_added: usize,
    pub lines_removed: usize,
    /// What changes, as a unified diff has it; for a file that is charter's alone, nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub diff: String,
    /// The same as lines.
    #[serde(skip)]
    pub lines: Vec<Line>,
}

/// Something that is not touched although it has to do with charter.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptRow {
    pub path: String,
    /// The place in it; empty where it is the whole file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    pub reason: String,
}

/// What an installation did, or would do.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub agent: &'static str,
    /// For whom.
    pub scope: &'static str,
    pub dry_run: bool,
    pub files: Vec<FileRow>,
    /// What stays although it has to do with charter.
    pub kept: Vec<KeptRow>,
    /// How agents call this program.
    pub program: String,
    pub next_actions: Vec<NextAction>,
}
