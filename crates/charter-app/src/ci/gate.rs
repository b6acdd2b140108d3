//! How a branch is judged: what runs again, what is compared, and what it comes to.
//!
//! Owns which charters are judged. Nothing is written. Must not know how it is printed.

use super::places::GatedApp;
use super::row::{DifferenceKind, DifferenceRow};
use super::target::{AgainstRow, JudgedCharter, TargetCopy};
use crate::app::{App, OpenCharter, PeopleSource};
use crate::check::{CheckReport, CheckVerdict};
use crate::error::Error;
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
    /// Where charters were said to be; none where every place was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How many commands ran again.
    pub reran: usize,
    /// How long they took with their trials.
    pub reran_ms: u64,
    /// What the branch took away from what its target agreed.
    pub differences: Vec<DifferenceRow>,
    /// The charters that were given up on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub abandoned: Vec<AbandonedRow>,
    pub charters: Vec<CheckReport>,
}

/// A charter that was given up on a branch: nothing of it is judged, and nobody should miss that.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AbandonedRow {
    pub charter_id: String,
    pub name: String,
    pub by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl AbandonedRow {
    fn of(open: &OpenCharter) -> Option<Self> {
        let contract = &open.state().contract;
        let end = contract.moves.iter().find(|it| it.to == Status::Abandoned)?;
        (contract.status == Status::Abandoned).then(|| Self {
            charter_id: open.id.to_string(),
            name: contract.name.clone(),
            by: end.by.to_string(),
            reason: end.reason.clone(),
        })
    }
}

impl App {
    /// Checks a branch against its target: runs what counts again, with every trial, wherever the repository
    /// holds charters.
    pub fn check_ci(&self, ask: &CiAsk) -> Result<CiReport, Error> {
        let (_, repository) = self.top_repository()?;
        let against = find_target(&repository, ask.against.as_deref())?;
        let places = self.gated_places(&against)?;
        let mut report = CiReport {
            ok: false,
            verdict: CiVerdict::None,
            against,
            commit: repository.head_commit()?,
            place: places.named,
            reran: 0,
            reran_ms: 0,
            differences: Vec::new(),
            abandoned: Vec::new(),
            charters: Vec::new(),
        };
        for (app, place) in &places.apps {
            match app {
                GatedApp::Here => self.gate_place(ask, place.as_deref(), &mut report)?,
                GatedApp::Other(app) => app.gate_place(ask, place.as_deref(), &mut report)?,
            }
        }
        let told: Vec<String> = report.differences.iter().map(|it| it.file.clone()).collect();
        let is_told = |it: &DifferenceRow| {
            let below = format!("{}/", it.file);
            told.iter().any(|file| file.starts_with(&below))
        };
        report.differences.extend(places.gone.into_iter().filter(|it| !is_told(it)));
        report.verdict = verdict(&report.charters, &report.differences);
        report.ok = matches!(report.verdict, CiVerdict::Pass | CiVerdict::None);
        Ok(report)
    }

    /// Checks the charters in one place, and adds what was found to a report.
    fn gate_place(
        &self,
        ask: &CiAsk,
        place: Option<&str>,
        report: &mut CiReport,
    ) -> Result<(), Error> {
        let repository = self.repository()?;
        let target = self.open_target(&report.against)?;
        let here = self.for_ci(&target.app)?;
        let mut differences = here.branch_differences(&repository, &target)?;
        let (n_charters, n_abandoned) = (report.charters.len(), report.abandoned.len());
        for judged in here.judged_charters(&target)? {
            differences.extend(here.charter_differences(&judged, &target));
            let open_since = judged.open_since();
            let JudgedCharter { mut open, there, is_history, .. } = judged;
            if is_history {
                let was_edited = there
                    .is_some_and(|it| target.app.edited_certificate(&it.id, it.state()).is_some());
                let is_edited = here.edited_certificate(&open.id, open.state()).is_some();
                // What the target has itself is no change of this branch.
                if is_edited && !was_edited {
                    report.charters.push(here.check_opened(open));
                }
                continue;
            }
            if let Some(row) = AbandonedRow::of(&open) {
                report.abandoned.push(row);
                continue;
            }
            let reviewed = here.reviewed(&repository, &target, &open)?;
            let ran = here.run_again(&mut open, ask.progress)?;
            report.reran += ran.n_commands;
            report.reran_ms += ran.duration_ms;
            let mut charter = ran.mark(here.check_opened(open).with(reviewed));
            charter.already_open = open_since.filter(|_| !charter.ok).map(|since| {
                format!("open on {} since {since}; this branch didn't start it", target.row.name)
            });
            if let Some(place) = place {
                charter.path.clone_from(&charter.repository_path);
                charter.place = Some(place.to_owned());
            }
            report.charters.push(charter);
        }
        let requires = matches!(target.app.config.text("require-charter"), "yes" | "true");
        let is_empty = report.charters.len() == n_charters && differences.is_empty();
        if requires && is_empty {
            let given_up = if report.abandoned.len() > n_abandoned { " that is open" } else { "" };
            let detail = format!(
                "the branch has no charter{given_up}, and {} requires one",
                target.row.name
            );
            let row = DifferenceRow::new(DifferenceKind::CharterMissing, detail);
            differences.push(row.in_file(here.file_in_root("config.toml")));
        }
        let place = place.map(str::to_owned);
        let told = |it| DifferenceRow { place: place.clone(), ..it };
        for row in differences.into_iter().map(told) {
            if !report.differences.contains(&row) {
                report.differences.push(row);
            }
        }
        Ok(())
    }

