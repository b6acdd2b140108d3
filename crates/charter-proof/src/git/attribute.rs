//! Which files go through a filter when they are checked out.
//!
//! Owns the reading of `.gitattributes`: git itself is shown none that chooses one. Must not run git.

use crate::plain::{kind_at, read_plain};
use charter_kernel::Glob;
use std::path::Path;

const LIST: &str = ".gitattributes";

/// The longest list that is read; one that is longer may choose anything.
const LIST_BYTES_MAX: usize = 1024 * 1024;

/// Names the list that chooses a filter for a file, both relative to the top of the work tree.
pub(super) fn filtering_list(top: &Path, path: &Path) -> Option<String> {
    for dir in path.ancestors().skip(1) {
        let list = dir.join(LIST);
        if kind_at(&top.join(&list)).is_none() {
            continue;
        }
        let name = || Some(list.display().to_string());
        let Some(text) = read_plain(&top.join(&list), LIST_BYTES_MAX) else { return name() };
        let below = path.strip_prefix(dir).unwrap_or(path).to_string_lossy().into_owned();
        // The last line that says anything about it wins, and the deepest list.
        match String::from_utf8_lossy(&text).lines().rev().find_map(|it| said(it, &below)) {
            Some(true) => return name(),
            Some(false) => return None,
            None => {}
        }
    }
    None
}

/// Tells whether a line chooses a filter for a file, or unsets it; none where it says neither.
fn said(line: &str, path: &str) -> Option<bool> {
    let (pattern, rest) = line.trim_start().split_once([' ', '\t'])?;
    let mut words = rest.split_whitespace().rev();
    let is_chosen = words.find_map(|it| match it {
        "-filter" | "!filter" => Some(false),
        it => it.starts_with("filter=").then_some(true),
    })?;
    let is_meant = match pattern.strip_prefix('/') {
        Some(pattern) => Glob::new(pattern).matches(path),
        None if pattern.contains('/') => Glob::new(pattern).matches(path),
        None => Glob::new(pattern).matches(path.rsplit('/').next().unwrap_or(path)),
    };
    is_meant.then_some(is_chosen)
}
