//! Whether a charter holds, for reviewers and machines.
//!
//! Owns which charter is meant where none is open, and the verdict on the whole. Must not know how it
//! is printed.

use crate::app::{App, Caller, OpenCharter};
use crate::error::{Error, problem};
use charter_contract::blocker::{GONE, document_blockers, gone_blockers};
use charter_contract::certificate::CERTIFICATE;
use charter_contract::{Blocker, ContractRefusal, CriterionRow, LedgerRow, Rigor, Status};
use charter_contract::{OTHER_COMMAND, Overview, agreement, other_command, signing};
use charter_engine::query::StatusReport;
use charter_engine::{Refusal, query};
use charter_kernel::{CharterId, CriterionId, NextAction, Problem, Severity};
use charter_review::{objection_blockers, receipt_blockers};
use charter_store::Trust;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The verdict on a charter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// Every criterion counts as shown.
    Pass,
    /// Something does not.
    Fail,
    /// Nothing was agreed that could be shown.
    Inconclusive,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    /// Whether it holds.
    pub ok: bool,
    pub verdict: CheckVerdict,
    pub counts: CheckCounts,
    pub ledger: LedgerRow,
    pub criteria: Vec<CriterionRow>,
    pub problems: Vec<Problem>,
    /// What a reader should look at although it holds: the register's oddities, tests that show less.
    pub warnings: Vec<Problem>,
    /// What `complete` wants beside that.
    pub before_completion: Vec<Problem>,
    pub charter_id: String,
    pub name: String,
    pub path: String,
    pub status: Status,
    pub rigor: Rigor,
    /// The line of every criterion in the register, for whoever points at it.
    pub lines: BTreeMap<String, usize>,
    pub next_actions: Vec<NextAction>,
    /// Says that the target of a branch had it open before, where that is so and it doesn't hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub already_open: Option<String>,
    /// Where it is, where several places hold charters.
    #[serde(skip)]
    pub place: Option<String>,
    /// Its directory from the top of the repository, for whoever points at a file there.
    #[serde(skip)]
    pub repository_path: String,
    /// Where the oddities are that were found in a file.
    #[serde(skip)]
    spots: Vec<Spot>,
}

/// The file and the line of an oddity.
#[derive(Debug, Clone)]
struct Spot {
    about: Problem,
    file: String,
    line: usize,
}

impl CheckReport {
    /// Adds what was found by other means; anything stands against a pass.
    #[must_use]
    pub(crate) fn with(mut self, more: Vec<Problem>) -> Self {
        let new: Vec<Problem> = more.into_iter().filter(|it| !self.problems.contains(it)).collect();
        if !new.is_empty() {
            (self.ok, self.verdict) = (false, CheckVerdict::Fail);
            self.problems.extend(new);
        }
        self
    }

    /// Lists the problems that no row of a criterion tells.
    pub fn apart(&self) -> impl Iterator<Item = &Problem> {
        let is_row = |it: &Problem, row: &CriterionRow| {
            !row.counts && row.id == it.path && row.verdict.word() == it.code
        };
        self.problems.iter().filter(move |it| !self.criteria.iter().any(|row| is_row(it, row)))
    }

    /// Gives the file and the line of a problem, from the top of the repository: the criterion in the
    /// register, or the document. What is in neither is missing in the register.
    #[must_use]
    pub fn place_of(&self, problem: &Problem) -> (String, usize) {
        let spot = self.spots.iter().find(|it| it.about == *problem);
        let file = |name: &str| format!("{}/{name}", self.repository_path);
        match (spot, self.lines.get(&problem.path)) {
            (Some(spot), _) => (spot.file.clone(), spot.line),
            (None, Some(line)) => (file("criteria.md"), *line),
            (None, None) if FILES.contains(&problem.path.as_str()) => (file(&problem.path), 1),
            (None, None) => (file("criteria.md"), 1),
        }
    }
}

/// The files of a charter that a problem can be about.
const FILES: &[&str] =
    &["charter.md", "criteria.md", "REPORT.md", CERTIFICATE, "spec.md", "ledger", "state.json"];

/// How many criteria there are of each sort.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckCounts {
    pub total: usize,
    /// Those that count as shown.
    pub pass: usize,
    /// Those that a person took out, which are not shown.
    pub waived: usize,
    /// By their verdicts.
    pub by_verdict: BTreeMap<&'static str, usize>,
}

