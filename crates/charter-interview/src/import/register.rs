//! The register that an imported spec proposes.
//!
//! Owns where its criteria go. A proposal in an authored file: people change it. Must not know the
//! form of a drafted criterion.

use super::Imported;
use charter_contract::drafting::{DraftedCriterion, append, render};
use charter_kernel::markdown::Source;
use std::collections::BTreeSet;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 60;

/// Gives a register with the criteria of an import behind what it holds; none where there is none.
#[must_use]
pub fn draft(criteria: &Source, imported: &Imported) -> Option<Source> {
    let one = |statement: &'_ String| statement.clone();
    let statements: Vec<String> = imported.criteria.iter().take(DRAFTED_MAX).map(one).collect();
    if statements.is_empty() {
        return None;
    }
    let drafted: Vec<DraftedCriterion<'_>> = statements
        .iter()
        .map(|statement| DraftedCriterion {
            subject: &imported.title,
            fallback: "SPEC",
            statement,
            from: "imported".to_owned(),
            vague: None,
        })
        .collect();
    let text = render("m1", &imported.title, &drafted, &mut BTreeSet::new());
    append(criteria, &text)
}
