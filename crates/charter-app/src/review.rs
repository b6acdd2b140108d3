//! A reviewer's look at a charter: in the working tree, on a branch, on a pull request that was
//! fetched.
//!
//! Owns which tree is looked at; another commit is looked at in a throw-away copy, as it stands there.
//! Must not judge, and changes nothing unless it is told to keep what it found.

use crate::app::{App, Caller, OpenCharter};
use crate::check::contract_blockers;
use crate::error::Error;
use charter_contract::proof::Weakening;
use charter_contract::{Blocker, ContractRefusal, Docs};
use charter_engine::{Refusal, State, query};
use charter_kernel::{Digest, Severity};
use charter_proof::{BaseTree, GitFailure};
use charter_review::{
    ContractStrength, ReviewFinding, ReviewVerdict, contract_strength, review_findings,
    review_verdict,
};
use charter_store::Trust;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// What to review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewSource {
    /// What is checked out, with what is not committed.
    Worktree,
    /// A branch or another revision.
    Branch(String),
    /// A pull request that was fetched, by its number.
    Pull(u64),
}

/// How to review.
#[derive(Debug, Clone)]
pub struct ReviewAsk {
    pub source: ReviewSource,
    /// A document that says what was wanted.
    pub spec: Option<PathBuf>,
    /// Whether what is found is kept as objections.
    pub keep: bool,
}

/// What a review found.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewReport {
    /// Whether it passes.
    pub ok: bool,
    pub verdict: ReviewVerdict,
    /// How much what was agreed can carry.
    pub contract_strength: ContractStrength,
    /// Whether a pass was possible at all.
    pub clean_pass_eligible: bool,
    /// Whether only the weakness of the contract stands against a pass.
    pub weak_contract_cap_applied: bool,
    pub source: SourceRow,
    pub findings: Vec<ReviewFinding>,
    /// The files that the evidence rests on.
    pub artifact_validation_summary: ArtifactRow,
    /// The objections that were raised, or were open already.
    pub blocker_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charter_id: Option<String>,
}

/// What was looked at.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceRow {
    /// `worktree`, `branch` or `pr`.
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether it was not what was asked for.
    pub capture_incomplete: bool,
}

/// How many files the evidence rests on, and how many of them are as they were.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactRow {
    pub total: usize,
    /// Those that are as they were recorded.
    pub intact: usize,
}

impl App {
    pub fn review(&self, caller: &Caller, review: &ReviewAsk) -> Result<ReviewReport, Error> {
        let spec = review.spec.as_deref().map(|it| self.read_named(it)).transpose()?;
        let spec = spec.map(|it| String::from_utf8_lossy(&it).into_owned());
        let source = self.find_source(&review.source)?;
        let looked = match &source.commit {
            None => self.look_here(caller)?,
            Some(commit) => self.look_there(caller, commit)?,
        };
        let spec = spec.as_deref();
        let strength = contract_strength(&looked.docs, spec);
        let mut findings =
            review_findings(query::matter(&looked.docs, &looked.state), spec, &looked.weakened);
        if source.capture_incomplete {
            findings.push(incomplete(&review.source));
        }
        let blocker_ids = match (review.keep, &looked.charter_id) {
            (true, Some(_)) => self.object_to(caller, &findings)?,
            (true, None) | (false, _) => Vec::new(),
        };
        // These stand by themselves until they are settled, so that no objection is kept for them.
        findings.extend(looked.standing.iter().map(ReviewFinding::of_blocker));
        let is_whole = !source.capture_incomplete;
        let verdict = review_verdict(strength, &findings, is_whole);
        let is_strong = strength == ContractStrength::Strong;
        Ok(ReviewReport {
            ok: verdict == ReviewVerdict::Pass,
            verdict,
            contract_strength: strength,
            clean_pass_eligible: is_strong && is_whole,
            weak_contract_cap_applied: verdict == ReviewVerdict::WeakContract,
            source,
            findings,
            artifact_validation_summary: looked.artifacts(),
            blocker_ids,
            charter_id: looked.charter_id,
        })
    }

    fn find_source(&self, source: &ReviewSource) -> Result<SourceRow, Error> {
        let repository = self.repository();
        let resolve = |name: &str| repository.as_ref().map_err(Clone::clone)?.resolve(name);
        let row = |kind, revision: Option<&str>, commit, capture_incomplete| SourceRow {
            kind,
            revision: revision.map(str::to_owned),
            commit,
            capture_incomplete,
        };
        match source {
            ReviewSource::Worktree => Ok(row("worktree", None, None, false)),
            ReviewSource::Branch(name) => {
                let commit = resolve(name).map_err(|err| Error::of_revision(name, err))?;
                Ok(row("branch", Some(name), Some(commit), false))
            }
            ReviewSource::Pull(number) => {
                let found = pull_refs(*number)
                    .into_iter()
                    .find_map(|name| resolve(&name).ok().map(|commit| (name, commit)));
                Ok(match found {
                    Some((name, commit)) => row("pr", Some(&name), Some(commit), false),
                    None => row("worktree", None, None, true),
                })
            }
        }
    }

