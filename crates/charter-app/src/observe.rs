//! Looking at the files that evidence rests on.
//!
//! Owns which tool is asked: git where there is a repository, the disk where there is none. Must not
//! judge what is seen; what cannot be looked at is left out, and the engine does not take that for
//! fresh.

use crate::app::App;
use crate::artifact::ARTIFACT_BYTES_MAX;
use crate::line_end::LineEnds;
use charter_contract::Docs;
use charter_contract::document::Criterion;
use charter_contract::evidence::{
    DEFAULT_WATCH, Observed, Wanted, is_new_source, is_new_work, is_source, recorded_form,
    stays_inside, wanted, watch_digest, watch_key,
};
use charter_engine::State;
use charter_kernel::{CharterId, Digest, Glob};
use charter_proof::{Files, Repository};
use charter_store::{Failure, FileKind, SeenFiles, Trust};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most new files that a run rests on beside what git follows.
const NEW_FILES_MAX: usize = 1000;

/// The most directories that git is asked about one by one; where there are more, it lists all.
const DIRS_MAX: usize = 64;

/// The file that a quality gate is filled in, as the advice names it.
const GATE_FILE: &str = "gate.json";

impl App {
    /// Looks at what the evidence of a charter rests on.
    pub(crate) fn observe(&self, id: &CharterId, docs: &mut Docs, state: &State, trust: Trust) {
        docs.observed = self.observe_for(id, docs, state, &[], trust);
        docs.observed.signed = self.signed_acts(id, &state.contract);
        docs.observed.has_gate_file = matches!(
            self.store.look_at(&self.cwd.join(GATE_FILE)),
            Ok(Some(stat)) if stat.kind == FileKind::File
        );
    }

    /// Looks at what the evidence rests on that there is, and that there will be for some criteria.
    pub(crate) fn observe_for(
        &self,
        id: &CharterId,
        docs: &Docs,
        state: &State,
        also: &[(&Criterion, bool)],
        trust: Trust,
    ) -> Observed {
        let wanted = wanted_of(docs, state, also);
        let artifacts = self.observe_artifacts(id, &wanted, trust);
        Observed { artifacts, ..self.observe_files(&wanted, trust) }
    }

    /// Looks at what a charter has among its evidence.
    pub(crate) fn observe_artifacts(
        &self,
        id: &CharterId,
        wanted: &Wanted,
        trust: Trust,
    ) -> BTreeMap<String, Digest> {
        self.artifact_digests(id, &wanted.artifacts, trust).unwrap_or_default()
    }

    /// Digests artifacts, each beside what was recorded of it. A text whose line ends alone are others, as git makes
    /// them in some checkouts, is the one that was recorded.
    pub(crate) fn artifact_digests(
        &self,
        id: &CharterId,
        recorded: &BTreeMap<String, BTreeSet<Digest>>,
        trust: Trust,
    ) -> Result<BTreeMap<String, Digest>, Failure> {
        let artifacts: Vec<String> = recorded.keys().cloned().collect();
        if artifacts.is_empty() {
            return Ok(BTreeMap::new());
        }
        let dir = self.store.layout().charter(id);
        let mut seen = self.store.digests(&dir, &artifacts, trust)?.digests;
        for (path, recorded) in recorded {
            let Some(digest) = seen.get_mut(path).filter(|it| !recorded.contains(it)) else {
                continue;
            };
            let bytes = self.read_artifact_text(&dir.join(path));
            let same = bytes.and_then(|it| recorded_form(&it, |it| recorded.contains(it)));
            *digest = same.unwrap_or(*digest);
        }
        Ok(seen)
    }

    /// Reads what may be a text of another checkout; none where it is more than an artifact can be.
    fn read_artifact_text(&self, path: &Path) -> Option<Vec<u8>> {
        let stat = self.store.look_at(path).ok().flatten()?;
        let is_one = stat.kind == FileKind::File && stat.len <= 2 * ARTIFACT_BYTES_MAX;
        if is_one { self.store.read_file(path).ok() } else { None }
    }

