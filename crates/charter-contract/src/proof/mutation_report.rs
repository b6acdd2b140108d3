//! Reports of tools that make mutations themselves: cargo-mutants, and the schema of mutation-testing-elements
//! that Stryker and others write.
//!
//! Owns their two shapes. What says nothing, such as a mutation that did not build, is left out. Must not know
//! which lines matter.

use super::trial::{Trial, TrialKind};
use serde_json::Value;

/// The most mutations that are read of a report.
const MUTATIONS_MAX: usize = 10_000;

/// Reads a report as trials, each with its place as `path:line`; none where it is no such report.
#[must_use]
pub fn reported_mutations(text: &str) -> Option<Vec<Trial>> {
    let report: Value = serde_json::from_str(text).ok()?;
    let found: Vec<Trial> = match (report.get("outcomes"), report.get("files")) {
        (Some(outcomes), _) => {
            outcomes.as_array()?.iter().take(MUTATIONS_MAX).filter_map(of_cargo_mutants).collect()
        }
        (None, Some(files)) if report.get("schemaVersion").is_some() => {
            let of_file = |(path, file): (&String, &Value)| -> Vec<Trial> {
                let mutants = file.get("mutants").and_then(Value::as_array);
                mutants.into_iter().flatten().filter_map(|it| of_elements(path, it)).collect()
            };
            files.as_object()?.iter().flat_map(of_file).take(MUTATIONS_MAX).collect()
        }
        (None, _) => return None,
    };
    Some(found)
}

fn of_cargo_mutants(outcome: &Value) -> Option<Trial> {
    let mutant = outcome.get("scenario")?.get("Mutant")?;
    let noticed = match outcome.get("summary")?.as_str()? {
        "CaughtMutant" => true,
        "MissedMutant" => false,
        _ => return None,
    };
    let line = mutant.get("span")?.get("start")?.get("line")?.as_u64()?;
    let change = mutant.get("replacement").and_then(Value::as_str);
    Some(trial(mutant.get("file")?.as_str()?, line, change, noticed, "cargo-mutants"))
}

fn of_elements(path: &str, mutant: &Value) -> Option<Trial> {
    let noticed = match mutant.get("status")?.as_str()? {
        "Killed" => true,
        "Survived" | "NoCoverage" => false,
        _ => return None,
    };
    let line = mutant.get("location")?.get("start")?.get("line")?.as_u64()?;
    let change = mutant.get("replacement").and_then(Value::as_str);
    Some(trial(path, line, change, noticed, "a mutation report"))
}

fn trial(path: &str, line: u64, change: Option<&str>, noticed: bool, who: &str) -> Trial {
    let word = if noticed { "noticed" } else { "not noticed" };
    Trial {
        kind: TrialKind::Mutant,
        noticed,
        invalid: false,
        reason: format!("{word}, says {who}"),
        at: Some(format!("{path}:{line}")),
        change: change.map(str::to_owned),
        exit_code: None,
        tests: None,
        failed: Vec::new(),
        duration_ms: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Option<Vec<(String, bool)>> {
        let found = reported_mutations(text)?;
        Some(found.into_iter().map(|it| (it.at.unwrap(), it.noticed)).collect())
    }

    #[test]
    fn both_shapes_are_read() {
        let cargo = r#"{"outcomes":[
            {"scenario":"Baseline","summary":"Success"},
            {"scenario":{"Mutant":{"file":"src/a.rs","span":{"start":{"line":4,"column":1}},"replacement":"0"}},"summary":"CaughtMutant"},
            {"scenario":{"Mutant":{"file":"src/a.rs","span":{"start":{"line":9,"column":1}},"replacement":"1"}},"summary":"MissedMutant"},
            {"scenario":{"Mutant":{"file":"src/a.rs","span":{"start":{"line":9,"column":1}},"replacement":"2"}},"summary":"Unviable"}]}"#;
        let want = vec![("src/a.rs:4".to_owned(), true), ("src/a.rs:9".to_owned(), false)];
        assert_eq!(check(cargo), Some(want));
        let elements = r#"{"schemaVersion":"1","thresholds":{"high":80,"low":60},"files":{"src/a.js":{"language":"javascript","source":"","mutants":[
            {"id":"1","mutatorName":"x","replacement":"-","status":"Killed","location":{"start":{"line":2,"column":3},"end":{"line":2,"column":4}}},
            {"id":"2","mutatorName":"x","status":"CompileError","location":{"start":{"line":3,"column":3},"end":{"line":3,"column":4}}}]}}}"#;
        assert_eq!(check(elements), Some(vec![("src/a.js:2".to_owned(), true)]));
        assert_eq!(check(r#"{"files":{}}"#), None);
        assert_eq!(check("no json"), None);
    }
}
