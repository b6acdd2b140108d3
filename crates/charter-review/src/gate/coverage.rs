//! Which obligations are covered, and by what.
//!
//! Owns the links from obligations to what was tried, and that a milestone's criteria are all among
//! them. Must not know how something was tried.

use super::artifact::unique_id;
use super::qa::{NOT_APPLICABLE, Qa, QaTrial};
use super::section::{GateSection, not_one_of, text_in};
use serde_json::Value;
use std::collections::BTreeSet;

/// Words that say that an obligation is met.
const COVERED: [&str; 3] = ["covered", "passed", "verified"];

/// Lists the contracts that the rows of a gate say are covered.
#[must_use]
pub fn covered(gate: &Value) -> BTreeSet<String> {
    let rows = gate.pointer("/executorQa/contractCoverage").and_then(Value::as_array);
    let rows = rows.map(Vec::as_slice).unwrap_or_default().iter();
    let covered = rows.filter(|it| COVERED.contains(&text_in(it, "status").unwrap_or_default()));
    covered.filter_map(|it| text_in(it, "contractRef").map(str::to_owned)).collect()
}

pub(super) fn check(qa: &Qa<'_>) {
    let (key, what) = ("contractCoverage", "which obligations are met");
    let rows = qa.part.needed_rows(key, "missing_contract_coverage", what);
    let mut taken = BTreeSet::new();
    let mut covered = BTreeSet::new();
    for row in &rows {
        unique_id(row, &mut taken);
        let contract = row.needed_text("contractRef", "missing_contract_ref");
        check_obligation(row);
        match row.text("status").unwrap_or_default() {
            NOT_APPLICABLE => {
                row.needed_text("reason", "missing_reason");
            }
            status if COVERED.contains(&status) => {
                covered.insert(contract);
                check_links(row, contract, qa);
            }
            status => {
                let words = format!("{}, {NOT_APPLICABLE}", COVERED.join(", "));
                row.say("status", "contract_not_covered", not_one_of("status", status, &words));
            }
        }
    }
    if !rows.is_empty() && covered.is_empty() {
        let message = "no row has the status covered, so nothing is shown";
        qa.part.say(key, "no_covered_contract", message);
    }
    for criterion in
        qa.part.check.expected.criteria.iter().filter(|it| !covered.contains(it.as_str()))
    {
        let message = format!("no covered row has the `contractRef` {criterion}");
        qa.part.say(key, "criterion_not_covered", message);
    }
}

fn check_obligation(row: &GateSection<'_>) {
    if row.text("obligation").is_some() {
        return;
    }
    let message = if row.get("description").is_some() {
        "use `obligation` instead of `description`: say what must hold"
    } else {
        "`obligation` is missing or still to be filled in: say what must hold"
    };
    row.say("obligation", "missing_obligation", message);
}

/// A covered row rests on rows about the same contract, or on artifacts.
fn check_links<'a>(row: &GateSection<'a>, contract: &str, qa: &Qa<'a>) {
    let tables: [(&str, &[QaTrial<'_>]); 2] =
        [("surfaceEvidenceRefs", &qa.surfaces), ("adversarialCaseRefs", &qa.cases)];
    let mut n_links = row.texts("artifactRefs").len();
    if n_links > 0 {
        qa.check_backed(row);
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
            row.say(key, code, message);
        }
    }
    if n_links == 0 {
        let message = "it names no `surfaceEvidenceRefs`, `adversarialCaseRefs` or `artifactRefs`";
        row.check.say(&row.path, "missing_coverage_refs", message);
    }
}
