//! What one reader found in a run's words, and the grammar that readers share.
//!
//! Owns the limits: how many names are kept, and how long they may be. Must not know a runner.

use crate::proof::counts::Counts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many names of tests are kept.
pub(super) const NAMES_MAX: usize = 20_000;
/// How many characters of a name, or of a line that says what broke, are kept.
const NAME_CHARS_MAX: usize = 400;
/// How many lines that say what broke are kept.
const BROKEN_LINES_MAX: usize = 40;

/// What became of a test; of several of one name, the greatest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseOutcome {
    Passed,
    Skipped,
    Failed,
}

/// What a reader found.
#[derive(Debug, Default)]
pub(super) struct ToldCounts {
    pub(super) counts: Option<Counts>,
    pub(super) outcomes: BTreeMap<String, CaseOutcome>,
    pub(super) broken: Vec<String>,
    pub(super) n_reruns: u64,
}

impl ToldCounts {
    /// Adds what a summary says.
    pub(super) fn counted(&mut self, runner: &str, passed: u64, failed: u64, skipped: u64) {
        let counts = Counts::new(runner, passed, failed, skipped);
        self.counts = Some(match self.counts.take() {
            Some(before) => before.plus(&counts),
            None => counts,
        });
    }

    /// Notes what became of a test.
    pub(super) fn case(&mut self, name: &str, outcome: CaseOutcome) {
        let name: String = name.trim().chars().take(NAME_CHARS_MAX).collect();
        if name.is_empty() || self.outcomes.len() >= NAMES_MAX && !self.outcomes.contains_key(&name)
        {
            return;
        }
        let known = self.outcomes.entry(name).or_insert(outcome);
        *known = outcome.max(*known);
    }

    /// Notes a line that says what broke the run.
    pub(super) fn broke(&mut self, line: &str) {
        let line: String = line.trim().chars().take(NAME_CHARS_MAX).collect();
        let is_new = line.contains(char::is_alphanumeric) && !self.broken.contains(&line);
        if is_new && self.broken.len() < BROKEN_LINES_MAX {
            self.broken.push(line);
        }
    }
}

/// Reads `3 passed, 1 failed` as pairs; none where a part is anything else, so that a sentence with
/// these words in it is no summary.
pub(super) fn pairs<'a>(text: &'a str, separator: &str) -> Option<Vec<(u64, &'a str)>> {
    let parts = text.trim().split(separator).map(|it| {
        let (n, word) = it.trim().split_once(' ')?;
        Some((n.parse().ok()?, word.trim()))
    });
    parts.collect()
}

/// Adds the numbers that stand before one of some words.
pub(super) fn number(pairs: &[(u64, &str)], words: &[&str]) -> u64 {
    let found = pairs.iter().filter(|(_, word)| words.contains(word));
    found.fold(0, |sum, (n, _)| sum.saturating_add(*n))
}

/// Tells whether each word of some pairs is one of those that a runner uses.
pub(super) fn only(pairs: &[(u64, &str)], words: &[&str]) -> bool {
    pairs.iter().all(|(_, word)| words.contains(word))
}

/// Reads `Failures: 1, Errors: 0` or `failures=1, errors=2` as pairs.
pub(super) fn fields(text: &str, mark: char) -> Option<Vec<(u64, &str)>> {
    let parts = text.trim().split(',').map(|it| {
        let (word, n) = it.split_once(mark)?;
        Some((n.trim().parse().ok()?, word.trim()))
    });
    parts.collect()
}

/// Takes a time at the end of a name: ` (5 ms)`, ` [0.04ms]`, ` 12ms`.
pub(super) fn without_time(name: &str) -> &str {
    let name = name.trim_end();
    let Some((start, last)) = name.rsplit_once([' ', '(', '[']) else { return name };
    let bare = last.trim_end_matches([')', ']']);
    let is_time = |it: &str| {
        let number = it.trim_end_matches(|it: char| it.is_ascii_alphabetic() || it == 'µ');
        number.len() < it.len() && number.parse::<f64>().is_ok()
    };
    if is_time(bare) {
        return start.trim_end_matches(['(', '[', ' ']);
    }
    // `(5 ms)` is two words.
    match start.rsplit_once(['(', '[']) {
        Some((name, n)) if matches!(bare, "ms" | "s" | "m") && n.parse::<f64>().is_ok() => {
            name.trim_end()
        }
        Some(_) | None => name,
    }
}

/// Tells how far a line is indented.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Tells whether a line is a rule: at least ten of one character and nothing else.
pub(super) fn is_rule(line: &str, mark: char) -> bool {
    line.len() >= 10 && line.chars().all(|it| it == mark)
}
