//! Where things are under a root.
//!
//! Owns every path. What belongs to this machine only (locks, checkpoints, unfinished charters)
//! is in one directory that ignores itself for git. Must not read or write.

use charter_engine::projection::Derived;
use charter_kernel::strand::{STRANDS_DIR, StrandId, ZERO_FILE};
use charter_kernel::{CharterId, Digest};
use std::path::{Path, PathBuf};

/// The directory of what belongs to this machine only.
pub(crate) const LOCAL_DIR: &str = ".local";

/// The directory in a charter where recoveries put what was there before.
pub(crate) const SAVED_DIR: &str = "saved";

/// How the names of unfinished files start.
pub(crate) const TEMP_PREFIX: &str = ".tmp-";

/// How the names of unfinished charters start.
pub(crate) const NEW_PREFIX: &str = "new-";

/// How the memory of a charter's files is called behind its id.
pub(crate) const DIGESTS_SUFFIX: &str = ".digests";

/// How the memory of the strand that a working copy goes on with is called behind a charter's id.
pub(crate) const OWN_SUFFIX: &str = ".strand";

/// How the memory of the strands that a working copy has had is called behind a charter's id.
pub(crate) const HAD_SUFFIX: &str = ".strands";

/// How the names of remembered nudges end.
pub(crate) const NUDGES_SUFFIX: &str = ".nudges";

/// Names saved bytes by what they were and their digest: the same bytes are one file.
pub(crate) fn saved_name(stem: &str, extension: &str, bytes: &[u8]) -> String {
    format!("{stem}-{}.{extension}", Digest::of(bytes).short())
}

/// The paths under one root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    root: PathBuf,
}

impl Layout {
    #[must_use]
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Gives a charter's directory.
    #[must_use]
    pub fn charter(&self, id: &CharterId) -> PathBuf {
        self.root.join(id.as_str())
    }

    /// Gives the directory that holds a charter's strands.
    #[must_use]
    pub fn strands(&self, id: &CharterId) -> PathBuf {
        self.charter(id).join(STRANDS_DIR)
    }

    #[must_use]
    pub fn strand(&self, id: &CharterId, strand: &StrandId) -> PathBuf {
        self.charter(id).join(strand.file())
    }

    /// Gives the file that held all events in the first format.
    #[must_use]
    pub fn zero(&self, id: &CharterId) -> PathBuf {
        self.charter(id).join(ZERO_FILE)
    }

    #[must_use]
    pub fn file(&self, id: &CharterId, name: &str) -> PathBuf {
        self.charter(id).join(name)
    }

    /// Gives the directory of a charter's derived files, on this machine only.
    pub(crate) fn derived_dir(&self, id: &CharterId) -> PathBuf {
        self.local().join(id.as_str())
    }

    pub(crate) fn derived(&self, id: &CharterId, derived: Derived) -> PathBuf {
        self.derived_dir(id).join(derived.file())
    }

    /// Gives where a derived file was in the first format, and is an earlier tool's.
    pub(crate) fn former_derived(&self, id: &CharterId, derived: Derived) -> PathBuf {
        self.file(id, derived.file())
    }

    /// Gives where this working copy keeps which strand it goes on with.
    pub(crate) fn own_strand(&self, id: &CharterId) -> PathBuf {
        self.local().join(format!("{id}{OWN_SUFFIX}"))
    }

    /// Gives where this working copy keeps which strands it has had.
    pub(crate) fn had_strands(&self, id: &CharterId) -> PathBuf {
        self.local().join(format!("{id}{HAD_SUFFIX}"))
    }

    pub(crate) fn saved(&self, id: &CharterId) -> PathBuf {
        self.charter(id).join(SAVED_DIR)
    }

    pub(crate) fn local(&self) -> PathBuf {
        self.root.join(LOCAL_DIR)
    }

    pub(crate) fn lock(&self, id: &CharterId) -> PathBuf {
        self.local().join(format!("{id}.lock"))
    }

    pub(crate) fn chosen(&self) -> PathBuf {
        self.local().join("chosen")
    }

    pub(crate) fn commands(&self) -> PathBuf {
        self.local().join("commands")
    }

    /// Gives where digests of the files below a directory are remembered: those of a charter apart
    /// from those of the project, which are many more.
    pub(crate) fn digests(&self, dir: &Path) -> PathBuf {
        let id = dir.strip_prefix(&self.root).ok().and_then(Path::to_str);
        match id.filter(|it| !it.is_empty() && !it.contains('/')) {
            Some(id) => self.local().join(format!("{id}{DIGESTS_SUFFIX}")),
            None => self.local().join("digests"),
        }
    }

    pub(crate) fn open_answer(&self, process: u32) -> PathBuf {
        self.local().join(format!("answer-{process}.md"))
    }

    pub(crate) fn preflight_lock(&self) -> PathBuf {
        self.local().join("preflight.lock")
    }

    pub(crate) fn root_lock(&self) -> PathBuf {
        self.local().join("root.lock")
    }

    pub(crate) fn seal(&self, id: &CharterId) -> PathBuf {
        self.local().join(format!("{id}.seal"))
    }

    pub(crate) fn checkpoint(&self, id: &CharterId) -> PathBuf {
        self.local().join(format!("{id}.checkpoint"))
    }

    pub(crate) fn nudges(&self, id: &CharterId, whom: &str) -> PathBuf {
        let whom = Digest::of(whom.as_bytes()).short();
        self.local().join(format!("{id}.{whom}{NUDGES_SUFFIX}"))
    }

    pub(crate) fn unfinished(&self, id: &CharterId) -> PathBuf {
        self.local().join(format!("{NEW_PREFIX}{id}"))
    }
}