    /// Looks at the files of the project that are wanted, whichever charter wants them.
    pub(crate) fn observe_files(&self, wanted: &Wanted, trust: Trust) -> Observed {
        let mut observed = Observed::default();
        self.observe_named(wanted, &mut observed, trust);
        if wanted.wants_tracked() {
            self.observe_source(wanted, &mut observed, trust);
        }
        observed
    }

    /// Looks at the files that watches name.
    fn observe_named(&self, wanted: &Wanted, observed: &mut Observed, trust: Trust) {
        let mut dirs = wanted.dirs();
        dirs.retain(|it| !is_outside(it));
        if dirs.is_empty() {
            return;
        }
        let dirs: Vec<String> =
            if dirs.len() > DIRS_MAX { vec![String::new()] } else { dirs.into_iter().collect() };
        let Some(listed) = self.list_project(Files::TrackedAndNew, &dirs) else { return };
        let listed: BTreeMap<String, ()> = listed.into_iter().map(|it| (it, ())).collect();
        let watches = wanted.watches.iter().filter(|it| !it.starts_with('@'));
        let mut meant: BTreeSet<&String> = BTreeSet::new();
        for watch in watches.clone() {
            let glob = Glob::new(watch);
            let files = below(&listed, &Glob::dir_of(watch)).map(|(path, ())| path);
            meant.extend(files.filter(|it| glob.matches(it)));
        }
        let meant = meant.into_iter().cloned().collect();
        let Some(files) = self.digests_of(meant, trust) else { return };
        let mut ends = LineEnds::default();
        for watch in watches {
            let digest = watch_digest(watch, below(&files, &Glob::dir_of(watch)));
            if is_other(wanted, watch, digest) {
                let glob = Glob::new(watch);
                let is_meant = |(path, _): &(&String, &Digest)| glob.matches(path);
                let meant = cloned(below(&files, &Glob::dir_of(watch)).filter(is_meant));
                let alike = ends.alike(self, watch, &meant, wanted.recorded.get(watch));
                observed.alike.insert(watch.clone(), alike);
            }
            observed.watched.extend(digest.map(|it| (watch.clone(), it)));
        }
    }

    /// Looks at all source: what git follows, and with it the files that were new for some run, or
    /// are new for the one to come.
    fn observe_source(&self, wanted: &Wanted, observed: &mut Observed, trust: Trust) {
        // New files cost a walk through everything: only a run to come wants to know them.
        let repository = if wanted.wants_news { self.repository().ok() } else { None };
        let listed = match repository {
            Some(it) => it.list_both().ok(),
            None => self.list_project(Files::Tracked, &[String::new()]).map(|it| (it, Vec::new())),
        };
        let Some((tracked, new)) = listed else { return };
        if wanted.wants_news {
            let new = self.without_charters(new).into_iter().filter(|it| is_new_work(it));
            observed.new_files = new.take(NEW_FILES_MAX).collect();
        }
        let mut lists: BTreeSet<Vec<String>> = wanted.news.clone();
        lists.extend([Vec::new(), observed.new_files.clone()]);
        // What is not looked at in the end is not read: it may be large.
        let also: BTreeSet<String> = lists.iter().flatten().cloned().collect();
        let also: Vec<String> =
            also.into_iter().filter(|it| is_new_source(it) && stays_inside(it)).collect();
        let mut all: Vec<String> = tracked.iter().filter(|it| is_source(it)).cloned().collect();
        let untracked = also.into_iter().filter(|it| tracked.binary_search(it).is_err());
        let untracked: BTreeSet<String> = untracked.collect();
        all.extend(untracked.iter().cloned());
        let Some(mut digests) = self.digests_of(all, trust) else { return };
        // A gate is written after what it is about.
        digests.retain(|_, it| !wanted.gates.contains(it));
        let mut ends = LineEnds::default();
        for list in lists {
            let is_meant = |path: &String| match list.binary_search(path) {
                Ok(_) => is_new_source(path),
                Err(_) => !untracked.contains(path),
            };
            let files = || digests.iter().filter(|(path, _)| is_meant(path));
            let digest = watch_digest(DEFAULT_WATCH, files());
            let key = watch_key(DEFAULT_WATCH, &list);
            if is_other(wanted, &key, digest) {
                let recorded = wanted.recorded.get(&key);
                let alike = ends.alike(self, DEFAULT_WATCH, &cloned(files()), recorded);
                observed.alike.insert(key.clone(), alike);
            }
            observed.watched.extend(digest.map(|it| (key, it)));
        }
    }

