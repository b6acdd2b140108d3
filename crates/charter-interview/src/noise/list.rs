//! The lists of words that do not answer, read once.
//!
//! Owns how they are looked up. Must not know what follows.

use crate::wordlist::{EVASION, lines};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// One list.
#[derive(Debug, Default)]
struct NoiseList {
    /// Words joined by `_`; a hyphen parts words, so an entry with one stands there both ways.
    entries: BTreeSet<String>,
    /// As they are said.
    phrases: Vec<String>,
}

static LISTS: LazyLock<BTreeMap<&'static str, NoiseList>> = LazyLock::new(|| {
    let mut lists: BTreeMap<&'static str, NoiseList> = BTreeMap::new();
    for line in lines(EVASION) {
        for name in line.name.split(' ') {
            let list = lists.entry(name).or_default();
            list.entries.extend(line.text.split_whitespace().map(str::to_owned));
            list.entries.extend(line.text.split_whitespace().map(|it| it.replace('-', "_")));
            list.phrases.extend(line.text.split_whitespace().map(|it| it.replace('_', " ")));
        }
    }
    lists
});

/// Tells whether a list has an entry, words joined by `_`.
pub(super) fn has(name: &str, entry: &str) -> bool {
    LISTS.get(name).is_some_and(|it| it.entries.contains(entry))
}

/// Lists the entries of a list.
pub(super) fn entries(name: &str) -> impl Iterator<Item = &'static str> {
    LISTS.get(name).into_iter().flat_map(|it| it.entries.iter().map(String::as_str))
}

/// Lists the phrases of a list as they are said.
pub(super) fn phrases(name: &str) -> impl Iterator<Item = &'static str> {
    LISTS.get(name).into_iter().flat_map(|it| it.phrases.iter().map(String::as_str))
}
