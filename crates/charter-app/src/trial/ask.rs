//! What is tried with a run, and against which commit.
//!
//! Owns the choice of the base: where the charter began, or where the branch left the default one, whichever
//! is older. Must not run anything itself.

use super::series::TrialAsk;
use super::untried::NotTried;
use crate::app::{App, OpenCharter};
use crate::error::Error;
use crate::record::{Base, Prove};
use charter_contract::document::Criterion;
use charter_contract::evidence::Observed;
use charter_contract::proof::{FileRole, HeardRun, role_of};
use charter_contract::{Run, Untried, UntriedReason};
use charter_engine::State;
use charter_kernel::{CharterId, Glob};
use charter_proof::{Arena, Files, GitFailure, Job, Repository};
use charter_store::Trust;

/// What default branches are called, as they are looked for.
const DEFAULT_BRANCHES: [&str; 5] =
    ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/// The words of a criterion that is about a text.
const TEXT_WORDS: [&str; 12] = [
    "readme",
    "document",
    "docs",
    "changelog",
    "release note",
    "guide",
    "tutorial",
    "licen",
    "config",
    "setting",
    "manual",
    "help text",
];

/// The base of a run's trials.
pub(crate) struct ComparedCommit {
    /// The commit; none where there was none yet.
    commit: Result<Option<String>, Untried>,
    /// Whether whoever runs it named it.
    is_named: bool,
    is_wanted: bool,
}

impl App {
    /// Finds the commit without the work.
    pub(crate) fn base_commit(
        &self,
        prove: &Prove,
        named: Option<String>,
        state: &State,
    ) -> ComparedCommit {
        let is_wanted = prove.base != Base::Never;
        let is_named = named.is_some();
        let commit = match named {
            Some(commit) => Ok(Some(commit)),
            None => self.first_commit(state).map_err(|it| match it {
                NotTried::Missing(untried) => untried,
                NotTried::Stopped(err) => {
                    Untried { reason: UntriedReason::GitFailed, message: err.to_string() }
                }
            }),
        };
        ComparedCommit { commit, is_named, is_wanted }
    }

    fn first_commit(&self, state: &State) -> Result<Option<String>, NotTried> {
        let repository = match (self.repository(), &state.contract.base) {
            (Ok(repository), Some(_)) => repository,
            (Ok(_), None) => return Ok(None),
            (Err(GitFailure::NoRepository), Some(_)) => {
                let words = "the git repository that the charter began in is gone";
                return Err(NotTried::missing(UntriedReason::CommitMissing, words));
            }
            (Err(failure), _) => return Err(failure.into()),
        };
        let began = repository.resolve(state.contract.base.as_deref().unwrap_or_default());
        let left = left_default(&repository);
        match (began, left) {
            (Ok(began), Some(left)) => {
                let is_before = |a: &str, b: &str| repository.is_ancestor(a, b).unwrap_or(false);
                Ok(Some(match is_before(&began, "HEAD") {
                    false => self.before_charter(&repository, state, left),
                    true if is_before(&left, &began) => left,
                    true => began,
                }))
            }
            (Ok(began), None) => Ok(Some(began)),
            // The start was rewritten or is not here; where the branch began is.
            (Err(GitFailure::UnknownCommit(_)), Some(left)) => {
                Ok(Some(self.before_charter(&repository, state, left)))
            }
            (Err(failure), _) => Err(failure.into()),
        }
    }

    /// Gives the commit before the one that brought the charter into this history, where the branch left the default
    /// one behind that: a squash puts the charter and its work into one commit of the default branch.
    fn before_charter(&self, repository: &Repository, state: &State, left: String) -> String {
        let id = CharterId::parse(&state.contract.charter_id).ok();
        let file = id.map(|it| self.store.layout().file(&it, "charter.md")).unwrap_or_default();
        let file = file.strip_prefix(&self.place.project).ok().and_then(|it| it.to_str());
        let before = file.and_then(|it| repository.before_added(it).ok()?);
        let is_older = |it: &String| repository.is_ancestor(it, &left).unwrap_or(false);
        before.filter(is_older).unwrap_or(left)
    }

