//! `cargo xtask docs`: writes the reference pages anew.
//!
//! The tests that compare the pages with the code also know how to write them; this only asks.

use crate::error::{ChoreError, Result};
use crate::step::step_with;

/// Runs the reference tests in their writing mode.
pub(crate) fn run(args: &[String]) -> Result<()> {
    if !args.is_empty() {
        return Err(ChoreError::Usage("`docs` takes no arguments".to_owned()));
    }
    let argv = ["cargo", "nextest", "run", "-p", "charter", "-E", "test(reference)"];
    step_with("docs", &argv, &[("UPDATE", "1")])
}
