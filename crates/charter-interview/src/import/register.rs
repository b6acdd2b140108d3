//! The register that an imported spec proposes.
//!
//! Owns where its criteria go. A proposal in an authored file: people change it. Must not know the
//! form of a drafted criterion.

use super::Imported;
use charter_contract::drafting::{DraftedCriterion, RegisterDraft};
use charter_kernel::markdown::Source;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 60;

/// Gives a register with the criteria of an import behind what it holds; none where there is none.
#[must_use]
pub fn draft(criteria: &Source, imported: &Imported) -> Option<Source> {
    let drafted = imported.criteria.iter().take(DRAFTED_MAX).map(|statement| DraftedCriterion {
        subject: &imported.title,
        fallback: "SPEC",
        statement,
        from: "imported".to_owned(),
        vague: None,
    });
    let drafted: Vec<DraftedCriterion<'_>> = drafted.collect();
    if drafted.is_empty() {
        return None;
    }
    let mut register = RegisterDraft::blind(criteria);
    register.add("m1", &imported.title, &drafted);
    register.finish()
}
