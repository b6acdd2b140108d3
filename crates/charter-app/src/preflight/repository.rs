//! What preflight needs to know of the repository, from its files and without git.
//!
//! Owns where the branch and the tags are written down. Must not run anything.

use crate::app::App;
use charter_interview::preflight::{Surroundings, WorkflowProfile};
use std::path::PathBuf;

impl App {
    /// Looks around, where the mode of a workflow makes it matter.
    pub(super) fn surroundings(&self, profile: &WorkflowProfile) -> Surroundings {
        let dirs = match profile.mode.as_str() {
            "commit" | "release" => charter_proof::git_dirs(&self.place.project),
            _ => None,
        };
        let Some((git, shared)) = dirs else { return Surroundings::default() };
        let text = |path: PathBuf| {
            let bytes = self.store.read_file(&path).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        if profile.mode == "commit" {
            let head = text(git.join("HEAD"));
            let branch = head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned);
            return Surroundings { branch, tags: Vec::new() };
        }
        let mut tags = self.store.list_names(&shared.join("refs/tags")).unwrap_or_default();
        let packed = text(shared.join("packed-refs"));
        let packed = packed.lines().filter_map(|it| it.split_once(" refs/tags/"));
        tags.extend(packed.map(|(_, tag)| tag.trim().to_owned()));
        Surroundings { branch: None, tags }
    }
}
