//! What stands against completion.
//!
//! Owns the one function that both `status` and `complete` ask, so that they cannot disagree. Must
//! not know how a blocker is shown.

use super::verdict::{Judged, Verdict, judge};
use crate::document::ReportPart;
use crate::event::EvidenceOutcome;
use crate::objection::Objection;
use crate::receipt::{self, Freshness};
use crate::{CriterionRecord, Docs, Rigor, State};
use charter_kernel::{CriterionId, Problem};
use serde::Serialize;

/// The word for answers that came through an agent and that no person has confirmed.
pub(super) const RELAYED: &str = "answers-relayed";

/// The word for a criterion that is gone from the register although it is not done with.
pub(super) const GONE: &str = "criterion-gone";

/// One thing that stands against completion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Blocker {
    /// The criterion it is about, unless it is about the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    /// The milestone it is about, where it is about one as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone_id: Option<String>,
    /// What sort of thing, as a stable word.
    pub reason: String,
    /// What is wrong, in words.
    pub description: String,
}

impl Blocker {
    fn new(criterion_id: Option<&str>, reason: &str, description: impl Into<String>) -> Self {
        Self {
            criterion_id: criterion_id.map(str::to_owned),
            milestone_id: None,
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
            (None, RELAYED) => "charter.md".to_owned(),
            (None, "ledger-broken") => "events.jsonl".to_owned(),
            (None, "receipt-missing" | "receipt-stale" | "review-blocker") => {
                self.milestone_id.clone().unwrap_or_else(|| "criteria.md".to_owned())
            }
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
    blockers.extend(gone_blockers(docs, state));
    blockers.extend(objection_blockers(docs, state));
    if state.rigor == Rigor::Strict {
        blockers.extend(relayed_blocker(state));
        blockers.extend(receipt_blockers(docs, state));
    }
    if state.rigor != Rigor::Light {
        blockers.extend(report_blockers(docs));
    }
    blockers
}

/// Lists the criteria that were taken out of the register: those that did not hold, and at strict all
/// that have a record. A person's waiver lets them go.
#[must_use]
pub fn gone_blockers(docs: &Docs, state: &State) -> Vec<Blocker> {
    let is_gone = |id: &CriterionId| {
        docs.criteria.find(id.as_str()).is_none() && !state.waived.contains_key(id)
    };
    let is_open = |it: &CriterionRecord| {
        let is_word_only = it.contradicted_by().is_some() && !it.recorded_by.is_person();
        it.outcome != EvidenceOutcome::Pass || is_word_only || state.rigor == Rigor::Strict
    };
    let gone = state.criteria.iter().filter(|(id, it)| is_gone(id) && is_open(it));
    let blocker = |(id, record): (&CriterionId, &CriterionRecord)| {
        let words = format!(
            "it is gone from criteria.md, and its latest record says {}: put it back, or a person \
             waives it",
            record.outcome.word()
        );
        Blocker::new(Some(id.as_str()), GONE, words)
    };
    gone.map(blocker).collect()
}

/// At strict a person confirms once what an agent said in their name.
fn relayed_blocker(state: &State) -> Option<Blocker> {
    let names: Vec<&str> = state.relayed.iter().map(String::as_str).collect();
    let noun = if names.len() == 1 { "answer" } else { "answers" };
    let words = format!("no person has confirmed the relayed {noun} {}", names.join(", "));
    (!names.is_empty()).then(|| Blocker::new(None, RELAYED, words))
}

/// Lists what reviewers found and nobody settled.
#[must_use]
pub fn objection_blockers(docs: &Docs, state: &State) -> Vec<Blocker> {
    let blocker = |(id, objection): (&String, &Objection)| {
        let criterion = docs.criteria.find(&objection.target).map(|it| it.id.to_string());
        let milestone_id = criterion.is_none().then(|| objection.target.clone());
        let words = format!("{id}: {}", objection.text);
        let blocker = Blocker::new(criterion.as_deref(), "review-blocker", words);
        Blocker { milestone_id, ..blocker }
    };
    state.open_objections().map(blocker).collect()
}

/// At strict every milestone wants a receipt that still holds, and so does the whole.
fn receipt_blockers(docs: &Docs, state: &State) -> Vec<Blocker> {
    let units = receipt::units(docs);
    let named = units.iter().map(|it| (it.as_str(), receipt::freshness(docs, state, it)));
    let mut blockers: Vec<Blocker> =
        named.filter_map(|(unit, freshness)| receipt_blocker(unit, freshness)).collect();
    // The last milestone that is taken gives the final receipt: one thing to do, not two.
    if let (true, Some(last)) = (blockers.is_empty(), units.last()) {
        blockers.extend(receipt_blocker(last, receipt::final_freshness(docs, state)));
    }
    blockers
}

fn receipt_blocker(unit: &str, freshness: Freshness) -> Option<Blocker> {
    let blocker = match freshness {
        Freshness::Fresh => return None,
        Freshness::Missing => {
            let words = format!("the quality gate of `{unit}` was not taken");
            Blocker::new(None, "receipt-missing", words)
        }
        Freshness::Stale(reasons) => {
            let words = format!("the receipt of `{unit}` is stale: {}", reasons.join("; "));
            Blocker::new(None, "receipt-stale", words)
        }
    };
    Some(Blocker { milestone_id: Some(unit.to_owned()), ..blocker })
}

fn describe(judged: &Judged, rigor: Rigor) -> String {
    let reasons = judged.reasons.join("; ");
    match judged.verdict {
        Verdict::Attested => format!("somebody's word does not count at rigor {}", rigor.word()),
        Verdict::Waived => format!("a waiver does not count at rigor {}", rigor.word()),
        Verdict::RegressionOnly => {
            format!("{reasons}, which does not count at rigor {}", rigor.word())
        }
        Verdict::Proven => {
            let rigor = rigor.word();
            format!("{reasons}, which counts at rigor {rigor} only where a person says `--because`")
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
