//! What stands against completion in reviews: objections, and receipts that are missing or stale.
//!
//! Must not know how a blocker is shown.

use crate::event::Objection;
use crate::matter::Matter;
use crate::objection::is_unsigned;
use crate::receipt::{self, Freshness};
use crate::unit::units;
use charter_contract::Blocker;
use charter_contract::blocker::NEEDS_PERSON;
use charter_contract::report::cell;
use std::fmt::Write;

/// The word for what a reviewer found and nobody settled.
pub const OBJECTION: &str = "review-blocker";

/// Lists what reviewers found and nobody settled.
#[must_use]
pub fn objection_blockers(matter: Matter<'_>) -> Vec<Blocker> {
    let blocker = |(id, objection): (&String, &Objection)| {
        let blocker = Blocker::new(OBJECTION, format!("{id}: {}", objection.text));
        match matter.docs.criteria.find(&objection.target) {
            Some(criterion) => blocker.of_criterion(criterion.id.as_str()),
            None => blocker.of_milestone(&objection.target),
        }
    };
    let mut blockers: Vec<Blocker> = matter.review.open_objections().map(blocker).collect();
    let unsigned = matter.review.objections.iter().filter(|(_, it)| is_unsigned(it, matter));
    blockers.extend(unsigned.map(|(id, it)| {
        let words = format!(
            "{id} ({}) was settled without a valid signature: a person listed in .charter/people settles it \
             with `charter block --resolve {id} -m WHY`",
            it.text
        );
        Blocker::new(NEEDS_PERSON, words)
    }));
    blockers
}

/// At strict every milestone wants a receipt that still holds, and so does the whole.
#[must_use]
pub fn receipt_blockers(matter: Matter<'_>) -> Vec<Blocker> {
    let units = units(matter.docs);
    let named = units.iter().map(|it| (it.as_str(), receipt::freshness(matter, it)));
    let mut blockers: Vec<Blocker> =
        named.filter_map(|(unit, freshness)| receipt_blocker(unit, freshness)).collect();
    // The last milestone that is taken gives the final receipt: one thing to do, not two.
    if let (true, Some(last)) = (blockers.is_empty(), units.last()) {
        blockers.extend(receipt_blocker(last, receipt::final_freshness(matter)));
    }
    let waits = receipt::unsigned(matter).into_iter().map(|(unit, receipt)| {
        let by = receipt::taken_by(receipt, matter);
        let words = format!("{by} took the quality gate of `{unit}`; a person has to sign it");
        Blocker::new(NEEDS_PERSON, words).of_milestone(&unit)
    });
    blockers.extend(waits);
    blockers
}

fn receipt_blocker(unit: &str, freshness: Freshness) -> Option<Blocker> {
    let blocker = match freshness {
        Freshness::Fresh => return None,
        Freshness::Missing => {
            let words = format!("the quality gate of `{unit}` was not taken");
            Blocker::new("receipt-missing", words)
        }
        Freshness::Stale(reasons) => {
            let words = format!("the receipt of `{unit}` is stale: {}", reasons.join("; "));
            Blocker::new("receipt-stale", words)
        }
    };
    Some(blocker.of_milestone(unit))
}

/// Says what reviewers found, for REPORT.md.
#[must_use]
pub fn found(matter: Matter<'_>) -> String {
    let mut text = String::new();
    if !matter.review.objections.is_empty() {
        text.push_str("\nWhat reviewers found:\n\n");
    }
    for (id, objection) in &matter.review.objections {
        let how = objection.settled.as_deref().unwrap_or("open");
        let _ = writeln!(
            text,
            "- {} against {}: {} ({})",
            cell(id),
            cell(&objection.target),
            cell(&objection.text),
            cell(how)
        );
    }
    text
}
