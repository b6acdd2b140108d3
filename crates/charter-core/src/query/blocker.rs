//! What stands against completion.
//!
//! Owns the one function that both `status` and `complete` ask, so that they cannot disagree. Must
//! not know how a blocker is shown.

use super::verdict::{Judged, Verdict, judge};
use crate::document::ReportPart;
use crate::{Docs, Problem, Rigor, State};
use serde::Serialize;

/// One thing that stands against completion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Blocker {
    /// The criterion it is about, unless it is about the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    /// What sort of thing, as a stable word.
    pub reason: String,
    /// What is wrong, in words.
    pub description: String,
}

impl Blocker {
    fn new(criterion_id: Option<&str>, reason: &str, description: impl Into<String>) -> Self {
        Self {
            criterion_id: criterion_id.map(str::to_owned),
            reason: reason.to_owned(),
            description: description.into(),
        }
    }

    /// Says the same as a problem of a refusal.
    #[must_use]
    pub fn to_problem(&self) -> Problem {
        let path = match (&self.criterion_id, self.reason.as_str()) {
            (Some(id), _) => id.clone(),
            (None, "register-empty") => "criteria.md".to_owned(),
            (None, "ledger-broken") => "events.jsonl".to_owned(),
            (None, _) => "REPORT.md".to_owned(),
        };
        Problem { path, code: self.reason.clone(), message: self.description.clone() }
    }
}

/// Lists everything that stands against completion, in the order of the documents.
#[must_use]
pub fn blockers(docs: &Docs, state: &State) -> Vec<Blocker> {
    let criteria = docs.criteria.criteria();
    let mut blockers = Vec::new();
    if criteria.is_empty() {
        let words = "criteria.md holds no criterion, so nothing could be shown";
        blockers.push(Blocker::new(None, "register-empty", words));
    }
    for criterion in criteria {
        let judged = judge(criterion, docs, state);
        // In light rigor stale is shown and does not block.
        let is_let_go = judged.verdict == Verdict::Stale && state.rigor == Rigor::Light;
        if !judged.verdict.counts(criterion, state) && !is_let_go {
            let description = describe(&judged, state.rigor);
            let id = Some(criterion.id.as_str());
            blockers.push(Blocker::new(id, judged.verdict.word(), description));
        }
    }
    if state.rigor != Rigor::Light {
        blockers.extend(report_blockers(docs));
    }
    blockers
}

fn describe(judged: &Judged, rigor: Rigor) -> String {
    let reasons = judged.reasons.join("; ");
    match judged.verdict {
        Verdict::Attested => format!("somebody's word does not count at rigor {}", rigor.word()),
        Verdict::Waived => format!("a waiver does not count at rigor {}", rigor.word()),
        Verdict::RegressionOnly | Verdict::Proven => {
            format!("{reasons}, which does not count at rigor {}", rigor.word())
        }
        Verdict::Vacuous
        | Verdict::Stale
        | Verdict::Suspect
        | Verdict::Unverifiable
        | Verdict::Failed
        | Verdict::Partial
        | Verdict::Uncovered => reasons,
    }
}

fn report_blockers(docs: &Docs) -> Vec<Blocker> {
    let Some(report) = &docs.report else {
        return vec![Blocker::new(None, "report-missing", "there is no REPORT.md yet")];
    };
    let empty = |part: ReportPart| {
        let words = format!("the part `{}` of REPORT.md is empty", part.heading());
        Blocker::new(None, "report-empty-section", words)
    };
    report.empty_parts().into_iter().map(empty).collect()
}
