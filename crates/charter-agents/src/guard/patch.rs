//! The files that a patch changes.
//!
//! Must not know whether a tool or a script applies it.

use super::{Effect, Write};

/// Lists the files that a patch changes, in either of the two common forms.
pub(super) fn patched(text: &str) -> Vec<Write> {
    let mut writes = Vec::new();
    for line in text.lines() {
        let marks = ["*** Update File: ", "*** Add File: ", "*** Move to: "];
        let put = marks.iter().find_map(|it| line.strip_prefix(it));
        let shown = line.strip_prefix("+++ ").map(|it| it.strip_prefix("b/").unwrap_or(it));
        let removed = line.strip_prefix("*** Delete File: ");
        let write = match (put.or(shown), removed) {
            (Some(path), _) => Some((path, Effect::Put)),
            (None, Some(path)) => Some((path, Effect::Removed)),
            (None, None) => None,
        };
        let write = write.filter(|(path, _)| path.trim() != "/dev/null");
        writes.extend(write.map(|(path, effect)| Write { path: path.trim().to_owned(), effect }));
    }
    writes
}
