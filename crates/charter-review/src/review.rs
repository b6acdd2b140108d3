//! What a review finds in a charter, and whether what was agreed is enough to pass anything.
//!
//! Owns the findings and the verdict. A contract that says little cannot give a pass. Must not know
//! which tree is looked at.

use crate::blocker::objection_blockers;
use crate::matter::Matter;
use charter_contract::document::{CriteriaDoc, Criterion, SectionKey};
use charter_contract::judge;
use charter_contract::proof::Weakening;
use charter_contract::text::{plain, same_text};
use charter_contract::{Blocker, Docs, Rigor};
use charter_kernel::Severity;
use charter_kernel::markdown::{Outline, Source, Span};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How much what was agreed can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContractStrength {
    /// A spec was named that asks for something, or none was, charter.md says what success is and the
    /// register has criteria.
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
    pub code: String,
    /// The criterion or the milestone it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
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

    /// Says what stands against a charter.
    #[must_use]
    pub fn of_blocker(blocker: &Blocker) -> Self {
        let target = blocker.criterion_id.clone().or_else(|| blocker.milestone_id.clone());
        Self::error(&blocker.reason, target, blocker.description.clone())
    }
}

/// Tells how much what was agreed can carry.
#[must_use]
pub fn contract_strength(docs: &Docs, spec: Option<&str>) -> ContractStrength {
    match spec.map(demands).as_deref() {
        Some([]) => return ContractStrength::ThinDerived,
        Some(_) => return ContractStrength::Strong,
        None => {}
    }
    let success = docs.charter.plain_text(SectionKey::Success).unwrap_or_default();
    let is_agreed = !success.trim().is_empty() && !docs.criteria.criteria().is_empty();
    if is_agreed { ContractStrength::Strong } else { ContractStrength::ThinDerived }
}

/// Lists what stands against the work: what is not shown, what a spec asks for and nobody registered,
/// what reviewers found, tests that show less.
#[must_use]
pub fn review_findings(
    matter: Matter<'_>,
    spec: Option<&str>,
    weakened: &[Weakening],
) -> Vec<ReviewFinding> {
    let (docs, state) = (matter.docs, matter.contract);
    let mut findings = Vec::new();
    for criterion in docs.criteria.criteria() {
        let judged = judge(criterion, docs, state);
        if !judged.verdict.counts(criterion, docs, state) {
            let message = format!("{}: {}", criterion.title, judged.reasons.join("; "));
            let target = Some(criterion.id.to_string());
            findings.push(ReviewFinding::error(judged.verdict.word(), target, message));
        }
    }
    findings.extend(objection_blockers(matter).iter().map(ReviewFinding::of_blocker));
    findings.extend(spec.map(|it| spec_findings(it, docs)).unwrap_or_default());
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

/// Lists what a spec asks for and nobody registered; one that could not be read for anything says so.
fn spec_findings(spec: &str, docs: &Docs) -> Vec<ReviewFinding> {
    let demands = demands(spec);
    if demands.is_empty() {
        let message = "nothing that it asks for can be read from the spec: \
            it has no criteria, and no list under a heading about acceptance";
        return vec![ReviewFinding {
            severity: Severity::Warning,
            code: "spec-empty".to_owned(),
            target: None,
            message: message.to_owned(),
        }];
    }
    let said = SaidTexts::of(docs);
    let missing = demands.into_iter().filter(|it| !is_registered(it, docs, &said)).map(|demand| {
        let message = format!("the spec wants what no criterion says: {}", demand.text);
        ReviewFinding::error("spec-not-covered", demand.id, message)
    });
    missing.collect()
}

/// Something that a spec asks for.
struct SpecDemand {
    id: Option<String>,
    text: String,
    /// The answers that it comes from, where the spec is one of our interviews'.
    from: Vec<String>,
}

impl SpecDemand {
    /// Reads an item: `what must hold (From: F1, R2) — “fast”: what would you count?` is how our own spec
    /// writes it.
    fn of_item(item: &str) -> Self {
        let told = item.rsplit_once(" (From: ").and_then(|(text, rest)| {
            let (from, behind) = rest.split_once(')')?;
            let is_ours = behind.is_empty() || behind.starts_with(" — “");
            is_ours.then(|| (text, from.split(',').map(|it| it.trim().to_owned()).collect()))
        });
        let (text, from) = told.unwrap_or((item, Vec::new()));
        Self { id: None, text: text.to_owned(), from }
    }
}

/// Words in a heading over what a spec asks for.
const ACCEPTANCE: [&str; 2] = ["acceptance", "criteria"];

/// Reads what a spec asks for: its criteria, or the items under a heading about acceptance and under
/// the headings below it.
fn demands(spec: &str) -> Vec<SpecDemand> {
    let (register, _) = CriteriaDoc::parse(Source::new(spec.as_bytes().to_vec()));
    if !register.criteria().is_empty() {
        let demand = |it: &Criterion| SpecDemand {
            id: Some(it.id.to_string()),
            text: it.title.clone(),
            from: Vec::new(),
        };
        return register.criteria().iter().map(demand).collect();
    }
    let source = register.source();
    let outline = Outline::parse(source);
    let mut bodies: Vec<Span> = Vec::new();
    for heading in &outline.headings {
        let title = heading.title.to_lowercase();
        let is_below = bodies.last().is_some_and(|it| it.contains(heading.body));
        if !is_below && ACCEPTANCE.iter().any(|it| title.contains(it)) {
            bodies.push(heading.body);
        }
    }
    let lines = bodies.into_iter().flat_map(|it| outline.lines(source, it));
    let items = lines.filter_map(|it| item(source.slice(it)));
    items.map(SpecDemand::of_item).collect()
}

/// Gives the text of a line that is an item of a list, without a box to tick.
fn item(line: &str) -> Option<&str> {
    let line = line.trim();
    let numbered = || {
        let rest = line.trim_start_matches(|it: char| it.is_ascii_digit());
        let is_number = rest.len() < line.len();
        [". ", ") "].into_iter().find_map(|it| rest.strip_prefix(it)).filter(|_| is_number)
    };
    let bullet = ["- ", "* ", "+ "].into_iter().find_map(|it| line.strip_prefix(it));
    let item = bullet.or_else(numbered)?.trim_start();
    let boxes = ["[ ] ", "[x] ", "[X] "];
    let text = boxes.into_iter().find_map(|it| item.strip_prefix(it)).unwrap_or(item);
    (!text.is_empty()).then_some(text)
}

/// What the criteria say, ready to be looked up: a spec may ask for thousands of things.
struct SaidTexts<'d> {
    texts: BTreeSet<String>,
    /// Titles in letters, by the answers that they come from.
    drafted: BTreeMap<&'d [String], Vec<String>>,
}

