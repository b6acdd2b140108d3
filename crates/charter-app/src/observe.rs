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
use std::collections::BTreeMap;

impl App {
    /// Looks at what the evidence of a charter rests on.
    pub(crate) fn observe(&self, id: &CharterId, docs: &mut Docs, state: &State) {
        docs.observed = self.observe_for(id, docs, state, &[]);
    }

    /// Looks at what the evidence rests on that there is, and that there will be for some criteria.
    pub(crate) fn observe_for(
        &self,
        id: &CharterId,
        docs: &Docs,
        state: &State,
        also: &[(&Criterion, bool)],
    ) -> Observed {
        let wanted = wanted(docs, state, also);
        let mut observed = Observed::default();
        if wanted.is_empty() {
            return observed;
        }
        let artifacts: Vec<String> = wanted.artifacts.iter().cloned().collect();
        if !artifacts.is_empty() {
            let dir = self.store.layout().charter(id);
            observed.artifacts = self.store.digests(&dir, &artifacts).unwrap_or_default();
        }
        let dirs: Vec<String> = wanted.dirs().into_iter().collect();
        let named = if dirs.is_empty() { None } else { self.see(Files::TrackedAndNew, &dirs) };
        let tracked =
            if wanted.wants_tracked() { self.see(Files::Tracked, &[String::new()]) } else { None };
        for watch in wanted.watches {
            let files = if watch.starts_with('@') { &tracked } else { &named };
            if let Some(files) = files {
                observed.watched.insert(watch.clone(), watch_digest(&watch, files));
            }
        }
        observed
    }

    /// Gives the digests of the project's files below some directories, without the charters.
    fn see(&self, files: Files, dirs: &[String]) -> Option<BTreeMap<String, Digest>> {
        let project = &self.place.project;
        let listed = charter_proof::list_files(project, files, dirs);
        let listed = match listed {
            Some(listed) => listed,
            None => self.store.walk(project, dirs).ok()?,
        };
        let root = self.store.layout().root();
        let root = root.strip_prefix(project).ok().map(|it| format!("{}/", it.display()));
        let is_charter = |path: &String| root.as_ref().is_some_and(|it| path.starts_with(it));
        let files: Vec<String> = listed.into_iter().filter(|it| !is_charter(it)).collect();
        self.store.digests(project, &files).ok()
    }
}
