//! Looking at the files that evidence rests on.
//!
//! Owns which tool is asked: git where there is a repository, the disk where there is none. Must not
//! judge what is seen; what cannot be looked at is left out, and the engine does not take that for
//! fresh.

use crate::app::App;
use charter_core::document::Criterion;
use charter_core::evidence::{Observed, wanted, watch_digest};
use charter_core::{CharterId, Digest, Docs, State};
use charter_proof::Files;
use charter_store::Trust;
use std::collections::BTreeMap;

impl App {
    /// Looks at what the evidence of a charter rests on.
    pub(crate) fn observe(&self, id: &CharterId, docs: &mut Docs, state: &State, trust: Trust) {
        docs.observed = self.observe_for(id, docs, state, &[], trust);
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
        let tracked = if wanted.wants_tracked() {
            self.see(Files::Tracked, &[String::new()], trust)
        } else {
            None
        };
        for watch in wanted.watches {
            let files = if watch.starts_with('@') { &tracked } else { &named };
            let digest = files.as_ref().and_then(|files| watch_digest(&watch, files));
            observed.watched.extend(digest.map(|it| (watch.clone(), it)));
        }
        observed
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
        let listed = if charter_proof::is_repository(project) {
            charter_proof::list_files(project, files, dirs)?
        } else {
            self.store.walk(project, dirs).ok()?
        };
        let root = self.root_in_project();
        let is_charter = |path: &String| root.as_ref().is_some_and(|it| path.starts_with(it));
        let files: Vec<String> = listed.into_iter().filter(|it| !is_charter(it)).collect();
        let mut digests = self.store.digests(project, &files, trust).ok()?;
        // A module of its own changes with its commit.
        for (path, commit) in charter_proof::submodules(project, &files) {
            digests.insert(path, Digest::of(commit.as_bytes()));
        }
        Some(digests)
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
