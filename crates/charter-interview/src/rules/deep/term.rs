//! What a text speaks of, made comparable.
//!
//! Owns terms: stems of words, pairs of letters in scripts without blanks, and things that several
//! languages have words for. Sets of them are sorted lists of numbers, so that comparing two texts
//! allocates nothing. Must not know which words say nothing.

use super::index::Fnv;
use super::text::is_glyph;
use std::hash::Hasher as _;

/// How many letters of a word say which word it is; endings are left away.
const STEM_CHARS: usize = 6;

/// How many letters a word has at least that says something.
const TERM_CHARS_MIN: usize = 3;

/// The bit that marks a pair of letters.
const WIDE: u64 = 1 << 63;

/// The bit that marks a thing that several languages have words for.
const SHARED: u64 = 1 << 62;

/// One term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term(u64);

impl Term {
    /// Gives the term of a thing that several languages have words for.
    pub(super) fn concept(number: u16) -> Self {
        Self(SHARED | u64::from(number))
    }

    fn of(letters: &str, mark: u64) -> Self {
        let mut hash = Fnv::default();
        hash.write(letters.as_bytes());
        Self(hash.finish() & !(WIDE | SHARED) | mark)
    }

    /// Tells whether it is a pair of letters, which says little alone.
    pub(super) fn is_pair(self) -> bool {
        self.0 & WIDE != 0
    }
}

/// A set of terms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Terms(Vec<Term>);

impl Terms {
    /// Sorts terms and takes every one once.
    pub(super) fn of(mut terms: Vec<Term>) -> Self {
        terms.sort_unstable();
        terms.dedup();
        Self(terms)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Term> {
        self.0.iter().copied()
    }

    pub(super) fn into_iter(self) -> impl Iterator<Item = Term> {
        self.0.into_iter()
    }

    pub(super) fn contains(&self, term: Term) -> bool {
        self.0.binary_search(&term).is_ok()
    }

    /// Counts what both have.
    pub(super) fn n_shared(&self, other: &Self) -> usize {
        self.iter().filter(|it| other.contains(*it)).count()
    }

    /// Lists what both have.
    pub(super) fn shared(&self, other: &Self) -> Self {
        Self(self.iter().filter(|it| other.contains(*it)).collect())
    }

    /// Lists what the other does not have.
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(self.iter().filter(|it| !other.contains(*it)).collect())
    }

    /// Lists what at least one of both has.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self::of(self.iter().chain(other.iter()).collect())
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.iter().all(|it| other.contains(it))
    }

    /// Gives how much it says: three pairs of letters are about a word.
    pub(super) fn weight(&self) -> usize {
        let n_pairs = self.iter().filter(|it| it.is_pair()).count();
        self.len() - n_pairs + n_pairs.div_ceil(3)
    }
}

/// Visits the terms of one word in lower case, as far as it says something.
pub(super) fn visit_word(word: &str, see: &mut dyn FnMut(Term)) {
    if word.is_ascii() || !word.chars().any(is_glyph) {
        see_word(word, see);
        return;
    }
    for run in super::text::runs(word) {
        if !run.starts_with(is_glyph) {
            see_word(run, see);
            continue;
        }
        let starts = run.char_indices().map(|(at, _)| at);
        let ends = run.char_indices().skip(1).map(|(at, char)| at + char.len_utf8());
        for (start, end) in starts.zip(ends) {
            see(Term::of(run.get(start..end).unwrap_or_default(), WIDE));
        }
    }
}

fn see_word(word: &str, see: &mut dyn FnMut(Term)) {
    // A number says how much, with its unit too.
    if word.len() >= TERM_CHARS_MIN && !word.starts_with(|it: char| it.is_numeric()) {
        see(Term::of(stem(word), 0));
    }
}

fn stem(word: &str) -> &str {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let bare = word.strip_suffix('s').filter(|it| it.len() > 3).unwrap_or(word);
    let end = bare.char_indices().nth(STEM_CHARS).map_or(bare.len(), |(at, _)| at);
    bare.get(..end).unwrap_or(bare)
}
