//! What a review finds in a charter, and whether what was agreed is enough to pass anything.
//!
//! Owns the findings and the verdict. A contract that says little cannot give a pass. Must not know
//! which tree is looked at.

use super::blocker::objection_blockers;
use super::verdict::judge;
use crate::document::{CriteriaDoc, SectionKey, Source};
use crate::evidence::same_text;
use crate::proof::Weakening;
use crate::{Docs, Rigor, Severity, State};
use serde::Serialize;

/// How much what was agreed can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContractStrength {
    /// A spec was named, or charter.md says what success is and the register has criteria.
    Strong,
    /// Less than that: nobody agreed what would show it.
    ThinDerived,
}

/// One thing that a review found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewFinding {
    /// How bad it is; an error fails the review.
    pub severity: Severity,
    /// What sort of thing.
    pub code: String,
    /// The criterion or the milestone it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What it is, in words.
    pub message: String,
}

/// What a review came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ReviewVerdict {
    /// Everything that was agreed is shown.
    #[serde(rename = "pass")]
    Pass,
    /// Something is not.
    #[serde(rename = "fail")]
    Fail,
    /// Nothing was found, and nothing was agreed that could have been.
    #[serde(rename = "inconclusive: weak-contract")]
    WeakContract,
    /// Nothing was found in what could be looked at, which was not what was asked for.
    #[serde(rename = "inconclusive: incomplete-capture")]
    IncompleteCapture,
}

impl ReviewVerdict {
    /// Gives the words for it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::WeakContract => "inconclusive: weak-contract",
            Self::IncompleteCapture => "inconclusive: incomplete-capture",
        }
    }
}

impl ReviewFinding {
    fn error(code: &str, target: Option<String>, message: String) -> Self {
        Self { severity: Severity::Error, code: code.to_owned(), target, message }
    }
}

/// Tells how much what was agreed can carry.
#[must_use]
pub fn contract_strength(docs: &Docs, spec: Option<&str>) -> ContractStrength {
    if spec.is_some_and(|it| !demands(it).is_empty()) {
        return ContractStrength::Strong;
    }
    let success = docs.charter.plain_text(SectionKey::Success).unwrap_or_default();
    let is_agreed = !success.trim().is_empty() && !docs.criteria.criteria().is_empty();
    if is_agreed { ContractStrength::Strong } else { ContractStrength::ThinDerived }
}

/// Lists what stands against the work: what is not shown, what a spec asks for and nobody registered,
/// what reviewers found, tests that show less.
#[must_use]
pub fn review_findings(
    docs: &Docs,
    state: &State,
    spec: Option<&str>,
    weakened: &[Weakening],
) -> Vec<ReviewFinding> {
    let mut findings = Vec::new();
    for criterion in docs.criteria.criteria() {
        let judged = judge(criterion, docs, state);
        if !judged.verdict.counts(criterion, state) {
            let message = format!("{}: {}", criterion.title, judged.reasons.join("; "));
            let target = Some(criterion.id.to_string());
            findings.push(ReviewFinding::error(judged.verdict.word(), target, message));
        }
    }
    for blocker in objection_blockers(docs, state) {
        let target = blocker.criterion_id.or(blocker.milestone_id);
        findings.push(ReviewFinding::error(&blocker.reason, target, blocker.description));
    }
    for demand in spec.map(demands).unwrap_or_default() {
        if !is_registered(&demand, docs) {
            let message = format!("the spec wants what no criterion says: {}", demand.text);
            findings.push(ReviewFinding::error("spec-not-covered", demand.id, message));
        }
    }
    let severity = if state.rigor == Rigor::Strict { Severity::Error } else { Severity::Warning };
    findings.extend(weakened.iter().map(|it| ReviewFinding {
        severity,
        code: "tests-weakened".to_owned(),
        target: None,
        message: it.words(),
    }));
    findings
}

/// Says what a review came to.
#[must_use]
pub fn review_verdict(
    strength: ContractStrength,
    findings: &[ReviewFinding],
    is_whole: bool,
) -> ReviewVerdict {
    let failed = findings.iter().any(|it| it.severity == Severity::Error);
    match (failed, is_whole, strength) {
        (true, _, _) => ReviewVerdict::Fail,
        (false, false, _) => ReviewVerdict::IncompleteCapture,
        (false, true, ContractStrength::ThinDerived) => ReviewVerdict::WeakContract,
        (false, true, ContractStrength::Strong) => ReviewVerdict::Pass,
    }
}

/// Something that a spec asks for.
struct Demand {
    id: Option<String>,
    text: String,
}

/// Reads what a spec asks for: its criteria, or the items under a heading about acceptance.
fn demands(spec: &str) -> Vec<Demand> {
    let (register, _) = CriteriaDoc::parse(Source::new(spec.as_bytes().to_vec()));
    if !register.criteria().is_empty() {
        let demand = |it: &crate::document::Criterion| Demand {
            id: Some(it.id.to_string()),
            text: it.title.clone(),
        };
        return register.criteria().iter().map(demand).collect();
    }
    let mut demands = Vec::new();
    let mut is_inside = false;
    for line in spec.lines().map(str::trim) {
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.to_lowercase();
            let names = ["acceptance", "success criteria", "criteria"];
            is_inside = names.iter().any(|it| heading.contains(it));
            continue;
        }
        let item = ["- ", "* ", "+ "].into_iter().find_map(|it| line.strip_prefix(it));
        if let Some(item) = item.filter(|_| is_inside) {
            let boxes = ["[ ] ", "[x] ", "[X] "];
            let text = boxes.into_iter().find_map(|it| item.strip_prefix(it)).unwrap_or(item);
            demands.push(Demand { id: None, text: text.to_owned() });
        }
    }
    demands
}

fn is_registered(demand: &Demand, docs: &Docs) -> bool {
    let says = |it: &crate::document::Criterion| {
        same_text(&it.title, &demand.text) || same_text(&it.said, &demand.text)
    };
    match &demand.id {
        Some(id) => docs.criteria.find(id).is_some_and(says),
        None => docs.criteria.criteria().iter().any(says),
    }
}
