//! The gate as a whole.
//!
//! Owns its top level and what it must keep to from outside. Must not know files.

use super::expected::Expected;
use super::section::GateCheck;
use super::seen::Seen;
use super::{coverage, qa, review};
use charter_kernel::Problem;
use serde_json::Value;

/// The parts of a gate.
const KEYS: [&str; 4] = ["architectReview", "executorQa", "iteration", "criticReview"];

/// Lists everything that is wrong with a gate; empty where it can be taken.
#[must_use]
pub fn check(gate: &Value, expected: &Expected, seen: &Seen) -> Vec<Problem> {
    let check = GateCheck::new(expected, seen);
    let Some(parts) = gate.as_object() else {
        check.say("gate", "not_an_object", "a gate is a JSON object");
        return check.into_problems();
    };
    if parts.contains_key("codeReview") {
        let message = "`codeReview` is of an earlier tool: a gate has `architectReview`, `executorQa` \
                       and `iteration`";
        check.say("codeReview", "legacy_code_review", message);
    }
    for key in parts.keys().filter(|it| !KEYS.contains(&it.as_str()) && *it != "codeReview") {
        let message = format!("a gate has no `{key}`; it has {}", KEYS.join(", "));
        check.say(key, "unsupported_keys", message);
    }
    review::check_architect(gate, &check);
    let qa = qa::check(gate, &check);
    review::check_iteration(gate, &check);
    review::check_critic(gate, &check);
    if let Some(qa) = qa {
        coverage::check(&qa);
    }
    check.into_problems()
}

#[cfg(test)]
mod tests;
