//! Looking whether tests show less than on the base.
//!
//! Owns which files are compared: those that changed since and may hold tests. Must not judge what
//! is seen; without git, or without the base, nothing is seen.

use crate::app::App;
use charter_contract::document::Criterion;
use charter_contract::evidence::watches_of;
use charter_contract::proof::{TestFile, Weakening, is_test_path, may_hold_tests, weakened};
use charter_engine::State;
use charter_proof::Files;

const FILES_MAX: usize = 10_000;

impl App {
    /// Finds the tests that show less than on the charter's base, where a word is to rest on files.
    pub(crate) fn weakened_for(
        &self,
        state: &State,
        concerned: &[(&Criterion, bool)],
    ) -> Vec<Weakening> {
        let rests = concerned.iter().any(|(it, has_run)| !watches_of(it, *has_run).is_empty());
        let Some(base) = state.contract.base.as_ref().filter(|_| rests) else { return Vec::new() };
        self.weakened_since(base, &self.changed_since(base))
    }

    /// Finds the tests that show less than on a commit, among the files that changed since.
    pub(crate) fn weakened_since(&self, commit: &str, changed: &[String]) -> Vec<Weakening> {
        let paths = changed.iter().filter(|it| may_hold_tests(it)).take(FILES_MAX);
        let paths: Vec<String> = paths.cloned().collect();
        let repository = if paths.is_empty() { None } else { self.repository().ok() };
        let Some(repository) = repository else { return Vec::new() };
        let files: Vec<TestFile> = repository
            .contents_at(commit, &paths)
            .unwrap_or_default()
            .into_iter()
            .map(|(path, before)| TestFile { after: self.text_of(&path), path, before })
            .collect();
        let found = weakened(&files, &[]);
        if found.is_empty() {
            return found;
        }
        let whole = [String::new()];
        let list = |files| repository.list_files(files, &whole).unwrap_or_default();
        // What is gone may stand in a file that git does not follow yet.
        let all = list(Files::TrackedAndNew);
        let tracked = list(Files::Tracked);
        let is_new = |it: &&String| tracked.binary_search(it).is_err() && is_test_path(it);
        let new = all.iter().filter(is_new).take(FILES_MAX);
        let new: Vec<String> = new.filter_map(|it| self.text_of(it)).collect();
        weakened(&files, &new)
    }

    fn text_of(&self, path: &str) -> Option<String> {
        let bytes = self.store.read_file(&self.place.project.join(path)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
