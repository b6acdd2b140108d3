//! The register that an approved plan proposes.
//!
//! Owns how its steps become milestones and its acceptance criteria become criteria. A proposal in
//! an authored file: what people wrote there is never touched. Must not know the form of a drafted
//! criterion.

use super::{PlanCriterion, Shape};
use charter_contract::Topic;
use charter_contract::drafting::{DraftedCriterion, RegisterDraft};
use charter_contract::mind::{Mind, Proposal};
use charter_kernel::markdown::{Source, words};

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

/// Drafts the criteria of a plan behind what a register holds.
pub(super) fn draft(
    criteria: &Source,
    shape: &Shape,
    (run, task): (&str, &str),
    mind: &dyn Mind,
) -> (Option<Source>, Register) {
    let Some(mut register) = RegisterDraft::open(criteria, is_drafted) else {
        return (None, Register::Authored);
    };
    let is_new = |it: &&PlanCriterion| register.is_new(&it.statement);
    let new: Vec<&PlanCriterion> = shape.criteria.iter().filter(is_new).take(DRAFTED_MAX).collect();
    let mut milestones = 0;
    let steps = shape.steps.iter().enumerate().map(|(idx, title)| (Some(idx), title.as_str()));
    let rest = if shape.steps.is_empty() { task } else { "The whole" };
    for (idx, title) in steps.chain([(None, rest)]) {
        let of = new.iter().filter(|it| it.step_idx == idx);
        let of: Vec<(&PlanCriterion, Proposal)> = of.map(|it| (*it, read(it, mind))).collect();
        if of.is_empty() {
            continue;
        }
        let drafted: Vec<DraftedCriterion<'_>> = of.iter().map(|it| drafted(it, run)).collect();
        let id = register.free_milestone(idx.unwrap_or(shape.steps.len()) + 1);
        register.add(&id, &words::shorten(title, TITLE_CHARS_MAX), &drafted);
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

/// Asks a mind what a criterion is about and which of its words cannot be measured.
fn read(criterion: &PlanCriterion, mind: &dyn Mind) -> Proposal {
    let read =
        mind.propose(Topic::Success, &format!("- {}", criterion.statement)).into_iter().next();
    let none = || Proposal {
        subject: String::new(),
        statement: criterion.statement.clone(),
        vague: None,
        excluded: false,
    };
    read.unwrap_or_else(none)
}

fn drafted<'a>(
    (criterion, proposal): &'a (&PlanCriterion, Proposal),
    run: &str,
) -> DraftedCriterion<'a> {
    let from: Vec<&str> = criterion.from.iter().map(String::as_str).chain([run]).collect();
    DraftedCriterion {
        subject: &proposal.subject,
        fallback: "PLAN",
        statement: &criterion.statement,
        from: from.join(", "),
        vague: proposal.vague.as_deref(),
    }
}