impl App {
    /// Finds the charter that the caller means; where none is open, the one that ended last.
    pub(crate) fn select_or_ended(&self, caller: &Caller) -> Result<CharterId, Error> {
        let candidates = self.candidates()?;
        let selected = self.select_among(&candidates, caller);
        let is_none_open = matches!(
            &selected,
            Err(Error::Refused(Refusal::Contract(ContractRefusal::NoCharterBound {
                candidates: open,
                ..
            }))) if open.is_empty()
        );
        let completed = candidates.into_iter().filter(|it| it.status == Status::Completed);
        let last = completed.map(|it| it.id).max().filter(|_| is_none_open);
        last.map_or(selected, Ok)
    }

    /// Says where the oddities are: in a file of the charter, or in one that is named with its path.
    fn spots(&self, status: &StatusReport, id: &CharterId) -> Vec<Spot> {
        let spot = |it: &charter_contract::Warning| {
            let is_known = FILES.contains(&it.file.as_str()) || Path::new(&it.file).is_absolute();
            let path = self.store.layout().file(id, &it.file);
            let file = self.repository_path(&path);
            is_known.then(|| Spot { about: problem_of(it), file, line: it.line.unwrap_or(1) })
        };
        status.overview.parse_warnings.iter().filter_map(spot).collect()
    }

    /// Judges the charter that the caller means; where none is open, the one that ended last.
    pub fn check(&self, caller: &Caller) -> Result<CheckReport, Error> {
        let id = self.select_or_ended(caller)?;
        let mut open = self.open_charter(id)?;
        if open.state().contract.rigor == Rigor::Strict {
            // What this machine remembers of files is not the last word there.
            self.observe(&open.id, &mut open.docs, &open.loaded.state, Trust::Nothing);
        }
        Ok(self.check_opened(open))
    }

    /// Judges a charter as it was read and looked at.
    pub(crate) fn check_opened(&self, mut open: OpenCharter) -> CheckReport {
        self.add_rewritten(&open.id, &mut open.findings);
        let (path, status) = (self.charter_path(&open.id), self.status_of(&open));
        let register = &open.docs.criteria;
        let line = |it: &charter_contract::document::Criterion| {
            let line = register.source().line_of(it.body.start);
            (it.id.to_string(), line.saturating_sub(1).max(1))
        };
        let lines = register.criteria().iter().map(line).collect();
        let mut by_verdict = BTreeMap::new();
        for row in &status.overview.criteria {
            *by_verdict.entry(row.verdict.word()).or_insert(0) += 1;
        }
        let mut problems = problems_of(&status.overview, &open);
        let edited = self.edited_certificate(&open.id, open.state());
        problems
            .extend(edited.map(|it| problem(it.file.as_str(), it.kind.code, it.message.as_str())));
        let verdict = match (status.overview.criteria.is_empty(), problems.is_empty()) {
            (true, true) => CheckVerdict::Inconclusive,
            (_, false) => CheckVerdict::Fail,
            (false, true) => CheckVerdict::Pass,
        };
        if verdict == CheckVerdict::Inconclusive {
            let message = "criteria.md holds no criterion, so nothing could be shown";
            problems.push(problem("criteria.md", "register-empty", message));
        }
        let spots = self.spots(&status, &open.id);
        let mut warnings = warnings(&status, &open);
        // What is gone although it was agreed on is told as that.
        let is_told = |it: &Problem, at: &Problem| {
            at.path == it.path
                && (at.code == it.code || (it.code == GONE && at.code == agreement::CHANGED))
        };
        warnings.retain(|it| !problems.iter().any(|at| is_told(it, at)));
        let overview = status.overview;
        let before_completion = before_completion(&overview.blockers, overview.status, &problems);
        CheckReport {
            ok: verdict == CheckVerdict::Pass,
            verdict,
            counts: CheckCounts {
                total: overview.val_total,
                pass: overview.val_pass,
                waived: overview.val_waived,
                by_verdict,
            },
            ledger: overview.ledger,
            warnings,
            criteria: overview.criteria,
            problems,
            before_completion,
            charter_id: overview.charter_id,
            name: overview.name,
            path,
            status: overview.status,
            rigor: overview.rigor,
            lines,
            next_actions: overview.next_actions,
            already_open: None,
            place: None,
            repository_path: self.repository_path(&self.store.layout().charter(&open.id)),
            spots,
        }
    }
}

