//! The workspace passes its own rules; and how a rule's tests run it on a few lines.

use super::run::list_violations;
use super::tree::{File, Tree};
use super::violation::Violation;
use crate::root;

/// Runs one rule over files given as path and text, and compares its report line by line.
pub(super) fn check(rule: fn(&Tree) -> Vec<Violation>, files: &[(&str, &str)], expect: &[&str]) {
    let files = files.iter().map(|(path, text)| File::new((*path).to_owned(), (*text).to_owned()));
    let tree = Tree::new(files.collect());
    let mut violations = rule(&tree);
    violations.sort();
    let report: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(report, expect);
}

#[test]
fn the_workspace_is_tidy() {
    let tree = Tree::load(root::workspace()).unwrap();
    let violations = list_violations(&tree);
    let report: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert!(report.is_empty(), "{} violations\n{}", report.len(), report.join("\n"));
}
