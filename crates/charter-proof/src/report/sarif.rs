//! The results of analysers, as SARIF 2.1.
//!
//! Owns the reading of it. A rule that was broken in a file is a case that failed; a rule or a file
//! that a run lists and found nothing about is one that passed, unless the rule was turned off; a
//! report that lists neither and found nothing is clean. Must not know criteria.

use super::case::{
    ReportCase, ReportProblem, TestOutcome, TestReport, list_at, parse_json, text_at,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Reads what every run of a report found.
pub(super) fn read(text: &str) -> Result<TestReport, ReportProblem> {
    let value = parse_json(text)?;
    let is_known = text_at(&value, "/version").is_some_and(|it| it.starts_with("2."));
    let runs = value.get("runs").and_then(Value::as_array).filter(|it| is_known && !it.is_empty());
    let runs = runs.ok_or(ReportProblem::NotSarif)?;
    let mut cases = Vec::new();
    for run in runs {
        cases.extend(cases_of(run)?);
    }
    let is_clean =
        runs.iter().all(is_bare) && cases.iter().all(|it| it.outcome == TestOutcome::Passed);
    Ok(TestReport { cases, is_clean })
}

/// Tells whether a run does not say what it looked at.
fn is_bare(run: &Value) -> bool {
    rules_of(run).is_empty() && list_at(run, "/artifacts").is_empty()
}

fn cases_of(run: &Value) -> Result<Vec<ReportCase>, ReportProblem> {
    let tool = text_at(run, "/tool/driver/name").ok_or(ReportProblem::NotSarif)?;
    let is_failure =
        |it: &Value| it.get("executionSuccessful").and_then(Value::as_bool) == Some(false);
    if list_at(run, "/invocations").iter().any(is_failure) {
        return Err(ReportProblem::ToolFailed(tool.to_owned()));
    }
    let results = run.get("results").and_then(Value::as_array).ok_or(ReportProblem::NoResults)?;
    let rules = rules_of(run);
    let mut found: BTreeMap<(String, String), TestOutcome> = BTreeMap::new();
    for result in results {
        let rule = rule_of(result, &rules);
        let Some(outcome) = outcome_of(result, rule) else { continue };
        let name = rule.and_then(|it| text_at(it, "/id")).or_else(|| text_at(result, "/ruleId"));
        for file in files_of(result, run) {
            let key = (name.unwrap_or_default().to_owned(), file);
            let known = found.entry(key).or_insert(outcome);
            *known = outcome.max(*known);
        }
    }
    let broken: BTreeSet<&str> = found.keys().map(|(rule, _)| rule.as_str()).collect();
    let touched: BTreeSet<&str> = found.keys().map(|(_, file)| file.as_str()).collect();
    let clean = |name: &&str, seen: &BTreeSet<&str>| !name.is_empty() && !seen.contains(*name);
    let rules = rules.iter().enumerate().filter(|(idx, it)| is_on(it, *idx, run));
    let rules = rules.filter_map(|(_, it)| text_at(it, "/id")).filter(|it| clean(it, &broken));
    let files = list_at(run, "/artifacts").iter().filter_map(|it| text_at(it, "/location/uri"));
    let files = files.filter(|it| clean(it, &touched));
    let passed = rules.chain(files).map(|it| ReportCase::new(&[tool, it], TestOutcome::Passed));
    let mut cases: Vec<ReportCase> = passed.collect();
    cases.extend(found.iter().map(|((rule, file), it)| ReportCase::new(&[tool, rule, file], *it)));
    if cases.is_empty() && is_bare(run) {
        cases.push(ReportCase::new(&[tool], TestOutcome::Passed));
    }
    Ok(cases)
}

/// Lists the rules of the tool and of what extends it.
fn rules_of(run: &Value) -> Vec<&Value> {
    let driver = list_at(run, "/tool/driver/rules").iter();
    let more = list_at(run, "/tool/extensions").iter().flat_map(|it| list_at(it, "/rules"));
    driver.chain(more).collect()
}

/// Tells whether a rule was applied: as the run says, or else as the rule does.
fn is_on(rule: &Value, rule_idx: usize, run: &Value) -> bool {
    let is_meant = |it: &&Value| match text_at(it, "/descriptor/id") {
        Some(id) => text_at(rule, "/id") == Some(id),
        None => {
            let idx = it.pointer("/descriptor/index").and_then(Value::as_u64);
            idx.is_some_and(|it| usize::try_from(it) == Ok(rule_idx))
        }
    };
    let invocations = list_at(run, "/invocations").iter();
    let said = invocations.flat_map(|it| list_at(it, "/ruleConfigurationOverrides"));
    let mut said = said.filter(is_meant).filter_map(|it| it.pointer("/configuration/enabled"));
    let default = rule.pointer("/defaultConfiguration/enabled");
    said.next_back().or(default).and_then(Value::as_bool).unwrap_or(true)
}

fn rule_of<'a>(result: &Value, rules: &[&'a Value]) -> Option<&'a Value> {
    let id = text_at(result, "/ruleId").or_else(|| text_at(result, "/rule/id"));
    let by_id = || rules.iter().find(|it| id.is_some() && text_at(it, "/id") == id);
    // A number counts the tool's own rules, which come first.
    let by_idx = || {
        let idx = result.get("ruleIndex").or_else(|| result.pointer("/rule/index"))?.as_u64()?;
        rules.get(usize::try_from(idx).ok()?).filter(|_| id.is_none())
    };
    by_id().or_else(by_idx).copied()
}