/// Lists what stands against a pass: criteria, reviewers' words, the ledger.
fn problems_of(overview: &Overview, open: &OpenCharter) -> Vec<Problem> {
    let not_shown = overview.criteria.iter().filter(|row| !row.counts);
    let mut problems: Vec<Problem> = not_shown
        .map(|row| problem(row.id.as_str(), row.verdict.word(), row.reasons.join("; ")))
        .collect();
    problems.extend(register_blockers(open).iter().map(Blocker::to_problem));
    let objections = objection_blockers(query::matter(&open.docs, open.state()));
    problems.extend(objections.iter().map(Blocker::to_problem));
    problems.extend(whole_blockers(open).iter().map(Blocker::to_problem));
    problems
}

/// Lists what stands against the register beside what is not shown: what was agreed is another thing, is gone, is
/// unclear or was not signed.
fn register_blockers(open: &OpenCharter) -> Vec<Blocker> {
    let (docs, contract) = (&open.docs, &open.state().contract);
    let mut blockers = agreement::blockers(docs, contract);
    blockers.extend(gone_blockers(docs, contract));
    blockers.extend(signing::blockers(docs, contract));
    blockers.extend(document_blockers(docs));
    blockers
}

/// Lists what stands against a charter as a whole: quality gates and the ledger.
fn whole_blockers(open: &OpenCharter) -> Vec<Blocker> {
    let contract = &open.state().contract;
    let mut blockers = Vec::new();
    // After its end it is history: no later change makes a receipt stale.
    if contract.rigor == Rigor::Strict && contract.status != Status::Completed {
        blockers.extend(receipt_blockers(query::matter(&open.docs, open.state())));
    }
    blockers.extend(query::ledger_blocker(&open.findings));
    blockers
}

/// Lists what stands against a charter whatever its evidence says; whoever judges one in any way asks this.
pub(crate) fn contract_blockers(open: &OpenCharter) -> Vec<Blocker> {
    let mut blockers = register_blockers(open);
    blockers.extend(whole_blockers(open));
    blockers
}

fn problem_of(warning: &charter_contract::Warning) -> Problem {
    let path = warning.criterion_id.as_ref().unwrap_or(&warning.file);
    problem(path, warning.reason.code, warning.detail.as_str())
}

/// Lists what completion wants beside the criteria and what was told already.
fn before_completion(blockers: &[Blocker], status: Status, told: &[Problem]) -> Vec<Problem> {
    let is_apart = |it: &&Blocker| {
        let others = ["review-blocker", "register-empty"];
        let is_ledger = it.reason.starts_with("ledger-");
        status.is_open()
            && !is_ledger
            && it.criterion_id.is_none()
            && !others.contains(&it.reason.as_str())
    };
    let apart = blockers.iter().filter(is_apart).map(Blocker::to_problem);
    apart.filter(|it| !told.contains(it)).collect()
}

/// Lists what does not stand against a charter and should not be passed over either.
fn warnings(status: &StatusReport, open: &OpenCharter) -> Vec<Problem> {
    let state = open.state();
    let odd =
        status.overview.parse_warnings.iter().filter(|it| it.reason.severity >= Severity::Warning);
    let mut warnings: Vec<Problem> = odd.map(problem_of).collect();
    for row in status.overview.criteria.iter().filter(|it| it.counts) {
        let record = state.contract.criteria.get(&CriterionId(row.id.clone()));
        let basis = record.and_then(|it| it.basis.as_ref());
        let weakened = basis.iter().flat_map(|it| &it.weakened);
        warnings.extend(weakened.map(|it| problem(row.id.as_str(), "tests-weakened", it.words())));
        let run = record.and_then(|it| it.run.as_ref());
        let other = run.zip(open.docs.criteria.find(&row.id));
        let other = other.and_then(|(run, criterion)| other_command(criterion, run));
        warnings.extend(other.map(|it| problem(row.id.as_str(), OTHER_COMMAND, it)));
    }
    let all = state.contract.criteria.iter();
    let gone = all.filter(|(id, _)| open.docs.criteria.find(id.as_str()).is_none());
    warnings.extend(gone.map(|(id, record)| {
        let (outcome, said) = (record.outcome.word(), &record.last_summary);
        let message =
            format!("it was recorded ({outcome}: {said}) and is not in the register any more");
        problem(id.to_string(), GONE, message)
    }));
    warnings
}
