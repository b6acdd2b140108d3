//! A mind that is asked, and what happens where it has no usable answer.
//!
//! Owns the rule: a model is asked twice at most, the second time with what was wrong; and where nothing
//! can be used the interview goes on without, which the ledger says. Must not know how a mind thinks.

use charter_interview::deep::MindCost;
use charter_kernel::Problem;
use charter_mind::{MindFailure, MindReply, TRIES_MAX};
use serde_json::{Value, json};

/// How many problems of an answer are named to a model.
const PROBLEMS_MAX: usize = 12;

/// How many of them are named to the user.
const PROBLEMS_SHOWN_MAX: usize = 3;

/// How much of a reason is kept.
const REASON_CHARS_MAX: usize = 400;

/// What a model gave for a need, and what that took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thought {
    /// An object of the need's schema: the answer, or why there is none.
    pub(super) content: Value,
    /// Why there is none, in a line.
    pub(super) failure: Option<String>,
    pub(super) cost: MindCost,
}

/// What is needed to ask a model.
pub(super) struct ModelCall<'a> {
    /// The word that it was chosen by.
    pub(super) mind: &'static str,
    /// Sends what it is to do, with how often that may be tried and how long it took before.
    pub(super) ask: &'a dyn Fn(&str, u32, u64) -> MindReply,
    /// Says what is wrong with an answer.
    pub(super) judge: &'a dyn Fn(&Value) -> Vec<Problem>,
}

/// Asks a model; none where whoever waits called it off.
pub(super) fn by_model(user: &str, call: &ModelCall<'_>) -> Option<Thought> {
    let mut cost = MindCost {
        mind: call.mind.to_owned(),
        model: None,
        ms: 0,
        input_tokens: None,
        output_tokens: None,
        tries: 0,
    };
    let mut asked = user.to_owned();
    loop {
        let reply = (call.ask)(&asked, TRIES_MAX.saturating_sub(cost.tries), cost.ms);
        add(&mut cost, &reply);
        let reason = match reply.outcome {
            Err(MindFailure::Cancelled) => return None,
            Err(failure) => failure.to_string(),
            Ok(content) => {
                let problems = (call.judge)(&content);
                if problems.is_empty() {
                    let failure = content.get("failed").and_then(Value::as_str).map(str::to_owned);
                    return Some(Thought { content, failure, cost });
                }
                if cost.tries < TRIES_MAX {
                    asked = again(user, &content, &problems);
                    continue;
                }
                in_a_line(&problems)
            }
        };
        let reason: String = reason.chars().take(REASON_CHARS_MAX).collect();
        let content = json!({ "failed": reason });
        return Some(Thought { content, failure: Some(reason), cost });
    }
}

/// Asks the same once more, with what was wrong.
fn again(user: &str, content: &Value, problems: &[Problem]) -> String {
    let lines = problems.iter().take(PROBLEMS_MAX).map(|it| match it.path.as_str() {
        "" => format!("- {}", it.message),
        path => format!("- {path}: {}", it.message),
    });
    let lines: Vec<String> = lines.collect();
    format!(
        "{user}\n\nYou answered:\n{content}\n\nThat could not be used:\n{}\n\nAnswer once more, with \
         that put right.",
        lines.join("\n")
    )
}

fn add(cost: &mut MindCost, reply: &MindReply) {
    let sum = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (a, b) => a.or(b),
    };
    cost.model = reply.model.clone().or_else(|| cost.model.take());
    cost.ms = cost.ms.saturating_add(reply.took_ms);
    cost.input_tokens = sum(cost.input_tokens, reply.usage.input_tokens);
    cost.output_tokens = sum(cost.output_tokens, reply.usage.output_tokens);
    cost.tries = cost.tries.saturating_add(reply.n_tries);
}

fn in_a_line(problems: &[Problem]) -> String {
    let words = problems.iter().take(PROBLEMS_SHOWN_MAX).map(|it| match it.path.as_str() {
        "" => it.message.clone(),
        path => format!("{path}: {}", it.message),
    });
    let words: Vec<String> = words.collect();
    format!("its answer couldn't be used: {}", words.join("; "))
}

#[cfg(test)]
mod tests;
