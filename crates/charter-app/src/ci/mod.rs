//! The gate in CI: every check of a branch runs again here, and what the branch says is compared with what
//! its target agreed.
//!
//! Owns which charters are judged and what the branch as a whole comes to. Nothing is written. Must not know
//! how it is printed.

mod difference;
mod rehearsal;

pub use difference::{DifferenceKind, DifferenceRow};

use crate::app::{App, OpenCharter};
use crate::check::{CheckReport, CheckVerdict};
use crate::error::Error;
use crate::signature::PeopleSource;
use charter_contract::{ContractRefusal, Status};
use charter_kernel::CharterId;
use charter_proof::{BaseTree, Repository};
use charter_store::{Layer, Trust};
use serde::Serialize;

/// The branches that are compared with where none is named.
const TARGETS: [&str; 4] = ["origin/HEAD", "origin/main", "origin/master", "main"];

/// What to check, and against what.
#[derive(Debug, Clone)]
pub struct CiAsk {
    /// The branch that the work is to go to.
    pub against: Option<String>,
    /// Who is told what is being tried.
    pub progress: fn(&str),
}

/// What a branch comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CiVerdict {
    Pass,
    Fail,
    /// Nothing was agreed that could be shown.
    Inconclusive,
    /// The branch has no charter.
    None,
}

/// What was found on a branch.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CiReport {
    pub ok: bool,
    pub verdict: CiVerdict,
    pub against: AgainstRow,
    /// The commit that was checked.
    pub commit: String,
    /// How many commands ran again.
    pub reran: usize,
    /// How long they took with their trials.
    pub reran_ms: u64,
    /// What the branch took away from what its target agreed.
    pub differences: Vec<DifferenceRow>,
    pub charters: Vec<CheckReport>,
}

/// What a branch was compared with.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgainstRow {
    /// As it was named.
    pub name: String,
    pub commit: String,
    /// The last commit that both have.
    pub shared: String,
}

/// The target as it stands, in a copy that is gone afterwards.
struct TargetCopy {
    app: App,
    row: AgainstRow,
    _tree: BaseTree,
}

/// A charter here, and what the target has of it.
struct JudgedCharter {
    open: OpenCharter,
    there: Option<OpenCharter>,
}

impl App {
    /// Checks a branch against its target: runs what counts again, with every trial.
    pub fn check_ci(&self, ask: &CiAsk) -> Result<CiReport, Error> {
        let repository = self.repository()?;
        let target = self.open_target(&repository, ask.against.as_deref())?;
        let here = self.for_ci(&target.app)?;
        let mut differences = here.branch_differences(&repository, &target)?;
        let (mut charters, mut reran, mut reran_ms) = (Vec::new(), 0, 0);
        for judged in here.judged_charters(&target.app)? {
            differences.extend(here.charter_differences(&judged, &target));
            let JudgedCharter { mut open, .. } = judged;
            if open.state().contract.status == Status::Abandoned {
                continue;
            }
            let ran = here.run_again(&mut open, ask.progress)?;
            reran += ran.n_commands;
            reran_ms += ran.duration_ms;
            charters.push(ran.mark(here.check_opened(open)));
        }
        let requires = matches!(target.app.config.text("require-charter"), "yes" | "true");
        let verdict = verdict(&charters, &differences, requires);
        Ok(CiReport {
            ok: matches!(verdict, CiVerdict::Pass | CiVerdict::None),
            verdict,
            against: target.row,
            commit: repository.head_commit()?,
            reran,
            reran_ms,
            differences,
            charters,
        })
    }

    /// Opens what the target holds; one that cannot be read is an error, and never nothing.
    fn open_target(
        &self,
        repository: &Repository,
        named: Option<&str>,
    ) -> Result<TargetCopy, Error> {
        let found = TARGETS.into_iter().find(|it| repository.resolve(it).is_ok());
        let name = named.or(found).unwrap_or("origin/main");
        let unknown = |err| Error::of_target(name, err);
        let commit = repository.resolve(name).map_err(unknown)?;
        let shared = repository.last_shared("HEAD", &commit).map_err(unknown)?;
        let tree = self.copy_of(&commit).map_err(unknown)?;
        let mut app = self.at(&tree.path);
        app.config = app.project_config()?;
        let row = AgainstRow { name: name.to_owned(), commit, shared };
        Ok(TargetCopy { app, row, _tree: tree })
    }

    /// Gives the same project as CI sees it: people are those of the target, and trials take what they take.
    fn for_ci(&self, target: &Self) -> Result<Self, Error> {
        let mut here = self.at(&self.place.project);
        here.store = self.store.clone();
        here.people = PeopleSource::Branch(target.people());
        here.config.set("proof-budget-s", "86400", Layer::Flag)?;
        Ok(here)
    }

    /// Lists the charters that this branch is about: those that it leaves open, and those that ended on it.
    fn judged_charters(&self, target: &Self) -> Result<Vec<JudgedCharter>, Error> {
        let there = target.store.list().map(|it| it.ids).unwrap_or_default();
        let mut judged = Vec::new();
        for id in self.store.list()?.ids {
            let open = self.open_trusting(id.clone(), Trust::Nothing)?;
            let then = match there.contains(&id) {
                true => Some(target.open_unobserved(id)?),
                false => None,
            };
            let before = then.as_ref().map(|it| it.state().contract.status);
            let now = open.state().contract.status;
            if now == Status::Active || before != Some(now) {
                judged.push(JudgedCharter { open, there: then });
            }
        }
        Ok(judged)
    }
}

fn verdict(
    charters: &[CheckReport],
    differences: &[DifferenceRow],
    requires_charter: bool,
) -> CiVerdict {
    let has = |verdict| charters.iter().any(|it| it.verdict == verdict);
    match () {
        () if !differences.is_empty() || has(CheckVerdict::Fail) => CiVerdict::Fail,
        () if charters.is_empty() && requires_charter => CiVerdict::Fail,
        () if charters.is_empty() => CiVerdict::None,
        () if has(CheckVerdict::Inconclusive) => CiVerdict::Inconclusive,
        () => CiVerdict::Pass,
    }
}

impl Error {
    /// Says why a target cannot be compared with.
    fn of_target(name: &str, failure: charter_proof::GitFailure) -> Self {
        match Self::of_revision(name, failure) {
            Self::Refused(_) => ContractRefusal::TargetUnknown(name.to_owned()).into(),
            other => other,
        }
    }
}

/// Names a charter in a sentence.
fn id_of(id: &CharterId) -> String {
    id.to_string()
}
