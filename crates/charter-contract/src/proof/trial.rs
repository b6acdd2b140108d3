//! What was tried to see whether a run could have failed.
//!
//! Owns what is kept of a trial, and what the trials of a run say together: whether the work made the
//! difference, and whether a change to it is noticed. Must not run anything.

use super::Counts;
use serde::{Deserialize, Serialize};

/// From how many mutants on a check that noticed none of them is called insensitive.
const INSENSITIVE_MIN: usize = 3;

/// What the reason of a change says that was noticed by its text alone.
pub const LOOKS_AT_TEXT: &str = "looks at the text";

/// What was different in a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialKind {
    /// Nothing: the same once more.
    Here,
    /// The product is the base's, the tests are the present ones.
    Swap,
    /// The tests and their settings are the base's, the product is the present one.
    OldTests,
    /// Both are the base's.
    Base,
    /// The lines that were added to documents and settings are not there.
    Revert,
    /// One line of the product says something else.
    Mutant,
    /// One file is broken.
    Canary,
    /// Something that a later version knows.
    #[serde(other)]
    Other,
}

impl TrialKind {
    /// Says what was different, for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Here => "again",
            Self::Swap => "without the change",
            Self::OldTests => "tests of before",
            Self::Base => "the base as it was",
            Self::Revert => "lines taken back",
            Self::Mutant => "mutation",
            Self::Canary => "broken file",
            Self::Other => "something else",
        }
    }
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trial {
    pub kind: TrialKind,
    /// Whether the command failed there, in a way that speaks about what was different.
    pub noticed: bool,
    /// Whether it says nothing at all: it did not build, took too long, found other tests.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub invalid: bool,
    /// What happened, in words.
    pub reason: String,
    /// The place that was different: a file, with its line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What it said before and in the trial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<Counts>,
    /// The tests that failed there and not here, as far as they have names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<String>,
    pub duration_ms: u64,
}

impl Trial {
    /// Says what was changed: `before → after`, or what was taken out.
    #[must_use]
    pub fn change_words(&self) -> Option<String> {
        let change = self.change.as_deref()?.trim_end();
        Some(match change.strip_suffix('→') {
            Some(before) => format!("{} (line removed)", before.trim_end()),
            None => change.to_owned(),
        })
    }
}

/// What the trials say about the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Newness {
    /// It fails without the work.
    New,
    /// It passes without the work as well.
    Old,
    Unknown,
}

/// What the trials say about a change to the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sensitivity {
    Noticed,
    /// None of this many was.
    Insensitive(usize),
    /// Too few changes could be tried to say so.
    NotShown,
}

/// Says whether the work made the difference.
#[must_use]
pub fn newness(trials: &[Trial]) -> Newness {
    let swap = trials.iter().find(|it| it.kind == TrialKind::Swap && !it.invalid);
    match swap {
        Some(it) if it.noticed => Newness::New,
        Some(_) => Newness::Old,
        None => Newness::Unknown,
    }
}

/// Says whether a change to the code is noticed.
#[must_use]
pub fn sensitivity(trials: &[Trial]) -> Sensitivity {
    let mut changes = trials.iter().filter(|it| is_change(it.kind) && !it.invalid);
    if changes.clone().any(|it| it.noticed) {
        return Sensitivity::Noticed;
    }
    let n_valid = changes.clone().count();
    // One line may be any line; a broken file is not, and neither are all lines that were added.
    let is_any_line = changes.clone().any(|it| it.kind == TrialKind::Mutant);
    let is_whole = |it: &Trial| match it.kind {
        TrialKind::Canary => true,
        TrialKind::Revert => !is_any_line,
        TrialKind::Here
        | TrialKind::Swap
        | TrialKind::OldTests
        | TrialKind::Base
        | TrialKind::Mutant
        | TrialKind::Other => false,
    };
    if n_valid >= INSENSITIVE_MIN || changes.any(is_whole) {
        return Sensitivity::Insensitive(n_valid);
    }
    Sensitivity::NotShown
}

/// Gives the trial in which tests of the base failed with the present product.
#[must_use]
pub fn changed_expectation(trials: &[Trial]) -> Option<&Trial> {
    trials.iter().find(|it| it.kind == TrialKind::OldTests && it.noticed)
}

fn is_change(kind: TrialKind) -> bool {
    match kind {
        TrialKind::Revert | TrialKind::Mutant | TrialKind::Canary => true,
        TrialKind::Here
        | TrialKind::Swap
        | TrialKind::OldTests
        | TrialKind::Base
        | TrialKind::Other => false,
    }
}

/// Says in a few words what was tried, for one line: `fails without the change · notices 3 of 4 changes`.
#[must_use]
pub fn trial_words(trials: &[Trial]) -> Vec<String> {
    let mut words = Vec::new();
    match newness(trials) {
        Newness::New => words.push("fails without the change".to_owned()),
        Newness::Old => words.push("passes without the change as well".to_owned()),
        Newness::Unknown => {}
    }
    let of = |kind| trials.iter().filter(move |it| it.kind == kind && !it.invalid);
    let n_valid = of(TrialKind::Mutant).count();
    let n_noticed = of(TrialKind::Mutant).filter(|it| it.noticed).count();
    let plural = if n_valid == 1 { "mutation" } else { "mutations" };
    if n_valid > 0 {
        words.push(format!("notices {n_noticed} of {n_valid} {plural}"));
    }
    for (kind, what) in
        [(TrialKind::Revert, "that lines are missing"), (TrialKind::Canary, "a broken file")]
    {
        let noticed = of(kind).any(|it| it.noticed);
        if of(kind).next().is_some() {
            words.push(format!("{} {what}", if noticed { "notices" } else { "does not notice" }));
        }
    }
    words
}

/// Lists the changes that were tried and not noticed, with their places.
#[must_use]
pub fn unnoticed(trials: &[Trial]) -> Vec<String> {
    let missed = trials.iter().filter(|it| is_change(it.kind) && !it.noticed && !it.invalid);
    let words = |it: &Trial| {
        let at = it.at.as_deref().unwrap_or("?");
        let looks_at_text =
            if it.reason.contains(LOOKS_AT_TEXT) { ": the check reads the file" } else { "" };
        match (it.change_words(), it.kind) {
            (Some(_), TrialKind::Revert) => format!("{at}: the added lines are not missed"),
            (Some(change), _) => format!("{at}: `{change}` was not noticed{looks_at_text}"),
            (None, _) => format!("{at}: a broken file was not noticed"),
        }
    };
    missed.map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_taken_out_is_said_in_words() {
        let change = |it: &str| {
            let trial = Trial {
                kind: TrialKind::Mutant,
                noticed: true,
                invalid: false,
                reason: String::new(),
                at: None,
                change: Some(it.to_owned()),
                exit_code: None,
                tests: None,
                failed: Vec::new(),
                duration_ms: 0,
            };
            trial.change_words().unwrap_or_default()
        };
        assert_eq!(change("a + 1 → a - 1"), "a + 1 → a - 1");
        assert_eq!(change("save(a); → "), "save(a); (line removed)");
    }
}
