//! Where architect and critic contradict each other, and who is followed.
//!
//! Owns the JSON of a disposition: what the two found, typed; the conflicts that follow from it; a
//! choice for each. Every problem is listed at once. Must not act on a choice.

use super::{Lane, Plan, Stage, StageRecord};
use crate::PlanRefusal;
use charter_contract::object::problem;
use charter_kernel::Problem;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

pub const CONFLICTS_SCHEMA: &str = "charter.review_conflicts.v1";

const ACTIONS: [&str; 4] = ["add", "remove", "change", "clarify"];
const SEVERITIES: [&str; 3] = ["info", "watch", "block"];
const CHOICES: [&str; 5] =
    ["accept_architect", "accept_critic", "synthesize", "defer_user", "reject_both"];

/// The choice that leaves a conflict to the user.
const DEFERRED: &str = "defer_user";

/// A disposition that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dispositions {
    /// The one form in which it is kept.
    pub(super) text: String,
    /// The conflicts that are left to the user.
    pub(super) deferred: Vec<String>,
    /// The whole of it.
    document: Value,
}

/// Reads a disposition: one JSON object, perhaps in a fence, its keys in either case.
pub(super) fn parse(text: &str) -> Result<Dispositions, PlanRefusal> {
    let Ok(Value::Object(object)) = serde_json::from_str(unfenced(text)) else {
        let message = "a disposition is one JSON object, perhaps in a fence";
        return Err(super::unusable("not-json", message));
    };
    let document = in_order(Value::Object(object));
    let choices = rows(&document, "dispositions").into_iter();
    let deferred = choices.filter(|it| word(it, "choice") == DEFERRED);
    let deferred = deferred.map(|it| word(it, "conflictId").to_owned()).collect();
    Ok(Dispositions { text: format!("{document:#}\n"), deferred, document })
}

impl Dispositions {
    /// Lists everything that does not fit the plan it is about.
    pub(super) fn problems(&self, plan: &Plan, n: u32) -> Vec<Problem> {
        let mut problems = Vec::new();
        let document = &self.document;
        if word(document, "schema") != CONFLICTS_SCHEMA {
            let message = format!("`schema` is to be `{CONFLICTS_SCHEMA}`");
            problems.push(problem("schema", "schema-unknown", message));
        }
        let stated = document.get("plannerStageN").and_then(Value::as_u64);
        if stated != Some(u64::from(n)) {
            let message = format!("`plannerStageN` is to be {n}, as `--n` is");
            problems.push(problem("plannerStageN", "wrong-stage-n", message));
        }
        problems.extend(finding_problems(document, plan));
        problems.extend(choice_problems(document));
        problems
    }
}

fn finding_problems(document: &Value, plan: &Plan) -> Vec<Problem> {
    let findings = rows(document, "findings");
    let mut problems = Vec::new();
    if findings.is_empty() {
        problems.push(problem("findings", "findings-missing", "there is no finding in it"));
    }
    let mut ids = BTreeSet::new();
    for (idx, finding) in findings.into_iter().enumerate() {
        let path = format!("findings[{idx}]");
        problems.extend(missing(finding, &path, &["findingId", "targetId", "evidence"]));
        problems.extend(odd_word(finding, &path, "action", &ACTIONS));
        problems.extend(odd_word(finding, &path, "severity", &SEVERITIES));
        problems.extend(odd_word(finding, &path, "sourceRole", &["architect", "critic"]));
        if !ids.insert(word(finding, "findingId")) {
            problems.push(problem(&path, "finding-twice", "its `findingId` is there twice"));
        }
        let receipt = |it| problem(format!("{path}.sourceReceipt"), "receipt-unknown", it);
        problems.extend(receipt_problem(finding, plan).map(receipt));
    }
    problems
}

/// Says what is wrong with the receipt of a finding: it names what its role wrote about this plan.
fn receipt_problem(finding: &Value, plan: &Plan) -> Option<&'static str> {
    let receipt = finding.get("sourceReceipt")?;
    if word(receipt, "stage") != word(finding, "sourceRole") {
        return Some("its stage is not the role that found it");
    }
    let n = receipt.get("stageN").and_then(Value::as_u64).and_then(|it| u32::try_from(it).ok());
    let stage = Stage::parse(word(receipt, "stage")).filter(|it| it.lane().is_some());
    let written = |it: &&StageRecord| Some(it.stage) == stage && Some(it.n) == n;
    let Some(record) = plan.since_current().find(written) else {
        return Some("nothing of this stage and number was written about the plan as it stands");
    };
    let is_path = word(receipt, "path") == plan.path(record);
    let is_digest = word(receipt, "digest") == record.digest.to_string();
    (!is_path || !is_digest).then_some("its `path` or `digest` is not that of what was written")
}

