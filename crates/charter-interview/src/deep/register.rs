//! The register that an interview proposes.
//!
//! Owns how the criteria of a spec become criteria of a register: a milestone a component, each
//! criterion with the rounds and facts it came from. A proposal in an authored file: people change
//! it, and what they wrote is never touched. Must not know the form of a drafted criterion: the
//! brief interview has it.

use super::Interview;
use super::fulfilment::SpecCriterion;
use charter_contract::drafting::{DraftedCriterion, RegisterDraft};
use charter_kernel::markdown::Source;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 60;

/// Gives a register with the criteria of the spec behind what it holds; none where somebody wrote
/// criteria of their own or nothing is new.
pub(crate) fn draft(criteria: &Source, interview: &Interview) -> Option<Source> {
    let spec = interview.ending.spec.as_ref()?;
    let is_drafted = |from: &str| from.starts_with(['Q', 'R', 'F']) || from == "imported";
    let mut register = RegisterDraft::open(criteria, is_drafted)?;
    let is_new = |it: &&SpecCriterion| register.is_new(&it.statement);
    let new: Vec<&SpecCriterion> = spec.criteria.iter().filter(is_new).take(DRAFTED_MAX).collect();
    let number = interview.ending.n_specs;
    let names = interview.topology.active().map(|it| (Some(it.id.as_str()), it.name.as_str()));
    for (idx, (component, name)) in names.chain([(None, "The whole")]).enumerate() {
        let of = new.iter().filter(|it| it.component.as_deref() == component);
        let drafted: Vec<DraftedCriterion<'_>> = of.map(|it| drafted(it, component)).collect();
        if drafted.is_empty() {
            continue;
        }
        let milestone =
            if number <= 1 { format!("m{}", idx + 1) } else { format!("m{}-{number}", idx + 1) };
        register.add(&milestone, name, &drafted);
    }
    register.finish()
}

fn drafted<'a>(criterion: &'a SpecCriterion, component: Option<&'a str>) -> DraftedCriterion<'a> {
    DraftedCriterion {
        subject: component.unwrap_or("spec"),
        fallback: "SPEC",
        statement: &criterion.statement,
        from: criterion.from.join(", "),
        vague: criterion.vague.as_deref(),
    }
}
