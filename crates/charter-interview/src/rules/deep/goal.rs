//! The goal in one sentence.
//!
//! Owns which words of the user are the goal: a correction, else the clearest answer about it, else
//! the idea. Must not put anything in other words, and must not cut anything.

use super::clarity::{AnswerRole, worth};
use super::feature::Features;
use super::lexicon::SenseLexicon;
use super::text::without_questions;
use super::view::NeedView;
use crate::deep::{Dimension, Fact};
use std::collections::BTreeMap;

/// Fulfils the need for the goal.
pub(super) fn sentence(lexicon: &SenseLexicon, view: &NeedView) -> String {
    let said = corrected(view).map(str::to_owned).or_else(|| answered(lexicon, view));
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
fn corrected(view: &NeedView) -> Option<&str> {
    let mut goal = None;
    for row in view.rows.iter().filter(|it| it.dimension == Dimension::Goal) {
        let asked = row.question.as_deref().unwrap_or_default();
        let is_statement = !asked.is_empty() && !asked.contains(['?', '？']);
        if !row.assumed && (is_statement || goal == Some(asked)) {
            goal = row.answer.as_deref().map(str::trim).or(goal);
        }
    }
    goal
}

/// Gives the clearest answer about the goal that holds; of equals the latest.
fn answered(lexicon: &SenseLexicon, view: &NeedView) -> Option<String> {
    let is_goal = |it: &&Fact| {
        it.dimension == Some(Dimension::Goal)
            && !it.assumed
            && !it.disputed
            && !it.is_superseded()
            && !it.statement.contains(['?', '？'])
    };
    let mut rounds: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for fact in view.facts.iter().filter(is_goal) {
        rounds.entry(fact.round).or_default().push(&fact.statement);
    }
    let said = rounds.into_values().map(|it| it.join(". "));
    said.max_by_key(|it| worth(&Features::read(lexicon, it), Dimension::Goal, AnswerRole::Target))
}