fn choice_problems(document: &Value) -> Vec<Problem> {
    let derived = conflict_ids(document);
    let mut problems = Vec::new();
    let mut settled = BTreeSet::new();
    for (idx, choice) in rows(document, "dispositions").into_iter().enumerate() {
        let path = format!("dispositions[{idx}]");
        let id = word(choice, "conflictId");
        problems.extend(missing(choice, &path, &["rationale", "decisionOwner"]));
        problems.extend(odd_word(choice, &path, "choice", &CHOICES));
        if rows(choice, "affectedSections").is_empty() {
            problems.push(problem(&path, "field-missing", "`affectedSections` names no section"));
        }
        if !settled.insert(id.to_owned()) {
            problems.push(problem(&path, "conflict-twice", "its `conflictId` is there twice"));
        }
    }
    let listed = rows(document, "conflicts").into_iter();
    let listed = listed.map(|it| it.as_str().unwrap_or_else(|| word(it, "conflictId")).to_owned());
    let listed: BTreeSet<String> = listed.collect();
    for id in settled.union(&listed).filter(|it| !derived.contains(*it)) {
        let message = "this conflict does not follow from the findings";
        problems.push(problem(id, "conflict-unknown", message));
    }
    for id in derived.difference(&settled) {
        problems.push(problem(id, "conflict-open", "nothing is said about this conflict"));
    }
    problems
}

/// Lists the conflicts that follow from the findings of a disposition: what one role would remove
/// and the other add or change.
#[must_use]
pub fn conflict_ids(document: &Value) -> BTreeSet<String> {
    let findings = rows(document, "findings");
    let of = |lane: Lane| {
        let is_own = move |it: &&&Value| word(it, "sourceRole") == lane.stage().word();
        findings.iter().filter(is_own)
    };
    let mut ids = BTreeSet::new();
    for left in of(Lane::Architect) {
        for right in of(Lane::Critic) {
            let target = word(left, "targetId");
            let actions = [word(left, "action"), word(right, "action")];
            let is_against = actions.contains(&"remove")
                && (actions.contains(&"add") || actions.contains(&"change"));
            if is_against && target == word(right, "targetId") {
                let (one, two) = (word(left, "findingId"), word(right, "findingId"));
                ids.insert(format!("conflict:{target}:{}:{}", one.min(two), one.max(two)));
            }
        }
    }
    ids
}

fn missing(row: &Value, path: &str, keys: &[&str]) -> Vec<Problem> {
    let keys = keys.iter().filter(|key| word(row, key).trim().is_empty());
    keys.map(|key| problem(path, "field-missing", format!("`{key}` is missing"))).collect()
}

fn odd_word(row: &Value, path: &str, key: &str, words: &[&str]) -> Option<Problem> {
    let message = || format!("`{key}` is to be one of {}", words.join(", "));
    (!words.contains(&word(row, key))).then(|| problem(path, "field-unusable", message()))
}

fn word<'a>(row: &'a Value, key: &str) -> &'a str {
    row.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn rows<'a>(value: &'a Value, key: &str) -> Vec<&'a Value> {
    value.get(key).and_then(Value::as_array).map(|it| it.iter().collect()).unwrap_or_default()
}

/// Takes the fence off a document.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```").and_then(|it| it.strip_suffix("```")) else {
        return text;
    };
    inner.split_once('\n').map_or(inner, |(_, body)| body)
}

/// Gives a document with its keys in one case and in one order.
fn in_order(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut map: Map<String, Value> =
                map.into_iter().map(|(key, value)| (camel(&key), in_order(value))).collect();
            map.sort_keys();
            Value::Object(map)
        }
        Value::Array(items) => Value::Array(items.into_iter().map(in_order).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

fn camel(key: &str) -> String {
    let mut parts = key.split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        name.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}
