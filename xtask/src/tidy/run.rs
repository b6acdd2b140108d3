//! Running every rule over the workspace and printing what they find.

use super::rule::RULES;
use super::tree::Tree;
use super::violation::Violation;
use crate::error::{ChoreError, Result};
use crate::root;

/// Checks the workspace, prints each violation, and fails if there is one.
pub(crate) fn run(args: &[String]) -> Result<()> {
    if !args.is_empty() {
        return Err(ChoreError::Usage("`tidy` takes no arguments".to_owned()));
    }
    let tree = Tree::load(root::workspace())?;
    let violations = list_violations(&tree);
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => Ok(()),
        n_violations => Err(ChoreError::Untidy(n_violations)),
    }
}

/// Lists what every rule finds, by file and line.
pub(crate) fn list_violations(tree: &Tree) -> Vec<Violation> {
    let mut violations: Vec<Violation> = RULES.iter().flat_map(|rule| rule(tree)).collect();
    violations.sort();
    violations
}
