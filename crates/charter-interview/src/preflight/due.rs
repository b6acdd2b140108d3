//! Which question comes next.
//!
//! Owns the choice between the words that fired and the dimensions. Must not ask: whoever calls does.

use super::dimension::{Dimension, Scores};
use super::profile::Weights;
use super::question::{Choice, Question, bank};
use super::speech::PreflightSpeech;
use super::state::{Preflight, ResearchKind};

/// Chooses the dimension to ask about: the least clear one that weighs anything; of several the one
/// that weighs most, then the first.
#[must_use]
pub fn choose_target(scores: &Scores, weights: &Weights) -> Option<Dimension> {
    let open = Dimension::ALL.into_iter().filter(|it| weights.of(*it) > 0 && scores.of(*it) < 100);
    open.min_by_key(|it| (scores.of(*it), std::cmp::Reverse(weights.of(*it))))
}

/// Gives the next question, unless there is nothing to ask or no question is left: first about the words
/// that fired, then, where a workflow asks until everything is clear, about the least clear dimension.
#[must_use]
pub fn next_question(state: &Preflight) -> Option<Question> {
    if state.is_asked_out() || state.is_stopped() || state.gate_now().is_open() {
        return None;
    }
    let question = PreflightSpeech::of(state).question().or_else(|| about_dimension(state))?;
    Some(Question { found: latest_findings(state), ..question })
}

fn about_dimension(state: &Preflight) -> Option<Question> {
    if state.is_brief() {
        return None;
    }
    let target = choose_target(&state.scores, &state.weights)?;
    let was_asked = |text: &str| state.questions.iter().any(|it| it.question == text);
    let mut left = bank().iter().filter(|it| it.target == target && !was_asked(&it.text));
    Some(left.next().cloned().unwrap_or_else(|| last_resort(target, state)))
}

/// Gives what was found out about the latest answer.
fn latest_findings(state: &Preflight) -> Option<String> {
    let latest = state.questions.iter().rev().find(|it| it.answer.is_some())?;
    let research = latest.research.as_ref().filter(|it| it.kind != Some(ResearchKind::None))?;
    research.findings.clone()
}

fn last_resort(target: Dimension, state: &Preflight) -> Question {
    let n = state.questions.iter().filter(|it| it.target == Some(target)).count() + 1;
    let text = format!("What else matters about {target} ({}), point {n}?", target.about());
    let choices = vec![
        Choice::new("That is all", "everything that matters was said"),
        Choice::new("One more thing", "say it in your own words"),
    ];
    Question {
        target,
        header: "What else".to_owned(),
        text,
        choices,
        found: None,
        about: Vec::new(),
    }
}
