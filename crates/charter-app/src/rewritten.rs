//! Whether git has seen more of a ledger than is here.
//!
//! Owns which commits are asked: the one that is checked out, the last one that is shared with the remote, and
//! those since the charter began. What git has seen of a strand is never taken back, so whatever became shorter is a
//! loss or a change. Must not judge what is here.

use crate::app::App;
use charter_kernel::finding::LEDGER_REWRITTEN;
use charter_kernel::strand::STRANDS_DIR;
use charter_kernel::{CharterId, Finding};
use charter_proof::{GitFailure, Repository};

/// What a remote's main branch may be called.
const REMOTES: [&str; 3] =
    ["refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master"];

impl App {
    /// Lists the strands that commits hold otherwise than they are here; none where git cannot tell.
    pub(crate) fn rewritten(&self, id: &CharterId) -> Vec<Finding> {
        let Ok(repository) = self.repository() else { return Vec::new() };
        let dir = self.store.layout().strands(id);
        let Ok(below) = dir.strip_prefix(&self.place.project) else { return Vec::new() };
        let below = below.to_string_lossy().into_owned();
        let commits = [repository.head_commit(), shared_commit(&repository)];
        let mut lost: Vec<(String, String)> = Vec::new();
        for commit in commits.into_iter().flatten() {
            let short: String = commit.chars().take(7).collect();
            for path in repository.lost_since(&commit, &below).unwrap_or_default() {
                if !self.has_grown(&repository, &commit, &path) {
                    lost.push((
                        path,
                        format!("commit {short} has it, and it is gone here or was changed"),
                    ));
                }
            }
        }
        lost.extend(self.shortened(&repository, id, &below));
        let mut findings: Vec<Finding> = Vec::new();
        for (path, words) in lost {
            let file = format!("{STRANDS_DIR}/{}", path.rsplit('/').next().unwrap_or(&path));
            if !findings.iter().any(|it| it.file == file) {
                findings.push(Finding::new(LEDGER_REWRITTEN, file, words));
            }
        }
        findings
    }

    /// Tells whether a file only has more behind what a commit has of it.
    fn has_grown(&self, repository: &Repository, commit: &str, path: &str) -> bool {
        let then = repository.contents_at(commit, &[path.to_owned()]).unwrap_or_default();
        let then = then.into_iter().find_map(|(_, text)| text);
        let now = self.store.read_file(&self.place.project.join(path)).unwrap_or_default();
        then.is_some_and(|it| !it.is_empty() && now.starts_with(it.as_bytes()))
    }

    /// Lists the strands that had more lines in a commit of this charter's time than they have here, unless a
    /// person repaired the ledger and so gave them up.
    fn shortened(
        &self,
        repository: &Repository,
        id: &CharterId,
        below: &str,
    ) -> Vec<(String, String)> {
        let Ok(state) = self.store.peek(id).map(|it| it.state) else { return Vec::new() };
        if state.n_repairs > 0 {
            return Vec::new();
        }
        let began = state.contract.base.as_deref();
        let most = repository.most_lines_since(began, below).unwrap_or_default();
        let n_lines = |path: &str| {
            let bytes = self.store.read_file(&self.place.project.join(path)).unwrap_or_default();
            bytes.iter().filter(|it| **it == b'\n').count()
        };
        let words = |n: usize| format!("a commit had {n} events of it, and fewer are here");
        let cut = most.into_iter().filter(|(path, n)| n_lines(path) < *n);
        cut.map(|(path, n)| (path, words(n))).collect()
    }
}

/// Gives the last commit that is shared with the remote.
fn shared_commit(repository: &Repository) -> Result<String, GitFailure> {
    let mut failure = GitFailure::NoCommit;
    for name in REMOTES {
        match repository.resolve(name).and_then(|it| repository.last_shared("HEAD", &it)) {
            Ok(commit) => return Ok(commit),
            Err(err) => failure = err,
        }
    }
    Err(failure)
}
