//! What a trial says about what was different in it.
//!
//! Owns the line between a failure that speaks about the change and one that says nothing: a test that
//! passed and fails now is noticed; what does not build, does not end, or finds other tests is not. Must
//! not know which change it was.

use super::added::AddedNames;
use super::counts::Counts;
use super::reading::OutputReading;
use super::symbol::names_symbol;
use super::trial::{Trial, TrialKind};
use std::collections::BTreeSet;

/// What a shell exits with where a program cannot be run, or is not there.
const NOT_RUN: [i32; 2] = [126, 127];

/// The most names of failed tests that are kept of a trial.
const FAILED_MAX: usize = 8;

/// The most characters of what a tool says about a failure.
const REASON_CHARS_MAX: usize = 240;

/// A command that ran, and what was heard from it.
#[derive(Debug, Clone, Default)]
pub struct HeardRun {
    /// Its exit code; none where it was ended, or could not be begun.
    pub exit_code: Option<i32>,
    pub output: String,
    pub reading: OutputReading,
    pub duration_ms: u64,
}

impl HeardRun {
    /// Tells whether it passed: a runner that counts failures is believed before an exit code.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.exit_code == Some(0) && self.n_failed() == 0
    }

    fn n_failed(&self) -> u64 {
        self.counts().map_or(0, |it| it.failed)
    }

    fn n_passed(&self) -> u64 {
        self.counts().map_or(0, |it| it.passed)
    }

    fn counts(&self) -> Option<&Counts> {
        self.reading.counts.as_ref()
    }

    /// Tells whether it went as another one did: both passed, with as many tests.
    #[must_use]
    pub fn went_like(&self, here: &Self) -> bool {
        self.passed() && self.n_passed() >= here.n_passed()
    }

    fn trial(&self, kind: TrialKind, end: TrialEnd, reason: impl Into<String>) -> Trial {
        Trial {
            kind,
            noticed: end == TrialEnd::Noticed,
            invalid: end == TrialEnd::Invalid,
            reason: squeezed(&reason.into()),
            at: None,
            change: None,
            exit_code: self.exit_code,
            tests: self.reading.counts.clone(),
            failed: self.reading.failed.iter().take(FAILED_MAX).cloned().collect(),
            duration_ms: self.duration_ms,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TrialEnd {
    Noticed,
    Unnoticed,
    Invalid,
}

/// Says whether the same once more went otherwise.
#[must_use]
pub fn hear_again(here: &HeardRun, again: &HeardRun) -> Trial {
    match again.went_like(here) {
        true => again.trial(TrialKind::Here, TrialEnd::Unnoticed, "passes again"),
        false => again.trial(TrialKind::Here, TrialEnd::Noticed, failure(again)),
    }
}

/// Says whether a change to the code was noticed: by a test that passed without it, or, for a command
/// that counts none, by another end and other words.
#[must_use]
pub fn hear_change(kind: TrialKind, here: &HeardRun, there: &HeardRun) -> Trial {
    let invalid = |why: String| there.trial(kind, TrialEnd::Invalid, why);
    if there.passed() {
        return there.trial(kind, TrialEnd::Unnoticed, "passes all the same");
    }
    let Some(code) = there.exit_code else { return invalid("it did not end in time".to_owned()) };
    if here.counts().is_some() {
        if let Some(words) = &there.reading.broken {
            return invalid(format!("it does not build: {words}"));
        }
        return match there.n_failed() {
            0 => invalid(format!("exit code {code}, and no test failed")),
            _ => there.trial(kind, TrialEnd::Noticed, failure(there)),
        };
    }
    if NOT_RUN.contains(&code) {
        return invalid("the command cannot be run there".to_owned());
    }
    // What does not build says nothing about a line; it is what a broken file is for.
    if let Some(words) = there.reading.broken.as_ref().filter(|_| kind == TrialKind::Mutant) {
        return invalid(format!("it does not build: {words}"));
    }
    if there.exit_code == here.exit_code {
        return there.trial(kind, TrialEnd::Unnoticed, "says the same");
    }
    there.trial(kind, TrialEnd::Noticed, failure(there))
}

/// Says whether the present tests fail on the base's product, and for want of the work: by a test that
/// fails, or by an error that names something that the work adds.
#[must_use]
pub fn hear_swap(
    (here, there): (&HeardRun, &HeardRun),
    argv: &[String],
    names: &AddedNames,
) -> Trial {
    let kind = TrialKind::Swap;
    let say = |end, words: String| there.trial(kind, end, words);
    if there.passed() {
        let (n_here, n_there) = (here.n_passed(), there.n_passed());
        return match n_there < n_here {
            true => say(TrialEnd::Noticed, format!("{n_there} of {n_here} tests pass without it")),
            false => say(TrialEnd::Unnoticed, "passes without the change as well".to_owned()),
        };
    }
    if there.exit_code.is_none() {
        return say(TrialEnd::Invalid, "without the change it did not end in time".to_owned());
    }
    if let Some(words) = lacks_target(&there.output, argv) {
        return say(TrialEnd::Invalid, format!("the check itself is not there: {words}"));
    }
    let is_counted = here.counts().is_some();
    let is_broken = there.reading.broken.is_some()
        || (is_counted && there.n_failed() == 0)
        || there.exit_code.is_some_and(|it| NOT_RUN.contains(&it));
    if !is_broken {
        return say(TrialEnd::Noticed, failure(there));
    }
    match names_symbol(&there.output, names) {
        Some(name) => say(TrialEnd::Noticed, format!("without the change `{name}` is not there")),
        None => {
            let words = there.reading.broken.clone().unwrap_or_else(|| failure(there));
            say(TrialEnd::Invalid, format!("red for another reason: {words}"))
        }
    }
}

/// What tools say of a target, a script or a recipe that is not there.
const NO_TARGET: [&str; 9] = [
    "no rule to make target",
    "missing script",
    "no example target named",
    "no bin target named",
    "no test target named",
    "no bench target named",
    "don't know how to build task",
    "does not contain recipe",
    "command \"",
];

/// Gives the line in which a tool says that it does not know what the command asks for by name.
fn lacks_target(output: &str, argv: &[String]) -> Option<String> {
    let words: Vec<&str> = argv.iter().flat_map(|it| it.split_whitespace()).collect();
    let is_asked = |behind: &str| {
        let mut parts = behind.split(|it: char| !(it.is_alphanumeric() || "-_:.".contains(it)));
        let name = parts.find(|it| it.chars().any(char::is_alphanumeric)).unwrap_or_default();
        words.contains(&name.trim_matches(['.', ':']))
    };
    output.lines().find_map(|line| {
        let low = line.to_lowercase();
        let mark = NO_TARGET.iter().find(|it| low.contains(**it))?;
        let behind = low.find(*mark).and_then(|at| line.get(at + mark.len()..))?;
        let is_unknown = !mark.starts_with("command") || low.contains("not found");
        (is_unknown && is_asked(behind)).then(|| line.trim().to_owned())
    })
}

/// Tells whether a swap that failed needs to be told from a base that fails by itself.
#[must_use]
pub fn is_all_red(here: &HeardRun, swap: &HeardRun) -> bool {
    here.counts().is_some() && swap.n_passed() == 0 && !swap.passed()
}

/// Says why a base cannot tell anything: its own tests do not pass on it. One without any test is empty,
/// and so is usable.
#[must_use]
pub fn flaw_before(base: &HeardRun, new_tests: &BTreeSet<String>) -> Option<String> {
    let counts = base.counts()?;
    // Tests that cannot be found there are new themselves.
    let is_word = |it: char| !(it.is_alphanumeric() || it == '_');
    let is_new = |line: &str| {
        let speaks = line.split(is_word).any(|it| new_tests.contains(it));
        line.contains("has no attribute 'test") || speaks
    };
    let failed = &base.reading.failed;
    let is_all_new = !failed.is_empty() && failed.iter().all(|it| is_new(it));
    if is_all_new || (base.reading.broken.is_some() && base.output.lines().any(is_new)) {
        return None;
    }
    let is_empty = counts.total == 0 || (counts.passed == 0 && counts.failed == 0);
    let fails = !base.passed() && counts.passed == 0;
    (fails && !is_empty).then(|| failure(base))
}

/// Says whether tests of the base fail with the present product, which they did not with their own.
#[must_use]
pub fn hear_old_tests(there: &HeardRun, base: Option<&HeardRun>) -> Trial {
    let kind = TrialKind::OldTests;
    if there.passed() {
        return there.trial(kind, TrialEnd::Unnoticed, "the tests of before still pass");
    }
    let Some(code) = there.exit_code else {
        return there.trial(kind, TrialEnd::Invalid, "the tests of before did not end in time");
    };
    if NOT_RUN.contains(&code) {
        return there.trial(kind, TrialEnd::Invalid, "the tests of before cannot be run");
    }
    // What failed before is no promise that was broken.
    let failed_before = |it: &String| base.is_some_and(|base| base.reading.failed.contains(it));
    let failed: Vec<String> =
        there.reading.failed.iter().filter(|it| !failed_before(it)).cloned().collect();
    let is_named = !there.reading.failed.is_empty();
    let was_red = base.is_some_and(|it| !it.passed());
    if !is_named && was_red {
        return there.trial(
            kind,
            TrialEnd::Invalid,
            "the tests of before did not pass before either",
        );
    }
    if is_named && failed.is_empty() {
        return there.trial(
            kind,
            TrialEnd::Unnoticed,
            "no test of before fails that did not before",
        );
    }
    let words = match failed.as_slice() {
        [] => format!("the tests of before fail now: {}", failure(there)),
        names => format!("tests of before fail now: {}", listed(names)),
    };
    Trial {
        failed: failed.into_iter().take(FAILED_MAX).collect(),
        ..there.trial(kind, TrialEnd::Noticed, words)
    }
}

/// Gives words of a tool in one line that is not too long.
fn squeezed(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(REASON_CHARS_MAX) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// Says how a command failed.
fn failure(heard: &HeardRun) -> String {
    if let Some(words) = &heard.reading.broken {
        return words.clone();
    }
    match (heard.reading.failed.as_slice(), heard.counts(), heard.exit_code) {
        ([], Some(counts), _) if counts.failed > 0 => counts.words(),
        ([], _, Some(code)) => format!("exit code {code}"),
        ([], _, None) => "it did not end".to_owned(),
        (names, ..) => format!("{} fails", listed(names)),
    }
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(2).map(|it| format!("`{it}`")).collect();
    let more = names.len().saturating_sub(shown.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::reading::read_output;
    use super::*;

    fn heard(exit_code: i32, output: &str) -> HeardRun {
        let reading = read_output(output);
        HeardRun { exit_code: Some(exit_code), output: output.to_owned(), reading, duration_ms: 1 }
    }

    fn swapped(command: &str, output: &str) -> (bool, bool) {
        let argv: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let anywhere = BTreeSet::from(["rate".to_owned()]);
        let names = AddedNames { anywhere, quoted: BTreeSet::new() };
        let trial = hear_swap((&heard(0, ""), &heard(2, output)), &argv, &names);
        (trial.noticed, trial.invalid)
    }

    #[test]
    fn a_check_that_is_not_there_without_the_work_is_no_failure_of_it() {
        let missing = (false, true);
        for (command, output) in [
            ("make -s check", "make: *** No rule to make target 'check'.  Stop."),
            ("npm run -s check", "npm error Missing script: \"check\""),
            ("cargo run --example check", "error: no example target named `check`."),
        ] {
            assert_eq!(swapped(command, output), missing, "{output}");
        }
        let noticed = (true, false);
        let needed = "make: *** No rule to make target 'rate.o', needed by 'check'.  Stop.";
        for (command, output) in [("make -s check", needed), ("sh check.sh", "wrong rate")] {
            assert_eq!(swapped(command, output), noticed, "{output}");
        }
    }
}
