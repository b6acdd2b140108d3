//! Answers that came through an agent, and the person who confirms them.
//!
//! Must not know how they are shown.

use crate::InterviewState;
use crate::event::InterviewEvent;
use charter_contract::{Blocker, CharterAct, ContractRefusal, ContractState, Topic, check_open};
use charter_kernel::{Context, Decision, shell_word};

/// The word for answers that came through an agent and that no person has confirmed.
pub const RELAYED: &str = "answers-relayed";

/// Confirms whatever was relayed, all together: one look at the documents, one word.
pub fn confirm(
    contract: &ContractState,
    state: &InterviewState,
    ctx: &Context,
) -> Result<Decision<InterviewEvent>, ContractRefusal> {
    check_open(contract)?;
    CharterAct::ConfirmAnswers.check(&ctx.actor, contract.rigor, || {
        format!("charter interview confirm --charter {}", shell_word(&contract.charter_id))
    })?;
    if state.relayed.is_empty() {
        return Ok(Decision::default());
    }
    let answers = state.relayed.iter().cloned().collect();
    Ok(Decision::of(vec![InterviewEvent::AnswersConfirmed { answers }]))
}

/// At strict a person confirms once what an agent said in their name.
#[must_use]
pub fn relayed_blocker(state: &InterviewState) -> Option<Blocker> {
    let names: Vec<&str> = state.relayed.iter().map(String::as_str).collect();
    let noun = if names.len() == 1 { "answer" } else { "answers" };
    let words = format!("no person has confirmed the relayed {noun} {}", names.join(", "));
    (!names.is_empty()).then(|| Blocker::new(RELAYED, words).at("charter.md"))
}

/// Says what interviews left open, for REPORT.md.
#[must_use]
pub fn left_open(state: &InterviewState) -> String {
    let is_open = |it: &Topic| state.n_interviews > 0 && !state.answered.contains(it);
    let open = Topic::ALL.into_iter().filter(is_open).map(crate::brief::title);
    let open: Vec<&str> = open.collect();
    if open.is_empty() {
        return String::new();
    }
    format!("\nThe interview left open: {}.\n", open.join(", "))
}
