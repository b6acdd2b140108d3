//! How many tests a run counted, and the words for it.
//!
//! Owns the figure. Must not know a runner's output (`reading`).

use serde::{Deserialize, Serialize};

/// What a runner counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub runner: String,
    pub total: u64,
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl Counts {
    pub(super) fn new(runner: &str, passed: u64, failed: u64, skipped: u64) -> Self {
        let total = passed.saturating_add(failed).saturating_add(skipped);
        Self { runner: runner.to_owned(), total, passed, failed, skipped }
    }

    /// Adds what another summary counted; the name says both where the runners differ.
    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut names: Vec<&str> = self.runner.split(" + ").collect();
        if !names.contains(&other.runner.as_str()) {
            names.push(&other.runner);
        }
        Self::new(
            &names.join(" + "),
            self.passed.saturating_add(other.passed),
            self.failed.saturating_add(other.failed),
            self.skipped.saturating_add(other.skipped),
        )
    }

    /// Says it in words: `3 of 4 tests passed, 1 skipped`.
    #[must_use]
    pub fn words(&self) -> String {
        let tests = if self.total == 1 { "test" } else { "tests" };
        let mut words = format!("{} of {} {tests} passed", self.passed, self.total);
        for (n, word) in [(self.failed, "failed"), (self.skipped, "skipped")] {
            if n > 0 {
                words = format!("{words}, {n} {word}");
            }
        }
        words
    }
}

/// Removes what only colours a terminal or moves its cursor.
#[must_use]
pub fn strip_ansi(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string().replace('\r', "")
}
