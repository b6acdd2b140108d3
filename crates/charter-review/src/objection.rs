//! Objections: what a reviewer found that stands against a milestone or a criterion.
//!
//! Owns when one is the same as another, and how many may be open. Must not know who reviews.

use crate::event::{Objection, ReviewEvent};
use crate::matter::Matter;
use crate::refusal::ReviewRefusal;
use crate::unit::units;
use charter_contract::{CharterAct, ContractRefusal, check_active};
use charter_kernel::{Context, Decision, shell_word};

/// The most objections that may be open against one thing: a review that finds more is stuck.
pub const OPEN_MAX: usize = 3;

/// Decides to raise an objection, and gives its name; one that is open already keeps its own.
pub fn raise(
    matter: Matter<'_>,
    target: &str,
    text: &str,
) -> Result<(Decision<ReviewEvent>, String), ReviewRefusal> {
    check_active(matter.contract, "take an objection")?;
    let target = find_target(matter, target)?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(ContractRefusal::ReasonMissing("block").into());
    }
    let open = || matter.review.open_objections().filter(|(_, it)| it.target == target);
    if let Some((id, _)) = open().find(|(_, it)| it.text == text) {
        return Ok((Decision::default(), id.clone()));
    }
    if open().count() >= OPEN_MAX {
        return Err(ReviewRefusal::ObjectionCap { target, max: OPEN_MAX });
    }
    let id = format!("B{}", matter.review.objections.len() + 1);
    let events = vec![ReviewEvent::ObjectionRaised { id: id.clone(), target, text }];
    Ok((Decision::of(events), id))
}

/// Decides to settle an objection. At strict that is for a person, or for whoever raised it.
pub fn settle(
    matter: Matter<'_>,
    id: &str,
    how: &str,
    ctx: &Context,
) -> Result<Decision<ReviewEvent>, ReviewRefusal> {
    check_active(matter.contract, "settle an objection")?;
    let how = how.trim();
    if how.is_empty() {
        return Err(ContractRefusal::ReasonMissing("block").into());
    }
    match matter.review.objections.get(id) {
        None => {
            let candidates = matter.review.open_objections().map(|(id, _)| id.clone()).collect();
            Err(ReviewRefusal::UnknownObjection { given: id.to_owned(), candidates })
        }
        Some(objection) if objection.settled.is_some() && !is_unsigned(objection, matter) => {
            Ok(Decision::default())
        }
        Some(_) => {
            // At strict nobody is known by a name alone, not even who raised it.
            let charter = shell_word(&matter.contract.charter_id);
            CharterAct::SettleObjection.check(&ctx.actor, matter.contract.rigor, || {
                format!("charter block --resolve {id} -m {} --charter {charter}", shell_word(how))
            })?;
            let (id, how) = (id.to_owned(), how.to_owned());
            let events = vec![ReviewEvent::ObjectionSettled { id, how }];
            Ok(Decision::of(events))
        }
    }
}

/// Tells whether an objection was settled without the signature that it takes.
#[must_use]
pub(crate) fn is_unsigned(objection: &Objection, matter: Matter<'_>) -> bool {
    let is_signed = |it| matter.docs.observed.signed.contains_key(&it);
    CharterAct::SettleObjection.is_signed(matter.contract.rigor)
        && objection.settled.is_some()
        && !objection.settled_at.is_some_and(is_signed)
}

fn find_target(matter: Matter<'_>, target: &str) -> Result<String, ContractRefusal> {
    let docs = matter.docs;
    if let Some(criterion) = docs.criteria.find(target) {
        return Ok(criterion.id.to_string());
    }
    let mut candidates = units(docs);
    if candidates.iter().any(|it| it == target) {
        return Ok(target.to_owned());
    }
    candidates.extend(docs.criteria.criteria().iter().map(|it| it.id.to_string()));
    let (charter_id, given) = (matter.contract.charter_id.clone(), target.to_owned());
    Err(ContractRefusal::UnknownMilestone { charter_id, given, candidates })
}
