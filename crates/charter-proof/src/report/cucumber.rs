//! Scenarios as the JSON of Cucumber, in the dialects of its languages.
//!
//! Owns the reading of it: a scenario passed if every step of it did, and every hook and step of the
//! background before it. Must not know criteria.

use super::case::{ReportCase, ReportProblem, TestOutcome, list_at, parse_json, text_at};
use serde_json::Value;

/// Reads every scenario of a report.
pub(super) fn read(text: &str) -> Result<Vec<ReportCase>, ReportProblem> {
    let value = parse_json(text)?;
    let mut cases = Vec::new();
    for feature in value.as_array().ok_or(ReportProblem::NoFeatures)? {
        let elements = feature.get("elements").and_then(Value::as_array);
        // In some dialects the background is an element of its own, before what it belongs to.
        let mut background = TestOutcome::Passed;
        for element in elements.ok_or(ReportProblem::NoFeatures)? {
            let outcome = outcome_of(element);
            if text_at(element, "/type") == Some("background") {
                // One that tells nothing has its steps in the scenarios.
                let tells = list_at(element, "/steps").iter().any(|it| it.get("result").is_some());
                background = if tells { outcome } else { TestOutcome::Passed };
                continue;
            }
            let name = |of| text_at(of, "/name").unwrap_or_default();
            let names = [name(feature), name(element)];
            cases.push(ReportCase::new(&names, outcome.max(background)));
        }
    }
    Ok(cases)
}

/// Says what became of a scenario; one without steps shows nothing.
fn outcome_of(element: &Value) -> TestOutcome {
    let hooks = |of| list_at(of, "/before").iter().chain(list_at(of, "/after"));
    let steps = list_at(element, "/steps");
    let all = steps.iter().flat_map(hooks).chain(hooks(element)).chain(steps);
    let outcomes = all.map(|it| status_of(text_at(it, "/result/status").unwrap_or_default()));
    let alone = if steps.is_empty() { TestOutcome::Skipped } else { TestOutcome::Passed };
    outcomes.fold(alone, TestOutcome::max)
}

/// Only a step that passed passed: undefined, pending, skipped and what nobody knows did not.
fn status_of(status: &str) -> TestOutcome {
    match status.to_ascii_lowercase().as_str() {
        "passed" => TestOutcome::Passed,
        "failed" | "ambiguous" | "error" | "hook_error" | "cleanup_error" => TestOutcome::Failed,
        _ => TestOutcome::Skipped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(elements: &Value, expected: &[TestOutcome]) {
        let text = json!([{ "name": "f", "elements": elements }]).to_string();
        let outcomes: Vec<_> = read(&text).unwrap().iter().map(|it| it.outcome).collect();
        assert_eq!(outcomes, expected, "{elements}");
    }

    fn step(status: &str) -> Value {
        json!({ "result": { "status": status } })
    }

    #[test]
    fn a_scenario_passes_with_all_of_its_steps() {
        let with = |status: &str| json!([{ "name": "s", "steps": [step("passed"), step(status)] }]);
        check(&with("passed"), &[TestOutcome::Passed]);
        check(&with("PASSED"), &[TestOutcome::Passed]);
        check(&with("failed"), &[TestOutcome::Failed]);
        check(&with("ambiguous"), &[TestOutcome::Failed]);
        for status in ["undefined", "pending", "skipped", "unknown", ""] {
            check(&with(status), &[TestOutcome::Skipped]);
        }
        check(&json!([{ "name": "s", "steps": [{}] }]), &[TestOutcome::Skipped]);
        check(&json!([{ "name": "s", "steps": [] }]), &[TestOutcome::Skipped]);
        check(&json!([{ "name": "s" }]), &[TestOutcome::Skipped]);
    }

    #[test]
    fn hooks_and_backgrounds_count() {
        let passed = json!([step("passed")]);
        check(&json!([{ "steps": passed, "after": [step("failed")] }]), &[TestOutcome::Failed]);
        let hooked = json!([{ "result": { "status": "passed" }, "before": [step("failed")] }]);
        check(&json!([{ "steps": hooked }]), &[TestOutcome::Failed]);
        let background = |status: &str| json!({ "type": "background", "steps": [step(status)] });
        let scenario = json!({ "type": "scenario", "steps": passed });
        let elements = json!([background("failed"), scenario, background("passed"), scenario]);
        check(&elements, &[TestOutcome::Failed, TestOutcome::Passed]);
    }

    #[test]
    fn what_is_no_report_is_told() {
        assert!(matches!(read("{"), Err(ReportProblem::NotJson(_))));
        for text in ["{}", "[1]", r#"[{"name":"f"}]"#, r#"[{"elements":{}}]"#] {
            assert_eq!(read(text), Err(ReportProblem::NoFeatures), "{text}");
        }
        assert_eq!(read("[]"), Ok(Vec::new()));
    }
}
