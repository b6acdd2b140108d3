//! What was seen of the files that evidence rests on.
//!
//! Must not know what it is compared with.

use crate::proof::Weakening;
use charter_kernel::Digest;
use charter_kernel::ancestry::EventPlace;
use std::collections::{BTreeMap, BTreeSet};

/// What was seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observed {
    /// The commit that is checked out.
    pub commit: Option<String>,
    /// Whether the repository differs from it: by changed files or by new ones.
    pub dirty: Option<bool>,
    /// The digest of the files of each watch; none where they could not be read.
    pub watched: BTreeMap<String, Digest>,
    /// The recorded digests of a watch whose files differ from those that are there in line ends alone.
    pub alike: BTreeMap<String, BTreeSet<Digest>>,
    /// The digest of each artifact that is there.
    pub artifacts: BTreeMap<String, Digest>,
    /// The source files that git does not follow yet, where a run will rest on them.
    pub new_files: Vec<String>,
    /// The tests that show less than on the base.
    pub weakened: Vec<Weakening>,
    /// Who signed an event, by its place: only signatures that were checked and whose key is listed.
    pub signed: BTreeMap<EventPlace, String>,
    /// The first commit that holds an event, by its place, as far as somebody asked.
    pub recorded_in: BTreeMap<EventPlace, String>,
    /// Whether the file is there that a quality gate is filled in.
    pub has_gate_file: bool,
}
