//! What a plan must not leave out: what an interview locked, and what was agreed.
//!
//! Owns how a text names one: by its id, or in the same words. Must not know where the words come from.

use super::Shape;
use charter_contract::ContractState;
use charter_contract::drafting::plain;
use charter_contract::object::problem;
use charter_kernel::Problem;
use charter_kernel::markdown::words::shorten;

/// The most letters of what is left out, where it is named.
const WORDS_CHARS_MAX: usize = 80;

/// Something that a plan is to name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanDemand {
    pub kind: DemandKind,
    /// `VAL-EXPORT-001`, `artifact:csv-export`.
    pub id: String,
    /// What it says.
    pub words: String,
}

/// What sort of thing a plan is to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemandKind {
    /// What the interview locked.
    Intent,
    /// A criterion that was agreed.
    Criterion,
}

/// Lists what a plan is to name: what an interview locked, given by id and words, and what was agreed.
#[must_use]
pub fn demands(state: &ContractState, intents: &[(String, String)]) -> Vec<PlanDemand> {
    let intents = intents.iter().map(|(id, words)| PlanDemand {
        kind: DemandKind::Intent,
        id: id.clone(),
        words: words.clone(),
    });
    let agreed = agreed_titles(state).map(|(id, title)| PlanDemand {
        kind: DemandKind::Criterion,
        id: id.to_owned(),
        words: title.to_owned(),
    });
    intents.chain(agreed).collect()
}

/// Lists the criteria that were agreed and still hold: their ids and titles.
pub(super) fn agreed_titles(state: &ContractState) -> impl Iterator<Item = (&str, &str)> {
    let held = state
        .agreed
        .iter()
        .filter(|(id, _)| !state.let_go.contains_key(*id) && !state.waived.contains_key(*id));
    held.filter_map(|(id, all)| {
        let title = all.last()?.text.lines().next().unwrap_or_default().trim();
        Some((id.as_str(), title))
    })
}

/// Lists what a text leaves out.
pub(super) fn missed<'d>(demands: &'d [PlanDemand], text: &str) -> Vec<&'d PlanDemand> {
    let shape = Shape::parse(text);
    let said = plain(text);
    let is_named = |it: &PlanDemand| {
        names(text, &it.id)
            || match it.kind {
                DemandKind::Intent => said.contains(&plain(&it.words)),
                DemandKind::Criterion => {
                    shape.criteria.iter().any(|own| plain(&own.statement) == plain(&it.words))
                }
            }
    };
    demands.iter().filter(|it| !is_named(it)).collect()
}

/// Tells whether a text names an id, and not one that begins with it.
fn names(text: &str, id: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '-' || it == '_';
    text.match_indices(id).any(|(at, _)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let behind = text.get(at + id.len()..).and_then(|it| it.chars().next());
        !before.is_some_and(is_part) && !behind.is_some_and(is_part)
    })
}

impl PlanDemand {
    /// Says that a plan leaves it out, and what would name it.
    #[must_use]
    pub fn problem(&self) -> Problem {
        problem(&self.id, self.kind.code(), self.gap())
    }

    /// Says that a plan leaves it out, in words.
    #[must_use]
    pub fn gap(&self) -> String {
        let words = shorten(&self.words, WORDS_CHARS_MAX);
        let what = match self.kind {
            DemandKind::Intent => "which the interview locked",
            DemandKind::Criterion => "which was agreed",
        };
        format!("it leaves out `{}`, {what}: {words}", self.id)
    }
}

impl DemandKind {
    fn code(self) -> &'static str {
        match self {
            Self::Intent => "intent-missing",
            Self::Criterion => "criterion-missing",
        }
    }
}
