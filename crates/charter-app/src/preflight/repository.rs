//! What preflight needs to know of the repository, from its files and without git.
//!
//! Owns where the branch and the tags are written down. Must not run anything.

use crate::app::App;
use charter_core::preflight::{Profile, Surroundings};
use std::path::PathBuf;

impl App {
    /// Looks around, where the mode of a workflow makes it matter.
    pub(super) fn surroundings(&self, profile: &Profile) -> Surroundings {
        let (git, shared) = match profile.mode.as_str() {
            "commit" | "release" => self.git_dirs(),
            _ => return Surroundings::default(),
        };
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

    /// Gives the directory of this worktree and the one that all of them share.
    fn git_dirs(&self) -> (PathBuf, PathBuf) {
        let place = self.place.project.join(".git");
        let read = |path: &PathBuf| {
            let bytes = self.store.read_file(path).ok()?;
            String::from_utf8(bytes).ok().map(|it| it.trim().to_owned())
        };
        let linked = read(&place).and_then(|it| it.strip_prefix("gitdir:").map(str::to_owned));
        let git = linked.map_or(place, |it| self.place.project.join(it.trim()));
        let shared = read(&git.join("commondir")).map_or_else(|| git.clone(), |it| git.join(it));
        (git, shared)
    }
}
