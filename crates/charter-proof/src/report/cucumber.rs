//! Scenarios as the JSON of Cucumber, in the dialects of its languages.
//!
//! Owns the reading of it: a scenario passed if every step of it did, and every hook and step of the
//! background before it. Must not know criteria.

use super::case::{ReportCase, ReportProblem, TestOutcome};
use serde_json::Value;

/// Reads every scenario of a report.
pub(super) fn read(text: &str) -> Result<Vec<ReportCase>, ReportProblem> {
    let value: Value =
        serde_json::from_str(text).map_err(|err| ReportProblem::NotJson(err.to_string()))?;
    let features = value.as_array().ok_or(ReportProblem::NoFeatures)?;
    let mut cases = Vec::new();
    for feature in features {
        let elements = feature.get("elements").and_then(Value::as_array);
        let elements = elements.ok_or(ReportProblem::NoFeatures)?;
        // In some dialects the background is an element of its own, before what it belongs to.
        let mut background = TestOutcome::Passed;
        for element in elements {
            let outcome = outcome_of(element);
            if text_of(element, "type") == "background" {
                // One that tells nothing has its steps in the scenarios.
                let steps = element.get("steps").and_then(Value::as_array);
                let tells =
                    steps.is_some_and(|all| all.iter().any(|it| it.get("result").is_some()));
                background = if tells { outcome } else { TestOutcome::Passed };
                continue;
            }
            let outcome = worse(background, outcome);
            cases.push(ReportCase::new(
                &[text_of(feature, "name"), text_of(element, "name")],
                outcome,
            ));
        }
    }
    Ok(cases)
}

/// Says what became of a scenario; one without steps shows nothing.
fn outcome_of(element: &Value) -> TestOutcome {
    let list = |value: &Value, key: &str| {
        value.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let steps = list(element, "steps");
    let mut outcome = if steps.is_empty() { TestOutcome::Skipped } else { TestOutcome::Passed };
    let hooks = ["before", "after"].map(|it| list(element, it)).concat();
    let step_hooks = steps.iter().flat_map(|it| [list(it, "before"), list(it, "after")].concat());
    for step in step_hooks.chain(hooks).chain(steps.iter().cloned()) {
        let status = step.pointer("/result/status").and_then(Value::as_str).unwrap_or_default();
        outcome = worse(outcome, status_of(status));
    }
    outcome
}

/// Only a step that passed passed: undefined, pending, skipped and what nobody knows did not.
fn status_of(status: &str) -> TestOutcome {
    match status.to_ascii_lowercase().as_str() {
        "passed" => TestOutcome::Passed,
        "failed" | "ambiguous" | "error" | "hook_error" | "cleanup_error" => TestOutcome::Failed,
        _ => TestOutcome::Skipped,
    }
}

fn worse(left: TestOutcome, right: TestOutcome) -> TestOutcome {
    match (left, right) {
        (TestOutcome::Failed, _) | (_, TestOutcome::Failed) => TestOutcome::Failed,
        (TestOutcome::Skipped, _) | (_, TestOutcome::Skipped) => TestOutcome::Skipped,
        (TestOutcome::Passed, TestOutcome::Passed) => TestOutcome::Passed,
    }
}

fn text_of<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
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
