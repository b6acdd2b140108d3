//! Whether a command that ran again did the same.
//!
//! Owns what counts as a difference: the exit code, what the runner counted, and only where nothing
//! was counted the words of the output. Order, layout, durations, paths of another machine and what a
//! build says about itself are not differences: they change on honest work. Must not run anything.

use super::Counts;
use std::collections::BTreeMap;

/// The most characters of a line that a difference quotes.
const QUOTE_CHARS_MAX: usize = 80;

/// How lines begin that say what a build tool did this time, not what the command showed.
const BUILD_WORDS: [&str; 22] = [
    "Compiling ",
    "Checking ",
    "Building ",
    "Finished ",
    "Running ",
    "Fresh ",
    "Dirty ",
    "Downloading ",
    "Downloaded ",
    "Updating ",
    "Locking ",
    "Adding ",
    "Blocking ",
    "Documenting ",
    "make: ",
    "make[",
    "npm warn ",
    "npm notice ",
    "npm WARN ",
    "warning: failed to save last-use data",
    "warning: failed to auto-clean cache data",
    "This may prevent cargo from accurately tracking",
];

/// Units in which runners say how long something took.
const UNITS: [&str; 17] = [
    "ns",
    "us",
    "µs",
    "μs",
    "ms",
    "s",
    "m",
    "min",
    "h",
    "sec",
    "secs",
    "second",
    "seconds",
    "msec",
    "millisecond",
    "milliseconds",
    "minutes",
];

/// What is compared of a run.
#[derive(Debug, Clone, Copy)]
pub struct SeenRun<'a> {
    /// The exit code; none where a signal ended it.
    pub exit_code: Option<i32>,
    pub tests: Option<&'a Counts>,
    /// What it wrote, normalised.
    pub output: &'a str,
}

/// Something that was not the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The exit code, then and now.
    ExitCode(Option<i32>, Option<i32>),
    Tests(Option<Counts>, Option<Counts>),
    /// A line that only one of them has words of: then, or else now.
    Output(Option<String>, Option<String>),
}

impl Difference {
    #[must_use]
    pub fn words(&self) -> String {
        let exit = |code: &Option<i32>| code.map_or("a signal".to_owned(), |it| it.to_string());
        let counted = |tests: &Option<Counts>| match tests {
            Some(tests) => tests.words(),
            None => "no test counted".to_owned(),
        };
        match self {
            Self::ExitCode(then, now) => format!("exit code {}, was {}", exit(now), exit(then)),
            Self::Tests(then, now) => format!("{}, was {}", counted(now), counted(then)),
            Self::Output(Some(then), _) => format!("the output no longer has “{then}”"),
            Self::Output(None, now) => {
                format!("the output has a new “{}”", now.as_deref().unwrap_or_default())
            }
        }
    }
}

#[must_use]
pub fn compare(then: &SeenRun<'_>, now: &SeenRun<'_>) -> Vec<Difference> {
    let mut differences = Vec::new();
    if then.exit_code != now.exit_code {
        differences.push(Difference::ExitCode(then.exit_code, now.exit_code));
    }
    match (then.tests, now.tests) {
        (Some(was), Some(is)) if (was.total, was.passed) == (is.total, is.passed) => {}
        (None, None) => differences.extend(compare_output(then.output, now.output)),
        (was, is) => differences.push(Difference::Tests(was.cloned(), is.cloned())),
    }
    differences
}

fn compare_output(then: &str, now: &str) -> Option<Difference> {
    let (was, is) = (words(then), words(now));
    if let Some(word) = find_excess(&was, &is) {
        return Some(Difference::Output(Some(quote(then, &word)), None));
    }
    let word = find_excess(&is, &was)?;
    Some(Difference::Output(None, Some(quote(now, &word))))
}

/// Finds a word that one has more often than the other.
fn find_excess(more: &BTreeMap<String, usize>, less: &BTreeMap<String, usize>) -> Option<String> {
    let is_more = |(word, n): &(&String, &usize)| **n > less.get(*word).copied().unwrap_or(0);
    more.iter().find(is_more).map(|(word, _)| word.clone())
}

/// Quotes the line that a word is in.
fn quote(text: &str, word: &str) -> String {
    let line = lines(text).find(|it| loosen(it).iter().any(|it| it == word)).unwrap_or_default();
    let line = line.trim();
    let mut quoted: String = line.chars().take(QUOTE_CHARS_MAX).collect();
    if quoted.len() < line.len() {
        quoted.push('…');
    }
    quoted
}

/// Lists the lines that the command said itself.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let is_build = |it: &&str| BUILD_WORDS.iter().any(|word| it.trim_start().starts_with(word));
    let is_gap = |it: &&str| it.starts_with("… ") && it.ends_with(" bytes left out …");
    text.split(['\n', '\r']).filter(move |it| !is_build(it) && !is_gap(it))
}

fn words(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for word in lines(text).flat_map(loosen) {
        *words.entry(word).or_insert(0) += 1;
    }
    words
}

