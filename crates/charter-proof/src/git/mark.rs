//! Whether git moved: a text that changes with every commit, checkout, merge and reset.
//!
//! Owns what is looked at: what `HEAD` says, what its branch says, and how long the record of its moves
//! is, which also grows where it moves there and back. Must not run git.

use super::place;
use crate::plain::{read_plain, read_text};
use std::collections::BTreeSet;
use std::path::Path;

const HEAD_BYTES_MAX: usize = 8 * 1024;

const INDEX_BYTES_MAX: usize = 256 * 1024 * 1024;

const PACKED_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Where git is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadMark {
    /// The directory is in no repository.
    NoRepository,
    /// It keeps no record of its moves, or it cannot be read.
    Unknown,
    At(String),
}

/// Says where the working copy is that a directory is in.
#[must_use]
pub fn head_mark(dir: &Path) -> HeadMark {
    let Some(top) = place::find_top(dir) else { return HeadMark::NoRepository };
    let Ok(place) = place::find(&top) else { return HeadMark::Unknown };
    let tables = |it: &Path| read_text(&it.join("reftable/tables.list"), HEAD_BYTES_MAX);
    if let Some(list) = tables(&place.own) {
        // Every move makes a table of its own.
        let shared = tables(&place.shared).unwrap_or_default();
        return HeadMark::At(format!("{list}{shared}"));
    }
    let Some(head) = read_text(&place.own.join("HEAD"), HEAD_BYTES_MAX) else {
        return HeadMark::Unknown;
    };
    let branch = head.strip_prefix("ref:").map(str::trim).unwrap_or_default();
    let loose = read_text(&place.shared.join(branch), HEAD_BYTES_MAX).unwrap_or_default();
    let moves = rustix::fs::lstat(place.own.join("logs/HEAD")).ok().map(|it| it.st_size);
    match moves {
        Some(n_bytes) => HeadMark::At(format!("{} {} {n_bytes}", head.trim(), loose.trim())),
        None if is_unborn(&place.shared, branch, &loose) => HeadMark::At(head.trim().to_owned()),
        None => HeadMark::Unknown,
    }
}

/// Lists the last characters of the names in the index of a repository that end in a suffix, without it:
/// names there may lack their beginnings.
#[must_use]
pub fn staged_ends(dir: &Path, suffix: &str, n_chars: usize) -> BTreeSet<String> {
    let Some(place) = place::find_top(dir).and_then(|it| place::find(&it).ok()) else {
        return BTreeSet::new();
    };
    let index = read_plain(&place.own.join("index"), INDEX_BYTES_MAX).unwrap_or_default();
    let windows = index.windows(suffix.len().max(1)).enumerate();
    let ends = windows.filter(|(_, it)| *it == suffix.as_bytes()).filter_map(|(at, _)| {
        let end = index.get(at.checked_sub(n_chars)?..at)?;
        Some(String::from_utf8_lossy(end).into_owned())
    });
    ends.collect()
}

/// Tells whether no commit was made yet, so that git has seen nothing.
fn is_unborn(shared: &Path, branch: &str, loose: &str) -> bool {
    if branch.is_empty() || !loose.is_empty() {
        return false;
    }
    let packed = shared.join("packed-refs");
    if rustix::fs::lstat(&packed).is_err() {
        return true;
    }
    let packed = read_plain(&packed, PACKED_BYTES_MAX);
    let lines = packed.as_deref().map(|it| it.split(|byte| *byte == b'\n'));
    lines.is_some_and(|mut it| !it.any(|line| line.ends_with(format!(" {branch}").as_bytes())))
}
