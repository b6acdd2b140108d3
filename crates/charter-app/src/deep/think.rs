//! A mind that is asked, and what happens where it has no usable answer.
//!
//! Owns the rule: asked twice, the second time with what was wrong; then the next mind; and where
//! none is left the interview goes on without, which the ledger counts. Must not know how a mind
//! thinks.

use charter_engine::State;
use charter_interview::InterviewRefusal;
use charter_interview::decision::deep::{DeepOutcome, take};
use charter_interview::deep::{Fulfilment, MindNeed};
use charter_kernel::markdown::Source;
use charter_kernel::{Context, Problem};

/// How often one mind is asked for one need.
const ATTEMPTS: usize = 2;

/// What a mind gives, or why it has nothing.
pub(super) type Thought = Result<Fulfilment, String>;

/// A mind: it takes a need, and what was wrong with what it gave before.
pub(super) type MindCall<'a> = &'a dyn Fn(&MindNeed, &[Problem]) -> Thought;

/// Has a need fulfilled by the first mind that can.
pub(super) fn decide(
    state: &State,
    criteria: &Source,
    need: &MindNeed,
    minds: &[MindCall<'_>],
    ctx: &Context,
) -> Result<DeepOutcome, InterviewRefusal> {
    let mut reason = "there is no mind".to_owned();
    for mind in minds {
        let mut problems: Vec<Problem> = Vec::new();
        for _ in 0..ATTEMPTS {
            let fulfilment = match mind(need, &problems) {
                Ok(fulfilment) => fulfilment,
                Err(why) => {
                    reason = why;
                    continue;
                }
            };
            match take(&state.contract, &state.interview, criteria, need, fulfilment, ctx) {
                Ok(outcome) => return Ok(outcome),
                Err(InterviewRefusal::FulfilmentUnusable { problems: found, .. }) => {
                    reason = in_a_line(&found);
                    problems = found;
                }
                Err(other) => return Err(other),
            }
        }
    }
    take(
        &state.contract,
        &state.interview,
        criteria,
        need,
        Fulfilment::Failed { of: need.step.kind(), reason },
        ctx,
    )
}

fn in_a_line(problems: &[Problem]) -> String {
    let words = problems.iter().take(3).map(|it| format!("{}: {}", it.path, it.message));
    let words: Vec<String> = words.collect();
    format!("out of shape: {}", words.join("; "))
}

#[cfg(test)]
mod tests;
