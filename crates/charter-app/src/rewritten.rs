//! Whether git has seen more of a ledger than is here.
//!
//! Owns which commits are asked: the one that is checked out, and the last one that is shared with the
//! remote. What git has seen of a strand is never written again, so any difference is a loss or a change. Must
//! not judge what is here.

use crate::app::App;
use charter_kernel::finding::LEDGER_REWRITTEN;
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
        let mut findings: Vec<Finding> = Vec::new();
        for commit in commits.into_iter().flatten() {
            for path in repository.lost_since(&commit, &below).unwrap_or_default() {
                let name = path.rsplit('/').next().unwrap_or(&path);
                let file = format!("{}/{name}", charter_kernel::strand::STRANDS_DIR);
                let short: String = commit.chars().take(7).collect();
                let words = format!("commit {short} has it, and it is gone here or was changed");
                if !findings.iter().any(|it| it.file == file) {
                    findings.push(Finding::new(LEDGER_REWRITTEN, file, words));
                }
            }
        }
        findings
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
