//! The goal in one sentence.
//!
//! Owns how the idea and what each part is to do are put in one line. Must not invent: every word
//! but the joints is the user's.

use super::bank::{Bank, Key};
use super::text::{sentences, shorten};
use super::view::{Part, View};
use charter_core::deep::{Dimension, Fact};
use serde_json::{Value, json};

/// How much of the idea and of a fact the sentence holds.
const IDEA_CHARS: usize = 120;
const FACT_CHARS: usize = 110;

/// Fulfils the need for the goal.
pub(super) fn state(bank: &Bank, view: &View) -> Value {
    json!({ "goal": sentence(bank, view) })
}

/// Gives the sentence.
pub(super) fn sentence(bank: &Bank, view: &View) -> String {
    let idea = sentences(&view.idea).into_iter().next().unwrap_or(&view.idea);
    let idea = shorten(idea, IDEA_CHARS);
    let parts: Vec<&Part> = view.active().collect();
    let told: Vec<String> = parts.iter().map(|it| told(bank, view, it)).collect();
    let names: Vec<String> = parts.iter().map(|it| it.name.clone()).collect();
    let is_told = told.iter().zip(&names).any(|(told, name)| told != name);
    if is_told {
        let parts = told.join("; ");
        return bank.say(Key::GoalSentence, 0, &[("idea", &idea), ("parts", &parts)]);
    }
    let parts = bank.join(&names);
    bank.say(Key::GoalCovering, 0, &[("idea", &idea), ("parts", &parts)])
}

/// Says what a part is to do: the latest goal that holds, else its name alone.
fn told(bank: &Bank, view: &View, part: &Part) -> String {
    let is_goal = |it: &&Fact| {
        it.component.as_deref() == Some(part.id.as_str())
            && it.dimension == Some(Dimension::Goal)
            && !it.disputed
            && !it.is_superseded()
    };
    match view.facts.iter().rev().find(is_goal) {
        Some(fact) => {
            let fact = shorten(&fact.statement, FACT_CHARS);
            bank.say(Key::GoalPart, 0, &[("component", &part.name), ("fact", &fact)])
        }
        None => part.name.clone(),
    }
}
