//! The register that an imported spec proposes.
//!
//! Owns where its criteria go. A proposal in an authored file: people change it. Must not know what makes a
//! criterion: drafting says so.

use super::Imported;
use charter_contract::drafting::{self, DraftStatement, Drafted, RegisterDraft};
use charter_kernel::markdown::Source;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 60;

/// Drafts criteria from what an import says must hold.
#[must_use]
pub fn drafted(imported: &Imported) -> Drafted {
    let statement = |text: &String| DraftStatement {
        text: text.clone(),
        from: vec!["imported".to_owned()],
        ..DraftStatement::default()
    };
    let statements: Vec<DraftStatement> = imported.criteria.iter().map(statement).collect();
    let mut drafted = drafting::draft(&statements);
    drafted.criteria.truncate(DRAFTED_MAX);
    drafted
}

/// Gives a register with the criteria of an import behind what it holds; none where there is none.
#[must_use]
pub fn draft(criteria: &Source, imported: &Imported) -> Option<Source> {
    let drafted = drafted(imported).criteria;
    if drafted.is_empty() {
        return None;
    }
    let mut register = RegisterDraft::blind(criteria);
    register.add("m1", &imported.title, "SPEC", &drafted);
    register.finish()
}
