//! Whether what a person signed at strict is about the code that a branch holds.
//!
//! Owns the question which changes a quality gate allows behind it: those that the target brought. What CI runs again
//! renews nothing here. Must not judge criteria.

use super::target::TargetCopy;
use crate::app::{App, OpenCharter};
use crate::error::{Error, problem};
use charter_contract::evidence::{DEFAULT_WATCH, is_source, watch_digest};
use charter_contract::{Blocker, Rigor, Status};
use charter_engine::query;
use charter_kernel::{Digest, Problem, counted};
use charter_proof::{Files, Repository};
use charter_review::gate::{Wants, wants};
use charter_review::receipt::Receipt;
use charter_review::receipt_blockers;
use charter_store::Trust;
use std::collections::{BTreeMap, BTreeSet};

/// How many files that changed are named.
const NAMED_MAX: usize = 3;

/// The longest file that is taken for a gate.
const GATE_BYTES_MAX: usize = 1024 * 1024;

/// A commit that is looked at, in a copy or as it is checked out.
struct BranchCode<'a> {
    app: &'a App,
    /// The project itself.
    here: &'a App,
    repository: &'a Repository,
    commit: &'a str,
}

impl App {
    /// Lists what stands against the receipts of the quality gates, by what the branch holds. On the merge that
    /// a forge makes to try a branch, that is the branch in it.
    pub(super) fn reviewed(
        &self,
        repository: &Repository,
        target: &TargetCopy,
        open: &OpenCharter,
    ) -> Result<Vec<Problem>, Error> {
        if open.state().contract.rigor != Rigor::Strict {
            return Ok(Vec::new());
        }
        let Some(tried) = repository.merged_branch(&target.row.commit)? else {
            let code = BranchCode { app: self, here: self, repository, commit: "HEAD" };
            return code.problems(target, open);
        };
        let (mut branch, _tree) = self.there(&tried, &target.row.name)?;
        branch.people = self.people.clone();
        let there = branch.open_trusting(open.id.clone(), Trust::Nothing);
        BranchCode { app: &branch, here: self, repository, commit: &tried }
            .problems(target, there.as_ref().unwrap_or(open))
    }

    /// Gives the digests that a gate may have seen of the source here: without its own file, and with or without
    /// the files that it names.
    fn seen_by_gates(&self, gate_files: &BTreeSet<Digest>) -> BTreeSet<Digest> {
        let Some(mut files) = self.see(Files::TrackedAndNew, &[String::new()], Trust::Nothing)
        else {
            return BTreeSet::new();
        };
        let gates: Vec<String> = files
            .iter()
            .filter(|(_, it)| gate_files.contains(*it))
            .map(|(path, _)| path.clone())
            .collect();
        let mut named = BTreeSet::new();
        for path in &gates {
            files.remove(path);
            named.extend(self.named_by_gate(path).paths);
        }
        let digest = |files: &BTreeMap<String, Digest>| watch_digest(DEFAULT_WATCH, files);
        let with = digest(&files);
        files.retain(|path, _| !named.contains(path));
        [with, digest(&files)].into_iter().flatten().collect()
    }

    fn named_by_gate(&self, path: &str) -> Wants {
        let bytes = self.store.read_file(&self.place.project.join(path)).unwrap_or_default();
        let bytes = if bytes.len() > GATE_BYTES_MAX { Vec::new() } else { bytes };
        serde_json::from_slice(&bytes).map(|gate| wants(&gate)).unwrap_or_default()
    }
}

impl BranchCode<'_> {
    fn problems(&self, target: &TargetCopy, open: &OpenCharter) -> Result<Vec<Problem>, Error> {
        let mut state = open.state().clone();
        // What was completed on this branch is judged as if it were not yet.
        state.contract.status = Status::Active;
        let blockers = receipt_blockers(query::matter(&open.docs, &state));
        let mut problems: Vec<Problem> = blockers.iter().map(Blocker::to_problem).collect();
        let gate_files = &state.review.gate_files;
        let now = self.app.seen_by_gates(gate_files);
        for (unit, receipt) in &state.review.receipts {
            if now.contains(&receipt.source) || problems.iter().any(|it| it.path == *unit) {
                continue;
            }
            if let Some(what) = self.changed_since(receipt, gate_files, target)? {
                let message =
                    format!("the quality gate of `{unit}` was signed before {what} changed");
                problems.push(problem(unit.as_str(), "receipt-stale", message));
            }
        }
        Ok(problems)
    }

    /// Says what changed since a gate was taken, beside what the target brought; none where nothing did.
    fn changed_since(
        &self,
        receipt: &Receipt,
        gate_files: &BTreeSet<Digest>,
        target: &TargetCopy,
    ) -> Result<Option<String>, Error> {
        let the_code = || Ok(Some("the code".to_owned()));
        let Some(root) = self.app.root_in_project() else { return the_code() };
        let taken = self.repository.first_with(self.commit, &receipt.receipt_id, &root)?;
        let Some(taken) = taken else { return the_code() };
        let (then, _tree) = self.here.there(&taken, &target.row.name)?;
        if !then.seen_by_gates(gate_files).contains(&receipt.source) {
            return the_code();
        }
        let shared = self.repository.last_shared(self.commit, &target.row.commit)?;
        let ours = |from: &str| self.repository.changed_between(from, self.commit);
        let (of_target, of_fork) = (ours(&target.row.commit)?, ours(&shared)?);
        let is_ours = |it: &String| of_target.contains(it) && of_fork.contains(it);
        let changed = ours(&taken)?;
        let changed: Vec<&String> = changed
            .iter()
            .filter(|it| is_source(it) && !it.starts_with(&root) && is_ours(it))
            .filter(|it| !self.is_gate(it, gate_files))
            .collect();
        if changed.is_empty() {
            return Ok(None);
        }
        let names: Vec<String> =
            changed.iter().take(NAMED_MAX).map(|it| format!("`{it}`")).collect();
        let more = changed.len().saturating_sub(NAMED_MAX);
        let more = if more == 0 {
            String::new()
        } else {
            format!(" and {}", counted(more, "file", "files"))
        };
        Ok(Some(format!("{}{more}", names.join(", "))))
    }

    fn is_gate(&self, path: &str, gate_files: &BTreeSet<Digest>) -> bool {
        let bytes = self.app.store.read_file(&self.app.place.project.join(path));
        bytes.is_ok_and(|it| gate_files.contains(&Digest::of(&it)))
    }
}
