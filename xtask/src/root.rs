//! Where the workspace is: the folder above this crate.

use std::path::Path;

/// Returns the workspace's root folder.
pub(crate) fn workspace() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