    /// Tries whether a run could have failed, and adds what came of it; gives what the trials wrote.
    pub(crate) fn add_trials(
        &self,
        run: &mut Run,
        here: &HeardRun,
        criteria: &[&Criterion],
        (job, progress): (&Job<'_>, fn(&str)),
        base: ComparedCommit,
    ) -> Result<Option<String>, Error> {
        let ComparedCommit { commit, is_named, is_wanted } = base;
        if !is_wanted {
            let message = "`--no-base` was given".to_owned();
            run.no_base = Some(Untried { reason: UntriedReason::NotWanted, message });
            return Ok(None);
        }
        let arena = Arena::new(&self.place.project, &self.temp, self.program.as_deref());
        let below = run.dir.clone().unwrap_or_default();
        run.base_commit = commit.clone().ok().flatten();
        run.named_base = run.base_commit.clone().filter(|_| is_named);
        let ask = TrialAsk {
            job: *job,
            arena: &arena,
            here,
            below: &below,
            commit,
            is_regression: criteria.iter().any(|it| it.is_regression),
            is_about_text: criteria.iter().any(|it| self.is_about_text(it)),
            absent: criteria.iter().find_map(|it| it.absent.as_ref()),
            watched: &self.watched_files(criteria),
            budget_ms: self.config.proof_budget_ms(here.duration_ms),
            progress: &progress,
        };
        let tried = self.try_run(&ask)?;
        run.trials = tried.trials;
        run.no_base = tried.no_base;
        run.no_changes = tried.no_changes;
        Ok(Some(tried.log).filter(|it| !it.is_empty()))
    }

    /// Lists the files that criteria watch by name.
    fn watched_files(&self, criteria: &[&Criterion]) -> Vec<String> {
        let watches = criteria.iter().flat_map(|it| &it.watches).filter(|it| !it.starts_with('@'));
        let globs: Vec<Glob> = watches.map(|it| Glob::new(it)).collect();
        if globs.is_empty() {
            return Vec::new();
        }
        let listed = self.list_project(Files::TrackedAndNew, &[String::new()]).unwrap_or_default();
        listed.into_iter().filter(|path| globs.iter().any(|it| it.matches(path))).collect()
    }

    /// Tells whether what a criterion wants is something written: it watches a text, or says so.
    fn is_about_text(&self, criterion: &Criterion) -> bool {
        let said = format!("{} {}", criterion.title, criterion.said).to_lowercase();
        let is_text =
            |it: &String| matches!(role_of(it, &[]), FileRole::Document | FileRole::Setting);
        TEXT_WORDS.iter().any(|it| said.contains(it)) || criterion.watches.iter().any(is_text)
    }

    /// Lists what a command changed of the files that it was to check.
    pub(crate) fn touched_since(
        &self,
        open: &OpenCharter,
        concerned: &[(&Criterion, bool)],
        before: &Observed,
    ) -> Vec<String> {
        let now = self.observe_for(&open.id, &open.docs, open.state(), concerned, Trust::Memory);
        let is_other = |(watch, digest): &(&String, &charter_kernel::Digest)| {
            // A key with new files in it names other files where the run made some.
            !watch.contains('+') && now.watched.get(*watch).is_some_and(|it| it != *digest)
        };
        before.watched.iter().filter(is_other).map(|(watch, _)| watch.clone()).collect()
    }
}

/// Gives the commit where the present branch left the default one; none where it is that one.
fn left_default(repository: &Repository) -> Option<String> {
    let tip = DEFAULT_BRANCHES.iter().find_map(|it| repository.resolve_branch(it).ok())?;
    repository.last_shared("HEAD", &tip).ok()
}
