//! The gate as a whole.
//!
//! Owns its top level and what it must keep to from outside. Must not know files.

use super::expected::Expected;
use super::section::GateProblems;
use super::seen::Seen;
use super::{coverage, qa, review};
use charter_kernel::Problem;
use serde_json::Value;

/// The parts of a gate.
const KEYS: [&str; 4] = ["architectReview", "executorQa", "iteration", "criticReview"];

/// Lists everything that is wrong with a gate; empty where it can be taken.
#[must_use]
pub fn check(gate: &Value, expected: &Expected, seen: &Seen) -> Vec<Problem> {
    let mut problems = GateProblems::default();
    let Some(parts) = gate.as_object() else {
        problems.say("gate", "not_an_object", "a gate is a JSON object");
        return problems.0;
    };
    if parts.contains_key("codeReview") {
        let message = "`codeReview` is of an earlier tool: a gate has `architectReview`, `executorQa` \
                       and `iteration`";
        problems.say("codeReview", "legacy_code_review", message);
    }
    for key in parts.keys().filter(|it| !KEYS.contains(&it.as_str()) && *it != "codeReview") {
        let message = format!("a gate has no `{key}`; it has {}", KEYS.join(", "));
        problems.say(key, "unsupported_keys", message);
    }
    review::check_architect(gate, &mut problems);
    let qa = qa::check(gate, seen, &mut problems);
    review::check_iteration(gate, expected, &mut problems);
    review::check_critic(gate, expected, &mut problems);
    if let Some(qa) = qa {
        coverage::check(&qa, expected, seen, &mut problems);
    }
    problems.0
}

#[cfg(test)]
mod tests;