/// Gives the words of a line, without durations and without where a path begins.
fn loosen(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let bare = word.trim_matches(['(', ')', '[', ']', ',', ';', ':', '.', '"', '\'']);
        let is_unit = UNITS.contains(&bare);
        let last_is_number = words.last().is_some_and(|it| is_number(it));
        if is_unit && last_is_number {
            words.pop();
            words.push("<DURATION>".to_owned());
        } else if is_duration(bare) {
            words.push("<DURATION>".to_owned());
        } else {
            words.push(without_place(word));
        }
    }
    words
}

fn is_number(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '[', '~']);
    word.starts_with(|it: char| it.is_ascii_digit())
        && word.chars().all(|it| it.is_ascii_digit() || it == '.')
}

/// `0.03s`, `12ms`, `1m2s`.
fn is_duration(word: &str) -> bool {
    let is_digit = |it: char| it.is_ascii_digit() || it == '.';
    let mut rest = word.trim_start_matches('~');
    let mut n_parts = 0;
    while rest.starts_with(|it: char| it.is_ascii_digit()) {
        let unit = rest.trim_start_matches(is_digit);
        let end = unit.find(is_digit).unwrap_or(unit.len());
        let (unit, behind) = unit.split_at_checked(end).unwrap_or((unit, ""));
        if !UNITS.contains(&unit) {
            return false;
        }
        rest = behind;
        n_parts += 1;
    }
    n_parts > 0 && rest.is_empty()
}

/// Gives a path that begins at a place by its last name alone: the place is the machine's.
fn without_place(word: &str) -> String {
    let starts = ["/", "<CWD>/", "<HOME>/", "<TMP>/"];
    let open = word.trim_start_matches(['(', '[', '"', '\'', '`']);
    if !starts.iter().any(|it| open.starts_with(it)) {
        return word.to_owned();
    }
    let name = word.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    format!("<PATH>/{name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::count_tests;

    #[track_caller]
    fn check(then: &str, now: &str, expected: &[&str]) {
        let (was, is) = (count_tests(then), count_tests(now));
        let then = SeenRun { exit_code: Some(0), tests: was.as_ref(), output: then };
        let now = SeenRun { exit_code: Some(0), tests: is.as_ref(), output: now };
        let words: Vec<String> = compare(&then, &now).iter().map(Difference::words).collect();
        assert_eq!(words, expected, "{} | {}", then.output, now.output);
    }

    #[test]
    fn the_exit_code_is_compared() {
        let seen = |exit_code| SeenRun { exit_code, tests: None, output: "" };
        let words = |then, now| -> Vec<String> {
            compare(&seen(then), &seen(now)).iter().map(Difference::words).collect()
        };
        assert_eq!(words(Some(0), Some(0)), Vec::<String>::new());
        assert_eq!(words(Some(0), Some(101)), ["exit code 101, was 0"]);
        assert_eq!(words(Some(0), None), ["exit code a signal, was 0"]);
    }

    #[test]
    fn counts_are_compared_and_then_the_words_are_not() {
        let ran = |n: u32, more: &str| {
            format!("{more}\ntest result: ok. {n} passed; 0 failed; 0 ignored; finished in 0.0{n}s")
        };
        check(&ran(4, "Compiling a"), &ran(4, "something else"), &[]);
        let fewer = ["3 of 3 tests passed, was 4 of 4 tests passed"];
        check(&ran(4, ""), &ran(3, ""), &fewer);
        check(&ran(4, ""), "nothing", &["no test counted, was 4 of 4 tests passed"]);
        check("nothing", &ran(1, ""), &["1 of 1 test passed, was no test counted"]);
    }

    #[test]
    fn noise_is_no_difference() {
        for (then, now) in [
            ("ok in 0.03s", "ok in 1.20s"),
            ("took 12 ms", "took 3 ms"),
            ("1m2s", "59s"),
            ("a\nb", "b\na"),
            ("a  b\nc", "a\nb c"),
            ("   Compiling a v1\n    Finished dev in 3s\nok", "    Finished dev in 1s\nok"),
            ("cc -c\rok", "ok\ncc -c"),
            ("see /home/ada/p/src/a.rs:3", "see <CWD>/src/a.rs:3"),
            ("a\n… 12 bytes left out …\nb", "a\n… 13 bytes left out …\nb"),
        ] {
            check(then, now, &[]);
        }
    }

    #[test]
    fn other_words_are_a_difference() {
        check("3 rows", "4 rows", &["the output no longer has “3 rows”"]);
        check("a\nfine", "a", &["the output no longer has “fine”"]);
        check("a", "a\nwarn: b", &["the output has a new “warn: b”"]);
        check("a a", "a", &["the output no longer has “a a”"]);
        check("3 s", "3 x", &["the output no longer has “3 s”"]);
        check("v1.2", "v1.3", &["the output no longer has “v1.2”"]);
    }
}