/// Says what a result means; none where it is no matter: a note, or taken out by somebody.
fn outcome_of(result: &Value, rule: Option<&Value>) -> Option<TestOutcome> {
    let is_accepted = |it: &Value| text_at(it, "/status").is_none_or(|it| it == "accepted");
    let suppressions = list_at(result, "/suppressions");
    let is_gone = text_at(result, "/baselineState") == Some("absent");
    if is_gone || (!suppressions.is_empty() && suppressions.iter().all(is_accepted)) {
        return None;
    }
    let level = || {
        let default = rule.and_then(|it| text_at(it, "/defaultConfiguration/level"));
        text_at(result, "/level").or(default).unwrap_or("warning")
    };
    match text_at(result, "/kind").unwrap_or("fail") {
        "pass" => Some(TestOutcome::Passed),
        "notApplicable" | "informational" => None,
        "fail" if matches!(level(), "note" | "none") => None,
        "fail" => Some(TestOutcome::Failed),
        // Open or to be reviewed: nobody knows yet.
        _ => Some(TestOutcome::Skipped),
    }
}

/// Lists the files that a result is about; a result about none is about the whole.
fn files_of(result: &Value, run: &Value) -> BTreeSet<String> {
    let file = |it: &Value| {
        let place = it.pointer("/physicalLocation/artifactLocation")?;
        let by_idx = || {
            let idx = place.get("index")?.as_u64()?;
            text_at(run, &format!("/artifacts/{idx}/location/uri"))
        };
        text_at(place, "/uri").or_else(by_idx).map(str::to_owned)
    };
    let mut files: BTreeSet<String> =
        list_at(result, "/locations").iter().filter_map(file).collect();
    if files.is_empty() {
        files.insert(String::new());
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(run: &Value) -> String {
        json!({ "version": "2.1.0", "runs": [run] }).to_string()
    }

    /// Reads a run of `lint` with two rules, the second a note by default, and some results.
    fn outcome(result: &Value) -> Vec<(String, TestOutcome)> {
        let note = json!({ "id": "B", "defaultConfiguration": { "level": "note" } });
        let driver = json!({ "name": "lint", "rules": [{ "id": "A" }, note] });
        let run = json!({ "tool": { "driver": driver }, "results": [result] });
        let cases = read(&report(&run)).unwrap().cases;
        cases.into_iter().map(|it| (it.name, it.outcome)).collect()
    }

    #[test]
    fn a_result_breaks_its_rule_in_its_file() {
        let at = json!([{ "physicalLocation": { "artifactLocation": { "uri": "a.c" } } }]);
        let (passed, failed) = (TestOutcome::Passed, TestOutcome::Failed);
        let both = vec![("lint B".to_owned(), passed), ("lint A a.c".to_owned(), failed)];
        assert_eq!(outcome(&json!({ "ruleId": "A", "locations": at })), both);
        assert_eq!(outcome(&json!({ "ruleIndex": 0, "locations": at })), both);
        assert_eq!(
            outcome(&json!({ "rule": { "id": "A" }, "level": "error", "locations": at })),
            both
        );
        let clean = vec![("lint A".to_owned(), passed), ("lint B".to_owned(), passed)];
        assert_eq!(outcome(&json!({ "ruleId": "B", "locations": at })), clean, "a note");
        assert_eq!(outcome(&json!({ "ruleId": "A", "level": "none" })), clean);
        assert_eq!(
            outcome(&json!({ "ruleId": "A", "suppressions": [{ "kind": "inSource" }] })),
            clean
        );
        assert_eq!(outcome(&json!({ "ruleId": "A", "baselineState": "absent" })), clean);
        let refused = json!({ "ruleId": "A", "suppressions": [{ "status": "rejected" }] });
        assert_eq!(outcome(&refused)[1], ("lint A".to_owned(), failed));
        let review = json!({ "ruleId": "A", "kind": "review" });
        assert_eq!(outcome(&review)[1], ("lint A".to_owned(), TestOutcome::Skipped));
        assert_eq!(outcome(&json!({ "level": "error" }))[2], ("lint".to_owned(), failed));
    }

    #[test]
    fn a_run_is_clean_only_where_it_says_what_it_found() {
        let tool = json!({ "driver": { "name": "lint" } });
        let clean = read(&report(&json!({ "tool": tool, "results": [] }))).unwrap();
        let case = ReportCase { name: "lint".to_owned(), outcome: TestOutcome::Passed };
        assert_eq!(clean, TestReport { cases: vec![case], is_clean: true });
        let broken = json!({ "tool": tool, "results": [{ "level": "error" }] });
        assert!(!read(&report(&broken)).unwrap().is_clean);
        assert_eq!(read(&report(&json!({ "tool": tool }))), Err(ReportProblem::NoResults));
        let failed = json!([{ "executionSuccessful": true }, { "executionSuccessful": false }]);
        let failed = json!({ "tool": tool, "results": [], "invocations": failed });
        assert_eq!(read(&report(&failed)), Err(ReportProblem::ToolFailed("lint".to_owned())));
    }

    #[test]
    fn a_run_that_says_what_it_looked_at_shows_nothing_else() {
        let check = |run: &Value, names: &[&str]| {
            let report = read(&report(run)).unwrap();
            let found: Vec<&str> = report.cases.iter().map(|it| it.name.as_str()).collect();
            assert_eq!((found.as_slice(), report.is_clean), (names, false), "{run}");
        };
        let rule = |id: &str, enabled: bool| json!({ "id": id, "defaultConfiguration": { "enabled": enabled } });
        let tool = |rules: &Value| json!({ "driver": { "name": "lint", "rules": rules } });
        let on_off = tool(&json!([rule("A", true), rule("B", false)]));
        check(&json!({ "tool": on_off, "results": [] }), &["lint A"]);
        check(&json!({ "tool": tool(&json!([rule("B", false)])), "results": [] }), &[]);
        let files = json!([{ "location": { "uri": "a.c" } }]);
        let bare = json!({ "driver": { "name": "lint" } });
        check(&json!({ "tool": bare, "artifacts": files, "results": [] }), &["lint a.c"]);
        // The run has the last word, and what was found was looked for.
        let turned = |descriptor: &Value, enabled: bool| {
            let said =
                json!([{ "descriptor": descriptor, "configuration": { "enabled": enabled } }]);
            json!({ "tool": on_off, "results": [], "invocations": [
                { "executionSuccessful": true, "ruleConfigurationOverrides": said }] })
        };
        check(&turned(&json!({ "id": "B" }), true), &["lint A", "lint B"]);
        check(&turned(&json!({ "index": 0 }), false), &[]);
        check(&json!({ "tool": on_off, "results": [{ "ruleId": "B" }] }), &["lint A", "lint B"]);
    }

    #[test]
    fn what_is_no_report_is_told() {
        assert!(matches!(read(""), Err(ReportProblem::NotJson(_))));
        for text in
            ["{}", "[]", r#"{"version":"2.1.0","runs":[]}"#, r#"{"version":"1.0.0","runs":[{}]}"#]
        {
            assert_eq!(read(text), Err(ReportProblem::NotSarif), "{text}");
        }
        assert_eq!(read(&report(&json!({ "results": [] }))), Err(ReportProblem::NotSarif));
    }
}
