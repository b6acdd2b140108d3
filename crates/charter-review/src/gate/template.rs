//! A gate to fill in.
//!
//! Owns its form: every part that is needed, for the surfaces that are named. Nothing in it passes
//! before somebody has written what was seen. Must not know a project.

use crate::artifact::surface::Family;
use serde_json::{Value, json};

/// What stands where something is to be written.
const OPEN: &str = "TODO";

/// Gives a gate to fill in, with rows for some surfaces.
#[must_use]
pub fn template(surfaces: &[String]) -> Value {
    json!({
        "architectReview": {
            "architectureStatus": OPEN,
            "productStatus": OPEN,
            "codeStatus": OPEN,
            "recommendation": OPEN,
            "evidence": OPEN,
            "commands": [],
            "blockers": [],
        },
        "executorQa": executor_qa(surfaces),
        "iteration": {
            "status": OPEN,
            "fullRerun": false,
            "rerunCommands": [],
            "evidence": OPEN,
            "blockers": [],
            "reviewCohort": {
                "reviewGeneration": 1,
                "sourceHash": OPEN,
                "joined": false,
                "lanes": { "cleaner": lane(), "architect": lane(), "qa": lane() },
            },
        },
        "criticReview": { "verdict": OPEN, "evidence": OPEN, "blockers": [] },
    })
}

fn executor_qa(surfaces: &[String]) -> Value {
    let mut artifacts = Vec::new();
    let mut rows = Vec::new();
    for (idx, surface) in surfaces.iter().enumerate() {
        let number = idx + 1;
        let mut refs = Vec::new();
        for kind in kinds(Family::of(surface)) {
            let id = format!("artifact-{number}-{kind}");
            artifacts.push(json!({ "id": id, "kind": kind, "description": OPEN, "path": OPEN }));
            refs.push(id);
        }
        rows.push(json!({
            "id": format!("surface-{number}"),
            "contractRef": OPEN,
            "surface": surface,
            "invocation": OPEN,
            "verdict": OPEN,
            "artifactRefs": refs,
        }));
    }
    let surface_refs: Vec<&Value> = rows.iter().filter_map(|it| it.get("id")).take(1).collect();
    let coverage = json!([{
        "id": "coverage-1",
        "contractRef": OPEN,
        "obligation": OPEN,
        "status": OPEN,
        "surfaceEvidenceRefs": surface_refs,
        "adversarialCaseRefs": ["case-1"],
    }]);
    let case_refs: Vec<&Value> = artifacts.iter().filter_map(|it| it.get("id")).take(1).collect();
    let cases = json!([{
        "id": "case-1",
        "contractRef": OPEN,
        "scenario": OPEN,
        "expectedBehavior": OPEN,
        "verdict": OPEN,
        "artifactRefs": case_refs,
    }]);
    json!({
        "status": OPEN,
        "e2eStatus": OPEN,
        "redTeamStatus": OPEN,
        "e2eCommands": [],
        "redTeamCommands": [],
        "evidence": OPEN,
        "blockers": [],
        "artifactRefs": artifacts,
        "surfaceEvidence": rows,
        "adversarialCases": cases,
        "contractCoverage": coverage,
    })
}

fn lane() -> Value {
    json!({ "status": OPEN, "sourceHash": OPEN, "evidence": OPEN, "blockers": [] })
}

/// Lists a kind for every artifact that a family needs.
fn kinds(family: Family) -> &'static [&'static str] {
    match family {
        Family::Native => &["pty"],
        Family::Web => &["browser-automation", "screenshot"],
        Family::Cli => &["cli-log"],
        Family::ApiPackage => &["api-test-report"],
        Family::AlgorithmMath => &["property-test-report"],
        Family::Unknown => &["test-report"],
    }
}
