//! Which obligations are covered, and by what.
//!
//! Owns the links from obligations to what was tried, and that a milestone's criteria are all among
//! them. Must not know how something was tried.

use super::artifact::unique_id;
use super::expected::Expected;
use super::qa::{NOT_APPLICABLE, Qa, Trial};
use super::section::{GateProblems, GateSection};
use super::seen::Seen;
use serde_json::Value;
use std::collections::BTreeSet;

/// Words that say that an obligation is met.
const COVERED: [&str; 3] = ["covered", "passed", "verified"];

/// Lists the contracts that the rows of a gate say are covered.
#[must_use]
pub fn covered(gate: &Value) -> BTreeSet<String> {
    let rows = gate.pointer("/executorQa/contractCoverage").and_then(Value::as_array);
    let rows = rows.map(Vec::as_slice).unwrap_or_default().iter();
    let rows = rows.map(|value| GateSection { path: String::new(), value });
    let covered = rows.filter(|it| COVERED.contains(&it.text("status").unwrap_or_default()));
    covered.filter_map(|it| it.text("contractRef").map(str::to_owned)).collect()
}

pub(super) fn check(qa: &Qa<'_>, expected: &Expected, seen: &Seen, problems: &mut GateProblems) {
    let rows = qa.part.rows("contractCoverage", problems);
    let place = qa.part.place("contractCoverage");
    if rows.is_empty() {
        let message = "`contractCoverage` is missing or empty: which obligations are met";
        problems.say(&place, "missing_contract_coverage", message);
    }
    let mut taken = BTreeSet::new();
    let mut covered = BTreeSet::new();
    for row in &rows {
        unique_id(row, &mut taken, problems);
        let contract = row.needed_text("contractRef", "missing_contract_ref", problems);
        check_obligation(row, problems);
        match row.text("status").unwrap_or_default() {
            NOT_APPLICABLE => {
                row.needed_text("reason", "missing_reason", problems);
            }
            status if COVERED.contains(&status) => {
                covered.insert(contract);
                check_links(row, contract, qa, seen, problems);
            }
            status => {
                let message = format!(
                    "`status` is `{status}`, not one of {}, {NOT_APPLICABLE}",
                    COVERED.join(", ")
                );
                problems.say(row.place("status"), "contract_not_covered", message);
            }
        }
    }
    if !rows.is_empty() && covered.is_empty() {
        let message = "no row is covered: then nothing is shown";
        problems.say(&place, "no_covered_contract", message);
    }
    for criterion in expected.criteria.iter().filter(|it| !covered.contains(it.as_str())) {
        let message = format!("no covered row has the `contractRef` {criterion}");
        problems.say(&place, "criterion_not_covered", message);
    }
}

fn check_obligation(row: &GateSection<'_>, problems: &mut GateProblems) {
    if row.text("obligation").is_some() {
        return;
    }
    let message = if row.get("description").is_some() {
        "`description` stands where `obligation` belongs: what must hold"
    } else {
        "`obligation` is missing or says nothing: what must hold"
    };
    problems.say(row.place("obligation"), "missing_obligation", message);
}

/// A covered row rests on rows about the same contract, or on artifacts.
fn check_links<'a>(
    row: &GateSection<'a>,
    contract: &str,
    qa: &Qa<'a>,
    seen: &Seen,
    problems: &mut GateProblems,
) {
    let tables: [(&str, &[Trial<'_>]); 2] =
        [("surfaceEvidenceRefs", &qa.surfaces), ("adversarialCaseRefs", &qa.cases)];
    let mut n_links = row.texts("artifactRefs").len();
    if n_links > 0 {
        qa.check_backed(row, seen, problems);
    }
    for (key, trials) in tables {
        for id in row.texts(key) {
            n_links += 1;
            let (code, message) = match trials.iter().find(|it| it.id == id) {
                None => ("unknown_ref", format!("there is no row `{id}`")),
                Some(trial) if !trial.is_applicable => {
                    ("ref_not_applicable", format!("`{id}` is `not_applicable` and covers nothing"))
                }
                Some(trial) if trial.contract != contract => (
                    "contract_ref_mismatch",
                    format!("`{id}` is about `{}`, not `{contract}`", trial.contract),
                ),
                Some(_) => continue,
            };
            problems.say(row.place(key), code, message);
        }
    }
    if n_links == 0 {
        let message = "it names no `surfaceEvidenceRefs`, `adversarialCaseRefs` or `artifactRefs`";
        problems.say(&row.path, "missing_coverage_refs", message);
    }
}
