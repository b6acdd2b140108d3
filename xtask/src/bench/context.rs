//! What every benchmark is given.

use std::path::PathBuf;

/// What a benchmark may use.
#[derive(Debug)]
pub(crate) struct BenchContext {
    /// The release build of the `charter` binary.
    pub(crate) binary: PathBuf,
}
