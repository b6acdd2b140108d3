//! Commands that may show a criterion, from what the project's files are called.
//!
//! Owns which files are read for it, and that they are few and short. Must not run anything, nor write a command
//! where a person did not take it.

use crate::app::App;
use charter_contract::drafting::{MANIFESTS, ProjectTests};

/// The longest manifest that is read.
const MANIFEST_BYTES_MAX: usize = 256 * 1024;

impl App {
    /// Reads what the project shows about its tests: the names of its files, and the scripts and targets of its
    /// manifests. Whatever cannot be read shows nothing.
    #[must_use]
    pub fn project_tests(&self) -> ProjectTests {
        let files = self.project_files();
        let text = |name: &&'static str| {
            files.iter().find(|it| it.as_str() == *name)?;
            let bytes = self.store.read_named(&self.place.project.join(name)).ok()?;
            let text = String::from_utf8(bytes).ok()?;
            (text.len() <= MANIFEST_BYTES_MAX).then_some((*name, text))
        };
        let manifests: Vec<(&str, String)> = MANIFESTS.iter().filter_map(text).collect();
        let manifests: Vec<(&str, &str)> =
            manifests.iter().map(|(name, text)| (*name, text.as_str())).collect();
        ProjectTests::read(&files, &manifests)
    }
}
