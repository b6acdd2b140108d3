//! The goal in one sentence.
//!
//! Owns which words of the user are the goal: a correction, else the first answer about it, else the
//! idea. Must not put anything in other words, and must not cut anything.

use super::text::without_questions;
use super::view::View;
use charter_core::deep::{Dimension, Fact};
use serde_json::{Value, json};

/// Fulfils the need for the goal.
pub(super) fn state(view: &View) -> Value {
    json!({ "goal": sentence(view) })
}

/// Gives the sentence.
pub(super) fn sentence(view: &View) -> String {
    let said = corrected(view).map(str::to_owned).or_else(|| answered(view));
    said.unwrap_or_else(|| {
        let idea = without_questions(&view.idea);
        if idea.is_empty() {
            view.idea.trim().trim_end_matches(['?', '？']).to_owned()
        } else {
            idea
        }
    })
}

/// Finds the last correction of the goal: what it corrects is a statement, not a question.
fn corrected(view: &View) -> Option<&str> {
    let mut goal = None;
    for row in view.rows.iter().filter(|it| it.dimension == Some(Dimension::Goal)) {
        let asked = row.question.as_str();
        let is_statement = !asked.is_empty() && !asked.contains(['?', '？']);
        if !row.is_assumed && (is_statement || goal == Some(asked)) {
            goal = row.answer.as_deref().map(str::trim).or(goal);
        }
    }
    goal
}

/// Gives the first answer about the goal that holds.
fn answered(view: &View) -> Option<String> {
    let is_goal = |it: &&Fact| {
        it.dimension == Some(Dimension::Goal)
            && !it.assumed
            && !it.disputed
            && !it.is_superseded()
            && !it.statement.contains(['?', '？'])
    };
    let round = view.facts.iter().find(is_goal)?.round;
    let facts = view.facts.iter().filter(|it| it.round == round).filter(is_goal);
    Some(facts.map(|it| it.statement.as_str()).collect::<Vec<_>>().join(". "))
}