    /// Looks at what is checked out; a place without a charter has agreed on nothing.
    fn look_here(&self, caller: &Caller) -> Result<Looked, Error> {
        let id = match self.select_or_ended(caller) {
            Err(Error::Refused(Refusal::Contract(ContractRefusal::NoCharterBound {
                candidates,
                ..
            }))) if candidates.is_empty() => {
                return Ok(Looked::nothing());
            }
            selected => selected?,
        };
        let mut open = self.open_trusting(id, Trust::Nothing)?;
        self.add_rewritten(&open.id, &mut open.findings);
        let base = open.state().contract.base.clone();
        let weakened = base.map(|it| self.weakened_since(&it, &self.changed_since(&it)));
        Ok(Looked::of(open, weakened.unwrap_or_default()))
    }

    /// Makes a throw-away copy of a commit. It is outside of the project: what looks for its settings
    /// in the directories above must not find those of the present.
    pub(crate) fn copy_of(&self, commit: &str) -> Result<BaseTree, GitFailure> {
        let project = self.store.real_path(&self.place.project);
        let digest = Digest::of(project.as_os_str().as_encoded_bytes());
        let prefix = format!("charter-base-{}-", digest.short());
        BaseTree::new(&self.place.project, commit, &self.temp, &prefix)
    }

    /// Looks at another commit, in a copy that is gone afterwards.
    fn look_there(&self, caller: &Caller, commit: &str) -> Result<Looked, Error> {
        let tree = self.copy_of(commit).map_err(|err| Error::of_revision(commit, err))?;
        let named = self.select_or_ended(caller).map(|it| it.to_string()).ok();
        let caller = Caller { charter: named.or_else(|| caller.charter.clone()), ..caller.clone() };
        match self.at(&tree.path).look_here(&caller) {
            // What is agreed here may not be agreed there.
            Err(Error::Refused(Refusal::Contract(ContractRefusal::UnknownCharter { .. }))) => {
                Ok(Looked::nothing())
            }
            looked => looked,
        }
    }

    /// Gives the same application over another copy of the project.
    pub(crate) fn at(&self, project: &std::path::Path) -> Self {
        let root = self.place.root.strip_prefix(&self.place.project);
        let root = root.map_or_else(|_| self.place.root.clone(), |it| project.join(it));
        self.at_place(charter_store::ProjectPlace { project: project.to_owned(), root })
    }

    /// Does the same where the charters of the copy are elsewhere in it.
    pub(crate) fn at_place(&self, place: charter_store::ProjectPlace) -> Self {
        let (store, config) = (self.store.elsewhere(place.root.clone()), self.config.clone());
        let (temp, user_dir) = (self.temp.clone(), self.user_dir.clone());
        let cwd = place.project.clone();
        let behind = Arc::default();
        let (program, vars, key) = (self.program.clone(), self.vars.clone(), self.key.clone());
        let (clock, people) = (self.clock, self.people.clone());
        Self {
            store,
            place,
            config,
            clock,
            cwd,
            temp,
            vars,
            program,
            key,
            people,
            user_dir,
            behind,
            watch: Arc::clone(&self.watch),
            setup: std::sync::Arc::clone(&self.setup),
        }
    }
}

/// A charter as a review sees it.
struct Looked {
    charter_id: Option<String>,
    docs: Docs,
    state: State,
    weakened: Vec<Weakening>,
    /// What stands against it whatever its evidence says.
    standing: Vec<Blocker>,
}

impl Looked {
    fn of(open: OpenCharter, weakened: Vec<Weakening>) -> Self {
        let (charter_id, standing) = (Some(open.id.to_string()), contract_blockers(&open));
        Self { charter_id, state: open.loaded.state, docs: open.docs, weakened, standing }
    }

    fn nothing() -> Self {
        let docs = Docs::parse(Vec::new(), Vec::new(), None);
        let (state, weakened) = (State::default(), Vec::new());
        Self { charter_id: None, docs, state, weakened, standing: Vec::new() }
    }

    fn artifacts(&self) -> ArtifactRow {
        let mut row = ArtifactRow::default();
        // What is out of the register is not looked at.
        let registered = self.state.contract.criteria.iter();
        let registered =
            registered.filter(|(id, _)| self.docs.criteria.find(id.as_str()).is_some());
        for artifact in registered.flat_map(|(_, it)| &it.artifacts) {
            row.total += 1;
            let seen = self.docs.observed.artifacts.get(&artifact.path);
            row.intact += usize::from(seen == Some(&artifact.blake3));
        }
        row
    }
}

fn incomplete(source: &ReviewSource) -> ReviewFinding {
    let what = match source {
        ReviewSource::Pull(number) => format!("pull request {number}"),
        ReviewSource::Branch(name) => name.clone(),
        ReviewSource::Worktree => "the working tree".to_owned(),
    };
    ReviewFinding {
        severity: Severity::Warning,
        code: "capture-incomplete".to_owned(),
        target: None,
        message: format!("{what} was not fetched, so what is checked out was looked at instead"),
    }
}

/// Lists the names under which people fetch a pull request.
fn pull_refs(number: u64) -> Vec<String> {
    let names = [
        "refs/pull/{}/head",
        "refs/remotes/origin/pull/{}/head",
        "refs/remotes/origin/pr/{}",
        "refs/remotes/pull/{}",
        "refs/remotes/pr/{}",
        "refs/heads/pull/{}",
        "refs/heads/pr/{}",
        "refs/heads/pr-{}",
    ];
    names.iter().map(|it| it.replace("{}", &number.to_string())).collect()
}