impl<'d> SaidTexts<'d> {
    fn of(docs: &'d Docs) -> Self {
        let mut said = Self { texts: BTreeSet::new(), drafted: BTreeMap::new() };
        for criterion in docs.criteria.criteria() {
            said.texts.extend([plain(&criterion.title), plain(&criterion.said)]);
            let title = letters(criterion.title.trim_end_matches('…'));
            if !criterion.from.is_empty() && !title.is_empty() {
                said.drafted.entry(&criterion.from).or_default().push(title);
            }
        }
        said
    }

    /// Tells whether a criterion is what drafting made of a demand: from the same answers, and a part of its words.
    fn has_drafted(&self, demand: &SpecDemand) -> bool {
        let titles = self.drafted.get(demand.from.as_slice());
        let text = letters(&demand.text);
        titles.is_some_and(|it| it.iter().any(|title| text.contains(title)))
    }
}

fn is_registered(demand: &SpecDemand, docs: &Docs, said: &SaidTexts<'_>) -> bool {
    let says =
        |it: &Criterion| same_text(&it.title, &demand.text) || same_text(&it.said, &demand.text);
    match &demand.id {
        Some(id) => docs.criteria.find(id).is_some_and(says),
        None => said.texts.contains(&plain(&demand.text)) || said.has_drafted(demand),
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(spec: &str, expected: &[&str]) {
        let demands = demands(spec);
        let texts: Vec<&str> = demands.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(texts, expected, "{spec}");
    }

    #[test]
    fn every_form_of_a_list_asks_for_something() {
        check("## Acceptance\n\n- a\n* b\n+ [ ] c\n- [x] d\n", &["a", "b", "c", "d"]);
        check("## Acceptance\n\n1. a\n2) b\n10.  [ ] c\n", &["a", "b", "c"]);
        check("Success criteria\n----------------\n\n1. a\n", &["a"]);
        check("## Acceptance\n\n1.5 of them\n-no\n2026 was good\n. x\n", &[]);
    }

    #[test]
    fn a_spec_of_our_own_is_read_without_what_it_adds_to_a_statement() {
        let spec = "## Acceptance Criteria\n\n- [ ] under 5 s (From: F1, R2)\n\
            - [ ] it is fast (From: F2) — “fast”: what would you count?\n- [ ] a (From: b) c\n";
        check(spec, &["under 5 s", "it is fast", "a (From: b) c"]);
        check("## Acceptance Criteria\n\nNone.\n", &[]);
    }

    #[test]
    fn what_is_below_a_heading_about_acceptance_belongs_to_it() {
        let spec = "# Spec\n\n- no\n\n## Acceptance\n\n### One\n\n- a\n\n#### Criteria\n\n- b\n\n\
            ### Two\n\n1. c\n\n## Notes\n\n- no\n";
        check(spec, &["a", "b", "c"]);
        check("# Acceptance\n\n- a\n\n# Later\n\n- no\n", &["a"]);
    }

    #[test]
    fn code_and_comments_ask_for_nothing() {
        let spec = "## Acceptance\n\n- a\n\n```\n- no\n## Notes\n```\n\n<!-- - no -->\n\n1. b\n";
        check(spec, &["a", "b"]);
        check("Just make it good.\n\n- really\n", &[]);
    }
}
