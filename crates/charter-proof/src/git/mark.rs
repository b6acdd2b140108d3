//! Whether git moved: a text that changes with every commit, checkout, merge and reset.
//!
//! Owns what is looked at: what `HEAD` says, what its branch says, and how long the record of its moves
//! is, which also grows where it moves there and back. Must not run git.

use super::place;
use crate::plain::{read_plain, read_text};
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

/// Tells whether a file is in the index of a repository, by the end of its name: paths there may lack their
/// beginnings.
#[must_use]
pub fn is_staged(dir: &Path, name_end: &str) -> bool {
    let Some(place) = place::find_top(dir).and_then(|it| place::find(&it).ok()) else {
        return false;
    };
    let index = read_plain(&place.own.join("index"), INDEX_BYTES_MAX).unwrap_or_default();
    index.windows(name_end.len().max(1)).any(|it| it == name_end.as_bytes())
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
