//! `cargo xtask interview-eval`: what the interview without a model asks, finds and takes.
//!
//! Owns the call alone. The measurement needs documents that are not in the repository, says so without them and
//! fails; it is `charter-measure`, since no chore knows the product's rules.

use crate::error::Result;
use crate::step::step;

/// Runs the measurement with the arguments it was given.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let mut argv =
        vec!["cargo", "run", "--quiet", "--package", "charter-measure", "--", "interview-eval"];
    argv.extend(args.iter().map(String::as_str));
    step("interview-eval", &argv)
}