    /// Gives the digests of the project's files below some directories, without the charters.
    pub(crate) fn see(
        &self,
        files: Files,
        dirs: &[String],
        trust: Trust,
    ) -> Option<BTreeMap<String, Digest>> {
        self.digests_of(self.list_project(files, dirs)?, trust)
    }

    /// Lists the project's files below some directories, in order.
    pub(crate) fn list_project(&self, files: Files, dirs: &[String]) -> Option<Vec<String>> {
        let project = &self.place.project;
        // Where there is a repository its word counts: a walk would see other files.
        match self.repository() {
            Ok(it) => it.list_files(files, dirs).ok(),
            Err(_) => self.store.walk(project, dirs).ok(),
        }
    }

    fn digests_of(&self, listed: Vec<String>, trust: Trust) -> Option<BTreeMap<String, Digest>> {
        let project = &self.place.project;
        let files = self.without_charters(listed);
        let SeenFiles { mut digests, dirs } = self.store.digests(project, &files, trust).ok()?;
        // A module of its own changes with its commit.
        for path in charter_proof::modules_among(project, &dirs) {
            let module = Repository::open(&project.join(&path), &self.temp);
            if let Ok(commit) = module.and_then(|it| it.head_commit()) {
                digests.insert(path, Digest::of(commit.as_bytes()));
            }
        }
        Some(digests)
    }

    fn without_charters(&self, paths: Vec<String>) -> Vec<String> {
        let root = self.root_in_project();
        let is_charter = |path: &String| root.as_ref().is_some_and(|it| path.starts_with(it));
        paths.into_iter().filter(|it| !is_charter(it)).collect()
    }

    /// Gives the root as a path of the project, whichever way it was named.
    pub(crate) fn root_in_project(&self) -> Option<String> {
        let real = |path: &std::path::Path| self.store.real_path(path);
        let root = real(self.store.layout().root());
        let below = root.strip_prefix(real(&self.place.project)).ok()?.to_owned();
        Some(format!("{}/", below.display()))
    }
}

/// Says what has to be looked at to judge a charter, and what evidence for some criteria will rest on.
pub(crate) fn wanted_of(docs: &Docs, state: &State, also: &[(&Criterion, bool)]) -> Wanted {
    let gates = state.review.gate_files.clone();
    Wanted { gates, ..wanted(docs, &state.contract, also) }
}

/// Tells whether something else was recorded of a watch than what is there.
fn is_other(wanted: &Wanted, key: &str, digest: Option<Digest>) -> bool {
    let recorded = wanted.recorded.get(key);
    recorded.zip(digest).is_some_and(|(recorded, now)| recorded.iter().any(|it| *it != now))
}

fn cloned<'a>(files: impl Iterator<Item = (&'a String, &'a Digest)>) -> BTreeMap<String, Digest> {
    files.map(|(path, digest)| (path.clone(), *digest)).collect()
}

/// Gives what is below a directory, of files in order.
fn below<'a, T>(
    files: &'a BTreeMap<String, T>,
    dir: &str,
) -> impl Iterator<Item = (&'a String, &'a T)> + use<'a, T> {
    let start = if dir.is_empty() { String::new() } else { format!("{dir}/") };
    files.range(start.clone()..).take_while(move |(path, _)| path.starts_with(&start))
}

/// Tells whether a directory leads out of the project: nothing there is looked at.
pub(crate) fn is_outside(dir: &str) -> bool {
    dir.starts_with('/') || dir.split('/').any(|it| it == "..")
}
