//! Whether a charter holds, for reviewers and machines.
//!
//! Owns which charter is meant where none is open, and the verdict on the whole. Must not know how it
//! is printed.

use crate::app::{App, Caller, OpenCharter};
use crate::error::Error;
use charter_contract::Overview;
use charter_contract::blocker::gone_blockers;
use charter_contract::{Blocker, ContractRefusal, CriterionRow, LedgerRow, Rigor, Status};
use charter_engine::query::StatusReport;
use charter_engine::{Refusal, query};
use charter_kernel::{CharterId, CriterionId, NextAction, Problem, Severity};
use charter_review::objection_blockers;
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
    &["charter.md", "criteria.md", "REPORT.md", "spec.md", "events.jsonl", "state.json"];

/// How many criteria there are of each sort.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckCounts {
    pub total: usize,
    /// Those that count as shown.
    pub pass: usize,
    /// By their verdicts.
    pub by_verdict: BTreeMap<&'static str, usize>,
}

impl App {
    /// Finds the charter that the caller means; where none is open, the one that ended last.
    pub(crate) fn select_or_ended(&self, caller: &Caller) -> Result<CharterId, Error> {
        let candidates = self.candidates()?;
        match self.select_among(&candidates, caller) {
            Err(Error::Refused(Refusal::Contract(ContractRefusal::NoCharterBound {
                candidates: open,
                ended,
            }))) if open.is_empty() => {
                let completed = candidates.iter().filter(|it| it.status == Status::Completed);
                let last = completed.max_by(|left, right| left.id.cmp(&right.id));
                let last = last.map(|it| it.id.clone());
                Ok(last.ok_or(Refusal::Contract(ContractRefusal::NoCharterBound {
                    candidates: open,
                    ended,
                }))?)
            }
            selected => selected,
        }
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
        let open = self.open_charter(id)?;
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
        let verdict = match (status.overview.criteria.is_empty(), problems.is_empty()) {
            (true, true) => CheckVerdict::Inconclusive,
            (_, false) => CheckVerdict::Fail,
            (false, true) => CheckVerdict::Pass,
        };
        if verdict == CheckVerdict::Inconclusive {
            problems.push(Problem {
                path: "criteria.md".to_owned(),
                code: "register-empty".to_owned(),
                message: "criteria.md holds no criterion, so nothing could be shown".to_owned(),
            });
        }
        let spots = self.spots(&status, &open.id);
        let mut warnings = warnings(&status, &open);
        warnings.retain(|it| !problems.iter().any(|at| at.path == it.path && at.code == it.code));
        Ok(CheckReport {
            ok: verdict == CheckVerdict::Pass,
            verdict,
            counts: CheckCounts {
                total: status.overview.val_total,
                pass: status.overview.val_pass,
                by_verdict,
            },
            ledger: status.overview.ledger,
            warnings,
            criteria: status.overview.criteria,
            problems,
            before_completion: before_completion(&status.overview.blockers, status.overview.status),
            charter_id: status.overview.charter_id,
            name: status.overview.name,
            path,
            status: status.overview.status,
            rigor: status.overview.rigor,
            lines,
            next_actions: status.overview.next_actions,
            repository_path: self.repository_path(&self.store.layout().charter(&open.id)),
            spots,
        })
    }
}

/// Lists what stands against a pass: criteria, reviewers' words, the ledger.
fn problems_of(overview: &Overview, open: &OpenCharter) -> Vec<Problem> {
    let problem = |row: &CriterionRow| Problem {
        path: row.id.clone(),
        code: row.verdict.word().to_owned(),
        message: row.reasons.join("; "),
    };
    let not_shown = overview.criteria.iter().filter(|row| !row.counts);
    let mut problems: Vec<Problem> = not_shown.map(problem).collect();
    let gone = gone_blockers(&open.docs, &open.state().contract);
    problems.extend(gone.iter().map(Blocker::to_problem));
    let objections = objection_blockers(query::matter(&open.docs, open.state()));
    problems.extend(objections.iter().map(Blocker::to_problem));
    if !overview.ledger.intact {
        let broken = open.findings.iter().find(|it| it.kind.breaks_ledger());
        problems.push(Problem {
            path: "events.jsonl".to_owned(),
            code: "ledger-broken".to_owned(),
            message: broken.map_or_else(String::new, |it| it.message.clone()),
        });
    }
    problems
}

fn problem_of(warning: &charter_contract::Warning) -> Problem {
    Problem {
        path: warning.criterion_id.clone().unwrap_or_else(|| warning.file.clone()),
        code: warning.reason.code.to_owned(),
        message: warning.detail.clone(),
    }
}

/// Lists what completion wants beside the criteria.
fn before_completion(blockers: &[Blocker], status: Status) -> Vec<Problem> {
    let is_apart = |it: &&Blocker| {
        let others = ["review-blocker", "register-empty", "ledger-broken"];
        status.is_open() && it.criterion_id.is_none() && !others.contains(&it.reason.as_str())
    };
    blockers.iter().filter(is_apart).map(Blocker::to_problem).collect()
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
        warnings.extend(basis.iter().flat_map(|it| &it.weakened).map(|it| Problem {
            path: row.id.clone(),
            code: "tests-weakened".to_owned(),
            message: it.words(),
        }));
    }
    let gone = state
        .contract
        .criteria
        .iter()
        .filter(|(id, _)| open.docs.criteria.find(id.as_str()).is_none());
    warnings.extend(gone.map(|(id, record)| Problem {
        path: id.to_string(),
        code: "criterion-gone".to_owned(),
        message: format!(
            "it was recorded ({}: {}) and is not in the register any more",
            record.outcome.word(),
            record.last_summary
        ),
    }));
    warnings
}
