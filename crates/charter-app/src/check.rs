//! Whether a charter holds, for reviewers and machines.
//!
//! Owns which charter is meant where none is open, and the verdict on the whole. Must not know how it
//! is printed.

use crate::app::{App, Caller};
use crate::error::Error;
use charter_core::query::{self, CriterionRow, LedgerRow};
use charter_core::{CharterId, NextAction, Problem, Refusal, Rigor, Status};
use charter_store::Trust;
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// The verdict.
    pub verdict: CheckVerdict,
    /// How many criteria there are.
    pub counts: CheckCounts,
    /// The ledger.
    pub ledger: LedgerRow,
    /// Every criterion.
    pub criteria: Vec<CriterionRow>,
    /// What does not hold.
    pub problems: Vec<Problem>,
    /// The charter.
    pub charter_id: String,
    /// Its name.
    pub name: String,
    /// Its directory.
    pub path: String,
    /// Its state.
    pub status: Status,
    /// How much proof it wants.
    pub rigor: Rigor,
    /// The line of every criterion in the register, for whoever points at it.
    pub lines: BTreeMap<String, usize>,
    /// What to do next.
    pub next_actions: Vec<NextAction>,
}

/// How many criteria there are of each sort.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckCounts {
    /// All of them.
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
            Err(Error::Refused(Refusal::NoCharterBound { candidates: open }))
                if open.is_empty() =>
            {
                let ended = candidates.iter().filter(|it| it.status == Status::Completed);
                let last = ended.max_by(|left, right| left.id.cmp(&right.id));
                let last = last.map(|it| it.id.clone());
                Ok(last.ok_or(Refusal::NoCharterBound { candidates: open })?)
            }
            selected => selected,
        }
    }

    /// Judges the charter that the caller means; where none is open, the one that ended last.
    pub fn check(&self, caller: &Caller) -> Result<CheckReport, Error> {
        let id = self.select_or_ended(caller)?;
        let open = self.open_trusting(id, Trust::Nothing)?;
        let path = self.charter_path(&open.id);
        let status = query::status(&open.docs, open.state(), &open.findings, &open.id, &path);
        let register = &open.docs.criteria;
        let line = |it: &charter_core::document::Criterion| {
            let line = register.source().line_of(it.body.start);
            (it.id.to_string(), line.saturating_sub(1).max(1))
        };
        let lines = register.criteria().iter().map(line).collect();
        let mut by_verdict = BTreeMap::new();
        for row in &status.criteria {
            *by_verdict.entry(row.verdict.word()).or_insert(0) += 1;
        }
        let mut problems: Vec<Problem> = status
            .criteria
            .iter()
            .filter(|row| !row.counts)
            .map(|row| Problem {
                path: row.id.clone(),
                code: row.verdict.word().to_owned(),
                message: row.reasons.join("; "),
            })
            .collect();
        let objections = query::objection_blockers(&open.docs, open.state());
        problems.extend(objections.iter().map(query::Blocker::to_problem));
        if !status.ledger.intact {
            let broken = open.findings.iter().find(|it| it.kind.breaks_ledger());
            problems.push(Problem {
                path: "events.jsonl".to_owned(),
                code: "ledger-broken".to_owned(),
                message: broken.map_or_else(String::new, |it| it.message.clone()),
            });
        }
        let verdict = match (status.criteria.is_empty(), problems.is_empty()) {
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
        Ok(CheckReport {
            ok: verdict == CheckVerdict::Pass,
            verdict,
            counts: CheckCounts { total: status.val_total, pass: status.val_pass, by_verdict },
            ledger: status.ledger,
            criteria: status.criteria,
            problems,
            charter_id: status.charter_id,
            name: status.name,
            path,
            status: status.status,
            rigor: status.rigor,
            lines,
            next_actions: status.next_actions,
        })
    }
}
