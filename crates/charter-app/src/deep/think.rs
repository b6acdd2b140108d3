//! A mind that is asked, and what happens where it has no usable answer.
//!
//! Owns the rule: asked twice, the second time with what was wrong; then the next mind; and where
//! none is left the interview goes on without, which the ledger counts. Must not know how a mind
//! thinks.

use charter_core::deep::{Need, Outcome, fulfil};
use charter_core::{Refusal, State};
use charter_kernel::markdown::Source;
use charter_kernel::{Context, Problem};
use charter_mind::deep::DeepMind;
use serde_json::{Value, json};

/// How often one mind is asked for one need.
const ATTEMPTS: usize = 2;

/// What a mind gives: an object of the need's schema, or why it has none.
pub(super) type Thought = Result<Value, String>;

/// A mind: it takes a need, and what was wrong with what it gave before.
pub(super) type Mind<'a> = &'a dyn Fn(&Need, &[Problem]) -> Thought;

/// Has a need fulfilled by the first mind that can.
pub(super) fn decide(
    state: &State,
    criteria: &Source,
    need: &Need,
    minds: &[Mind<'_>],
    ctx: &Context,
) -> Result<Outcome, Refusal> {
    let mut reason = "there is no mind".to_owned();
    for mind in minds {
        let mut problems: Vec<Problem> = Vec::new();
        for _ in 0..ATTEMPTS {
            let content = match mind(need, &problems) {
                Ok(content) => content,
                Err(why) => {
                    reason = why;
                    continue;
                }
            };
            if let Some(why) = content.get("failed").and_then(Value::as_str) {
                why.clone_into(&mut reason);
                continue;
            }
            match fulfil(state, criteria, &need.need_id, &content, ctx) {
                Ok(outcome) => return Ok(outcome),
                Err(Refusal::FulfilmentUnusable { problems: found, .. }) => {
                    reason = in_a_line(&found);
                    problems = found;
                }
                Err(other) => return Err(other),
            }
        }
    }
    fulfil(state, criteria, &need.need_id, &json!({ "failed": reason }), ctx)
}

fn in_a_line(problems: &[Problem]) -> String {
    let words = problems.iter().take(3).map(|it| format!("{}: {}", it.path, it.message));
    let words: Vec<String> = words.collect();
    format!("out of shape: {}", words.join("; "))
}

/// Asks the embedded rules, which say the same however often they are asked.
pub(super) fn offline(mind: &DeepMind, need: &Need) -> Thought {
    mind.fulfil(need).ok_or_else(|| "this is for the user".to_owned())
}

#[cfg(test)]
mod tests;
