//! What reviewers said: the architect, the lanes of the last round, the critic.
//!
//! Owns when each of them agreed, and that they spoke about the same source. Must not know tests.

use super::section::{GateCheck, GateSection};
use super::substance::is_substantive;
use crate::event::ReceiptKind;
use serde_json::Value;

/// The lanes that review together.
const LANES: [&str; 3] = ["cleaner", "architect", "qa"];

const COHORT: &str = "review_cohort_invalid";

pub(super) fn check_architect<'a>(gate: &'a Value, check: &'a GateCheck<'a>) {
    let Some(part) = GateSection::needed(gate, "architectReview", check) else { return };
    for key in ["architectureStatus", "productStatus", "codeStatus"] {
        part.check_word(key, "CLEAR", "architect_not_clear");
    }
    part.check_word("recommendation", "APPROVE", "architect_not_clear");
    part.check_evidence();
    part.check_commands("commands");
    part.check_blockers();
}

pub(super) fn check_iteration<'a>(gate: &'a Value, check: &'a GateCheck<'a>) {
    let Some(part) = GateSection::needed(gate, "iteration", check) else { return };
    part.check_word("status", "passed", "iteration_not_passed");
    if part.get("fullRerun") != Some(&Value::Bool(true)) {
        let message = "`fullRerun` must be true: everything ran once more";
        part.say("fullRerun", "iteration_not_passed", message);
    }
    part.check_commands("rerunCommands");
    part.check_evidence();
    part.check_blockers();
    match part.get("reviewCohort") {
        Some(value @ Value::Object(_)) => {
            check_cohort(&part.below("reviewCohort", value));
        }
        Some(_) | None => {
            let message = "`reviewCohort` is missing: which reviewers saw which source";
            part.say("reviewCohort", COHORT, message);
        }
    }
}

fn check_cohort(cohort: &GateSection<'_>) {
    let generation = cohort.get("reviewGeneration").and_then(Value::as_u64).filter(|it| *it > 0);
    if generation.is_none() {
        let message = "`reviewGeneration` must be a whole number from 1 on";
        cohort.say("reviewGeneration", COHORT, message);
    }
    let source = cohort.needed_text("sourceHash", COHORT);
    let is_stale =
        !source.is_empty() && !cohort.check.expected.sources.iter().any(|it| it == source);
    if let Some(now) = cohort.check.expected.sources.first().filter(|_| is_stale) {
        let message = format!("the source is {now} now: something changed since it was reviewed");
        cohort.say("sourceHash", "source_hash_stale", message);
    }
    if cohort.get("joined") != Some(&Value::Bool(true)) {
        let message = "`joined` must be true: every lane came to its end";
        cohort.say("joined", COHORT, message);
    }
    for lane in LANES {
        let key = format!("lanes.{lane}");
        match cohort.get("lanes").and_then(|it| it.get(lane)) {
            Some(value @ Value::Object(_)) => check_lane(&cohort.below(&key, value), source),
            Some(_) | None => cohort.say(&key, COHORT, format!("the lane `{lane}` is missing")),
        }
    }
    if generation.is_some_and(|it| it > 1) {
        check_delta(cohort, source);
    }
}

fn check_lane(lane: &GateSection<'_>, source: &str) {
    let status = lane.get("status").and_then(Value::as_str);
    if !matches!(status, Some("CLEAR" | "passed")) {
        lane.say("status", COHORT, "`status` must be `CLEAR` or `passed`");
    }
    if lane.text("sourceHash") != Some(source) || source.is_empty() {
        let message = "`sourceHash` is not that of the cohort: it saw another source";
        lane.say("sourceHash", COHORT, message);
    }
    lane.check_evidence();
    lane.check_blockers();
}

/// A later round looks at what changed since the one before, and says where it looks further.
fn check_delta(cohort: &GateSection<'_>, source: &str) {
    if cohort.get("deltaOnly") != Some(&Value::Bool(true)) {
        let message = "`deltaOnly` must be true from the second generation on";
        cohort.say("deltaOnly", COHORT, message);
    }
    let key = "priorGenerationSourceHash";
    if cohort.needed_text(key, COHORT) == source && !source.is_empty() {
        let message = format!("`{key}` is the present source: nothing changed in between");
        cohort.say(key, COHORT, message);
    }
    if cohort.texts("deltaPaths").is_empty() {
        let message = "`deltaPaths` must list what changed";
        cohort.say("deltaPaths", COHORT, message);
    }
    for row in cohort.rows("scopeExpansion") {
        for key in ["severity", "novelty"] {
            row.needed_text(key, COHORT);
        }
        if !row.text("justification").is_some_and(is_substantive) {
            let message = "`justification` must say why the review looks further";
            row.say("justification", COHORT, message);
        }
    }
}

pub(super) fn check_critic<'a>(gate: &'a Value, check: &'a GateCheck<'a>) {
    let is_there = gate.get("criticReview").is_some();
    match (check.expected.kind, is_there) {
        (ReceiptKind::Milestone, false) => return,
        (ReceiptKind::Final, false) => {
            let message = "a final gate needs `criticReview`";
            check.say("criticReview", "missing_critic_review", message);
            return;
        }
        (ReceiptKind::Milestone | ReceiptKind::Final, true) => {}
    }
    let Some(part) = GateSection::needed(gate, "criticReview", check) else { return };
    part.check_word("verdict", "OKAY", "critic_not_okay");
    part.check_evidence();
    part.check_blockers();
    let joined = gate.pointer("/iteration/reviewCohort/sourceHash").and_then(Value::as_str);
    if let Some(source) = part.get("sourceHash")
        && source.as_str().map(str::trim) != joined.map(str::trim)
    {
        let message = "`sourceHash` is not that of the last generation: it saw another source";
        part.say("sourceHash", "critic_source_mismatch", message);
    }
}
