//! The rules, one file each: what it forbids, and a test of what it catches and what it lets pass.

mod crate_edge;
mod file_length;
mod finding_covered;
mod forgotten_test;
mod glossary;
mod lock_budget;
mod mod_rs;
mod module_cycle;
mod module_head;
mod name_word;
mod sole_home;
mod test_attribute;
mod type_name;
mod workplace;

use super::tree::Tree;
use super::violation::Violation;

/// Every rule, in no particular order: reports are sorted by place.
pub(super) const RULES: &[fn(&Tree) -> Vec<Violation>] = &[
    crate_edge::check,
    sole_home::check,
    module_head::check,
    module_cycle::check,
    file_length::check,
    mod_rs::check,
    name_word::check,
    type_name::check,
    test_attribute::check,
    forgotten_test::check,
    lock_budget::check,
    glossary::check,
    finding_covered::check,
    workplace::check,
];