    /// Opens what the target holds.
    fn open_target(&self, row: &AgainstRow) -> Result<TargetCopy, Error> {
        let (app, tree) = self.there(&row.commit, &row.name)?;
        let is_there = row.shared == row.commit;
        let fork = if is_there { None } else { Some(self.there(&row.shared, &row.name)?) };
        Ok(TargetCopy { app, row: row.clone(), fork, tree })
    }

    /// Opens the project as a commit has it, in a copy that is gone afterwards.
    pub(super) fn there(&self, commit: &str, name: &str) -> Result<(Self, BaseTree), Error> {
        let tree = self.copy_of(commit).map_err(|err| Error::of_target(name, err))?;
        let mut app = self.at_place(self.place_in(&tree)?);
        app.config = app.project_config()?;
        Ok((app, tree))
    }

    /// Gives the same project as CI sees it: people are those of the target, and trials take what they take.
    fn for_ci(&self, target: &Self) -> Result<Self, Error> {
        let mut here = self.at(&self.place.project);
        here.store = self.store.clone();
        here.people = PeopleSource::Branch(target.people()?);
        here.config.set("proof-budget-s", "86400", Layer::Flag)?;
        Ok(here)
    }

    /// Lists the charters that this branch has: those that it leaves open, those that ended on it, and those
    /// that are history, whose criteria say what they said.
    fn judged_charters(&self, target: &TargetCopy) -> Result<Vec<JudgedCharter>, Error> {
        let opened = |app: &Self, id: &CharterId| -> Result<Option<OpenCharter>, Error> {
            let has_it = app.store.list().is_ok_and(|it| it.ids.contains(id));
            if has_it { app.open_unobserved(id.clone()).map(Some) } else { Ok(None) }
        };
        let mut judged = Vec::new();
        for id in self.store.list()?.ids {
            let open = self.open_trusting(id.clone(), Trust::Nothing)?;
            let then = opened(&target.app, &id)?;
            let at_fork = match target.at_fork() {
                Some(fork) => opened(fork, &id)?,
                None => None,
            };
            let before = then.as_ref().map(|it| it.state().contract.status);
            let now = open.state().contract.status;
            let is_history = now != Status::Active && before == Some(now);
            judged.push(JudgedCharter { open, there: then, at_fork, is_history });
        }
        Ok(judged)
    }
}

/// Finds the target; one that cannot be read is an error, and never nothing.
fn find_target(repository: &Repository, named: Option<&str>) -> Result<AgainstRow, Error> {
    let found = TARGETS.into_iter().find(|it| repository.resolve_branch(it).is_ok());
    let name = named.or(found).unwrap_or("origin/main");
    let unknown = |err| Error::of_target(name, err);
    let commit = repository.resolve_branch(name).map_err(unknown)?;
    let shared = repository.last_shared("HEAD", &commit).map_err(unknown)?;
    Ok(AgainstRow { name: name.to_owned(), commit, shared })
}

fn verdict(charters: &[CheckReport], differences: &[DifferenceRow]) -> CiVerdict {
    let has = |verdict| charters.iter().any(|it| it.verdict == verdict);
    match () {
        () if !differences.is_empty() || has(CheckVerdict::Fail) => CiVerdict::Fail,
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
