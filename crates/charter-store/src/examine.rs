//! Checking a charter from its first byte.
//!
//! Owns what `doctor` sees: everything that is odd, and what is left over. It trusts no cache. Must not
//! change anything.

use crate::disk::{DirEntry, FileKind};
use crate::failure::Failure;
use crate::finding::{LEFTOVER, SET_ASIDE};
use crate::layout::TEMP_PREFIX;
use crate::load;
use crate::store::{IGNORE_FILE, Store};
use charter_engine::State;
use charter_kernel::{CharterId, Finding, FindingKind};
use std::path::{Path, PathBuf};

/// Everything that can be said about a charter on disk.
#[derive(Debug, Clone)]
pub struct Examination {
    /// What the events add up to, as far as the chain holds.
    pub state: State,
    /// Everything that is odd or wrong, worst first.
    pub findings: Vec<Finding>,
}

impl Store {
    /// Checks everything about a charter, from the first byte, and changes nothing.
    pub fn examine(&self, id: &CharterId) -> Result<Examination, Failure> {
        let loaded = load::load_unsealed(self, id)?;
        let mut findings = loaded.findings;
        findings.extend(self.read_docs(id).into_docs().findings);
        findings.extend(left_behind(self, id)?);
        findings.sort_by_key(|it| std::cmp::Reverse(it.kind.severity));
        Ok(Examination { state: loaded.state, findings })
    }
}

fn left_behind(store: &Store, id: &CharterId) -> Result<Vec<Finding>, Failure> {
    let mut findings = Vec::new();
    for (name, leftover) in leftovers(store, id)? {
        findings.push(Finding::new(leftover.kind(), name, leftover.about()));
    }
    Ok(findings)
}

/// What nothing in a charter refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leftover {
    /// The file of a write that did not finish.
    Unfinished,
    Saved,
}

impl Leftover {
    fn kind(self) -> FindingKind {
        match self {
            Self::Unfinished => LEFTOVER,
            Self::Saved => SET_ASIDE,
        }
    }

    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::Unfinished => "left by a write that did not finish",
            Self::Saved => "saved by a recovery",
        }
    }
}

fn list_files(store: &Store, dir: &Path) -> Result<Vec<DirEntry>, Failure> {
    let entries = match store.disk.stat(dir) {
        Ok(None) => Vec::new(),
        _ => store.disk.list(dir).map_err(Failure::io("list", dir))?,
    };
    Ok(entries.into_iter().filter(|it| it.kind == FileKind::File).collect())
}

/// Lists what unfinished writes left beside the derived files of a charter.
pub(crate) fn derived_leftovers(store: &Store, id: &CharterId) -> Result<Vec<PathBuf>, Failure> {
    let dir = store.layout.derived_dir(id);
    let is_left = |it: &DirEntry| it.name.to_string_lossy().starts_with(TEMP_PREFIX);
    let entries = list_files(store, &dir)?.into_iter().filter(is_left);
    Ok(entries.map(|it| dir.join(it.name)).collect())
}

/// Lists what unfinished writes and recoveries left in a charter, by names relative to it.
pub(crate) fn leftovers(store: &Store, id: &CharterId) -> Result<Vec<(String, Leftover)>, Failure> {
    let name = |entry: &DirEntry| entry.name.to_string_lossy().into_owned();
    let mut found = Vec::new();
    for entry in &list_files(store, &store.layout.charter(id))? {
        if name(entry).starts_with(TEMP_PREFIX) {
            found.push((name(entry), Leftover::Unfinished));
        }
    }
    for entry in &list_files(store, &store.layout.file(id, "plan"))? {
        if name(entry).starts_with(TEMP_PREFIX) {
            found.push((format!("plan/{}", name(entry)), Leftover::Unfinished));
        }
    }
    for entry in &list_files(store, &store.layout.saved(id))? {
        if entry.name == IGNORE_FILE {
            continue;
        }
        let unfinished = name(entry).starts_with(TEMP_PREFIX);
        let kind = if unfinished { Leftover::Unfinished } else { Leftover::Saved };
        found.push((format!("{}/{}", crate::layout::SAVED_DIR, name(entry)), kind));
    }
    Ok(found)
}
