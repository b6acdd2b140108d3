//! Paths as somebody types them.
//!
//! Owns how they are resolved without asking the disk. Must not know what is there.

use std::path::{Component, Path, PathBuf};

/// Resolves `.` and `..` by their words alone; a path that climbs above its start has none.
pub(crate) fn plain_path(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                plain.push(component);
            }
        }
    }
    Some(plain)
}
