//! What an interview before work learnt, as the idea of a charter.
//!
//! Owns how request and answers become one text. Must not know charters.

use super::dimension::Dimension;
use super::state::Preflight;
use std::fmt::Write;

/// Writes the request and what was answered, each answer under what it is about.
#[must_use]
pub fn brain_dump(state: &Preflight) -> String {
    let request = state.request.as_deref().or(state.topic.as_deref()).unwrap_or_default();
    let mut text = request.trim().to_owned();
    for dimension in Dimension::ALL {
        let answers = state.answers().filter(|it| it.target == Some(dimension));
        for asked in answers {
            let Some(answer) = asked.answer.as_deref() else { continue };
            let _ = write!(text, "\n\n{}: {}", lead(dimension), answer.trim());
        }
    }
    let corrections = state.reformulation.as_ref().and_then(|it| it.corrections.as_deref());
    if let Some(corrections) = corrections {
        let _ = write!(text, "\n\nCorrected: {}", corrections.trim());
    }
    text
}

fn lead(dimension: Dimension) -> &'static str {
    dimension.pick(["The problem", "What is given", "How it should work", "Scope", "Risk"])
}
