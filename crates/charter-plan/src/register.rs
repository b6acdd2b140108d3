//! The register that an approved plan proposes.
//!
//! Owns how its steps become milestones. A proposal in an authored file: what people wrote there is never
//! touched, and what was agreed is not proposed again. Must not know what makes a criterion: drafting says so.

use super::Shape;
use super::demand::agreed_titles;
use charter_contract::ContractState;
use charter_contract::drafting::{
    self, CriterionDraft, DraftStatement, Drafted, RegisterDraft, plain,
};
use charter_kernel::markdown::{Source, words};
use std::collections::BTreeSet;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 60;

const TITLE_CHARS_MAX: usize = 100;

/// What became of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Register {
    Drafted {
        criteria: usize,
        milestones: usize,
    },
    /// Somebody wrote criteria of their own, so it stays as it is.
    Authored,
    /// It holds every one of them already, or hides the place where they belong.
    Unchanged,
}

/// Drafts criteria from those of a plan, each belonging to the step that it is about.
pub(super) fn drafted(state: &ContractState, shape: &Shape, run: &str) -> Drafted {
    let statements: Vec<DraftStatement> = shape
        .criteria
        .iter()
        .map(|it| DraftStatement {
            text: it.statement.clone(),
            from: it.from.iter().cloned().chain([run.to_owned()]).collect(),
            milestone: it.step_idx.map(|idx| idx.to_string()),
            ..DraftStatement::default()
        })
        .collect();
    let mut drafted = drafting::draft(&statements);
    let agreed: BTreeSet<String> = agreed_titles(state).map(|(_, title)| plain(title)).collect();
    let names_agreed = |it: &CriterionDraft| {
        agreed.contains(&plain(&it.statement))
            || agreed_titles(state).any(|(id, _)| it.statement.starts_with(id))
    };
    drafted.criteria.retain(|it| !names_agreed(it));
    drafted.criteria.truncate(DRAFTED_MAX);
    drafted
}

/// Puts the drafted criteria of a plan behind what a register holds.
pub(super) fn draft(
    criteria: &Source,
    drafted: &Drafted,
    shape: &Shape,
    task: &str,
) -> (Option<Source>, Register) {
    let Some(mut register) = RegisterDraft::open(criteria, is_drafted) else {
        return (None, Register::Authored);
    };
    let new = drafted.criteria.iter().filter(|it| register.is_new(&it.statement));
    let new: Vec<CriterionDraft> = new.cloned().collect();
    let mut milestones = 0;
    let steps = shape.steps.iter().enumerate().map(|(idx, title)| (Some(idx), title.as_str()));
    let rest = if shape.steps.is_empty() { task } else { "The whole" };
    for (idx, title) in steps.chain([(None, rest)]) {
        let step = idx.map(|it| it.to_string());
        let of: Vec<CriterionDraft> =
            new.iter().filter(|it| it.milestone == step).cloned().collect();
        if of.is_empty() {
            continue;
        }
        let id = register.free_milestone(idx.unwrap_or(shape.steps.len()) + 1);
        register.add(&id, &words::shorten(title, TITLE_CHARS_MAX), "PLAN", &of);
        milestones += 1;
    }
    match register.finish() {
        Some(source) => (Some(source), Register::Drafted { criteria: new.len(), milestones }),
        None => (None, Register::Unchanged),
    }
}

/// Tells whether something is what an interview, an import or a plan drafts from.
fn is_drafted(from: &str) -> bool {
    from.starts_with(['Q', 'R', 'F', 'P']) || from == "imported"
}
