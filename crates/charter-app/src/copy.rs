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
        let asked = self.ask(id, |repository, paths| repository.other_versions(since, paths));
        let Some(found) = asked else { return SeenStrands::default() };
        let strand = |FileVersion { path, of, bytes }| {
            let seen_in = match of {
                VersionOf::History => SeenIn::History,
                VersionOf::Former => SeenIn::Former,
            };
            Some(SeenStrand { strand: strand_at(&path)?, seen_in, bytes })
        };
        let versions = found.versions.into_iter().filter_map(strand).collect();
        SeenStrands { versions, is_cut: found.is_cut }
    }

    fn elsewhere(&self, id: &CharterId, since: Option<&str>) -> Vec<(String, StrandId, Vec<u8>)> {
        let asked = self.ask(id, |repository, paths| repository.versions_elsewhere(since, paths));
        let found = asked.unwrap_or_default().into_iter();
        found.filter_map(|it| Some((it.reference, strand_at(&it.path)?, it.bytes))).collect()
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

impl GitCopy {
    /// Asks the repository about the strands of a charter; nothing where it cannot tell.
    fn ask<T>(
        &self,
        id: &CharterId,
        question: impl Fn(&Repository, &[String]) -> Result<T, GitFailure>,
    ) -> Option<T> {
        let layout = Layout::new(self.root.clone());
        let below = |it: PathBuf| {
            it.strip_prefix(&self.project).ok().map(|it| it.to_string_lossy().into_owned())
        };
        let paths = [layout.strands(id), layout.zero(id)].into_iter().map(below);
        let paths = paths.collect::<Option<Vec<String>>>()?;
        let repository = open_repository(&self.project, &self.temp, &self.root).ok()?;
        question(&repository, &paths).ok()
    }
}

/// Gives the strand that a file holds.
fn strand_at(path: &str) -> Option<StrandId> {
    match path.rsplit('/').next().unwrap_or(path) {
        ZERO_FILE => Some(StrandId::zero()),
        name => StrandId::of_file(name),
    }
}
