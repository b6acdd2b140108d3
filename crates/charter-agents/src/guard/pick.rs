//! What a search picks out before something is done to it.
//!
//! Owns whether its tests leave charter's own files alone. Must not look at a disk: it judges by names.

use super::lexer::ShellWord;
use charter_kernel::chain;
use charter_kernel::strand::{STRANDS_DIR, ZERO_FILE};

/// Names of charter's own directories and files beside those of the projections; the last one is how
/// charters are named.
const OWN_NAMES: &[&str] = &[
    ".charter",
    ".local",
    "saved",
    "plan",
    "imported",
    "work",
    "_charter",
    "evidence",
    "evidence.json",
    ZERO_FILE,
    STRANDS_DIR,
    "0f0f0f0f0f0f0f0f.jsonl",
    "20261116-090000-ward",
];

/// Tells whether the tests of a `find` pick only what has a name that charter gives to nothing: every
/// alternative asks for a name, none of them is turned round, and none could be charter's.
pub(super) fn is_narrow(tests: &[ShellWord]) -> bool {
    let texts: Vec<&str> = tests.iter().map(|it| it.text.as_str()).collect();
    let is_turned = texts.iter().any(|it| matches!(*it, "!" | "-not"));
    let alternatives = || texts.split(|it| matches!(*it, "-o" | "-or" | ","));
    !is_turned && alternatives().all(asks_for_other)
}

fn asks_for_other(tests: &[&str]) -> bool {
    let names = || tests.windows(2).filter_map(|it| <[&str; 2]>::try_from(it).ok());
    let is_name = |it: &str| matches!(it, "-name" | "-iname");
    names().any(|[test, _]| is_name(test))
        && names().all(|[test, pattern]| !is_name(test) || !could_be_own(pattern))
}

fn could_be_own(pattern: &str) -> bool {
    let pattern: Vec<char> = pattern.to_lowercase().chars().collect();
    let mut names = OWN_NAMES.iter().copied().chain(chain::DERIVED_FILES);
    names.any(|it| matches(&pattern, &it.chars().collect::<Vec<char>>()))
}

/// Matches a name as `find` does; of a class in brackets it believes that everything is in it.
fn matches(pattern: &[char], name: &[char]) -> bool {
    match (pattern.split_first(), name.split_first()) {
        (None, None) => true,
        (Some(('*', rest)), _) => {
            let ends = name.split_first().map(|(_, tail)| tail);
            matches(rest, name) || ends.is_some_and(|tail| matches(pattern, tail))
        }
        (Some(('[', rest)), Some((_, tail))) => {
            let end = rest.iter().skip(1).position(|it| *it == ']').map(|idx| idx + 2);
            matches(end.and_then(|idx| rest.get(idx..)).unwrap_or_default(), tail)
        }
        (Some(('?', rest)), Some((_, tail))) => matches(rest, tail),
        (Some((left, rest)), Some((right, tail))) => left == right && matches(rest, tail),
        (Some(_), None) | (None, Some(_)) => false,
    }
}
