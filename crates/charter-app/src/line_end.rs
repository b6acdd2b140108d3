//! Sources whose line ends alone are others than when they were recorded, as git leaves them in some checkouts.
//!
//! Owns when it is worth reading them for that: only where a digest fits no record. Must not judge.

use crate::app::App;
use charter_contract::evidence::{both_line_ends, line_end_forms, watch_digest};
use charter_kernel::Digest;
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes of sources that are read for their line ends.
const BYTES_MAX: usize = 32 * 1024 * 1024;

/// The digests of a file with lines ending in one byte and in two, and as git keeps it.
#[derive(Debug, Clone, Copy)]
struct OtherEnds {
    short: Digest,
    long: Digest,
    kept: Digest,
}

/// What was read of sources for their line ends.
#[derive(Debug, Default)]
pub(crate) struct LineEnds {
    read: BTreeMap<String, OtherEnds>,
    n_bytes: usize,
}

impl LineEnds {
    /// Finds the recorded digests of a watch that its files have with other line ends.
    pub(crate) fn alike(
        &mut self,
        app: &App,
        watch: &str,
        files: &BTreeMap<String, Digest>,
        recorded: Option<&BTreeSet<Digest>>,
    ) -> BTreeSet<Digest> {
        let Some(recorded) = recorded.filter(|_| self.read(app, files)) else {
            return BTreeSet::new();
        };
        let with = |of: fn(&OtherEnds) -> Digest| {
            let other = |(path, digest): (&String, &Digest)| {
                (path.clone(), self.read.get(path).map_or(*digest, of))
            };
            let files: BTreeMap<String, Digest> = files.iter().map(other).collect();
            watch_digest(watch, &files)
        };
        let found = [with(|it| it.short), with(|it| it.long), with(|it| it.kept)];
        found.into_iter().flatten().filter(|it| recorded.contains(it)).collect()
    }

    /// Reads files that were not read yet; false where they are too much.
    fn read(&mut self, app: &App, files: &BTreeMap<String, Digest>) -> bool {
        let mut changed = Vec::new();
        for (path, digest) in files {
            if self.read.contains_key(path) {
                continue;
            }
            let file = app.place.project.join(path);
            let n_bytes = app.store.look_at(&file).ok().flatten().map_or(0, |it| it.len);
            self.n_bytes =
                self.n_bytes.saturating_add(usize::try_from(n_bytes).unwrap_or(BYTES_MAX));
            if self.n_bytes > BYTES_MAX {
                return false;
            }
            // What is no plain file has no lines.
            let bytes = app.store.read_file(&file).ok().filter(|it| Digest::of(it) == *digest);
            let Some(bytes) = bytes else { continue };
            let Some([short, long]) = both_line_ends(&bytes) else { continue };
            let ends =
                OtherEnds { short: Digest::of(&short), long: Digest::of(&long), kept: *digest };
            self.read.insert(path.clone(), ends);
            if bytes != short {
                changed.push((path.clone(), bytes));
            }
        }
        self.read_kept(app, changed);
        true
    }

    /// Looks at what git keeps of files whose lines end in two bytes here: some may do so there as well.
    fn read_kept(&mut self, app: &App, files: Vec<(String, Vec<u8>)>) {
        let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
        let kept = || {
            let repository = app.repository().ok().filter(|_| !paths.is_empty())?;
            let commit = repository.head_commit().ok()?;
            Some(repository.blobs_at(&commit, &paths).ok()?.into_iter().collect::<BTreeMap<_, _>>())
        };
        let kept = kept().unwrap_or_default();
        for (path, bytes) in files {
            let Some(Some(blob)) = kept.get(&path) else { continue };
            let is_same = line_end_forms(&bytes).contains(blob);
            if let Some(ends) = self.read.get_mut(&path).filter(|_| is_same) {
                ends.kept = Digest::of(blob);
            }
        }
    }
}
