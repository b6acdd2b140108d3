//! Looking at the files that evidence rests on.
//!
//! Owns which tool is asked: git where there is a repository, the disk where there is none. Must not
//! judge what is seen; what cannot be looked at is left out, and the engine does not take that for
//! fresh.

use crate::app::App;
use charter_core::document::Criterion;
use charter_core::evidence::{
    DEFAULT_WATCH, Observed, Wanted, is_new_source, is_new_work, stays_inside, wanted,
    watch_digest, watch_key,
};
use charter_core::{CharterId, Digest, Docs, State};
use charter_proof::{Files, Repository};
use charter_store::Trust;
use std::collections::{BTreeMap, BTreeSet};

/// The most new files that a run rests on beside what git follows.
const NEW_FILES_MAX: usize = 1000;

/// The file that a quality gate is filled in, as the advice names it.
const GATE_FILE: &str = "gate.json";

impl App {
    /// Looks at what the evidence of a charter rests on.
    pub(crate) fn observe(&self, id: &CharterId, docs: &mut Docs, state: &State, trust: Trust) {
        docs.observed = self.observe_for(id, docs, state, &[], trust);
        docs.observed.has_gate_file = self.store.read_file(&self.cwd.join(GATE_FILE)).is_ok();
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
        let wanted = wanted(docs, state, also);
        let mut observed = Observed::default();
        if wanted.is_empty() {
            return observed;
        }
        let artifacts: Vec<String> = wanted.artifacts.iter().cloned().collect();
        if !artifacts.is_empty() {
            let dir = self.store.layout().charter(id);
            observed.artifacts = self.store.digests(&dir, &artifacts, trust).unwrap_or_default();
        }
        let dirs: Vec<String> = wanted.dirs().into_iter().filter(|it| !is_outside(it)).collect();
        let named =
            if dirs.is_empty() { None } else { self.see(Files::TrackedAndNew, &dirs, trust) };
        for watch in wanted.watches.iter().filter(|it| !it.starts_with('@')) {
            let digest = named.as_ref().and_then(|files| watch_digest(watch, files));
            observed.watched.extend(digest.map(|it| (watch.clone(), it)));
        }
        if wanted.wants_tracked() {
            self.observe_source(&wanted, &mut observed, trust);
        }
        observed
    }

    /// Looks at all source: what git follows, and with it the files that were new for some run, or
    /// are new for the one to come.
    fn observe_source(&self, wanted: &Wanted, observed: &mut Observed, trust: Trust) {
        let project = &self.place.project;
        let listed = match self.repository() {
            Some(it) => it.list_both(),
            None => self.store.walk(project, &[String::new()]).ok().map(|it| (it, Vec::new())),
        };
        let Some((tracked, new)) = listed else { return };
        if wanted.wants_news {
            let new = self.without_charters(new).into_iter().filter(|it| is_new_work(it));
            observed.new_files = new.take(NEW_FILES_MAX).collect();
        }
        let mut lists: BTreeSet<Vec<String>> = wanted.news.clone();
        lists.extend([Vec::new(), observed.new_files.clone()]);
        let tracked: BTreeSet<String> = tracked.into_iter().collect();
        let also = lists.iter().flatten().filter(|it| !tracked.contains(*it));
        let also = also.filter(|it| stays_inside(it)).cloned();
        let all: BTreeSet<String> = tracked.iter().cloned().chain(also).collect();
        let Some(digests) = self.digests_of(all.into_iter().collect(), trust) else { return };
        for list in lists {
            let is_meant = |path: &String| match list.binary_search(path) {
                Ok(_) => is_new_source(path),
                Err(_) => tracked.contains(path),
            };
            let files = digests.iter().filter(|(path, _)| is_meant(path));
            let files = files.map(|(path, digest)| (path.clone(), *digest)).collect();
            let digest = watch_digest(DEFAULT_WATCH, &files);
            observed.watched.extend(digest.map(|it| (watch_key(DEFAULT_WATCH, &list), it)));
        }
    }

    /// Gives the digests of the project's files below some directories, without the charters.
    pub(crate) fn see(
        &self,
        files: Files,
        dirs: &[String],
        trust: Trust,
    ) -> Option<BTreeMap<String, Digest>> {
        let project = &self.place.project;
        // Where there is a repository its word counts: a walk would see other files.
        let listed = match self.repository() {
            Some(it) => it.list_files(files, dirs)?,
            None => self.store.walk(project, dirs).ok()?,
        };
        self.digests_of(listed, trust)
    }

    fn digests_of(&self, listed: Vec<String>, trust: Trust) -> Option<BTreeMap<String, Digest>> {
        let project = &self.place.project;
        let files = self.without_charters(listed);
        let mut digests = self.store.digests(project, &files, trust).ok()?;
        // A module of its own changes with its commit.
        for path in charter_proof::modules_among(project, &files) {
            let module = Repository::open(&project.join(&path), &self.temp);
            if let Some(commit) = module.and_then(|it| it.head_commit()) {
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

/// Tells whether a directory leads out of the project: nothing there is looked at.
pub(crate) fn is_outside(dir: &str) -> bool {
    dir.starts_with('/') || dir.split('/').any(|it| it == "..")
}
