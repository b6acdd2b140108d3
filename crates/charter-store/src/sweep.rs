//! What unfinished writes and recoveries left behind.
//!
//! Owns the list of things that nothing refers to and that can go. Must not touch anything that a
//! charter needs.

use crate::examine::{self, Leftover};
use crate::failure::Failure;
use crate::layout::{DIGESTS_SUFFIX, HAD_SUFFIX, LOCAL_DIR, NEW_PREFIX, NUDGES_SUFFIX, OWN_SUFFIX};
use crate::store::{IGNORE_FILE, Store};
use charter_engine::projection::Derived;
use charter_kernel::CharterId;
use std::path::{Path, PathBuf};

/// How deep an unfinished charter is measured.
const SWEEP_DEPTH_MAX: usize = 8;

const OF_GONE_CHARTER: &str = "belongs to a charter that is gone";

/// What to look for besides what unfinished writes left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Leftovers,
    /// What recoveries saved, which may be the only copy of what was lost.
    Saved,
}

/// Whether to remove what is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweep {
    List,
    /// List and remove it.
    Prune,
}

/// One thing that can go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepItem {
    /// Where it is, relative to the root.
    pub path: PathBuf,
    pub bytes: u64,
    /// What it is.
    pub about: &'static str,
}

impl Store {
    /// Lists what unfinished writes and recoveries left behind, and removes it where asked.
    pub fn sweep(&self, prune: Sweep, reach: Reach) -> Result<Vec<SweepItem>, Failure> {
        let listing = self.list()?;
        if prune == Sweep::Prune && !listing.ids.is_empty() {
            self.ensure_local()?;
        }
        let mut items = sweep_local(self, &listing.ids, prune)?;
        for id in &listing.ids {
            items.extend(sweep_charter(self, id, prune, reach)?);
        }
        Ok(items)
    }
}

fn sweep_charter(
    store: &Store,
    id: &CharterId,
    sweep: Sweep,
    reach: Reach,
) -> Result<Vec<SweepItem>, Failure> {
    let _held = match sweep {
        Sweep::List => None,
        Sweep::Prune => Some(store.lock(&store.layout.lock(id), store.lock_wait)?),
    };
    let mut items = Vec::new();
    let wanted = |it: &(String, Leftover)| it.1 != Leftover::Saved || reach == Reach::Saved;
    let left = examine::leftovers(store, id)?.into_iter().filter(wanted);
    let left = left.map(|(name, it)| (store.layout.file(id, &name), it));
    let derived = examine::derived_leftovers(store, id)?.into_iter();
    for (path, leftover) in left.chain(derived.map(|it| (it, Leftover::Unfinished))) {
        items.push(item(store, &path, leftover.about()));
        if sweep == Sweep::Prune {
            store.disk.remove_file(&path).map_err(Failure::io("remove", &path))?;
        }
    }
    if sweep == Sweep::Prune && reach == Reach::Saved {
        // What told git to leave out what was there has nothing to tell any more.
        let _ = store.disk.remove_file(&store.layout.saved(id).join(IGNORE_FILE));
    }
    Ok(items)
}

fn sweep_local(store: &Store, ids: &[CharterId], sweep: Sweep) -> Result<Vec<SweepItem>, Failure> {
    let local = store.layout.local();
    if !matches!(store.disk.stat(&local), Ok(Some(_))) {
        return Ok(Vec::new());
    }
    let _held = match sweep {
        Sweep::List => None,
        Sweep::Prune => Some(store.lock(&store.layout.root_lock(), store.lock_wait)?),
    };
    let mut items = Vec::new();
    for entry in store.disk.list(&local).map_err(Failure::io("list", &local))? {
        let name = entry.name.to_string_lossy().into_owned();
        let about = local_leftover(&name, ids).or_else(|| derived_leftover(store, &name, ids));
        let Some(about) = about else { continue };
        let path = local.join(&entry.name);
        items.push(item(store, &path, about));
        if sweep == Sweep::Prune {
            let removed = match entry.kind {
                crate::FileKind::Dir => store.disk.remove_dir_all(&path),
                crate::FileKind::File | crate::FileKind::Other => store.disk.remove_file(&path),
            };
            removed.map_err(Failure::io("remove", &path))?;
        }
    }
    Ok(items)
}

/// Says what a name in the machine-local directory is, where nothing needs it.
fn local_leftover(name: &str, ids: &[CharterId]) -> Option<&'static str> {
    if name.starts_with(NEW_PREFIX) {
        return Some("a charter that was never finished");
    }
    if name.ends_with(".tmp") {
        return Some("left by a write that did not finish");
    }
    // A lock file stays for ever: removing one would let two processes hold it.
    let nudges = name.strip_suffix(NUDGES_SUFFIX).and_then(|it| it.rsplit_once('.'));
    let stem = name.strip_suffix(".seal").or_else(|| name.strip_suffix(".checkpoint"));
    let stem = stem.or_else(|| name.strip_suffix(DIGESTS_SUFFIX));
    let stem = stem.or_else(|| name.strip_suffix(OWN_SUFFIX));
    let stem = stem.or_else(|| name.strip_suffix(HAD_SUFFIX));
    let stem = stem.or(nudges.map(|(stem, _)| stem))?;
    let needed = ids.iter().any(|id| id.as_str() == stem);
    (!needed).then_some(OF_GONE_CHARTER)
}

/// Says so where an entry of the machine-local directory is what was derived from a charter that is gone.
fn derived_leftover(store: &Store, name: &str, ids: &[CharterId]) -> Option<&'static str> {
    let id = CharterId::parse(name).ok().filter(|it| !ids.contains(it))?;
    let state = store.disk.stat(&store.layout.derived(&id, Derived::State));
    matches!(state, Ok(Some(_))).then_some(OF_GONE_CHARTER)
}

/// Adds up the files at and below a path.
fn size_of(store: &Store, path: &Path, depth: usize) -> u64 {
    let Ok(Some(stat)) = store.disk.stat(path) else { return 0 };
    if stat.kind != crate::FileKind::Dir || depth == 0 {
        return stat.len;
    }
    let entries = store.disk.list(path).unwrap_or_default();
    entries.iter().map(|it| size_of(store, &path.join(&it.name), depth - 1)).sum()
}

fn item(store: &Store, path: &Path, about: &'static str) -> SweepItem {
    let bytes = size_of(store, path, SWEEP_DEPTH_MAX);
    let relative = path.strip_prefix(store.layout.root()).unwrap_or(path);
    debug_assert!(!relative.ends_with(LOCAL_DIR), "the directory itself is never swept");
    SweepItem { path: relative.to_owned(), bytes, about }
}
