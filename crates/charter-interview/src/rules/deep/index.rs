//! Words that are looked for, found in one pass over a text.
//!
//! Owns how a word, a phrase, the beginning of a word or letters of a script without blanks are
//! found in padded text. Must not know what they mean.

use super::text::is_glyph;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct IndexEntry<S> {
    /// The letters as they stand in the file, with `_` for a blank.
    letters: &'static str,
    /// Whether the word may go on behind them.
    is_open: bool,
    sense: S,
    next: Option<usize>,
}

/// Where something was found in padded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit<S> {
    /// The first letter and the one behind the last; an open word is found to its end.
    pub(super) start: usize,
    pub(super) end: usize,
    /// What was looked for: equal numbers are the same entry.
    pub(super) entry: usize,
    pub(super) sense: S,
}

type Places<K> = HashMap<K, usize, BuildHasherDefault<Fnv>>;

/// Everything that is looked for.
#[derive(Debug, Clone)]
pub(super) struct Index<S> {
    entries: Vec<IndexEntry<S>>,
    /// Whole words and phrases by their first word.
    words: Places<&'static str>,
    /// Beginnings of words by their first letter.
    stems: Places<char>,
    /// Letters of scripts without blanks by the first.
    wide: Places<char>,
}

impl<S: Copy> Index<S> {
    /// Makes an empty one with room for some entries.
    pub(super) fn with_room(n_entries: usize) -> Self {
        let entries = Vec::with_capacity(n_entries);
        let words = Places::with_capacity_and_hasher(n_entries, BuildHasherDefault::default());
        Self { entries, words, stems: Places::default(), wide: Places::default() }
    }

    /// Adds what a word of a file stands for: `a_b` is a phrase, `word*` any ending.
    pub(super) fn add(&mut self, word: &'static str, sense: S) {
        let number = self.entries.len();
        let stem = word.strip_suffix('*');
        let letters = stem.unwrap_or(word);
        let Some(first) = letters.chars().next() else { return };
        let is_wide = !letters.is_ascii() && letters.chars().any(is_glyph);
        let next = if is_wide {
            self.wide.insert(first, number)
        } else if stem.is_some() && !letters.contains('_') {
            self.stems.insert(first, number)
        } else {
            self.words.insert(letters.split('_').next().unwrap_or(letters), number)
        };
        let is_open = is_wide || stem.is_some();
        self.entries.push(IndexEntry { letters, is_open, sense, next });
    }

    /// Lists everything that padded text holds, from left to right.
    pub(super) fn scan(&self, padded: &str) -> Vec<Hit<S>> {
        let mut hits = Vec::new();
        let mut start = 0;
        for word in padded.split(' ') {
            if !word.is_empty() {
                self.scan_word(padded, start, word, &mut hits);
            }
            start += word.len() + 1;
        }
        hits
    }

    /// Lists what a word begins with that stands alone, without blanks around it.
    pub(super) fn scan_alone(&self, word: &str) -> Vec<Hit<S>> {
        let mut hits = Vec::new();
        self.scan_word(word, 0, word, &mut hits);
        hits.retain(|it| it.start == 0);
        hits
    }

    fn scan_word(&self, padded: &str, start: usize, word: &str, hits: &mut Vec<Hit<S>>) {
        let tail = padded.get(start..).unwrap_or_default();
        // A name of code is no ending of a word.
        let first = word.chars().next().filter(|_| !word.contains('_'));
        let by_stem = first.and_then(|it| self.stems.get(&it));
        for (number, entry) in self.entries_at(self.words.get(word)).chain(self.entries_at(by_stem))
        {
            let Some(len) = entry.length_at(tail) else { continue };
            let more = rest_of_word(padded, start + len);
            if entry.is_open || more == 0 {
                hits.push(entry.hit(start, start + len + more, number));
            }
        }
        if word.is_ascii() {
            return;
        }
        if word.bytes().any(|it| it.is_ascii_alphanumeric()) {
            self.scan_runs(start, word, hits);
        }
        for (at, char) in word.char_indices() {
            let tail = tail.get(at..).unwrap_or_default();
            for (number, entry) in self.entries_at(self.wide.get(&char)) {
                let Some(len) = entry.length_at(tail) else { continue };
                let blank = usize::from(entry.letters.ends_with('_'));
                hits.push(entry.hit(start + at, start + at + len - blank, number));
            }
        }
    }

    /// Finds the words of other scripts that stand among letters of one without blanks.
    fn scan_runs(&self, start: usize, word: &str, hits: &mut Vec<Hit<S>>) {
        let mut at = start;
        for run in super::text::runs(word) {
            let is_other = run.len() < word.len() && !run.starts_with(is_glyph);
            let found = self.entries_at(self.words.get(run).filter(|_| is_other));
            let whole = found.filter(|(_, entry)| entry.letters == run);
            hits.extend(whole.map(|(number, entry)| entry.hit(at, at + run.len(), number)));
            at += run.len();
        }
    }

    /// Lists the entries of one place.
    fn entries_at(&self, from: Option<&usize>) -> impl Iterator<Item = (usize, &IndexEntry<S>)> {
        let entry = |number: usize| Some((number, self.entries.get(number)?));
        std::iter::successors(from.and_then(|it| entry(*it)), move |(_, it)| entry(it.next?))
    }
}

impl<S: Copy> IndexEntry<S> {
    fn hit(&self, start: usize, end: usize, entry: usize) -> Hit<S> {
        Hit { start, end, entry, sense: self.sense }
    }

    /// Gives how long it is where a text begins with it.
    fn length_at(&self, text: &str) -> Option<usize> {
        let bytes = self.letters.as_bytes();
        let begun = text.as_bytes().get(..bytes.len())?;
        let is_same = |(have, want): (&u8, &u8)| have == want || (*want == b'_' && *have == b' ');
        begun.iter().zip(bytes).all(is_same).then_some(bytes.len())
    }
}

/// Gives how many letters follow up to the next blank.
fn rest_of_word(padded: &str, from: usize) -> usize {
    let tail = padded.get(from..).unwrap_or_default();
    tail.find(' ').unwrap_or(tail.len())
}

/// The hash of Fowler, Noll and Vo: short words need no better one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
