//! The prose of the spec, from what was established.
//!
//! Owns which fact becomes a bound, something left out or a criterion. The words stay the user's.
//! Must not render anything.

use super::bank::{Bank, Key};
use super::feature::Features;
use super::goal;
use super::lexicon::Lexicon;
use super::text::shorten;
use super::view::{Row, View};
use crate::proposal;
use charter_core::deep::{Assumption, Dimension, Fact, SpecCriterion, SpecDraft};
use charter_core::interview::Topic;
use serde_json::{Value, json};

/// How many lines a list holds.
const LINES_MAX: usize = 60;

/// How long a criterion is at most.
const CRITERION_CHARS_MAX: usize = 400;

/// Fulfils the need for the spec.
pub(super) fn draft(lexicon: &Lexicon, bank: &Bank, view: &View) -> Value {
    let holds: Vec<&Fact> =
        view.facts.iter().filter(|it| !it.disputed && !it.is_superseded()).collect();
    let is_out = |it: &&&Fact| is_excluding(lexicon, &it.statement);
    let non_goals: Vec<&&Fact> = holds.iter().filter(is_out).collect();
    let is_bound = |it: &&&Fact| it.dimension == Some(Dimension::Constraints) && !is_out(it);
    let bounds: Vec<&&Fact> = holds.iter().filter(is_bound).collect();
    let setting = holds.iter().filter(|it| it.dimension == Some(Dimension::Context));
    let lines = |facts: &[&&Fact]| -> Vec<String> {
        facts.iter().take(LINES_MAX).map(|it| format!("{} ({})", it.statement, it.id)).collect()
    };
    let mut context: Vec<String> =
        setting.map(|it| format!("{} ({})", it.statement, it.id)).collect();
    context.extend(view.codebase.clone().map(|it| shorten(&it, 2_000)));
    context.extend(view.intents.iter().map(|(id, statement)| format!("{id}: {statement}")));
    let criteria = criteria(lexicon, bank, view, &holds);
    if criteria.is_empty() {
        return json!({ "failed": "nothing was answered that a criterion could rest on" });
    }
    json!(SpecDraft {
        goal: goal::sentence(view),
        constraints: lines(&bounds),
        non_goals: lines(&non_goals),
        criteria,
        assumptions: assumptions(bank, view),
        technical_context: context.join("\n"),
    })
}

fn is_excluding(lexicon: &Lexicon, statement: &str) -> bool {
    let said = statement.split(" → ").last().unwrap_or(statement);
    lexicon.leaves_out(said) && Features::read(lexicon, said).measures.is_empty()
}

/// Lists what must be shown: the criteria that were established, of a part without one its goal,
/// and where nothing is established what was answered.
fn criteria(lexicon: &Lexicon, bank: &Bank, view: &View, holds: &[&Fact]) -> Vec<SpecCriterion> {
    let mut criteria: Vec<SpecCriterion> = Vec::new();
    for part in view.active() {
        let own = holds.iter().filter(|it| it.component.as_deref() == Some(part.id.as_str()));
        let own: Vec<&&Fact> = own.filter(|it| !is_excluding(lexicon, &it.statement)).collect();
        let of = |dimension: Dimension| {
            let facts = own.iter().filter(move |it| it.dimension == Some(dimension));
            facts.map(|it| criterion(&it.statement, &part.id, &it.id)).collect::<Vec<_>>()
        };
        let shown = Some(of(Dimension::Criteria)).filter(|it| !it.is_empty());
        criteria.extend(shown.unwrap_or_else(|| of(Dimension::Goal).into_iter().take(2).collect()));
    }
    if criteria.is_empty() {
        let answered: Vec<&Row> = view.rows.iter().filter(|it| it.answer.is_some()).collect();
        let is_own = |row: &&Row| !bank.is_option(row.answer.as_deref().unwrap_or_default());
        let own: Vec<&Row> = answered.iter().copied().filter(is_own).collect();
        let rows = if own.is_empty() { answered } else { own };
        for row in rows.into_iter().take(LINES_MAX) {
            let quote = shorten(row.answer.as_deref().unwrap_or_default(), CRITERION_CHARS_MAX);
            let name = view.name_of(&row.component);
            let text = bank.say(Key::SpecCriterion, 0, &[("component", name), ("quote", &quote)]);
            let is_active = view.active().any(|it| it.id == row.component);
            let mut drafted = criterion(&text, &row.component, &format!("R{}", row.round));
            drafted.component = drafted.component.filter(|_| is_active);
            criteria.push(drafted);
        }
    }
    criteria.truncate(LINES_MAX);
    criteria
}

fn criterion(statement: &str, component: &str, from: &str) -> SpecCriterion {
    let vague = proposal::propose(Topic::Success, statement).into_iter().find_map(|it| it.vague);
    SpecCriterion {
        statement: shorten(statement, CRITERION_CHARS_MAX),
        component: Some(component.to_owned()),
        from: vec![from.to_owned()],
        vague,
    }
}

fn assumptions(bank: &Bank, view: &View) -> Vec<Assumption> {
    let assumed = view.rows.iter().filter(|it| it.is_assumed && it.answer.is_some());
    let assumption = |row: &Row| {
        let name = view.name_of(&row.component);
        let said = row.answer.as_deref().unwrap_or_default();
        Assumption {
            assumption: format!("R{}, {name}: {}", row.round, shorten(said, CRITERION_CHARS_MAX)),
            challenge: bank.say(Key::SpecChallenge, 0, &[]),
            resolution: bank.say(Key::SpecResolution, 0, &[]),
        }
    };
    assumed.take(LINES_MAX).map(assumption).collect()
}
