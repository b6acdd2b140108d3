//! The units of a review: each milestone, and the criteria that stand under none.
//!
//! Must not know what a review says about them.

use crate::event::Objection;
use crate::matter::Matter;
use charter_contract::document::Criterion;
use charter_contract::{ContractRefusal, Docs};

/// The name of the criteria that stand under no milestone.
pub(crate) const UNGROUPED: &str = "_charter";

/// Lists the milestones that want a receipt: those that hold criteria, and the criteria without one.
#[must_use]
pub fn units(docs: &Docs) -> Vec<String> {
    let register = &docs.criteria;
    let mut units: Vec<String> = register.milestones().iter().map(|it| it.id.clone()).collect();
    if register.criteria().iter().any(|it| it.milestone.is_none()) {
        units.push(UNGROUPED.to_owned());
    }
    units
}

pub(crate) fn criteria_of<'a>(docs: &'a Docs, unit: &str) -> impl Iterator<Item = &'a Criterion> {
    let unit = unit.to_owned();
    let criteria = docs.criteria.criteria().iter();
    criteria.filter(move |it| it.milestone.as_deref().unwrap_or(UNGROUPED) == unit)
}

impl Objection {
    /// Gives the milestone that it concerns.
    #[must_use]
    pub fn unit_in(&self, docs: &Docs) -> String {
        match docs.criteria.find(&self.target) {
            Some(criterion) => criterion.milestone.clone().unwrap_or_else(|| UNGROUPED.to_owned()),
            None => self.target.clone(),
        }
    }
}

/// Refuses a milestone that the register does not hold.
pub(crate) fn check_unit(matter: Matter<'_>, unit: &str) -> Result<(), ContractRefusal> {
    let candidates = units(matter.docs);
    if candidates.iter().any(|it| it == unit) {
        return Ok(());
    }
    let (charter_id, given) = (matter.contract.charter_id.clone(), unit.to_owned());
    Err(ContractRefusal::UnknownMilestone { charter_id, given, candidates })
}
