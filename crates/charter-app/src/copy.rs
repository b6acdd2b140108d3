//! The working copy of a repository that a root is in.
//!
//! Owns how strands get names that no other working copy gives. Must not know strands.

use crate::clock::Clock;
use charter_kernel::CharterId;
use charter_kernel::Witness;
use charter_kernel::strand::{STRAND_SUFFIX, StrandId, ZERO_FILE};
use charter_proof::{
    FileVersion, GitFailure, HeadMark, Repository, VersionOf, head_mark, random_key, staged_ends,
};
use charter_store::{GitMark, Layout, SeenIn, SeenStrand, SeenStrands, WorkingCopy};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How much of the end of a strand's name tells it from every other: the beginning may be left out in the
/// index, where it is that of the name before.
const STAGED_CHARS: usize = 12;

/// A root in a repository, or in none.
#[derive(Debug, Clone)]
pub(crate) struct GitCopy {
    pub(crate) root: PathBuf,
    pub(crate) clock: Clock,
    pub(crate) project: PathBuf,
    /// A directory for temporary files.
    pub(crate) temp: PathBuf,
}

/// Opens the repository of a project, where there is one that can be asked.
pub(crate) fn open_repository(
    project: &Path,
    temp: &Path,
    root: &Path,
) -> Result<Repository, GitFailure> {
    match Repository::open(project, temp) {
        // Where nothing can be put into the directory for temporary files, charter's own will do.
        Err(full @ GitFailure::Temporary(_)) => {
            Repository::open(project, &root.join(".local")).or(Err(full))
        }
        opened => opened,
    }
}

impl WorkingCopy for GitCopy {
    fn mark(&self) -> GitMark {
        match head_mark(&self.root) {
            HeadMark::NoRepository => GitMark::None,
            HeadMark::Unknown => GitMark::Unreadable,
            HeadMark::At(text) => GitMark::At(text),
        }
    }

    fn staged(&self, strands: &[&StrandId]) -> BTreeSet<StrandId> {
        let staged = staged_ends(&self.root, STRAND_SUFFIX, STAGED_CHARS);
        let end = |it: &StrandId| {
            let name = it.as_str();
            name.get(name.len().saturating_sub(STAGED_CHARS)..).unwrap_or(name).to_owned()
        };
        let is_staged = |it: &&&StrandId| staged.contains(&end(it));
        strands.iter().filter(is_staged).map(|it| (*it).clone()).collect()
    }

    fn seen(&self, id: &CharterId, since: Option<&str>) -> SeenStrands {
        let layout = Layout::new(self.root.clone());
        let below = |it: PathBuf| {
            it.strip_prefix(&self.project).ok().map(|it| it.to_string_lossy().into_owned())
        };
        let paths: Vec<String> =
            [layout.strands(id), layout.zero(id)].into_iter().filter_map(below).collect();
        let repository = open_repository(&self.project, &self.temp, &self.root);
        let asked = repository.and_then(|it| it.other_versions(since, &paths));
        let Some(found) = asked.ok().filter(|_| paths.len() == 2) else {
            return SeenStrands::default();
        };
        let strand = |FileVersion { path, of, bytes }| {
            let name = path.rsplit('/').next().unwrap_or(&path);
            let strand = match name {
                ZERO_FILE => StrandId::zero(),
                _ => StrandId::of_file(name)?,
            };
            let seen_in = match of {
                VersionOf::History => SeenIn::History,
                VersionOf::Former => SeenIn::Former,
            };
            Some(SeenStrand { strand, seen_in, bytes })
        };
        let versions = found.versions.into_iter().filter_map(strand).collect();
        SeenStrands { versions, is_cut: found.is_cut }
    }

    /// Names are random; under a fixed clock they follow from the time and from where git is, so that the
    /// same commands give the same bytes.
    fn name(&self, id: &CharterId, attempt: u32) -> StrandId {
        let (now, witness) = self.clock.read();
        let fixed = || format!("{id} {now} {:?} {attempt}", self.mark());
        match (witness, random_key()) {
            (Witness::Clock, Ok(random)) => StrandId::from_random(&random),
            (Witness::Clock, Err(_)) | (Witness::Fixed, _) => {
                StrandId::from_random(fixed().as_bytes())
            }
        }
    }
}
