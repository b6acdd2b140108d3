//! The prose of the spec, from what was established.
//!
//! Owns which fact becomes a bound, something left out or a criterion. The words stay the user's.
//! Must not render anything.

use super::bank::{Bank, TextKey};
use super::exclusion::{self, Parted};
use super::lexicon::SenseLexicon;
use super::text::shorten;
use super::view::NeedView;
use super::{goal, remark};
use crate::deep::{Assumption, Dimension, Fact, RowBrief, SpecCriterion, SpecDraft};
use crate::rules::proposal;
use charter_contract::Topic;

/// How many lines a list holds.
const LINES_MAX: usize = 60;

/// How long a criterion is at most.
const CRITERION_CHARS_MAX: usize = 400;

/// Fulfils the need for the spec.
pub(super) fn draft(
    lexicon: &SenseLexicon,
    bank: &Bank,
    view: &NeedView,
) -> Result<SpecDraft, String> {
    let holds: Vec<&Fact> =
        view.facts.iter().filter(|it| !it.disputed && !it.is_superseded()).collect();
    let parted: Vec<(&Fact, Parted)> =
        holds.iter().map(|it| (*it, exclusion::part(lexicon, &it.statement))).collect();
    let line = |fact: &Fact, words: Option<&String>| Some(format!("{} ({})", words?, fact.id));
    let out = parted.iter().filter_map(|(fact, it)| line(fact, it.out.as_ref()));
    let non_goals: Vec<String> = out.take(LINES_MAX).collect();
    let kept = |dimension: Dimension| {
        let facts = parted.iter().filter(move |(it, _)| it.dimension == Some(dimension));
        facts.filter_map(move |(fact, it)| line(fact, it.kept.as_ref()))
    };
    let bounds: Vec<String> = kept(Dimension::Constraints).take(LINES_MAX).collect();
    let mut context: Vec<String> = kept(Dimension::Context).collect();
    context.extend(view.brief.codebase.clone().map(|it| shorten(&it, 2_000)));
    context.extend(
        view.brief.intents.iter().flatten().map(|it| format!("{}: {}", it.id, it.statement)),
    );
    let criteria = criteria(lexicon, bank, view, &parted);
    if criteria.is_empty() {
        return Err("nothing was answered that a criterion could rest on".to_owned());
    }
    Ok(SpecDraft {
        goal: goal::sentence(lexicon, view),
        constraints: bounds,
        non_goals,
        criteria,
        assumptions: assumptions(bank, view),
        technical_context: context.join("\n"),
    })
}

/// Lists what must be shown: the criteria that were established, of a part without one its goal,
/// and where nothing is established what was answered.
fn criteria(
    lexicon: &SenseLexicon,
    bank: &Bank,
    view: &NeedView,
    parted: &[(&Fact, Parted)],
) -> Vec<SpecCriterion> {
    let mut criteria: Vec<SpecCriterion> = Vec::new();
    for part in view.active() {
        let is_own = |it: &&&(&Fact, Parted)| it.0.component.as_deref() == Some(part.id.as_str());
        let of = |dimension: Dimension| {
            let facts = parted.iter().filter(|it| is_own(&it));
            let facts = facts.filter(|(it, _)| it.dimension == Some(dimension));
            let kept = facts.filter_map(|(fact, it)| Some((it.kept.as_ref()?, &fact.id)));
            kept.map(|(words, id)| criterion(words, &part.id, id)).collect::<Vec<_>>()
        };
        let shown = Some(of(Dimension::Criteria)).filter(|it| !it.is_empty());
        criteria.extend(shown.unwrap_or_else(|| of(Dimension::Goal).into_iter().take(2).collect()));
    }
    if criteria.is_empty() {
        let answered: Vec<&RowBrief> = view.rows.iter().filter(|it| it.answer.is_some()).collect();
        let is_own = |row: &&RowBrief| {
            let said = row.answer.as_deref().unwrap_or_default();
            !bank.is_option(said) && !remark::is_remark(lexicon, said)
        };
        let own: Vec<&RowBrief> = answered.iter().copied().filter(is_own).collect();
        let rows = if own.is_empty() { answered } else { own };
        for row in rows.into_iter().take(LINES_MAX) {
            let quote = shorten(row.answer.as_deref().unwrap_or_default(), CRITERION_CHARS_MAX);
            let name = view.name_of(&row.component);
            let text =
                bank.say(TextKey::SpecCriterion, 0, &[("component", name), ("quote", &quote)]);
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

fn assumptions(bank: &Bank, view: &NeedView) -> Vec<Assumption> {
    let assumed = view.rows.iter().filter(|it| it.assumed && it.answer.is_some());
    let assumption = |row: &RowBrief| {
        let name = view.name_of(&row.component);
        let said = row.answer.as_deref().unwrap_or_default();
        Assumption {
            assumption: format!("R{}, {name}: {}", row.round, shorten(said, CRITERION_CHARS_MAX)),
            challenge: bank.say(TextKey::SpecChallenge, 0, &[]),
            resolution: bank.say(TextKey::SpecResolution, 0, &[]),
        }
    };
    assumed.take(LINES_MAX).map(assumption).collect()
}
