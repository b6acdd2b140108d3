//! What reviewers said: the architect, the lanes of the last round, the critic.
//!
//! Owns when each of them agreed, and that they spoke about the same source. Must not know tests.

use super::expected::Expected;
use super::section::{GateProblems, GateSection};
use super::substance::is_substantive;
use crate::event::ReceiptKind;
use serde_json::Value;

/// The lanes that review together.
const LANES: [&str; 3] = ["cleaner", "architect", "qa"];

const COHORT: &str = "review_cohort_invalid";

pub(super) fn check_architect(gate: &Value, problems: &mut GateProblems) {
    let Some(part) = GateSection::needed(gate, "architectReview", problems) else { return };
    for key in ["architectureStatus", "productStatus", "codeStatus"] {
        part.check_word(key, "CLEAR", "architect_not_clear", problems);
    }
    part.check_word("recommendation", "APPROVE", "architect_not_clear", problems);
    part.check_evidence(problems);
    part.check_commands("commands", problems);
    part.check_blockers(problems);
}

pub(super) fn check_iteration(gate: &Value, expected: &Expected, problems: &mut GateProblems) {
    let Some(part) = GateSection::needed(gate, "iteration", problems) else { return };
    part.check_word("status", "passed", "iteration_not_passed", problems);
    if part.get("fullRerun") != Some(&Value::Bool(true)) {
        let message = "`fullRerun` must be true: everything ran once more";
        problems.say(part.place("fullRerun"), "iteration_not_passed", message);
    }
    part.check_commands("rerunCommands", problems);
    part.check_evidence(problems);
    part.check_blockers(problems);
    match part.get("reviewCohort") {
        Some(value @ Value::Object(_)) => {
            let cohort = GateSection { path: part.place("reviewCohort"), value };
            check_cohort(&cohort, expected, problems);
        }
        Some(_) | None => {
            let message = "`reviewCohort` is missing: which reviewers saw which source";
            problems.say(part.place("reviewCohort"), COHORT, message);
        }
    }
}

fn check_cohort(cohort: &GateSection<'_>, expected: &Expected, problems: &mut GateProblems) {
    let generation = cohort.get("reviewGeneration").and_then(Value::as_u64).filter(|it| *it > 0);
    if generation.is_none() {
        let message = "`reviewGeneration` must be a whole number from 1 on";
        problems.say(cohort.place("reviewGeneration"), COHORT, message);
    }
    let source = cohort.needed_text("sourceHash", COHORT, problems);
    let is_stale = !source.is_empty() && !expected.sources.iter().any(|it| it == source);
    if let Some(now) = expected.sources.first().filter(|_| is_stale) {
        let message = format!("the source is {now} now: something changed since it was reviewed");
        problems.say(cohort.place("sourceHash"), "source_hash_stale", message);
    }
    if cohort.get("joined") != Some(&Value::Bool(true)) {
        let message = "`joined` must be true: every lane came to its end";
        problems.say(cohort.place("joined"), COHORT, message);
    }
    for lane in LANES {
        let path = format!("{}.lanes.{lane}", cohort.path);
        match cohort.get("lanes").and_then(|it| it.get(lane)) {
            Some(value @ Value::Object(_)) => {
                check_lane(&GateSection { path, value }, source, problems);
            }
            Some(_) | None => problems.say(path, COHORT, format!("the lane `{lane}` is missing")),
        }
    }
    if generation.is_some_and(|it| it > 1) {
        check_delta(cohort, source, problems);
    }
}

fn check_lane(lane: &GateSection<'_>, source: &str, problems: &mut GateProblems) {
    let status = lane.get("status").and_then(Value::as_str);
    if !matches!(status, Some("CLEAR" | "passed")) {
        problems.say(lane.place("status"), COHORT, "`status` must be `CLEAR` or `passed`");
    }
    if lane.text("sourceHash") != Some(source) || source.is_empty() {
        let message = "`sourceHash` is not that of the cohort: it saw another source";
        problems.say(lane.place("sourceHash"), COHORT, message);
    }
    lane.check_evidence(problems);
    lane.check_blockers(problems);
}

/// A later round looks at what changed since the one before, and says where it looks further.
fn check_delta(cohort: &GateSection<'_>, source: &str, problems: &mut GateProblems) {
    if cohort.get("deltaOnly") != Some(&Value::Bool(true)) {
        let message = "`deltaOnly` must be true from the second generation on";
        problems.say(cohort.place("deltaOnly"), COHORT, message);
    }
    let key = "priorGenerationSourceHash";
    if cohort.needed_text(key, COHORT, problems) == source && !source.is_empty() {
        let message = format!("`{key}` is the present source: nothing changed in between");
        problems.say(cohort.place(key), COHORT, message);
    }
    if cohort.texts("deltaPaths").is_empty() {
        let message = "`deltaPaths` must list what changed";
        problems.say(cohort.place("deltaPaths"), COHORT, message);
    }
    for row in cohort.rows("scopeExpansion", problems) {
        for key in ["severity", "novelty"] {
            row.needed_text(key, COHORT, problems);
        }
        if !row.text("justification").is_some_and(is_substantive) {
            let message = "`justification` must say why the review looks further";
            problems.say(row.place("justification"), COHORT, message);
        }
    }
}

pub(super) fn check_critic(gate: &Value, expected: &Expected, problems: &mut GateProblems) {
    let is_there = gate.get("criticReview").is_some();
    match (expected.kind, is_there) {
        (ReceiptKind::Milestone, false) => return,
        (ReceiptKind::Final, false) => {
            let message = "a final gate needs `criticReview`";
            problems.say("criticReview", "missing_critic_review", message);
            return;
        }
        (ReceiptKind::Milestone | ReceiptKind::Final, true) => {}
    }
    let Some(part) = GateSection::needed(gate, "criticReview", problems) else { return };
    part.check_word("verdict", "OKAY", "critic_not_okay", problems);
    part.check_evidence(problems);
    part.check_blockers(problems);
    let joined = gate.pointer("/iteration/reviewCohort/sourceHash").and_then(Value::as_str);
    if let Some(source) = part.get("sourceHash")
        && source.as_str().map(str::trim) != joined.map(str::trim)
    {
        let message = "`sourceHash` is not that of the last generation: it saw another source";
        problems.say(part.place("sourceHash"), "critic_source_mismatch", message);
    }
}
