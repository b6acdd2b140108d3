//! The register that an interview proposes.
//!
//! Owns how the criteria of a spec become criteria of a register: a milestone a component, each
//! criterion with the rounds and facts it came from. A proposal in an authored file: people change
//! it, and what they wrote is never touched. Must not know what makes a criterion: drafting says so.

use super::Interview;
use charter_contract::drafting::{self, CriterionDraft, DraftStatement, Drafted, RegisterDraft};
use charter_kernel::markdown::Source;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 60;

/// Drafts criteria from the spec of an interview, each belonging to the component that it is about.
pub(super) fn drafted(interview: &Interview) -> Drafted {
    let spec = interview.ending.spec.iter().flat_map(|it| &it.criteria);
    let statements: Vec<DraftStatement> = spec
        .map(|it| DraftStatement {
            text: it.statement.clone(),
            from: it.from.clone(),
            topic: None,
            subject: it.component.clone(),
            milestone: it.component.clone(),
        })
        .collect();
    drafting::draft(&statements)
}

/// Gives a register with the criteria of the spec behind what it holds; none where somebody wrote
/// criteria of their own or nothing is new.
pub(crate) fn draft(criteria: &Source, interview: &Interview) -> Option<Source> {
    let is_drafted = |from: &str| from.starts_with(['Q', 'R', 'F']) || from == "imported";
    let mut register = RegisterDraft::open(criteria, is_drafted)?;
    let mut new = drafted(interview).criteria;
    new.retain(|it| register.is_new(&it.statement));
    new.truncate(DRAFTED_MAX);
    let names = interview.topology.active().map(|it| (Some(it.id.as_str()), it.name.as_str()));
    let whole = if interview.is_checklist() { "It works when" } else { "The whole" };
    for (component, name) in names.chain([(None, whole)]) {
        let of = new.iter().filter(|it| it.milestone.as_deref() == component);
        let of: Vec<CriterionDraft> = of.cloned().collect();
        if of.is_empty() {
            continue;
        }
        let milestone = register.free_milestone(1);
        register.add(&milestone, name, "SPEC", &of);
    }
    register.finish()
}
